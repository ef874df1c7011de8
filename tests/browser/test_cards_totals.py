"""The four totals of a card: each number in the box that it was meant for, and nothing on another card."""

import pytest
from playwright.sync_api import Page, expect

from scorecards.models import Scorecard
from tests.browser.test_cards import FOOT, card_address, cell, expect_card, foot, keys_of, open_card, type_keys
from tests.browser.test_cards_ahead import TELL_FETCHED, expect_fetched, hold, wait_for
from tests.browser.test_cards_habits import button, plain_card, said
from tests.scorecards.cards.card_entry import save, stored, written
from tournaments.models import StaffMember, Tournament
from tournaments.rules.types import CardRecord, EventFile, FootTotals

GAMES = 9
# Both are whole cards of nine games, swapped as appendix 4 has it: 14 stands where 7 belongs.
SWAPPED = ("7", "14", "200", "93")


@pytest.fixture
def event_file() -> EventFile:
    """Return an event in which a total has four digits at most: 9 games of 121."""
    return written(players=20, games=GAMES)


def type_numbers(page: Page, numbers: list[str] | tuple[str, ...], end: str) -> None:
    for number in numbers:
        type_keys(page, number)
        if end:
            page.keyboard.press(end)


def shown(page: Page) -> list[str]:
    return [foot(page, name).input_value() for name in FOOT]


@pytest.mark.parametrize("end", ["Enter", "Tab"])
@pytest.mark.parametrize("numbers", [SWAPPED, ("14", "7", "1089", "1002"), ("1089", "1089", "5", "0")])
def test_each_total_ended_by_a_key_is_in_its_own_box(
    page: Page, tournament: Tournament, member: StaffMember, numbers: tuple[str, ...], end: str
) -> None:
    open_card(page, tournament)
    type_keys(page, "16**")

    type_numbers(page, numbers[:3], end)
    type_keys(page, numbers[3])

    assert shown(page) == list(numbers)
    assert Scorecard.objects.count() == 0
    type_keys(page, "\n")
    expect_card(page, "A-2")
    assert stored(tournament, 1).recorded == FootTotals(*map(int, numbers))


def test_digits_stay_in_a_total_until_it_is_full(page: Page, tournament: Tournament, member: StaffMember) -> None:
    open_card(page, tournament)
    type_keys(page, "16**108")
    expect(foot(page, "Game points")).to_be_focused()

    type_keys(page, "9")

    expect(foot(page, "Games won")).to_be_focused()
    # Whoever ends each number out of habit moves nothing more by it.
    page.keyboard.press("Tab")
    expect(foot(page, "Games won")).to_be_focused()
    page.keyboard.press("Tab")
    expect(foot(page, "Plus")).to_be_focused()


LENGTHS = [*[(length,) * 4 for length in range(1, 9)], (5, 2, 3, 4), (8, 1, 1, 8), (2, 5, 8, 1), (1, 1, 6, 8)]


@pytest.mark.parametrize("end", ["Enter", "Tab", ""])
def test_whatever_is_typed_into_the_totals_stays_on_this_card(
    page: Page, tournament: Tournament, member: StaffMember, end: str
) -> None:
    page.add_init_script(TELL_FETCHED)
    for number, lengths in enumerate(LENGTHS, 1):
        page.goto(card_address(tournament, number))
        expect_fetched(page, str(tournament.entrants.get(number=number + 1).seat))
        own = page.get_by_role("heading", level=1).inner_text()
        type_keys(page, "16**")

        type_numbers(page, ["12345678"[:length] for length in lengths[:3]], end)
        type_keys(page, "12345678"[: lengths[3]])

        assert Scorecard.objects.filter(entrant__number=number).count() == 0
        for _ in range(6):  # blank totals are asked for
            type_keys(page, "\n")
            if Scorecard.objects.filter(entrant__number=number).exists():
                break
            page.wait_for_timeout(100)
        expect(page.get_by_role("heading", level=1)).not_to_have_text(own)
        assert [cell(page, game).input_value() for game in range(1, GAMES + 1)] == [""] * GAMES
        assert shown(page) == [""] * 4
    assert Scorecard.objects.count() == len(LENGTHS)


