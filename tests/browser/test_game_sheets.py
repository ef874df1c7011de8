"""Game sheets in a real browser: odd lines, slips, two versions; and the pages hold."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.fit import faults
from tests.browser.pages import sign_in
from tests.browser.test_cards import card_address, cell, expect_card, type_keys
from tests.scorecards.cards.card_entry import checker, save
from tests.scorecards.cards.sheet_entry import put_up, sheets, stored
from tournaments.models import Tournament
from tournaments.rules.types import CardRecord, FootTotals, Line


def field(page: Page, name: str) -> Locator:
    return page.locator(f"[name='{name}']")


def note(page: Page, game: int) -> Locator:
    return page.locator(f"#left-{game}")


@pytest.fixture
def of_points(transactional_db: None, context: BrowserContext, live_server: Any) -> Tournament:
    """Return a total-points event whose director is signed in."""
    tournament = put_up(sheets("total-points"))
    sign_in(context, checker(tournament, role="director"), live_server.url)
    return tournament


def test_odd_lines_are_keyed_as_they_stand_and_nobody_wins_an_unfinished_game(
    page: Page, of_points: Tournament
) -> None:
    page.goto(card_address(of_points, 1))
    expect(page.get_by_text("94 won 121 to 94")).to_be_visible()
    expect(page.get_by_text("−87 lost 87 to 121")).to_be_visible()

    type_keys(page, "/87/90\n")
    expect(note(page, 1)).to_have_text("neither side has 121: not finished, nobody’s win")
    type_keys(page, "/121/121\n")
    expect(note(page, 2)).to_have_text("both sides have 121: only one can have won")
    type_keys(page, "/\n")
    type_keys(page, "12194")
    type_keys(page, "-118")
    expect(cell(page, 6)).to_be_focused()
    type_keys(page, "11\n")
    expect(page.locator("[data-sum='games_won']")).to_have_text("lines: 2")
    type_keys(page, "568\n2\n")

    expect_card(page, "A-2")
    opponents = [line.opponent for line in stored(of_points).lines]
    assert stored(of_points) == CardRecord(
        1,
        (
            Line(1, opponents[0], own=87, theirs=90),
            Line(2, opponents[1], own=121, theirs=121),
            Line(3, opponents[2]),
            Line(4, opponents[3], own=121, theirs=94),
            Line(5, opponents[4], own=118, theirs=121),
            Line(6, opponents[5], own=121, theirs=11),
        ),
        FootTotals(games_won=2, total=568),
    )


@pytest.mark.parametrize(
    ("keys", "own", "theirs", "next_game"),
    [
        ("94", "121", "94", 2),
        ("-87", "87", "121", 2),
        ("07", "121", "07", 2),
        ("104", "121", "104", 2),
        ("-118", "118", "121", 2),
        ("121-94", "121", "94", 2),
        (".104", "121", "104", 2),
        ("12", "121", "12", 1),
        ("121", "", "", 1),
    ],
)
def test_loser_of_an_ordinary_line_is_all_that_is_keyed(
    page: Page, of_points: Tournament, keys: str, own: str, theirs: str, next_game: int
) -> None:
    page.goto(card_address(of_points, 1))

    type_keys(page, keys)

    is_whole = next_game == 2
    expect(cell(page, next_game)).to_be_focused()
    expect(field(page, "own-1")).to_have_value(own if is_whole else "")
    expect(field(page, "theirs-1")).to_have_value(theirs if is_whole else "")


def test_keyed_lines_stay_readable_keys_when_the_sheet_is_opened_again(page: Page, of_points: Tournament) -> None:
    page.goto(card_address(of_points, 1))
    type_keys(page, "94-8711\n104/87/90\n/\n")
    type_keys(page, "**")
    page.get_by_role("button", name="Save card").click()
    page.get_by_role("button", name="Save card").click()
    expect_card(page, "A-2")

    page.goto(card_address(of_points, 1))

    shown = [cell(page, game).input_value() for game in range(1, 7)]
    assert shown == ["94", "-87", ".011", "104", "/87/90", "/"]


def test_sheet_that_was_not_saved_is_there_again_after_a_reload(page: Page, of_points: Tournament) -> None:
    page.goto(card_address(of_points, 1))
    type_keys(page, "94-87/87/90")
    expect(page.get_by_text("Not saved yet. Kept in this browser.")).to_be_visible()

    page.reload()

    expect(cell(page, 3)).to_have_value("/87/90")
    assert [cell(page, game).input_value() for game in (1, 2)] == ["94", "-87"]
    assert [field(page, name).input_value() for name in ("own-2", "theirs-2")] == ["87", "121"]


def test_cursor_passes_over_a_game_against_a_pair_that_had_left(page: Page, of_points: Tournament) -> None:
    opponent = sheets("total-points").scorecards[0].lines[0].opponent
    of_points.entrants.filter(number=opponent).update(withdrawn_after_game=0)
    page.goto(card_address(of_points, 1))

    expect(cell(page, 2)).to_be_focused()
    expect(note(page, 1)).to_have_text("withdrew after game 0: no line needed")
    page.keyboard.press("ArrowUp")
    type_keys(page, "94")
    expect(note(page, 1)).to_have_text("")


def test_slips_of_points_are_keyed_one_after_the_other(page: Page, of_points: Tournament) -> None:
    page.goto(f"/t/{of_points.slug}/cards/slips/?game=1")
    expect(page.locator("#first")).to_be_focused()

    for keys in ("1", "121", "94"):
        type_keys(page, keys)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(page.get_by_text("Game 1: A-1 won 121 to 94, against")).to_be_visible()
    expect(page.locator("#first")).to_be_focused()
    assert stored(of_points).lines[0].theirs == 94


def test_somebody_elses_save_shows_both_versions_of_a_sheet(page: Page, of_points: Tournament) -> None:
    page.goto(card_address(of_points, 1))
    type_keys(page, "94")
    [line, *_] = sheets("total-points").scorecards[0].lines
    other = checker(of_points, name="Bo Cedar")
    save(of_points, other, CardRecord(1, (Line(1, line.opponent, own=90, theirs=121),)))

    type_keys(page, "**\n\n\n")

    expect(page.get_by_role("heading", name="Bo Cedar saved this card while you had it open")).to_be_visible()
    expect(page.get_by_text("121 to 94")).to_be_visible()
    expect(page.get_by_text("90 to 121")).to_be_visible()
    expect(page.get_by_role("button", name="Save card")).to_have_css("pointer-events", "auto")
    page.get_by_role("button", name="Save card").press("Enter")
    expect(page.get_by_text("Saved A-1, games 2 to 6 not entered.")).to_be_visible()
    assert stored(of_points).lines == (Line(1, line.opponent, own=121, theirs=94),)


@pytest.mark.thorough
def test_pages_of_sheets_are_fit_for_everybody(page: Page, of_points: Tournament) -> None:
    pages = ("cards/1/", "cards/slips/?game=1", "check/")

    assert faults(page, [f"/t/{of_points.slug}/{where}" for where in pages]) == {}


@pytest.mark.parametrize("scoring", ["total-points", "points-left"])
def test_sheet_of_22_games_with_long_names_is_keyed_without_scrolling(
    page: Page, transactional_db: None, context: BrowserContext, live_server: Any, scoring: str
) -> None:
    tournament = put_up(sheets(scoring, pairs=12))
    tournament.entrants.update(name="Philippa Saddlethwaite", partner="Delphine Candlegarth")
    sign_in(context, checker(tournament, role="director"), live_server.url)
    page.set_viewport_size({"width": 1280, "height": 800})

    page.goto(card_address(tournament, 1))
    type_keys(page, "94")

    expect(page.locator("#sums")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    assert page.locator("#card").evaluate("card => card.getBoundingClientRect().bottom <= innerHeight")
