"""What a visit costs, at the production server: 60 kB in all the first time, next to nothing when repeated."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from brackets.demo.event import make_event
from tests.browser.pages import heading
from tests.conftest import ROOT
from tests.load.pages import serving
from tournaments.eventfile.writing import write_event_file

MAX_BYTES = 60_000
GREAT_HALL = 500


@dataclass(slots=True)
class Visit:
    """What came over the wire: bytes with their heads, and by request its address and the status of its answer."""

    bytes: int = 0
    addresses: dict[str, str] = field(default_factory=dict)
    statuses: dict[str, int] = field(default_factory=dict)

    @property
    def answers(self) -> dict[str, int]:
        """The status of each answer by address; of what the browser had, there is none."""
        return {self.addresses[request]: status for request, status in self.statuses.items()}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run the production server on a database of its own, with the demo and an event of 500 entrants."""
    folder = tmp_path_factory.mktemp("site")
    event_file = folder / "great-hall.json"
    event = make_event(players=GREAT_HALL, name="Great Hall Open", playoff_rounds=2)
    event_file.write_text(write_event_file(event), encoding="utf-8")
    with ExitStack() as stack:
        with pytest.MonkeyPatch.context() as environment:
            environment.delenv("DJANGO_SETTINGS_MODULE", raising=False)  # those of the tests are other ones
            port = stack.enter_context(serving(folder))
            environment.setenv("DATABASE_URL", f"sqlite:///{folder}/bench.sqlite3")
            environment.setenv("SECRET_KEY", secrets.token_urlsafe(64))
            command = [sys.executable, "manage.py", "import_event", str(event_file)]
            told = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=True)
        assert told.stdout.strip() == "/t/great-hall-open/"
        yield f"http://127.0.0.1:{port}"


def visit(context: BrowserContext, address: str) -> Visit:
    """Open a page and take note of everything that is sent for it."""
    page = context.new_page()
    network = context.new_cdp_session(page)
    seen = Visit()

    def asked(told: dict[str, Any]) -> None:
        seen.addresses[told["requestId"]] = told["request"]["url"]

    def answered(told: dict[str, Any]) -> None:
        seen.statuses[told["requestId"]] = told["statusCode"]

    def finished(told: dict[str, Any]) -> None:
        seen.bytes += int(told["encodedDataLength"])

    network.on("Network.requestWillBeSent", asked)
    network.on("Network.responseReceivedExtraInfo", answered)
    network.on("Network.loadingFinished", finished)
    network.send("Network.enable")
    page.goto(address, wait_until="networkidle")
    assert heading(page).is_visible()
    page.close()
    return seen


@pytest.mark.parametrize("event", ["harbor-lights-open", "great-hall-open"])
@pytest.mark.parametrize("page_of", ["", "standings/", "bracket/"], ids=["event", "standings", "bracket"])
def test_first_visit_is_light_and_a_repeated_one_costs_nothing(
    browser: Browser, site: str, event: str, page_of: str
) -> None:
    address = f"{site}/t/{event}/{page_of}"

    with closing(browser.new_context()) as context:
        first = visit(context, address)
        again = visit(context, address)

    assert first.bytes <= MAX_BYTES
    assert first.answers == dict.fromkeys(first.addresses.values(), 200)
    assert again.answers == {address: 304}
    assert again.bytes < 1_000
    asked = [*first.addresses.values(), *again.addresses.values()]
    assert [url for url in asked if not url.startswith(f"{site}/")] == []
