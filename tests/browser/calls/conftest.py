"""An event with seats, its judges, and their phones."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.pages import NARROW, second_browser, sign_in
from tests.browser.snapshots import Store
from tests.judging.calls.calling import an_event, judge
from tournaments.models import StaffMember, Tournament


@pytest.fixture
def tournament(store: Store) -> Tournament:
    return store(an_event, players=24)


@pytest.fixture
def ada(tournament: Tournament, context: BrowserContext, live_server) -> StaffMember:
    member = judge(tournament)
    sign_in(context, member, live_server.url)
    return member


@pytest.fixture
def bo(tournament: Tournament) -> StaffMember:
    return judge(tournament, "Bo Cedar", "BC")


@pytest.fixture
def page(page: Page) -> Page:
    page.set_viewport_size(NARROW)
    return page


@pytest.fixture
def another_phone(browser: Browser, live_server) -> Iterator[Callable[[StaffMember], Page]]:
    """Open further phones, each for another judge."""
    with ExitStack() as phones:
        yield lambda member: phones.enter_context(second_browser(browser, live_server.url, member=member))
