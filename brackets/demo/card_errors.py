"""Card errors for demo events: every kind of error, with the rule that covers it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import cycle
from random import Random

from brackets.demo.results import GameResult
from scorecards.rules.line_points import ACC, Totals, put_points_right, total
from tournaments.rules.constants import MAX_SPREAD, SKUNK
from tournaments.rules.types import FootTotals, Line


class CardError(Enum):
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


class TotalsError(Enum):
    """What went wrong with the totals at the foot of one card."""

    SWAPPED = "game points and games won in each other's place (appendix 4)"
    GAME_POINTS = "game points added up wrong"
    GAMES_WON = "games won counted wrong"
    PLUS = "plus column added up wrong"
    MINUS = "minus column added up wrong"
    BLANK = "a total left blank"


_WEIGHTS = {
    CardError.SKUNK_MISSED: 8,
    CardError.SKUNK_CLAIMED: 5,
    CardError.POINTS_BLANK: 8,
    CardError.SPREAD_TO_OWN_GAIN: 13,
    CardError.SPREAD_TO_OWN_LOSS: 13,
    CardError.SPREAD_ON_ONE_CARD: 8,
    CardError.BOTH_WIN: 5,
    CardError.BOTH_LOSE: 3,
    CardError.BOTH_WIN_IN_PLUS: 3,
    CardError.BOTH_LOSE_IN_MINUS: 2,
    CardError.WRONG_COLUMN: 12,
    CardError.WRONG_COLUMN_ONE_SPREAD: 2,
    CardError.WRONG_COLUMN_TO_OWN_GAIN: 2,
    CardError.BOTH_WIN_TO_OWN_GAIN: 2,
    CardError.BOTH_COLUMNS: 2,
    CardError.NO_SPREAD: 2,
    CardError.NO_CLAIM: 2,
    CardError.BOTH_WIN_ONE_SPREAD: 1,
    CardError.OTHER_OPPONENT: 2,
}
_SHARE_OF_GAMES_WITH_ERRORS = 0.05
_MIN_GAMES_WITH_ERRORS = 15
_SHARE_OF_CARDS_WITH_TOTALS_ERRORS = 0.08
_MIN_CARDS_WITH_TOTALS_ERRORS = 6
# Mostly a miscount by a little; a ten dropped; and 9, 18 or 27, as when two digits change places.
_ERROR_AMOUNTS = (1, 1, 1, 2, 2, 3, 5, 9, 10, 10, 18, 27)


class OpponentKind(Enum):
    """The opponent that an error at a front-runner's board needs, for its rule to apply."""

    ANYBODY = "anybody"
    FRONT = "another front-runner"
    FIELD = "somebody who will not qualify"


_FRONT_RUNNER_ERRORS = (
    (CardError.SPREAD_TO_OWN_GAIN, OpponentKind.FRONT),
    *(
        (error, OpponentKind.FIELD if error is CardError.SPREAD_TO_OWN_GAIN else OpponentKind.ANYBODY)
        for error in _WEIGHTS
    ),
)


@dataclass(frozen=True, slots=True)
class FrontRunners:
    """Entrants who will surely be apparent qualifiers, best first, and those who may become one."""

    sure: Sequence[int]
    possible: frozenset[int]


