"""Fast hands and small screens: keys typed while a card is saved, opponents mistyped, the keys of a phone."""

import re
import time
from dataclasses import replace

import pytest
from playwright.sync_api import Page, Route, expect

from scorecards.models import CardPresence, Scorecard
from tests.browser.pages import NARROWEST
from tests.browser.test_cards import (
    FOOT,
    average_card,
    card_address,
    cell,
    expect_card,
    foot,
    keys_of,
    keys_of_card,
    open_card,
    type_keys,
)
from tests.browser.test_drafts import state
from tests.scorecards.cards.card_entry import checker, paper, save, stored
from tournaments.models import StaffMember, Tournament
from tournaments.rules.types import EventFile, FootTotals


def hold(page: Page, address: str, method: str) -> list[Route]:
    """Keep the requests for an address on their way until the test lets them go.

    Before the page is opened, where a request may follow at once: Chromium tells an open page a little later to let
    its requests be held, and a key may be there first.
    """
    held: list[Route] = []

    def keep(route: Route) -> None:
        if route.request.method == method and not held:
            held.append(route)
        else:
            route.continue_()

    page.route(re.compile(address), keep)
    return held


def wait_for(page: Page, held: list[Route]) -> Route:
    """Return the request that is held, as soon as it is sent."""
    for _ in range(1_000):
        if held:
            return held[0]
        page.wait_for_timeout(10)
    raise AssertionError("the request was not sent")


def are_open(cards: list[int]) -> bool:
    """Tell whether the server knows these cards to be open, and no others."""
    return list(CardPresence.objects.values_list("entrant__number", flat=True)) == cards


# Its answer alone says too little: on a busy machine keys get to the page before what has been read of the network.
TELL_FETCHED = """
document.addEventListener("card:fetched", ({ detail }) => {
  document.documentElement.dataset.fetched = detail.dataset.label;
});
"""


def expect_fetched(page: Page, label: str) -> None:
    """Wait until the page has the card that follows."""
    expect(page.locator("html")).to_have_attribute("data-fetched", label)


def open_first_card(page: Page, tournament: Tournament) -> None:
    """Open card 1 and wait until the card that follows has been fetched ahead."""
    page.add_init_script(TELL_FETCHED)
    page.goto(card_address(tournament, 1))
    expect_fetched(page, "A-2")
    expect(cell(page, 1)).to_be_focused()


