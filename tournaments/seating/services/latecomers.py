"""Give latecomers seats and opponents."""

from collections.abc import Iterable, Sequence

from tournaments.changes.transaction import tournament_change
from tournaments.hooks import has_cards
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.movement.setup import MovementError
from tournaments.rules.schedule_changes import ScheduleChange, add_latecomers
from tournaments.rules.seating import base_seat, is_anchor_seat, second_seat
from tournaments.rules.types import ScheduledGame
from tournaments.seating.selectors.seats import Seating, seating_of
from tournaments.seating.selectors.warnings import terms_of
from tournaments.seating.services.draw import bring_in_house_player, in_words, next_seat, require_reason
from tournaments.seating.services.repairs import refuse_finished_games
from tournaments.seating.services.storage import dismiss_house_players, record_seating, store_schedule, store_seats


def pair_latecomers(
    tournament: Tournament,
    actor: StaffMember,
    *,
    numbers: Sequence[int],
    from_game: int,
    house_player: bool,
    reason: str = "",
) -> list[Entrant]:
    """Give latecomers seats and opponents from a game on, and return where they sit; nobody else gets a seat.

    If their number is odd, one takes the house player's seat with all its games, or the empty half of the last board.
    With ``house_player`` one is brought in if needed.

    Raises:
        Refused: there is no schedule, somebody would be short of a game, or cards are in and no reason is given.
    """
    with tournament_change(tournament) as locked:
        before = seating_of(locked)
        if not before.schedule:
            raise Refused("There is no schedule yet: make it, and everybody who has a seat is in it.")
        require_reason(locked, reason)
        for number in numbers:
            set_first_game(locked, before, number, from_game)
        # If one of two has to visit the other's board, those who must stay seated play at their own.
        order = sorted(numbers, key=lambda number: (not before.chairs[number].stays_seated, number))
        change, newcomer = _welcome(locked, order, from_game, house_player=house_player)
        now = seating_of(locked)
        refuse_finished_games(locked, now, before.schedule, change.schedule)
        store_schedule(locked, now, change.schedule)
        seats_left = _seat_for_house_players(locked, before, change.schedule, order, from_game)
        _seat_newcomers(locked, [*seats_left, *newcomer])
        dismiss_house_players(locked, before.house_players)
        names = ", ".join(f"{number} {before.chairs[number].shown_name}" for number in order)
        record_seating(
            locked, actor, AuditAction.LATECOMER_PAIRED, f"{names} from game {from_game}", before=before, reason=reason
        )
        seated = seating_of(locked).chairs
    return [seated[number] for number in order]


def _welcome(
    tournament: Tournament, numbers: Sequence[int], from_game: int, *, house_player: bool
) -> tuple[ScheduleChange, list[int]]:
    """Return the schedule with everybody in it, and the house player who has come with them, if one had to."""
    now = seating_of(tournament)
    names = " and ".join(now.chairs[number].shown_name for number in numbers)
    try:
        return _change(tournament, now, numbers, from_game), []
    except MovementError as error:
        refusal = error
    newcomer = bring_in_house_player(tournament, now, without=numbers)
    now = seating_of(tournament)
    try:
        change = _change(tournament, now, numbers, from_game, newcomer)
    except MovementError as error:
        refusal = error
    else:
        if house_player:
            return change, [newcomer]
        find = "finds" if len(numbers) == 1 else "find"
        raise Refused(
            f"{names} {find} no opponent in some game. What would work: a house player as well, or the place of "
            "somebody who leaves.",
            "house_player",
        )
    for later in range(from_game + 1, tournament.games_each + 1):
        try:
            _change(tournament, now, numbers, later, newcomer)
        except MovementError:
            continue
        raise Refused(f"{in_words(refusal, now)[:-1]}; or start with game {later}.", "from_game")
    raise Refused(in_words(refusal, now))


def _change(
    tournament: Tournament, now: Seating, numbers: Sequence[int], from_game: int, house_player: int | None = None
) -> ScheduleChange:
    coming = [now.chairs[number].attendance for number in (*numbers, house_player) if number is not None]
    field = {attendance.number: attendance for attendance in (*now.field, *coming)}
    return add_latecomers(
        now.schedule,
        list(field.values()),
        terms_of(tournament, now),
        latecomers=numbers,
        from_game=from_game,
        house_player=house_player,
    )


def set_first_game(tournament: Tournament, seating: Seating, number: int, from_game: int) -> None:
    """Record the game from which somebody new to the schedule plays."""
    chair = seating.chairs[number]
    if not 1 <= from_game <= tournament.games:
        raise Refused(f"The event has games 1 to {tournament.games}.", "from_game")
    is_new = not any(number in pair for game in seating.schedule for pair in game.pairs)
    if is_new and not chair.house_player and chair.first_game != from_game:
        Entrant.objects.filter(pk=chair.pk).update(first_game=from_game)


def _seat_for_house_players(
    tournament: Tournament, before: Seating, after: Iterable[ScheduledGame], numbers: Sequence[int], from_game: int
) -> list[int]:
    """Seat who has all games of a house player in that player's place; return those who need another seat."""
    waiting = list(numbers)
    games_after = list(after)
    for house_player in before.house_players:
        there = _opponents(before.schedule, house_player, from_game)
        for number in [number for number in waiting if there and _opponents(games_after, number, 1) == there]:
            seat_in_place(tournament, seating_of(tournament), house_player, number, from_game)
            waiting.remove(number)
    return waiting


def _opponents(schedule: Iterable[ScheduledGame], number: int, from_game: int) -> dict[int, int]:
    return {
        game.game: other
        for game in schedule
        for one, other in (*game.pairs, *(pair[::-1] for pair in game.pairs))
        if one == number and game.game >= from_game
    }


def seat_in_place(tournament: Tournament, now: Seating, leaving: int, entering: int, from_game: int) -> None:
    """Seat the person who takes over in the same place, unless they have a seat.

    Where games were played from it, its name stays on their card, and the new card is called ``A-7B``.
    """
    seat_of = now.seat_of
    if entering in seat_of:
        return
    seat = seat_of.get(leaving, "")
    if from_game > now.chairs[leaving].first_game or has_cards(tournament):
        second = second_seat(base_seat(seat))
        seat = second if second not in seat_of.values() else ""
    else:
        seat_of.pop(leaving, None)
    store_seats(tournament, now, {**seat_of, entering: seat or next_seat(now, seat_of)})


def _seat_newcomers(tournament: Tournament, numbers: Sequence[int]) -> None:
    """Seat those of these who sit nowhere yet after everybody else, two at a board; a single one at its empty half."""
    now = seating_of(tournament)
    seat_of = now.seat_of
    waiting = [number for number in numbers if number not in seat_of]
    for place, number in enumerate(waiting):
        needs_board = (len(waiting) - place) % 2 == 0
        seat = next_seat(now, seat_of)
        if needs_board and not is_anchor_seat(seat):
            seat = next_seat(now, {**seat_of, number: seat})
        seat_of[number] = seat
    store_seats(tournament, now, seat_of)
