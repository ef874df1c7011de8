"""Extra rounds in the browser: a checker enters a card with a bye."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.fit import faults_shown
from tests.browser.pages import WIDE, sign_in
from tests.browser.snapshots import Store
from tests.browser.test_cards import FOOT, card_address, cell, foot, keys_of, totals_of, type_keys
from tests.scorecards.cards.card_entry import checker, stored
from tests.scorecards.cards.test_makeup_rounds import papers, put_up_odd_field
from tournaments.models import Tournament
from tournaments.records.schedule import schedule_of
from tournaments.rules.due_lines import sat_out_in


@pytest.fixture
def odd_field(store: Store, context: BrowserContext, live_server: Any) -> Tournament:
    tournament = store(put_up_odd_field)
    sign_in(context, checker(tournament), live_server.url)
    return tournament


def test_checker_keys_a_card_and_passes_over_the_game_sat_out(page: Page, odd_field: Tournament) -> None:
    card = next(one for one in papers(odd_field) if 1 < min(sat_out_in(schedule_of(odd_field))[one.entrant]) < 8)
    [off] = sat_out_in(schedule_of(odd_field))[card.entrant]
    page.set_viewport_size(WIDE)

    page.goto(card_address(odd_field, card.entrant))
    assert faults_shown(page) == []
    expect(cell(page, 1)).to_be_focused()
    expect(page.locator(f'tr[data-game="{off}"] .who')).to_have_text("bye")
    before = [line for line in card.lines if line.game < off]
    type_keys(page, "".join(keys_of(line) for line in before))
    expect(cell(page, off + 1)).to_be_focused()
    type_keys(page, "+")
    expect(cell(page, off - 1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(cell(page, off + 1)).to_be_focused()
    type_keys(page, "".join(keys_of(line) for line in card.lines if line.game > off))
    expect(foot(page, "Game points")).to_be_focused()
    for name, number in zip(FOOT, totals_of(card), strict=True):
        foot(page, name).fill(str(number))
    expect(page.locator("#sums")).to_have_text("")
    page.get_by_role("button", name="Save card").click()
    page.wait_for_url(lambda address: not address.endswith(card_address(odd_field, card.entrant)))

    assert stored(odd_field, card.entrant) == card


def test_line_that_was_to_be_sat_out_is_keyed_where_the_paper_has_it(page: Page, odd_field: Tournament) -> None:
    [off] = sat_out_in(schedule_of(odd_field))[1]
    opponent = next(seat for seat in ("A-1", "A-2") if seat != odd_field.entrants.get(number=1).seat)

    page.goto(card_address(odd_field, 1))
    cell(page, off).focus()
    type_keys(page, "*")
    page.keyboard.type(opponent)
    type_keys(page, "\n16")
    page.get_by_role("button", name="Save card").click()
    expect(page.get_by_text("game points, games won, plus and minus are blank")).to_be_visible()
    page.get_by_role("button", name="Save card").click()
    page.wait_for_url(lambda address: not address.endswith(card_address(odd_field, 1)))

    [line] = stored(odd_field, 1).lines
    number = odd_field.entrants.get(seat=opponent).number
    assert (line.game, line.opponent, line.points, line.plus) == (off, number, 2, 16)
