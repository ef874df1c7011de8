"""Making the schedule of a double round robin: pools, floaters, and as many games as that takes."""

from collections.abc import Mapping, Sequence

from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.movement.setup import MovementError
from tournaments.rules.round_robin import RoundRobin, pools_by_seat, pools_of, round_robin
from tournaments.seating.selectors.round_robin import AS_WRITTEN, TIMES, robin_order, ways_of_dividing
from tournaments.seating.selectors.seats import Seating, seating_of
from tournaments.seating.services import storage
from tournaments.seating.services.draw import bring_in_house_player, in_words, next_seat, require_reason

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
        if floater:
            now, floaters = _with_floaters(locked, seating_of(locked), divided)
        try:
            planned = round_robin(list(divided.values()), times=TIMES, floaters=floaters)
        except MovementError as error:
            raise Refused(in_words(error, now)) from error
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


def _with_floaters(
    tournament: Tournament, now: Seating, divided: Mapping[str, Sequence[int]]
) -> tuple[Seating, list[int]]:
    """Seat a house pair for each odd pool, after everybody else."""
    floaters: list[int] = []
    for pool in divided.values():
        if len(pool) % 2:
            number = bring_in_house_player(tournament, now, without=floaters, called=FLOATER)
            floaters.append(number)
            now = seating_of(tournament)
            storage.store_seats(tournament, now, now.seat_of | {number: next_seat(now, now.seat_of)})
            now = seating_of(tournament)
    return now, floaters


def set_pools(tournament: Tournament, actor: StaffMember, *, pool_of: Mapping[int, str], reason: str = "") -> bool:
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
