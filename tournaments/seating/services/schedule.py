"""Make, import and store a schedule, and schedule the games that an event has got since."""

from collections.abc import Sequence

from tournaments.changes.transaction import tournament_change
from tournaments.hooks import has_cards
from tournaments.models import AuditAction, OddField, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.labels import rounds_in_words
from tournaments.rules.movement.choices import keep_seated
from tournaments.rules.movement.extra_games import goes_on, paired_again
from tournaments.rules.movement.plan import plan
from tournaments.rules.movement.setup import Movement, MovementError, MovementKind, Setup
from tournaments.rules.schedule_check import games_in_words
from tournaments.rules.seating import base_seat, in_seat_order
from tournaments.seating.schedule_csv import ScheduleReading, read_schedule
from tournaments.seating.selectors.seats import Seating, seating_of, who_stays
from tournaments.seating.selectors.warnings import (
    extra_rounds_in,
    games_wanting,
    max_rounds,
    meetings_in_words,
    terms_of,
)
from tournaments.seating.services import storage
from tournaments.seating.services.draw import next_seat, refusals_by_name, require_reason, seat_house_player


def make_schedule(
    tournament: Tournament,
    actor: StaffMember,
    *,
    odd_field: str | None = None,
    seen: str | None = None,
    kind: MovementKind | None = None,
    sections: tuple[int, ...] = (),
    stay: Sequence[int] = (),
) -> Movement:
    """Pair everybody who has a seat for all games of the event, by the usual movement or one that is chosen.

    An odd field gets a house player in the empty seat, or extra rounds at the end for the byes, as
    ``odd_field`` says, or the event's settings where it is ``None``. From then on cards have lines for the
    extra rounds. Those who are to ``stay`` seated trade seats where they would move. ``seen`` is the digest of what the
    page showed.

    Raises:
        SeatingChangedMeanwhile: seats or schedule are not any more as the page showed them.
        Refused: somebody has no seat, the numbers do not go together, or cards are entered by a schedule.
    """
    with tournament_change(tournament) as locked:
        before = seating_of(locked)
        storage.refuse_to_make_schedule(locked, before, seen)
        settled = _without_second_cards(locked, before)
        makeups = before.players % 2 == 1 and (odd_field or locked.odd_field) == OddField.MAKEUP
        seated = storage.without_house_players(locked, settled) if makeups else _even_field(locked, settled)
        order = [n for n in in_seat_order(seated.seat_of) if (seated.chairs[n].counts or seated.chairs[n].house_player)]
        asked = Setup(len(order), locked.games_each, locked.games_per_opponent, False, makeups, kind, sections)
        seated, order = _trade_seats(locked, seated, order, asked, [*stay, *who_stays(seated, order)])
        with refusals_by_name(seated):
            movement = plan(
                order, asked.games, per_opponent=asked.per_opponent, makeups=makeups, kind=kind, sections=sections
            )
        storage.store_schedule(locked, seated, movement.schedule)
        storage.set_extra_rounds(locked, movement.terms.rounds - movement.terms.games)
        storage.dismiss_house_players(locked, before.house_players & before.seat_of.keys())
        games = rounds_in_words(locked.games_each, locked.makeup_rounds)
        subject = f"{len(order)} at {len(order) // 2} boards, {games}"
        storage.record_seating(locked, actor, AuditAction.SCHEDULE_MADE, subject, before=before)
    return movement


def _trade_seats(
    tournament: Tournament, seated: Seating, order: list[int], asked: Setup, stay: Sequence[int]
) -> tuple[Seating, list[int]]:
    """Give those who must stay a seat that stays, and return the new seats and order."""
    stays = keep_seated(order, asked, stay)
    if not stays.traded:
        return seated, order
    if has_cards(tournament):
        raise Refused(storage.CARDS_ARE_IN)
    seat_of = seated.seat_of
    labels = [seat_of[number] for number in order]
    storage.store_seats(tournament, seated, {**seat_of, **dict(zip(stays.order, labels, strict=True))})
    return seating_of(tournament), list(stays.order)


