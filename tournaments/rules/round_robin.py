"""Round robins by the circle method: everybody meets everybody once, or twice where the round robin is double.

The 55+ Games are played so, normally one round robin a day. The field may be divided into pools, each with round robins
of its own that begin together: a smaller pool is done sooner each time. In an odd pool one has a bye
in each game, everybody once a round robin; or a floater, a house pair, takes the empty seat, and those games
count for nobody.

Players cut for the first deal in each game, so it needs no schedule. Of two who meet, the one is named
first (and sits at the odd seat where that can be) in the first round robin and the other in the second.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from tournaments.rules.movement.setup import MAX_LINES, MovementError
from tournaments.rules.types import ScheduledGame

SOURCES = ("games-55plus 30",)
"""The line of the source that asks for a double round robin, one a day."""

TIMES = (1, 2)
MIN_IN_POOL = 2
MAX_NAME_LENGTH = 10

NumberPair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """A planned schedule: ``games`` numbered from 1, of which each round robin takes ``games_a_robin``."""

    schedule: tuple[ScheduledGame, ...]
    games_a_robin: int
    times: int

    @property
    def games(self) -> int:
        """How many games are numbered, and how many lines a card has for them."""
        return self.games_a_robin * self.times


def games_a_robin(sizes: Iterable[int]) -> int:
    """Return how many games one round robin takes where pools of these ``sizes`` play at the same time.

    An even number of pairs takes one game less than there are; an odd number takes one for each, because one has a
    bye, or meets the floater, in every game.
    """
    return max((size - 1 + size % 2 for size in sizes), default=0)


def why_not(sizes: Sequence[int], *, times: int = 2) -> str:
    """Return why pools of these ``sizes`` cannot be played, with what would work, or nothing where they can."""
    error = ""
    everybody = sum(sizes)
    if times not in TIMES:
        error = f"everybody cannot meet {times} times: once or twice would work"
    elif everybody < MIN_IN_POOL:
        error = f"{_pairs(everybody)} cannot play: it takes at least {MIN_IN_POOL}"
    elif min(sizes) < MIN_IN_POOL:
        most = everybody // MIN_IN_POOL
        pools = "one pool" if most == 1 else f"{most} pools at the most"
        error = f"a pool of {_pairs(min(sizes))} has nobody to meet. What would work: {pools}"
    elif (games := games_a_robin(sizes) * times) > MAX_LINES:
        ways = [f"{_fewest_pools(everybody, times)} pools"]
        if times > 1 and games_a_robin(sizes) <= MAX_LINES:
            ways.append(f"a single round robin of {games_a_robin(sizes)} games")
        error = (
            f"a pool of {_pairs(max(sizes))} would need {games} games, more than the {MAX_LINES} lines of a card. "
            f"What would work: {' or '.join(ways)}"
        )
    return error


def _pairs(count: int) -> str:
    return "1 pair" if count == 1 else f"{count} pairs"


def _fewest_pools(everybody: int, times: int) -> int:
    """Return into how many pools a field must be divided for the lines of a card to do."""
    return next(
        count
        for count in range(1, everybody + 1)
        if games_a_robin(sizes_of_pools(everybody, count)) * times <= MAX_LINES
    )


def sizes_of_pools(everybody: int, count: int) -> tuple[int, ...]:
    """Return the sizes of ``count`` pools as even as can be, the larger first."""
    size, more = divmod(everybody, count)
    return tuple(size + 1 if place < more else size for place in range(count))


def pools_by_seat(order: Sequence[int], count: int) -> dict[str, tuple[int, ...]]:
    """Divide a field, given in seat order, into ``count`` pools, A and up, of neighbours as even as can be."""
    pools: dict[str, tuple[int, ...]] = {}
    start = 0
    for name, size in zip(ascii_uppercase, sizes_of_pools(len(order), count), strict=False):
        pools[name] = tuple(order[start : start + size])
        start += size
    return pools


def round_robin(pools: Sequence[Sequence[int]], *, times: int = 2, floaters: Sequence[int] = ()) -> RoundRobin:
    """Pair everybody with everybody of their own pool, ``times`` times (1 or 2), one round robin after another.

    Each of ``floaters`` takes the empty seat of an odd pool, in the order of the pools; an odd pool for which none is
    left has one bye in each game. Floaters who are not needed are in no game.

    Raises:
        MovementError: the pools cannot be played (:func:`why_not`), or somebody is in the field twice.
    """
    if refusal := why_not([len(pool) for pool in pools], times=times):
        raise MovementError(refusal)
    everybody = [number for pool in pools for number in pool]
    if len({*everybody, *floaters}) != len(everybody) + len(floaters):
        raise MovementError("somebody is in the field twice: each can be in one pool only")
    free = list(floaters)
    rounds = games_a_robin(map(len, pools))
    games: list[list[NumberPair]] = [[] for _ in range(rounds * times)]
    for pool in pools:
        floater = free.pop(0) if len(pool) % 2 and free else None
        for turn, pairs in enumerate(_once(pool, floater)):
            for robin in range(times):
                games[rounds * robin + turn] += pairs if robin % 2 == 0 else [pair[::-1] for pair in pairs]
    schedule = tuple(ScheduledGame(game, tuple(pairs)) for game, pairs in enumerate(games, start=1))
    return RoundRobin(schedule, rounds, times)


def _once(pool: Sequence[int], floater: int | None) -> list[list[NumberPair]]:
    """Return one round robin, game by game.

    The first seat is kept, all others go round one place after each game, and the first meets the last, the second
    the last but one and so on. Every other board names its two the other way round, the board of the seat that is kept
    in every other game: so everybody is named first as often as second, or once more or less.
    """
    chairs: list[int | None] = [*pool]
    if len(chairs) % 2:
        # The empty seat is the one that is kept: the opponent there has a bye.
        chairs.insert(0, floater)
    games = []
    for turn in range(len(chairs) - 1):
        fixed, *circle = chairs
        start = len(circle) - turn
        row = [fixed, *circle[start:], *circle[:start]]
        half = len(row) // 2
        boards = zip(row[:half], reversed(row[half:]), strict=True)
        games.append(
            [
                (other, one) if (place or turn) % 2 else (one, other)
                for place, (one, other) in enumerate(boards)
                if one is not None and other is not None
            ]
        )
    return games


def sitting_out(schedule: Iterable[ScheduledGame], everybody: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """Return by game who of ``everybody`` is not in it, ascending."""
    numbers = sorted(everybody)
    found = {}
    for scheduled in schedule:
        playing = {number for pair in scheduled.pairs for number in pair}
        found[scheduled.game] = tuple(number for number in numbers if number not in playing)
    return found


def without(schedule: Iterable[ScheduledGame], floaters: Iterable[int]) -> tuple[ScheduledGame, ...]:
    """Return the schedule with only the games that count: those against floaters count for nobody."""
    out = frozenset(floaters)
    return tuple(
        ScheduledGame(scheduled.game, tuple(pair for pair in scheduled.pairs if out.isdisjoint(pair)))
        for scheduled in schedule
    )


@dataclass(frozen=True, slots=True)
class Day:
    """One day of play: the games from ``first`` to ``last``; ``number`` counts from 1."""

    number: int
    first: int
    last: int

    @property
    def games(self) -> range:
        return range(self.first, self.last + 1)


def days_of(games: int, *, games_a_day: int | None = None, times: int = 2) -> tuple[Day, ...]:
    """Return the days of an event of ``games`` games: a round robin a day, or as many games as are given."""
    a_day = games_a_day or max(-(-games // times), 1)
    starts = range(1, games + 1, a_day)
    return tuple(Day(number, first, min(first + a_day - 1, games)) for number, first in enumerate(starts, 1))


def pool_name(text: str) -> str:
    """Return what a pool is called: capitals, and ``Pool b`` is ``B``; ValueError beyond 10 characters."""
    name = " ".join(text.upper().split()).removeprefix("POOL ")
    if len(name) > MAX_NAME_LENGTH:
        raise ValueError(f"Pool: “{name[:30]}” is longer than {MAX_NAME_LENGTH} characters.")
    return name


def pools_of(pool_of: Mapping[int, str]) -> dict[str, tuple[int, ...]]:
    """Return who is in each pool, pools by name, in the order of the mapping."""
    names = sorted(set(pool_of.values()))
    return {name: tuple(number for number, pool in pool_of.items() if pool == name) for name in names}
