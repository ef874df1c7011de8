"""Whole jobs with no mouse, by keys as they are pressed: from Check to the posting, the payouts, a judge call.

Counted are the keys that do something; Tab only moves. A page that leads on puts the cursor on what is to be pressed.
"""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Request, expect

from brackets.demo.event import Station
from brackets.demo.views import start_practice
from brackets.event_files.store import import_event
from brackets.models import Announcement, Payment, Posting
from brackets.payouts.selectors import Money
from judging.models import CallRuling
from scorecards.models import TieGame
from tests.brackets.results.conftest import finished
from tests.browser.pages import heading, just_shown, sign_in
from tests.browser.snapshots import Store
from tests.browser.test_cards_ahead import hold, wait_for
from tests.browser.test_keyboard import Stop, assert_visible, tab, tab_to
from tests.factories.tournaments import StaffMemberFactory, UserFactory
from tests.judging.calls.calling import an_event, judge
from tests.scorecards.checking.cross_checks import agreed
from tournaments.models import StaffMember


def press(button: Locator) -> None:
    """Press Enter on what has the cursor, once a person could have seen it there (``look_first.js``)."""
    expect(button).to_be_focused()
    expect(button).to_have_css("pointer-events", "auto")
    expect(button).to_have_css("outline-style", "solid")
    expect(button).to_be_in_viewport()
    button.page.keyboard.press("Enter")


def test_from_check_to_the_posting(page: Page, context: BrowserContext, live_server: Any, store: Store) -> None:
    event = store(start_practice, UserFactory(first_name="Ada", last_name="Birch"), Station.CHECK)
    sign_in(context, StaffMember.objects.get(tournament=event), live_server.url)
    onward, item = page.locator("#onward"), page.locator("#item")
    page.goto(f"/t/{event.slug}/desk/")

    press(page.get_by_role("link", name="Cross-check", exact=True).last)
    press(page.get_by_role("link", name="Check the next one"))
    for done in range(3):
        expect(item.get_by_role("button", name="Papers match")).to_be_focused()
        game = heading(page).text_content()
        press(item.get_by_role("button", name="Papers match"))
        press(item.get_by_role("button", name="Initial", exact=True))
        if done < 2:
            expect(heading(page)).not_to_have_text(game or "")
    expect(page.get_by_text("3 of 3 settled.")).to_be_visible()
    expect(onward).to_have_text("Settle ties")
    press(onward)
    expect(heading(page)).to_have_text("Standings")
    page.wait_for_load_state()  # before, Tab leads to the first link
    won = tab(page)
    assert won is not None
    assert_visible([won])
    assert won.name.endswith("won")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Tie game saved.")).to_be_visible()
    press(onward)

    press(page.get_by_role("link", name="Post the qualifiers"))
    press(page.get_by_role("button", name="Post 6 qualifiers"))

    expect(page.get_by_text("Posting 1 is public now.")).to_be_visible()
    expect(page.get_by_role("link", name="Draw the bracket")).to_be_focused()
    assert (TieGame.objects.count(), Posting.objects.count()) == (1, 1)


def test_key_held_down_does_not_post(page: Page, context: BrowserContext, live_server: Any, store: Store) -> None:
    tournament = store(import_event, event_file=agreed())
    sign_in(context, StaffMemberFactory(tournament=tournament), live_server.url)
    page.goto(f"/t/{tournament.slug}/desk/")
    expect(page.locator("#to-next")).to_be_focused()
    post = page.get_by_role("button", name=re.compile("^Post "))

    page.keyboard.down("Enter")
    expect(post).to_be_focused()
    expect(post).to_have_css("pointer-events", "auto")
    for _ in range(20):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")

    expect(post).to_be_focused()
    assert not Posting.objects.exists()


@pytest.mark.parametrize("is_clicked", [True, False])
def test_enter_right_after_enter_posts_only_where_a_click_came_between(
    page: Page, context: BrowserContext, live_server: Any, store: Store, is_clicked: bool
) -> None:
    tournament = store(import_event, event_file=agreed())
    sign_in(context, StaffMemberFactory(tournament=tournament), live_server.url)
    page.clock.set_fixed_time(datetime.now(UTC))  # right after, however slow the pages are
    page.goto(f"/t/{tournament.slug}/desk/")
    onward = page.locator("#to-next")
    expect(onward).to_be_focused()
    post = page.get_by_role("button", name=re.compile("^Post "))

    with just_shown(page):
        page.keyboard.press("Enter")
        expect(post).to_be_focused()
        if is_clicked:
            page.goto(f"/t/{tournament.slug}/desk/")
            onward.click()
            expect(post).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_timeout(300)  # for what must not be sent

    expect(page.get_by_text("Posting 1 is public now.")).to_have_count(int(is_clicked))


