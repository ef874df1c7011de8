"""What a visit costs, at the production server: 60 kB in all the first time, next to nothing when repeated."""

import time
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from brackets.demo.event import make_event
from tests.browser.own_server import OwnServer
from tests.browser.pages import PATIENCE, heading, put_up
from tests.browser.snapshots import Store

MAX_BYTES = 60_000
MAX_BYTES_OF_FONTS = 90_000
GREAT_HALL = 500
OTHER_PAGES = ("seats", "results", "p/1", "standings/1", "screen")


@dataclass(slots=True)
class Visit:
    """What came over the wire: bytes with their heads, and by request its address and the status of its answer."""

    bytes: int = 0
    of_fonts: int = 0
    addresses: dict[str, str] = field(default_factory=dict)
    statuses: dict[str, int] = field(default_factory=dict)
    ended: set[str] = field(default_factory=set)
    follows: bool = False

    @property
    def answers(self) -> dict[str, int]:
        """The status of each answer by address; of what the browser had, there is none."""
        return {address: self.statuses[one] for one, address in self.addresses.items() if one in self.statuses}


def visit(context: BrowserContext, address: str) -> Visit:
    """Open a page and take note of everything that is sent for it."""
    page = context.new_page()
    network = context.new_cdp_session(page)
    seen = Visit()

    def asked(told: dict[str, Any]) -> None:
        url = told["request"]["url"]
        # From then on the page follows what is posted, as long as it is open: its script asks for the version or,
        # where a stream told it that already, for the page again, if to open it took longer than the second it waits.
        seen.follows |= url.endswith("/now/") or (url == address and told["type"] == "Fetch")
        if not seen.follows:
            seen.addresses[told["requestId"]] = url

    def answered(told: dict[str, Any]) -> None:
        # This may come before what was asked for is told.
        seen.statuses[told["requestId"]] = told["statusCode"]

    def finished(told: dict[str, Any]) -> None:
        size = int(told["encodedDataLength"])
        if told["requestId"] not in seen.addresses:
            return
        seen.ended.add(told["requestId"])
        if seen.addresses[told["requestId"]].endswith(".woff2"):
            seen.of_fonts += size
        else:
            seen.bytes += size

    network.on("Network.requestWillBeSent", asked)
    network.on("Network.responseReceivedExtraInfo", answered)
    network.on("Network.loadingFinished", finished)
    network.send("Network.enable")
    # Not until the network is idle: that it never is once a page follows, which may be before all of it has come.
    page.goto(address)
    page.wait_for_timeout(500)
    until = time.monotonic() + PATIENCE / 1_000
    while seen.addresses.keys() - seen.ended and time.monotonic() < until:
        page.wait_for_timeout(100)
    page.wait_for_timeout(100)  # the head of an answer is told apart from its end, and may come after it
    assert heading(page).is_visible()
    page.close()
    return seen


@pytest.mark.thorough
def test_first_visit_is_light_and_a_repeated_one_costs_nothing(
    browser: Browser, own_server: OwnServer, store: Store
) -> None:
    event = store(put_up, make_event(players=GREAT_HALL, name="Great Hall Open", playoff_rounds=2))
    for path in (event.address, event.standings_address, event.bracket_address):
        address = f"{own_server.address}{path}"

        with closing(browser.new_context()) as context:
            first = visit(context, address)
            again = visit(context, address)
            if again.answers == {address: 200}:
                # A busy browser may still have been writing the first visit down.
                again = visit(context, address)

        assert first.bytes <= MAX_BYTES
        assert 0 < first.of_fonts <= MAX_BYTES_OF_FONTS
        assert first.answers == dict.fromkeys(first.addresses.values(), 200)
        assert again.answers == {address: 304}
        assert again.bytes < 1_000
        asked = [*first.addresses.values(), *again.addresses.values()]
        assert [url for url in asked if not url.startswith(f"{own_server.address}/")] == []
    for path in ("/", "/rules/", "/help/", *(f"{event.address}{name}/" for name in OTHER_PAGES)):
        with closing(browser.new_context()) as context:
            first = visit(context, f"{own_server.address}{path}")

        other = {address: status for address, status in first.answers.items() if status != 200}
        assert (path, first.bytes <= MAX_BYTES, other) == (path, True, {})