def test_keys_typed_while_a_card_is_saved_are_on_the_next_card(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    card, following = average_card(paper(event_file, 1)), average_card(paper(event_file, 2))
    page.route(re.compile(r"\?ahead="), lambda route: route.abort())
    open_card(page, tournament)
    type_keys(page, keys_of_card(card))
    saving, opening = hold(page, "/cards/1/$", "POST"), hold(page, "/cards/2/$", "GET")
    one, two, three = map(keys_of, following.lines[:3])

    type_keys(page, "\n\n")
    wait_for(page, saving)
    expect(state(page)).to_have_text("Saving…")
    box = page.locator("form.cardgrid").bounding_box()
    type_keys(page, one)
    assert page.locator("form.cardgrid").bounding_box() == box  # nothing moves
    expect(state(page)).to_have_text("Saving… Keys wait for the next card.")  # said once, the number is only seen
    expect(state(page)).to_have_attribute("data-ahead", str(len(one)))
    saving[0].continue_()
    wait_for(page, opening)
    type_keys(page, two)
    expect(state(page)).to_have_attribute("data-ahead", str(len(one + two)))
    opening[0].continue_()

    expect(page.get_by_role("heading", level=1)).to_contain_text("A-2 ")
    expect(cell(page, 3)).to_be_focused()
    expect(state(page)).not_to_have_attribute("data-ahead", re.compile(""))
    type_keys(page, three)
    assert [cell(page, game).input_value() for game in (1, 2, 3, 4)] == [one, two, three, ""]
    assert stored(tournament, 1) == card


def test_keys_typed_before_a_page_has_its_cursor_are_in_its_first_line(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    page.goto(f"/t/{tournament.slug}/cards/")
    late = hold(page, "/js/cards/grid", "GET")
    page.keyboard.press("Enter")
    page.goto(card_address(tournament, 2), wait_until="commit")
    expect(page.get_by_role("heading", level=1)).to_contain_text("A-2 ")
    wait_for(page, late)

    type_keys(page, "16-")
    late[0].continue_()

    expect(cell(page, 2)).to_be_focused()
    assert [cell(page, game).input_value() for game in (1, 2)] == ["16", "-"]


def test_saved_card_does_not_take_the_page_from_who_goes_elsewhere(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    card = average_card(paper(event_file, 1))
    page.route(re.compile(r"\?ahead="), lambda route: route.abort())
    saving, leaving = hold(page, "/cards/1/$", "POST"), hold(page, "/cards/$", "GET")
    open_card(page, tournament)
    type_keys(page, f"{keys_of_card(card)}\n\n")
    wait_for(page, saving)

    page.get_by_role("link", name="Scorecards", exact=True).first.click(no_wait_after=True)
    wait_for(page, leaving)
    with page.expect_response(re.compile("/cards/1/$")):
        saving[0].continue_()
    page.wait_for_timeout(500)  # for the script to go to the next card
    leaving[0].continue_()

    expect(page).to_have_url(re.compile(r"/cards/$"))
    assert stored(tournament, 1) == card


def test_next_card_was_fetched_ahead_and_is_a_page_like_any_other(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    documents: list[str] = []
    open_first_card(page, tournament)
    page.on("request", lambda request: documents.append(request.url) if request.is_navigation_request() else None)
    saving = hold(page, "/cards/1/$", "POST")
    assert are_open([1])
    # It tells every ten seconds that card 1 is open: here that comes once card 1 is left.
    telling = hold(page, "/cards/1/presence/$", "GET")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    wait_for(page, telling)
    type_keys(page, "16**\n\n\n\n\n")
    wait_for(page, saving)

    type_keys(page, "-0917")
    saving[0].continue_()
    expect_fetched(page, "A-3")

    expect(page.get_by_role("heading", level=1)).to_contain_text("A-2 ")
    expect(page).to_have_title(f"Card A-2 · {tournament.name}")
    expect(page.locator("#told")).to_contain_text("Saved A-1, games 2 to 22 not entered.")
    expect(cell(page, 3)).to_be_focused()
    assert [cell(page, game).input_value() for game in (1, 2, 3)] == ["-09", "17", ""]
    assert (page.url.endswith("/cards/2/"), documents) == (True, [])
    with page.expect_request(lambda request: "/cards/1/presence/" in request.url and request.method == "POST"):
        telling[0].continue_()
    until = time.monotonic() + 10
    while not are_open([2]) and time.monotonic() < until:
        page.wait_for_timeout(50)
    assert are_open([2])

    # What follows the fetched card was fetched too, and every card is a step of its own in the browser's history.
    type_keys(page, "**\n\n\n\n\n")
    expect_card(page, "A-3")
    assert documents == []
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("A-2 ")
    expect(cell(page, 3)).to_be_focused()
    assert (len(documents), cell(page, 1).input_value()) == (1, "-09")
    assert stored(tournament, 2).lines[1].plus == 17
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("A-1 ")
    expect(cell(page, 2)).to_be_focused()


def test_key_held_down_while_a_card_is_saved_is_typed_once_on_the_next_one(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    open_first_card(page, tournament)
    saving = hold(page, "/cards/1/$", "POST")
    type_keys(page, "16**\n\n\n\n\n")
    wait_for(page, saving)

    for _ in range(3):
        page.keyboard.down("1")
    page.keyboard.up("1")
    type_keys(page, "7")
    saving[0].continue_()

    expect(page.get_by_role("heading", level=1)).to_contain_text("A-2 ")
    expect(cell(page, 2)).to_be_focused()
    assert [cell(page, game).input_value() for game in (1, 2)] == ["17", ""]


def test_back_twice_at_once_leaves_one_card_with_its_own_address(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    open_first_card(page, tournament)
    for place, following in (("A-2", "A-3"), ("A-3", "A-4")):
        type_keys(page, "16**\n\n\n\n\n")
        expect(page.get_by_role("heading", level=1)).to_contain_text(f"{place} ")
        expect_fetched(page, following)
    # The page that the first Back loads is there before its scripts.
    late = hold(page, "/js/cards/next_card", "GET")

    page.evaluate("history.back()")
    wait_for(page, late)
    page.evaluate("history.back()")
    expect(page).to_have_url(re.compile("/cards/1/$"))
    late[0].continue_()

    expect(page.get_by_role("heading", level=1)).to_contain_text("A-1 ")
    expect(page.locator("#card")).to_have_attribute("action", card_address(tournament, 1))
    expect(page).to_have_url(re.compile("/cards/1/$"))
    expect(cell(page, 2)).to_be_focused()


def test_card_that_somebody_changed_since_it_was_fetched_is_asked_for_again(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    open_first_card(page, tournament)
    theirs = paper(event_file, 2)
    save(tournament, checker(tournament, "Bo Crane"), replace(theirs, lines=theirs.lines[:1]))

    with page.expect_request(re.compile("/cards/2/$")):
        type_keys(page, "16**\n\n\n\n\n")

    expect(page.locator("#already")).to_contain_text("Entered in part, saved by Bo Crane")
    expect(page.locator("#told")).to_contain_text("Saved A-1, games 2 to 22 not entered.")
    expect(cell(page, 2)).to_be_focused()


def test_keys_typed_while_a_save_fails_are_on_the_next_card_once_it_is_sent(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    saving = hold(page, "/cards/1/$", "POST")
    open_card(page, tournament)
    type_keys(page, "16**")
    for name in FOOT:
        foot(page, name).fill("1")

    page.keyboard.press("Enter")
    type_keys(page, "-09")
    wait_for(page, saving).abort()
    expect(state(page)).to_contain_text("Not saved yet: no connection to the server.")
    type_keys(page, "17")

    expect(page.get_by_role("heading", level=1)).to_contain_text("A-2 ")
    expect(cell(page, 3)).to_be_focused()
    assert [cell(page, game).input_value() for game in (1, 2, 3)] == ["-09", "17", ""]
    assert stored(tournament, 1).lines[0].plus == 16


@pytest.mark.parametrize("how", ["signed out", "loaded again"])
def test_keys_typed_ahead_that_no_card_takes_are_told(
    page: Page, tournament: Tournament, member: StaffMember, how: str
) -> None:
    saving = hold(page, "/cards/1/$", "POST")
    open_card(page, tournament)
    type_keys(page, "16**\n\n\n\n\n")
    wait_for(page, saving)

    type_keys(page, "-097")
    page.keyboard.press("Backspace")
    if how == "signed out":
        saving[0].fulfill(status=403, body="")
    else:
        page.reload()

    expect(page.get_by_text("Typed for the next card and not entered: -09", exact=True)).to_be_visible()
    assert [cell(page, game).input_value() for game in (1, 2)] == ["16", ""]


def test_card_that_somebody_has_gone_back_into_stays_when_it_is_saved(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    open_first_card(page, tournament)
    saving = hold(page, "/cards/1/$", "POST")
    type_keys(page, "16**\n\n\n\n\n")
    wait_for(page, saving)

    type_keys(page, "+")
    expect(foot(page, "Minus")).to_be_focused()
    saving[0].continue_()
    expect(state(page)).to_have_text("Saved. Press Enter to go on.")
    type_keys(page, "9\n\n")

    expect_card(page, "A-2")
    assert stored(tournament, 1).recorded == FootTotals(None, None, None, 9)
    assert Scorecard.objects.get().version == 2


def test_second_star_after_a_mistyped_opponent_begins_it_again(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    open_card(page, tournament)

    type_keys(page, "*9-9*2-5\n16*9-9\n*2-6\n")

    expect(cell(page, 2)).to_be_focused()
    opponents = [page.locator(f"[name=opponent-{game}]").input_value() for game in (1, 2)]
    assert opponents == ["B-5", "B-6"]
    type_keys(page, "**")
    expect(foot(page, "Game points")).to_be_focused()


def test_odd_opponents_are_flagged_and_still_are_when_the_card_is_opened_again(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    def flag(game: int) -> str | None:
        return page.locator(f'tr[data-game="{game}"] .who').get_attribute("data-flag")

    open_card(page, tournament)
    type_keys(page, "*2-5\n16*2-5\n09**\n\n\n\n\n")
    expect_card(page, "A-2")
    expect(page.locator("#told")).to_contain_text("B-5 is the opponent in games 1, 2")

    page.goto(card_address(tournament, 1))

    expect(cell(page, 3)).to_be_focused()
    again = [game for game in range(1, 23) if "also in game" in (flag(game) or "")]
    assert again[:2] == [1, 2]
    assert (flag(1) or "").startswith("not as scheduled, also in game 2")
    assert flag(3) == ""


@pytest.mark.browser_context_args(has_touch=True, is_mobile=True)
def test_key_bar_leaves_the_lines_of_a_phone_in_view(page: Page, tournament: Tournament, member: StaffMember) -> None:
    page.set_viewport_size(NARROWEST)
    open_card(page, tournament)

    type_keys(page, "16-09171819202122")

    bar = page.locator(".key-pad").bounding_box()
    assert bar is not None
    assert bar["height"] < 70
    expect(cell(page, 9)).to_be_focused()
    page.wait_for_timeout(50)
    tops = [box["y"] for game in range(5, 10) if (box := cell(page, game).bounding_box())]
    assert min(tops) >= 0
    assert max(tops) + 44 <= bar["y"]
    page.get_by_role("button", name="lost").tap()
    type_keys(page, "09")
    expect(cell(page, 9)).to_have_value("-09")
    expect(cell(page, 10)).to_be_focused()
