"""What tests of keying game sheets share: an event of pairs with its schedule, and the sheets that are on paper."""

from __future__ import annotations

from brackets.demo.game_sheets import make_sheets
from brackets.event_files.store import import_event
from scorecards.models import Line, Scorecard
from tests.events import without_cards
from tournaments.models import Tournament
from tournaments.rules.columns import LINE_COLUMNS
from tournaments.rules.types import CardRecord, EventFile, FootTotals
from tournaments.rules.types import Line as LineRecord


def sheets(scoring: str = "total-points", *, pairs: int = 4) -> EventFile:
    """Return a double round robin whose sheets have no errors: what is on the papers."""
    return make_sheets(pairs=pairs, scoring=scoring, errors=False, settled=False, name="Lantern Bay Games")


def put_up(event_file: EventFile) -> Tournament:
    """Store the event as it is before the first sheet is keyed."""
    return import_event(event_file=without_cards(event_file))


def stored(tournament: Tournament, number: int = 1) -> CardRecord:
    """Return an entrant's sheet as it lies in the database, its lines in order of games."""
    rows = Line.objects.filter(scorecard__entrant__tournament=tournament, scorecard__entrant__number=number)
    lines = rows.order_by("game").values_list("game", "opponent__number", *LINE_COLUMNS)
    card = Scorecard.objects.filter(entrant__tournament=tournament, entrant__number=number).first()
    foot = None
    if card is not None and card.foot_written:
        foot = FootTotals(card.game_points, card.games_won, card.plus, card.minus, card.total)
    return CardRecord(number, tuple(LineRecord(*line) for line in lines), foot)
