"""A double round robin: how the field can be divided, the check of its schedule, and what is printed."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from tournaments.models import Tournament
from tournaments.rules.movement.boards import places
from tournaments.rules.round_robin import Day, days_of, games_a_robin, pools_of, sitting_out, sizes_of_pools, why_not
from tournaments.rules.round_robin_check import check_round_robin
from tournaments.rules.schedule_check import ScheduleWarning
from tournaments.rules.seating import in_seat_order, seat_key
from tournaments.rules.text import first_of
from tournaments.rules.types import ScheduledGame
from tournaments.seating.selectors.seats import Seating

TIMES = 2
MAX_POOLS = 8
AS_WRITTEN = "as-written"


def robin_order(seating: Seating) -> list[int]:
    """Return who plays, in seat order: house pairs and those who left before the first game do not."""
    chairs = seating.chairs
    return [number for number in in_seat_order(seating.seat_of) if chairs[number].counts]


def ways_of_dividing(seating: Seating) -> list[dict[str, str]]:
    """Return the ways to divide the field into pools: one pool first, then more by seat, and as written down.

    ``key`` is a number of pools or :data:`AS_WRITTEN`, ``why_not`` what speaks against that way, if anything.
    """
    order = robin_order(seating)
    most = min(MAX_POOLS, max(len(order) // 2, 1))
    ways = [_way(str(count), sizes_of_pools(len(order), count)) for count in range(1, most + 1)]
    if seating.pool_of:
        ways.append(_way_as_written(seating, order))
    return ways


def _way(key: str, sizes: Sequence[int], names: Sequence[str] = ()) -> dict[str, str]:
    games = games_a_robin(sizes) * TIMES
    if len(sizes) == 1:
        field = f"Everybody in one pool of {sizes[0]}"
    elif names:
        field = "Pools as written: " + ", ".join(f"{name} with {size}" for name, size in zip(names, sizes, strict=True))
    else:
        field = f"{len(sizes)} pools by seat, of {' and '.join(map(str, sorted(set(sizes), reverse=True)))}"
    return {"key": key, "label": f"{field}: {games} games", "why_not": why_not(sizes, times=TIMES)}


def _way_as_written(seating: Seating, order: Sequence[int]) -> dict[str, str]:
    without = [seating.chairs[number].shown_name for number in order if not seating.chairs[number].pool]
    pools = pools_of({number: seating.chairs[number].pool for number in order if seating.chairs[number].pool})
    if without:
        refusal = f"without a pool: {first_of(without, 3)}. Write one for each"
        return {"key": AS_WRITTEN, "label": "Pools as written", "why_not": refusal}
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


def day_views(tournament: Tournament, seating: Seating) -> list[dict[str, Any]]:
    """Return the schedule day by day; MovementError where somebody is twice in a game.

    ``date`` is ``None`` where the event has none; ``sitting_out`` of a game are those who have a bye, by number.
    """
    out = sitting_out(seating.schedule, robin_order(seating))
    shown = []
    for day in days_in(tournament):
        games = [
            {"game": scheduled.game, "boards": _boards(seating, scheduled), "sitting_out": out[scheduled.game]}
            for scheduled in sorted(seating.schedule, key=lambda scheduled: scheduled.game)
            if scheduled.game in day.games
        ]
        on = tournament.starts_on + timedelta(days=day.number - 1) if tournament.starts_on else None
        has_sitters = any(game["sitting_out"] for game in games)
        shown.append({"day": day, "date": on, "games": games, "has_sitters": has_sitters})
    return shown


def _boards(seating: Seating, scheduled: ScheduledGame) -> list[dict[str, Any]]:
    """Return who sits at the odd seat of each board and who opposite; a game against a floater does not count."""
    placed = places(scheduled, seating.seat_of)
    boards = []
    for pair in scheduled.pairs:
        numbers = sorted(pair, key=lambda number: seat_key(placed.get(number, "")))
        first, second = (seating.chairs[number] for number in numbers)
        seat = placed.get(first.number, "")
        # A board is called by its table where that is one board, else by the seat at which it begins.
        called = seat.partition("-")[0] if seating.table_length == TIMES else seat
        counts = not (first.house_player or second.house_player)
        boards.append((seat, {"board": called, "first": first, "second": second, "counts": counts}))
    return [board for _, board in sorted(boards, key=lambda one: seat_key(one[0]))]


def sheets_of_boards(days: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return a sheet for each board and day, board by board as they come in the day's first game."""
    sheets = []
    for day in days:
        by_board: dict[str, list[tuple[int, Mapping[str, Any]]]] = {}
        for game in day["games"]:
            for board in game["boards"]:
                by_board.setdefault(board["board"], []).append((game["game"], board))
        names = sorted(by_board, key=lambda name: seat_key(name if "-" in name else f"{name}-1"))
        sheets += [{"board": name, "day": day, "games": by_board[name]} for name in names]
    return sheets
