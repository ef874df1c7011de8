"""Assign seats by lot or by hand, and clear them."""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from tournaments.changes.transaction import tournament_change
from tournaments.entrants.services.registration import next_number
from tournaments.hooks import has_cards
from tournaments.models import AuditAction, Entrant, OddField, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.movement.choices import staying_places
from tournaments.rules.movement.setup import MovementError, Setup
from tournaments.rules.seating import SeatingError, assign_seat, draw_seats, seat_key, seats
from tournaments.rules.types import ScheduledGame
from tournaments.seating.selectors.seats import Seating, seating_of, with_names
from tournaments.seating.services import storage

HOUSE_PLAYER = "House player"
BYTES_OF_SEED = 8


def draw(
    *,
    tournament: Tournament,
    actor: StaffMember,
    table_length: int,
    keep: bool,
    only_here: bool = False,
    seen: str | None = None,
) -> str:
    """Draw everybody's seat by a new seed and return it; with ``keep``, of those only who have none yet.

    With ``only_here`` who is not here draws none, and is left out of the schedule too until they come late.

    A schedule that was made for other seats goes: it pairs neighbours. Who has left before the first game gets no
    seat, nor does a house player, except the last seat of an odd field. ``seen`` is the digest of what the page showed.

    Raises:
        SeatingChangedMeanwhile: seats or schedule are not any more as the page showed them.
        Refused: cards are in, nobody needs a seat, or a kept seat is not among those that are needed.
    """
    with tournament_change(tournament) as locked:
        before = _before_play(locked, seen)
        numbers = [
            number for number, chair in before.chairs.items() if chair.counts and (chair.is_here or not only_here)
        ]
        if not numbers:
            raise Refused("Nobody is entered yet who could draw a seat.")
        seed = secrets.token_hex(BYTES_OF_SEED)
        kept = {number: before.seat_of[number] for number in numbers if number in before.seat_of and keep}
        with refusals_by_name(before, "table_length"):
            labels = seats(len(numbers) + 1, table_length=table_length, rooms=before.rooms)
            last, labels = labels[-1], labels[:-1]
            kept = _without_seats_beyond(before, kept, labels)
            stay = [number for number in numbers if before.chairs[number].stays_seated and number not in kept]
            stationary = _stationary_seats(locked, labels)
            drawn = draw_seats(numbers, labels, seed, kept=kept, stay=stay, stationary=stationary)
            seat_of = drawn | _seat_of_house_player(before, len(numbers), last)
        locked.seating_seed, locked.table_length = seed, table_length
        locked.save(update_fields=["seating_seed", "table_length"])
        storage.store_seats(locked, before, seat_of)
        if not drawn.items() <= before.seat_of.items():
            _discard_schedule(locked, before)
        storage.dismiss_house_players(locked, before.house_players & before.seat_of.keys())
        details = {"drawn": drawn, "kept": kept, "table_length": table_length}
        if locked.rooms:
            details |= {"rooms": locked.rooms}
        if stay:
            details |= {"stay": stay, "stationary": stationary}
        storage.record_seating(locked, actor, AuditAction.SEATS_DRAWN, f"seed {seed}", before=before, more=details)
    return seed


def _stationary_seats(tournament: Tournament, labels: Sequence[str]) -> list[str]:
    """Return which of the seats keep their players, by the movement that is usual for so many."""
    is_made_up = len(labels) % 2 == 1 and tournament.odd_field == OddField.MAKEUP
    games, per_opponent = tournament.games_each, tournament.games_per_opponent
    setup = Setup(len(labels), games, per_opponent, house_player=not is_made_up, makeups=is_made_up)
    return [labels[place] for place in staying_places(setup) if place < len(labels)]


def _without_seats_beyond(before: Seating, kept: Mapping[int, str], labels: Sequence[str]) -> dict[int, str]:
    """Let go of drawn seats that would leave empty ones before them, because the schedule pairs neighbours.

    Raises:
        Refused: such seats were given by hand, and nothing is drawn yet.
    """
    beyond = sorted((number for number, seat in kept.items() if seat not in labels), key=kept.__getitem__)
    if beyond and not before.seed:
        sit = " and ".join(f"{before.chairs[number].shown_name} sits at {kept[number]}" for number in beyond[:3])
        more = f", {len(beyond) - 3} more likewise" if len(beyond) > 3 else ""
        raise Refused(
            f"{sit}{more}, beyond the {len(labels)} seats needed: give {'them' if beyond[1:] else 'that entrant'} one "
            f"of {labels[0]} to {labels[-1]}, or draw without keeping seats.",
            "keep",
        )
    return {number: seat for number, seat in kept.items() if number not in beyond}


def _seat_of_house_player(before: Seating, players: int, last: str) -> dict[int, str]:
    """Return the last seat of an odd field for a house player who is there already."""
    house_players = [number for number, chair in before.chairs.items() if chair.house_player]
    if players % 2 == 0 or not house_players:
        return {}
    return {house_players[0]: last}


def clear_seats(tournament: Tournament, actor: StaffMember, *, seen: str | None = None) -> None:
    """Take all seats back, and the schedule that rests on them; ``seen`` is the digest of what the page showed.

    Raises:
        SeatingChangedMeanwhile: seats or schedule are not any more as the page showed them.
        Refused: cards are in.
    """
    with tournament_change(tournament) as locked:
        before = _before_play(locked, seen)
        locked.seating_seed = ""
        locked.save(update_fields=["seating_seed"])
        storage.store_seats(locked, before, {})
        _discard_schedule(locked, before)
        storage.dismiss_house_players(locked, before.house_players & before.seat_of.keys())
        storage.record_seating(locked, actor, AuditAction.SEATS_CLEARED, before=before)


