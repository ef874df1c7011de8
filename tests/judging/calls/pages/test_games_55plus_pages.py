"""A call at the 55+ Games: its own situations, worked out and cited by line, and none of the ACC's."""

import pytest
from django.test import Client

from judging.models import Call, CallRuling
from judging.rules.call_situations import CALL_SITUATIONS
from judging.rules.games_55plus import GAMES_SITUATIONS
from tests.judging.calls.calling import an_event
from tests.judging.calls.pages.asking import RULING, address, fragment, words
from tests.pages import get_page
from tournaments.models import Tournament
from tournaments.rules.constants import GAMES_55PLUS

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(db: None) -> Tournament:
    return an_event(GAMES_55PLUS)


def test_only_the_situations_of_these_rules_are_offered(client: Client, tournament: Tournament, call: Call) -> None:
    page = get_page(client, address(tournament, "1/"))

    offered = [one.attributes["value"] for one in page.all("input") if one.attributes.get("name") == "situation"]
    assert offered == [situation.slug for situation in GAMES_SITUATIONS]
    assert not {situation.slug for situation in CALL_SITUATIONS} & set(offered)


def test_overpegging_comes_off_and_the_other_side_gets_nothing(
    client: Client, tournament: Tournament, call: Call
) -> None:
    asked = {"situation": "games-too-many", "who": "first", "error": "3", "in-time": "yes"}

    shown = client.get(address(tournament, "1/"), asked, headers=fragment("ruling")).content.decode()

    assert '<a href="/rules/games-55plus/line%20115/"><span><strong>line 115</strong>' in shown
    assert 'name="first-back" value="3"' in shown
    assert 'name="second-forward" value="0"' in shown


def test_working_of_the_acc_is_not_to_be_had_by_its_name(client: Client, tournament: Tournament, call: Call) -> None:
    asked = {"situation": "pegged-too-many", "who": "first", "error": "3", "in-time": "yes"}

    shown = client.get(address(tournament, "1/"), asked, headers=fragment("ruling")).content.decode()

    assert "8.4.c" not in shown


def test_number_of_the_acc_cannot_be_cited(client: Client, tournament: Tournament, call: Call) -> None:
    response = client.post(address(tournament, "1/ruling/"), RULING)

    assert response.status_code == 422
    assert "8.4.c.(1) is not a number of the 55+ Games." in words(response)
    assert not CallRuling.objects.exists()
