"""Nothing on a page moves when the fonts arrive, however late they are."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from tests.browser.pages import NARROW, WIDE, Event, sign_in
from tests.factories.tournaments import StaffMemberFactory
from tournaments.models import Tournament

MOST = 0.02
"""The share of the screen that may move, as browsers measure: what moves, times how far."""
LISTEN = """window.moved = 0;
    new PerformanceObserver(list => { for (const { value } of list.getEntries()) window.moved += value; })
    .observe({ type: 'layout-shift', buffered: true });"""
PAINTED = """() => new Promise(done => {
    const isPainted = () => performance.getEntriesByName("first-contentful-paint").length;
    const look = () => setTimeout(isPainted() ? done : look, 100);
    look();
})"""
ARRIVED = """() => document.fonts.ready.then(() => new Promise(done =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))))"""
PAGES = ("", "standings/", "bracket/", "p/1/", "desk/", "entrants/", "ranking/", "check/", "cards/1/", "settings/")


@pytest.mark.thorough
def test_nothing_moves_when_the_fonts_arrive(
    page: Page, context: BrowserContext, live_server: Any, demo: Event
) -> None:
    tournament = Tournament.objects.get(slug=demo.address.strip("/").rpartition("/")[2])
    sign_in(context, StaffMemberFactory(tournament=tournament), live_server.url)
    waiting: list[Route] = []
    page.route("**/*.woff2", lambda route: waiting.append(route))
    page.add_init_script(LISTEN)

    moved = {}
    for where in PAGES:
        for screen in (WIDE, NARROW):
            page.set_viewport_size(screen)
            page.goto(f"{demo.address}{where}", wait_until="domcontentloaded")
            page.evaluate(PAINTED)
            before = page.evaluate("moved")
            while waiting or page.evaluate("document.fonts.status") == "loading":  # one may be asked for late
                while waiting:
                    waiting.pop().continue_()
            page.evaluate(ARRIVED)
            moved[where, screen["width"]] = round(page.evaluate("moved") - before, 3)

    assert {page: share for page, share in moved.items() if share > MOST} == {}
