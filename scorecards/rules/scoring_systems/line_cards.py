"""Ordinary cards: a line has game points and a spread (rule 12.2, appendix 7)."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from scorecards.rules.citations import citation_problem, rules_to_cite
from scorecards.rules.crosscheck import CrossCheck, cross_check
from scorecards.rules.discrepancies import FORFEIT
from scorecards.rules.entry.line_notation import keys_of, read_keys
from scorecards.rules.entry.typed_cards import InvalidCard, TypedLine
from scorecards.rules.entry.typed_slips import SlipFields, TypedSlip
from scorecards.rules.line_points import CardError, CardTotals, foot_total_errors, put_points_right, total
from scorecards.rules.qualifying import number_of_qualifiers
from scorecards.rules.ranking import Order, Ranking, acc_order, rank
from scorecards.rules.scoring_systems.interface import ScoringSystem
from tournaments.rules.constants import MAX_SPREAD, MIN_SPREAD
from tournaments.rules.due_lines import sat_out_in
from tournaments.rules.scorings import Scoring
from tournaments.rules.types import EventFacts, EventFile, FootTotals, Line

FOOT = {"game_points": "Game points", "games_won": "Games won", "plus": "Plus", "minus": "Minus"}
SLIP = SlipFields(
    sides=("winner", "loser"),
    value_names=("margin",),
    not_a_value=f"is not a margin ({MIN_SPREAD} to {MAX_SPREAD}).",
    side_unknown="The schedule does not say whom the winner played: write the loser's seat or number.",
)


@dataclass(frozen=True, slots=True)
class LineCards(ScoringSystem):
    """Game points by the winning spread. Only the cards that decide who qualifies are checked."""

    def line_errors(self, line: Line) -> dict[str, str]:
        errors = {}
        if line.points is not None and line.points not in self.scoring.points:
            allowed = ", ".join(map(str, self.scoring.points))
            errors["points"] = f"{line.points} are no game points ({allowed})."
        for column, spread in (("plus", line.plus), ("minus", line.minus)):
            if problem := _spread_problem(spread):
                errors[column] = problem
        return errors

    def foot_errors(self, foot: FootTotals, lines: Iterable[Line]) -> Sequence[CardError]:
        return foot_total_errors(0, foot, total(put_points_right(line, self.scoring) for line in lines))

    def hint(self, line: TypedLine, left_after: int | None) -> str:
        """Say what a line against an entrant who left earlier should be. The card is right, so this is only a hint."""
        if left_after is None or left_after >= line.game:
            return ""
        by_ten = (str(self.scoring.by_spread[FORFEIT]), str(FORFEIT), "")
        is_other = line.is_entered and (line.points, line.plus.lstrip("0"), line.minus) != by_ten
        return f"withdrew after game {left_after}: {'not a win by 10' if is_other else 'win by 10'}"

    def read_keys(self, text: str, game: int, opponent: str) -> TypedLine:
        return read_keys(text, game, opponent, self.scoring)

    def keys_of(self, line: Line | None) -> str:
        return keys_of(line, self.scoring)

    def is_same_game(self, line: Line, others_line: Line) -> bool:
        winner, loser = (line, others_line) if line.points else (others_line, line)
        return (
            winner.plus is not None
            and winner.minus is None
            and loser.plus is None
            and winner.plus == loser.minus
            and loser.points == 0
            and winner.points == self.scoring.by_spread[winner.plus]
        )

    def lines_of_slip(self, slip: TypedSlip) -> dict[int, Line]:
        if len(slip.values) != 1:
            raise InvalidCard({"winner": "A slip of this event has a winner and a margin."})
        [margin] = slip.values
        if not MIN_SPREAD <= margin <= MAX_SPREAD:
            raise InvalidCard({"margin": f"{margin} {SLIP.not_a_value}"})
        return {
            slip.first: Line(slip.game, slip.second, self.scoring.by_spread[margin], margin, None),
            slip.second: Line(slip.game, slip.first, 0, None, margin),
        }

    def slip_of(self, number: int, line: Line, others_line: Line) -> TypedSlip | None:
        is_won = line.points and line.plus and line.minus is None
        if (
            not is_won
            or line.opponent is None
            or (others_line.points, others_line.plus, others_line.minus) != (0, None, line.plus)
        ):
            return None
        return TypedSlip(line.game, number, line.opponent, (line.plus or 0,))

    def slip_in_words(self, slip: TypedSlip, first: str, second: str) -> str:
        return f"{first} beat {second} by {slip.values[0]}."

    def rules_to_cite(self, edition: str) -> Mapping[str, str]:
        return rules_to_cite(edition, self.scoring.name)

    def citation_problem(self, edition: str, rule: str) -> str | None:
        return citation_problem(edition, rule)

    def decided_values(self, line: Line) -> dict[str, int | None]:
        points = put_points_right(line, self.scoring).points or 0
        return {"points": points, "plus": line.plus, "minus": line.minus}

    def decided_line_problem(self, line: Line) -> str | None:
        """A decided line must be a win with a plus spread, or a loss without one."""
        if problem := _spread_problem(line.plus) or _spread_problem(line.minus):
            return problem
        if line.plus is not None and line.minus is not None:
            return "A line has a plus or a minus spread, not both."
        if line.points and line.plus is None:
            return "A win needs its plus spread."
        if not line.points and line.plus is not None:
            return "A loss has no plus spread."
        return None

    def decided_game_problem(self, line: Line, others_line: Line) -> str | None:
        """Nothing: both may be made to lose, each by a spread of their own (12.2.e)."""
        return None

    def total(self, lines: Iterable[Line]) -> CardTotals:
        return total(lines)

    def order(self, edition: str) -> Order:
        return acc_order(edition)

    def qualifiers(self, event: EventFacts, entrants: int) -> int:
        return number_of_qualifiers(entrants, event.qualifiers)

    def settled_down_to(self, event: EventFacts, qualifiers: int, places: int) -> int:
        return qualifiers

    def check(self, event_file: EventFile, ranked: Sequence[int], qualifiers: int) -> CrossCheck:
        event = event_file.event
        return cross_check(
            event_file.scorecards,
            entrants=ranked,
            qualifiers=qualifiers,
            games=event.games,
            edition=event.edition,
            decisions=event_file.decisions,
            scheme=self.scoring,
            sat_out=self.sat_out(event_file),
            last_games={
                entrant.number: entrant.withdrawn_after_game
                for entrant in event_file.entrants
                if entrant.withdrawn_after_game is not None
            },
        )

    def rank(
        self, event_file: EventFile, check: CrossCheck, totals: Mapping[int, CardTotals], qualifiers: int
    ) -> Ranking:
        return rank(
            totals,
            qualifiers=qualifiers,
            edition=event_file.event.edition,
            lines=check.lines,
            tie_games=event_file.tie_games,
            tie_orders=event_file.tie_orders,
        )

    def sat_out(self, event_file: EventFile) -> Mapping[int, Set[int]]:
        house_players = [entrant.number for entrant in event_file.entrants if entrant.house_player]
        return sat_out_in(event_file.schedule, house_players=house_players, games=event_file.event.games)


def _spread_problem(spread: int | None) -> str | None:
    if spread is None or MIN_SPREAD <= spread <= MAX_SPREAD:
        return None
    return f"{spread} is not a spread ({MIN_SPREAD} to {MAX_SPREAD})."


def line_cards(scoring: Scoring) -> LineCards:
    """Return the ordinary cards of a scoring with game points."""
    return LineCards(scoring, FOOT, SLIP)
