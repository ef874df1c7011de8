"""The report to the ACC typed into a form with the same fields in the same order, from the page's Copy buttons.

Nobody of ours has seen the ACC's own form: this one has a field for each block, into which rows are pasted. What is
counted are presses: of a button or a field by the mouse, of keys together as one.
"""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from brackets.event_files.store import import_event
from brackets.results.services import register_hand
from tests.brackets.results.conftest import finished
from tests.browser.fit import faults
from tests.browser.pages import NARROWEST, plain, sign_in
from tests.browser.snapshots import Store
from tests.browser.test_seating import printed
from tests.factories.tournaments import StaffMemberFactory
from tournaments.models import StaffMember, Tournament

FIELDS = (
    *("Event", "Main event: entrants and games", "Main event: qualifiers", "Main event: hands of 28 and 29"),
    *("Main event: money", "Notes"),
)
MOCK_FORM = "".join(f"<label>{name}<textarea></textarea></label>" for name in FIELDS)
CLICKS = 2 * len(FIELDS)
KEYS = len(FIELDS)


@pytest.fixture
def tournament(store: Store) -> Tournament:
    """Return a finished event of 60."""
    return store(import_event, event_file=finished(60, 12, 4))


@pytest.fixture
def director(tournament: Tournament) -> StaffMember:
    member: StaffMember = StaffMemberFactory(tournament=tournament, name="Dee Rector", initials="DR")
    register_hand(tournament, member, number=4, points=28, game="game 2", hand="5H 5S 5C JD 5D", witnesses="Ann Lee")
    return member


@pytest.fixture
def desk(director: StaffMember, context: BrowserContext, page: Page, live_server: Any) -> Page:
    sign_in(context, director, live_server.url)
    return page


@pytest.fixture
def address(tournament: Tournament) -> str:
    return f"{tournament.get_absolute_url()}acc-report/"


def test_form_is_filled_from_the_copy_buttons(desk: Page, address: str, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    clicks = keys = 0
    desk.goto(address)
    form = context.new_page()
    form.set_content(MOCK_FORM)

    for name in FIELDS:
        section = desk.locator("section", has=desk.get_by_role("heading", name=name, exact=True))
        section.get_by_role("button", name="Copy").click()
        expect(section.get_by_role("status")).to_contain_text("copied")
        field = form.get_by_label(name, exact=True)
        field.click()
        field.press("Control+v")
        clicks, keys = clicks + 2, keys + 1
        shown = [
            "\t".join(cell.strip() for cell in row.locator("td").all_text_contents())
            for row in section.locator("tbody tr").all()
        ]
        expect(field).to_have_value("\n".join(shown))

    qualifiers = form.get_by_label("Main event: qualifiers", exact=True).input_value().splitlines()
    assert (len(qualifiers), {row.count("\t") for row in qualifiers}) == (15, {11})
    assert (clicks, keys) == (CLICKS, KEYS) == (12, 6)


def test_rows_are_copied_where_the_browser_has_no_clipboard_for_pages(desk: Page, address: str) -> None:
    desk.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    desk.goto(address)
    section = desk.locator("section", has=desk.get_by_role("heading", name="Main event: qualifiers"))

    section.get_by_role("button", name="Copy").press("Enter")

    expect(section.get_by_role("status")).to_have_text("15 rows copied.")
    expect(section.get_by_role("button", name="Copy")).to_be_focused()
    desk.get_by_role("textbox", name="Notes").focus()
    desk.get_by_role("textbox", name="Notes").press("Control+v")
    expect(desk.get_by_role("textbox", name="Notes")).to_have_value(re.compile(r"^[^\n]*(\n[^\n]*){14}$"))


def test_it_prints_whole_on_letter(desk: Page, address: str, tournament: Tournament, tmp_path: Path) -> None:
    pages = printed(desk, address, tmp_path, "Letter")
    text = plain(" ".join(pages))

    assert "ACC report" in pages[0], "the first page is blank"
    assert [name for name in FIELDS if name not in text] == []
    assert "The ACC has not approved" in text
    for gone in ("Save", "Copy", "Missing", "Download"):
        assert gone not in text


@pytest.mark.thorough
def test_page_is_fit_for_everybody(desk: Page, address: str) -> None:
    assert faults(desk, {"acc report": address}) == {}


def test_nothing_runs_out_on_the_smallest_phone(desk: Page, address: str, tournament: Tournament) -> None:
    tournament.entrants.update(acc_number="")
    desk.set_viewport_size(NARROWEST)
    desk.goto(address)
    desk.locator("summary").evaluate_all("all => all.forEach(one => one.parentElement.open = true)")

    assert desk.evaluate("document.scrollingElement.scrollWidth") == NARROWEST["width"]
