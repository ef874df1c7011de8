"""Phones of 360 pixels that open a card's code, and what is tapped there."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from scorecards.reporting.services.codes import addresses_of_cards
from tests.browser.pages import PATIENCE
from tournaments.models import Tournament
from tournaments.records.schedule import schedule_of

PHONE = {"width": 360, "height": 740}
BACK = 40_000
"""Milliseconds within which a phone has sent what waits, once it reaches the server again."""

Opens = Callable[[int], Page]
KEPT = r"""async () => {
  for (;;) {
    const cache = await caches.open("card");
    const loaded = performance.getEntriesByType("resource").map((one) => one.name);
    const parts = loaded.filter((url) => /\/static\/.+\.(js|css)$/.test(url));
    const kept = await Promise.all([location.href, ...parts].map((url) => cache.match(url, { ignoreVary: true })));
    if (kept.every(Boolean) && navigator.serviceWorker.controller) return;
    await new Promise((go) => setTimeout(go, 100));
  }
}"""
"""Waits until the browser has all that the page is made of."""


@contextmanager
def phones_at(address: str, browser: Browser, tournament: Tournament, **more: Any) -> Iterator[Opens]:
    """Return what opens a card's code at a server, each time on a phone of its own; their faults fail the test."""
    faults: list[str] = []
    with ExitStack() as contexts:

        def opens(number: int) -> Page:
            context = browser.new_context(base_url=address, viewport=PHONE, has_touch=True, **more)
            contexts.callback(context.close)
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on("console", lambda told: faults.append(told.text) if "Security Policy" in told.text else None)
            page.goto(addresses_of_cards(tournament)[number])
            return page

        yield opens
    assert faults == []


def game(page: Page, number: int) -> Locator:
    """Return the panel of a game, once the page leads to it."""
    panel = page.locator(".game-now")
    expect(panel.get_by_role("heading", level=2)).to_contain_text(f"Game {number} ")
    return panel


def report(page: Page, number: int, spread: int) -> None:
    """Tap a result in: one tap for who won, one for each digit, one to send it."""
    panel = game(page, number)
    panel.get_by_text("I won" if spread > 0 else "I lost", exact=True).last.click()
    for digit in str(abs(spread)):
        panel.get_by_role("button", name=digit, exact=True).last.click()
    panel.get_by_role("button", name=f"Report game {number}").last.click()


def opponents(tournament: Tournament, number: int) -> dict[int, int]:
    """Return whom somebody meets, by game."""
    return {
        scheduled.game: other
        for scheduled in schedule_of(tournament)
        for pair in scheduled.pairs
        for own, other in (pair, pair[::-1])
        if own == number
    }
