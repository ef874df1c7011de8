"""Standings pool by pool in a real browser: the pages hold, and a click on a heading sorts every pool."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from brackets.event_files.store import import_event
from tests.brackets.public.test_pool_pages import TIED, divided
from tests.browser.fit import faults
from tests.browser.pages import sign_in
from tests.browser.snapshots import Store
from tests.scorecards.cards.card_entry import checker
from tournaments.models import Tournament


@pytest.fixture
def in_pools(store: Store, context: BrowserContext, live_server: Any) -> Tournament:
    """Return an event in two pools, a tie open in each, and two pairs in none, its director signed in."""
    tournament = store(
        import_event, event_file=divided({**TIED, (3, 5, 6): (121, 70)}, {1: "A", 2: "A", 3: "B", 4: "B"})
    )
    sign_in(context, checker(tournament, role="director"), live_server.url)
    return tournament


@pytest.mark.thorough
def test_pages_of_pools_are_fit_for_everybody(page: Page, in_pools: Tournament) -> None:
    pages = ("", "standings/", "screen/", "ranking/", "post/")

    assert faults(page, [f"{in_pools.get_absolute_url()}{where}" for where in pages]) == {}


def test_heading_of_one_pool_sorts_them_all(page: Page, in_pools: Tournament) -> None:
    page.goto(f"{in_pools.get_absolute_url()}standings/")

    page.get_by_role("table", name="Pool B.").get_by_role("link", name="Name").click()

    expect(page.get_by_role("columnheader", name="Name").and_(page.locator("[aria-sort=ascending]"))).to_have_count(3)
    expect(page.get_by_role("heading", level=2)).to_have_text(["Still open", "Pool A", "Pool B", "Without a pool"])
