"""Changes of a schedule by hand: give latecomers seats and opponents, swap, take over a seat, take out a game."""

import hashlib
from collections.abc import Iterable, Sequence

from tournaments.changes.transaction import tournament_change
from tournaments.hooks import has_cards
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules import schedule_changes as schedulechanges
from tournaments.rules.movement.setup import MovementError
from tournaments.rules.schedule_changes import ScheduleChange, add_latecomers
from tournaments.rules.seating import base_seat, is_anchor_seat, second_seat
from tournaments.rules.types import ScheduledGame
from tournaments.seating.selectors.seats import Seating, seating_of
from tournaments.seating.selectors.warnings import terms_of
from tournaments.seating.services.draw import (
    bring_in_house_player,
    in_words,
    next_seat,
    refusals_by_name,
    require_reason,
)
from tournaments.seating.services.repairs import refuse_finished_games
from tournaments.seating.services.storage import (
    SeatingChangedMeanwhile,
    dismiss_house_players,
    record_seating,
    store_schedule,
    store_seats,
)


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


def digest_of_game(game: ScheduledGame | None) -> str:
    """Tell one state of a game's pairings from another."""
    return hashlib.sha256(repr(game.pairs if game else None).encode()).hexdigest()[:16]


def swap_in_game(
    tournament: Tournament, actor: StaffMember, *, game: int, one: int, other: int, seen: str, reason: str = ""
) -> None:
    """Let two entrants take each other's place in one game; ``seen`` is the digest of the game as shown.

    Raises:
        SeatingChangedMeanwhile: the game is not any more as the page showed it.
        Refused: the swap would change nothing, or cards are in and no reason is given.
    """
    with tournament_change(tournament) as locked:
        before = seating_of(locked)
        if digest_of_game(before.game(game)) != seen:
            raise SeatingChangedMeanwhile(
                f"Game {game} has been changed since you opened it: below it stands as it is now."
            )
        require_reason(locked, reason)
        with refusals_by_name(before):
            change = schedulechanges.swap(
                before.schedule, before.field, terms_of(locked, before), game=game, one=one, other=other
            )
        store_schedule(locked, before, change.schedule)
        names = " and ".join(before.chairs[number].shown_name for number in (one, other))
        record_seating(
            locked, actor, AuditAction.PAIRING_CHANGED, f"game {game}: {names}", before=before, reason=reason
        )


def take_over_chair(
    tournament: Tournament, actor: StaffMember, *, leaving: int, entering: int, from_game: int, reason: str = ""
) -> None:
    """Put one entrant in the place of another from a game on: a house player, or a latecomer.

    Raises:
        Refused: the one plays in these games already, the other in none, or a reason is wanting.
    """
    with tournament_change(tournament) as locked:
        before = seating_of(locked)
        require_reason(locked, reason)
        set_first_game(locked, before, entering, from_game)
        seat_in_place(locked, seating_of(locked), leaving, entering, from_game)
        now = seating_of(locked)
        with refusals_by_name(now):
            change = schedulechanges.substitute(
                now.schedule, now.field, terms_of(locked, now), leaving=leaving, entering=entering, from_game=from_game
            )
        refuse_finished_games(locked, now, now.schedule, change.schedule)
        store_schedule(locked, now, change.schedule)
        dismiss_house_players(locked, (leaving,))
        names = f"{now.chairs[entering].shown_name} for {now.chairs[leaving].shown_name}"
        record_seating(
            locked, actor, AuditAction.SEAT_TAKEN_OVER, f"{names} from game {from_game}", before=before, reason=reason
        )


def take_out_of_schedule(
    tournament: Tournament, actor: StaffMember, *, one: int, from_game: int, other: int | None = None, reason: str = ""
) -> tuple[Sequence[int], Sequence[int]]:
    """Take an entrant out of the schedule from a game on, and return the games that changed.

    With ``other``, usually a house player, both are out and their opponents meet each other; games in which these
    have met too often already stay as they are, and are returned after the others. Seats and cards are left alone.

    Raises:
        Refused: one of them plays in none of these games, nothing would change, or a reason is wanting.
    """
    with tournament_change(tournament) as locked:
        before = seating_of(locked)
        require_reason(locked, reason)
        terms = terms_of(locked, before)
        with refusals_by_name(before):
            change = schedulechanges.take_out(
                before.schedule, before.field, terms, one=one, other=other, from_game=from_game
            )
        names = " and ".join(before.chairs[number].shown_name for number in (one, other) if number is not None)
        if not change.games:
            raise Refused(
                f"{names} stay: in none of these games can their opponents meet each other. What would work: "
                "take out one alone, or swap single pairings on the page of a game."
            )
        refuse_finished_games(locked, before, before.schedule, change.schedule)
        store_schedule(locked, before, change.schedule)
        record_seating(
            locked, actor, AuditAction.TAKEN_OUT, f"{names} from game {from_game}", before=before, reason=reason
        )
    later = (game for game in change.schedule if game.game >= from_game)
    return change.games, tuple(game.game for game in later if any(one in pair for pair in game.pairs))
