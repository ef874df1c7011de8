"""Practice: an invented day that whoever signs in begins at a station, tries out, and throws away."""

from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.utils import timezone

from brackets.demo.event import Station
from brackets.demo.views import STATIONS, day, pile_of, start_practice
from brackets.rules.report import report_on
from scorecards.checking.check_queue import CheckQueue
from tests.factories.tournaments import StaffMemberFactory, TournamentFactory, UserFactory
from tests.pages import get_page
from tournaments.entrants.known import people_known_to
from tournaments.models import Player, StaffMember, Tournament

pytestmark = pytest.mark.django_db


def begun(client: Client, station: str) -> Tournament:
    """Sign somebody in who begins practice, and return it."""
    client.force_login(UserFactory(first_name="Nora", last_name="Quigley"))
    response = client.post("/practice/", {"station": station})
    event = Tournament.objects.get()
    assert response["Location"] == f"/t/{event.slug}/desk/"
    return event


@pytest.mark.parametrize("station", STATIONS)
def test_practice_begins_at_each_station_and_nobody_outside_sees_it(client: Client, station: Station) -> None:
    event = begun(client, station)

    assert client.get(f"/t/{event.slug}/desk/").status_code == 200
    assert Client().get(f"/t/{event.slug}/").status_code == 404
    assert event.name not in Client().get("/").content.decode()


def test_practice_at_check_has_three_discrepancies_and_a_tie_across_the_line() -> None:
    event = start_practice(UserFactory(), Station.CHECK)

    games = [item for item in CheckQueue(event).required if not item.kind.is_arithmetic]
    ranking = report_on(day(Station.CHECK)).ranking
    [tied] = ranking.tie_games_needed
    order = [place.entrant for place in ranking.places]

    assert len(games) == 3
    assert {order[5], order[6]} == set(tied)  # six of twenty-four qualify


def test_practice_begun_in_an_american_evening_is_of_that_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """By UTC it is tomorrow then, and phones would ask whether the card of another day is meant."""
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 5, 16, 2, tzinfo=UTC))

    event = start_practice(UserFactory(), Station.PLAY)

    assert (event.time_zone, event.starts_on) == ("America/New_York", date(2026, 5, 15))


def test_practice_begun_twice_is_one(client: Client) -> None:
    event = begun(client, "check")

    client.post("/practice/", {"station": "check"})

    assert Tournament.objects.get() == event


def test_cards_on_the_table_are_those_that_nobody_has_entered(client: Client) -> None:
    event = begun(client, "cards")
    page = get_page(client, f"/t/{event.slug}/practice/cards/")

    assert len(pile_of(event)) == event.entrants.filter(scorecard=None).count() == 12
    assert len(page.all("table")) == 12
    event.scheduled_games.first().delete()
    assert pile_of(event) == []  # another schedule: these cards are not of it


def test_practice_cannot_be_shown_to_the_public(client: Client) -> None:
    event = begun(client, "check")

    page = client.post(f"/t/{event.slug}/settings/visibility/", {"act": "show"}, follow=True)

    assert "This is practice: the public does not see it." in page.content.decode()
    event.refresh_from_db()
    assert event.is_hidden


def test_practice_is_thrown_away_with_its_people(client: Client) -> None:
    event = begun(client, "cards")

    client.post(f"/t/{event.slug}/practice/end/")

    assert not Tournament.objects.exists()
    assert not Player.objects.exists()


def test_an_event_is_not_thrown_away_as_practice(client: Client) -> None:
    director = StaffMemberFactory(tournament=TournamentFactory())
    client.force_login(director.user)

    thrown = client.post(f"/t/{director.tournament.slug}/practice/end/")
    cards = client.get(f"/t/{director.tournament.slug}/practice/cards/")

    assert thrown["Location"] == f"/t/{director.tournament.slug}/settings/delete/"
    assert cards["Location"] == f"/t/{director.tournament.slug}/cards/"
    assert Tournament.objects.exists()


def test_nobody_is_known_from_practice() -> None:
    event = start_practice(UserFactory(), Station.DOOR)
    real = StaffMemberFactory(user=StaffMember.objects.get(tournament=event).user)

    assert people_known_to(real).persons == []
