"""Check the schedule of a round robin: made here, imported, or changed by hand.

Everybody meets everybody of their own pool as often as agreed, nobody else, and nobody is twice in a game. Games
against a house pair count for nobody, so that they are held to nothing but that. Faults are shown but stop nobody.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from tournaments.rules.round_robin import Day
from tournaments.rules.schedule_check import Attendance, ScheduleWarning, ScheduleWarningKind, games_in_words
from tournaments.rules.types import ScheduledGame

TIMES_IN_WORDS = {1: "once", 2: "twice"}

Meetings = dict[tuple[int, int], list[int]]


def check_round_robin(
    schedule: Sequence[ScheduledGame],
    field: Sequence[Attendance],
    pool_of: Mapping[int, str],
    *,
    days: Sequence[Day],
    times: int = 2,
    is_robin_a_day: bool = True,
) -> tuple[ScheduleWarning, ...]:
    """Return every warning about a round robin's schedule; nothing where everybody meets everybody as agreed.

    Players who come late or have left need no number of meetings. ``days`` name the games there are to be;
    with ``is_robin_a_day`` two who meet twice on one day are told too. An entrant in no pool of ``pool_of`` is in
    the pool without a name.
    """
    check = _RoundRobinCheck(schedule, {entrant.number: entrant for entrant in field}, pool_of)
    return (
        *check.of_game_numbers(days[-1].last if days else 0),
        *check.of_pairs(),
        *check.of_numbers(times),
        *check.of_pools(),
        *(check.of_days(days) if is_robin_a_day else ()),
    )


class _RoundRobinCheck:
    """A schedule sorted by meeting, games against house pairs left out of that."""

    def __init__(
        self, schedule: Sequence[ScheduledGame], field: Mapping[int, Attendance], pool_of: Mapping[int, str]
    ) -> None:
        self.schedule = sorted(schedule, key=lambda scheduled: scheduled.game)
        self.field = field
        self.pool_of = pool_of
        self.meetings: Meetings = {}
        for scheduled in self.schedule:
            for first, second in scheduled.pairs:
                if first != second and not (self.is_floater(first) or self.is_floater(second)):
                    pair = (min(first, second), max(first, second))
                    self.meetings.setdefault(pair, []).append(scheduled.game)

    def is_floater(self, number: int) -> bool:
        entrant = self.field.get(number)
        return entrant is not None and entrant.house_player

    def named(self, number: int) -> str:
        entrant = self.field.get(number)
        return f"{entrant.seat} (entrant {number})" if entrant and entrant.seat else f"entrant {number}"

    def both(self, pair: tuple[int, int]) -> str:
        return f"{self.named(pair[0])} and {self.named(pair[1])}"

    def of_game_numbers(self, last: int) -> Iterator[ScheduleWarning]:
        there = {scheduled.game for scheduled in self.schedule}
        for game in sorted(there):
            if game > last:
                text = f"there is no game {game}: games are numbered 1 to {last}"
                yield ScheduleWarning(ScheduleWarningKind.GAME_UNKNOWN, (game,), (), text)
        if missing := tuple(game for game in range(1, last + 1) if game not in there):
            verb = "is" if len(missing) == 1 else "are"
            yield ScheduleWarning(
                ScheduleWarningKind.GAME_MISSING, missing, (), f"{games_in_words(missing)} {verb} not scheduled"
            )

    def of_pairs(self) -> Iterator[ScheduleWarning]:
        for scheduled in self.schedule:
            game = scheduled.game
            seen: set[int] = set()
            for first, second in scheduled.pairs:
                if first == second:
                    text = f"{self.named(first)} is paired with itself in game {game}"
                    yield ScheduleWarning(ScheduleWarningKind.ITSELF, (game,), (first,), text)
                    continue
                for number in (first, second):
                    if number not in self.field:
                        text = f"{self.named(number)} is not in the field but paired in game {game}"
                        yield ScheduleWarning(ScheduleWarningKind.UNKNOWN, (game,), (number,), text)
                    elif number in seen:
                        text = f"{self.named(number)} is more than once in game {game}"
                        yield ScheduleWarning(ScheduleWarningKind.TWICE, (game,), (number,), text)
                    elif game < self.field[number].first_game:
                        begins = f"starts with game {self.field[number].first_game}"
                        text = f"{self.named(number)} {begins} but is paired in game {game}"
                        yield ScheduleWarning(ScheduleWarningKind.EARLY, (game,), (number,), text)
                    seen.add(number)

    def of_numbers(self, times: int) -> Iterator[ScheduleWarning]:
        """Yield who of one pool have not met as often as agreed."""
        agreed = TIMES_IN_WORDS[times]
        throughout = sorted(number for number, entrant in self.field.items() if entrant.plays_throughout)
        for pair in combinations(throughout, 2):
            games = tuple(self.meetings.get(pair, ()))
            if self.pool(pair[0]) == self.pool(pair[1]) and len(games) < times:
                met = f"meet once, in {games_in_words(games)}," if games else "never meet"
                text = f"{self.both(pair)} {met} instead of {agreed}"
                yield ScheduleWarning(ScheduleWarningKind.MET_TOO_SELDOM, games, pair, text)
        for pair in sorted(self.meetings):
            games = tuple(self.meetings[pair])
            if len(games) > times and self.pool(pair[0]) == self.pool(pair[1]):
                text = f"{self.both(pair)} meet more than {agreed}, in {games_in_words(games)}"
                yield ScheduleWarning(ScheduleWarningKind.MET_TOO_OFTEN, games, pair, text)

    def of_pools(self) -> Iterator[ScheduleWarning]:
        for pair, games in sorted(self.meetings.items()):
            if self.pool(pair[0]) != self.pool(pair[1]) and all(number in self.field for number in pair):
                pools = " and ".join(self.pool(number) or "none" for number in pair)
                text = f"{self.both(pair)} meet in {games_in_words(games)}, but are in different pools ({pools})"
                yield ScheduleWarning(ScheduleWarningKind.OTHER_POOL, tuple(games), pair, text)

    def of_days(self, days: Sequence[Day]) -> Iterator[ScheduleWarning]:
        """Yield who meet twice on one day, while a round robin a day is agreed."""
        for pair, games in sorted(self.meetings.items()):
            for day in days:
                same = tuple(game for game in games if game in day.games)
                if len(same) > 1:
                    text = f"{self.both(pair)} meet twice on day {day.number}, in {games_in_words(same)}"
                    yield ScheduleWarning(ScheduleWarningKind.TWICE_A_DAY, same, pair, text)

    def pool(self, number: int) -> str:
        return self.pool_of.get(number, "")
