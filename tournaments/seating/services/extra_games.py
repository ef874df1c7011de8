"""Schedule games that were added to an event after its schedule was made."""

from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.movement.extra_games import goes_on, paired_again
from tournaments.rules.movement.setup import MovementError
from tournaments.rules.schedule_check import games_in_words
from tournaments.rules.seating import in_seat_order
from tournaments.seating.selectors.seats import Seating, seating_of
from tournaments.seating.selectors.warnings import games_wanting, terms_of
from tournaments.seating.services.draw import bring_in_house_player, next_seat
from tournaments.seating.services.storage import record_seating, store_schedule, store_seats


def schedule_more_games(tournament: Tournament, actor: StaffMember) -> tuple[int, ...]:
    """Pair the games after the last one that is scheduled, and return which these are; the others stay.

    The movement goes on where the schedule follows one; else everybody still there meets opponents they have not met.
    A house player comes where the number of those who are left is odd.

    Raises:
        Refused: no game is wanting at the end, somebody who is to play has no seat, or the games cannot be
            paired within the limit on meetings.
    """
    with tournament_change(tournament) as locked:
        before = seating_of(locked)
        games = games_wanting(locked, before)
        if not games:
            raise Refused("Every game is scheduled: there are none to add.")
        if waiting := [chair.shown_name for chair in before.waiting if chair.attendance.is_due(games[0])]:
            raise Refused(f"Without a seat: {', '.join(waiting[:5])}. Give them one first.")
        seated, order = _who_goes_on(locked, before, games[0])
        per_opponent = locked.games_per_opponent
        added = goes_on(before.schedule, order, games[-1], per_opponent=per_opponent)
        if not added:
            most = terms_of(locked, seated).max_meetings
            try:
                added = paired_again(before.schedule, order, games, per_opponent=per_opponent, max_meetings=most)
            except MovementError as error:
                others = ", or two games against each opponent" if most == 1 else ""
                raise Refused(
                    f"{str(error).capitalize()}. What would work: fewer games in the settings{others}."
                ) from error
        store_schedule(locked, seated, (*before.schedule, *added))
        record_seating(locked, actor, AuditAction.GAMES_ADDED, games_in_words(games), before=before)
    return games


def _who_goes_on(tournament: Tournament, before: Seating, game: int) -> tuple[Seating, list[int]]:
    """Return who plays from a game on in seat order, with a house player where the number would be odd."""
    order = [n for n in in_seat_order(before.seat_of) if before.chairs[n].attendance.is_due(game)]
    if len(order) % 2 == 0:
        return before, order
    seated_house = [n for n in in_seat_order(before.seat_of) if before.chairs[n].house_player]
    if not seated_house:
        number = bring_in_house_player(tournament, before)
        seated = seating_of(tournament)
        store_seats(tournament, seated, seated.seat_of | {number: next_seat(seated, seated.seat_of)})
        before, seated_house = seating_of(tournament), [number]
    playing = {*order, seated_house[0]}
    return before, [n for n in in_seat_order(before.seat_of) if n in playing]
