"""Entering cards by real key events: a whole card on the number pad, and every odd line."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from scorecards.models import CardSave, Scorecard
from tests.browser.fit import RUNS_OUT
from tests.browser.pages import NARROWEST, WIDE
from tests.scorecards.cards.card_entry import paper, save, stored, written
from tournaments.models import StaffMember, Tournament
from tournaments.rules.types import CardRecord, EventFile, FootTotals, Line

LAPTOP = {"width": 1366, "height": 660}
MAX_KEYSTROKES = 70
FURTHEST = 400
# How far the keyed figures are from the beginning of the opponent's name.
GAPS = """rows => rows.map(row => row.querySelector(".key").getBoundingClientRect().left
                                - row.querySelector(".who").getBoundingClientRect().left)"""
FOOT = ("Game points", "Games won", "Plus", "Minus")


def card_address(tournament: Tournament, number: int) -> str:
    return f"/t/{tournament.slug}/cards/{number}/"


def type_keys(page: Page, keys: str) -> None:
    """Press each key; a line break is Enter."""
    for key in keys:
        page.keyboard.press({"\n": "Enter", "+": "NumpadAdd", "*": "NumpadMultiply"}.get(key, key))


def keys_of(line: Line) -> str:
    """Return the keys of a line that agrees with itself."""
    spread = line.plus or line.minus or 0
    return ("" if line.points else "-") + (f"{spread:02d}" if spread < 100 else f".{spread}")


def keys_of_card(card: CardRecord) -> str:
    """Return the keys of a whole card, Enter after each total but the last."""
    return "".join(map(keys_of, card.lines)) + "\n".join(map(str, totals_of(card)))


def totals_of(card: CardRecord) -> tuple[int | None, ...]:
    foot = card.recorded or FootTotals()
    return foot.game_points, foot.games_won, foot.plus, foot.minus


def cell(page: Page, game: int):
    return page.get_by_role("textbox", name=f"Game {game}, entry")


def foot(page: Page, name: str):
    return page.get_by_role("textbox", name=name, exact=True)


def expect_card(page: Page, place: str) -> None:
    """Wait until another card is open and ready for keys."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"{place} ")
    expect(cell(page, 1)).to_be_focused()


def open_card(page: Page, tournament: Tournament, number: int = 1) -> None:
    """Open a card and wait until it takes keys."""
    page.goto(card_address(tournament, number))
    expect(cell(page, 1)).to_be_focused()


def kept(page: Page) -> list[str]:
    """Return the names of what this browser keeps because it is not saved."""
    return list(page.evaluate("() => Object.keys(localStorage).filter((name) => name !== 'answered:')"))


def average_card(card: CardRecord) -> CardRecord:
    """Return the card with eleven games won and eleven lost, all by less than a hundred."""
    lines = [
        replace(line, points=2, plus=12 + line.game, minus=None)
        if line.game % 2
        else replace(line, points=0, plus=None, minus=4 + line.game)
        for line in card.lines
    ]
    plus, minus = (sum(getattr(line, column) or 0 for line in lines) for column in ("plus", "minus"))
    return CardRecord(
        card.entrant,
        tuple(replace(line, points=3 if (line.plus or 0) > 30 else line.points) for line in lines),
        FootTotals(sum(3 if (line.plus or 0) > 30 else line.points or 0 for line in lines), 11, plus, minus),
    )


