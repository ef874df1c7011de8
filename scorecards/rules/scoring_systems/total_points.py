"""Game sheets: both sides' points of each game, or the points left; checked, added up and ranked.

Two scorings are of this kind. Under ``total-points`` (the 55+ Games) a line has both sides' points, the winner's 121;
most points over all games come first. Under ``points-left`` it has only what its own side had left to the game hole,
the winner nothing; fewest come first. Then games won decide, then who beat whom among those who are level, and what is
level still waits for the director's order. A skunk is worth nothing more.

Every game is compared, not only those of the leaders. The sources have no ruling for two sheets that differ, so each
such game waits for the director, and counts meanwhile for each side as its own card has it. No game can be conceded:
only 121 points, or nothing left, is a win.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import Enum

from scorecards.rules.crosscheck import CrossCheck, UndecidedGame
from scorecards.rules.differing_games import LinesByGame, fill_in_blank_opponents
from scorecards.rules.discrepancies import NotCovered
from scorecards.rules.drop_outs import STAND, DropOuts, counted_lines, is_compared
from scorecards.rules.line_points import CardError, CardTotals, Claim, Standing
from scorecards.rules.pools import pools_of_entrants
from scorecards.rules.ranking import Order, Ranking, rank
from tournaments.rules.due_lines import NOTHING, is_whole, sat_out_on_sheets
from tournaments.rules.scorings import GAME_HOLE
from tournaments.rules.types import DecisionRecord, EventFile, FootTotals, Line

SOURCES = ("games-55plus 18", "games-55plus 19", "games-55plus 32", "games-55plus 33")
"""The lines of the source that are worked out here."""


class Unsettled(Enum):
    """Why the two cards of a game do not settle it, in words for the director."""

    BLANK = "a number is blank on a card"
    BOTH_CLAIM = "both cards claim the win"
    NOBODY_CLAIMS = "neither card has a win: the game was not finished, or a card is wrong"
    DIFFER = "the two cards say different points"
    BOTH_AT_THE_END = "both sides have 121 points, only one can have won"


@dataclass(frozen=True, slots=True)
class PeggedTotals:
    """The totals of a card of ``total-points``: points pegged over all games, and games won."""

    total_points: int = 0
    games_won: int = 0

    @property
    def standing(self) -> Standing:
        """Total points, then games won: each better when greater (games-55plus 32)."""
        return (self.total_points, self.games_won)

    def to_dict(self) -> dict[str, int]:
        """Return the totals by the keys that they have in the report."""
        return {"total_points": self.total_points, "games_won": self.games_won}

    def in_card_notation(self) -> str:
        """Return the totals as ``1543, 11 won``."""
        return f"{self.total_points}, {self.games_won} won"


@dataclass(frozen=True, slots=True)
class LeftTotals:
    """The totals of a card of ``points-left``: points left over all games, and games won."""

    points_left: int = 0
    games_won: int = 0

    @property
    def standing(self) -> Standing:
        """Points left, fewest first, then games won."""
        return (-self.points_left, self.games_won)

    def to_dict(self) -> dict[str, int]:
        """Return the totals by the keys that they have in the report."""
        return {"points_left": self.points_left, "games_won": self.games_won}

    def in_card_notation(self) -> str:
        """Return the totals as ``212 left, 11 won``."""
        return f"{self.points_left} left, {self.games_won} won"


def claim_of_points(line: Line) -> Claim | None:
    """Return the claim of a line with both sides' points: only 121 against fewer is a win."""
    if line.own is None:
        return None
    return Claim.WIN if line.own == GAME_HOLE and line.theirs != GAME_HOLE else Claim.LOSS


def claim_of_left(line: Line) -> Claim | None:
    """Return the claim of a line with points left: nothing left is a win."""
    if line.left is None:
        return None
    return Claim.WIN if line.left == 0 else Claim.LOSS


def why_points_unsettled(mine: Line, yours: Line) -> Unsettled | None:
    """Tell why two lines of both sides' points do not settle their game; ``None`` where they do."""
    if None in (mine.own, mine.theirs, yours.own, yours.theirs):
        return Unsettled.BLANK
    if (mine.own, mine.theirs) != (yours.theirs, yours.own):
        both_claim = claim_of_points(mine) is claim_of_points(yours) is Claim.WIN
        return Unsettled.BOTH_CLAIM if both_claim else Unsettled.DIFFER
    if mine.own == mine.theirs == GAME_HOLE:
        return Unsettled.BOTH_AT_THE_END
    return None if GAME_HOLE in (mine.own, mine.theirs) else Unsettled.NOBODY_CLAIMS


