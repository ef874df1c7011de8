"""Public pages hear of what is posted over one connection, from the production server."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Request, expect

from tests.browser.own_server import OwnServer
from tests.browser.pages import Event
from tests.browser.test_following import NEW_NAME, rename, says

pytestmark = pytest.mark.slow
A_MINUTE = 60_000


@pytest.fixture
def context(browser: Browser, own_server: OwnServer) -> Iterator[BrowserContext]:
    """Return a browser of its own, for another server than the other tests have."""
    context = browser.new_context(base_url=own_server.address)
    yield context
    context.close()


def is_stream(request: Request) -> bool:
    return "text/event-stream" in request.headers.get("accept", "")


def test_pages_of_a_browser_share_a_connection_and_show_a_change(context: BrowserContext, demo: Event) -> None:
    asked: list[Request] = []
    context.on("request", lambda request: asked.append(request) if request.url.endswith("/now/") else None)
    page, other = context.new_page(), context.new_page()
    for opened in (page, other):
        opened.goto(demo.standings_address)
        opened.wait_for_timeout(2_000)  # until it follows
    rename(demo.report["standings"][0]["entrant"])

    for opened in (page, other):
        expect(says(opened)).to_have_text("Standings updated.", timeout=A_MINUTE)
        expect(opened.get_by_role("link", name=NEW_NAME).first).to_be_visible()
    assert len([request for request in asked if is_stream(request)]) == 1

    before = len(asked)
    page.wait_for_timeout(4_000)
    assert len(asked) == before  # nobody polls


@pytest.mark.thorough
def test_page_polls_where_the_server_went_and_came_back(
    context: BrowserContext, demo: Event, own_server: OwnServer
) -> None:
    page = context.new_page()
    page.goto(demo.standings_address)
    # The server still has the page of the test before, and answers with it for a moment: it had the new name already.
    expect(page.get_by_role("link", name=NEW_NAME)).to_have_count(0)
    own_server.kill()
    expect(says(page)).to_have_text(re.compile("^The server does not answer"), timeout=A_MINUTE)

    # Before the server is back: the page could ask before a change that comes after that.
    rename(demo.report["standings"][0]["entrant"])
    own_server.start()

    expect(says(page)).to_have_text("The server is back. Standings updated.", timeout=A_MINUTE)
