"""E-mail, phone and note of an entrant are for staff only: no public page, file or JSON has them."""

import pytest
from django.test import Client

from brackets.event_files.store import import_event
from tests.events import round_robin
from tests.factories.tournaments import director_of
from tournaments.models import Entrant, Tournament

PRIVATE = ("zoe@example.org", "808 555 0100", "walks badly")
PUBLIC = (
    *("", "seats/", "standings/", "standings/1/", "p/1/", "bracket/", "results/", "screen/", "postings/"),
    *("standings.json", "results.json", "results/standings.csv", "results/awards.csv"),
)


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    event = import_event(event_file=round_robin())
    email, phone, note = PRIVATE
    Entrant.objects.filter(tournament=event).update(email=email, phone=phone, note=note)
    return event


@pytest.mark.parametrize("path", PUBLIC)
def test_public_page_has_nothing_private(tournament: Tournament, client: Client, path: str) -> None:
    response = client.get(f"{tournament.get_absolute_url()}{path}")

    assert response.status_code in (200, 404)
    assert [word for word in PRIVATE if word in response.content.decode()] == []


def test_some_public_pages_are_there(tournament: Tournament, client: Client) -> None:
    statuses = [client.get(f"{tournament.get_absolute_url()}{path}").status_code for path in PUBLIC]

    assert statuses.count(200) >= 8


def test_event_file_has_nothing_private(tournament: Tournament, client: Client) -> None:
    client.force_login(director_of(tournament, "Dee Rector").user)

    response = client.get(f"{tournament.get_absolute_url()}event-file/")

    assert response.status_code == 200
    assert [word for word in PRIVATE if word in b"".join(response).decode()] == []
