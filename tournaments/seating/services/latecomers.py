"""A late entrant gets a seat and opponents."""

from __future__ import annotations

from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.rules import schedule_changes as schedulechanges
from tournaments.rules.movement.setup import MovementError
from tournaments.seating.selectors.seats import Seating, seating_of
from tournaments.seating.selectors.warnings import terms_of
from tournaments.seating.services.draw import bring_in_house_player, in_words, next_seat, require_reason
from tournaments.seating.services.repairs import refuse_finished_games
from tournaments.seating.services.storage import SeatingRefused, record_seating, store_schedule, store_seats


def pair_latecomer(
    *, tournament: Tournament, actor: StaffMember, number: int, from_game: int, house_player: bool, reason: str = ""
) -> None:
    """Give a latecomer a seat and opponents from a game on; with ``house_player`` one is brought in if needed.

    Raises:
        SeatingRefused: there is no schedule, no seat is found, or cards are in and no reason is given.
    """
    with tournament_change(tournament) as locked:
        before = seating_of(locked)
        if not before.schedule:
            raise SeatingRefused("There is no schedule yet: make it, and everybody who has a seat is in it.")
        require_reason(locked, reason)
        set_first_game(locked, before, number, from_game)
        try:
            change = _welcome(locked, number, from_game, house_player=None)
        except MovementError:
            if not house_player:
                raise SeatingRefused(
                    f"{before.chairs[number].name} finds no opponent in some game. What would work: a house player "
                    "as well, or the place of somebody who leaves.",
                    "house_player",
                ) from None
            change = _welcome_with_house_player(locked, number, from_game)
        now = seating_of(locked)
        refuse_finished_games(locked, now, before.schedule, change.schedule)
        store_schedule(locked, now, change.schedule)
        paired = {n for game in change.schedule for pair in game.pairs for n in pair}
        seat_newcomers(locked, now, [number, *sorted(paired - {number})])
        record_seating(
            locked,
            actor,
            AuditAction.LATECOMER_PAIRED,
            f"{number} {before.chairs[number].name} from game {from_game}",
            before=before,
            reason=reason,
        )


def _welcome(
    tournament: Tournament, latecomer: int, from_game: int, *, house_player: int | None
) -> schedulechanges.ScheduleChange:
    now = seating_of(tournament)
    return schedulechanges.add_latecomer(
        now.schedule,
        now.field,
        terms_of(tournament, now),
        latecomer=latecomer,
        from_game=from_game,
        house_player=house_player,
    )


def _welcome_with_house_player(
    tournament: Tournament, latecomer: int, from_game: int
) -> schedulechanges.ScheduleChange:
    house_player = bring_in_house_player(tournament, seating_of(tournament), without=(latecomer,))
    try:
        return _welcome(tournament, latecomer, from_game, house_player=house_player)
    except MovementError as error:
        raise SeatingRefused(in_words(error, seating_of(tournament))) from error


def set_first_game(tournament: Tournament, seating: Seating, number: int, from_game: int) -> None:
    """Write down from which game on somebody plays who has not been in the schedule."""
    chair = seating.chairs[number]
    if not 1 <= from_game <= tournament.games:
        raise SeatingRefused(f"The event has games 1 to {tournament.games}.", "from_game")
    is_new = not any(number in pair for game in seating.schedule for pair in game.pairs)
    if is_new and not chair.house_player and chair.first_game != from_game:
        Entrant.objects.filter(pk=chair.pk).update(first_game=from_game)


def seat_newcomers(tournament: Tournament, seating: Seating, numbers: list[int] | tuple[int, ...]) -> None:
    """Seat those of these who sit nowhere yet, after everybody else: their cards need a seat to go by."""
    seat_of = seating.seat_of
    for number in numbers:
        if number not in seat_of:
            seat_of[number] = next_seat(seating, seat_of)
    store_seats(tournament, seating, seat_of)
