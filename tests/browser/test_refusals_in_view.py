"""What is refused far down on a long page is in view when the page comes back, and read out first."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.pages import NARROW, sign_in
from tests.browser.test_seating import seated_event


@pytest.fixture
def desk(transactional_db: None, context: BrowserContext, page: Page, live_server: Any) -> Page:
    """Return the director's page, on a phone, of an event of eight with the schedule of its three games."""
    sign_in(context, seated_event(8, games=3, table_length=4), live_server.url)
    page.set_viewport_size(NARROW)
    return page


def expect_told(page: Page, text: str) -> None:
    told: Locator = page.get_by_role("alert").filter(has_text=text)
    expect(told).to_be_in_viewport()
    expect(told).to_be_focused()


def test_schedule_file_that_cannot_be_read_says_so_in_view(desk: Page) -> None:
    desk.goto("/t/bay/seating/schedule/")
    file = {"name": "mine.csv", "mimeType": "text/csv", "buffer": b"game,first,second\nx,A-1,A-2\n"}
    desk.get_by_label("Schedule as CSV").set_input_files(files=[file])
    desk.get_by_role("button", name="Preview", exact=True).click()

    expect_told(desk, 'line 2, game: "x" is not a game of this event (1 to 3)')


def test_chair_that_cannot_be_taken_over_says_so_in_view(desk: Page) -> None:
    desk.goto("/t/bay/seating/schedule/")
    form = desk.locator("form[action$='/chair/']")
    for select in form.get_by_role("combobox").all():
        select.select_option(index=1)
    form.get_by_label("from game").fill("99")
    form.get_by_role("button").click()

    expect_told(desk, "Not saved")


def test_withdrawal_that_cannot_be_says_so_in_view(desk: Page) -> None:
    desk.goto("/t/bay/entrants/3/")
    desk.get_by_label("After game").fill("99")
    desk.get_by_role("button", name="Withdraw").click()

    expect_told(desk, "Not saved")


def test_what_is_wrong_with_a_field_stands_below_it_until_it_is_right(desk: Page) -> None:
    desk.goto("/t/bay/entrants/")
    name = desk.get_by_label("Name", exact=True)
    desk.get_by_role("button", name="Add", exact=True).click()

    expect(name).to_have_accessible_error_message("This is empty. Fill it in.")
    expect(name).to_be_focused()
    expect(desk.get_by_text("This is empty. Fill it in.")).to_be_in_viewport()
    name.fill("Rosa Lunde")
    expect(desk.get_by_text("This is empty.")).to_have_count(0)


def test_number_that_is_too_large_is_told_with_its_limits_where_the_form_is_a_plain_one(desk: Page) -> None:
    desk.goto("/t/bay/entrants/")
    desk.evaluate(
        """() => document.querySelector('main').insertAdjacentHTML('afterbegin',
            '<form action="/"><p class="field"><label for="n">Tables</label>'
            + '<input id="n" type="number" min="1" max="9" value="12"></p>'
            + '<fieldset><label><input type="radio" name="way" required> one</label></fieldset>'
            + '<button>Go</button></form>')"""
    )
    desk.get_by_role("button", name="Go", exact=True).click()

    expect(desk.get_by_label("Tables")).to_have_accessible_error_message("12 is too large. Enter 1 to 9.")
    expect(desk.get_by_label("one")).to_have_accessible_error_message("Choose one.")
    expect(desk.get_by_label("Tables")).to_be_focused()
