"""The navigation of staff pages: a menu on a phone, a box that opens cards by seat, rows that are links."""

from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.fit import faults_shown
from tests.browser.pages import NARROWEST, ZOOMED, Event, heading, sign_in
from tests.scorecards.checking.check_pages import staff
from tournaments.models import StaffMember, Tournament

SHORT = {"width": 1280, "height": 300}
LAPTOP = {"width": 1280, "height": 800}
# Rows of 44 px, which a finger hits, cost rows: twelve of each list were seen with text of 16 px and rows of 37.
LEAST_ROWS = {"cards": 9, "entrants": 7, "check": 7, "ranking": 8}
ROWS_IN_VIEW = """rows => rows.filter(row => row.getBoundingClientRect().bottom <= innerHeight).length"""


def menu(page: Page) -> Locator:
    return page.get_by_role("navigation", name="Staff pages of")


def test_menu_on_a_phone_opens_and_closes_by_keyboard_and_is_fit_for_everybody(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    page.set_viewport_size(NARROWEST)
    page.goto(f"/t/{tournament.slug}/cards/")
    button = page.get_by_role("button", name="Menu: Scorecards")
    expect(menu(page)).to_be_hidden()

    button.press("Enter")
    expect(menu(page)).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert menu(page).evaluate("menu => menu.contains(document.activeElement)")
    page.keyboard.press("Escape")
    expect(menu(page)).to_be_hidden()
    expect(button).to_be_focused()

    button.click()
    assert faults_shown(page, ".staff-nav :is(a, input, button:not(.visually-hidden)), .menu-button") == []
    page.set_viewport_size(NARROWEST)
    menu(page).get_by_role("link", name="Cross-check").click()
    expect(heading(page)).to_have_text("Cross-check")


def test_slash_and_a_seat_open_a_card_on_every_screen(page: Page, tournament: Tournament, member: StaffMember) -> None:
    for screen in (SHORT, ZOOMED):
        page.set_viewport_size(screen)
        page.goto(f"/t/{tournament.slug}/check/")

        page.keyboard.press("/")
        expect(page.get_by_label("Find anything")).to_be_focused()
        page.keyboard.type("a2\n")

        expect(heading(page)).to_contain_text("A-2 ")


def test_row_opens_its_card_and_what_is_focused_is_not_under_the_heads(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    page.set_viewport_size(SHORT)
    page.goto(f"/t/{tournament.slug}/cards/")
    links = page.get_by_role("rowheader").get_by_role("link")
    links.last.focus()

    for number in range(links.count() - 2, -1, -1):
        page.keyboard.press("Shift+Tab")
        expect(links.nth(number)).to_be_focused()
        head, link = page.get_by_role("columnheader").first.bounding_box(), links.nth(number).bounding_box()
        assert head
        assert link
        assert link["y"] >= head["y"] + head["height"] - 1

    page.get_by_role("row").filter(has_text="A-2").get_by_role("cell").last.click(force=True)
    expect(heading(page)).to_contain_text("A-2 ")


def test_lists_of_a_large_event_show_many_rows_on_a_laptop(
    page: Page, context: BrowserContext, demo: Event, live_server: Any
) -> None:
    tournament = Tournament.objects.get(slug=demo.address.split("/")[2])
    sign_in(context, staff(tournament, "director"), live_server.url)
    page.set_viewport_size(LAPTOP)

    shown = {}
    for name in LEAST_ROWS:
        page.goto(f"{demo.address}{name}/")
        shown[name] = page.locator("main tbody tr").evaluate_all(ROWS_IN_VIEW)

    assert {name: rows for name, rows in shown.items() if rows < LEAST_ROWS[name]} == {}
