"""The ranking in the browser: a tie game by one tap, an order by keys alone, the exemption, notices on paper."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from scorecards.models import TieGame, TieOrder
from tests.browser.fit import RUNS_OUT, faults
from tests.browser.pages import NARROW, sign_in
from tests.browser.snapshots import Store
from tests.browser.test_print import PAPERS, UPRIGHT, expect_nothing_to_press, sheets, show_as_printed
from tests.events import in_a_circle, without_cards
from tests.scorecards.cards.card_entry import checker
from tests.scorecards.ranking.rankings import decided_against_the_leader, overtaken, two_level
from tournaments.models import Tournament
from tournaments.rules.types import EventFile


@pytest.fixture
def put_up(store: Store, context: BrowserContext, live_server: Any) -> Any:
    """Return what stores an event, signs its director in and returns the address of its ranking."""

    def sign_in_at(event_file: EventFile, role: str = "director") -> str:
        tournament = store(import_event, event_file=event_file)
        sign_in(context, checker(tournament, "Dee Rector", role), live_server.url)
        return f"/t/{tournament.slug}/ranking/"

    return sign_in_at


def test_checker_notes_a_tie_game_with_one_tap_on_a_phone_and_takes_it_back(page: Page, put_up: Any) -> None:
    page.set_viewport_size(NARROW)
    page.goto(put_up(two_level(), "checker"))

    page.get_by_role("button", name="2 Entrant 2 won").click()
    expect(page.get_by_text("Tie game saved.")).to_be_visible()
    expect(page.get_by_text("Settled by tie game")).to_be_visible()
    assert TieGame.objects.get().winner.number == 2

    page.get_by_label("Reason").fill("the wrong button")
    page.get_by_role("button", name="Undo the tie game").click()
    expect(page.get_by_role("button", name="2 Entrant 2 won")).to_be_visible()
    assert TieGame.objects.get().revoked_reason == "the wrong button"


def test_order_is_entered_by_keys_alone_and_what_is_missing_is_said(page: Page, put_up: Any) -> None:
    page.goto(put_up(in_a_circle()))
    page.get_by_label("Entrant 1", exact=True).focus()

    for key in ("2", "Tab", "3", "Tab", "1", "Tab", "Tab", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_text("Enter how the order was found")).to_be_visible()
    expect(page.get_by_label("Entrant 1", exact=True)).to_have_value("2")

    page.get_by_label("Entrant 3", exact=True).focus()
    page.keyboard.press("Tab")
    page.keyboard.type("cut for it, low card first")
    for key in ("Tab", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_text("Settled by tie order")).to_be_visible()
    [order] = TieOrder.objects.all()
    assert [place.entrant.number for place in order.places.all()] == [3, 1, 2]
    assert order.reason == "cut for it, low card first"


def test_exemption_moves_the_line_and_goes_back(page: Page, put_up: Any) -> None:
    page.goto(put_up(overtaken(qualifiers=1)))
    page.get_by_text("Override number of qualifiers").click()

    page.get_by_label("Number of qualifiers").fill("3")
    page.get_by_label("Reason", exact=True).fill("a small field")
    page.get_by_role("button", name="Save number of qualifiers").click()
    expect(page.get_by_role("cell", name="Qualifying line: 3 of 4 qualify")).to_be_visible()

    page.get_by_text("Override number of qualifiers").click()
    page.get_by_role("button", name="Use one in four: 1 qualify").click()
    expect(page.get_by_text("1 of 4 one in four, rule 13.2.b")).to_be_visible()
    assert Tournament.objects.get().qualifiers is None


def test_search_finds_without_a_reload_and_sorting_keeps_it(page: Page, put_up: Any) -> None:
    page.goto(put_up(make_event(players=24, games=9)))
    rows = page.locator("#standing-rows tbody tr:not(.cut)")
    expect(rows).to_have_count(24)

    page.get_by_role("searchbox", name="Name or seat").fill("A-1")
    expect(page.get_by_text("4 of 24 found.")).to_be_visible()
    page.locator("#standing-rows").get_by_role("link", name="Seat").click()

    expect(page.locator("#standing-rows th[aria-sort=ascending]")).to_have_text("Seat")
    expect(rows).to_have_count(4)


def test_each_notice_is_a_page_of_its_own_on_paper(page: Page, put_up: Any) -> None:
    address = f"{put_up(decided_against_the_leader())}evidence/"
    page.goto(f"{address}?show=all")

    assert [len(sheets(page, paper)) for paper in PAPERS] == [4, 4]

    show_as_printed(page, address, UPRIGHT)
    expect_nothing_to_press(page)
    notices = page.locator(".notice").filter(visible=True)
    expect(notices).to_have_count(2)
    expect(notices.nth(1)).to_contain_text("does not qualify any more")
    expect(notices.nth(1)).to_contain_text("2 points, plus 20")
    assert page.evaluate(RUNS_OUT) == []


def test_ranking_as_printed_says_that_it_is_not_posted(page: Page, put_up: Any) -> None:
    show_as_printed(page, put_up(in_a_circle()), UPRIGHT)

    expect_nothing_to_press(page)
    expect(page.get_by_text("Not posted.", exact=False).filter(visible=True)).not_to_have_count(0)
    assert page.evaluate(RUNS_OUT) == []


EVENTS = {
    "no cards": without_cards(two_level()),
    "tie game": two_level(),
    "order": in_a_circle(),
    "many": make_event(players=24, games=9, settled=False),
    "moved": overtaken(),
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", EVENTS)
def test_pages_are_fit_for_everybody(page: Page, put_up: Any, name: str) -> None:
    address = put_up(EVENTS[name])
    pages = (address, f"{address}?near=all", f"{address}evidence/?show=all", f"{address}evidence/1/")

    assert faults(page, pages) == {}


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_everything_works_without_script(page: Page, put_up: Any) -> None:
    page.goto(put_up(two_level()))

    page.get_by_role("searchbox", name="Name or seat").fill("Entrant 2")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_text("1 of 4 found.")).to_be_visible()
    page.get_by_role("button", name="1 Entrant 1 won").click()
    expect(page.get_by_text("Settled by tie game")).to_be_visible()
