"""Two directors at one event's settings: nobody's change is put back unseen."""

import pytest
from django.test import Client

from tests.pages import get_page, read_page
from tests.tournaments.events.test_new_event import values_of
from tests.tournaments.staff.people import directed_event, log_entries
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def stored() -> tuple[str, int, bool]:
    tournament = Tournament.objects.get()
    return tournament.name, tournament.table_length, tournament.muggins


def test_page_that_others_have_overtaken_saves_nothing_and_shows_both(client: Client) -> None:
    address = f"/t/{directed_event(client, table_length=12, entry_fee=20_00).slug}/settings/"
    opened = values_of(get_page(client, address))
    now = {"table_length": "8", "muggins": "on", "kind": "satellite", "entry_fee": "30", "best_of": "7"}
    client.post(address, opened | now)

    response = client.post(address, opened | {"name": "Cedar Hall Open"})

    page = read_page(response.content.decode())
    assert (response.status_code, stored()) == (409, ("Gull Harbor Open", 8, True))
    assert [[cell.text for cell in row.all("th", "td")] for row in page.all("tr")] == [
        ["", "Now", "Yours"],
        ["Name", "Gull Harbor Open", "Cedar Hall Open"],
        ["Kind", "Satellite", "Main event"],
        ["Seats at a table", "8", "12"],
        ["Playoff matches: best of", "7", "blank"],
        ["Play muggins", "yes", "no"],
        ["Entry fee", "30.00", "20.00"],
    ]
    assert values_of(page)["name"] == "Cedar Hall Open"


def test_saving_once_more_after_both_were_shown_is_meant(client: Client) -> None:
    address = f"/t/{directed_event(client, table_length=12).slug}/settings/"
    opened = values_of(get_page(client, address))
    client.post(address, opened | {"table_length": "8", "muggins": "on"})
    both = read_page(client.post(address, opened | {"name": "Cedar Hall Open"}).content.decode())

    response = client.post(address, values_of(both) | {"table_length": "8", "muggins": "on"})

    assert (response.status_code, stored()) == (302, ("Cedar Hall Open", 8, True))


def test_same_save_sent_twice_is_no_conflict(client: Client) -> None:
    tournament = directed_event(client)
    address = f"/t/{tournament.slug}/settings/"
    wanted = values_of(get_page(client, address)) | {"name": "Cedar Hall Open"}
    client.post(address, wanted)

    response = client.post(address, wanted)

    assert (response.status_code, len(log_entries(tournament))) == (302, 1)


def test_page_without_what_it_showed_saves_nothing(client: Client) -> None:
    address = f"/t/{directed_event(client).slug}/settings/"
    values = values_of(get_page(client, address)) | {"name": "Cedar Hall Open", "seen": ""}

    assert client.post(address, values).status_code == 409
    assert stored()[0] == "Gull Harbor Open"
