"""Making the schedule of the qualifying round, and changing it while people play."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from tournaments import schedulechanges
from tournaments.eventfile import ScheduledGame
from tournaments.models import Entrant, OddField, StaffMember, Tournament
from tournaments.models_audit import AuditAction
from tournaments.movement import Kind, Movement, MovementError, Setup, plan
from tournaments.schedulefile import ScheduleReading, read_schedule
from tournaments.seating import in_seat_order
from tournaments.selectors_progress import has_cards
from tournaments.selectors_seating import Seating, seating_of
from tournaments.selectors_seating_check import extra_rounds_in, meetings_in_words, most_rounds, terms_of
from tournaments.services import changing
from tournaments.services_seating import bring_in_house_player, free_seat, in_words, require_reason
from tournaments.services_seating_state import (
    SeatingChangedMeanwhile,
    SeatingRefused,
    record_seating,
    refuse_if_overtaken,
    set_extra_rounds,
    set_games,
    store_schedule,
    store_seats,
)
from tournaments.wording import rounds_in_words


@dataclass(frozen=True, slots=True)
class TakenOut:
    """The games that have changed, and those in which somebody stays whose opponent could meet nobody else."""

    games: tuple[int, ...]
    kept: tuple[int, ...]


def make_schedule(
    *, tournament: Tournament, actor: StaffMember, odd_field: str | None = None, seen: str | None = None
) -> Movement:
    """Pair everybody who has a seat for all games of the event.

    An odd field gets a house player in the empty chair, or extra rounds at the end for the games sat out, as
    ``odd_field`` says, or the event's settings where it is ``None``. From then on cards have lines for the
    extra rounds. ``seen`` is the digest of what the page showed.

    Raises:
        SeatingChangedMeanwhile: seats or schedule are not any more as the page showed them.
        SeatingRefused: somebody has no seat, the numbers do not go together, or cards are keyed by a schedule.
    """
    with changing(tournament) as locked:
        before = seating_of(locked)
        if before.schedule and has_cards(locked):
            raise SeatingRefused(
                "Cards are keyed, written by the schedule there is. Single pairings can still be changed."
            )
        refuse_if_overtaken(before, seen)
        if waiting := before.waiting:
            names = ", ".join(chair.name for chair in waiting[:5])
            more = f" and {len(waiting) - 5} more" if len(waiting) > 5 else ""
            raise SeatingRefused(f"Without a seat: {names}{more}. Draw seats first, or give them one.")
        makeups = before.players % 2 == 1 and (odd_field or locked.odd_field) == OddField.MAKEUP
        seated = _without_house_players(locked, before) if makeups else _even_field(locked, before)
        order = [n for n in in_seat_order(seated.seat_of) if seated.chairs[n].withdrawn_after_game != 0]
        per_opponent = locked.games_per_opponent
        try:
            movement = plan(order, locked.games_each, per_opponent=per_opponent, makeups=makeups)
        except MovementError as error:
            raise SeatingRefused(in_words(error, seated)) from error
        store_schedule(locked, seated, movement.schedule)
        set_extra_rounds(locked, movement.terms.rounds - movement.terms.games)
        games = rounds_in_words(locked.games_each, locked.makeup_rounds)
        subject = f"{len(order)} at {len(order) // 2} boards, {games}"
        record_seating(
            tournament=locked, actor=actor, action=AuditAction.SCHEDULE_MADE, subject=subject, before=before
        )
    return movement


def movement_in_words(movement: Movement, *, per_opponent: int = 1) -> str:
    """Say what has been made, ``per_opponent`` as the event's settings have it."""
    terms = movement.terms
    made = f"{rounds_in_words(terms.games, terms.rounds - terms.games)} are scheduled"
    if movement.kind is Kind.ROUND_ROBIN:
        said = f"{made} as a round robin."
    else:
        said = f"{made}: {len(movement.anchors)} anchors keep their seats, movers go round."
    field = {number for game in movement.schedule for pair in game.pairs for number in pair}
    if meetings := meetings_in_words(Setup(len(field), terms.games, per_opponent)):
        said = f"{said} {meetings[:1].upper()}{meetings[1:]}."
    if terms.rounds == terms.games:
        return said
    return f"{said} Cards have {terms.rounds} lines, of which everybody plays {terms.games}."


def _without_house_players(tournament: Tournament, before: Seating) -> Seating:
    """Let every house player stand up: the empty chair is made up for at the end."""
    seat_of = {n: seat for n, seat in before.seat_of.items() if not before.chairs[n].house_player}
    store_seats(tournament, before, seat_of)
    return seating_of(tournament)


