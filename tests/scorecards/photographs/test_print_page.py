"""The page that prints scorecards for photographs."""

import pytest

from scorecards.photo.form import FormRow
from scorecards.photographs.selectors.printing import photo_sheets, printed_version
from tests.tournaments.seating.conftest import DirectedEvent, stored
from tournaments.models import Tournament


@pytest.fixture(scope="module")
def shared(module_db: None) -> DirectedEvent:
    return stored("dora", 2)


@pytest.fixture
def event(db: None, shared: DirectedEvent) -> DirectedEvent:
    return shared.anew()


def test_cards_are_printed_two_a_sheet_with_seats_and_opponents(event: DirectedEvent) -> None:
    page = event.get("print/photo-cards/")

    sheets = [part for part in page.all("section") if part.attributes.get("class") == "photo-sheet"]
    card = next(one for one in page.all("svg") if one.attributes["aria-label"].startswith("A-2 "))
    now = event.now
    opponents = [now.chairs[event.number_in(seat)] for seat in ("A-1", "A-3", "B-1")]
    assert [len(sheet.all("svg")) for sheet in sheets] == [2, 2, 2, 2]
    assert (card.attributes["width"], card.attributes["viewbox"]) == ("128.0mm", "0 0 128.0 198.0")
    assert set(card.texts("text")) >= {text for one in opponents for text in (one.name, one.seat)} | {
        "A-2",
        "A-4",
        "B-2",
    }
    assert not [part for part in page.all("svg") if "style" in part.attributes]


def test_cards_of_one_table_and_of_one_entrant(event: DirectedEvent) -> None:
    table, one = event.get("print/photo-cards/?table=b"), event.get("print/photo-cards/?number=3")

    assert [card.attributes["aria-label"][:3] for card in table.all("svg")] == ["B-1", "B-2", "B-3", "B-4"]
    assert [card.attributes["aria-label"][:3] for card in one.all("svg")] == [event.seats[3]]


def test_todays_scorecards_lead_here(event: DirectedEvent) -> None:
    links = [link.attributes["href"] for link in event.get("print/cards/").all("a")]

    assert event.address("print/photo-cards/") in links


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"games": 23}, "Scorecards for photographs have at most 22 games. This event has 23."),
        ({"scoring": "points-left"}, "Scorecards for photographs have plus and minus spreads."),
    ],
)
def test_events_whose_cards_do_not_fit_say_so(event: DirectedEvent, changed: dict[str, object], said: str) -> None:
    Tournament.objects.filter(pk=event.tournament.pk).update(**changed)

    page = event.get("print/photo-cards/")

    assert said in page.text
    assert page.all("svg") == []


def test_code_changes_with_what_is_printed(event: DirectedEvent) -> None:
    rows = [FormRow("A-1", "Ann Alder A-2")]

    assert printed_version("A-1", rows) == printed_version("A-1", list(rows))
    assert printed_version("A-1", rows) != printed_version("A-1", [FormRow("A-1", "Ann Alder A-3")])
    assert 1 <= printed_version("A-1", rows) <= 999
    assert len(photo_sheets(event.tournament, event.now)) == 4