def test_totals_that_are_in_are_typed_again_one_after_the_other(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    save(tournament, member, CardRecord(1, (), FootTotals(1, 2, 3, 4)))
    open_card(page, tournament)
    type_keys(page, "16**")

    type_numbers(page, SWAPPED, "Enter")

    expect_card(page, "A-2")
    assert stored(tournament, 1).recorded == FootTotals(*map(int, SWAPPED))


@pytest.mark.parametrize("way", ["click", "second click", "Tab", "Enter", "+"])
def test_what_is_typed_into_a_total_replaces_what_it_holds(
    page: Page, tournament: Tournament, member: StaffMember, way: str
) -> None:
    save(tournament, member, CardRecord(1, (), FootTotals(14, 22, 200, 93)))
    open_card(page, tournament)
    if "click" in way:
        for _ in way.split():
            foot(page, "Games won").click()
    elif way == "+":
        type_keys(page, "16**+")
        foot(page, "Minus").press("+")
        foot(page, "Plus").press("+")
    else:
        type_keys(page, "16**7")
        page.keyboard.press(way)
    expect(foot(page, "Games won")).to_be_focused()

    type_keys(page, "9")

    assert shown(page)[1:] == ["9", "200", "93"]


@pytest.mark.parametrize("event_file", [pytest.param(written(), id="7 games")])
def test_enter_out_of_habit_after_the_last_line_does_not_save(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    card = plain_card(event_file)
    save(tournament, member, CardRecord(1, (), FootTotals(8, 4, 64, 27)))
    open_card(page, tournament)

    for line in card.lines:
        type_keys(page, f"{keys_of(line)}\n")

    expect(button(page)).to_be_focused()
    expect(said(page)).to_have_text("Press Enter to save.")
    assert stored(tournament, 1).lines == ()
    type_keys(page, "\n")
    expect_card(page, "A-2")
    assert len(stored(tournament, 1).lines) == 7


def test_totals_first_take_whatever_is_typed_on_their_own_card(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    page.goto(f"/t/{tournament.slug}/cards/totals/")
    expect(foot(page, "Game points")).to_be_focused()

    type_numbers(page, SWAPPED, "Enter")

    expect(page.get_by_role("heading", name="A-2 ")).to_be_visible()
    expect(foot(page, "Game points")).to_be_focused()
    assert stored(tournament, 1).recorded == FootTotals(*map(int, SWAPPED))
    type_numbers(page, ["123456", "12", "345", "6"], "Enter")
    expect(page.get_by_role("heading", name="A-2 ")).to_be_visible()
    assert Scorecard.objects.count() == 1


def test_totals_typed_ahead_and_ended_by_tab_are_in_their_own_boxes(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    saving = hold(page, "/cards/", "POST")
    page.goto(f"/t/{tournament.slug}/cards/totals/")
    expect(foot(page, "Game points")).to_be_focused()
    type_numbers(page, SWAPPED, "Enter")
    wait_for(page, saving)

    type_numbers(page, ("8", "9", "98"), "Tab")
    type_keys(page, "120\n")
    saving[0].continue_()

    expect(page.get_by_role("heading", name="A-3 ")).to_be_visible()
    assert stored(tournament, 2).recorded == FootTotals(8, 9, 98, 120)


def test_more_digits_than_a_total_has_are_refused_in_words(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    page.goto(card_address(tournament, 1))
    type_keys(page, "16**1\n2\n3\n10892")

    expect(said(page)).to_have_text("Minus has 4 digits at most. 10892 is too long.")
    assert shown(page) == ["1", "2", "3", "1089"]
