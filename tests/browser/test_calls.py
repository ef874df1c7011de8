"""Judge calls on a phone: the commonest in twelve taps, two phones at once, a third judge, no server for a while."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from judging.models import Call, CallRuling, CallSignature
from judging.selectors_calls import tables_in
from judging.services_calls import rule_on
from judging.services_judges import add_relation
from tests.browser.pages import NARROW, NARROWEST, plain
from tests.browser.test_accessibility import RUNS_OUT, violations_light_and_dark
from tests.browser.test_keying import sign_in
from tests.browser.test_targets import HEIGHTS, LEAST, STEPS
from tests.judging.calling import DRAFT, a_call, an_event, disputed, judge, player
from tournaments.models import Entrant, StaffMember, Tournament

MOST_TAPS = 12


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    return an_event(players=24)


@pytest.fixture
def ada(tournament: Tournament, context: BrowserContext, live_server) -> StaffMember:
    member = judge(tournament)
    sign_in(context, member, live_server.url)
    return member


@pytest.fixture
def bo(tournament: Tournament) -> StaffMember:
    return judge(tournament, "Bo Cedar", "BC")


@pytest.fixture
def page(page: Page) -> Page:
    page.set_viewport_size(NARROW)
    return page


@pytest.fixture
def another_phone(browser: Browser, live_server) -> Iterator[Callable[[StaffMember], Page]]:
    """Open further phones, each for another judge."""
    contexts = []

    def open_phone(member: StaffMember) -> Page:
        context = browser.new_context(base_url=live_server.url, viewport=NARROW)
        context.set_default_timeout(8_000)
        sign_in(context, member, live_server.url)
        contexts.append(context)
        return context.new_page()

    yield open_phone
    for context in contexts:
        context.close()


@dataclass
class Thumb:
    """Taps, and counts them. Nothing is ever typed."""

    page: Page
    taps: int = 0

    def tap(self, target: Locator) -> None:
        target.click()
        self.taps += 1

    def choose(self, question: str, answer: str) -> None:
        """Tap an answer, and wait until it is taken over."""
        asked = self.page.get_by_role("group", name=question, exact=True)
        choice = asked.locator("label").filter(has=self.page.get_by_role("radio", name=answer, exact=True))
        with self.page.expect_response(lambda response: "situation=" in response.url):
            self.tap(choice)
        expect(self.page.locator("label:has(input:checked)").filter(has_text=answer).first).to_be_attached()

    def open_call(self, tournament: Tournament) -> None:
        self.page.goto(f"/t/{tournament.slug}/calls/")
        self.tap(self.page.get_by_role("link", name="New call"))
        self.tap(self.page.locator("summary", has_text="Table B"))
        self.tap(self.page.get_by_role("button", name="B-3/B-4"))
        expect(self.page.get_by_text("No ruling yet")).to_be_visible()

    def sign_twice(self, second: StaffMember) -> None:
        self.tap(self.page.get_by_role("button", name="Rule so and sign"))
        self.tap(self.page.get_by_role("button", name=second.name))
        expect(self.page.get_by_text("Two judges have signed")).to_be_visible()


def at_the_board(tournament: Tournament) -> tuple[str, str]:
    """Return who sits on B-3 and B-4 in the first game."""
    [table] = [table for table in tables_in(tournament, 1) if table.name == "B"]
    [board] = [board for board in table.boards if board.place == "B-3/B-4"]
    return board.first.name, board.second.name


SITUATIONS = {
    "pegged too many": (
        [("What happened?", "Pegged too many"), ("Who pegged too many?", "first"), ("Holes too many", "3")],
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


@pytest.mark.parametrize("name", SITUATIONS)
def test_commonest_calls_take_twelve_taps_and_nothing_is_typed(
    page: Page, tournament: Tournament, ada: StaffMember, bo: StaffMember, name: str
) -> None:
    answers, rules, pegged = SITUATIONS[name]
    names = dict(zip(("first", "second"), at_the_board(tournament), strict=True))
    thumb = Thumb(page)

    thumb.open_call(tournament)
    for question, answer in answers:
        thumb.choose(question, names.get(answer, answer))
    thumb.sign_twice(bo)

    ruling = CallRuling.objects.get()
    assert thumb.taps <= MOST_TAPS
    assert (ruling.call.first.name, ruling.call.second.name) == at_the_board(tournament)
    assert ruling.rules == rules
    assert (ruling.first_back, ruling.first_forward, ruling.second_back, ruling.second_forward) == pegged
    assert [one.judge.name for one in ruling.call.signed] == ["Ada Birch", "Bo Cedar"]


def open_ruled(page: Page, tournament: Tournament, ada: StaffMember) -> Call:
    """Open a call that Ada has ruled on."""
    call = a_call(tournament, ada)
    rule_on(call=call, member=ada, draft=DRAFT, seen=0)
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
    expect(page.get_by_role("button", name="Close the call")).to_have_count(0)
    page.get_by_role("button", name="Cy Dell").click()

    expect(page.get_by_text("Three judges have signed: final")).to_be_visible()
    page.get_by_role("button", name="Close the call").click()
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
    expect(page.get_by_role("button", name="Rule so and sign")).to_have_count(0)


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
    add_relation(tournament=tournament, member=ada, first=bo.name, second=name, bond="roommate")
    open_ruled(page, tournament, ada)
    button = page.get_by_role("button", name=f"Bo Cedar · ! roommate of {name}")
    button.click()
    expect(page.get_by_role("alert")).to_contain_text("Say why they judge all the same")

    page.get_by_label("No other judge is free").check()
    button.click()

    expect(page.get_by_text("Two judges have signed")).to_be_visible()
    expect(page.get_by_text(f"roommate of {name}: No other judge is free")).to_be_visible()


def test_two_phones_sign_one_call_at_once(
    page: Page, tournament: Tournament, ada: StaffMember, bo: StaffMember, another_phone
) -> None:
    director = judge(tournament, "Dee Rector", "DR", role="director")
    call = a_call(tournament, director)
    rule_on(call=call, member=director, draft=DRAFT, seen=0)
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


def test_ruling_of_one_phone_appears_on_the_other_by_itself(
    page: Page, tournament: Tournament, ada: StaffMember, bo: StaffMember, another_phone
) -> None:
    call = a_call(tournament, ada)
    other = another_phone(bo)
    other.goto(f"/t/{tournament.slug}/calls/")
    expect(other.get_by_role("link", name="Game 1, A-1/A-2")).to_contain_text("no ruling yet")
    page.goto(call.get_absolute_url())

    rule_on(call=call, member=bo, draft=DRAFT, seen=0)

    expect(other.get_by_role("link", name="Game 1, A-1/A-2")).to_contain_text("one judge has signed")
    expect(page.get_by_text(DRAFT.text)).to_be_visible()
    page.get_by_role("button", name="Ada Birch").click()
    expect(page.get_by_text("Two judges have signed")).to_be_visible()


def test_new_call_is_listed_on_the_other_phone_by_itself(
    page: Page, tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    page.goto(f"/t/{tournament.slug}/calls/")
    expect(page.get_by_text("No call is open.")).to_be_visible()

    a_call(tournament, bo)

    expect(page.get_by_role("link", name="Game 1, A-1/A-2")).to_be_visible()


def test_other_ruling_made_meanwhile_is_shown_beside_ones_own(
    page: Page, tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    call = a_call(tournament, ada)
    page.goto(f"{call.get_absolute_url()}?situation=pegged-too-many&who=first&error=3")
    page.route("**/calls/1/", lambda route: route.abort())  # it does not follow in time
    rule_on(call=call, member=bo, draft=DRAFT, seen=0)

    page.get_by_role("button", name="Rule so and sign").click()

    expect(page.get_by_role("heading", name="Not saved: Bo Cedar ruled meanwhile")).to_be_visible()
    expect(page.locator(".proposal")).to_contain_text("3 back")
    assert CallRuling.objects.count() == 1


def test_judge_without_a_server_for_a_while_loses_nothing(
    page: Page, context: BrowserContext, tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    thumb = Thumb(page)
    thumb.open_call(tournament)
    thumb.choose("What happened?", "Pegged too many")
    thumb.choose("Who pegged too many?", at_the_board(tournament)[0])
    context.set_offline(True)
    page.locator(".question").filter(has_text="Holes too many").locator("label", has_text="3").first.click()
    expect(page.locator("#server-state")).to_contain_text("The server does not answer")
    expect(page.get_by_role("radio", name="3", exact=True)).to_be_checked()

    context.set_offline(False)
    expect(page.locator(".proposal")).to_contain_text("3 back")
    page.locator("summary", has_text="Change this ruling").click()
    context.set_offline(True)
    page.get_by_label("What is ruled").fill("Three back, as both say.")
    page.get_by_role("button", name="Rule so and sign").click()
    expect(page.locator("#server-state")).to_contain_text("Not sent")
    expect(page.get_by_label("What is ruled")).to_have_value("Three back, as both say.")
    context.set_offline(False)
    page.reload()
    expect(page.get_by_label("What is ruled")).to_have_value("Three back, as both say.")
    page.get_by_role("button", name="Rule so and sign").click()

    expect(page.get_by_text("One judge has signed")).to_be_visible()
    ruling = CallRuling.objects.get()
    assert (ruling.text, ruling.rules, ruling.first_back) == ("Three back, as both say.", ["8.4.c.(1)"], 3)
    assert page.evaluate("() => Object.keys(localStorage).filter(name => name.includes('ruling'))") == []


def test_numbers_can_be_stepped(page: Page, tournament: Tournament, ada: StaffMember) -> None:
    call = a_call(tournament, ada)
    page.goto(f"{call.get_absolute_url()}?situation=pegged-too-many&who=first&error=12")

    page.get_by_role("button", name="One more: Holes too many").click()

    expect(page.locator(".proposal")).to_contain_text("13 back")


def test_hand_is_counted_by_taps_and_proves_a_high_hand(
    page: Page, tournament: Tournament, ada: StaffMember
) -> None:
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
    page.get_by_label("Who saw it").fill("Bo and Cy")
    page.get_by_role("button", name="Enter").click()

    expect(page.get_by_role("row").nth(1)).to_contain_text("29")


def test_crib_is_counted_as_one(page: Page, tournament: Tournament, ada: StaffMember) -> None:
    page.goto(f"/t/{tournament.slug}/calls/hand/?cards=2H+4H+6H+8H+10C")
    expect(page.locator(".count")).to_have_text("4 points")

    page.get_by_role("link", name="Crib", exact=True).click()

    expect(page.locator(".count")).to_have_text("0 points")


def pages_of(tournament: Tournament, member: StaffMember) -> dict[str, str]:
    slug = tournament.slug
    third, _, _ = disputed(tournament)
    fresh = a_call(tournament, member).get_absolute_url()
    return {
        "list": f"/t/{slug}/calls/",
        "new": f"/t/{slug}/calls/new/",
        "call": fresh,
        "renege": f"{fresh}?situation=renege&who=first&count=25&card-1=A",
        "two points": f"{fresh}?situation=two-points&who=first&offence=crib_before_count",
        "wrong number": f"{fresh}?situation=wrong-number&dealer=first&stage=after&pone=many",
        "by hand": f"{fresh}?situation=other&which=none",
        "third judge": third.get_absolute_url(),
        "log": f"/t/{slug}/calls/log/",
        "hand": f"/t/{slug}/calls/hand/?cards=5C+5D+5H+JS+5S",
        "hand, three cards": f"/t/{slug}/calls/hand/?cards=5C+5D+5H",
        "high hands": f"/t/{slug}/calls/high-hands/?cards=5C+5D+5H+JS&starter=5S&crib=0",
        "relations": f"/t/{slug}/calls/relations/",
    }


def test_axe_finds_nothing_on_the_pages_of_calls_and_nothing_runs_out(
    page: Page, context: BrowserContext, tournament: Tournament, live_server
) -> None:
    director = judge(tournament, "Dee Rector", "DR", role="director")
    sign_in(context, director, live_server.url)
    add_relation(tournament=tournament, member=director, first="Bo Cedar", second="Cy Dell", bond="family")
    found: dict[str, list[str]] = {}
    for name, address in pages_of(tournament, director).items():
        page.set_viewport_size(NARROW)
        found[name] = violations_light_and_dark(page, address)
        for details in page.locator("main details:not([open]) > summary").all():
            if details.is_visible():
                details.click()
        page.set_viewport_size(NARROWEST)
        found[name] += page.evaluate(RUNS_OUT)

    assert {name: lines for name, lines in found.items() if lines} == {}


def test_log_on_paper_has_the_calls_and_nothing_to_press(
    page: Page, tournament: Tournament, ada: StaffMember
) -> None:
    disputed(tournament)
    page.emulate_media(media="print")

    page.goto(f"/t/{tournament.slug}/calls/log/")

    expect(page.get_by_role("table", name="Calls", exact=True)).to_be_visible()
    expect(page.get_by_role("table", name="How many calls were ruled by each rule")).to_be_visible()
    assert page.locator("main").locator("button, input, nav a").filter(visible=True).count() == 0


def test_what_stands_alone_is_high_enough_for_a_thumb(
    page: Page, tournament: Tournament, ada: StaffMember
) -> None:
    too_low = {}
    for name, address in pages_of(tournament, ada).items():
        if name == "relations":
            continue
        page.goto(address)
        targets = page.locator("main").locator(
            "button, summary, .taps span, .pictures span, a.card, a.button"
        )
        heights = targets.filter(visible=True).evaluate_all(HEIGHTS)
        too_low[name] = [found for found in heights if found[1] < LEAST - STEPS]

    assert {name: found for name, found in too_low.items() if found} == {}


def test_call_is_ruled_without_script(browser: Browser, tournament: Tournament, live_server) -> None:
    ada = judge(tournament)
    judge(tournament, "Bo Cedar", "BC")
    context = browser.new_context(base_url=live_server.url, viewport=NARROW, java_script_enabled=False)
    context.set_default_timeout(8_000)
    sign_in(context, ada, live_server.url)
    page = context.new_page()
    page.goto(f"/t/{tournament.slug}/calls/new/")
    page.locator("summary", has_text="Table A").click()
    page.get_by_role("button", name="A-1/A-2").click()
    page.locator("label", has_text="Pegged too few").click()
    page.get_by_role("button", name="Go on").click()
    page.locator("label:has(#q-who-first)").click()
    page.get_by_role("button", name="Go on").click()

    page.get_by_role("button", name="Rule so and sign").click()
    page.get_by_role("button", name="Bo Cedar").click()

    assert plain(page.locator("#call-state > p").first.text_content()).startswith("Two judges have signed")
    context.close()
