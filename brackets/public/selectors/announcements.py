"""Read announcements."""

from collections.abc import Sequence

from brackets.models import MAX_ANNOUNCEMENT_LENGTH, Announcement
from brackets.standings.outcome import game_now
from brackets.standings.postings import PublicView
from scorecards.reporting.selectors.phone import rows_by_entrant
from tournaments.models import Entrant, Tournament
from tournaments.rules.movement.setup import MovementError
from tournaments.rules.movement.sheets import caller_notes
from tournaments.seating.selectors.seats import seating_of


def announcements_of(tournament: Tournament) -> Sequence[Announcement]:
    """Return the announcements in force, newest first. One query."""
    found = Announcement.objects.active().filter(tournament=tournament)
    return list(found.select_related("entrant").order_by("-pk"))


def call_of(tournament: Tournament, number: int) -> str:
    """Return where somebody is called to, blank where they are not. One query."""
    found = Announcement.objects.active().filter(entrant__tournament=tournament, entrant__number=number)
    return found.values_list("text", flat=True).first() or ""


def standing_call(entrant: Entrant) -> Announcement | None:
    """Return the call of one entrant that stands, if any. One query."""
    return entrant.calls.active().first()


def place_to_call_to(tournament: Tournament, entrant: Entrant) -> str:
    """Return the table and game of the player's next match, else the seat of the game that the hall plays."""
    drawn = PublicView(tournament).bracket if tournament.has_playoffs else None
    match = drawn.open_match(entrant.number) if drawn is not None else None
    if match is not None and match.table:
        return match.call
    seating, game = seating_of(tournament), max(game_now(tournament), 1)
    rows = rows_by_entrant(seating).get(entrant.number, ())
    seat = next((row.seat for row in rows if row.game == game), "")
    if match is not None or not (seat or entrant.seat):
        return "the director’s desk"
    return f"seat {seat}, game {game}" if seat else f"seat {entrant.seat}"


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
