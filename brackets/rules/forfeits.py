"""Games forfeited in the playoffs: players who do not appear (rule 13.1), players who are removed (rule 11.4.b).

In ``acc-2010`` absence is rule 12.2, with the same minutes. Both editions speak of the start of the playoffs;
here the clock runs for every round from the start set for its matches.

What the rule leaves open, and what is done here:

- Neither player is there. A forfeited game goes to an opponent, and there is none. Such a moment is listed as
  open and nobody is given the game; when one of them arrives, the other's next forfeit is the next one on the
  clock. Should both miss as many moments as lose a match, the match stands until the head judge says who moves
  on (rule 14.1; ``acc-2010``: rule 13).
- Somebody arrives at the very moment: that is in time.
- Several moments have passed unseen: all of them are due at once.
- Somebody arrives, and leaves again: a new absence is no non-appearance, so the clock does not start again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from brackets.rules.seeding import DrawnMatch, MatchResult, Side, games_to_win
from tournaments.rules.scorings import SCORINGS

FIRST_FORFEIT_AFTER = timedelta(minutes=5)
NEXT_FORFEIT_AFTER = timedelta(minutes=15)
WIN_AFTER_REMOVAL = 10
"""The spread of a win that an opponent's removal gives, where spread is recorded (rule 11.4.b)."""

ABSENCE_RULE = {"acc-2020": "13.1", "acc-2010": "12.2", "games-55plus": "line 14"}
REMOVAL_RULE = {"acc-2020": "11.4.b", "acc-2010": "11.4.b", "games-55plus": "line 14"}
OPEN_RULE = {"acc-2020": "14.1", "acc-2010": "13", "games-55plus": "line 14"}


class Half(Enum):
    """The upper or the lower side of a match as drawn."""

    UPPER = "upper"
    LOWER = "lower"

    @property
    def other(self) -> Half:
        return Half.LOWER if self is Half.UPPER else Half.UPPER

    def side_of(self, match: DrawnMatch) -> Side | None:
        return match.upper if self is Half.UPPER else match.lower

    def games_in(self, result: MatchResult) -> int:
        return result.upper_games if self is Half.UPPER else result.lower_games


class ClockState(Enum):
    """How the clock of one match stands."""

    IDLE = "everybody was there"
    WAITING = "not started yet"
    RUNNING = "running"
    STOPPED = "stopped by arrival"
    OVER = "match over"


@dataclass(frozen=True, slots=True)
class Absence:
    """A side that was not there at the start; ``arrived`` is when it appeared, ``None`` while it has not."""

    arrived: datetime | None = None


@dataclass(frozen=True, slots=True)
class DueForfeit:
    """A game lost by ``side``, its ``number``-th by absence, from ``due_at`` on; ``rule`` is by edition."""

    side: Half
    number: int
    due_at: datetime
    rule: str


@dataclass(frozen=True, slots=True)
class Clock:
    """One match at one moment.

    ``due`` are all forfeits up to now, ``to_record`` those of them that are not recorded yet; ``result`` is the
    match once they are. ``next_due`` is the next forfeit if nobody arrives; while both are absent, ``next_open`` is
    the next moment that passes instead. ``open_moments`` are those at which both were absent.
    """

    state: ClockState
    due: tuple[DueForfeit, ...]
    to_record: tuple[DueForfeit, ...]
    result: MatchResult
    winner: Half | None
    next_due: DueForfeit | None
    next_open: datetime | None
    open_moments: tuple[datetime, ...]
    open_rule: str | None
    keeps_losers_award: Half | None

    @property
    def is_left_to_the_head_judge(self) -> bool:
        """Whether both have been absent at some moment, which no rule settles."""
        return bool(self.open_moments)


def moments(start: datetime, count: int) -> tuple[datetime, ...]:
    """Return the first ``count`` moments on the clock: 5, 20, 35 and so on minutes after the start (rule 13.1)."""
    return tuple(start + FIRST_FORFEIT_AFTER + number * NEXT_FORFEIT_AFTER for number in range(count))


def forfeit_clock(
    *,
    start: datetime,
    now: datetime,
    best_of: int,
    upper: Absence | None = None,
    lower: Absence | None = None,
    result: MatchResult | None = None,
    recorded: int = 0,
    edition: str = "acc-2020",
) -> Clock:
    """Return the clock of one match at ``now`` (rule 13.1; ``acc-2010``: rule 12.2).

    ``start`` is the scheduled one; all times are aware, or all naive. ``upper`` and ``lower`` are ``None`` for a
    side that was there at the start. ``result`` counts every game won so far, and ``recorded`` says how many of
    these were recorded as forfeits of the side that the clock runs against; they stay where they are, even if they
    should be more than are due.

    Raises:
        ValueError: an arrival is later than ``now``, or the forfeits are more than the games of the result.
    """
    absences = {Half.UPPER: upper, Half.LOWER: lower}
    _refuse_impossible(absences, now, result or MatchResult(0, 0), recorded)
    return _Match(start, now, games_to_win(best_of), absences, result or MatchResult(0, 0), recorded, edition).clock()


def _refuse_impossible(absences: dict[Half, Absence | None], now: datetime, result: MatchResult, recorded: int) -> None:
    for absence in absences.values():
        if absence is not None and absence.arrived is not None and absence.arrived > now:
            raise ValueError(f"an arrival at {absence.arrived} is later than {now}")
    if not 0 <= recorded <= result.upper_games + result.lower_games:
        raise ValueError(f"{recorded} forfeits in a result of {result.upper_games}-{result.lower_games}")