def why_left_unsettled(mine: Line, yours: Line) -> Unsettled | None:
    """Tell why two lines of points left do not settle their game: exactly one side must have nothing left."""
    if mine.left is None or yours.left is None:
        return Unsettled.BLANK
    if mine.left and yours.left:
        return Unsettled.NOBODY_CLAIMS
    return None if mine.left or yours.left else Unsettled.BOTH_CLAIM


@dataclass(frozen=True, slots=True)
class GameSheet:
    """One kind of game sheet: how its lines are compared and counted, and how its cards are ranked.

    ``worth`` is what a line adds to the total. A forfeit's columns are those of the side that wins it, of the one that
    loses it, and of each where both lose it.
    """

    order: Order
    worth: Callable[[Line], int | None]
    totals: Callable[[int, int], CardTotals]
    why_unsettled: Callable[[Line, Line], Unsettled | None]
    won_by_forfeit: Mapping[str, int]
    lost_by_forfeit: Mapping[str, int]
    lost_by_both: Mapping[str, int]
    is_lowest_first: bool

    def sums(self, lines: Iterable[Line]) -> tuple[int, int]:
        """Return the sum of the lines, blanks as 0, and how many are wins."""
        total = games_won = 0
        for line in lines:
            total += self.worth(line) or 0
            games_won += self.order.claim(line) is Claim.WIN
        return total, games_won


TOTAL_POINTS = GameSheet(
    order=Order(("total points", "games won"), claim_of_points, has_tie_game=False),
    worth=lambda line: line.own,
    totals=PeggedTotals,
    why_unsettled=why_points_unsettled,
    won_by_forfeit={"own": GAME_HOLE, "theirs": 0},
    lost_by_forfeit={"own": 0, "theirs": GAME_HOLE},
    lost_by_both={"own": 0, "theirs": 0},
    is_lowest_first=False,
)
POINTS_LEFT = GameSheet(
    order=Order(("points left", "games won"), claim_of_left, has_tie_game=False),
    worth=lambda line: line.left,
    totals=LeftTotals,
    why_unsettled=why_left_unsettled,
    won_by_forfeit={"left": 0},
    lost_by_forfeit={"left": GAME_HOLE},
    lost_by_both={"left": GAME_HOLE},
    is_lowest_first=True,
)


def check_sheets(event_file: EventFile, ranked: Sequence[int], sheet: GameSheet) -> CrossCheck:
    """Compare both cards of every game, and add up what counts for each of the ``ranked`` entrants.

    Lines 18 and 19 of games-55plus. The result depends on nothing but the file: not on the order of its cards. Every
    entrant's card is checked.
    """
    drop_outs = DropOuts.of(event_file)
    arithmetic = tuple(_foot_errors(event_file, sheet))
    lines: LinesByGame = {
        card.entrant: {line.game: line for line in card.lines}
        for card in sorted(event_file.scorecards, key=lambda card: card.entrant)
    }
    _apply_decisions(lines, event_file.decisions)
    floaters = {entrant.number for entrant in event_file.entrants if entrant.house_player}
    undecided = [
        UndecidedGame(game, entrants, reason)
        for (game, *_), (entrants, reason) in sorted(_unsettled(lines, event_file.decisions, sheet).items())
        if is_compared(entrants, drop_outs, floaters)
    ]
    counted = counted_lines(
        lines,
        event_file,
        drop_outs=drop_outs,
        won_by_forfeit=sheet.won_by_forfeit,
        lost_by_forfeit=sheet.lost_by_forfeit,
        lost_by_both=sheet.lost_by_both,
    )
    totals = {number: sheet.totals(*sheet.sums(counted.get(number, {}).values())) for number in ranked}
    checked = tuple(sorted(ranked))
    return CrossCheck(
        arithmetic=arithmetic,
        put_right=(),
        rulings=(),
        undecided=tuple(undecided),
        unchecked=(),
        checked=checked,
        lines=lines,
        totals=totals,
        totals_before=totals,
        passes=(checked,) if checked else (),
        counted=counted,
    )


def rank_sheets(
    event_file: EventFile,
    check: CrossCheck,
    totals: Mapping[int, CardTotals],
    sheet: GameSheet,
    *,
    qualifiers: int,
    settled_down_to: int,
) -> Ranking:
    """Rank by the totals, then head-to-head among those who are level, step by step, then the director's order.

    Those whose results count for nobody stand behind all others; with points left, so do those who went home and
    have fewer games for it, unless the games not played are forfeits.

    Each pool is ranked by itself, as if there were no other. Where somebody qualifies there is one line through the
    whole field, and so one ranking of it.
    """
    drop_outs = DropOuts.of(event_file)
    gains_by_absence = sheet.is_lowest_first and drop_outs.setting == STAND
    behind = frozenset(drop_outs.entrants) if gains_by_absence else drop_outs.without_results

    def ranked(among: Mapping[int, CardTotals]) -> Ranking:
        return rank(
            among,
            qualifiers=qualifiers,
            lines=check.counted,
            tie_orders=event_file.tie_orders,
            order=sheet.order,
            settled_down_to=settled_down_to,
            behind=behind,
        )

    pools = {} if qualifiers else pools_of_entrants(event_file.entrants)
    if not pools:
        return ranked(totals)
    return _one_after_another(
        {pool: ranked({number: totals[number] for number in numbers}) for pool, numbers in pools.items()}
    )


