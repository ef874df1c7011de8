"""A copy of an event: settings, directors, relations and payout table; entrants where wished, and nothing played."""

from datetime import date

import pytest
from django.test import Client

from brackets.models import MoneyPlan
from judging.models import Relation
from tests.factories.tournaments import EntrantFactory
from tests.tournaments.staff.people import add_director, directed_event, log_entries, make_user
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def event(client: Client) -> Tournament:
    tournament = directed_event(client, games=9, makeup_rounds=1, venue="Elks Lodge", best_of=[3] * 8, muggins=True)
    add_director(tournament, make_user("bo", "Bo Cedar"))
    MoneyPlan.objects.create(tournament=tournament, kept=500, table=[[1, 1, 6000], [2, 2, 4000]])
    Relation.objects.create(tournament=tournament, first="Ada Birch", second="Cy Dune", bond="family", made_by="Ada")
    EntrantFactory(tournament=tournament, number=3, name="Cy Dune", seat="A-1", club="Gulls")
    EntrantFactory(tournament=tournament, number=4, name="Left", withdrawn_after_game=2)
    return tournament


def copy(client: Client, event: Tournament, **values: str) -> Tournament:
    form = {"name": "Gull Harbor 2", "starts_on": "2027-05-01", "venue": "Elks Lodge", **values}
    response = client.post(f"/t/{event.slug}/settings/copy/", form)
    assert (response.status_code, response["Location"]) == (302, "/t/gull-harbor-2/settings/")
    return Tournament.objects.get(slug="gull-harbor-2")


def test_copy_has_settings_directors_relations_and_payouts(client: Client, event: Tournament) -> None:
    made = copy(client, event)

    assert (made.starts_on, made.venue, made.games, made.makeup_rounds) == (date(2027, 5, 1), "Elks Lodge", 8, 0)
    assert (made.best_of, made.muggins, made.time_zone) == ([3] * 8, True, event.time_zone)
    assert sorted(made.staff.values_list("name", "role")) == [("Ada Birch", "director"), ("Bo Cedar", "director")]
    assert (made.money_plan.kept, made.money_plan.table) == (500, [[1, 1, 6000], [2, 2, 4000]])
    assert list(made.relations.values_list("first", "second")) == [("Ada Birch", "Cy Dune")]
    assert made.entrants.count() == 0
    assert ("Ada Birch", "event copied", "Gull Harbor 2") in log_entries(made)


def test_copy_of_an_import_has_the_best_of_for_every_round(client: Client, event: Tournament) -> None:
    Tournament.objects.update(best_of=[3, 7])

    assert copy(client, event).best_of == [3, 7, 7, 7, 7, 7, 7, 7]


def test_copy_has_those_entrants_who_did_not_leave_where_wished(client: Client, event: Tournament) -> None:
    made = copy(client, event, entrants="on")

    assert list(made.entrants.values_list("number", "name", "club", "seat")) == [(1, "Cy Dune", "Gulls", "")]


def test_button_pressed_twice_copies_once(client: Client, event: Tournament) -> None:
    first, second = copy(client, event, entrants="on"), copy(client, event, entrants="on")

    assert (first.pk, second.entrants.count()) == (second.pk, 1)
    assert Tournament.objects.count() == 2
