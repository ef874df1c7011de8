"""Check-in at the door, on a tablet: one tap each, found by name typed or by a code scanned."""

import datetime as dt
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.fit import faults, faults_shown
from tests.browser.pages import WIDE, sign_in, wait_until
from tests.browser.test_cards_ahead import hold, wait_for
from tests.factories.tournaments import EntrantFactory, StaffMemberFactory, TournamentFactory
from tests.tournaments.entrants.test_names import CEDARS, SEARCHES
from tests.tournaments.rules.test_text import PLAIN
from tournaments.models import Entrant, Tournament

DOOR = "/t/bay/entrants/check-in/"
# Of each row but the last: from the name down to its button, and from that button down to the next name.
GAPS = """() => {
    const box = (node) => node.getBoundingClientRect();
    const rows = [...document.querySelectorAll("#check-in tbody tr")];
    const name = (row) => box(row.querySelector("bdi"));
    return rows.slice(1).map((next, at) => {
        const button = box(rows[at].querySelector("button"));
        return [button.top - name(rows[at]).bottom, name(next).top - button.bottom];
    });
}"""
PEOPLE = ["Ann Lee", "Zoë Núñez", "Bo Quist", "Cy Dunn"]


@pytest.fixture
def tournament(transactional_db: None, live_server: Any) -> Tournament:
    tournament = TournamentFactory(slug="bay", entry_fee=60_00)
    for number, name in enumerate(PEOPLE, start=1):
        EntrantFactory(tournament=tournament, number=number, name=name, fee_owed=60_00, city="Hilo", seat=f"A-{number}")
    return tournament


@pytest.fixture
def door(tournament: Tournament, context: BrowserContext, page: Page, live_server: Any) -> Page:
    """Return the director's page, signed in, at the door."""
    sign_in(context, StaffMemberFactory(tournament=tournament, name="Dee Rector"), live_server.url)
    page.goto(DOOR)
    return page


def state(door: Page) -> Any:
    return door.locator(".check-in-card .check-in-state")


def here() -> list[int]:
    return list(Entrant.objects.exclude(checked_in_at=None).order_by("number").values_list("number", flat=True))


def test_one_tap_checks_in_one_takes_the_fee_and_one_undoes(door: Page) -> None:
    loads: list[str] = []
    door.on("framenavigated", lambda frame: loads.append(frame.url))

    door.get_by_role("button", name="Here Quist, Bo").click()
    door.get_by_role("button", name="Record $60.00 Quist, Bo").click()
    expect(door.locator("#check-in-counts")).to_have_text("1 of 4 checked in, 1 paid")
    assert (here(), Entrant.objects.get(number=3).fee_paid) == ([3], 60_00)

    row = door.get_by_role("row", name="Quist, Bo")
    door.wait_for_timeout(500)
    row.get_by_role("button", name="Undo").nth(1).click()
    expect(door.locator("#check-in-counts")).to_have_text("1 of 4 checked in, 0 paid")
    door.wait_for_timeout(500)
    row.get_by_role("button", name="Undo").click()
    expect(door.locator("#check-in-counts")).to_have_text("0 of 4 checked in, 0 paid")
    assert (here(), Entrant.objects.get(number=3).fee_paid, loads) == ([], 0, [])


def test_two_taps_of_one_finger_undo_nothing(door: Page) -> None:
    door.get_by_role("button", name="Here Lee, Ann").dblclick()

    expect(door.locator("#check-in-counts")).to_have_text("1 of 4 checked in, 0 paid")
    assert here() == [1]


def test_tap_that_does_not_arrive_stays_told_while_others_do(door: Page) -> None:
    lost = hold(door, "/check-in/$", "POST")
    door.get_by_role("button", name="Here Lee, Ann").click()
    wait_for(door, lost)
    door.get_by_role("button", name="Here Quist, Bo").click()

    lost[0].abort()

    expect(door.locator("#check-in-counts")).to_have_text("1 of 4 checked in, 0 paid")
    expect(door.locator("#check-in-said")).to_contain_text("Lee, Ann: not saved. Reload the page, then try again.")
    door.get_by_role("button", name="Here Lee, Ann").click()
    expect(door.locator("#check-in-counts")).to_have_text("2 of 4 checked in, 0 paid")
    expect(door.locator("#check-in-said")).to_have_text("Lee, Ann: here")


