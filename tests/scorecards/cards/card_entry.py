"""What tests of cards share: an event with seats and schedule but no cards, and cards to key."""

from dataclasses import replace
from functools import cache
from uuid import UUID, uuid4

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from scorecards.cards.services.cards import StoredCard, save_card
from scorecards.models import Line, Scorecard
from tests.events import without_cards
from tests.factories.tournaments import StaffMemberFactory
from tests.pages import Element
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.rules.scorings import FOOT_COLUMNS, LINE_COLUMNS
from tournaments.rules.types import CardRecord, EventFile, FootTotals
from tournaments.rules.types import Line as LineRecord


@cache
def written(*, players: int = 8, games: int = 7) -> EventFile:
    """Return an event whose cards have no errors: what is on the papers."""
    return make_event(players=players, games=games, errors=False, name="Lantern Bay Open")


def put_up(event_file: EventFile, kind: str = "main") -> Tournament:
    """Store the event as it is before the first card is keyed."""
    event_file = without_cards(event_file)
    return import_event(event_file=replace(event_file, event=replace(event_file.event, kind=kind)))


def checker(tournament: Tournament, name: str = "Ada Birch", role: str = "checker") -> StaffMember:
    return StaffMemberFactory.create(tournament=tournament, name=name, initials="AB", role=role)


def entrant(tournament: Tournament, number: int = 1) -> Entrant:
    return Entrant.objects.get(tournament=tournament, number=number)


def paper(event_file: EventFile, number: int = 1) -> CardRecord:
    return next(card for card in event_file.scorecards if card.entrant == number)


def with_line(card: CardRecord, line: LineRecord) -> CardRecord:
    """Return the card with another line of that game."""
    return replace(card, lines=tuple(line if one.game == line.game else one for one in card.lines))


def card_address(tournament: Tournament, number: int = 1) -> str:
    return f"/t/{tournament.slug}/cards/{number}/"


def save(
    tournament: Tournament,
    member: StaffMember,
    card: CardRecord,
    *,
    version: int = 0,
    key: UUID | None = None,
    after: UUID | None = None,
    is_again: bool = False,
) -> StoredCard:
    return save_card(
        tournament=tournament,
        entrant=entrant(tournament, card.entrant),
        lines=card.lines,
        foot=card.recorded,
        version=version,
        key=key or uuid4(),
        actor=member,
        after=after,
        is_again=is_again,
        reason="as on the paper",
    )


def stored(tournament: Tournament, number: int = 1) -> CardRecord:
    """Return an entrant's card or sheet as it lies in the database, its lines in order of games."""
    rows = Line.objects.filter(scorecard__entrant__tournament=tournament, scorecard__entrant__number=number)
    lines = rows.order_by("game").values_list("game", "opponent__number", *LINE_COLUMNS)
    card = Scorecard.objects.filter(entrant__tournament=tournament, entrant__number=number).first()
    foot = None
    if card is not None and card.foot_written:
        foot = FootTotals(card.game_points, card.games_won, card.plus, card.minus, card.total)
    return CardRecord(number, tuple(LineRecord(*line) for line in lines), foot)


def form_of(card: CardRecord, *, version: int = 0, key: str = "", **more: str) -> dict[str, str]:
    """Return what the form of a card or a sheet sends; it reads the columns of its own kind."""
    fields = {"version": str(version), "key": key or str(uuid4())}
    for line in card.lines:
        values = {name: getattr(line, name) for name in LINE_COLUMNS}
        fields |= {f"{name}-{line.game}": "" if value is None else str(value) for name, value in values.items()}
        fields[f"opponent-{line.game}"] = "" if line.opponent is None else str(line.opponent)
        if all(value is None for value in values.values()):
            fields[f"blank-{line.game}"] = "1"
    for name in FOOT_COLUMNS:
        value = getattr(card.recorded, name, None)
        fields[f"foot-{name}"] = "" if value is None else str(value)
    return fields | more


def fields_of(page: Element) -> dict[str, str]:
    """Return what the form of a card's page would send."""
    inputs = [element.attributes for element in page.by_id("card").all("input")]
    return {
        attributes["name"] or "": attributes.get("value") or ""
        for attributes in inputs
        if attributes.get("type") not in ("checkbox", "radio") or "checked" in attributes
    }