def _discard_schedule(tournament: Tournament, before: Seating) -> None:
    """Take the schedule back, and the lines that cards had for its extra rounds."""
    storage.store_schedule(tournament, before, ())
    storage.set_extra_rounds(tournament, 0)


def _before_play(tournament: Tournament, seen: str | None) -> Seating:
    if has_cards(tournament):
        raise Refused(storage.CARDS_ARE_IN)
    now = seating_of(tournament)
    storage.refuse_if_overtaken(now, seen)
    return now


def give_seat(
    tournament: Tournament,
    actor: StaffMember,
    *,
    number: int,
    seat: str,
    seen: str,
    swap: bool = False,
    reason: str = "",
) -> None:
    """Give one entrant a seat by hand, or with a blank one clear it; ``seen`` is the seat the page showed.

    With ``swap`` its holder gets the old seat. The two exchange their games as well, because a seat's games
    stay with the seat.

    Raises:
        SeatingChangedMeanwhile: the entrant does not sit any more where the page showed.
        Refused: there is no such seat, it is taken, or cards are in and no reason is given.
    """
    with tournament_change(tournament) as locked:
        before = seating_of(locked)
        chair = before.chairs[number]
        if chair.seat != seen:
            raise storage.SeatingChangedMeanwhile(f"{chair.shown_name} is in {chair.seat or 'no seat'} by now.")
        require_reason(locked, reason)
        if seat == chair.seat:
            return
        storage.store_seats(locked, before, _seats_after(before, chair, seat, swap=swap))
        holder = next((n for n, held in before.seat_of.items() if held == seat), None)
        if seat and holder is not None:
            storage.store_schedule(locked, before, exchanged(before.schedule, {number: holder, holder: number}))
        storage.record_seating(
            locked, actor, AuditAction.SEAT_CHANGED, f"{number} {chair.shown_name}", before=before, reason=reason
        )


def _seats_after(before: Seating, chair: Entrant, seat: str, *, swap: bool) -> dict[int, str]:
    if not seat:
        if any(chair.number in pair for game in before.schedule for pair in game.pairs):
            raise Refused(
                f"{chair.shown_name} is in the schedule: give the seat to somebody else, or swap the two.", "seat"
            )
        return {number: held for number, held in before.seat_of.items() if number != chair.number}
    with refusals_by_name(before, "seat"):
        changed = assign_seat(before.seat_of, chair.number, seat, before.labels, swap=swap)
    return {number: held for number, held in changed.items() if held}


def exchanged(schedule: Iterable[ScheduledGame], other: Mapping[int, int]) -> list[ScheduledGame]:
    """Return the schedule with entrants in each other's place throughout."""
    return [
        ScheduledGame(game.game, tuple((other.get(a, a), other.get(b, b)) for a, b in game.pairs)) for game in schedule
    ]


def require_reason(tournament: Tournament, reason: str) -> None:
    """Refuse a change without a reason once cards are entered."""
    if not reason and has_cards(tournament):
        raise Refused("Scorecards are entered: say why this is changed, for the log.", "reason")


def in_words(error: Exception, seating: Seating) -> str:
    """Return what an engine says about entrants by number as a sentence, with their names."""
    text = with_names(str(error), seating.chairs)
    return f"{text[:1].upper()}{text[1:]}."


@contextmanager
def refusals_by_name(seating: Seating, field: str | None = None) -> Iterator[None]:
    """Refuse what an engine refuses in here, with names for its numbers."""
    try:
        yield
    except (MovementError, SeatingError) as error:
        raise Refused(in_words(error, seating), field) from error


def next_seat(seating: Seating, seat_of: Mapping[int, str]) -> str:
    """Return the first seat after the last one that is taken."""
    taken = max((seat_key(seat) for seat in seat_of.values() if seat in seating.labels), default=None)
    free = next((label for label in seating.labels if taken is None or seat_key(label) > taken), None)
    if free is None:
        raise Refused("There is no free seat after the last one that is taken: give one by hand first.")
    return free


def bring_in_house_player(
    tournament: Tournament, seating: Seating, *, without: Iterable[int] = (), called: str = HOUSE_PLAYER
) -> int:
    """Return the number of a house player who sits nowhere yet; one is entered, so ``called``, where there is none."""
    for number, chair in seating.chairs.items():
        if chair.house_player and not chair.seat and number not in without:
            return number
    taken = sum(1 for chair in seating.chairs.values() if chair.house_player)
    name = f"{called} {taken + 1}" if taken else called
    number = next_number(tournament)
    Entrant.objects.create(tournament=tournament, number=number, name=name, house_player=True)
    return number


def seat_house_player(
    tournament: Tournament, before: Seating, *, without: Iterable[int] = (), called: str = HOUSE_PLAYER
) -> tuple[Seating, int]:
    """Bring in a house player after everybody else; return the seats as they are then, and the number."""
    number = bring_in_house_player(tournament, before, without=without, called=called)
    seated = seating_of(tournament)
    storage.store_seats(tournament, seated, seated.seat_of | {number: next_seat(seated, seated.seat_of)})
    return seating_of(tournament), number