@dataclass(frozen=True, slots=True)
class _Match:
    """What the clock is read from. Moments are counted from 0, the one after five minutes."""

    start: datetime
    now: datetime
    needed: int
    absences: dict[Half, Absence | None]
    result: MatchResult
    recorded: int
    edition: str

    def clock(self) -> Clock:
        missed = {half: self._missed(half) for half in Half}
        missed_by_both = min(missed.values())
        against = self._side_that_loses_games(missed)
        due = self._due(against, missed_by_both, missed[against]) if against else ()
        to_record = due[self.recorded :] if self._winner(self.result) is None else ()
        result = self.result
        for forfeit in to_record:
            result = _one_more(result, forfeit.side.other)
        winner = self._winner(result)
        state = self._state(winner)
        ahead = self._moment(self._passed()) if state in _ACTIVE_STATES else None
        next_due = self._forfeit(against, self._passed(), missed_by_both) if ahead and against else None
        open_moments = tuple(self._moment(index) for index in range(min(missed_by_both, self.needed)))
        loser = winner.other if winner else None
        return Clock(
            state=state,
            due=due,
            to_record=to_record,
            result=result,
            winner=winner,
            next_due=next_due,
            next_open=None if next_due else ahead,
            open_moments=open_moments,
            open_rule=OPEN_RULE[self.edition] if open_moments else None,
            keeps_losers_award=loser if loser and due and self._is_missing(loser) else None,
        )

    def _moment(self, index: int) -> datetime:
        return self.start + FIRST_FORFEIT_AFTER + index * NEXT_FORFEIT_AFTER

    def _passed(self) -> int:
        """Return how many moments there were up to and with now."""
        return max((self.now - self._moment(0)) // NEXT_FORFEIT_AFTER + 1, 0)

    def _is_missing(self, side: Half) -> bool:
        absence = self.absences[side]
        return absence is not None and absence.arrived is None

    def _missed(self, side: Half) -> int:
        """Return how many moments a side has missed so far; one at which it arrived is not among them."""
        absence = self.absences[side]
        if absence is None:
            return 0
        if absence.arrived is None:
            return self._passed()
        return max(-((self._moment(0) - absence.arrived) // NEXT_FORFEIT_AFTER), 0)

    def _side_that_loses_games(self, missed: dict[Half, int]) -> Half | None:
        """Return the side that is missing while the other is not, or was missing for longer."""
        missing = [half for half in Half if self._is_missing(half)]
        if missing:
            return missing[0] if len(missing) == 1 else None
        upper, lower = missed[Half.UPPER], missed[Half.LOWER]
        return None if upper == lower else Half.UPPER if upper > lower else Half.LOWER

    def _forfeit(self, side: Half, index: int, missed_by_both: int) -> DueForfeit:
        number = index - missed_by_both + 1
        return DueForfeit(side, number, self._moment(index), ABSENCE_RULE[self.edition])

    def _due(self, against: Half, missed_by_both: int, missed: int) -> tuple[DueForfeit, ...]:
        """Return what has fallen due: no more than the opponent needs beside the games that were played."""
        played = max(against.other.games_in(self.result) - self.recorded, 0)
        end = min(missed, missed_by_both + max(self.needed - played, 0))
        return tuple(self._forfeit(against, index, missed_by_both) for index in range(missed_by_both, end))

    def _winner(self, result: MatchResult) -> Half | None:
        return next((half for half in Half if half.games_in(result) >= self.needed), None)

    def _state(self, winner: Half | None) -> ClockState:
        if winner is not None:
            return ClockState.OVER
        if all(absence is None for absence in self.absences.values()):
            return ClockState.IDLE
        if not any(self._is_missing(half) for half in Half):
            return ClockState.STOPPED
        return ClockState.WAITING if self.now < self.start else ClockState.RUNNING


_ACTIVE_STATES = (ClockState.WAITING, ClockState.RUNNING)


def _one_more(result: MatchResult, winner: Half) -> MatchResult:
    if winner is Half.UPPER:
        return MatchResult(result.upper_games + 1, result.lower_games)
    return MatchResult(result.upper_games, result.lower_games + 1)


@dataclass(frozen=True, slots=True)
class MatchRemoval:
    """A match in progress that ends with a player's removal: the result, and how many games were given for it."""

    result: MatchResult
    winner: Half
    games_given: int
    rule: str


def remove_from_match(
    removed: Half, *, best_of: int, result: MatchResult | None = None, edition: str = "acc-2020"
) -> MatchRemoval:
    """Return a playoff match once one side was removed: it is forfeited, the game in progress with it (rule 11.4.b).

    Games that were won before stand; the opponent is given what is missing to win. No spread is recorded in
    the playoffs, so the win by ten shows only in the qualifying round (:func:`remove_from_game`). The rule does not say
    whether a removed player keeps the award of that round's loser.

    Raises:
        ValueError: the match was won before.
    """
    before = result or MatchResult(0, 0)
    needed = games_to_win(best_of)
    if max(before.upper_games, before.lower_games) >= needed:
        raise ValueError("the match was won before anybody was removed")
    given = needed - removed.other.games_in(before)
    after = before
    for _ in range(given):
        after = _one_more(after, removed.other)
    return MatchRemoval(after, removed.other, given, REMOVAL_RULE[edition])


@dataclass(frozen=True, slots=True)
class ForfeitedGame:
    """A qualifying game lost by removal: what goes on the winner's and on the loser's card."""

    winner_points: int
    winner_plus: int
    loser_points: int
    loser_minus: int
    rule: str


def remove_from_game(*, edition: str = "acc-2020", scoring: str = "acc") -> ForfeitedGame:
    """Return the qualifying game in progress when a player was removed: a win by ten for the opponent (11.4.b)."""
    points = SCORINGS[scoring].by_spread[WIN_AFTER_REMOVAL]
    return ForfeitedGame(points, WIN_AFTER_REMOVAL, 0, WIN_AFTER_REMOVAL, REMOVAL_RULE[edition])
