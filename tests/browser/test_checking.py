"""Cross-checking by real keys: counted, two checkers at once, nothing lost, and for everybody."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from scorecards.checking.items import CheckItem, CheckItemKind
from scorecards.checking.services.initials import reenter_line, take_table
from scorecards.models import Confirmation, Decision, Signature, TableHold
from tests.browser.fit import faults, violations
from tests.browser.pages import NARROWEST, WIDE, just_shown, sign_in
from tests.browser.snapshots import Store
from tests.browser.test_cards import type_keys
from tests.browser.test_cards_ahead import hold, wait_for
from tests.browser.test_print import PAPERS, sheets
from tests.scorecards.checking.check_pages import address, confirmed, first_of, queue_of, signed, staff, untidy_event
from tournaments.models import StaffMember, Tournament
from tournaments.rules.types import Line

# Milliseconds after which a page has asked what others did.
A_WHILE = 4_000
TOO_EARLY = "That key came too early and was not taken. Look first, then press it again."
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


@pytest.fixture
def other(tournament: Tournament) -> StaffMember:
    return staff(tournament, name="Cy Dale", initials="CD")


def button(page: Page, name: str):
    return page.get_by_role("button", name=name, exact=True)


def work_off(page: Page, ruling: CheckItem) -> None:
    """Do what there is to do about the ruling that is open, with two keys."""
    for name in ("Papers match", "Initial"):
        expect(button(page, name)).to_be_focused()
        expect(button(page, name)).to_have_css("pointer-events", "auto")
        page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text=f"Initialed BC: {ruling.named}.")).to_be_visible()


def test_one_disagreement_costs_two_keys(page: Page, tournament: Tournament, member: StaffMember) -> None:
    ruling = first_of(tournament, CheckItemKind.RULING)
    page.goto(address(tournament, ruling))
    expect(page.get_by_role("heading", level=1)).to_have_text(ruling.heading)

    work_off(page, ruling)

    assert Signature.objects.get().initials == "BC"


@pytest.fixture
def ordinary(store: Store) -> Tournament:
    """Return an event in which nothing but games that a rule settles is left to check."""
    tournament = store(untidy_event, players=48, games=14)
    other = staff(tournament, name="Cy Dale", initials="CD")
    for item in queue_of(tournament).open:
        if item.kind is CheckItemKind.ARITHMETIC:
            signed(tournament, other, item)
        elif item.kind is CheckItemKind.UNDECIDED:
            confirmed(tournament, other, item)
    TableHold.objects.all().delete()
    return tournament


def test_ten_discrepancies_cost_twenty_keys(
    page: Page, context: BrowserContext, ordinary: Tournament, live_server
) -> None:
    sign_in(context, staff(ordinary), live_server.url)
    page.add_init_script(
        "addEventListener('keydown', () => sessionStorage.keys = 1 + Number(sessionStorage.keys ?? 0))"
    )
    page.goto(address(ordinary, first_of(ordinary, CheckItemKind.RULING)))

    for _ in range(10):
        here = page.url
        for name in ("Papers match", "Initial"):
            expect(button(page, name)).to_be_focused()
            expect(button(page, name)).to_have_css("pointer-events", "auto")
            page.keyboard.press("1")
        page.wait_for_url(lambda address, here=here: address != here)

    assert Signature.objects.active().count() == 10
    assert page.evaluate("() => Number(sessionStorage.keys)") == 20


def test_key_that_is_held_down_does_not_run_through_the_queue(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    page.goto(address(tournament, first_of(tournament, CheckItemKind.RULING)))
    expect(button(page, "Papers match")).to_be_focused()

    page.keyboard.down("Enter")
    expect(button(page, "Initial")).to_be_focused()
    for _ in range(5):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")

    expect(button(page, "Initial")).to_be_focused()
    assert Signature.objects.count() == 0


def test_key_that_confirmed_does_not_initial_what_it_brings(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    ruling = first_of(tournament, CheckItemKind.RULING)
    page.goto(address(tournament, ruling))
    expect(button(page, "Papers match")).to_be_focused()

    with just_shown(page):
        page.keyboard.press("1")
        expect(button(page, "Initial")).to_be_focused()
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        box = button(page, "Initial").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + 5, box["y"] + 5)
        page.wait_for_timeout(100)
    assert Signature.objects.count() == 0

    expect(button(page, "Initial")).to_have_css("pointer-events", "auto")
    page.keyboard.press("1")
    expect(page.get_by_role("status").filter(has_text=f"Initialed BC: {ruling.named}.")).to_be_visible()


def confirm_and_wait(page: Page, tournament: Tournament) -> Route:
    """Press *Papers match* of the first ruling and return the request, which is answered as soon as it is let go."""
    confirming = hold(page, "/as-written/$", "POST")
    page.goto(address(tournament, first_of(tournament, CheckItemKind.RULING)))
    expect(button(page, "Papers match")).to_be_focused()
    page.keyboard.press("1")
    wait_for(page, confirming)
    return confirming[0]


def test_key_pressed_before_the_answer_is_refused_and_the_page_says_so(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    ruling = first_of(tournament, CheckItemKind.RULING)
    confirmed = confirm_and_wait(page, tournament)

    page.keyboard.press("1")
    expect(page.locator("#too-early")).to_have_text(TOO_EARLY)
    confirmed.continue_()

    expect(button(page, "Initial")).to_be_focused()
    expect(button(page, "Initial")).to_have_css("pointer-events", "auto")
    expect(page.locator("#too-early")).to_have_text(TOO_EARLY)
    assert Signature.objects.count() == 0
    page.keyboard.press("1")
    expect(page.get_by_role("status").filter(has_text=f"Initialed BC: {ruling.named}.")).to_be_visible()
    expect(page.locator("#too-early")).to_be_empty()


def test_line_typed_before_the_answer_does_not_initial_what_comes(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    confirmed = confirm_and_wait(page, tournament)

    with just_shown(page):
        type_keys(page, "2-")
        expect(page.get_by_role("textbox", name="Game 1 on A-3")).to_be_hidden()
        confirmed.continue_()
        expect(button(page, "Initial")).to_be_focused()
        type_keys(page, "17")
        page.wait_for_timeout(200)

    expect(page.locator("#too-early")).to_have_text(TOO_EARLY)
    assert Signature.objects.count() == 0


def test_answer_leaves_the_cursor_to_who_looks_for_something_else(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    confirmed = confirm_and_wait(page, tournament)
    search = page.get_by_label("Find anything")
    search.click()
    page.keyboard.type("A")

    confirmed.continue_()
    expect(button(page, "Initial")).to_have_css("pointer-events", "auto")
    page.keyboard.type("1")

    expect(search).to_have_value("A1")
    assert Signature.objects.count() == 0


def test_line_is_keyed_anew_from_the_keyboard_and_a_mistake_is_mended_in_place(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    ruling = first_of(tournament, CheckItemKind.RULING)
    page.goto(address(tournament, ruling))
    expect(button(page, "Papers match")).to_be_focused()

    type_keys(page, "3-170\n")
    field = page.get_by_role("textbox", name="Game 1 on A-4")
    expect(page.get_by_text("Spread 170 is not possible. Enter 1 to 121.")).to_be_visible()
    expect(field).to_have_value("-170")
    expect(field).to_be_focused()
    field.select_text()
    type_keys(page, "-17\n")

    expect(page.get_by_role("status").filter(has_text="re-entered.")).to_contain_text(
        "A-4, game 1: re-entered. The cards agree now."
    )
    assert queue_of(tournament).find(ruling.key) is None


def test_initials_are_taken_back_and_given_again(page: Page, tournament: Tournament, member: StaffMember) -> None:
    ruling = first_of(tournament, CheckItemKind.RULING)
    signed(tournament, member, ruling)
    page.goto(f"{address(tournament)}?show=done")
    page.get_by_role("link", name=ruling.title).click()

    page.get_by_text("Undo", exact=True).click()
    page.get_by_label("Reason").fill("looked again")
    button(page, "Undo initials").click()
    expect(button(page, "Papers match")).to_be_focused()
    work_off(page, ruling)

    rows = Signature.objects.order_by("pk").values_list("revoked_by", "revoked_reason")
    assert list(rows) == [("Bo Cedar", "looked again"), ("", "")]


def test_act_without_a_connection_or_at_a_busy_server_is_told_kept_and_sent_again(
    page: Page, context: BrowserContext, tournament: Tournament, member: StaffMember
) -> None:
    ruling = first_of(tournament, CheckItemKind.RULING)
    page.goto(address(tournament, ruling))
    expect(button(page, "Papers match")).to_be_focused()
    context.set_offline(True)

    page.keyboard.press("Enter")

    kept = "“Papers match” is kept and sent again automatically."
    expect(page.locator("#offline")).to_have_text(f"Not saved yet: no connection to the server. {kept}")
    assert Confirmation.objects.count() == 0
    page.route(re.compile("/as-written/$"), lambda route: route.fulfill(status=503, body="busy"), times=1)
    context.set_offline(False)
    expect(page.locator("#offline")).to_have_text(f"Not saved yet: the server is busy. {kept}")
    expect(button(page, "Initial")).to_be_visible()
    expect(page.locator("#offline")).to_be_empty()
    assert Confirmation.objects.count() == 2


def test_queue_without_a_connection_says_that_it_may_be_out_of_date(
    page: Page, context: BrowserContext, tournament: Tournament, member: StaffMember
) -> None:
    page.goto(address(tournament))
    context.set_offline(True)

    expect(page.get_by_text("No connection to the server. This page may be out of date.")).to_be_visible()
    context.set_offline(False)
    expect(page.locator("#offline")).to_be_empty()


# The keys stand beside what they press, where there are keys and script to hear them


def test_each_key_stands_beside_what_it_presses(page: Page, tournament: Tournament, member: StaffMember) -> None:
    item = first_of(tournament, CheckItemKind.RULING)
    page.goto(address(tournament, item))

    papers = page.evaluate(HINTS)
    expect(button(page, "Papers match")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Initial", exact=True).wait_for()
    ruling = page.evaluate(HINTS)

    assert (papers, ruling) == (["1", "2", "3"], ["1", "2", "3"])
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
    yes = page.get_by_role("button", name="Papers match", exact=True)

    expect(yes).to_be_focused()
    expect(yes).to_be_in_viewport(ratio=1)
    for card in page.locator(".paper-card caption").all():
        expect(card).to_be_in_viewport(ratio=1)


# Two checkers


def test_queue_shows_by_itself_what_the_other_does(
    page: Page, tournament: Tournament, member: StaffMember, other: StaffMember
) -> None:
    page.clock.install()
    ruling = first_of(tournament, CheckItemKind.RULING)
    page.goto(address(tournament))
    page.get_by_text("Find and print").click()
    search = page.get_by_role("searchbox", name="Seat or name")
    search.fill("A-")
    expect(page.get_by_text("17 to settle, 0 done")).to_be_visible()

    signed(tournament, other, ruling)
    page.clock.run_for(A_WHILE)

    expect(page.get_by_text("16 to settle, 1 done")).to_be_visible()
    expect(page.get_by_role("link", name=ruling.title, exact=True)).to_have_count(0)
    expect(search).to_have_value("A-")
    expect(search).to_be_focused()


def test_table_of_the_other_is_taken_over(
    page: Page, tournament: Tournament, member: StaffMember, other: StaffMember
) -> None:
    ruling = first_of(tournament, CheckItemKind.RULING)
    take_table(tournament=tournament, actor=other, table=ruling.table)
    page.goto(address(tournament, ruling))
    expect(page.get_by_text("Cy Dale is checking table A.")).to_be_visible()
    expect(button(page, "Papers match")).to_have_count(0)

    button(page, "Take over table A").click()
    expect(button(page, "Papers match")).to_be_focused()

    assert TableHold.objects.get(table="A").member == member


def test_item_tells_that_the_other_initialled_it_and_keeps_what_is_typed(
    page: Page, tournament: Tournament, member: StaffMember, other: StaffMember
) -> None:
    page.clock.install()
    ruling = first_of(tournament, CheckItemKind.RULING)
    page.goto(address(tournament, ruling))
    page.get_by_text("Re-enter A-4").click()
    typed = page.get_by_role("textbox", name="Game 1 on A-4")
    typed.fill("-1")

    signed(tournament, other, ruling)
    page.clock.run_for(A_WHILE)

    expect(page.get_by_text("Cy Dale initialed this item.")).to_be_visible()
    expect(typed).to_have_value("-1")


def test_ruling_that_changed_under_the_hand_is_not_initialled(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    ruling = first_of(tournament, CheckItemKind.RULING)
    confirmed(tournament, member, ruling)
    page.goto(address(tournament, ruling))
    expect(button(page, "Initial")).to_be_focused()
    line = Line(1, ruling.sides[0].holder.number, 0, None, 14)
    number = ruling.sides[1].holder.number
    reenter_line(tournament=tournament, actor=member, key=ruling.key, stamp=ruling.stamp, number=number, line=line)

    page.keyboard.press("Enter")

    expect(page.get_by_role("alert")).to_contain_text("The cards have changed")
    expect(page.get_by_role("alert")).to_contain_text("You saw: A-3 won by 17; A-4 won by 12")
    assert Signature.objects.count() == 0


def test_own_card_goes_to_somebody_else(page: Page, tournament: Tournament, member: StaffMember) -> None:
    ruling = first_of(tournament, CheckItemKind.RULING)
    page.goto(address(tournament))
    page.get_by_label("You play as").fill(ruling.reader.holder.place)
    button(page, "Save").click()
    expect(page.get_by_text(f"Saved: you play as {ruling.reader.holder.shown_name}.")).to_be_visible()

    page.get_by_role("link", name=ruling.title, exact=True).click()

    expect(page.get_by_text("Another person checks it, signed in as themselves.")).to_be_visible()
    expect(button(page, "Papers match")).to_have_count(0)


# The director


def test_director_decides_from_the_keyboard(
    page: Page, context: BrowserContext, tournament: Tournament, live_server
) -> None:
    director = staff(tournament, "director", "Ada Birch", "AB")
    sign_in(context, director, live_server.url)
    undecided = first_of(tournament, CheckItemKind.UNDECIDED)
    page.goto(address(tournament, undecided))
    expect(button(page, "Papers match")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name=undecided.reader.holder.shown_name)).to_be_focused()

    type_keys(page, "-08")
    page.keyboard.press("Tab")
    type_keys(page, "08")
    page.keyboard.press("Tab")
    page.keyboard.type("The judge saw it.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(page.get_by_text("Game 1 is decided.")).to_be_visible()
    made = Decision.objects.get()
    assert (made.rule, made.reason) == ("14.1", "The judge saw it.")
    assert sorted(made.lines.values_list("points", "plus", "minus"), key=str) == [(0, None, 8), (2, 8, None)]


# For everybody


@pytest.fixture
def addresses(tournament: Tournament, member: StaffMember, other: StaffMember) -> dict[str, str]:
    """Return the address of every page of cross-checking by what it shows."""
    rulings = [item for item in queue_of(tournament).open if item.kind is CheckItemKind.RULING]
    signed(tournament, member, rulings[0])
    confirmed(tournament, member, rulings[1])
    pages: dict[str, Callable[[], str]] = {
        "queue": lambda: address(tournament),
        "everything": lambda: f"{address(tournament)}?show=all",
        "nothing found": lambda: f"{address(tournament)}?name=zzz",
        "done": lambda: address(tournament, rulings[0]),
        "ruling": lambda: address(tournament, rulings[1]),
        "both cards": lambda: address(tournament, rulings[2]),
        "undecided": lambda: address(tournament, first_of(tournament, CheckItemKind.UNDECIDED)),
        "sums": lambda: address(tournament, first_of(tournament, CheckItemKind.ARITHMETIC)),
        "nothing to do": lambda: f"{address(tournament)}2-2-21/",
        "sheets": lambda: address(tournament, act="print/"),
    }
    return {name: make() for name, make in pages.items()}


@pytest.mark.thorough
def test_pages_of_cross_checking_are_fit_for_everybody(
    page: Page, context: BrowserContext, addresses: dict[str, str], tournament: Tournament, live_server
) -> None:
    found = faults(page, addresses)
    sign_in(context, staff(tournament, "director", "Ada Birch", "AB"), live_server.url)
    of_director = faults(page, {name: addresses[name] for name in ("queue", "ruling", "undecided")})

    assert (found, of_director) == ({}, {})


def test_axe_finds_nothing_in_what_is_refused(page: Page, tournament: Tournament, member: StaffMember) -> None:
    page.goto(address(tournament, first_of(tournament, CheckItemKind.RULING)))
    page.get_by_text("Re-enter A-4").click()
    page.get_by_role("textbox", name="Game 1 on A-4").fill("oh")
    page.keyboard.press("Enter")
    expect(page.get_by_text("oh is not a line")).to_be_visible()

    assert violations(page) == []


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_everything_works_without_script(
    page: Page, context: BrowserContext, tournament: Tournament, live_server
) -> None:
    sign_in(context, staff(tournament, "director", "Ada Birch", "AB"), live_server.url)
    page.set_viewport_size(NARROWEST)
    ruling = first_of(tournament, CheckItemKind.RULING)
    page.goto(address(tournament, ruling))
    button(page, "Papers match").press("Enter")
    button(page, "Initial").press("Enter")
    expect(page.get_by_text(f"Initialed AB: {ruling.named}.")).to_be_visible()
    following = next(item for item in queue_of(tournament).open if item.kind is CheckItemKind.RULING)
    page.goto(address(tournament, following))
    page.get_by_text(f"Re-enter {following.sides[1].holder.place}").click()
    field = page.get_by_role("textbox", name=f"on {following.sides[1].holder.place}")
    field.fill("nonsense")
    field.press("Enter")
    expect(page.get_by_text("nonsense is not a line")).to_be_visible()
    expect(field).to_have_value("nonsense")
    page.goto(f"{address(tournament)}?table=B")
    button(page, "Check table B myself").click()
    expect(page.get_by_text("yours")).to_have_count(2)

    assert Signature.objects.get().ruling_id == ruling.ruling


def test_sheets_of_a_table_are_one_page_each(page: Page, tournament: Tournament, member: StaffMember) -> None:
    page.set_viewport_size(WIDE)
    page.goto(address(tournament, act="print/"))

    for printed in (sheets(page, paper) for paper in PAPERS):
        assert len(printed) == 2
        assert all(height > width for width, height in printed)
