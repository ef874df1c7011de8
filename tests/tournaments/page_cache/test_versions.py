"""What open pages ask again and again: the version of what is posted, in a few bytes."""

from typing import Any

import pytest
from django.test import Client

from tests.factories.tournaments import TournamentFactory
from tournaments.changes.transaction import tournament_change
from tournaments.models import Tournament
from tournaments.page_cache.versions import SECONDS_KEPT, VERSIONS

pytestmark = pytest.mark.django_db

NOW = "/t/gull-harbor/now/"


class Clock:
    """A clock that stands until it is turned on."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(VERSIONS, "_clock", clock)
    return clock


@pytest.fixture
def tournament() -> Tournament:
    return TournamentFactory(slug="gull-harbor")


def raise_version(tournament: Tournament) -> None:
    with tournament_change(tournament):
        pass


def test_now_tells_the_version(client: Client, tournament: Tournament) -> None:
    response = client.get(NOW)

    assert (response.status_code, response.content) == (200, f"{tournament.pk}-1".encode())
    assert response["ETag"] == f'"{tournament.pk}-1"'
    assert (response["Cache-Control"], response["Content-Type"]) == ("no-cache", "text/plain")
    assert dict(response.cookies) == {}


def test_now_tells_a_change_once_it_reads_again(client: Client, tournament: Tournament, clock: Clock) -> None:
    etag = client.get(NOW)["ETag"]

    raise_version(tournament)
    clock.seconds += SECONDS_KEPT
    response = client.get(NOW, headers={"if-none-match": etag})

    assert (response.status_code, response.content) == (200, f"{tournament.pk}-2".encode())


def test_now_asks_the_database_once_in_a_quarter_of_a_second(
    client: Client, tournament: Tournament, clock: Clock, django_assert_num_queries: Any
) -> None:
    assert SECONDS_KEPT == 0.25
    with django_assert_num_queries(2):
        for _ in range(5):
            client.get(NOW)
            clock.seconds += SECONDS_KEPT / 4


def test_now_needs_no_session(tournament: Tournament, django_assert_num_queries: Any) -> None:
    client = Client()
    client.cookies["sessionid"] = "not-a-session"

    with django_assert_num_queries(1):
        assert client.get(NOW).status_code == 200


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_now_can_only_be_read(method: str, client: Client, tournament: Tournament) -> None:
    response = getattr(client, method)(NOW)

    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")


def test_unknown_tournaments_are_not_there_and_not_remembered(client: Client) -> None:
    statuses = {client.get(f"/t/nowhere-{number}/now/").status_code for number in range(20)}

    assert statuses == {404}
    assert len(VERSIONS) == 0


def test_tournament_that_is_deleted_is_gone_and_forgotten(client: Client, tournament: Tournament, clock: Clock) -> None:
    client.get(NOW)
    tournament.delete()
    clock.seconds += SECONDS_KEPT

    assert client.get(NOW).status_code == 404
    assert len(VERSIONS) == 0


def test_tournament_at_the_address_of_one_that_is_gone_has_another_version(
    client: Client, tournament: Tournament, clock: Clock
) -> None:
    etag = client.get(NOW)["ETag"]
    Tournament.objects.update(slug="elsewhere")
    TournamentFactory(slug="gull-harbor")
    clock.seconds += SECONDS_KEPT

    assert client.get(NOW, headers={"if-none-match": etag}).status_code == 200


def test_page_says_which_version_it_shows(client: Client, tournament: Tournament) -> None:
    address = tournament.get_absolute_url()
    first = client.get(address)

    again = client.get(address, headers={"if-none-match": first["ETag"]})

    assert first["Posted-Version"] == client.get(NOW).content.decode()
    assert (again.status_code, again["Posted-Version"]) == (304, first["Posted-Version"])