def _even_field(tournament: Tournament, before: Seating) -> Seating:
    """Seat a house player in an odd field, or let one stand up who made it odd."""
    seated = [chair for chair in before.in_seat_order if chair.withdrawn_after_game != 0]
    if len(seated) % 2 == 0:
        return before
    seat_of = before.seat_of
    if there := [chair.number for chair in seated if chair.house_player]:
        del seat_of[there[-1]]
    else:
        number = bring_in_house_player(tournament, before)
        seat_of[number] = free_seat(before, before.seat_of)
        before = seating_of(tournament)
    store_seats(tournament, before, seat_of)
    return seating_of(tournament)


def read_schedule_file(tournament: Tournament, seating: Seating, data: bytes) -> ScheduleReading:
    """Read an imported schedule for the entrants and games of this event, extra rounds included."""
    names = {number: chair.seat for number, chair in seating.chairs.items()}
    return read_schedule(data, names, rounds=most_rounds(tournament, seating))


def import_schedule(*, tournament: Tournament, actor: StaffMember, data: bytes, reason: str = "") -> int:
    """Put an imported schedule in the place of the one there is, and return how many games it has.

    Its faults are told by the check and stand in nobody's way. Cards have lines for the extra rounds that it brings,
    and for no others.

    Raises:
        SeatingRefused: it cannot be read, cards are in and no reason is given, or they have lines beyond its games.
    """
    with changing(tournament) as locked:
        before = seating_of(locked)
        reading = read_schedule_file(locked, before, data)
        if reading.schedule is None:
            raise SeatingRefused(f"The schedule cannot be read: {'; '.join(reading.faults)}.")
        require_reason(locked, reason)
        store_schedule(locked, before, reading.schedule)
        if locked.is_double_round_robin:
            set_games(locked, max((game.game for game in reading.schedule), default=0))
        else:
            set_extra_rounds(locked, extra_rounds_in(locked, reading.schedule))
        record_seating(
            tournament=locked,
            actor=actor,
            action=AuditAction.SCHEDULE_IMPORTED,
            subject=f"{len(reading.schedule)} games",
            before=before,
            reason=reason,
        )
    return len(reading.schedule)


def digest_of_game(game: ScheduledGame | None) -> str:
    """Tell one state of a game's pairings from another."""
    return hashlib.sha256(repr(game.pairs if game else None).encode()).hexdigest()[:16]


def swap_in_game(
    *,
    tournament: Tournament,
    actor: StaffMember,
    game: int,
    one: int,
    other: int,
    seen: str,
    reason: str = "",
) -> None:
    """Let two entrants take each other's place in one game; ``seen`` is the digest of the game as shown.

    Raises:
        SeatingChangedMeanwhile: the game is not any more as the page showed it.
        SeatingRefused: the swap would change nothing, or cards are in and no reason is given.
    """
    with changing(tournament) as locked:
        before = seating_of(locked)
        if digest_of_game(before.game(game)) != seen:
            raise SeatingChangedMeanwhile(
                f"Game {game} has been changed since you opened it: below it stands as it is now."
            )
        require_reason(locked, reason)
        try:
            change = schedulechanges.swap(
                before.schedule, before.field, terms_of(locked, before), game=game, one=one, other=other
            )
        except MovementError as error:
            raise SeatingRefused(in_words(error, before)) from error
        store_schedule(locked, before, change.schedule)
        names = " and ".join(before.chairs[number].name for number in (one, other))
        record_seating(
            tournament=locked,
            actor=actor,
            action=AuditAction.PAIRING_CHANGED,
            subject=f"game {game}: {names}",
            before=before,
            reason=reason,
        )


def take_over_chair(
    *,
    tournament: Tournament,
    actor: StaffMember,
    leaving: int,
    entering: int,
    from_game: int,
    reason: str = "",
) -> None:
    """Put one entrant in the place of another from a game on: a house player, or a latecomer.

    Raises:
        SeatingRefused: the one plays in these games already, the other in none, or a reason is wanting.
    """
    with changing(tournament) as locked:
        before = seating_of(locked)
        require_reason(locked, reason)
        _set_first_game(locked, before, entering, from_game)
        _seat_newcomers(locked, seating_of(locked), (entering,))
        now = seating_of(locked)
        try:
            change = schedulechanges.substitute(
                now.schedule,
                now.field,
                terms_of(locked, now),
                leaving=leaving,
                entering=entering,
                from_game=from_game,
            )
        except MovementError as error:
            raise SeatingRefused(in_words(error, now)) from error
        store_schedule(locked, now, change.schedule)
        names = f"{now.chairs[entering].name} for {now.chairs[leaving].name}"
        record_seating(
            tournament=locked,
            actor=actor,
            action=AuditAction.SEAT_TAKEN_OVER,
            subject=f"{names} from game {from_game}",
            before=before,
            reason=reason,
        )


