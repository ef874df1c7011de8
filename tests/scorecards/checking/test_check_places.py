"""What an item says of the qualifying places: a flag stays, but nobody is called a qualifier who is out by now."""

from pathlib import Path

import pytest

from brackets.event_files.store import import_event
from tests.events import sample_case
from tests.pages import get_page
from tests.scorecards.checking.check_pages import address, client_of, queue_of, staff

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_item_tells_who_was_in_the_places_and_is_out(cases_dir: Path) -> None:
    tournament = import_event(event_file=sample_case(cases_dir, "untidy-40-players"))
    client = client_of(staff(tournament))
    out, still_in = queue_of(tournament).find("8-12-40"), queue_of(tournament).find("3-10-33")

    shown = [
        [
            place.text
            for card in get_page(client, address(tournament, item)).by_id("item").all("caption")
            for place in card.all("span")
        ]
        for item in (out, still_in)
    ]

    assert shown == [["qualified for a time", "not a qualifier"], ["qualifier so far", "not a qualifier"]]


def test_item_that_joined_says_if_its_reason_is_past(cases_dir: Path) -> None:
    tournament = import_event(event_file=sample_case(cases_dir, "earlier-edition-60-players"))
    client = client_of(staff(tournament))
    item = queue_of(tournament).find("17-6-53")
    name = item.reader.holder.shown_name  # type: ignore[union-attr]

    page = get_page(client, address(tournament, item))
    queue = get_page(client, f"{address(tournament)}?show=joined")

    reason = f"{name} qualified for a time"
    assert f"Added later: {reason}." in page.texts("p")
    assert f"added: {reason}" in queue.texts("span")
