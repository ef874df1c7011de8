"""Judge calls by taps alone: the commonest in twelve, numbers stepped, hands counted."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from judging.calls.services.calls import change_parties, rule_on
from judging.models import CallRuling
from tests.browser.calls.thumb import Thumb, at_the_board
from tests.browser.pages import sign_in
from tests.browser.snapshots import Store
from tests.browser.test_cards_ahead import hold, wait_for
from tests.judging.calls.calling import a_call, an_event, draft, judge
from tournaments.models import StaffMember, Tournament
from tournaments.rules.constants import GAMES_55PLUS

MAX_TAPS = 12

SITUATIONS = {
    "pegged too many": (
        [
            ("What happened?", "Pegged too many"),
            ("Who pegged too many?", "first"),
            ("Holes too many", "3"),
            ("The call came", "in time"),
        ],
        ["8.4.c.(1)"],
        (3, 0, 0, 3),
    ),
    "renege of A-5-6 on 25": (
        [
            ("What happened?", "Renege"),
            ("Who said go?", "second"),
            ("Count at the go", "25"),
            ("First card that could have been played", "A"),
            ("Second card that could have been played", "5"),
            ("Third card that could have been played", "6"),
            ("The call came", "in time"),
        ],
        ["7.3.b", "7.3.c", "7.3.d"],
        (0, 6, 0, 0),
    ),
    "wrong number of cards": (
        [
            ("What happened?", "Wrong number of cards"),
            ("Who dealt?", "first"),
            ("How far", "the starter is turned"),
            ("Hand of the player who did not deal", "many"),
            ("Hand of the dealer", "few"),
            ("Crib", "few"),
        ],
        ["4.4.b.(2)", "4.4.c", "4.4.d.(10)"],
        (0, 0, 0, 0),
    ),
    "looked at a card": (
        [
            ("What happened?", "Looked at a card"),
            ("Who did it?", "first"),
            ("What", "looked into the crib before its turn to be counted"),
        ],
        ["5.2.a"],
        (0, 0, 0, 2),
    ),
    "exposed card": (
        [
            ("What happened?", "Cut, deal, pack or crib"),
            ("What happened", "A card was seen in the deal"),
            ("Who dealt?", "first"),
            ("How", "the dealer showed it"),
        ],
        ["4.3.a"],
        (0, 0, 0, 0),
    ),
    "bottom card": (
        [
            ("What happened?", "Looked at a card"),
            ("Who did it?", "first"),
            ("What", "as dealer, looked at the bottom card after the cut"),
        ],
        ["3.3.b"],
        (0, 0, 0, 2),
    ),
    "wrong count": (
        [
            ("What happened?", "Wrong count said"),
            ("Who said the wrong count?", "first"),
            ("When it came out", "the other player objects in time"),
            ("Points pegged that the right count would not give", "2"),
        ],
        ["7.4.b", "8.4.c.(1)"],
        (2, 0, 0, 2),
    ),
    "claimed the game too soon": (
        [
            ("What happened?", "Claimed the game too soon"),
            ("Who claimed the game?", "first"),
            ("How many points short of 121?", "4"),
        ],
        ["8.4.a.(1)", "8.4.b.(1)", "8.4.b.(2)", "8.4.b.(3)"],
        (15, 0, 0, 4),
    ),
}


def test_commonest_call_is_opened_ruled_and_signed_by_six_taps(
    page: Page, tournament: Tournament, ada: StaffMember
) -> None:
    names = dict(zip(("first", "second"), at_the_board(tournament), strict=True))
    thumb = Thumb(page)
    answers, rules, _ = SITUATIONS["pegged too many"]

    thumb.open_call(tournament)
    for question, answer in answers:
        thumb.choose(question, names.get(answer, answer))
    thumb.tap(page.get_by_role("button", name="Sign ruling"))

    expect(page.get_by_text("One judge has signed")).to_be_visible()
    assert (thumb.taps, CallRuling.objects.get().rules) == (6, rules)


# The others go the same way through the page, with other answers.
WHILE_WORKING = ("exposed card", "wrong count", "claimed the game too soon")


@pytest.mark.parametrize(
    "name", [name if name in WHILE_WORKING else pytest.param(name, marks=pytest.mark.thorough) for name in SITUATIONS]
)
def test_commonest_calls_take_twelve_taps_and_nothing_is_typed(
    page: Page, tournament: Tournament, ada: StaffMember, bo: StaffMember, name: str
) -> None:
    call_by_taps(page, tournament, bo, *SITUATIONS[name])


def test_overpegging_at_the_55_plus_games_takes_twelve_taps_and_nothing_is_typed(
    page: Page, store: Store, context: BrowserContext, live_server: Any
) -> None:
    tournament = store(an_event, GAMES_55PLUS, players=24)
    sign_in(context, judge(tournament), live_server.url)

    answers = [
        ("What happened?", "Pegged too many"),
        ("Who pegged too many?", "first"),
        ("Holes too many", "3"),
        ("Asked for", "before play resumed"),
    ]

    call_by_taps(page, tournament, judge(tournament, "Bo Cedar", "BC"), answers, ["line 115"], (3, 0, 0, 0))


def call_by_taps(
    page: Page,
    tournament: Tournament,
    bo: StaffMember,
    answers: list[tuple[str, str]],
    rules: list[str],
    pegged: tuple[int, int, int, int],
) -> None:
    """Tap a call from opening to the second signature, and compare the ruling with what it should be."""
    names = dict(zip(("first", "second"), at_the_board(tournament), strict=True))
    thumb = Thumb(page)

    thumb.open_call(tournament)
    for question, answer in answers:
        thumb.choose(question, names.get(answer, answer))
    thumb.sign_twice(bo)

    ruling = CallRuling.objects.get()
    assert thumb.taps <= MAX_TAPS
    assert (ruling.call.first.name, ruling.call.second.name) == at_the_board(tournament)
    assert ruling.rules == rules
    assert (ruling.first_back, ruling.first_forward, ruling.second_back, ruling.second_forward) == pegged
    assert [one.judge.name for one in ruling.call.signed] == ["Ada Birch", "Bo Cedar"]


def test_something_else_finds_rules_while_one_types(page: Page, tournament: Tournament, ada: StaffMember) -> None:
    call = a_call(tournament, ada)
    page.goto(f"{call.get_absolute_url()}?situation=other")

    page.get_by_role("searchbox").press_sequentially("peeked at the crib")

    expect(page.locator("label", has_text="5.2.a")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_be_focused()
    expect(page.get_by_role("searchbox")).to_have_value("peeked at the crib")


def test_numbers_can_be_stepped(page: Page, tournament: Tournament, ada: StaffMember) -> None:
    call = a_call(tournament, ada)
    page.goto(f"{call.get_absolute_url()}?situation=pegged-too-many&who=first&error=12&in-time=yes")

    page.get_by_role("button", name="One more: Holes too many").click()

    expect(page.locator(".proposal")).to_contain_text("13 back")


def test_answer_tapped_as_soon_as_the_questions_come_is_not_lost(
    page: Page, tournament: Tournament, ada: StaffMember
) -> None:
    page.goto(f"{a_call(tournament, ada).get_absolute_url()}?situation=pegged-too-many&who=first")
    page.evaluate(TAP_AFTER_SWAP, "q-error-3")

    page.locator("label:has(#q-in-time-yes)").click()

    expect(page.locator("#q-error-3")).to_be_checked()
    expect(page.locator(".proposal")).to_contain_text("3 back")


def test_answer_tapped_before_the_script_is_there_is_not_lost(
    page: Page, tournament: Tournament, ada: StaffMember
) -> None:
    late = hold(page, "/js/calls/calls", "GET")
    page.goto(a_call(tournament, ada).get_absolute_url(), wait_until="commit")

    page.locator("label:has(#s-pegged-too-many)").click()
    wait_for(page, late).continue_()

    expect(page.get_by_role("group", name="Who pegged too many?")).to_be_visible()


def test_answer_under_a_finger_while_the_server_answers_is_not_lost(
    page: Page, tournament: Tournament, ada: StaffMember
) -> None:
    page.goto(f"{a_call(tournament, ada).get_absolute_url()}?situation=pegged-too-many&who=first")
    answering = hold(page, "in-time=yes", "GET")
    page.locator("label:has(#q-in-time-yes)").click()
    wait_for(page, answering)

    page.locator("label:has(#q-error-3)").hover()
    page.mouse.down()
    with page.expect_response(lambda response: "in-time=yes" in response.url):
        answering[0].continue_()
    page.wait_for_timeout(100)
    page.mouse.up()

    expect(page.locator(".proposal")).to_contain_text("3 back")
    expect(page.locator("#q-in-time-yes")).to_be_checked()


def test_signature_under_a_finger_while_the_server_answers_is_not_lost(
    page: Page, tournament: Tournament, ada: StaffMember
) -> None:
    answering, signing = hold(page, "error=2", "GET"), hold(page, "/ruling/$", "POST")
    page.goto(f"{a_call(tournament, ada).get_absolute_url()}?situation=pegged-too-many&who=first&error=3&in-time=yes")
    page.locator("label:has(#q-error-2)").click()
    wait_for(page, answering)

    page.get_by_role("button", name="Sign ruling").hover()
    page.mouse.down()
    with page.expect_response(lambda response: "error=2" in response.url):
        answering[0].continue_()
    page.wait_for_timeout(100)
    page.mouse.up()
    wait_for(page, signing)
    page.wait_for_timeout(200)  # by then the page asks again for what it has held back
    signing[0].continue_()

    expect(page.get_by_text("One judge has signed")).to_be_visible()
    assert CallRuling.objects.get().first_back == 2


def test_number_that_is_typed_while_the_server_answers_is_not_lost(
    page: Page, tournament: Tournament, ada: StaffMember
) -> None:
    page.goto(f"{a_call(tournament, ada).get_absolute_url()}?situation=pegged-too-many&who=first")
    answering = hold(page, "in-time=yes", "GET")
    page.locator("label:has(#q-in-time-yes)").click()
    wait_for(page, answering)

    page.get_by_label("Another number").focus()
    page.keyboard.type("1")
    with page.expect_response(lambda response: "in-time=yes" in response.url):
        answering[0].continue_()
    expect(page.locator(".proposal")).to_contain_text("1 back")
    expect(page.get_by_label("Another number")).to_be_focused()
    page.keyboard.type("2")
    page.keyboard.press("Tab")

    expect(page.locator(".proposal")).to_contain_text("12 back")


def test_reason_chosen_to_judge_a_relative_stays_while_another_phone_changes_the_call(
    page: Page, tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    call = a_call(tournament, ada)
    rule_on(call=call, actor=bo, draft=draft(), seen=0)
    page.goto(call.get_absolute_url())
    page.get_by_text("Close to a player?").click()
    reason = page.locator("#call-state [name=why]").first
    page.locator("#call-state label:has([name=why])").first.click()
    expect(reason).to_be_checked()
    page.locator("h1").click()

    change_parties(call=call, actor=bo, first=call.first.number, second=call.second.number, asked="Who dealt?")

    expect(page.locator("#call-state")).to_contain_text("Asked: Who dealt?")
    expect(page.locator("#call-state [name=why]").first).to_be_checked()


def test_situation_is_looked_for_with_arrows_and_chosen_with_a_key(
    page: Page, tournament: Tournament, ada: StaffMember
) -> None:
    page.goto(a_call(tournament, ada).get_absolute_url())
    page.get_by_role("radio", name="Pegged too many").focus()
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="Claimed the game too soon")).to_be_focused()
    expect(page.locator("input[name=situation]:checked")).to_have_count(0)

    page.keyboard.press("Enter")

    expect(page.get_by_role("group", name="Who claimed the game?")).to_be_visible()
    expect(page.get_by_role("radio").and_(page.locator(":focus"))).to_have_attribute("name", "who")


TAP_AFTER_SWAP = """answer => document.addEventListener("htmx:afterSwap", () => setTimeout(
    () => document.getElementById(answer).closest("label").click()), { once: true })"""
TAP_AT_ONCE = "cards => { for (const card of cards) document.getElementById(card).click(); }"


def test_hand_is_counted_by_taps_and_proves_a_high_hand(page: Page, tournament: Tournament, ada: StaffMember) -> None:
    page.goto(f"/t/{tournament.slug}/calls/hand/")
    for card in ("5 of clubs", "5 of diamonds", "5 of hearts", "jack of spades"):
        page.get_by_role("link", name=card, exact=True).click()
        expect(page.get_by_role("link", name=f"Take up the {card}")).to_be_visible()
    expect(page.get_by_role("link", name="5 of clubs", exact=True)).to_have_count(0)
    page.get_by_role("link", name="5 of spades", exact=True).click()

    expect(page.locator(".count")).to_have_text("29 points")
    assert len(page.locator(".items li").all()) == 10
    page.get_by_role("link", name="Enter it among the high hands").click()
    page.get_by_label("Whose").select_option(index=1)
    page.get_by_label("Game").select_option("2")
    page.get_by_label("Who saw it").fill("Bo and Cy")
    page.get_by_role("button", name="Enter").click()

    expect(page.get_by_role("row").nth(1)).to_contain_text("29")


def test_cards_tapped_before_the_server_answers_wait_their_turn(
    page: Page, tournament: Tournament, ada: StaffMember
) -> None:
    page.goto(f"/t/{tournament.slug}/calls/hand/")
    expect(page.get_by_role("link", name="5 of clubs", exact=True)).to_be_visible()

    page.evaluate(TAP_AT_ONCE, ["card-5C", "card-5D", "card-5D", "card-5H", "card-JS", "card-5S"])

    expect(page.locator(".count")).to_have_text("29 points")
    expect(page.get_by_role("link", name="Take up the starter, 5 of spades")).to_be_visible()


def test_card_that_the_server_did_not_take_can_be_tapped_again(
    page: Page, tournament: Tournament, ada: StaffMember
) -> None:
    page.goto(f"/t/{tournament.slug}/calls/hand/")
    page.route("**/calls/hand/?*", lambda route: route.abort())
    page.get_by_role("link", name="5 of clubs", exact=True).click()
    said = page.locator("#server-state")
    expect(said).to_have_text("The server does not answer. Try again in a moment.")

    page.unroute("**/calls/hand/?*")
    page.get_by_role("link", name="5 of clubs", exact=True).click()

    expect(page.get_by_role("link", name="Take up the 5 of clubs")).to_be_visible()
    expect(said).to_have_text("")


def test_hand_of_three_is_counted_by_taps(page: Page, tournament: Tournament, ada: StaffMember) -> None:
    page.goto(f"/t/{tournament.slug}/calls/hand/")
    page.get_by_role("link", name="Hand of three").click()
    expect(page.get_by_text("Tap three cards, then the starter.")).to_be_visible()

    for card in ("5 of clubs", "6 of diamonds", "7 of hearts", "8 of spades"):
        page.get_by_role("link", name=card, exact=True).click()
        expect(page.get_by_role("link", name=card, exact=True)).to_have_count(0)

    expect(page.locator(".count")).to_have_text("6 points")


def test_play_is_scored_by_taps_however_quick(page: Page, tournament: Tournament, ada: StaffMember) -> None:
    page.goto(f"/t/{tournament.slug}/calls/play/")
    expect(page.get_by_role("link", name="8", exact=True)).to_be_visible()

    page.evaluate(TAP_AT_ONCE, ["card-8", "card-7", "card-7", "card-6"])

    expect(page.locator(".count")).to_have_text("4 points")
    expect(page.locator(".items li > span:nth-child(2)")).to_have_text(["fifteen", "pair"])
    page.get_by_role("link", name="Go or last card").click()
    expect(page.locator(".count")).to_have_text("5 points")
    page.get_by_role("link", name="Undo").click()
    expect(page.locator(".count")).to_have_text("4 points")


def test_tap_during_which_the_table_is_drawn_anew_is_no_tap_lost(
    page: Page, tournament: Tournament, ada: StaffMember
) -> None:
    page.goto(f"/t/{tournament.slug}/calls/play/?cards=8+7")
    page.get_by_role("link", name="Go or last card").hover()
    page.mouse.down()
    page.evaluate(TAP_AT_ONCE, ["card-7"])
    expect(page.locator(".count")).to_have_text("4 points")

    page.mouse.up()

    expect(page.locator(".count")).to_have_text("5 points")


def test_play_is_scored_by_keyboard_alone(page: Page, tournament: Tournament, ada: StaffMember) -> None:
    page.goto(f"/t/{tournament.slug}/calls/play/")
    page.get_by_role("link", name="5", exact=True).focus()

    for points in (0, 2, 10):
        page.keyboard.press("Enter")
        expect(page.locator(".count")).to_have_text(f"{points} points")

    expect(page.locator(":focus")).to_have_id("card-5")
