"""A seat on paper stays in one piece: broken after its letter it reads as another one."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import BrowserContext, Page

from tests.browser.pages import sign_in
from tests.browser.test_print import MM
from tests.browser.test_seating import seated_event

BROKEN = "small => small.filter(one => one.getClientRects().length > 1).map(one => one.textContent)"


def test_opponents_seat_on_a_scorecard_is_never_broken(
    transactional_db: None, context: BrowserContext, page: Page, live_server: Any
) -> None:
    # Some of its names end where the line is nearly full.
    sign_in(context, seated_event(24, games=9, table_length=12), live_server.url)

    page.set_viewport_size({"width": 680, "height": 900})
    page.emulate_media(media="print")
    page.goto("/t/bay/seating/print/cards/")

    # Four cards of nine games share a page, from its top to its foot.
    sheet = page.locator(".sheet").first
    cards = [card.bounding_box() for card in sheet.locator(".paper-card").all()]
    top = (sheet.bounding_box() or {})["y"]
    assert [card is not None for card in cards] == [True] * 4
    assert max(card["y"] + card["height"] - top for card in cards if card) >= 245 * MM
    seats = page.locator(".paper-card td small")
    assert seats.count() == 24 * 9
    assert seats.evaluate_all(BROKEN) == []
