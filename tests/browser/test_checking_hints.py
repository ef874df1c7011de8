"""The keys of cross-checking stand beside what they press, where there are keys and script to hear them."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

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
def member(tournament: Tournament, context: BrowserContext, live_server) -> StaffMember:
    member = staff(tournament)
    sign_in(context, member, live_server.url)
    return member


def test_each_key_stands_beside_what_it_presses(page: Page, tournament: Tournament, member: StaffMember) -> None:
    item = first_of(tournament, CheckItemKind.RULING)
    page.goto(address(tournament, item))

    papers = page.evaluate(HINTS)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Initial", exact=True).wait_for()
    ruling = page.evaluate(HINTS)

    assert (papers, ruling) == (["1", "2", "3"], ["1"])
    assert page.get_by_role("button", name="Initial", exact=True).count() == 1  # it is called what it was


SCRIPTLESS = pytest.mark.browser_context_args(java_script_enabled=False)
PHONE = pytest.mark.browser_context_args(has_touch=True, is_mobile=True)


@pytest.mark.parametrize("where", [pytest.param("no script", marks=SCRIPTLESS), pytest.param("phone", marks=PHONE)])
def test_no_key_is_shown_where_none_would_be_heard(
    page: Page, tournament: Tournament, member: StaffMember, where: str
) -> None:
    page.goto(address(tournament, first_of(tournament, CheckItemKind.RULING)))

    hints = page.evaluate(HINTS)

    assert set(hints) <= {"none", ""}
    assert len(hints) == 3


def test_smallest_phone_shows_the_heads_of_both_cards_above_the_button(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto(address(tournament, first_of(tournament, CheckItemKind.RULING)))
    yes = page.get_by_role("button", name="Yes, both match", exact=True)

    expect(yes).to_be_focused()
    expect(yes).to_be_in_viewport(ratio=1)
    expect(page.locator(".both-cards thead")).to_be_in_viewport(ratio=1)
