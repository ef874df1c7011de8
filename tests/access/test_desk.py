"""The desk: what has been done so far."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from brackets.services import import_event
from tests.access.people import add_director, directed_event, invited_client, make_user
from tests.events import PHASES
from tests.factories import EntrantFactory
from tests.pages import Element, get_page

pytestmark = pytest.mark.django_db

DESK = "/t/gull-harbor/desk/"


def states(page: Element) -> list[str]:
    return [span.text for span in page.all("span") if "state" in (span.attributes.get("class") or "").split()]


def test_desk_of_a_new_event_says_what_is_to_be_done(client: Client) -> None:
    directed_event(client)

    page = get_page(client, DESK)

    assert page.texts("h2") == ["Entrants", "Seats and schedule", "Cards", "Staff"]
    assert states(page) == [
        "Nobody is entered yet",
        "No seats yet",
        "no schedule yet",
        "Cards come when there are entrants",
        "1 person can work here",
    ]


def test_desk_counts_what_is_there(client: Client) -> None:
    user = make_user()
    tournament = import_event(event_file=PHASES["incomplete"])
    add_director(tournament, user)
    EntrantFactory(tournament=tournament, number=9, house_player=True, seat="Z-9")
    client.force_login(user)

    assert states(get_page(client, f"/t/{tournament.slug}/desk/")) == [
        "4 entered, 0 checked in",
        "1 of 5 have a seat",
        "no schedule yet",
        "3 of 5 are keyed or begun",
        "1 person can work here",
    ]


@pytest.mark.parametrize(("role", "links"), [("checker", ["cards"]), ("judge", [])])
def test_desk_leads_staff_to_what_they_may_open(role: str, links: list[str], client: Client) -> None:
    tournament = directed_event(client)

    page = get_page(invited_client(tournament, role), DESK)

    steps = next(part for part in page.all("ol") if part.attributes.get("class") == "steps")
    assert steps.links == [f"/t/gull-harbor/{link}/" for link in links]


@pytest.mark.parametrize("players", [2, 60])
def test_desk_takes_the_same_queries_for_any_field(
    players: int, client: Client, django_assert_num_queries: Any
) -> None:
    tournament = directed_event(client)
    for number in range(players):
        EntrantFactory(tournament=tournament, number=number + 1)

    with django_assert_num_queries(6):
        client.get(DESK)
