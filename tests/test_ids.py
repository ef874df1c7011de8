"""Every page is valid HTML: each id stands once, what refers to it finds it, and each part may stand where it does."""

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.factories.tournaments import EntrantFactory
from tests.test_access import address_of, clients, cookies, shared_event
from tests.test_urls import ACCESS, PUBLIC, WAY_IN
from tests.valid import wrong_in
from tournaments.models import Tournament

__all__ = ["clients", "cookies", "shared_event"]

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.once, pytest.mark.thorough]


def what_is_off(response: HttpResponse) -> list[str]:
    """Return what is wrong with a page; of what is no page, nothing."""
    if response.streaming or not response.content or not response["Content-Type"].startswith("text/html"):
        return []
    return wrong_in(response.content.decode())


@pytest.mark.parametrize("pattern", ACCESS)
def test_page_is_valid_and_so_it_is_when_it_refuses_an_empty_form(
    pattern: str, tournament: Tournament, clients: dict[str, Client]
) -> None:
    address = address_of(pattern, tournament)
    # Somebody who is not in the schedule yet: one form more on its page.
    EntrantFactory(tournament=tournament, number=900)
    readers = ["director", "stranger"] if ACCESS[pattern] in (PUBLIC, WAY_IN) else ["director"]

    found = {(who, "page"): what_is_off(clients[who].get(address)) for who in readers} | {
        (who, "form"): what_is_off(clients[who].post(address)) for who in readers
    }

    assert {where: off for where, off in found.items() if off} == {}


@pytest.mark.parametrize("address", ["/account/", "/nowhere/"])
def test_page_that_turns_strangers_away_is_valid(address: str, client: Client) -> None:
    response = client.get(address, follow=True)

    assert "<main" in response.content.decode()
    assert what_is_off(response) == []
