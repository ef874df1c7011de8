"""How long two new users take for one game on their phones: from the code of the first to both ticks.

Both phones are 360 pixels wide and of people who never opened the page before. Each looks at what appears for a second
and takes a third of a second for each key; the opponent takes out a phone only when the report is in.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from tests.chromium import installed_chromium
from tests.load.saving import environment_on, run_program, server_on
from tests.load.timing import verdict

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LOOKING, A_KEY = 1.0, 0.3
SPREAD = "16"
GOAL = 10.0

PREPARE = """
import json
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from scorecards.reporting.selectors.codes import addresses_of_cards
from tests.scorecards.reporting.phones import phones_event
from tournaments.records.schedule import schedule_of
tournament = phones_event(players=20, games=5)
print(json.dumps([addresses_of_cards(tournament), schedule_of(tournament)[0].pairs]))
"""


def measure_by_hand() -> Iterator[str]:
    """Let ten boards report and accept their first game, one after the other, on SQLite."""
    program = installed_chromium()
    if program is None:
        yield "one game on two phones: not measured, Chromium is not installed"
        return
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder:
        environment = environment_on(f"sqlite:///{folder}/hand.sqlite3", Path(folder))
        codes, pairs = run_program(PREPARE, environment)
        with server_on(environment) as port, sync_playwright() as playwright:
            flags = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
            browser = playwright.chromium.launch(executable_path=program, args=flags)
            host = f"http://127.0.0.1:{port}"
            took = [_lock(browser, f"{host}{codes[str(one)]}", f"{host}{codes[str(other)]}") for one, other in pairs]
            browser.close()
    yield (
        f"one game on two phones by {2 * len(took)} new users, from the code to both ticks, in seconds:"
        f" {verdict(median(took), GOAL)} (median; slowest {max(took):.1f}, of which they look and tap"
        f" {2 * LOOKING + (2 + len(SPREAD)) * A_KEY:.1f})"
    )


def _lock(browser: Browser, first: str, second: str) -> float:
    """Return after how many seconds both phones show that the game is locked."""
    start = time.monotonic()
    rosa = _opened(browser, first)
    panel = rosa.locator(".game-now")
    panel.get_by_text("I won", exact=True).last.click()
    time.sleep(A_KEY)
    for digit in SPREAD:
        panel.get_by_role("button", name=digit, exact=True).last.click()
        time.sleep(A_KEY)
    time.sleep(A_KEY)
    panel.get_by_role("button", name="Report game 1").last.click()
    rosa.get_by_text("Waiting for").wait_for()
    bo = _opened(browser, second)
    bo.get_by_role("button", name="Agree").first.click()
    for page in (bo, rosa):
        page.locator(".just-locked").wait_for()
    took = time.monotonic() - start
    for page in (bo, rosa):
        page.context.close()
    return took


def _opened(browser: Browser, address: str) -> Page:
    page = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True).new_page()
    page.goto(address)
    page.locator(".game-now").wait_for()
    time.sleep(LOOKING)
    return page
