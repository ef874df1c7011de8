"""Calls on two phones at once, and on one that has lost the server for a while."""

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import BrowserContext, Page, expect

from judging.calls.services.calls import rule_on
from judging.models import Call, CallRuling, CallSignature
from tests.browser.calls.thumb import Thumb, at_the_board
from tests.browser.pages import sign_in
from tests.judging.calls.calling import TEXT, a_call, draft, judge
from tournaments.models import StaffMember, Tournament


@pytest.mark.several_people
def test_two_phones_sign_one_call_at_once(
    page: Page, tournament: Tournament, ada: StaffMember, bo: StaffMember, another_phone
) -> None:
    director = judge(tournament, "Dee Rector", "DR", role="director")
    call = a_call(tournament, director)
    rule_on(call=call, actor=director, draft=draft(), seen=0)
    CallSignature.objects.all().delete()
    call.judges.all().delete()
    other = another_phone(bo)
    for phone in (page, other):
        phone.goto(call.get_absolute_url())

    page.get_by_role("button", name="Ada Birch").click(no_wait_after=True)
    other.get_by_role("button", name="Bo Cedar").click(no_wait_after=True)

    for phone in (page, other):
        expect(phone.get_by_text("Two judges have signed")).to_be_visible()
        expect(phone.get_by_role("list", name="Judges").get_by_role("listitem")).to_have_count(2)
    assert sorted(one.judge.name for one in Call.objects.get().signed) == ["Ada Birch", "Bo Cedar"]


@pytest.mark.several_people
def test_ruling_of_one_phone_appears_on_the_other_by_itself(
    page: Page, tournament: Tournament, ada: StaffMember, bo: StaffMember, another_phone
) -> None:
    call = a_call(tournament, ada)
    other = another_phone(bo)
    other.goto(f"/t/{tournament.slug}/calls/")
    expect(other.get_by_role("link", name="Game 1, A-1/A-2")).to_contain_text("no ruling yet")
    page.goto(call.get_absolute_url())

    rule_on(call=call, actor=bo, draft=draft(), seen=0)

    expect(other.get_by_role("link", name="Game 1, A-1/A-2")).to_contain_text("one judge has signed")
    expect(page.get_by_text(TEXT)).to_be_visible()
    page.get_by_role("button", name="Ada Birch").click()
    expect(page.get_by_text("Two judges have signed")).to_be_visible()


@pytest.mark.several_people
def test_new_call_is_listed_on_the_other_phone_by_itself(
    page: Page, tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    page.goto(f"/t/{tournament.slug}/calls/")
    expect(page.get_by_text("No call is open.")).to_be_visible()

    a_call(tournament, bo)

    expect(page.get_by_role("link", name="Game 1, A-1/A-2")).to_be_visible()


@pytest.mark.several_people
def test_other_ruling_made_meanwhile_is_shown_beside_ones_own(
    page: Page, tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    call = a_call(tournament, ada)
    page.route("**/calls/1/", lambda route: route.abort())  # it does not follow in time
    page.goto(f"{call.get_absolute_url()}?situation=pegged-too-many&who=first&error=3&in-time=yes")
    rule_on(call=call, actor=bo, draft=draft(), seen=0)

    page.get_by_role("button", name="Sign ruling").click()

    expect(page.get_by_role("heading", name="Not saved: Bo Cedar ruled first")).to_be_visible()
    expect(page.locator(".proposal")).to_contain_text("3 back")
    assert CallRuling.objects.count() == 1


def test_judge_without_a_server_for_a_while_loses_nothing(
    page: Page, context: BrowserContext, tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    thumb = Thumb(page)
    thumb.open_call(tournament)
    thumb.choose("What happened?", "Pegged too many")
    thumb.choose("Who pegged too many?", at_the_board(tournament)[0])
    three = page.locator(".question").filter(has_text="Holes too many").locator("label", has_text="3").first
    expect(three).to_be_visible()
    context.set_offline(True)
    three.click()
    # It asks every two seconds, and says so after the second time.
    expect(page.locator("#server-state")).to_contain_text("The server does not answer", timeout=15_000)
    expect(page.get_by_role("radio", name="3", exact=True)).to_be_checked()

    context.set_offline(False)
    expect(page.get_by_text("The ruling appears here")).to_be_visible()
    thumb.choose("The call came", "in time")
    expect(page.locator(".proposal")).to_contain_text("3 back")
    page.locator("summary", has_text="Change this ruling").click()
    context.set_offline(True)
    page.get_by_label("Ruling", exact=True).fill("Three back, as both say.")
    page.get_by_role("button", name="Sign ruling").click()
    expect(page.locator("#server-state")).to_contain_text("Not sent")
    expect(page.get_by_label("Ruling", exact=True)).to_have_value("Three back, as both say.")
    page.wait_for_timeout(5_000)  # it has asked twice, and that nothing was sent is still what matters
    expect(page.locator("#server-state")).to_contain_text("Not sent")
    context.set_offline(False)
    expect(page.locator("#server-state")).to_contain_text("press again")
    page.reload()
    expect(page.get_by_label("Ruling", exact=True)).to_have_value("Three back, as both say.")
    page.get_by_role("button", name="Sign ruling").click()

    expect(page.get_by_text("One judge has signed")).to_be_visible()
    ruling = CallRuling.objects.get()
    assert (ruling.text, ruling.rules, ruling.first_back) == ("Three back, as both say.", ["8.4.c.(1)"], 3)
    # The page follows, and may show the signature before the answer to the button is there, with which the draft goes.
    page.wait_for_function("() => !Object.keys(localStorage).some(name => name.includes('ruling'))")


def test_judge_whose_session_has_ended_is_told_and_keeps_what_was_typed(
    page: Page, context: BrowserContext, tournament: Tournament, ada: StaffMember, live_server
) -> None:
    call = a_call(tournament, ada)
    page.goto(f"{call.get_absolute_url()}?situation=pegged-too-many&who=first&error=3&in-time=yes")
    page.locator("summary", has_text="Change this ruling").click()
    page.get_by_label("Ruling", exact=True).fill("Three back, as both say.")
    Session.objects.all().delete()

    expect(page.locator("#server-state")).to_contain_text("You are signed out")
    expect(page.locator("#server-state").get_by_role("link", name="Sign in")).to_be_visible()
    page.get_by_role("button", name="Sign ruling").click()
    page.wait_for_url("**/sign-in/**")
    sign_in(context, ada, live_server.url)
    page.goto(call.get_absolute_url())

    expect(page.get_by_label("Ruling", exact=True)).to_have_value("Three back, as both say.")
    assert CallRuling.objects.count() == 0


def test_form_of_a_call_that_was_opened_is_empty_the_next_time(
    page: Page, tournament: Tournament, ada: StaffMember
) -> None:
    page.goto(f"/t/{tournament.slug}/calls/new/")
    page.locator("summary", has_text="Other players").click()
    page.get_by_label("First player").select_option("5")
    page.get_by_label("Second player").select_option("6")
    page.get_by_role("textbox", name="Board").fill("by the window")
    page.get_by_role("button", name="Open call").click()
    expect(page.get_by_role("heading", name="What happened?")).to_be_visible()

    page.goto(f"/t/{tournament.slug}/calls/new/")
    page.locator("summary", has_text="Other players").click()

    expect(page.get_by_label("First player")).to_have_value("")
    expect(page.get_by_role("textbox", name="Board")).to_have_value("")
