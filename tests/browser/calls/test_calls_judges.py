"""Who may judge a call: the third judge, parties, people who are close."""

from playwright.sync_api import Page, expect

from judging.calls.services.calls import rule_on
from judging.judges.services import add_relation
from judging.models import Call, CallSignature
from tests.judging.calls.calling import a_call, draft, judge, player
from tournaments.models import Entrant, StaffMember, Tournament


def open_ruled(page: Page, tournament: Tournament, ada: StaffMember) -> Call:
    """Open a call that Ada has ruled on."""
    call = a_call(tournament, ada)
    rule_on(call=call, actor=ada, draft=draft(), seen=0)
    page.goto(call.get_absolute_url())
    return call


def test_disagreement_brings_a_third_judge_and_then_it_is_final(
    page: Page, tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    judge(tournament, "Cy Dell", "CD")
    open_ruled(page, tournament, ada)
    page.get_by_role("button", name="Bo Cedar").click()

    page.locator("summary", has_text="A player disagrees").click()
    page.get_by_role("button", name=f"{player(tournament, 2).name} disagrees").click()
    expect(page.get_by_text("A player disagrees: third judge")).to_be_visible()
    expect(page.get_by_role("button", name="Close call")).to_have_count(0)
    page.get_by_role("button", name="Cy Dell").click()

    expect(page.get_by_text("Three judges have signed: final")).to_be_visible()
    page.get_by_role("button", name="Close call").click()
    expect(page.get_by_text("Closed, by Ada Birch")).to_be_visible()
    assert Call.objects.get().closed_by == "Ada Birch"


def test_judge_who_plays_in_the_game_finds_no_way_to_rule(
    page: Page, tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    Entrant.objects.filter(tournament=tournament, number=2).update(name=ada.name)
    call = a_call(tournament, bo)
    page.goto(f"{call.get_absolute_url()}?situation=pegged-too-few&who=first")

    expect(page.get_by_text("You play in this game and cannot judge it")).to_be_visible()
    expect(page.get_by_role("link", name="JP.f")).to_be_visible()
    expect(page.get_by_role("button", name="Sign ruling")).to_have_count(0)


def test_party_is_not_among_those_who_may_sign(
    page: Page, tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    Entrant.objects.filter(tournament=tournament, number=2).update(name=bo.name)
    open_ruled(page, tournament, ada)

    expect(page.get_by_text("Cannot judge, because they play in this game (JP.f): Bo Cedar")).to_be_visible()
    expect(page.locator(".names button")).to_have_count(0)
    page.locator("summary", has_text="A judge who is not listed").click()
    page.get_by_label("Name", exact=True).fill("bo cedar")
    page.get_by_role("button", name="Sign by name").click()

    expect(page.get_by_role("alert")).to_have_text("bo cedar plays in this game and cannot judge it (JP.f).")
    assert CallSignature.objects.count() == 1


def test_judge_close_to_a_player_is_warned_and_says_why(
    page: Page, tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    name = player(tournament, 2).name
    add_relation(tournament=tournament, actor=ada, first=bo.name, second=name, bond="roommate")
    open_ruled(page, tournament, ada)
    button = page.get_by_role("button", name=f"Bo Cedar · ! roommate of {name}")
    button.click()
    expect(page.get_by_role("alert")).to_contain_text("Choose a reason to judge it")

    page.get_by_label("No other judge is free").check()
    button.click()

    expect(page.get_by_text("Two judges have signed")).to_be_visible()
    expect(page.get_by_text(f"roommate of {name}: No other judge is free")).to_be_visible()
