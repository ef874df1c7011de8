"""A seat on paper stays in one piece: broken after its letter it reads as another one."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import BrowserContext, Page

from tests.browser.pages import sign_in
from tests.browser.test_print import MM
from tests.factories.tournaments import EntrantFactory, StaffMemberFactory, TournamentFactory
from tournaments.models import StaffMember
from tournaments.seating.services.draw import draw
from tournaments.seating.services.schedule import make_schedule

BROKEN = "small => small.filter(one => one.getClientRects().length > 1).map(one => one.textContent)"


def test_opponents_seat_on_a_scorecard_is_never_broken(
    transactional_db: None, context: BrowserContext, page: Page, live_server: Any
) -> None:
    tournament = TournamentFactory(slug="bay", games=9, table_length=12)
    for number in range(1, 25):
        # Names of all lengths, so that some end where the line is nearly full.
        EntrantFactory(tournament=tournament, number=number, name="Wes Dogwood of Gull"[: number % 13 + 6].strip())
    director: StaffMember = StaffMemberFactory(tournament=tournament, name="Dee Rector")
    draw(tournament=tournament, actor=director, table_length=12, keep=False)
    make_schedule(tournament=tournament, actor=director)
    sign_in(context, director, live_server.url)

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
