"""Card errors for demo events: every kind of error, with the rule that covers it."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from itertools import cycle
from random import Random
from typing import Any, NamedTuple

from brackets.demo.results import GameResult
from scorecards.rules.line_points import Totals, put_points_right, total
from tournaments.rules.constants import MAX_SPREAD, SKUNK
from tournaments.rules.scorings import ACC
from tournaments.rules.types import FootTotals, Line

Slip = Callable[[Random, Line, Line], Line]
"""What a player writes who should have written this line; the other line is the opponent's, as written if that is
the winner."""

# Mostly a miscount by a little; a ten dropped; and 9, 18 or 27, as when two digits change places.
_ERROR_AMOUNTS = (1, 1, 1, 2, 2, 3, 5, 9, 10, 10, 18, 27)


def _with(**columns: Any) -> Slip:
    return lambda _rng, line, _other: replace(line, **columns)


def _in_wrong_column(_rng: Random, line: Line, _other: Line) -> Line:
    return replace(line, plus=line.minus, minus=line.plus)


def _in_both_columns(_rng: Random, line: Line, _other: Line) -> Line:
    return replace(line, plus=line.plus or line.minus, minus=line.plus or line.minus)


def _as_won(_rng: Random, line: Line, other: Line) -> Line:
    return replace(line, points=other.points)


def _to_own(*, gain: bool) -> Slip:
    """Return the slip of a spread that is better or worse for its owner; worse is possible from 2."""

    def slip(rng: Random, line: Line, _other: Line) -> Line:
        spread, amount = line.plus or line.minus or 0, rng.choice(_ERROR_AMOUNTS)
        is_up = gain == (line.plus is not None)
        spread = min(spread + amount, MAX_SPREAD) if is_up else max(spread - min(amount, spread // 2), 1)
        if line.plus is None:
            return replace(line, minus=spread)
        return replace(line, points=ACC.by_spread[spread], plus=spread)

    return slip


_better, _no_spread, _no_points = _to_own(gain=True), _with(plus=None, minus=None), _with(points=None)
SKUNK_MISSED, SKUNK_CLAIMED, OTHER_OPPONENT = "skunk missed", "skunk claimed", "other opponent"
BETTER, BOTH_IN_WRONG_COLUMN = "better spread", "both in wrong column"


class _Error(NamedTuple):
    """How often it falls anywhere, the slips of the winner's and the loser's card, and whether they may be changed."""

    weight: int
    winners: Sequence[Slip] = ()
    losers: Sequence[Slip] = ()
    on_either: bool = False


_ERRORS: Mapping[str, _Error] = {
    # Appendix 5: 2 points for a skunk, 3 for an ordinary win.
    SKUNK_MISSED: _Error(8, [_with(points=2)]),
    SKUNK_CLAIMED: _Error(5, [_with(points=3)]),
    # No error: they follow from the column.
    "points blank": _Error(8, [_no_points], on_either=True),
    # 12.2.a and b; h; c.
    BETTER: _Error(13, [_better], on_either=True),
    "worse spread": _Error(13, [_to_own(gain=False)], on_either=True),
    "spread on one card": _Error(8, [_no_spread], on_either=True),
    # 12.2.d: the claims agree, and the columns differ; e: the columns too are the same.
    "both win": _Error(5, losers=[_as_won]),
    "both lose": _Error(3, [_with(points=0)]),
    "both win in plus": _Error(3, losers=[_as_won, _in_wrong_column]),
    "both lose in minus": _Error(2, [_with(points=0), _in_wrong_column]),
    # 12.2.f, alone, with c and with a; d with a.
    "wrong column": _Error(12, [_in_wrong_column], on_either=True),
    "wrong column, one spread": _Error(2, [_in_wrong_column], [_no_spread], on_either=True),
    "wrong column, better spread": _Error(2, [_better, _in_wrong_column], on_either=True),
    "both win, better spread": _Error(2, [_better], [_as_won]),
    # 14.1: no rule covers these.
    "both columns": _Error(2, [_in_both_columns], on_either=True),
    "no spread": _Error(2, [_no_spread], [_no_spread]),
    "no claim": _Error(2, [_no_spread, _no_points], [_no_spread], on_either=True),
    "both win, one spread": _Error(1, losers=[_as_won, _no_spread]),
    OTHER_OPPONENT: _Error(2),  # made where the neighbors are known
    # Too rare to fall anywhere.
    BOTH_IN_WRONG_COLUMN: _Error(0, [_in_wrong_column], [_in_wrong_column]),
}
_ANYWHERE = [name for name, error in _ERRORS.items() if error.weight]
_AT_THE_FRONT = [(BETTER, "front"), *((error, "field" if error == BETTER else "anybody") for error in _ANYWHERE)]
"""An error at a front-runner's board, and the opponent whom it needs for its rule to apply."""