def add_card_errors(
    rng: Random, results: Sequence[GameResult], cards: Mapping[int, list[Line]], front_runners: FrontRunners
) -> dict[tuple[int, int], CardError]:
    """Put errors on one game in twenty, more in a small event; return the errors, by (game, winner).

    ``cards`` are changed in place; the line of game ``g`` is at ``g - 1``. Where there is room, each kind
    of error is first put once at the board of a front-runner, a differing spread twice (against another
    front-runner and against somebody else), because only there does cross-checking examine it. The others
    fall anywhere. Both spreads in the wrong column are too rare to fall anywhere.
    """
    played = [result for result in results if not result.forfeited]
    room = max(round(len(played) * _SHARE_OF_GAMES_WITH_ERRORS), min(_MIN_GAMES_WITH_ERRORS, len(played) // 4))
    required = _FRONT_RUNNER_ERRORS if room >= len(_FRONT_RUNNER_ERRORS) else rng.sample(_FRONT_RUNNER_ERRORS, room)
    picker = _GamePicker(rng, played, front_runners)
    for error, opponent_kind in required:
        picker.pick_for_front_runner(error, opponent_kind)
    others = rng.choices(list(_WEIGHTS), weights=list(_WEIGHTS.values()), k=room - len(required))
    for error in others:
        picker.pick_any(error)
    if len(required) == len(_FRONT_RUNNER_ERRORS):
        # Chosen apart, so that an event keeps its other slips: the numbers of the same seed go on as before.
        picker.rng = Random(len(played))  # noqa: S311
        picker.pick_for_front_runner(CardError.BOTH_IN_WRONG_COLUMN, OpponentKind.ANYBODY)
    for result, error in picker.picked:
        winners_line, losers_line = result.winners_line, result.losers_line
        if error is CardError.OTHER_OPPONENT:
            winners_line = replace(winners_line, opponent=_entrant_nearby(rng, result, cards))
        else:
            winners_line, losers_line = _ERROR_MAKERS[error](rng, winners_line, losers_line)
        cards[result.winner][result.game - 1] = winners_line
        cards[result.loser][result.game - 1] = losers_line
    return {(result.game, result.winner): error for result, error in picker.picked}


class _GamePicker:
    """Choose a game for each error: no game has two, and no game number has two wrong opponents.

    Two cards that name each other by mistake in the same game would look as if they agreed.
    """

    def __init__(self, rng: Random, played: Sequence[GameResult], front_runners: FrontRunners) -> None:
        self.rng = rng
        self.front_runners = front_runners
        self.picked: list[tuple[GameResult, CardError]] = []
        self._free = set(played)
        self._boards_of: dict[int, list[GameResult]] = {entrant: [] for entrant in front_runners.sure}
        self._front_runners = cycle(front_runners.sure)
        self._games_with_a_wrong_opponent: set[int] = set()
        self._played = played
        for result in played:
            for entrant in (result.winner, result.loser):
                if entrant in self._boards_of:
                    self._boards_of[entrant].append(result)

    def pick_for_front_runner(self, error: CardError, opponent_kind: OpponentKind) -> None:
        """Pick a game of the next front-runner, or of the first one after who has a fitting game."""
        for _ in self.front_runners.sure:
            entrant = next(self._front_runners)
            fitting = [
                result
                for result in self._boards_of[entrant]
                if self._fits(result, error)
                and self._has_opponent(result.loser if result.winner == entrant else result.winner, opponent_kind)
            ]
            if fitting:
                self._take(self.rng.choice(fitting), error)
                return
        self.pick_any(error)

    def pick_any(self, error: CardError) -> None:
        """Pick any fitting game; none in the rare event that there is none."""
        for result in self.rng.sample(self._played, min(len(self._played), 200)):
            if self._fits(result, error):
                self._take(result, error)
                return

    def _take(self, result: GameResult, error: CardError) -> None:
        self._free.remove(result)
        self.picked.append((result, error))
        if error is CardError.OTHER_OPPONENT:
            self._games_with_a_wrong_opponent.add(result.game)

    def _fits(self, result: GameResult, error: CardError) -> bool:
        if result not in self._free:
            return False
        if error is CardError.SKUNK_MISSED:
            return result.margin >= SKUNK
        if error is CardError.SKUNK_CLAIMED:
            return result.margin < SKUNK
        if error is CardError.OTHER_OPPONENT:
            return result.game not in self._games_with_a_wrong_opponent
        return result.margin > 1  # a spread of 1 cannot be written any smaller

    def _has_opponent(self, opponent: int, opponent_kind: OpponentKind) -> bool:
        if opponent_kind is OpponentKind.FRONT:
            return opponent in self._boards_of
        return opponent_kind is OpponentKind.ANYBODY or opponent not in self.front_runners.possible


def _entrant_nearby(rng: Random, result: GameResult, cards: Mapping[int, list[Line]]) -> int:
    """Return an entrant whose number is near the loser's, as when the eye slips along the table."""
    players = (result.winner, result.loser)
    near = [result.loser + step for step in (-2, -1, 1, 2)]
    return rng.choice([entrant for entrant in near if entrant in cards and entrant not in players])


LinePair = tuple[Line, Line]
ErrorMaker = Callable[[Random, Line, Line], LinePair]


def _on_either_card(make_error: Callable[[Random, Line], Line]) -> ErrorMaker:
    def make_error_on_either(rng: Random, winners: Line, losers: Line) -> LinePair:
        if rng.random() < 0.5:
            return make_error(rng, winners), losers
        return winners, make_error(rng, losers)

    return make_error_on_either


def _to_own_gain(rng: Random, line: Line) -> Line:
    return _with_spread(line, _wrong_spread(rng, _spread(line), up=line.plus is not None))


def _to_own_loss(rng: Random, line: Line) -> Line:
    return _with_spread(line, _wrong_spread(rng, _spread(line), up=line.plus is None))


def _without_spread(_rng: Random, line: Line) -> Line:
    return replace(line, plus=None, minus=None)


def _in_wrong_column(_rng: Random, line: Line) -> Line:
    return replace(line, plus=line.minus, minus=line.plus)


def _wrong_column_one_spread(rng: Random, winners: Line, losers: Line) -> LinePair:
    if rng.random() < 0.5:
        return _in_wrong_column(rng, winners), _without_spread(rng, losers)
    return _without_spread(rng, winners), _in_wrong_column(rng, losers)


def _no_spread(rng: Random, winners: Line, losers: Line) -> LinePair:
    return _without_spread(rng, winners), _without_spread(rng, losers)


def _blank_beside_no_spread(rng: Random, winners: Line, losers: Line) -> LinePair:
    winners, losers = _no_spread(rng, winners, losers)
    return _on_either_card(lambda _rng, line: replace(line, points=None))(rng, winners, losers)


def _both_win(_rng: Random, winners: Line, losers: Line) -> LinePair:
    return winners, replace(losers, points=winners.points)


def _both_win_to_own_gain(rng: Random, winners: Line, losers: Line) -> LinePair:
    return _both_win(rng, _to_own_gain(rng, winners), losers)


def _both_win_in_plus(_rng: Random, winners: Line, losers: Line) -> LinePair:
    return winners, replace(losers, points=winners.points, plus=losers.minus, minus=None)


def _both_win_one_spread(_rng: Random, winners: Line, losers: Line) -> LinePair:
    return winners, replace(losers, points=winners.points, minus=None)


_ERROR_MAKERS: Mapping[CardError, ErrorMaker] = {
    CardError.SKUNK_MISSED: lambda _rng, winners, losers: (replace(winners, points=2), losers),
    CardError.SKUNK_CLAIMED: lambda _rng, winners, losers: (replace(winners, points=3), losers),
    CardError.POINTS_BLANK: _on_either_card(lambda _rng, line: replace(line, points=None)),
    CardError.SPREAD_TO_OWN_GAIN: _on_either_card(_to_own_gain),
    CardError.SPREAD_TO_OWN_LOSS: _on_either_card(_to_own_loss),
    CardError.SPREAD_ON_ONE_CARD: _on_either_card(_without_spread),
    CardError.BOTH_WIN: _both_win,
    CardError.BOTH_LOSE: lambda _rng, winners, losers: (replace(winners, points=0), losers),
    CardError.BOTH_WIN_IN_PLUS: _both_win_in_plus,
    CardError.BOTH_LOSE_IN_MINUS: lambda rng, winners, losers: (
        replace(_in_wrong_column(rng, winners), points=0),
        losers,
    ),
    CardError.WRONG_COLUMN: _on_either_card(_in_wrong_column),
    CardError.WRONG_COLUMN_ONE_SPREAD: _wrong_column_one_spread,
    CardError.WRONG_COLUMN_TO_OWN_GAIN: _on_either_card(
        lambda rng, line: _in_wrong_column(rng, _to_own_gain(rng, line))
    ),
    CardError.BOTH_WIN_TO_OWN_GAIN: _both_win_to_own_gain,
    CardError.BOTH_COLUMNS: _on_either_card(lambda _rng, line: replace(line, plus=_spread(line), minus=_spread(line))),
    CardError.NO_SPREAD: _no_spread,
    CardError.NO_CLAIM: _blank_beside_no_spread,
    CardError.BOTH_IN_WRONG_COLUMN: lambda rng, winners, losers: (
        _in_wrong_column(rng, winners),
        _in_wrong_column(rng, losers),
    ),
    CardError.BOTH_WIN_ONE_SPREAD: _both_win_one_spread,
}


def _spread(line: Line) -> int:
    spread = line.plus if line.plus is not None else line.minus
    assert spread is not None, "slips are made on lines that were right"
    return spread


def _with_spread(line: Line, spread: int) -> Line:
    if line.plus is None:
        return replace(line, minus=spread)
    return replace(line, points=ACC.by_spread[spread], plus=spread)


def _wrong_spread(rng: Random, spread: int, *, up: bool) -> int:
    """Return a spread that is wrong in the given direction; down is possible from 2."""
    amount = rng.choice(_ERROR_AMOUNTS)
    return min(spread + amount, MAX_SPREAD) if up else max(spread - min(amount, spread // 2), 1)


def write_totals(rng: Random, cards: Mapping[int, Sequence[Line]], *, errors: bool) -> dict[int, FootTotals]:
    """Write the totals of each card, game points as written, with a few errors."""
    right_totals = {entrant: total(map(_with_points, lines)) for entrant, lines in cards.items()}
    errors_by_entrant: dict[int, TotalsError] = {}
    if errors:
        # Two numbers that are equal cannot be seen to have changed places.
        candidates = [entrant for entrant, sums in right_totals.items() if sums.game_points > sums.games_won > 0]
        room = max(
            round(len(cards) * _SHARE_OF_CARDS_WITH_TOTALS_ERRORS), min(_MIN_CARDS_WITH_TOTALS_ERRORS, len(cards) // 2)
        )
        with_errors = rng.sample(candidates, min(room, len(candidates)))
        errors_by_entrant = dict(zip(with_errors, cycle(TotalsError), strict=False))
    return {
        entrant: _totals_as_written(rng, sums, errors_by_entrant.get(entrant)) for entrant, sums in right_totals.items()
    }


def _with_points(line: Line) -> Line:
    return line if line.points is not None else put_points_right(line)


def _totals_as_written(rng: Random, sums: Totals, error: TotalsError | None) -> FootTotals:
    foot = FootTotals(sums.game_points, sums.games_won, sums.plus, sums.minus)
    little, more = rng.choice((-2, -1, 1, 2, 3)), rng.choice((-10, -9, -1, 1, 2, 9, 10, 20, 100))
    match error:
        case None:
            return foot
        case TotalsError.SWAPPED:
            return replace(foot, game_points=sums.games_won, games_won=sums.game_points)
        case TotalsError.GAME_POINTS:
            return replace(foot, game_points=_moved(sums.game_points, little, lowest=sums.games_won))
        case TotalsError.GAMES_WON:
            return replace(foot, games_won=_moved(sums.games_won, 1 if little > 0 else -1))
        case TotalsError.PLUS:
            return replace(foot, plus=_moved(sums.plus, more))
        case TotalsError.MINUS:
            return replace(foot, minus=_moved(sums.minus, more))
        case TotalsError.BLANK:
            blank = rng.choice(("game_points", "games_won", "plus", "minus"))
            return replace(foot, **{blank: None})


def _moved(number: int, by: int, *, lowest: int = 0) -> int:
    """Return the number moved one way, or the other way where that would be too low."""
    return number + by if number + by >= lowest else number - by
