"""Every page of an event has room at three widths: for thumbs, for weak eyes, and without sideways scroll."""

from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page

from brackets.demo.event import make_event
from tests.browser.fit import cramped, turn_to
from tests.browser.pages import NARROW, NARROWEST, WIDE, put_up, sign_in_user
from tests.browser.snapshots import Store
from tests.load.growth import make
from tests.scorecards.reporting.phones import switch_phones
from tests.test_namesakes import addresses
from tournaments.models import Audience, Entrant, StaffMember, Tournament

OF_THE_SITE = ("", "sign-in/", "account/", "new/", "new/restore/", "rules/", "rules/changes/", "rules/acc-2020/")
SEARCHES = ("entrants/?find=nobody", "cards/?find=nobody", "standings/?name=a", "bracket/?name=a", "?name=a")


def event_in(phase: str) -> str:
    """Store an event in a phase, phones switched on, and return its slug."""
    slug = make(24, phase)
    switch_phones(Tournament.objects.get(slug=slug), is_on=True)
    Tournament.objects.filter(slug=slug).update(standings_shown=Audience.EVERYBODY)
    return slug


def pages_of(tournament: Tournament, client: Client) -> list[str]:
    """Return the address of every page there is: what else there is are forms alone, files and parts.

    A file by its name is not asked for: to make the published site takes as long as fifty pages.
    """
    asked = [*addresses(tournament, without=()), *(f"/t/{tournament.slug}/{where}" for where in SEARCHES)]
    asked += [f"/{where}" for where in OF_THE_SITE]
    found = []
    for address in asked:
        if PurePosixPath(address).suffix:
            continue
        response = client.get(address)
        is_file = response.streaming or "Content-Disposition" in response
        if response.status_code == 200 and not is_file and b"<html" in response.content[:200]:
            found.append(address)
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("phase", ["open", "playoffs"])
def test_every_page_has_room(
    phase: str, page: Page, context: BrowserContext, live_server: Any, store: Store, settings: Any, tmp_path: Path
) -> None:
    settings.PICTURES_DIR = tmp_path
    tournament = Tournament.objects.get(slug=store(event_in, phase))
    director = StaffMember.objects.get(tournament=tournament, user__username="director").user
    client = Client()
    client.force_login(director)
    sign_in_user(context, director, live_server.url)
    pages = pages_of(tournament, client)

    found = [line for address in pages for line in cramped(page, address)]

    assert len(pages) > 60
    assert not found, "\n".join(found)


LISTS = "entrants/ entrants/check-in/ cards/ check/ ranking/ seating/ standings/ seats/ results/ p/9/ money/ calls/"
WORD = "W" * 20
"""A word of a name that no phone has room for in a list."""


@pytest.mark.thorough
def test_no_word_of_a_name_is_too_long_for_a_page(
    page: Page, context: BrowserContext, live_server: Any, store: Store
) -> None:
    tournament = Tournament.objects.get(slug=store(event_in, "open"))
    Entrant.objects.filter(number__in=(7, 9)).update(name=f"{WORD} {WORD}", first_name=WORD, last_name=WORD)
    sign_in_user(context, StaffMember.objects.get(tournament=tournament).user, live_server.url)

    found = []
    for where in LISTS.split():
        page.goto(f"/t/{tournament.slug}/{where}")
        for screen in (WIDE, NARROW, NARROWEST):
            turn_to(page, screen)
            width = page.evaluate("document.scrollingElement.scrollWidth")
            found += [f"{where} at {screen['width']}: {width}"] if width > screen["width"] else []

    assert found == []


def bracket_of_64() -> str:
    """Store an event of 250 players, three rounds of its bracket of 64 played, and return the bracket's address."""
    return put_up(make_event(players=250, playoff_rounds=3)).bracket_address


@pytest.mark.thorough
def test_bracket_of_64_places_cuts_no_name_on_a_laptop(page: Page, store: Store) -> None:
    page.set_viewport_size(WIDE)
    page.goto(store(bracket_of_64))
    names = page.locator(".rounds .side bdi")

    cut = names.evaluate_all(
        "all => all.filter(name => name.scrollHeight > name.clientHeight + 2).map(name => name.textContent)"
    )

    assert (names.count() > 64, cut) == (True, [])
    assert page.locator(".rounds").evaluate("all => all.scrollWidth <= all.clientWidth")
