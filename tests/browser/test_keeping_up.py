"""Ranking and posting follow what others do, and take nothing out of the hands of whoever types."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from brackets.event_files.store import import_event
from scorecards.ranking.actions import set_exemption
from tests.brackets.posting.posting import post
from tests.browser.pages import sign_in
from tests.browser.test_cards_ahead import hold, wait_for
from tests.scorecards.cards.card_entry import checker
from tests.scorecards.checking.cross_checks import agreed
from tournaments.models import StaffMember, Tournament

A_WHILE = 6_000
NOTICE = "Something here has changed meanwhile. What you have typed stays."

type_open = Callable[[str], tuple[Tournament, StaffMember]]


@pytest.fixture
def open_page(transactional_db: None, context: BrowserContext, page: Page, live_server: Any) -> type_open:
    """Return what stores an event, signs its director in and opens one of its pages."""

    def store(name: str) -> tuple[Tournament, StaffMember]:
        tournament = import_event(event_file=agreed())
        member = checker(tournament, "Dee Rector", "director")
        sign_in(context, member, live_server.url)
        page.clock.install()
        if name == "post":
            post(tournament, member)
            let_qualify(tournament, member, 2)
        page.goto(f"/t/{tournament.slug}/{name}/")
        page.evaluate("window.mark = 'not loaded again'")
        return tournament, member

    return store


def let_qualify(tournament: Tournament, member: StaffMember, number: int) -> None:
    """Change something, as another director does."""
    set_exemption(tournament=tournament, actor=member, qualifiers=number, reason=f"{number} tables")


def wait(page: Page) -> None:
    """Let the page ask once more."""
    with page.expect_response(lambda response: "seen=" in response.url):
        page.clock.fast_forward(A_WHILE)


def test_ranking_follows_with_its_rows_and_leaves_what_is_open_and_in_focus(page: Page, open_page: type_open) -> None:
    tournament, member = open_page("ranking")
    page.get_by_text("Override number of qualifiers").click()
    page.get_by_role("rowheader", name="Entrant 3").get_by_role("link").focus()

    let_qualify(tournament, member, 3)
    wait(page)

    expect(page.locator("#following")).to_have_text("Updated just now.")
    expect(page.get_by_role("definition").first).to_contain_text("3 of 4 by exemption")
    expect(page.get_by_role("cell", name="Qualifying line: 3 of 4 qualify")).to_be_visible()
    expect(page.get_by_label("Number of qualifiers")).to_be_visible()
    expect(page.get_by_role("rowheader", name="Entrant 3").get_by_role("link")).to_be_focused()
    assert page.evaluate("window.mark") == "not loaded again"


def test_what_is_under_a_finger_while_the_page_follows_is_pressed(page: Page, open_page: type_open) -> None:
    tournament, member = open_page("ranking")
    page.get_by_text("Override number of qualifiers").hover()
    page.mouse.down()

    let_qualify(tournament, member, 3)
    wait(page)
    page.clock.run_for(500)
    page.mouse.up()

    expect(page.get_by_label("Number of qualifiers")).to_be_visible()


def test_rows_that_somebody_looks_for_stay_when_an_earlier_answer_comes_late(page: Page, open_page: type_open) -> None:
    tournament, member = open_page("ranking")
    rows = page.locator("#standing-rows").get_by_role("rowheader")
    late = hold(page, "seen=", "GET")
    let_qualify(tournament, member, 3)
    page.clock.fast_forward(A_WHILE)
    wait_for(page, late)
    page.get_by_label("Name or seat").press_sequentially("Entrant 3")
    page.clock.run_for(500)
    expect(rows).to_have_count(1)

    with page.expect_response(lambda response: "seen=" in response.url):
        late[0].continue_()
    wait(page)

    expect(page.get_by_role("definition").first).to_contain_text("3 of 4 by exemption")
    expect(rows).to_have_count(1)


def test_ranking_keeps_an_exemption_being_typed_and_follows_when_it_is_dropped(
    page: Page, open_page: type_open
) -> None:
    tournament, member = open_page("ranking")
    page.get_by_text("Override number of qualifiers").click()
    page.get_by_label("Reason", exact=True).fill("the hall has tables for two")
    page.get_by_role("heading", level=1).click()

    let_qualify(tournament, member, 3)
    wait(page)

    expect(page.locator("#following")).to_contain_text(NOTICE)
    expect(page.get_by_label("Reason", exact=True)).to_have_value("the hall has tables for two")
    expect(page.get_by_role("definition").first).to_contain_text("1 of 4")

    page.get_by_label("Reason", exact=True).fill("")
    page.get_by_role("heading", level=1).click()
    wait(page)

    expect(page.get_by_role("definition").first).to_contain_text("3 of 4 by exemption")
    expect(page.locator("#following")).to_have_text("Updated just now.")


def test_posting_keeps_the_reason_being_typed_and_shows_what_is_new_when_asked(
    page: Page, open_page: type_open
) -> None:
    tournament, member = open_page("post")
    page.get_by_label("What has changed and why").fill("two qualify")

    let_qualify(tournament, member, 3)
    wait(page)

    expect(page.locator("#following")).to_contain_text(NOTICE)
    expect(page.get_by_label("What has changed and why")).to_have_value("two qualify")
    expect(page.get_by_role("button", name="Post 2 qualifiers again")).to_be_visible()

    page.get_by_role("link", name="Show it as it is now").click()

    expect(page.get_by_role("button", name="Post 3 qualifiers again")).to_be_visible()


def test_who_is_signed_out_while_typing_keeps_what_is_typed(
    page: Page, context: BrowserContext, open_page: type_open
) -> None:
    tournament, _ = open_page("post")
    page.get_by_label("What has changed and why").fill("two qualify")

    context.clear_cookies()
    wait(page)

    expect(page.locator("#following")).to_contain_text("You are signed out here. What you have typed stays")
    expect(page.get_by_label("What has changed and why")).to_have_value("two qualify")
    sign_in_again = page.get_by_role("link", name="sign in again")
    assert sign_in_again.get_attribute("href") == f"/sign-in/?next=/t/{tournament.slug}/post/"


def test_posting_follows_while_nobody_types(page: Page, open_page: type_open) -> None:
    tournament, member = open_page("post")

    let_qualify(tournament, member, 3)
    wait(page)

    expect(page.get_by_role("button", name="Post 3 qualifiers again")).to_be_visible()
    assert page.evaluate("window.mark") == "not loaded again"
