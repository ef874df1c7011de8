"""Slips of the pencil for demo events: every way in which cards go wrong, with the rule that will meet it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import cycle
from random import Random

from brackets.demo.results import Result
from scorecards.rules.scoring import ACC, Totals, put_points_right, total
from tournaments.rules.constants import MAX_SPREAD, SKUNK
from tournaments.rules.types import FootTotals, Line


class Slip(Enum):
    """What went wrong with one game on its two cards."""

    SKUNK_MISSED = "2 points for a skunk (appendix 5)"
    SKUNK_CLAIMED = "3 points for an ordinary win (appendix 5)"
    POINTS_BLANK = "no game points on one card (no error: they follow from the column)"
    SPREAD_TO_OWN_GAIN = "a card gives its owner a better spread than the other card does (12.2.a, b)"
    SPREAD_TO_OWN_LOSS = "a card gives its owner a worse spread than the other card does (12.2.h)"
    SPREAD_ON_ONE_CARD = "the spread is missing on one card (12.2.c)"
    BOTH_WIN = "the loser claims a win, spread in the minus column (12.2.d)"
    BOTH_LOSE = "the winner claims a loss, spread in the plus column (12.2.d)"
    BOTH_WIN_IN_PLUS = "the loser claims a win, spread in the plus column (12.2.e)"
    BOTH_LOSE_IN_MINUS = "the winner claims a loss, spread in the minus column (12.2.e)"
    WRONG_COLUMN = "right result, spread in the wrong column (12.2.f)"
    WRONG_COLUMN_ONE_SPREAD = "wrong column on one card, no spread on the other (12.2.f and c)"
    WRONG_COLUMN_TO_OWN_GAIN = "wrong column and a better spread on one card (12.2.f and a)"
    BOTH_WIN_TO_OWN_GAIN = "the loser claims a win, and the spreads differ (12.2.d and a)"
    BOTH_COLUMNS = "both columns filled on one card (14.1)"
    NO_SPREAD = "no spread on either card (14.1)"
    NO_CLAIM = "nothing but the opponent on one card, no spread on the other (14.1)"
    BOTH_IN_WRONG_COLUMN = "right result, both spreads in the wrong column (14.1)"
    BOTH_WIN_ONE_SPREAD = "the loser claims a win without a spread (14.1)"
    OTHER_OPPONENT = "one card names somebody who sat near by (14.1)"


class FootSlip(Enum):
    """What went wrong with the totals at the foot of one card."""

    SWAPPED = "game points and games won in each other's place (appendix 4)"
    GAME_POINTS = "game points added up wrong"
    GAMES_WON = "games won counted wrong"
    PLUS = "plus column added up wrong"
    MINUS = "minus column added up wrong"
    BLANK = "a total left blank"


_HOW_OFTEN = {
    Slip.SKUNK_MISSED: 8,
    Slip.SKUNK_CLAIMED: 5,
    Slip.POINTS_BLANK: 8,
    Slip.SPREAD_TO_OWN_GAIN: 13,
    Slip.SPREAD_TO_OWN_LOSS: 13,
    Slip.SPREAD_ON_ONE_CARD: 8,
    Slip.BOTH_WIN: 5,
    Slip.BOTH_LOSE: 3,
    Slip.BOTH_WIN_IN_PLUS: 3,
    Slip.BOTH_LOSE_IN_MINUS: 2,
    Slip.WRONG_COLUMN: 12,
    Slip.WRONG_COLUMN_ONE_SPREAD: 2,
    Slip.WRONG_COLUMN_TO_OWN_GAIN: 2,
    Slip.BOTH_WIN_TO_OWN_GAIN: 2,
    Slip.BOTH_COLUMNS: 2,
    Slip.NO_SPREAD: 2,
    Slip.NO_CLAIM: 2,
    Slip.BOTH_WIN_ONE_SPREAD: 1,
    Slip.OTHER_OPPONENT: 2,
}
_GAMES_WITH_A_SLIP = 0.05
_FEWEST_GAMES_WITH_A_SLIP = 15
_FEET_WITH_A_SLIP = 0.08
_FEWEST_FEET_WITH_A_SLIP = 6
# Mostly a miscount by a little; a ten dropped; and 9, 18 or 27, as when two digits change places.
_HOW_FAR_OFF = (1, 1, 1, 2, 2, 3, 5, 9, 10, 10, 18, 27)


class Company(Enum):
    """Whom a slip at a front-runner's board needs on the other side, for its rule to arise."""

    ANYBODY = "anybody"
    FRONT = "another front-runner"
    FIELD = "somebody who will not qualify"


