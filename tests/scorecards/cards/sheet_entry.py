"""What tests of game sheets share: an event of pairs with its schedule, and the sheets that are on paper."""

from brackets.demo.game_sheets import make_sheets
from brackets.event_files.store import import_event
from tests.events import without_cards
from tests.scorecards.cards.card_entry import stored
from tournaments.models import Tournament
from tournaments.rules.types import EventFile

__all__ = ["put_up", "sheets", "stored"]


def sheets(scoring: str = "total-points", *, pairs: int = 4) -> EventFile:
    """Return a double round robin whose sheets have no errors: what is on the papers."""
    return make_sheets(pairs=pairs, scoring=scoring, errors=False, settled=False, name="Lantern Bay Games")


def put_up(event_file: EventFile) -> Tournament:
    """Store the event as it is before the first sheet is keyed."""
    return import_event(event_file=without_cards(event_file))