def test_button_under_a_finger_while_its_row_is_answered_is_pressed(door: Page) -> None:
    checking_in = hold(door, "/check-in/$", "POST")
    door.get_by_role("button", name="Here Quist, Bo").click()
    wait_for(door, checking_in)
    door.get_by_role("button", name="Record $60.00 Quist, Bo").hover()
    door.mouse.down()

    with door.expect_response(lambda response: response.request.method == "POST"):
        checking_in[0].continue_()
    door.wait_for_timeout(200)
    door.mouse.up()

    expect(door.locator("#check-in-counts")).to_have_text("1 of 4 checked in, 1 paid")


def test_who_taps_and_goes_elsewhere_has_tapped_all_the_same(door: Page) -> None:
    """The first tap is on its way by then, the others wait for its answer."""
    door.evaluate("""() => {
        for (const button of document.querySelectorAll("#check-in tbody [name=here]")) button.click();
        location.assign("../");
    }""")

    door.wait_for_url("**/entrants/")
    wait_until(lambda: here() == [1, 2, 3, 4])
    assert here() == [1, 2, 3, 4]


def test_name_is_found_as_it_is_typed_and_enter_checks_in(door: Page) -> None:
    door.get_by_role("searchbox").press_sequentially("nunez")
    expect(door.get_by_role("rowheader")).to_have_count(1)

    door.keyboard.press("Enter")

    expect(state(door)).to_have_text("Here, owes $60.00. Seat A-2")
    expect(door.get_by_role("searchbox")).to_have_value("")
    expect(door.get_by_role("rowheader")).to_have_count(4)
    assert here() == [2]


def test_letters_typed_before_the_script_is_there_find_somebody(door: Page) -> None:
    held: list[Route] = []
    door.route("**/entrants/check_in*.js", lambda route: held.append(route))
    door.goto(DOOR, wait_until="commit")
    expect(door.locator("#find")).to_be_focused()

    door.keyboard.type("qu")
    wait_for(door, held).continue_()

    expect(door.locator(".check-in-card").get_by_role("heading")).to_have_text("Quist, Bo")
    door.keyboard.type("i")
    expect(door.locator("#find")).to_have_value("qui")


def test_card_of_the_one_found_shows_what_is_owed_before_enter(door: Page) -> None:
    door.get_by_role("searchbox").press_sequentially("nunez")

    card = door.locator(".check-in-card")
    expect(card.get_by_role("heading")).to_have_text("Núñez, Zoë")
    expect(state(door)).to_have_text("Not here yet, owes $60.00. Seat A-2")
    expect(card.get_by_role("button")).to_have_text(["Here", "Record $60.00", "Here and paid", "Did not come"])


def test_card_of_the_last_stays_until_the_next_letter_and_takes_the_fee_by_keys(door: Page) -> None:
    door.keyboard.type("nunez")
    door.keyboard.press("Enter")
    expect(state(door)).to_have_text("Here, owes $60.00. Seat A-2")

    for key in ("Tab", "Tab", "Enter"):
        door.keyboard.press(key)
    expect(state(door)).to_have_text("Here, paid. Seat A-2")
    assert Entrant.objects.get(number=2).fee_paid == 60_00

    door.keyboard.press("h")  # as everybody is from Hilo
    expect(door.locator(".check-in-card")).to_have_count(0)
    expect(door.get_by_role("searchbox")).to_have_value("h")


def test_here_and_paid_is_one_tap_and_each_is_undone_alone(door: Page) -> None:
    door.keyboard.type("quist")
    door.get_by_role("button", name="Here and paid").click()
    expect(state(door)).to_have_text("Here, paid. Seat A-3")
    assert (here(), Entrant.objects.get(number=3).fee_paid) == ([3], 60_00)

    door.wait_for_timeout(500)
    door.locator(".check-in-card").get_by_role("button", name="Undo payment").click()
    expect(state(door)).to_have_text("Here, owes $60.00. Seat A-3")
    door.wait_for_timeout(500)
    door.locator(".check-in-card").get_by_role("button", name="Undo check-in").click()
    expect(state(door)).to_have_text("Not here yet, owes $60.00. Seat A-3")
    assert (here(), Entrant.objects.get(number=3).fee_paid) == ([], 0)


