"""The keys of cross-checking stand beside what they press, where there are keys and script to hear them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scorecards.checking.items import CheckItemKind
from tests.browser.pages import sign_in
from tests.browser.snapshots import Store
from tests.scorecards.checking.check_pages import address, first_of, staff, untidy_event
from tournaments.models import StaffMember, Tournament

HINTS = """() => [...document.querySelectorAll('#item [data-key]')].filter(part => part.checkVisibility()).map(
    part => getComputedStyle(part, '::after').content.split(' / ')[0].replaceAll('"', ''))"""


@pytest.fixture
def tournament(store: Store) -> Tournament:
    return store(untidy_event)


@pytest.fixture
def member(tournament: Tournament) -> StaffMember:
    return staff(tournament)


def test_each_key_stands_beside_what_it_presses(
    page: Page, context: BrowserContext, tournament: Tournament, member: StaffMember, live_server
) -> None:
    sign_in(context, member, live_server.url)
    item = first_of(tournament, CheckItemKind.RULING)
    page.goto(address(tournament, item))

    papers = page.evaluate(HINTS)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Initial", exact=True).wait_for()
    ruling = page.evaluate(HINTS)

    assert (papers, ruling) == (["1", "2", "3"], ["1"])
    assert page.get_by_role("button", name="Initial", exact=True).count() == 1  # it is called what it was


@pytest.mark.parametrize(
    ("has_script", "has_touch"), [pytest.param(False, False, id="no script"), pytest.param(True, True, id="phone")]
)
def test_no_key_is_shown_where_none_would_be_heard(
    browser: Browser, tournament: Tournament, member: StaffMember, live_server, has_script: bool, has_touch: bool
) -> None:
    context = browser.new_context(
        java_script_enabled=has_script, has_touch=has_touch, is_mobile=has_touch, base_url=live_server.url
    )
    sign_in(context, member, live_server.url)
    page = context.new_page()
    page.goto(address(tournament, first_of(tournament, CheckItemKind.RULING)))

    hints = page.evaluate(HINTS)
    context.close()

    assert set(hints) <= {"none", ""}
    assert len(hints) == 3


def test_smallest_phone_shows_the_heads_of_both_cards_above_the_button(
    page: Page, context: BrowserContext, tournament: Tournament, member: StaffMember, live_server
) -> None:
    page.set_viewport_size({"width": 320, "height": 700})
    sign_in(context, member, live_server.url)
    page.goto(address(tournament, first_of(tournament, CheckItemKind.RULING)))
    yes = page.get_by_role("button", name="Yes, both match", exact=True)

    expect(yes).to_be_focused()
    expect(yes).to_be_in_viewport(ratio=1)
    expect(page.locator(".both-cards thead")).to_be_in_viewport(ratio=1)
