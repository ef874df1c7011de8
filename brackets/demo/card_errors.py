"""Card errors for demo events: every kind of error, with the rule that covers it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from random import Random

from brackets.demo.results import GameResult
from scorecards.rules.line_points import Totals, put_points_right, total
from tournaments.rules.constants import MAX_SPREAD, SKUNK
from tournaments.rules.scorings import ACC
from tournaments.rules.types import FootTotals, Line

LinePair = tuple[Line, Line]
"""The winner's line of a game and the loser's."""
Slip = Callable[[Random, Line], Line]
ErrorMaker = Callable[[Random, Line, Line], LinePair]

# Mostly a miscount by a little; a ten dropped; and 9, 18 or 27, as when two digits change places.
_ERROR_AMOUNTS = (1, 1, 1, 2, 2, 3, 5, 9, 10, 10, 18, 27)


def _without_spread(_rng: Random, line: Line) -> Line:
    return replace(line, plus=None, minus=None)


def _without_points(_rng: Random, line: Line) -> Line:
    return replace(line, points=None)


def _in_wrong_column(_rng: Random, line: Line) -> Line:
    return replace(line, plus=line.minus, minus=line.plus)


def _in_both_columns(_rng: Random, line: Line) -> Line:
    return replace(line, plus=line.plus or line.minus, minus=line.plus or line.minus)


def _to_own(*, gain: bool) -> Slip:
    """Return the slip of a spread that is better or worse for its owner; worse is possible from 2."""

    def slip(rng: Random, line: Line) -> Line:
        spread, amount = line.plus or line.minus or 0, rng.choice(_ERROR_AMOUNTS)
        is_up = gain == (line.plus is not None)
        spread = min(spread + amount, MAX_SPREAD) if is_up else max(spread - min(amount, spread // 2), 1)
        if line.plus is None:
            return replace(line, minus=spread)
        return replace(line, points=ACC.by_spread[spread], plus=spread)

    return slip


_to_own_gain = _to_own(gain=True)


def _on_either(slip: Slip, other: Slip | None = None) -> ErrorMaker:
    """Return the error of a slip on one card, and of another on the other."""
    other = other or (lambda _rng, line: line)

    def make(rng: Random, winners: Line, losers: Line) -> LinePair:
        if rng.random() < 0.5:
            return slip(rng, winners), other(rng, losers)
        return other(rng, winners), slip(rng, losers)

    return make


def _on_both(slip: Slip) -> ErrorMaker:
    return lambda rng, winners, losers: (slip(rng, winners), slip(rng, losers))


def _no_claim(rng: Random, winners: Line, losers: Line) -> LinePair:
    return _on_either(_without_points)(rng, *_on_both(_without_spread)(rng, winners, losers))


def _both_win(slip: Slip, *, winners_too: bool = False) -> ErrorMaker:
    """Return the error of a loser who claims the win, and writes the spread as the slip says (or the winner does)."""

    def make(rng: Random, winners: Line, losers: Line) -> LinePair:
        if winners_too:
            winners = slip(rng, winners)
        return winners, replace(losers if winners_too else slip(rng, losers), points=winners.points)

    return make


def _as_it_is(_rng: Random, line: Line) -> Line:
    return line


SKUNK_MISSED, SKUNK_CLAIMED, OTHER_OPPONENT = "skunk missed", "skunk claimed", "other opponent"
BETTER, BOTH_IN_WRONG_COLUMN = "better spread", "both in wrong column"
_WEIGHTS_AND_MAKERS: Mapping[str, tuple[int, ErrorMaker]] = {
    # Appendix 5: 2 points for a skunk, 3 for an ordinary win.
    SKUNK_MISSED: (8, lambda _rng, winners, losers: (replace(winners, points=2), losers)),
    SKUNK_CLAIMED: (5, lambda _rng, winners, losers: (replace(winners, points=3), losers)),
    # No error: they follow from the column.
    "points blank": (8, _on_either(_without_points)),
    # 12.2.a and b; h; c.
    BETTER: (13, _on_either(_to_own_gain)),
    "worse spread": (13, _on_either(_to_own(gain=False))),
    "spread on one card": (8, _on_either(_without_spread)),
    # 12.2.d: the claims agree, and the columns differ; e: the columns too are the same.
    "both win": (5, _both_win(_as_it_is)),
    "both lose": (3, lambda _rng, winners, losers: (replace(winners, points=0), losers)),
    "both win in plus": (3, _both_win(_in_wrong_column)),
    "both lose in minus": (2, lambda rng, winners, losers: (_in_wrong_column(rng, replace(winners, points=0)), losers)),
    # 12.2.f, alone, with c and with a; d with a.
    "wrong column": (12, _on_either(_in_wrong_column)),
    "wrong column, one spread": (2, _on_either(_in_wrong_column, _without_spread)),
    "wrong column, better spread": (2, _on_either(lambda rng, line: _in_wrong_column(rng, _to_own_gain(rng, line)))),
    "both win, better spread": (2, _both_win(_to_own_gain, winners_too=True)),
    # 14.1: no rule covers these.
    "both columns": (2, _on_either(_in_both_columns)),
    "no spread": (2, _on_both(_without_spread)),
    "no claim": (2, _no_claim),
    "both win, one spread": (1, _both_win(_without_spread)),
    OTHER_OPPONENT: (2, lambda _rng, winners, losers: (winners, losers)),  # made where the neighbors are known
    # Too rare to fall anywhere.
    BOTH_IN_WRONG_COLUMN: (0, _on_both(_in_wrong_column)),
}
_ANYWHERE = [error for error, (weight, _) in _WEIGHTS_AND_MAKERS.items() if weight]
_AT_THE_FRONT = [(BETTER, "front"), *((error, "field" if error == BETTER else "anybody") for error in _ANYWHERE)]
"""An error at a front-runner's board, and the opponent whom it needs for its rule to apply."""