def add_card_errors(
    rng: Random,
    results: Sequence[GameResult],
    cards: Mapping[int, list[Line]],
    front_runners: Sequence[int],
    possible: Set[int],
    slips: int | None = None,
) -> None:
    """Put errors on ``slips`` games: by default on one in twenty, more in a small event.

    ``front_runners`` will surely be apparent qualifiers, best first, and the ``possible`` may become one.
    ``cards`` are changed in place; the line of game ``g`` is at ``g - 1``. Where there is room, each kind
    of error is first put once at the board of a front-runner, a differing spread twice (against another
    front-runner and against somebody else), because only there does cross-checking examine it. The others
    fall anywhere.
    """
    played = [result for result in results if not result.forfeited]
    room = max(round(len(played) * 0.05), min(15, len(played) // 4)) if slips is None else slips
    required = _AT_THE_FRONT if room >= len(_AT_THE_FRONT) else rng.sample(_AT_THE_FRONT, room)
    picker = _GamePicker(played, front_runners, possible)
    for error, opponent in required:
        picker.pick_at_the_front(rng, error, opponent)
    weights = [_ERRORS[error].weight for error in _ANYWHERE]
    for error in rng.choices(_ANYWHERE, weights=weights, k=room - len(required)):
        picker.pick_any(rng, error)
    if len(required) == len(_AT_THE_FRONT):
        # Chosen apart, so that an event keeps its other slips: the numbers of the same seed stay the same.
        picker.pick_at_the_front(Random(len(played)), BOTH_IN_WRONG_COLUMN, "anybody")  # noqa: S311
    for result, error in picker.picked.items():
        winners, losers = _written(rng, _ERRORS[error], result)
        if error == OTHER_OPPONENT:
            winners = replace(winners, opponent=_entrant_nearby(rng, result, cards))
        cards[result.winner][result.game - 1], cards[result.loser][result.game - 1] = winners, losers


def _written(rng: Random, error: _Error, result: GameResult) -> tuple[Line, Line]:
    winners, losers = result.line_of(result.winner), result.line_of(result.loser)
    is_turned = error.on_either and rng.random() >= 0.5
    for slip in error.losers if is_turned else error.winners:
        winners = slip(rng, winners, losers)
    for slip in error.winners if is_turned else error.losers:
        losers = slip(rng, losers, winners)
    return winners, losers


class _GamePicker:
    """Choose a game for each error: no game has two, and no game number has two wrong opponents.

    Two cards that name each other by mistake in the same game would look as if they agreed.
    """

    def __init__(self, played: Sequence[GameResult], sure: Sequence[int], possible: Set[int]) -> None:
        self.picked: dict[GameResult, str] = {}
        self._played, self._sure, self._possible = played, sure, possible
        self._next = cycle(self._sure)

    def pick_at_the_front(self, rng: Random, error: str, opponent: str) -> None:
        """Pick a game of the next front-runner, or of the first one after who has a fitting game."""
        for _ in self._sure:
            entrant = next(self._next)
            fitting = [
                result
                for result in self._played
                if entrant in (result.winner, result.loser)
                and self._fits(result, error)
                and self._is(result.loser if result.winner == entrant else result.winner, opponent)
            ]
            if fitting:
                self.picked[rng.choice(fitting)] = error
                return
        self.pick_any(rng, error)

    def pick_any(self, rng: Random, error: str) -> None:
        """Pick any fitting game; none in the rare event that there is none."""
        some = rng.sample(self._played, min(len(self._played), 200))
        fitting = next((result for result in some if self._fits(result, error)), None)
        if fitting is not None:
            self.picked[fitting] = error

    def _is(self, entrant: int, opponent: str) -> bool:
        if opponent == "front":
            return entrant in self._sure
        return opponent == "anybody" or entrant not in self._possible

    def _fits(self, result: GameResult, error: str) -> bool:
        if result in self.picked:
            return False
        if error in (SKUNK_MISSED, SKUNK_CLAIMED):
            return (result.margin >= SKUNK) == (error == SKUNK_MISSED)
        if error == OTHER_OPPONENT:
            return all(other != error or one.game != result.game for one, other in self.picked.items())
        return result.margin > 1  # a spread of 1 cannot be written any smaller


def _entrant_nearby(rng: Random, result: GameResult, cards: Mapping[int, list[Line]]) -> int:
    """Return an entrant whose number is near the loser's, as when the eye slips along the table."""
    near = [result.loser + step for step in (-2, -1, 1, 2)]
    return rng.choice([entrant for entrant in near if entrant in cards and entrant != result.winner])


def write_totals(rng: Random, cards: Mapping[int, Sequence[Line]], *, errors: bool) -> dict[int, FootTotals]:
    """Write the totals of each card, game points as written, with errors of every kind on one card in twelve."""
    sums = {
        entrant: total(line if line.points is not None else put_points_right(line) for line in lines)
        for entrant, lines in cards.items()
    }
    wrong: dict[int, int] = {}
    if errors:
        # Two numbers that are equal cannot be seen to have changed places.
        candidates = [entrant for entrant, one in sums.items() if one.game_points > one.games_won > 0]
        room = max(round(len(cards) * 0.08), min(6, len(cards) // 2))
        wrong = dict(zip(rng.sample(candidates, min(room, len(candidates))), cycle(range(6)), strict=False))
    return {entrant: _foot(rng, one, wrong.get(entrant)) for entrant, one in sums.items()}


def _foot(rng: Random, sums: Totals, error: int | None) -> FootTotals:
    """Return the totals as written: with two in each other's place (appendix 4), one wrong, or one blank."""
    points, won = sums.game_points, sums.games_won
    foot = FootTotals(points, won, sums.plus, sums.minus)
    little, more = rng.choice((-2, -1, 1, 2, 3)), rng.choice((-10, -9, -1, 1, 2, 9, 10, 20, 100))
    if error is None:
        return foot
    if error == 5:
        return replace(foot, **{rng.choice(("game_points", "games_won", "plus", "minus")): None})
    errors = (
        {"game_points": won, "games_won": points},
        {"game_points": _moved(points, little, lowest=won)},
        {"games_won": _moved(won, 1 if little > 0 else -1)},
        {"plus": _moved(sums.plus, more)},
        {"minus": _moved(sums.minus, more)},
    )
    return replace(foot, **errors[error])


def _moved(number: int, by: int, *, lowest: int = 0) -> int:
    """Return the number moved one way, or the other way where that would be too low."""
    return number + by if number + by >= lowest else number - by
