"""A movement as it is planned, the seats in which it begins, and who meets whom in it."""

from collections import Counter
from collections.abc import Iterable

from tournaments.rules.movement.plan import plan
from tournaments.rules.movement.setup import Movement, Setup
from tournaments.rules.seating import seats
from tournaments.rules.types import ScheduledGame


def planned(setup: Setup) -> tuple[Movement, dict[int, str]]:
    """Return the movement of players 1, 2, 3 and so on, with a house player as the last, and their seats."""
    field = range(1, setup.field + 1)
    movement = plan(
        field,
        setup.games,
        per_opponent=setup.per_opponent,
        makeups=setup.makeups,
        kind=setup.kind,
        sections=setup.sections,
    )
    return movement, dict(zip(field, seats(setup.field), strict=True))


def meetings(schedule: Iterable[ScheduledGame]) -> Counter[frozenset[int]]:
    """Return how often any two meet."""
    return Counter(frozenset(pair) for scheduled in schedule for pair in scheduled.pairs)
