"""A double round robin: how the field can be divided, the check of its schedule, and what is printed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from tournaments.models import Entrant, Tournament
from tournaments.rules.movement.boards import places
from tournaments.rules.round_robin import Day, days_of, games_a_robin, pools_of, sitting_out, sizes_of_pools, why_not
from tournaments.rules.round_robin_check import check_round_robin
from tournaments.rules.schedule_check import ScheduleWarning
from tournaments.rules.seating import in_seat_order, seat_key
from tournaments.rules.types import ScheduledGame
from tournaments.seating.selectors.seats import Seating

TIMES = 2
MAX_POOLS = 8
AS_WRITTEN = "as-written"


def robin_order(seating: Seating) -> list[int]:
    """Return who plays, in seat order: house pairs and those who left before the first game do not."""
    chairs = seating.chairs
    return [number for number in in_seat_order(seating.seat_of) if chairs[number].counts]


@dataclass(frozen=True, slots=True)
class WayOfDividing:
    """One way to divide the field: ``key`` is a number of pools or :data:`AS_WRITTEN`; ``why_not``, if anything."""

    key: str
    label: str
    why_not: str = ""


def ways_of_dividing(seating: Seating) -> list[WayOfDividing]:
    """Return the ways to divide the field into pools: one pool first, then more by seat, and as written down."""
    order = robin_order(seating)
    most = min(MAX_POOLS, max(len(order) // 2, 1))
    ways = [_way(str(count), sizes_of_pools(len(order), count)) for count in range(1, most + 1)]
    if seating.pool_of:
        ways.append(_way_as_written(seating, order))
    return ways


def _way(key: str, sizes: Sequence[int], names: Sequence[str] = ()) -> WayOfDividing:
    games = games_a_robin(sizes) * TIMES
    if len(sizes) == 1:
        field = f"Everybody in one pool of {sizes[0]}"
    elif names:
        field = "Pools as written: " + ", ".join(f"{name} with {size}" for name, size in zip(names, sizes, strict=True))
    else:
        field = f"{len(sizes)} pools by seat, of {' and '.join(map(str, sorted(set(sizes), reverse=True)))}"
    return WayOfDividing(key, f"{field}: {games} games", why_not(sizes, times=TIMES))


def _way_as_written(seating: Seating, order: Sequence[int]) -> WayOfDividing:
    without = [seating.chairs[number].shown_name for number in order if not seating.chairs[number].pool]
    pools = pools_of({number: seating.chairs[number].pool for number in order if seating.chairs[number].pool})
    if without:
        more = f" and {len(without) - 3} more" if len(without) > 3 else ""
        return WayOfDividing(
            AS_WRITTEN, "Pools as written", f"without a pool: {', '.join(without[:3])}{more}. Write one for each"
        )
    return _way(AS_WRITTEN, [len(pool) for pool in pools.values()], list(pools))


def days_in(tournament: Tournament, games: int | None = None) -> tuple[Day, ...]:
    """Return the days of play, of the stored games or of as many as are given."""
    return days_of(tournament.games if games is None else games, games_a_day=tournament.games_a_day, times=TIMES)


def round_robin_warnings(
    tournament: Tournament, seating: Seating, schedule: Sequence[ScheduledGame]
) -> tuple[ScheduleWarning, ...]:
    """Return everything that is off about the schedule of a round robin, stored or about to be."""
    games = max((scheduled.game for scheduled in schedule), default=0)
    is_stored = tuple(schedule) == seating.schedule
    return check_round_robin(
        schedule,
        seating.field,
        seating.pool_of,
        days=days_in(tournament, tournament.games if is_stored else games),
        times=TIMES,
        is_robin_a_day=tournament.games_a_day is None,
    )


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One game at one board: who sits at its odd seat and who opposite. ``counts`` is false against a floater."""

    board: str
    first: Entrant
    second: Entrant
    counts: bool


@dataclass(frozen=True, slots=True)
class GameOfDay:
    """One game of a day: its boards in order, and who has a bye, by number."""

    game: int
    boards: Sequence[BoardRow]
    sitting_out: Sequence[int]


@dataclass(frozen=True, slots=True)
class DayView:
    """One day of play; ``date`` is ``None`` where the event has none."""

    day: Day
    date: date | None
    games: Sequence[GameOfDay]

    @property
    def has_sitters(self) -> bool:
        return any(game.sitting_out for game in self.games)


def day_views(tournament: Tournament, seating: Seating) -> list[DayView]:
    """Return the schedule day by day; MovementError where somebody is twice in a game."""
    out = sitting_out(seating.schedule, robin_order(seating))
    shown = []
    for day in days_in(tournament):
        games = [
            GameOfDay(scheduled.game, _boards(seating, scheduled), out[scheduled.game])
            for scheduled in sorted(seating.schedule, key=lambda scheduled: scheduled.game)
            if scheduled.game in day.games
        ]
        on = tournament.starts_on + timedelta(days=day.number - 1) if tournament.starts_on else None
        shown.append(DayView(day, on, games))
    return shown


def _boards(seating: Seating, scheduled: ScheduledGame) -> list[BoardRow]:
    placed = places(scheduled, seating.seat_of)
    boards = []
    for pair in scheduled.pairs:
        first, second = sorted(pair, key=lambda number: seat_key(placed.get(number, "")))
        chairs = seating.chairs[first], seating.chairs[second]
        counts = not any(chair.house_player for chair in chairs)
        boards.append((placed.get(first, ""), BoardRow(_called(seating, placed, first), *chairs, counts)))
    return [board for _, board in sorted(boards, key=lambda one: seat_key(one[0]))]


def _called(seating: Seating, placed: Mapping[int, str], first: int) -> str:
    """Return what a board is called: its table where that is one board, else the seat at which it begins."""
    seat = placed.get(first, "")
    return seat.partition("-")[0] if seating.table_length == TIMES else seat


@dataclass(frozen=True, slots=True)
class SheetOfBoard:
    """What is played at one board on one day, for writing the points down."""

    board: str
    day: DayView
    games: Sequence[tuple[int, BoardRow]]


def sheets_of_boards(days: Sequence[DayView]) -> list[SheetOfBoard]:
    """Return a sheet for each board and day, board by board as they come in the day's first game."""
    sheets = []
    for day in days:
        by_board: dict[str, list[tuple[int, BoardRow]]] = {}
        for game in day.games:
            for board in game.boards:
                by_board.setdefault(board.board, []).append((game.game, board))
        names = sorted(by_board, key=lambda name: seat_key(name if "-" in name else f"{name}-1"))
        sheets += [SheetOfBoard(name, day, by_board[name]) for name in names]
    return sheets