def take_out_of_schedule(
    *,
    tournament: Tournament,
    actor: StaffMember,
    one: int,
    from_game: int,
    other: int | None = None,
    reason: str = "",
) -> TakenOut:
    """Take an entrant out of the schedule from a game on.

    With ``other``, usually a house player, both are out and their opponents meet each other; games in which these
    have met too often already stay as they are. Seats and cards are left alone.

    Raises:
        SeatingRefused: one of them plays in none of these games, nothing would change, or a reason is wanting.
    """
    with changing(tournament) as locked:
        before = seating_of(locked)
        require_reason(locked, reason)
        terms = terms_of(locked, before)
        try:
            change = schedulechanges.take_out(
                before.schedule, before.field, terms, one=one, other=other, from_game=from_game
            )
        except MovementError as error:
            raise SeatingRefused(in_words(error, before)) from error
        names = " and ".join(before.chairs[number].name for number in (one, other) if number is not None)
        if not change.games:
            raise SeatingRefused(
                f"{names} stay: in none of these games can their opponents meet each other. What would work: "
                "take out one alone, or swap single pairings on the page of a game."
            )
        store_schedule(locked, before, change.schedule)
        record_seating(
            tournament=locked,
            actor=actor,
            action=AuditAction.TAKEN_OUT,
            subject=f"{names} from game {from_game}",
            before=before,
            reason=reason,
        )
    kept = tuple(game.game for game in change.schedule if game.game >= from_game and _plays_in(game, one))
    return TakenOut(change.games, kept)


def _plays_in(game: ScheduledGame, number: int) -> bool:
    return any(number in pair for pair in game.pairs)


def pair_latecomer(
    *,
    tournament: Tournament,
    actor: StaffMember,
    number: int,
    from_game: int,
    house_player: bool,
    reason: str = "",
) -> None:
    """Give a latecomer a seat and opponents from a game on; with ``house_player`` one is brought in if needed.

    Raises:
        SeatingRefused: there is no schedule, no chair is found, or cards are in and no reason is given.
    """
    with changing(tournament) as locked:
        before = seating_of(locked)
        if not before.schedule:
            raise SeatingRefused("There is no schedule yet: make it, and everybody who has a seat is in it.")
        require_reason(locked, reason)
        _set_first_game(locked, before, number, from_game)
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
        store_schedule(locked, now, change.schedule)
        paired = {n for game in change.schedule for pair in game.pairs for n in pair}
        _seat_newcomers(locked, now, [number, *sorted(paired - {number})])
        record_seating(
            tournament=locked,
            actor=actor,
            action=AuditAction.LATECOMER_PAIRED,
            subject=f"{number} {before.chairs[number].name} from game {from_game}",
            before=before,
            reason=reason,
        )


def _welcome(
    tournament: Tournament, latecomer: int, from_game: int, *, house_player: int | None
) -> schedulechanges.Change:
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
) -> schedulechanges.Change:
    house_player = bring_in_house_player(tournament, seating_of(tournament), without=(latecomer,))
    try:
        return _welcome(tournament, latecomer, from_game, house_player=house_player)
    except MovementError as error:
        raise SeatingRefused(in_words(error, seating_of(tournament))) from error


def _set_first_game(tournament: Tournament, seating: Seating, number: int, from_game: int) -> None:
    """Write down from which game on somebody plays who has not been in the schedule."""
    chair = seating.chairs[number]
    if not 1 <= from_game <= tournament.games:
        raise SeatingRefused(f"The event has games 1 to {tournament.games}.", "from_game")
    is_new = not any(number in pair for game in seating.schedule for pair in game.pairs)
    if is_new and not chair.house_player and chair.first_game != from_game:
        Entrant.objects.filter(pk=chair.pk).update(first_game=from_game)


def _seat_newcomers(tournament: Tournament, seating: Seating, numbers: list[int] | tuple[int, ...]) -> None:
    """Seat those of these who sit nowhere yet, after everybody else: their cards need a seat to go by."""
    seat_of = seating.seat_of
    for number in numbers:
        if number not in seat_of:
            seat_of[number] = free_seat(seating, seat_of)
    store_seats(tournament, seating, seat_of)
