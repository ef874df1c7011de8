"""Read announcements."""

from collections.abc import Sequence

from brackets.models import MAX_ANNOUNCEMENT_LENGTH, Announcement
from tournaments.models import Tournament
from tournaments.rules.movement.setup import MovementError
from tournaments.rules.movement.sheets import caller_notes
from tournaments.seating.selectors.seats import seating_of


def announcements_of(tournament: Tournament) -> Sequence[Announcement]:
    """Return the announcements in force, newest first. One query."""
    return list(Announcement.objects.active().filter(tournament=tournament).order_by("-pk"))


def next_game_text(tournament: Tournament, game: int) -> str:
    """Return what the caller says before a game, to announce it; nothing where it is not scheduled. Three queries."""
    seating = seating_of(tournament)
    first_games = {number: chair.first_game for number, chair in seating.chairs.items()}
    try:
        notes = caller_notes(
            seating.schedule, seating.seat_of, first_games, games=tournament.games_each, left=seating.left
        )
    except MovementError:
        return ""
    said = next((note for note in notes if note.game == game), None)
    if said is None:
        return ""
    alone = (f"{', '.join(said.left)}: your opponent has left.",) if said.left else ()
    return f"Game {game}. {' '.join((said.sentence, *said.moves, *alone))}"[:MAX_ANNOUNCEMENT_LENGTH]
