"""Cross-checking: every card against its opponents' cards, with the rule that settles each discrepancy.

The result depends on nothing but the cards, the decisions and the edition: not on the order in which cards
are entered or checked. The cards of one game may still differ afterwards (12.2.b and 12.2.h), so the outcome is a line
in force for each card, never one result of the game.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from operator import attrgetter

from scorecards.rules import line_points
from scorecards.rules.differing_games import (
    Discrepancy,
    LinesByGame,
    discrepancies_of_leavers,
    find_discrepancies,
    lines_against_leavers,
)
from scorecards.rules.discrepancies import Resolution, read_in_favor, resolve, why_not_covered, won_by_forfeit
from scorecards.rules.qualifying import apparent_qualifiers, qualifying_line
from tournaments.rules.due_lines import NOTHING as NO_GAMES
from tournaments.rules.due_lines import is_whole
from tournaments.rules.scorings import ACC, Scoring
from tournaments.rules.types import CardRecord, DecisionRecord, Line

__all__ = ["CrossCheck", "FoundRuling", "RulingChange", "UncheckedGame", "UndecidedGame", "cross_check"]


_game_of = attrgetter("game")


@dataclass(frozen=True, slots=True)
class RulingChange:
    """The change of a ruling on one card. ``before`` has its own arithmetic put right already."""

    entrant: int
    before: Line
    after: Line


@dataclass(frozen=True, slots=True)
class FoundRuling:
    """A discrepancy settled by the rules it cites; ``entrants`` ascend, ``changes`` is empty where both cards stand."""

    game: int
    entrants: tuple[int, int]
    rules: tuple[str, ...]
    changes: tuple[RulingChange, ...]


@dataclass(frozen=True, slots=True)
class UndecidedGame:
    """A discrepancy that no rule covers: the director decides. ``entrants`` ascend."""

    game: int
    entrants: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class UncheckedGame:
    """A disagreement on no card that is checked: it stands as written. ``entrants`` ascend."""

    game: int
    entrants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """The outcome: what was wrong, what was ruled, and what each card is worth.

    ``put_right`` holds the lines whose own game points were mended, as (entrant, as written, put right). ``passes`` are
    the entrants flagged first by the cards as they stood, and then by each round of rulings; ``totals_before`` what the
    cards were worth before any ruling. ``lines`` are the lines in force by entrant and game; ``totals`` their sums for
    the ranked entrants, and ``counted`` the lines that those are the sums of. ``in_favor`` are the entrants who were
    flagged only because of the dead zone, with the games of the lines that were read in their favor.
    """

    arithmetic: tuple[line_points.CardError, ...]
    put_right: tuple[tuple[int, Line, Line], ...]
    rulings: tuple[FoundRuling, ...]
    undecided: tuple[UndecidedGame, ...]
    unchecked: tuple[UncheckedGame, ...]
    checked: tuple[int, ...]
    lines: Mapping[int, Mapping[int, Line]]
    totals: Mapping[int, line_points.CardTotals]
    totals_before: Mapping[int, line_points.CardTotals]
    passes: tuple[tuple[int, ...], ...]
    counted: Mapping[int, Mapping[int, Line]]
    in_favor: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


def cross_check(
    cards: Sequence[CardRecord],
    *,
    entrants: Iterable[int],
    qualifiers: int,
    games: int,
    edition: str = "acc-2020",
    decisions: Sequence[DecisionRecord] = (),
    scheme: Scoring = ACC,
    sat_out: Mapping[int, Set[int]] | None = None,
    last_games: Mapping[int, int] | None = None,
) -> CrossCheck:
    """Check every game that has an apparent qualifier in it, until no new apparent qualifier appears.

    ``entrants`` are those who are ranked (house players hold cards but are never ranked), ``games`` the number of lines
    on a card, ``qualifiers`` how many qualify. ``sat_out`` are the games for which an entrant's card needs no line
    (:mod:`tournaments.rules.due_lines`): foot totals are compared once all others are there. ``last_games`` are those
    of entrants who left. Rules 12.2.a to h and appendix 4 to 6, 10, 11 and 13 in ``acc-2020``; guidelines 4 to 6, 10 to
    12 and 14 in ``acc-2010``.
    """
    found = _put_cards_right(cards, games, scheme, sat_out or {})
    lines = found.lines
    for entrant in _apply_decisions(lines, decisions, scheme):
        found.totals[entrant] = line_points.total(lines[entrant].values())
    discrepancies = find_discrepancies(lines, decisions)
    unanswered = lines_against_leavers(lines, last_games or {}, decisions)
    discrepancies += discrepancies_of_leavers(lines, unanswered, scheme)
    working = _Working(
        lines=lines,
        edition=edition,
        scheme=scheme,
        totals={entrant: found.totals.get(entrant, line_points.NOTHING) for entrant in entrants},
        discrepancies=sorted(discrepancies, key=attrgetter("game", "entrants")),
        readable=found.readable | unanswered.keys(),
        unanswered=unanswered,
    )
    totals_before = dict(working.totals)
    passes = working.check_until_no_new_flag(qualifiers)
    rulings, undecided, unchecked = working.outcome()
    return CrossCheck(
        arithmetic=tuple(found.arithmetic),
        put_right=tuple(found.put_right),
        rulings=rulings,
        undecided=undecided,
        unchecked=unchecked,
        checked=tuple(sorted(working.flagged)),
        lines=lines,
        totals=working.totals,
        totals_before=totals_before,
        passes=passes,
        counted=lines,
        in_favor=working.in_favor,
    )


@dataclass(slots=True)
class _Cards:
    """Every card with its own arithmetic put right, what that found, and what each adds up to.

    ``readable`` are the lines, by entrant and game, that might be read in favor of their card.
    """

    arithmetic: list[line_points.CardError] = field(default_factory=list)
    put_right: list[tuple[int, Line, Line]] = field(default_factory=list)
    lines: LinesByGame = field(default_factory=dict)
    totals: dict[int, line_points.Totals] = field(default_factory=dict)
    readable: set[tuple[int, int]] = field(default_factory=set)


def _put_cards_right(
    cards: Sequence[CardRecord], games: int, scheme: Scoring, sat_out: Mapping[int, Set[int]]
) -> _Cards:
    found = _Cards()
    by_spread = scheme.by_spread
    for card in sorted(cards, key=lambda card: card.entrant):
        own = {line.game: line for line in card.lines}
        game_points = games_won = plus_total = minus_total = 0
        odd: list[Line] = []
        for line in card.lines:
            # The two ordinary kinds of line are counted at once: a check has to read tens of thousands.
            points, plus = line.points, line.plus
            if plus is None:
                if points == 0:
                    if line.minus is not None:
                        minus_total += line.minus
                    continue
            elif points == by_spread[plus] and line.minus is None:
                game_points += points
                games_won += 1
                plus_total += plus
                continue
            odd.append(line)
        if len(odd) > 1:
            odd.sort(key=_game_of)
        for line in odd:
            right = own[line.game] = _put_line_right(card.entrant, line, scheme, found)
            found.readable.add((card.entrant, line.game))
            if right.points:
                game_points += right.points
                games_won += 1
            plus_total += right.plus or 0
            minus_total += right.minus or 0
        totals = line_points.Totals(game_points, games_won, plus_total, minus_total)
        if card.recorded is not None and is_whole(own, games, sat_out.get(card.entrant, NO_GAMES)):
            found.arithmetic += line_points.foot_total_errors(card.entrant, card.recorded, totals)
        found.lines[card.entrant] = own
        found.totals[card.entrant] = totals
    return found


def _put_line_right(entrant: int, line: Line, scheme: Scoring, found: _Cards) -> Line:
    right = line_points.put_points_right(line, scheme)
    if right is not line:
        found.put_right.append((entrant, line, right))
        if line.points is not None and right.points is not None:
            found.arithmetic.append(line_points.CardError(entrant, line.game, "points", line.points, right.points))
    return right


def _apply_decisions(lines: LinesByGame, decisions: Sequence[DecisionRecord], scheme: Scoring) -> set[int]:
    """Replace lines on the cards by decided lines, and return the entrants concerned."""
    for decision in decisions:
        first, second = decision.entrants
        other = {first: second, second: first}
        for decided in decision.lines:
            line = Line(decision.game, other[decided.entrant], decided.points, decided.plus, decided.minus)
            lines.setdefault(decided.entrant, {})[decision.game] = line_points.put_points_right(line, scheme)
    return {decided.entrant for decision in decisions for decided in decision.lines}


@dataclass(slots=True)
class _Working:
    """The dead-zone loop (appendix 11 and 13): rule, total, flag again, until nobody new is flagged."""

    lines: LinesByGame
    edition: str
    scheme: Scoring
    totals: dict[int, line_points.Totals]
    discrepancies: list[Discrepancy]
    readable: Set[tuple[int, int]]
    unanswered: Mapping[tuple[int, int], Line]
    flagged: set[int] = field(default_factory=set)
    in_favor: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def check_until_no_new_flag(self, qualifiers: int) -> tuple[tuple[int, ...], ...]:
        """Rule until nobody new is flagged, and return who was flagged in each pass."""
        passes: list[tuple[int, ...]] = []
        touching: dict[int, list[Discrepancy]] = {}
        for discrepancy in self.discrepancies:
            for entrant in discrepancy.entrants:
                touching.setdefault(entrant, []).append(discrepancy)
        standings = {entrant: totals.standing for entrant, totals in self.totals.items()}
        readable: dict[int, list[int]] = {}
        for entrant, game in sorted(self.readable):
            if entrant in standings:
                readable.setdefault(entrant, []).append(game)
        while new := self._newly_flagged(standings, qualifiers, readable):
            self.flagged |= new
            passes.append(tuple(sorted(new)))
            # A game between two newly flagged entrants is found twice, and ruled once with both flags.
            touched = {id(found): found for entrant in new for found in touching.get(entrant, ())}
            changed: set[int] = set()
            for discrepancy in touched.values():
                changed |= self._rule(discrepancy)
            for entrant in changed & self.totals.keys():
                self.totals[entrant] = line_points.total(self.lines[entrant].values())
                standings[entrant] = self.totals[entrant].standing
        return tuple(passes)

    def _newly_flagged(
        self, standings: Mapping[int, line_points.Standing], qualifiers: int, readable: Mapping[int, Sequence[int]]
    ) -> set[int]:
        """Return who qualifies as the cards stand, and who would with their own lines read in their favor."""
        new = apparent_qualifiers(standings, qualifiers) - self.flagged
        line = qualifying_line(standings, qualifiers)
        if line is None:
            return new
        for entrant in readable.keys() - self.flagged - new:
            own = self.lines[entrant]
            read = {game: won for game in readable[entrant] if (won := self._in_favor(entrant, own[game])) is not None}
            if read and line_points.total((own | read).values()).standing >= line:
                self.in_favor[entrant] = tuple(read)
                new.add(entrant)
        return new

    def _in_favor(self, entrant: int, line: Line) -> Line | None:
        """Return how a line is read in favor of its card; ``None`` where it says one thing only, as most do."""
        if (entrant, line.game) in self.unanswered:
            won = won_by_forfeit(line, self.scheme)
            return won if line_points.total([won]).standing > line_points.total([line]).standing else None
        theirs = self.lines.get(line.opponent, {}).get(line.game) if line.opponent is not None else None
        return read_in_favor(line, theirs if theirs and theirs.opponent == entrant else None, self.scheme)

    def _rule(self, discrepancy: Discrepancy) -> set[int]:
        """Rule from the original lines with the current flags; a later flag rules the game again."""
        if discrepancy.not_covered is not None or discrepancy.theirs is None:
            return set()
        first, second = discrepancy.entrants
        flagged = (first in self.flagged, second in self.flagged)
        discrepancy.not_covered = why_not_covered(
            discrepancy.mine, discrepancy.theirs, flagged=flagged, edition=self.edition
        )
        if discrepancy.not_covered is not None:
            # An earlier ruling falls when the other side is flagged as well and nothing covers that.
            discrepancy.ruled = None
            in_force = (discrepancy.mine, discrepancy.theirs)
        else:
            discrepancy.ruled = resolve(
                discrepancy.mine, discrepancy.theirs, flagged=flagged, edition=self.edition, scheme=self.scheme
            )
            in_force = (discrepancy.ruled.first, discrepancy.ruled.second)
        self.lines[first][discrepancy.game], self.lines[second][discrepancy.game] = in_force
        return {first, second}

    def outcome(self) -> tuple[tuple[FoundRuling, ...], tuple[UndecidedGame, ...], tuple[UncheckedGame, ...]]:
        rulings: list[FoundRuling] = []
        undecided: list[UndecidedGame] = []
        unchecked: list[UncheckedGame] = []
        for found in self.discrepancies:
            if found.ruled is not None:
                rulings.append(_ruling(found, found.ruled))
            elif not self.flagged.isdisjoint(found.cards):
                assert found.not_covered is not None, "a covered game of a flagged entrant is ruled"
                undecided.append(UndecidedGame(found.game, found.entrants, found.not_covered))
            else:
                unchecked.append(UncheckedGame(found.game, found.entrants))
        return tuple(rulings), tuple(undecided), tuple(unchecked)


def _ruling(found: Discrepancy, ruled: Resolution) -> FoundRuling:
    first, second = found.entrants
    sides = ((first, found.mine, ruled.first), (second, found.theirs, ruled.second))
    changes = tuple(
        RulingChange(entrant, before, after)
        for entrant, before, after in sides
        if before is not None and before != after
    )
    return FoundRuling(found.game, (first, second), ruled.rules, changes)
