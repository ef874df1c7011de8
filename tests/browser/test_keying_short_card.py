"""A card of few games on a wide screen: each name stays beside the place where its line is keyed."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.fit import RUNS_OUT
from tests.browser.pages import NARROWEST, WIDE, sign_in
from tests.browser.test_keying import card_address
from tests.scorecards.keying.card_entry import checker, put_up, written

FURTHEST = 400
# How far the keyed figures are from the beginning of the opponent's name.
GAPS = """rows => rows.map(row => row.querySelector(".key").getBoundingClientRect().left
                                - row.querySelector(".who").getBoundingClientRect().left)"""


def test_lines_of_a_short_card_are_not_drawn_apart(
    transactional_db: None, context: BrowserContext, page: Page, live_server
) -> None:
    tournament = put_up(written(players=8, games=7))
    sign_in(context, checker(tournament), live_server.url)

    page.set_viewport_size(WIDE)
    page.goto(card_address(tournament, 1))
    expect(page.get_by_label("Game 1, entry")).to_be_focused()

    gaps = page.locator("tr[data-game]").evaluate_all(GAPS)
    assert (len(gaps), max(gaps) <= FURTHEST) == (7, True)
    page.set_viewport_size(NARROWEST)
    assert page.evaluate(RUNS_OUT) == []