def movement_in_words(movement: Movement, *, per_opponent: int) -> str:
    """Say what has been made, ``per_opponent`` as the event's settings have it."""
    terms = movement.terms
    made = f"{rounds_in_words(terms.games, terms.rounds - terms.games)} are scheduled"
    if movement.kind is MovementKind.RING and movement.anchors:
        said = f"{made}: everybody moves but one."
    elif movement.kind is MovementKind.RING:
        said = f"{made}: everybody moves one seat on."
    else:
        said = f"{made}: {len(movement.anchors)} anchors keep their seats, movers go round."
    field = {number for game in movement.schedule for pair in game.pairs for number in pair}
    if meetings := meetings_in_words(Setup(len(field), terms.games, per_opponent)):
        said = f"{said} {meetings[:1].upper()}{meetings[1:]}."
    if terms.rounds == terms.games:
        return said
    return f"{said} Cards have {terms.rounds} lines, of which everybody plays {terms.games}."


def _without_second_cards(tournament: Tournament, before: Seating) -> Seating:
    """Give those who took over a seat (``A-7B``) the seat itself where it is free, else another."""
    seat_of = before.seat_of
    for number, seat in before.seat_of.items():
        if base_seat(seat) != seat:
            del seat_of[number]
            is_free = base_seat(seat) not in seat_of.values()
            seat_of[number] = base_seat(seat) if is_free else next_seat(before, seat_of)
    if seat_of == before.seat_of:
        return before
    storage.store_seats(tournament, before, seat_of)
    return seating_of(tournament)


def _even_field(tournament: Tournament, before: Seating) -> Seating:
    """Seat a house player in an odd field, or let one stand up who made it odd."""
    seated = [chair for chair in before.in_seat_order if chair.counts or chair.house_player]
    if len(seated) % 2 == 0:
        return before
    there = [chair.number for chair in seated if chair.house_player]
    if not there:
        return seat_house_player(tournament, before)[0]
    seat_of = before.seat_of
    del seat_of[there[-1]]
    storage.store_seats(tournament, before, seat_of)
    return seating_of(tournament)


def read_schedule_file(tournament: Tournament, seating: Seating, data: bytes) -> ScheduleReading:
    """Read an imported schedule for the entrants and games of this event, extra rounds included."""
    names = {number: chair.seat for number, chair in seating.chairs.items()}
    return read_schedule(data, names, rounds=max_rounds(tournament, seating))


def import_schedule(tournament: Tournament, actor: StaffMember, *, data: bytes, reason: str = "") -> int:
    """Put an imported schedule in the place of the one there is, and return how many games it has.

    The check warns about it and blocks nothing. Cards have lines for the extra rounds that it brings,
    and for no others.

    Raises:
        Refused: it cannot be read, cards are in and no reason is given, or they have lines beyond its games.
    """
    with tournament_change(tournament) as locked:
        before = seating_of(locked)
        reading = read_schedule_file(locked, before, data)
        if reading.schedule is None:
            raise Refused(f"The schedule cannot be read: {'; '.join(reading.errors)}.")
        require_reason(locked, reason)
        storage.store_schedule(locked, before, reading.schedule)
        if locked.is_double_round_robin:
            storage.set_games(locked, max((game.game for game in reading.schedule), default=0))
        else:
            storage.set_extra_rounds(locked, extra_rounds_in(locked, reading.schedule))
        storage.record_seating(
            locked, actor, AuditAction.SCHEDULE_IMPORTED, f"{len(reading.schedule)} games", before=before, reason=reason
        )
    return len(reading.schedule)


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
        storage.store_schedule(locked, seated, (*before.schedule, *added))
        storage.record_seating(locked, actor, AuditAction.GAMES_ADDED, games_in_words(games), before=before)
    return games


def _who_goes_on(tournament: Tournament, before: Seating, game: int) -> tuple[Seating, list[int]]:
    """Return who plays from a game on in seat order, with a house player where the number would be odd."""
    order = [n for n in in_seat_order(before.seat_of) if before.chairs[n].attendance.is_due(game)]
    if len(order) % 2 == 0:
        return before, order
    seated_house = [n for n in in_seat_order(before.seat_of) if before.chairs[n].house_player]
    if not seated_house:
        before, number = seat_house_player(tournament, before)
        seated_house = [number]
    playing = {*order, seated_house[0]}
    return before, [n for n in in_seat_order(before.seat_of) if n in playing]