def test_second_enter_does_nothing(door: Page) -> None:
    door.keyboard.type("nunez")
    door.keyboard.press("Enter")
    door.keyboard.press("Enter")
    expect(state(door)).to_have_text("Here, owes $60.00. Seat A-2")

    assert (here(), Entrant.objects.get(number=2).fee_paid) == ([2], 0)


def test_who_is_here_already_is_shown_with_what_is_owed(door: Page) -> None:
    for _ in range(2):
        door.keyboard.type("nunez")
        door.keyboard.press("Enter")
        expect(state(door)).to_have_text("Here, owes $60.00. Seat A-2")
        expect(door.get_by_role("searchbox")).to_have_value("")
        door.wait_for_timeout(500)

    expect(door.locator("#check-in-said")).to_have_text("Already checked in.")


def test_search_says_when_nobody_is_found_and_the_next_name_replaces_it(door: Page) -> None:
    door.keyboard.type("xyzzy")
    expect(door.locator("#check-in-said")).to_have_text(
        "No exact match for “xyzzy”. Press Enter to search for other spellings."
    )
    door.keyboard.press("Enter")
    expect(door.locator("#check-in-said")).to_have_text("No player matches “xyzzy”.")

    door.keyboard.type("quist")  # the text was selected
    expect(door.get_by_role("searchbox")).to_have_value("quist")
    door.keyboard.press("Enter")
    expect(state(door)).to_have_text("Here, owes $60.00. Seat A-3")


def test_other_spelling_is_found_by_enter_and_checked_in_by_the_next(door: Page) -> None:
    door.clock.install()
    door.goto(DOOR)
    door.clock.pause_at(dt.datetime.now(dt.UTC) + dt.timedelta(minutes=1))
    door.keyboard.type("quisst")
    door.keyboard.press("Enter")
    expect(door.locator("#check-in-said")).to_have_text("Close to “quisst”: 1 player.")
    door.keyboard.press("Enter")  # a key that bounces: nobody has read the name yet
    expect(state(door)).to_have_text("Not here yet, owes $60.00. Seat A-3")
    door.keyboard.press("Enter")  # as soon as the name is there
    assert here() == []

    door.clock.run_for(700)
    door.keyboard.press("Enter")
    expect(state(door)).to_have_text("Here, owes $60.00. Seat A-3")


def test_latecomer_added_since_is_found(door: Page, tournament: Tournament) -> None:
    EntrantFactory(tournament=tournament, number=9, name="Lou Tardy", seat="B-1")

    door.keyboard.type("tardy")
    door.keyboard.press("Enter")
    expect(door.get_by_role("rowheader")).to_have_text(["Tardy, Lou 9 B-1"])
    expect(state(door)).to_have_text("Not here yet. Seat B-1")
    door.wait_for_timeout(700)
    door.keyboard.press("Enter")
    expect(state(door)).to_have_text("Here. Seat B-1")


@pytest.mark.parametrize("width", [320, 390])
def test_buttons_stand_nearer_to_their_name_than_to_the_next(door: Page, width: int) -> None:
    door.set_viewport_size({"width": width, "height": 844})

    gaps = door.evaluate(GAPS)

    assert len(gaps) == 3
    assert all(own * 2 <= next_one for own, next_one in gaps), gaps


# How far the buttons of a row are apart, and a row's button from the next row's; how high a row is; where the card is.
LAID_OUT = """() => {
    const box = (node) => node.getBoundingClientRect();
    const rows = [...document.querySelectorAll("#check-in tbody tr")];
    const beside = rows.flatMap((row) => {
        const boxes = [...row.querySelectorAll("button")].map(box);
        return boxes.slice(1).map((next, at) => next.left - boxes[at].right);
    });
    const below = rows.slice(1).map((next, at) =>
        box(next.querySelector("button")).top - box(rows[at].querySelector("button")).bottom);
    return [Math.min(...beside, ...below), Math.min(...rows.map((row) => box(row).height)),
        box(document.querySelector(".check-in-card")).right <= box(document.querySelector(".door")).left];
}"""


