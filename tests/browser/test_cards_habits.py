"""Habits at the keyboard, by real key events: Enter out of habit, cards that are in already, odd lines.

No key that somebody presses once too often may shift what is typed next, save too early or overwrite a figure.
"""

from dataclasses import replace

from playwright.sync_api import Locator, Page, expect

from scorecards.models import Scorecard
from tests.browser.pages import WIDE
from tests.browser.test_cards import FOOT, card_address, cell, expect_card, foot, keys_of, open_card, type_keys
from tests.scorecards.cards.card_entry import checker, paper, save, stored
from tournaments.models import StaffMember, Tournament
from tournaments.rules.types import CardRecord, EventFile, FootTotals, Line


def said(page: Page) -> Locator:
    return page.locator(".said")


def button(page: Page) -> Locator:
    return page.get_by_role("button", name="Save card")


def plain_card(event_file: EventFile, number: int = 1) -> CardRecord:
    """Return a card of wins by 16 and losses by 9, with its totals."""
    lines = [
        replace(line, points=2, plus=16, minus=None) if line.game % 2 else replace(line, points=0, plus=None, minus=9)
        for line in paper(event_file, number).lines
    ]
    return CardRecord(number, tuple(lines), FootTotals(22, 11, 176, 99))


def test_enter_after_every_number_keys_the_same_card(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    card = plain_card(event_file)
    open_card(page, tournament)

    type_keys(page, "".join(f"{keys_of(line)}\n" for line in card.lines) + "22\n11\n176\n99\n")

    expect_card(page, "A-2")
    assert stored(tournament, 1) == card


def test_enter_does_not_pass_a_line_that_is_due(page: Page, tournament: Tournament, member: StaffMember) -> None:
    open_card(page, tournament)

    type_keys(page, "16\n")
    expect(said(page)).to_have_text("")
    type_keys(page, "\n")

    expect(cell(page, 2)).to_be_focused()
    expect(said(page)).to_have_text("Game 2 is not entered. / Enter: blank on the paper. . Enter: skip it.")


def test_line_is_skipped_by_its_own_key_and_named_when_the_card_is_saved(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    card = plain_card(event_file)
    open_card(page, tournament)
    keys = [keys_of(line) for line in card.lines]

    type_keys(page, keys[0] + ".\n" + "".join(keys[2:]) + "22\n11\n176\n")
    expect(page.locator("#sums")).to_contain_text("Not entered: game 2")
    type_keys(page, "99\n")

    expect_card(page, "A-2")
    expect(page.locator("#told")).to_have_text("Saved A-1, game 2 not entered. Back to A-1 · next A-2")
    assert stored(tournament, 1) == replace(card, lines=(card.lines[0], *card.lines[2:]))
    page.get_by_role("link", name="Back to A-1").click()
    expect(cell(page, 2)).to_be_focused()


def test_blank_total_is_asked_for_before_the_card_is_saved(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    open_card(page, tournament)

    type_keys(page, "16**11\n\n\n7\n")

    expect(said(page)).to_have_text(
        "Not saved yet: games won and plus are blank. Enter them, or press Enter again to leave them blank."
    )
    expect(foot(page, "Games won")).to_be_focused()
    assert Scorecard.objects.count() == 0
    type_keys(page, "4\n\n")
    expect(said(page)).to_contain_text("Not saved yet: plus is blank.")
    type_keys(page, "\n")
    expect_card(page, "A-2")
    assert stored(tournament, 1).recorded == FootTotals(11, 4, None, 7)


def test_card_that_is_in_takes_no_figure_by_accident(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    card = plain_card(event_file)
    save(tournament, checker(tournament, "Bo Crane"), card)
    page.goto(card_address(tournament, 1))
    expect(button(page)).to_be_focused()
    expect(page.locator("#already")).to_contain_text("Already in, saved by Bo Crane at ")

    type_keys(page, "/2/16/")

    expect(said(page)).to_contain_text("Press Enter to save")
    expect(button(page)).to_be_focused()
    type_keys(page, "**+")
    assert [cell(page, line.game).input_value() for line in card.lines] == [keys_of(line) for line in card.lines]
    shown = [foot(page, name).input_value() for name in FOOT]
    assert shown == ["22", "11", "176", "99"]
    expect(cell(page, 22)).to_be_focused()


def test_line_mended_on_the_way_back_leaves_the_next_one_alone(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    open_card(page, tournament)

    type_keys(page, "16-0918++17")
    expect(cell(page, 4)).to_be_focused()
    type_keys(page, "20")

    shown = [cell(page, game).input_value() for game in range(1, 5)]
    assert shown == ["16", "17", "18", "20"]


def test_win_by_ten_is_offered_where_the_opponent_has_left(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    second, third = (paper(event_file).lines[game - 1].opponent for game in (2, 3))
    tournament.entrants.filter(number__in=(second, third)).update(withdrawn_after_game=1)
    open_card(page, tournament)
    type_keys(page, "16\n")
    expect(cell(page, 2)).to_be_focused()
    expect(said(page)).to_have_text("Game 2: Press Enter again to enter the win by 10.")
    expect(page.locator("#left-2")).to_have_text("withdrew after game 1: win by 10, press Enter")

    type_keys(page, "\n")

    expect(cell(page, 2)).to_have_value("10")
    expect(page.locator("#left-2")).to_have_text("withdrew after game 1: win by 10")
    expect(cell(page, 3)).to_be_focused()
    type_keys(page, "-09")
    expect(page.locator("#left-3")).to_have_text("withdrew after game 1: not a win by 10")
    type_keys(page, "**\n\n\n\n\n")
    expect_card(page, "A-2")
    assert stored(tournament, 1).lines[1:] == (Line(2, second, 2, 10, None), Line(3, third, 0, None, 9))


def test_zero_on_the_paper_is_explained(page: Page, tournament: Tournament, member: StaffMember) -> None:
    open_card(page, tournament)

    type_keys(page, "00")

    expect(said(page)).to_have_text(
        "Game 1: Spread 00 is not possible. Enter 1 to 121. Where the paper has 0, leave the spread blank: "
        "/2 Enter or /0 Enter, or / Enter for a blank line."
    )


def test_refused_line_is_marked_and_has_the_cursor(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    page.set_viewport_size(WIDE)
    card = plain_card(event_file)
    open_card(page, tournament)
    gone = tournament.entrants.get(number=card.lines[2].opponent)
    type_keys(page, "".join(keys_of(line) for line in card.lines) + "22\n11\n176\n")
    # Somebody gives the opponent another seat meanwhile: the server does not know the old one any more.
    tournament.entrants.filter(pk=gone.pk).update(seat="Z-9")

    type_keys(page, "99\n")

    expect(page.get_by_role("heading", name="Not saved")).to_be_visible()
    expect(page.locator("tr.wrong")).to_have_attribute("data-game", "3")
    expect(page.get_by_role("textbox", name="Game 3, seat or number of the opponent")).to_be_focused()
