"""Changes of a schedule by hand: swap, take over a seat, take out a game."""

import hashlib
from collections.abc import Sequence

from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules import schedule_changes as schedulechanges
from tournaments.rules.movement.setup import MovementError
from tournaments.rules.types import ScheduledGame
from tournaments.seating.selectors.seats import seating_of
from tournaments.seating.selectors.warnings import terms_of
from tournaments.seating.services.draw import in_words, require_reason
from tournaments.seating.services.latecomers import seat_in_place, set_first_game
from tournaments.seating.services.repairs import refuse_finished_games
from tournaments.seating.services.storage import (
    SeatingChangedMeanwhile,
    dismiss_house_players,
    record_seating,
    store_schedule,
)


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
        try:
            change = schedulechanges.swap(
                before.schedule, before.field, terms_of(locked, before), game=game, one=one, other=other
            )
        except MovementError as error:
            raise Refused(in_words(error, before)) from error
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
        try:
            change = schedulechanges.substitute(
                now.schedule, now.field, terms_of(locked, now), leaving=leaving, entering=entering, from_game=from_game
            )
        except MovementError as error:
            raise Refused(in_words(error, now)) from error
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
        try:
            change = schedulechanges.take_out(
                before.schedule, before.field, terms, one=one, other=other, from_game=from_game
            )
        except MovementError as error:
            raise Refused(in_words(error, before)) from error
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
    kept = tuple(game.game for game in change.schedule if game.game >= from_game and _plays_in(game, one))
    return change.games, kept


def _plays_in(game: ScheduledGame, number: int) -> bool:
    return any(number in pair for pair in game.pairs)