def test_payouts_are_entered_corrected_and_paid(
    page: Page, context: BrowserContext, live_server: Any, store: Store
) -> None:
    tournament = store(import_event, event_file=finished())
    tournament.entrants.update(fee_owed=20_00, fee_paid=20_00)
    sign_in(context, StaffMemberFactory(tournament=tournament, name="Dee Rector", initials="DR"), live_server.url)
    results = Money(tournament).results
    assert results is not None
    champion, runner_up = (row.name for row in results.rows[:2])
    prizes = page.get_by_role("region", name="Prizes")
    page.goto(f"/t/{tournament.slug}/money/")
    stops: list[Stop] = []

    def type_in(values: dict[str, str]) -> None:
        for label, text in values.items():
            stops.append(tab_to(page, f"{label}$"))
            page.keyboard.press("Control+A")
            page.keyboard.type(text)
        page.keyboard.press("Enter")

    type_in({"Row 1, from place": "1", "Row 1, each gets": "60", "Row 2, from place": "2", "Row 2, each gets": "50"})
    expect(page.get_by_text("The fund is $480.00, the table pays $528.00.")).to_be_visible()
    stops.append(tab_to(page, "Edit payout table"))
    page.keyboard.press("Enter")
    type_in({"Row 2, each gets": "40"})
    expect(page.get_by_text("The table pays out exactly the $480.00 in the fund.")).to_be_visible()
    stops.append(tab_to(page, f"Paid \\$288.00 to {champion}"))
    page.keyboard.press("Enter")
    expect(prizes.get_by_role("status")).to_have_text("Payment recorded: $288.00.")
    expect(prizes.get_by_role("button", name=f"Undo the payment to {champion}")).to_be_focused()
    stops.append(tab_to(page, f"Paid \\$192.00 to {runner_up}"))
    page.keyboard.press("Enter")

    expect(prizes).to_contain_text("$480.00 paid, $0.00 balance due.")
    assert_visible(stops)
    assert Payment.objects.count() == 2


def test_judge_call_is_opened_ruled_and_signed_by_six_keys(
    page: Page, context: BrowserContext, live_server: Any, store: Store
) -> None:
    tournament = store(an_event, players=24)
    sign_in(context, judge(tournament), live_server.url)
    page.goto(f"/t/{tournament.slug}/calls/")
    board = tab_to(page, "A-1/A-2")
    assert_visible([board])

    def answer(question: str, choice: str) -> None:
        """Press Enter on the answer that has the cursor, once it could have been seen."""
        field = page.get_by_role("group", name=question, exact=True).get_by_role("radio", name=choice, exact=True)
        expect(field).to_be_focused()
        expect(field).to_have_css("pointer-events", "auto")
        page.keyboard.press("Enter")

    page.keyboard.press("Enter")
    expect(page.get_by_text("No ruling yet")).to_be_visible()
    answer("What happened?", "Pegged too many")
    answer("Who pegged too many?", tournament.entrants.get(seat="A-1").name)
    answer("Holes too many", "1")
    answer("The call came", "in time")
    press(page.get_by_role("button", name="Sign ruling"))

    expect(page.get_by_text("One judge has signed")).to_be_visible()
    assert CallRuling.objects.get().rules == ["8.4.c.(1)"]


def test_enter_pressed_twice_sends_a_form_once(page: Page, context: BrowserContext, live_server: Any) -> None:
    member: StaffMember = StaffMemberFactory()
    sign_in(context, member, live_server.url)
    posts: list[Request] = []
    page.on("request", lambda request: posts.append(request) if request.method == "POST" else None)
    page.goto(f"/t/{member.tournament.slug}/announcements/")
    page.get_by_label("Announcement", exact=True).fill("Coffee is there.")
    held = hold(page, "/announcements/$", "POST")
    page.get_by_label("Round timer in minutes").focus()
    page.keyboard.press("Enter")
    wait_for(page, held)

    page.keyboard.press("Enter")
    page.wait_for_timeout(300)  # for the second to be sent
    held[0].continue_()

    expect(page.get_by_text("Coffee is there.")).to_have_count(1)
    assert (len(posts), Announcement.objects.count()) == (1, 1)