_SHOWN_AT_THE_FRONT = (
    (Slip.SPREAD_TO_OWN_GAIN, Company.FRONT),
    *((slip, Company.FIELD if slip is Slip.SPREAD_TO_OWN_GAIN else Company.ANYBODY) for slip in _HOW_OFTEN),
)


@dataclass(frozen=True, slots=True)
class Front:
    """Who will surely be an apparent qualifier, best first, and who may become one."""

    sure: Sequence[int]
    possible: frozenset[int]


def spoil_games(
    rng: Random, results: Sequence[Result], cards: Mapping[int, list[Line]], front: Front
) -> dict[tuple[int, int], Slip]:
    """Put slips on one game in twenty, more in a small event; return what went wrong, by (game, winner).

    ``cards`` are changed in place; the line of game ``g`` stands at ``g - 1``. Where there is room, each kind
    of slip is first put once at the board of a front-runner, a differing spread twice (against another
    front-runner and against somebody else), because only there does cross-checking look at it. The others
    fall anywhere. Both spreads in the wrong column are too rare to fall anywhere.
    """
    played = [result for result in results if not result.forfeited]
    room = max(round(len(played) * _GAMES_WITH_A_SLIP), min(_FEWEST_GAMES_WITH_A_SLIP, len(played) // 4))
    shown = _SHOWN_AT_THE_FRONT if room >= len(_SHOWN_AT_THE_FRONT) else rng.sample(_SHOWN_AT_THE_FRONT, room)
    picker = _Picker(rng, played, front)
    for slip, company in shown:
        picker.pick_at_the_front(slip, company)
    others = rng.choices(list(_HOW_OFTEN), weights=list(_HOW_OFTEN.values()), k=room - len(shown))
    for slip in others:
        picker.pick_anywhere(slip)
    if len(shown) == len(_SHOWN_AT_THE_FRONT):
        # Chosen apart, so that an event keeps its other slips: the numbers of the same seed go on as before.
        picker.rng = Random(len(played))  # noqa: S311
        picker.pick_at_the_front(Slip.BOTH_IN_WRONG_COLUMN, Company.ANYBODY)
    for result, slip in picker.picked:
        winners_line, losers_line = result.winners_line, result.losers_line
        if slip is Slip.OTHER_OPPONENT:
            winners_line = replace(winners_line, opponent=_somebody_near(rng, result, cards))
        else:
            winners_line, losers_line = _SPOILERS[slip](rng, winners_line, losers_line)
        cards[result.winner][result.game - 1] = winners_line
        cards[result.loser][result.game - 1] = losers_line
    return {(result.game, result.winner): slip for result, slip in picker.picked}


class _Picker:
    """Chooses a game for each slip: no game has two, and no game number has two wrong opponents.

    Two cards that name each other by mistake in the same game would look as if they agreed.
    """

    def __init__(self, rng: Random, played: Sequence[Result], front: Front) -> None:
        self.rng = rng
        self.front = front
        self.picked: list[tuple[Result, Slip]] = []
        self._free = set(played)
        self._boards_of: dict[int, list[Result]] = {entrant: [] for entrant in front.sure}
        self._front_runners = cycle(front.sure)
        self._games_with_a_wrong_opponent: set[int] = set()
        self._played = played
        for result in played:
            for entrant in (result.winner, result.loser):
                if entrant in self._boards_of:
                    self._boards_of[entrant].append(result)

    def pick_at_the_front(self, slip: Slip, company: Company) -> None:
        """Pick a game of the next front-runner, or of the first one after who has a fitting game."""
        for _ in self.front.sure:
            entrant = next(self._front_runners)
            fitting = [
                result
                for result in self._boards_of[entrant]
                if self._fits(result, slip)
                and self._is_in_company(result.loser if result.winner == entrant else result.winner, company)
            ]
            if fitting:
                self._take(self.rng.choice(fitting), slip)
                return
        self.pick_anywhere(slip)

    def pick_anywhere(self, slip: Slip) -> None:
        """Pick any fitting game; none in the rare event that there is none."""
        for result in self.rng.sample(self._played, min(len(self._played), 200)):
            if self._fits(result, slip):
                self._take(result, slip)
                return

    def _take(self, result: Result, slip: Slip) -> None:
        self._free.remove(result)
        self.picked.append((result, slip))
        if slip is Slip.OTHER_OPPONENT:
            self._games_with_a_wrong_opponent.add(result.game)

    def _fits(self, result: Result, slip: Slip) -> bool:
        if result not in self._free:
            return False
        if slip is Slip.SKUNK_MISSED:
            return result.margin >= SKUNK
        if slip is Slip.SKUNK_CLAIMED:
            return result.margin < SKUNK
        if slip is Slip.OTHER_OPPONENT:
            return result.game not in self._games_with_a_wrong_opponent
        return result.margin > 1  # a spread of 1 cannot be written any smaller

    def _is_in_company(self, opponent: int, company: Company) -> bool:
        if company is Company.FRONT:
            return opponent in self._boards_of
        return company is Company.ANYBODY or opponent not in self.front.possible


def _somebody_near(rng: Random, result: Result, cards: Mapping[int, list[Line]]) -> int:
    """Return an entrant whose number is near the loser's, as when the eye slips along the table."""
    players = (result.winner, result.loser)
    near = [result.loser + step for step in (-2, -1, 1, 2)]
    return rng.choice([entrant for entrant in near if entrant in cards and entrant not in players])


Pair = tuple[Line, Line]
Spoiler = Callable[[Random, Line, Line], Pair]


def _on_either(spoil: Callable[[Random, Line], Line]) -> Spoiler:
    def spoil_one(rng: Random, winners: Line, losers: Line) -> Pair:
        if rng.random() < 0.5:
            return spoil(rng, winners), losers
        return winners, spoil(rng, losers)

    return spoil_one


def _to_own_gain(rng: Random, line: Line) -> Line:
    return _with_spread(line, _off(rng, _spread(line), up=line.plus is not None))


def _to_own_loss(rng: Random, line: Line) -> Line:
    return _with_spread(line, _off(rng, _spread(line), up=line.plus is None))


def _without_spread(_rng: Random, line: Line) -> Line:
    return replace(line, plus=None, minus=None)


def _in_wrong_column(_rng: Random, line: Line) -> Line:
    return replace(line, plus=line.minus, minus=line.plus)


def _wrong_column_one_spread(rng: Random, winners: Line, losers: Line) -> Pair:
    if rng.random() < 0.5:
        return _in_wrong_column(rng, winners), _without_spread(rng, losers)
    return _without_spread(rng, winners), _in_wrong_column(rng, losers)


def _no_spread(rng: Random, winners: Line, losers: Line) -> Pair:
    return _without_spread(rng, winners), _without_spread(rng, losers)


def _blank_beside_no_spread(rng: Random, winners: Line, losers: Line) -> Pair:
    winners, losers = _no_spread(rng, winners, losers)
    return _on_either(lambda _rng, line: replace(line, points=None))(rng, winners, losers)


def _both_win(_rng: Random, winners: Line, losers: Line) -> Pair:
    return winners, replace(losers, points=winners.points)


def _both_win_to_own_gain(rng: Random, winners: Line, losers: Line) -> Pair:
    return _both_win(rng, _to_own_gain(rng, winners), losers)


def _both_win_in_plus(_rng: Random, winners: Line, losers: Line) -> Pair:
    return winners, replace(losers, points=winners.points, plus=losers.minus, minus=None)


def _both_win_one_spread(_rng: Random, winners: Line, losers: Line) -> Pair:
    return winners, replace(losers, points=winners.points, minus=None)


_SPOILERS: Mapping[Slip, Spoiler] = {
    Slip.SKUNK_MISSED: lambda _rng, winners, losers: (replace(winners, points=2), losers),
    Slip.SKUNK_CLAIMED: lambda _rng, winners, losers: (replace(winners, points=3), losers),
    Slip.POINTS_BLANK: _on_either(lambda _rng, line: replace(line, points=None)),
    Slip.SPREAD_TO_OWN_GAIN: _on_either(_to_own_gain),
    Slip.SPREAD_TO_OWN_LOSS: _on_either(_to_own_loss),
    Slip.SPREAD_ON_ONE_CARD: _on_either(_without_spread),
    Slip.BOTH_WIN: _both_win,
    Slip.BOTH_LOSE: lambda _rng, winners, losers: (replace(winners, points=0), losers),
    Slip.BOTH_WIN_IN_PLUS: _both_win_in_plus,
    Slip.BOTH_LOSE_IN_MINUS: lambda rng, winners, losers: (
        replace(_in_wrong_column(rng, winners), points=0),
        losers,
    ),
    Slip.WRONG_COLUMN: _on_either(_in_wrong_column),
    Slip.WRONG_COLUMN_ONE_SPREAD: _wrong_column_one_spread,
    Slip.WRONG_COLUMN_TO_OWN_GAIN: _on_either(
        lambda rng, line: _in_wrong_column(rng, _to_own_gain(rng, line))
    ),
    Slip.BOTH_WIN_TO_OWN_GAIN: _both_win_to_own_gain,
    Slip.BOTH_COLUMNS: _on_either(lambda _rng, line: replace(line, plus=_spread(line), minus=_spread(line))),
    Slip.NO_SPREAD: _no_spread,
    Slip.NO_CLAIM: _blank_beside_no_spread,
    Slip.BOTH_IN_WRONG_COLUMN: lambda rng, winners, losers: (
        _in_wrong_column(rng, winners),
        _in_wrong_column(rng, losers),
    ),
    Slip.BOTH_WIN_ONE_SPREAD: _both_win_one_spread,
}


def _spread(line: Line) -> int:
    spread = line.plus if line.plus is not None else line.minus
    assert spread is not None, "slips are made on lines that were right"
    return spread


def _with_spread(line: Line, spread: int) -> Line:
    if line.plus is None:
        return replace(line, minus=spread)
    return replace(line, points=ACC.by_spread[spread], plus=spread)


def _off(rng: Random, spread: int, *, up: bool) -> int:
    """Return a spread that is wrong in the given direction; down is possible from 2."""
    amount = rng.choice(_HOW_FAR_OFF)
    return min(spread + amount, MAX_SPREAD) if up else max(spread - min(amount, spread // 2), 1)


def write_feet(rng: Random, cards: Mapping[int, Sequence[Line]], *, errors: bool) -> dict[int, FootTotals]:
    """Total each card as its owner would, game points as written, and get a few totals wrong."""
    owned = {entrant: total(map(_as_its_owner_counts, lines)) for entrant, lines in cards.items()}
    slips: dict[int, FootSlip] = {}
    if errors:
        # Two numbers that are equal cannot be seen to have changed places.
        candidates = [entrant for entrant, sums in owned.items() if sums.game_points > sums.games_won > 0]
        room = max(round(len(cards) * _FEET_WITH_A_SLIP), min(_FEWEST_FEET_WITH_A_SLIP, len(cards) // 2))
        careless = rng.sample(candidates, min(room, len(candidates)))
        slips = dict(zip(careless, cycle(FootSlip), strict=False))
    return {entrant: _written_foot(rng, sums, slips.get(entrant)) for entrant, sums in owned.items()}


def _as_its_owner_counts(line: Line) -> Line:
    return line if line.points is not None else put_points_right(line)


def _written_foot(rng: Random, sums: Totals, slip: FootSlip | None) -> FootTotals:
    foot = FootTotals(sums.game_points, sums.games_won, sums.plus, sums.minus)
    little, more = rng.choice((-2, -1, 1, 2, 3)), rng.choice((-10, -9, -1, 1, 2, 9, 10, 20, 100))
    match slip:
        case None:
            return foot
        case FootSlip.SWAPPED:
            return replace(foot, game_points=sums.games_won, games_won=sums.game_points)
        case FootSlip.GAME_POINTS:
            return replace(foot, game_points=_moved(sums.game_points, little, lowest=sums.games_won))
        case FootSlip.GAMES_WON:
            return replace(foot, games_won=_moved(sums.games_won, 1 if little > 0 else -1))
        case FootSlip.PLUS:
            return replace(foot, plus=_moved(sums.plus, more))
        case FootSlip.MINUS:
            return replace(foot, minus=_moved(sums.minus, more))
        case FootSlip.BLANK:
            blank = rng.choice(("game_points", "games_won", "plus", "minus"))
            return replace(foot, **{blank: None})


def _moved(number: int, by: int, *, lowest: int = 0) -> int:
    """Return the number moved one way, or the other way where that would be too low."""
    return number + by if number + by >= lowest else number - by
