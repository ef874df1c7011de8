"""What was typed is never lost while something else happens: a refusal on its way, a namesake, the browser's Back."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.pages import sign_in
from tests.browser.test_cards import card_address, cell, open_card, type_keys
from tests.browser.test_cards_ahead import hold, wait_for
from tests.browser.test_drafts import FOOT_KEYS, KEYS, LINES, figures, state
from tests.scorecards.cards.card_entry import checker, paper, save, stored, written
from tournaments.models import StaffMember, Tournament
from tournaments.rules.types import EventFile

pytestmark = pytest.mark.several_people


@pytest.fixture
def event_file() -> EventFile:
    return written()


def type_on_while_the_save_is_on_its_way(page: Page, keys: str) -> None:
    held = hold(page, "/cards/1/$", "POST")
    type_keys(page, KEYS + FOOT_KEYS + "\n")
    expect(state(page)).to_have_text("Saving…")
    cell(page, 3).focus()
    type_keys(page, keys)
    wait_for(page, held).continue_()


def test_what_is_typed_while_a_save_is_refused_stays(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    open_card(page, tournament)
    opponent = tournament.entrants.get(number=paper(event_file).lines[0].opponent)
    tournament.entrants.filter(pk=opponent.pk).update(seat="Z-9")

    type_on_while_the_save_is_on_its_way(page, "1")

    expect(page.get_by_role("heading", name="Not saved")).to_be_visible()
    expect(state(page)).to_have_text("Not saved. Correct the errors, then save again. What you typed since is kept.")
    expect(page.locator("tr.wrong")).to_have_attribute("data-game", "1")
    expect(cell(page, 3)).to_be_focused()
    type_keys(page, "8")
    expect(cell(page, 3)).to_have_value("18")
    tournament.entrants.filter(pk=opponent.pk).update(seat=opponent.seat)
    page.get_by_role("button", name="Save card").click()
    # The next card may have been fetched before its seat was put right.
    expect(page.get_by_role("heading", level=1)).not_to_contain_text("A-1 ")
    assert figures(stored(tournament, 1)) == [*LINES[:2], [2, 18, None], *LINES[3:]]


def test_what_is_typed_while_somebody_else_saves_the_card_is_in_the_choice(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    open_card(page, tournament)
    save(tournament, checker(tournament, "Bo Crane"), paper(event_file))

    type_on_while_the_save_is_on_its_way(page, "18")

    expect(state(page)).to_have_text(
        "Not saved. Another person saved this card meanwhile. What you typed since is kept."
    )
    expect(cell(page, 3)).to_have_value("18")
    page.get_by_role("button", name="Save card").click()
    choice = page.locator("label", has_text="Game 3, yours: ")
    expect(choice).to_contain_text("2 points, plus 18")
    assert stored(tournament, 1) == paper(event_file)


def test_drafts_of_two_people_of_one_name_do_not_mix(
    page: Page, context: BrowserContext, tournament: Tournament, member: StaffMember, live_server
) -> None:
    open_card(page, tournament)
    type_keys(page, "16")
    sign_in(context, checker(tournament, member.name), live_server.url)

    open_card(page, tournament)
    expect(cell(page, 1)).to_have_value("")
    page.goto(f"/t/{tournament.slug}/cards/")

    expect(page.locator("#drafts li")).to_have_text("A-1: draft by Ada Birch, saved when they sign in here")


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_card_keyed_again_without_script_after_going_back_is_saved(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    page.goto(card_address(tournament, 1))
    page.get_by_label("Game 1, points").fill("2")
    page.get_by_label("Game 1, plus").fill("16")
    page.get_by_role("button", name="Save card").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("A-2 ")

    page.go_back()
    page.get_by_label("Game 1, points").fill("2")
    page.get_by_label("Game 1, plus").fill("17")
    page.get_by_role("button", name="Save card").click()

    expect(page.get_by_role("heading", level=1)).to_contain_text("A-2 ")
    assert [line.plus for line in stored(tournament, 1).lines] == [17]
