"""No page gives two of its parts the same id, and what refers to a part by its id finds it there."""

from collections import Counter

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.factories.tournaments import EntrantFactory
from tests.pages import Element, read_page
from tests.test_access import address_of, clients, cookies, shared_event
from tests.test_urls import ACCESS, PUBLIC, WAY_IN
from tournaments.models import Tournament

__all__ = ["clients", "cookies", "shared_event"]

REFERENCES = ("for", "form", "list", "aria-describedby", "aria-labelledby", "aria-controls")

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.once, pytest.mark.thorough]


def what_is_off(response: HttpResponse) -> list[str]:
    """Return the ids given twice and those referred to in vain; of what is no page, none."""
    if response.streaming or not response.content or not response["Content-Type"].startswith("text/html"):
        return []
    parts = read_page(response.content.decode()).inner
    ids = Counter(part.attributes["id"] for part in parts if "id" in part.attributes)
    wanted = {name for part in parts for kind in REFERENCES for name in (part.attributes.get(kind) or "").split()} | {
        (part.attributes.get("href") or "")[1:] for part in parts if _leads_within(part)
    }
    return [f"{name} {times} times" for name, times in ids.items() if times > 1] + [
        f"{name} nowhere" for name in sorted(wanted - ids.keys())
    ]


def _leads_within(part: Element) -> bool:
    return part.tag == "a" and (part.attributes.get("href") or "").startswith("#")


@pytest.mark.parametrize("pattern", ACCESS)
def test_page_gives_each_id_once_and_so_it_does_when_it_refuses_an_empty_form(
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
def test_page_that_turns_strangers_away_gives_each_id_once(address: str, client: Client) -> None:
    response = client.get(address, follow=True)

    assert "<main" in response.content.decode()
    assert what_is_off(response) == []
