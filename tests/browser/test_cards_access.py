"""The pages of the cards for everybody: axe, light and dark, small screens, the keyboard, and without script."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.fit import faults, violations
from tests.browser.test_cards import card_address, cell, open_card, type_keys
from tests.scorecards.cards.card_entry import checker, paper, save, stored
from tournaments.models import StaffMember, Tournament
from tournaments.rules.types import CardRecord, EventFile, FootTotals, Line


@pytest.fixture
def addresses(tournament: Tournament, member: StaffMember, event_file: EventFile) -> dict[str, str]:
    """Return the address of every page of the cards by what it shows; some cards are in, one of them odd."""
    save(tournament, member, paper(event_file, 2))
    odd = (Line(1, 4, 2, 35, 12), Line(2, None, None, None, None))
    save(tournament, member, CardRecord(3, odd, FootTotals(14, 29, None, 12)))
    cards = f"/t/{tournament.slug}/cards/"
    return {
        "cards": cards,
        "no card found": f"{cards}?name=zzz",
        "card to key": card_address(tournament, 1),
        "card that is in": card_address(tournament, 2),
        "odd card": card_address(tournament, 3),
        "totals": f"{cards}totals/",
        "slips": f"{cards}slips/?game=2",
    }


@pytest.mark.thorough
def test_pages_of_the_cards_are_fit_for_everybody(page: Page, addresses: dict[str, str]) -> None:
    assert faults(page, addresses) == {}


def test_axe_finds_nothing_on_two_versions_of_a_card(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    open_card(page, tournament)
    type_keys(page, "16-09")
    save(tournament, checker(tournament, "Bo Crane"), paper(event_file))
    type_keys(page, "**\n\n\n\n\n")
    expect(page.get_by_role("heading", name="Bo Crane saved this card while you had it open")).to_be_visible()

    assert violations(page) == []


def test_axe_finds_nothing_on_a_slip_that_waits_and_one_that_is_refused(
    page: Page, context: BrowserContext, tournament: Tournament, member: StaffMember
) -> None:
    page.goto(f"/t/{tournament.slug}/cards/slips/")
    expect(page.locator("#winner")).to_be_focused()
    context.set_offline(True)
    page.keyboard.type("A-1")
    page.keyboard.press("Tab")
    page.keyboard.type("16\n")
    expect(page.locator("#drafts li")).to_have_count(1)
    found = violations(page)
    context.set_offline(False)
    expect(page.locator("#drafts li")).to_have_count(0)
    page.keyboard.type("nobody")
    page.keyboard.press("Tab")
    page.keyboard.type("122\n")
    expect(page.get_by_text("No player has seat or number nobody.")).to_be_visible()

    assert found + violations(page) == []


def test_stack_is_searched_and_a_card_opened_by_keyboard_alone(page: Page, addresses: dict[str, str]) -> None:
    page.goto(addresses["cards"])
    page.get_by_role("searchbox", name="Seat or name").focus()

    page.keyboard.type("B-7")
    expect(page.get_by_role("row")).to_have_count(2)
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="B-7")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", level=1)).to_contain_text("B-7 ")
    expect(cell(page, 1)).to_be_focused()


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_card_is_keyed_without_script(page: Page, tournament: Tournament, member: StaffMember) -> None:
    page.goto(card_address(tournament, 1))
    for name, value in {
        "Game 1, points": "2",
        "Game 1, plus": "16",
        "Game 2, points": "0",
        "Game 2, minus": "9",
        "Game points": "2",
    }.items():
        page.get_by_role("textbox", name=name, exact=True).fill(value)
    page.get_by_role("checkbox", name="Game 3 is left blank on the card").check()

    page.get_by_role("button", name="Save card").click()

    expect(page.get_by_role("heading", level=1)).to_contain_text("A-2 ")
    expect(page.get_by_text("Saved A-1, games 4 to 22 not entered.")).to_be_visible()
    card = stored(tournament, 1)
    assert [(line.points, line.plus, line.minus) for line in card.lines] == [
        *((2, 16, None), (0, None, 9), (None, None, None))
    ]
    assert card.recorded == FootTotals(2, None, None, None)
