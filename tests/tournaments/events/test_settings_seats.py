"""Settings that seats and schedule rest on: refused under keyed cards where seats would not fit, else followed up."""

import pytest
from django.test import Client

from scorecards.models import Line, Scorecard
from tests.factories.rows import row
from tests.factories.tournaments import EntrantFactory, ScheduledGameFactory
from tests.pages import get_page, read_page
from tests.tournaments.events.test_new_event import values_of
from tests.tournaments.staff.people import directed_event
from tournaments.models import Entrant, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SAVED = "Settings saved."


def ask(client: Client, tournament: Tournament, **changes: str) -> tuple[int, list[str]]:
    """Save the page with changes, and return what it says to it."""
    address = f"/t/{tournament.slug}/settings/"
    response = client.post(address, values_of(get_page(client, address)) | changes)
    tournament.refresh_from_db()
    if response.status_code == 302:
        return 302, get_page(client, address).by_id("messages").texts("p")
    [errors] = [
        part for part in read_page(response.content.decode()).all("div") if part.attributes.get("class") == "errors"
    ]
    return response.status_code, errors.texts("li")


def seated(client: Client, *seats: str, table_length: int = 4) -> Tournament:
    tournament = directed_event(client, games=3, table_length=table_length)
    for number, seat in enumerate(seats, start=1):
        EntrantFactory(tournament=tournament, number=number, seat=seat)
    return tournament


def key_a_card() -> None:
    row(Line, scorecard=row(Scorecard, entrant=Entrant.objects.get(number=1)))


AT_TABLES_OF_4 = ("A-1", "A-2", "A-3", "A-4", "B-1", "B-2")


@pytest.mark.parametrize("table_length", ["2", "6"])
def test_tables_stay_as_long_as_they_were_when_seats_were_drawn_for_keyed_cards(
    client: Client, table_length: str
) -> None:
    tournament = seated(client, *AT_TABLES_OF_4)
    key_a_card()

    status, reasons = ask(client, tournament, table_length=table_length)

    assert (status, tournament.table_length) == (422, 4)
    assert reasons == [
        "Seats at a table: Scorecards are entered with seats at tables of 4: A-1 to A-4, then B-1. Keep 4."
    ]


def test_length_of_tables_that_fits_the_seats_better_is_taken_under_keyed_cards(client: Client) -> None:
    tournament = seated(client, *AT_TABLES_OF_4, table_length=12)
    key_a_card()

    assert ask(client, tournament, table_length="4") == (302, [SAVED])
    assert tournament.table_length == 4


def test_tables_of_another_length_ask_for_another_draw(client: Client) -> None:
    tournament = seated(client, *AT_TABLES_OF_4)

    assert ask(client, tournament, table_length="6") == (
        302,
        [SAVED, "Seats are drawn for tables of 4. Draw them again under Seating, or set 4 again."],
    )


def test_nobody_is_told_to_make_a_schedule_anew_that_cards_are_keyed_by(client: Client) -> None:
    tournament = seated(client, *AT_TABLES_OF_4)
    for game in (1, 2, 3):
        ScheduledGameFactory(tournament=tournament, game=game)
    key_a_card()

    assert ask(client, tournament, odd_field="makeup") == (
        302,
        [SAVED, "Scorecards are entered by this schedule. It stays as it is."],
    )