def _one_after_another(rankings: Mapping[str, Ranking]) -> Ranking:
    """Return the rankings of the pools as one, in which each place says of which pool it is."""
    return Ranking(
        places=tuple(replace(place, pool=pool) for pool, ranking in rankings.items() for place in ranking.places),
        high_nonqualifier=None,
        tie_games_needed=(),
        tie_orders_needed=tuple(group for ranking in rankings.values() for group in ranking.tie_orders_needed),
    )


def sat_out_of_sheets(event_file: EventFile) -> Mapping[int, Set[int]]:
    """Return the games for which an entrant's card needs no line: not scheduled, or against somebody who had left.

    A floater needs no card, and nobody needs a line against one.
    """
    floaters = {entrant.number for entrant in event_file.entrants if entrant.house_player}
    last_games = {
        entrant.number: entrant.withdrawn_after_game
        for entrant in event_file.entrants
        if entrant.withdrawn_after_game is not None
    } | dict.fromkeys(floaters, 0)
    every_game = frozenset(range(1, event_file.event.games + 1))
    return {**sat_out_on_sheets(event_file.schedule, last_games), **dict.fromkeys(floaters, every_game)}


def _foot_errors(event_file: EventFile, sheet: GameSheet) -> Iterator[CardError]:
    """Compare the foot of each whole card with its lines as written; a blank total is no error."""
    sat_out = sat_out_of_sheets(event_file)
    for card in sorted(event_file.scorecards, key=lambda card: card.entrant):
        games = [line.game for line in card.lines]
        if card.recorded and is_whole(games, event_file.event.games, sat_out.get(card.entrant, NOTHING)):
            yield from foot_errors_of_sheet(card.entrant, card.recorded, card.lines, sheet)


def foot_errors_of_sheet(
    entrant: int, foot: FootTotals, lines: Iterable[Line], sheet: GameSheet
) -> Iterator[CardError]:
    """Yield the foot totals that are not the sums of these lines."""
    total, games_won = sheet.sums(lines)
    for field, written, right in (("games_won", foot.games_won, games_won), ("total", foot.total, total)):
        if written is not None and written != right:
            yield CardError(entrant, None, field, written, right)


def _apply_decisions(lines: LinesByGame, decisions: Sequence[DecisionRecord]) -> None:
    for decision in decisions:
        first, second = decision.entrants
        other = {first: second, second: first}
        for side in decision.lines:
            line = Line(decision.game, other[side.entrant], own=side.own, theirs=side.theirs, left=side.left)
            lines.setdefault(side.entrant, {})[decision.game] = line


def _unsettled(
    lines: LinesByGame, decisions: Sequence[DecisionRecord], sheet: GameSheet
) -> dict[tuple[int, ...], tuple[tuple[int, ...], str]]:
    """Return (entrants, reason) of every game that its cards do not settle, by game and entrants, ascending."""
    blank = {(game, entrant) for entrant, own in lines.items() for game, line in own.items() if line.opponent is None}
    claimed_by_several = fill_in_blank_opponents(lines, blank) if blank else set()
    settled = {(decision.game, *sorted(decision.entrants)) for decision in decisions}
    found: dict[tuple[int, ...], tuple[tuple[int, ...], str]] = {}
    for entrant, own in lines.items():
        for game, line in own.items():
            if line.opponent is None:
                if (game, entrant) not in claimed_by_several:
                    found[game, entrant] = (entrant,), NotCovered.NO_OPPONENT.value
                continue
            theirs = lines.get(line.opponent, {}).get(game)
            pair = (min(entrant, line.opponent), max(entrant, line.opponent))
            if theirs is None or (game, *pair) in settled or (game, *pair) in found:
                continue  # not keyed yet: the game is left alone, and the event is not complete
            reason = _why_unsettled(entrant, line, theirs, sheet)
            if reason is not None:
                found[game, *pair] = pair, reason
    return found


def _why_unsettled(entrant: int, line: Line, theirs: Line, sheet: GameSheet) -> str | None:
    if theirs.opponent != entrant:
        return NotCovered.DIFFERENT_OPPONENTS.value
    unsettled = sheet.why_unsettled(line, theirs)
    return None if unsettled is None else unsettled.value