@dataclass(frozen=True, slots=True)
class FrontRunners:
    """Entrants who will surely be apparent qualifiers, best first, and those who may become one."""

    sure: Sequence[int]
    possible: frozenset[int]


def add_card_errors(
    rng: Random,
    results: Sequence[GameResult],
    cards: Mapping[int, list[Line]],
    front_runners: FrontRunners,
    slips: int | None = None,
) -> None:
    """Put errors on ``slips`` games: by default on one in twenty, more in a small event.

    ``cards`` are changed in place; the line of game ``g`` is at ``g - 1``. Where there is room, each kind
    of error is first put once at the board of a front-runner, a differing spread twice (against another
    front-runner and against somebody else), because only there does cross-checking examine it. The others
    fall anywhere.
    """
    played = [result for result in results if not result.forfeited]
    room = max(round(len(played) * 0.05), min(15, len(played) // 4)) if slips is None else slips
    required = _AT_THE_FRONT if room >= len(_AT_THE_FRONT) else rng.sample(_AT_THE_FRONT, room)
    picker = _GamePicker(played, front_runners)
    for error, opponent in required:
        picker.pick_at_the_front(rng, error, opponent)
    weights = [_WEIGHTS_AND_MAKERS[error][0] for error in _ANYWHERE]
    for error in rng.choices(_ANYWHERE, weights=weights, k=room - len(required)):
        picker.pick_any(rng, error)
    if len(required) == len(_AT_THE_FRONT):
        # Chosen apart, so that an event keeps its other slips: the numbers of the same seed go on as before.
        picker.pick_at_the_front(Random(len(played)), BOTH_IN_WRONG_COLUMN, "anybody")  # noqa: S311
    for result, error in picker.picked.items():
        winners, losers = _WEIGHTS_AND_MAKERS[error][1](rng, result.winners_line, result.losers_line)
        if error == OTHER_OPPONENT:
            winners = replace(winners, opponent=_entrant_nearby(rng, result, cards))
        cards[result.winner][result.game - 1], cards[result.loser][result.game - 1] = winners, losers


class _GamePicker:
    """Choose a game for each error: no game has two, and no game number has two wrong opponents.

    Two cards that name each other by mistake in the same game would look as if they agreed.
    """

    def __init__(self, played: Sequence[GameResult], front_runners: FrontRunners) -> None:
        self.picked: dict[GameResult, str] = {}
        self._played, self._sure, self._possible = played, front_runners.sure, front_runners.possible
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
