"""A double round robin: its pools, its schedule made and checked, and what is printed."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.movement.boards import places
from tournaments.rules.round_robin import (
    RoundRobin,
    games_a_robin,
    pools_by_seat,
    pools_of,
    round_robin,
    sitting_out,
    sizes_of_pools,
    why_not,
)
from tournaments.rules.seating import in_seat_order, seat_key
from tournaments.rules.text import first_of
from tournaments.rules.types import ScheduledGame
from tournaments.seating.selectors.seats import Seating, seating_of
from tournaments.seating.selectors.warnings import TIMES, days_in
from tournaments.seating.services import storage
from tournaments.seating.services.draw import refusals_by_name, require_reason, seat_house_player

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


FLOATER = "Floater"


def make_round_robin(
    tournament: Tournament,
    actor: StaffMember,
    *,
    pools: str = "1",
    floater: bool = False,
    games_a_day: int | None = None,
    seen: str | None = None,
) -> RoundRobin:
    """Pair everybody who has a seat with everybody of their pool, twice; cards get as many lines as that takes.

    ``pools`` is how many the field is divided into by seat, or :data:`AS_WRITTEN`. In an odd pool one pair has a bye in
    each game, or with ``floater`` meets a house pair that is brought in, in games that count for nobody. Without
    ``games_a_day`` a day is one round robin. ``seen`` is the digest of what the page showed.

    Raises:
        SeatingChangedMeanwhile: seats or schedule are not any more as the page showed them.
        Refused: somebody has no seat, the pools cannot be played, or cards are entered by a schedule.
    """
    with tournament_change(tournament) as locked:
        before = seating_of(locked)
        storage.refuse_to_make_schedule(locked, before, seen)
        now = storage.without_house_players(locked, before)
        divided = _divided(now, pools)
        if pools != AS_WRITTEN:
            storage.store_pools(locked, now, _names(divided))
        floaters: list[int] = []
        for pool in divided.values() if floater else ():
            if len(pool) % 2:
                now, number = seat_house_player(locked, now, without=floaters, called=FLOATER)
                floaters.append(number)
        with refusals_by_name(now):
            planned = round_robin(list(divided.values()), times=TIMES, floaters=floaters)
        storage.store_schedule(locked, now, planned.schedule)
        locked.games_a_day = games_a_day
        locked.save(update_fields=["games_a_day"])
        storage.set_games(locked, planned.games)
        sizes = " and ".join(str(len(pool)) for pool in divided.values())
        storage.record_seating(
            locked,
            actor,
            AuditAction.SCHEDULE_MADE,
            f"double round robin of {sizes}, {planned.games} games",
            before=before,
        )
    return planned


def _divided(seating: Seating, pools: str) -> dict[str, tuple[int, ...]]:
    """Return the pools by name, refused where they cannot be played."""
    way = next((way for way in ways_of_dividing(seating) if way["key"] == pools), None)
    if way is None:
        raise Refused("Choose into how many pools the field is divided.", "pools")
    if why_not := way["why_not"]:
        raise Refused(f"{why_not[:1].upper()}{why_not[1:]}.", "pools")
    order = robin_order(seating)
    if pools == AS_WRITTEN:
        return pools_of({number: seating.chairs[number].pool for number in order})
    return pools_by_seat(order, int(pools))


def _names(divided: Mapping[str, Sequence[int]]) -> dict[int, str]:
    """Return everybody's pool; one alone needs no name."""
    if len(divided) == 1:
        return {}
    return {number: name for name, pool in divided.items() for number in pool}


def set_pools(tournament: Tournament, actor: StaffMember, *, pool_of: Mapping[int, str], reason: str) -> bool:
    """Write down who is in which pool; a schedule there is stays, and the check says what it has to do with them.

    Returns whether anything was changed.

    Raises:
        Refused: cards are in and no reason is given.
    """
    with tournament_change(tournament) as locked:
        before = seating_of(locked)
        after = {number: pool for number, pool in pool_of.items() if pool and number in before.chairs}
        if after == before.pool_of:
            return False
        require_reason(locked, reason)
        storage.store_pools(locked, before, after)
        storage.record_seating(locked, actor, AuditAction.POOLS_SET, "", before=before, reason=reason)
    return True


def robin_in_words(planned: RoundRobin) -> str:
    """Say what has been made."""
    return (
        f"{planned.games} games are scheduled: everybody meets everybody of the same pool twice, once in games 1 to "
        f"{planned.games_a_robin} and once after them. Cards have {planned.games} lines."
    )
