"""Public pages of an event whose standings nobody may see yet."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from brackets.eventfiles.store import import_event
from tests.events import PHASES, without_cards
from tests.pages import get_page
from tournaments.models import Audience, Tournament

pytestmark = pytest.mark.django_db

PAGES = ("", "standings/", "standings/?name=a", "standings/1/", "bracket/", "?name=a")


def held_back(phase: str = "playoffs") -> Tournament:
    tournament = import_event(event_file=PHASES[phase])
    tournament.standings_shown = Audience.NOBODY
    tournament.save()
    return tournament


@pytest.mark.parametrize("part", PAGES)
def test_page_says_what_comes_and_when(part: str, client: Client) -> None:
    tournament = held_back()

    shown = get_page(client, f"{tournament.get_absolute_url()}{part}")

    assert shown.texts("strong") == ["Qualifying round."]
    assert next(text for text in shown.texts("p") if text.startswith("Qualifying round.")) == (
        "Qualifying round. Standings and the bracket appear here when the director posts them."
    )


@pytest.mark.parametrize("part", PAGES)
def test_page_of_an_event_without_playoffs_promises_no_bracket(part: str, client: Client) -> None:
    tournament = held_back()
    Tournament.objects.update(format="double-round-robin")

    shown = get_page(client, f"{tournament.get_absolute_url()}{part}")

    assert next(text for text in shown.texts("p") if text.startswith("Round robin.")) == (
        "Round robin. Standings appear here when the director posts them."
    )


@pytest.mark.parametrize("part", PAGES)
def test_page_tells_nothing_that_is_on_the_cards(part: str, client: Client) -> None:
    tournament = held_back()
    names = tournament.entrants.values_list("name", flat=True)

    text = get_page(client, f"{tournament.get_absolute_url()}{part}").text

    assert [name for name in names if name in text] == []


@pytest.mark.parametrize("target", ["found", "standings"])
def test_fragment_tells_nothing_either(target: str, client: Client) -> None:
    tournament = held_back()
    address = f"{tournament.get_absolute_url()}{'' if target == 'found' else 'standings/'}?name=a"

    page = get_page(client, address, hx_request="true", hx_target=target)

    assert page.all("table") == []
    assert [link for link in page.links if "/standings/" in link and link[-2:-1].isdigit()] == []


def test_event_counts_its_entrants(client: Client) -> None:
    page = get_page(client, held_back().get_absolute_url())

    assert page.texts("dd")[0] == "24"


def test_event_before_its_first_card_says_so(client: Client) -> None:
    tournament = import_event(event_file=without_cards(PHASES["playoffs"]))
    tournament.standings_shown = Audience.NOBODY
    tournament.save()

    assert get_page(client, tournament.get_absolute_url()).texts("strong") == ["Before the first game."]


def test_card_of_nobody_is_not_there(client: Client) -> None:
    assert client.get(f"{held_back().get_absolute_url()}standings/999/").status_code == 404


@pytest.mark.parametrize("phase", ["incomplete", "finished"])
@pytest.mark.parametrize(("part", "cost"), [("", 4), ("standings/", 3), ("bracket/", 3), ("results/", 3)])
def test_page_costs_three_queries_and_one_for_other_events(
    part: str, cost: int, phase: str, client: Client, django_assert_num_queries: Any
) -> None:
    tournament = held_back(phase)

    with django_assert_num_queries(cost):
        client.get(f"{tournament.get_absolute_url()}{part}")


def test_page_changes_when_the_audience_does(client: Client) -> None:
    tournament = held_back()
    address = f"{tournament.get_absolute_url()}standings/"
    client.get(address)

    Tournament.objects.update(standings_shown=Audience.EVERYBODY, posted_version=tournament.posted_version + 1)

    assert len(get_page(client, address).all("table")) == 1