def test_an_average_card_of_22_games_takes_at_most_70_keys(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    page.set_viewport_size(WIDE)
    card = average_card(paper(event_file, 1))
    open_card(page, tournament)
    page.evaluate(
        """() => {
            for (const name of ['keydown', 'pointerdown']) sessionStorage[name] = 0;
            const count = (event) => sessionStorage[event.type]++;
            for (const name of ['keydown', 'pointerdown']) addEventListener(name, count, true);
        }"""
    )

    type_keys(page, keys_of_card(card) + "\n")

    expect_card(page, "A-2")
    counted = page.evaluate("() => [Number(sessionStorage.keydown), Number(sessionStorage.pointerdown)]")
    assert counted[0] <= MAX_KEYSTROKES
    assert counted == [11 * 2 + 11 * 3 + (2 + 1) + (2 + 1) + (3 + 1) + (3 + 1), 0]
    assert stored(tournament, 1) == card
    assert kept(page) == []
    expect(page.get_by_text("Saved A-1 · next A-2")).to_be_visible()


def test_what_was_entered_is_said_in_words_and_each_total_says_how_it_differs(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    result, sum_of = page.locator(".key-pad .result"), "[data-sum='{}']".format
    open_card(page, tournament)
    row = page.locator("tr[data-game='1']")
    large = row.evaluate("row => row.getBoundingClientRect().height")

    type_keys(page, "16-091")

    expect(result).to_have_text("Game 2 · Lost by 9")
    assert row.evaluate("row => row.getBoundingClientRect().height") < large
    type_keys(page, "6")
    expect(result).to_have_text("Game 3 · Won by 16: 2 points, +16")
    type_keys(page, "**4")
    page.keyboard.press("Tab")
    type_keys(page, "3")
    page.keyboard.press("Tab")
    type_keys(page, "30")
    expect(page.locator(sum_of("game_points"))).to_have_class("sum state done")
    expect(page.locator(sum_of("games_won"))).to_have_text("lines: 2, 1 over")
    expect(page.locator(sum_of("plus"))).to_have_text("lines: 32, 2 short")


def test_whole_card_is_on_one_screen(page: Page, tournament: Tournament, member: StaffMember) -> None:
    for screen in (WIDE, LAPTOP):
        page.set_viewport_size(screen)
        open_card(page, tournament)
        expect(cell(page, 1)).to_be_in_viewport(ratio=1)
        expect(cell(page, 22)).to_be_in_viewport(ratio=1)
        expect(foot(page, "Minus")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Save card")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("event_file", [pytest.param(written(players=8, games=7), id="7 games")])
def test_lines_of_a_short_card_are_not_drawn_apart(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    page.set_viewport_size(WIDE)
    open_card(page, tournament)

    gaps = page.locator("tr[data-game]").evaluate_all(GAPS)
    assert (len(gaps), max(gaps) <= FURTHEST) == (7, True)
    page.set_viewport_size(NARROWEST)
    assert page.evaluate(RUNS_OUT) == []


ODD_LINES = {
    "three digits won": (".104", Line(1, None, 3, 104, None)),
    "three digits lost": ("-.104", Line(1, None, 0, None, 104)),
    "points that contradict the spread": ("/2/35\n", Line(1, None, 2, 35, None)),
    "number in the plus column of a loss": ("/0/12\n", Line(1, None, 0, 12, None)),
    "number in the minus column of a win": ("/2//26\n", Line(1, None, 2, None, 26)),
    "both columns": ("/2/12/14\n", Line(1, None, 2, 12, 14)),
    "points blank": ("//16\n", Line(1, None, None, 16, None)),
    "spread blank": ("/3\n", Line(1, None, 3, None, None)),
    "nothing written": ("/\n", Line(1, None, None, None, None)),
    "a digit and Enter": ("7\n", Line(1, None, 2, 7, None)),
    "zero before the digit": ("/2/07\n", Line(1, None, 2, 7, None)),
    "mended on the way back": ("16+17", Line(1, None, 2, 17, None)),
    "half a line taken back": ("-1+16", None),
}


def test_odd_lines_by_the_same_keys(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    page.goto(card_address(tournament, 1))
    wanted = {}
    for person, (what, (keys, line)) in zip(event_file.entrants, ODD_LINES.items(), strict=False):
        expect_card(page, person.seat)
        type_keys(page, keys)
        expect(cell(page, 2)).to_be_focused()
        type_keys(page, "**\n\n\n\n\n")
        scheduled = paper(event_file, person.number).lines[0].opponent
        wanted[what, person.number] = (replace(line or Line(1, None, 2, 16, None), opponent=scheduled),)

    expect_card(page, event_file.entrants[len(ODD_LINES)].seat)
    assert {(what, number): stored(tournament, number).lines for what, number in wanted} == wanted


@pytest.mark.parametrize(("keys", "seat"), [("2-5", "B-5"), ("3", "A-3"), ("", None)])
def test_other_opponent_by_the_same_keys(
    page: Page, tournament: Tournament, member: StaffMember, keys: str, seat: str | None
) -> None:
    open_card(page, tournament)

    if keys:
        type_keys(page, f"*{keys}\n16")
    else:
        page.keyboard.press("NumpadMultiply")
        page.keyboard.press("Delete")
        type_keys(page, "\n16")
    type_keys(page, "**\n\n\n\n\n")

    expect_card(page, "A-2")
    found = stored(tournament, 1).lines[0].opponent
    seats = dict(tournament.entrants.values_list("number", "seat"))
    assert (seats.get(found), stored(tournament, 1).lines[0].plus) == (seat, 16)


def test_opponents_are_keyed_where_there_is_no_schedule(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    tournament.scheduled_games.all().delete()
    page.goto(card_address(tournament, 1))
    opponent = page.get_by_role("textbox", name="Game 1, seat or number of the opponent")
    expect(opponent).to_be_focused()

    type_keys(page, "1-3\n162-1\n-09**\n\n\n\n\n")

    expect(page.get_by_role("heading", level=1)).to_contain_text("A-2 ")
    seats = dict(tournament.entrants.values_list("seat", "number"))
    assert stored(tournament, 1).lines == (Line(1, seats["A-3"], 2, 16, None), Line(2, seats["B-1"], 0, None, 9))


@pytest.mark.parametrize(
    ("keys", "said"), [("9-9", "no player has seat or number 9-9"), ("1-1", ", is the owner of this card")]
)
def test_opponent_who_cannot_be_is_refused_at_once_and_mended(
    page: Page, tournament: Tournament, member: StaffMember, keys: str, said: str
) -> None:
    open_card(page, tournament)

    type_keys(page, f"*{keys}\n")

    expect(page.get_by_role("alert")).to_contain_text(re.compile(f"^Game 1: .*{said}"))
    expect(page.get_by_role("textbox", name="Game 1, seat or number of the opponent")).to_be_focused()
    type_keys(page, "2-5\n")
    expect(cell(page, 1)).to_be_focused()


@pytest.mark.parametrize("keys", ["00", ".122", "/2/00", "/4\n", "/2/200\n"])
def test_what_cannot_be_is_said_at_once_and_typing_begins_afresh(
    page: Page, tournament: Tournament, member: StaffMember, keys: str
) -> None:
    open_card(page, tournament)

    type_keys(page, keys)

    expect(page.get_by_role("alert")).to_contain_text("Game 1:")
    expect(cell(page, 1)).to_be_focused()
    expect(cell(page, 1)).to_have_attribute("aria-invalid", "true")
    type_keys(page, "07")
    expect(cell(page, 1)).to_have_value("07")


def test_totals_are_compared_while_keying_and_the_line_is_named(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    card = average_card(paper(event_file, 1))
    # The paper has 31 where 13 was keyed: game 1.
    open_card(page, tournament)
    type_keys(page, "".join(keys_of(line) for line in card.lines))

    type_keys(page, f"{card.recorded.game_points}\n11\n{card.recorded.plus + 18}\n{card.recorded.minus}")

    expect(page.locator("#sums")).to_contain_text(
        f"Plus {card.recorded.plus + 18} written, {card.recorded.plus} added up."
        " Look at game 1: digits the other way round (31)?"
    )


def test_card_that_is_open_already_can_be_looked_through(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    card = average_card(paper(event_file, 1))
    save(tournament, member, card)
    page.goto(card_address(tournament, 1))

    shown = [cell(page, line.game).input_value() for line in card.lines]

    assert shown == [keys_of(line) for line in card.lines]
    expect(page.locator("#sums")).to_have_text("")
    type_keys(page, "**\n")
    expect_card(page, "A-2")
    assert (Scorecard.objects.get().version, CardSave.objects.count()) == (1, 1)


@pytest.mark.parametrize("told", [["focusout", "focusin"], ["focusin"]], ids=["left and come back to", "come to late"])
def test_what_is_begun_stays_when_the_window_is_come_to(
    page: Page, tournament: Tournament, member: StaffMember, told: list[str]
) -> None:
    page.goto(f"/t/{tournament.slug}/cards/totals/")
    expect(foot(page, "Game points")).to_be_focused()
    type_keys(page, "1")

    # What the browser tells then; one without a window is never left.
    page.evaluate(
        "told => told.forEach(what => document.activeElement.dispatchEvent(new FocusEvent(what, { bubbles: true })))",
        told,
    )
    type_keys(page, "4")

    expect(foot(page, "Game points")).to_have_value("14")


def test_line_as_written_is_not_changed_when_another_window_is_looked_at(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    open_card(page, tournament)
    type_keys(page, "/2/1")

    page.evaluate("() => document.activeElement.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))")
    type_keys(page, "6/\n")

    expect(cell(page, 2)).to_be_focused()
    expect(cell(page, 1)).to_have_value("16")
    assert not page.locator("[name=blank-1]").is_checked()


def test_totals_first_by_keys_alone(page: Page, tournament: Tournament, member: StaffMember) -> None:
    page.goto(f"/t/{tournament.slug}/cards/totals/")
    expect(foot(page, "Game points")).to_be_focused()

    type_keys(page, "25\n11\n181\n160\n")
    expect(page.get_by_role("heading", name="A-2 ")).to_be_visible()
    expect(foot(page, "Game points")).to_be_focused()
    type_keys(page, "8\n9\n98\n120\n")
    expect(page.get_by_role("heading", name="A-3 ")).to_be_visible()
    type_keys(page, "14\n7\n100\n0\n")

    expect(page.get_by_role("heading", name="A-4 ")).to_be_visible()
    expect(foot(page, "Game points")).to_be_focused()
    expect(foot(page, "Game points")).to_have_value("")
    assert stored(tournament, 1) == CardRecord(1, (), FootTotals(25, 11, 181, 160))
    assert stored(tournament, 3) == CardRecord(3, (), FootTotals(14, 7, 100, 0))
    expect(page.get_by_text("3 of 24 cards have their game points")).to_be_visible()


def test_totals_are_typed_from_card_to_card_without_a_page_that_loads(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    page.goto(f"/t/{tournament.slug}/cards/totals/")
    expect(foot(page, "Game points")).to_be_focused()
    page.evaluate("window.isOfFirstCard = true")

    type_keys(page, "25\n11\n181\n160\n8\n9\n98\n120\n14\n7\n100\n0\n")

    expect(page.get_by_role("heading", name="A-4 ")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Saved A-3: 14/7")).to_be_visible()
    assert stored(tournament, 1) == CardRecord(1, (), FootTotals(25, 11, 181, 160))
    assert stored(tournament, 2) == CardRecord(2, (), FootTotals(8, 9, 98, 120))
    assert stored(tournament, 3) == CardRecord(3, (), FootTotals(14, 7, 100, 0))
    # A page that loads hears no key until it is there.
    assert page.evaluate("window.isOfFirstCard")
    page.go_back()
    expect(page.get_by_role("heading", name="A-3 ")).to_be_visible()
    expect(foot(page, "Game points")).to_have_value("14")