def test_card_stands_beside_those_who_are_expected_and_no_button_touches_another(door: Page) -> None:
    door.set_viewport_size(WIDE)
    door.keyboard.type("nunez")
    door.keyboard.press("Enter")
    expect(state(door)).to_have_text("Here, owes $60.00. Seat A-2")

    apart, height, is_beside = door.evaluate(LAID_OUT)

    assert (apart >= 8, height >= 52, is_beside) == (True, True, True), (apart, height)
    # Nothing moves under a hand.
    expect(door.get_by_role("rowheader")).to_contain_text(["Dunn", "Lee", "Núñez", "Quist"])
    door.reload()
    expect(door.get_by_role("rowheader")).to_contain_text(["Dunn", "Lee", "Quist", "Núñez"])


@pytest.mark.parametrize("code", ["http://hall.example/t/bay/p/3/", "3", "#3"])
def test_scanned_code_checks_in(door: Page, code: str) -> None:
    expect(door.get_by_role("searchbox")).to_be_focused()
    door.keyboard.insert_text(code)
    door.keyboard.press("Enter")

    expect(state(door)).to_have_text("Here, owes $60.00. Seat A-3")
    expect(door.get_by_role("searchbox")).to_have_value("")
    assert here() == [3]


def test_button_for_all_counts_down_as_people_come(door: Page) -> None:
    everybody = door.locator("#check-in-all")
    for name, left in (("Lee, Ann", "Check in all 3 who are not here yet"), ("Quist, Bo", "Check in all 2")):
        door.get_by_role("row", name=name).get_by_role("button", name="Here").click()
        expect(everybody).to_contain_text(left)


def test_enter_with_several_matches_says_how_many(door: Page) -> None:
    door.get_by_role("searchbox").fill("h")
    several = door.locator("#check-in tbody tr:visible").count()
    assert several > 1

    door.keyboard.press("Enter")

    expect(door.locator("#check-in-said")).to_have_text(f"{several} players match. Tap one, or type more.")
    assert here() == []


def test_everybody_at_once_and_undone(door: Page) -> None:
    door.get_by_role("button", name="Check in all 4").click()
    expect(door.locator("#check-in-counts")).to_have_text("4 of 4 checked in, 0 paid")

    door.get_by_role("button", name="Undo", exact=True).first.click()
    expect(door.locator("#check-in-counts")).to_have_text("0 of 4 checked in, 0 paid")
    assert here() == []


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_door_works_without_script(door: Page) -> None:
    door.get_by_role("row", name="Lee, Ann").get_by_role("button", name="Here").click()

    expect(door.locator("#check-in-counts")).to_have_text("1 of 4 checked in, 0 paid")
    expect(state(door)).to_have_text("Here, owes $60.00. Seat A-1")
    door.locator(".check-in-card").get_by_role("button", name="Record $60.00").click()
    expect(state(door)).to_have_text("Here, paid. Seat A-1")
    door.locator(".check-in-card").get_by_role("button", name="Undo payment").click()
    expect(state(door)).to_have_text("Here, owes $60.00. Seat A-1")


def test_door_is_fit_for_everybody(door: Page) -> None:
    found = faults(door, [DOOR])
    door.get_by_role("button", name="Here Lee, Ann").click()
    door.get_by_role("button", name="Record $60.00 Lee, Ann").click()
    expect(door.locator("#check-in-counts")).to_have_text("1 of 4 checked in, 1 paid")

    assert (found, faults_shown(door)) == ({}, [])


def test_script_finds_whom_the_server_finds(door: Page, tournament: Tournament) -> None:
    Entrant.objects.all().delete()
    for number, name in enumerate(CEDARS, start=1):
        EntrantFactory(tournament=tournament, number=number, name=name, club="", city="", seat="")
    door.reload()
    numbers = "rows => rows.filter(row => !row.hidden).map(row => Number(row.id.slice(1))).sort((a, b) => a - b)"

    found = {}
    for find in SEARCHES:
        door.locator("#find").fill(find)
        found[find] = [CEDARS[number - 1] for number in door.locator("#check-in tbody tr").evaluate_all(numbers)]

    assert found == SEARCHES


def test_what_is_typed_is_read_by_the_page_as_by_the_server(door: Page) -> None:
    read = """names => import('/static/js/text/plain_text.js').then(({ plainText }) => names.map(plainText))"""

    assert door.evaluate(read, [*PLAIN]) == [*PLAIN.values()]
