"""Game sheets as cards: a line has both sides' points, or what its own side had left."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from scorecards.rules.citations import NO_RULING, NO_SOURCE
from scorecards.rules.crosscheck import CrossCheck
from scorecards.rules.entry.sheet_notation import read_sheet_keys, sheet_keys_of, sheet_line_in_words, sheet_problem
from scorecards.rules.entry.typed_cards import InvalidCard, TypedLine
from scorecards.rules.entry.typed_slips import SlipFields, TypedSlip
from scorecards.rules.line_points import CardError, CardTotals, Claim
from scorecards.rules.qualifying import number_of_qualifiers
from scorecards.rules.ranking import Order, Ranking
from scorecards.rules.scoring_systems import total_points
from scorecards.rules.scoring_systems.interface import ScoringSystem
from tournaments.rules.scorings import GAME_HOLE, Scoring
from tournaments.rules.types import EventFacts, EventFile, FootTotals, Line

SLIP = SlipFields(
    sides=("first", "second"),
    value_names=("firsts", "seconds"),
    not_a_value=f"is not a number of points (0 to {GAME_HOLE}).",
    side_unknown="The schedule does not say whom they played: write the other side's seat or number.",
)


@dataclass(frozen=True, slots=True)
class SheetCards(ScoringSystem):
    """One kind of game sheet. Every card is checked, and only the director settles two that differ."""

    sheet: total_points.GameSheet

    def line_errors(self, line: Line) -> dict[str, str]:
        return {
            column: f"{value} is more than the board has (0 to {GAME_HOLE})."
            for column, value in self._values(line).items()
            if value is not None and not 0 <= value <= GAME_HOLE
        }

    def _values(self, line: Line) -> dict[str, int | None]:
        return {column: getattr(line, column) for column in self.columns.line}

    def foot_errors(self, foot: FootTotals, lines: Iterable[Line]) -> Sequence[CardError]:
        return list(total_points.foot_errors_of_sheet(0, foot, lines, self.sheet))

    def hint(self, line: TypedLine, left_after: int | None) -> str:
        """Say why the numbers are neither a win nor a loss, or that no line is due; blank while one is no number."""
        if left_after is not None and left_after < line.game and not line.is_entered:
            return f"withdrew after game {left_after}: no line needed"
        typed = {column: line.value(column) for column in self.columns.line}
        if not all(text.isascii() and text.isdecimal() for text in typed.values() if text):
            return ""
        return sheet_problem({column: int(text) if text else None for column, text in typed.items()})

    def read_keys(self, text: str, game: int, opponent: str) -> TypedLine:
        return read_sheet_keys(text, game, opponent, self.sheet)

    def keys_of(self, line: Line | None) -> str:
        return "" if line is None else sheet_keys_of(line, self.sheet)

    def is_same_game(self, line: Line, others_line: Line) -> bool:
        return self.sheet.why_unsettled(line, others_line) is None

    def lines_of_slip(self, slip: TypedSlip) -> dict[int, Line]:
        if len(slip.values) != len(SLIP.value_names):
            raise InvalidCard({"first": "A slip of this event has both sides' points."})
        for field, value in zip(SLIP.value_names, slip.values, strict=True):
            if not 0 <= value <= GAME_HOLE:
                raise InvalidCard({field: f"{value} is more than the board has (0 to {GAME_HOLE})."})
        firsts, seconds = slip.values
        line = self._line(slip.game, slip.second, firsts, seconds)
        others_line = self._line(slip.game, slip.first, seconds, firsts)
        if not self.is_same_game(line, others_line):
            won = "nothing left" if self.sheet.is_lowest_first else f"{GAME_HOLE} points"
            text = f"One side, and only one, has to have {won}: an unfinished game is nobody's win."
            raise InvalidCard({"seconds": text})
        return {slip.first: line, slip.second: others_line}

    def _line(self, game: int, opponent: int, value: int, others: int) -> Line:
        """Return a line from the points that both sides pegged or had left."""
        return Line(game, opponent, **dict(zip(self.columns.line, (value, others), strict=False)))

    def slip_of(self, number: int, line: Line, others_line: Line) -> TypedSlip | None:
        is_won = self.sheet.order.claim(line) is Claim.WIN
        if not is_won or line.opponent is None or not self.is_same_game(line, others_line):
            return None
        column = self.columns.line[0]
        values = tuple(getattr(side, column) or 0 for side in (line, others_line))
        return TypedSlip(line.game, number, line.opponent, values)

    def slip_in_words(self, slip: TypedSlip, first: str, second: str) -> str:
        line = self.lines_of_slip(slip)[slip.first]
        return f"{first} {sheet_line_in_words(line)}, against {second}."

    def rules_to_cite(self, edition: str) -> Mapping[str, str]:
        return {NO_SOURCE: NO_RULING}

    def citation_problem(self, edition: str, rule: str) -> str | None:
        """Nothing: the rulebook has nothing about game sheets, so the director names what there is."""
        return None

    def decided_values(self, line: Line) -> dict[str, int | None]:
        return self._values(line)

    def decided_line_problem(self, line: Line) -> str | None:
        """Every number of a decided line is there, and not 121 on both sides."""
        values = list(self._values(line).values())
        if None in values:
            return "Every number of both lines has to be there."
        if self.line_errors(line):
            return f"The board has 0 to {GAME_HOLE}."
        return sheet_problem(self._values(line)) if values == [GAME_HOLE] * 2 else None

    def decided_game_problem(self, line: Line, others_line: Line) -> str | None:
        """Return why two decided lines cannot be one game, as an event file refuses them."""
        if (line.own, line.theirs) != (others_line.theirs, others_line.own):
            return "The two lines must describe the same game: what is own in one is theirs in the other."
        return "Only one side can have nothing left." if line.left == others_line.left == 0 else None

    def total(self, lines: Iterable[Line]) -> CardTotals:
        return self.sheet.totals(*self.sheet.sums(lines))

    def order(self, edition: str) -> Order:
        return self.sheet.order

    def qualifiers(self, event: EventFacts, entrants: int) -> int:
        """Return the number of qualifiers: 0 without playoffs, unless the director set a number."""
        if not event.has_playoffs and event.qualifiers is None:
            return 0
        return number_of_qualifiers(entrants, event.qualifiers)

    def settled_down_to(self, event: EventFacts, qualifiers: int, places: int) -> int:
        """Where no playoffs follow the standings are the result: every tie has to be settled, except for clubs."""
        return qualifiers if event.has_playoffs or event.kind == "club" else places

    def check(self, event_file: EventFile, ranked: Sequence[int], qualifiers: int) -> CrossCheck:
        return total_points.check_sheets(event_file, ranked, self.sheet)

    def rank(
        self, event_file: EventFile, check: CrossCheck, totals: Mapping[int, CardTotals], qualifiers: int
    ) -> Ranking:
        return total_points.rank_sheets(
            event_file,
            check,
            totals,
            self.sheet,
            qualifiers=qualifiers,
            settled_down_to=self.settled_down_to(event_file.event, qualifiers, len(totals)),
        )

    def sat_out(self, event_file: EventFile) -> Mapping[int, Set[int]]:
        return total_points.sat_out_of_sheets(event_file)


def sheet_cards(sheet: total_points.GameSheet, scoring: Scoring) -> SheetCards:
    """Return the cards of a scoring that adds up the points of such sheets."""
    return SheetCards(scoring, {"total": scoring.columns.total, "games_won": "Games won"}, SLIP, sheet)
