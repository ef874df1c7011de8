"""Game sheets in a real browser: keyed by the number pad, compared, decided and posted; and the pages hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from brackets.models import Posting
from scorecards.models import Decision
from scorecards.rules.calculation import calculate
from scorecards.rules.scoring_systems.total_points import POINTS_LEFT, TOTAL_POINTS, GameSheet
from tests.browser.fit import faults
from tests.browser.pages import sign_in
from tests.browser.test_keying import card_address, cell, expect_card, type_keys
from tests.events import without_cards
from tests.scorecards.keying.card_entry import checker, save
from tests.scorecards.keying.sheet_entry import put_up, sheets, stored
from tournaments.models import StaffMember, Tournament
from tournaments.rules.types import CardRecord, EventFile, FootTotals, Line

GAME_HOLE = 121


@pytest.fixture(params=["total-points", "points-left"])
def event_file(request: pytest.FixtureRequest, transactional_db: None) -> EventFile:
    return sheets(request.param)


@pytest.fixture
def tournament(event_file: EventFile) -> Tournament:
    return put_up(without_cards(event_file))


@pytest.fixture
def director(tournament: Tournament, context: BrowserContext, live_server: Any) -> StaffMember:
    member = checker(tournament, role="director")
    sign_in(context, member, live_server.url)
    return member


def keys_of(line: Line) -> str:
    """Return the keys of a line as it is on paper: the loser's points, or what was left."""
    if line.left is not None:
        return f"{line.left:02d}" if line.left < 100 else f".{line.left}"
    own, theirs = line.own or 0, line.theirs or 0
    loser = min(own, theirs)
    return ("-" if own < theirs else "") + f"{loser:02d}" + ("\n" if loser in (10, 11, 12) else "")


def keys_of_card(card: CardRecord) -> str:
    """Return the keys of a whole card; Enter after a total of which nobody knows how long it is."""
    assert card.recorded is not None
    total = f"{card.recorded.total}"
    is_of_left = card.lines[0].left is not None
    return (
        "".join(keys_of(line) for line in card.lines)
        + total
        + ("\n" if is_of_left else "")
        + f"{card.recorded.games_won}\n"
    )


def carelessly(card: CardRecord, kind: GameSheet) -> CardRecord:
    """Return the card with other points in its first game, which was won, its foot added up from them."""
    line = card.lines[0]
    wrong = {"left": 3} if line.left is not None else {"theirs": (line.theirs or 0) - 1}
    line = replace(line, **wrong)
    lines = (line, *card.lines[1:])
    total, games_won = kind.sums(lines)
    return CardRecord(card.entrant, lines, FootTotals(games_won=games_won, total=total))


def test_pairs_are_brought_from_their_sheets_to_the_posted_standings_by_keys(
    page: Page, director: StaffMember, tournament: Tournament, event_file: EventFile
) -> None:
    kind = POINTS_LEFT if tournament.scoring == "points-left" else TOTAL_POINTS
    right = {card.entrant: card for card in event_file.scorecards}
    winner = next(number for number, card in right.items() if kind.sums(card.lines[:1])[1])
    papers = {**right, winner: carelessly(right[winner], kind)}
    seats = {entrant.number: entrant.seat for entrant in event_file.entrants}
    page.goto(f"/t/{tournament.slug}/cards/")
    expect(page.get_by_role("link", name="Enter totals first")).to_have_count(0)
    page.get_by_role("link", name="Enter A-1").press("Enter")

    for number, card in sorted(papers.items()):
        expect_card(page, seats[number])
        type_keys(page, keys_of_card(card))
        expect(page.get_by_text(f"{seats[number]} saved.")).to_be_visible()
    assert {number: stored(tournament, number) for number in papers} == papers

    page.goto(f"/t/{tournament.slug}/check/")
    expect(page.get_by_text("no ruling in the sources")).to_be_visible()
    page.locator("#next").press("Enter")
    page.get_by_role("button", name="Yes, both match").press("Enter")
    decide_by_keys(page, {number: card.lines[0] for number, card in right.items()})
    expect(page.get_by_text("Everything is checked.").or_(page.get_by_text("Nothing to check"))).to_be_visible()
    decision = Decision.objects.active().get(tournament=tournament)
    assert (decision.rule, decision.reason) == ("none", "Both asked.")

    expect_no_tie(tournament)
    page.goto(f"/t/{tournament.slug}/post/")
    page.get_by_role("button", name="Post the standings").press("Enter")
    expect(page.get_by_text("Posting 1 is public now.")).to_be_visible()
    expected = calculate(event_file).result.to_json()["standings"]
    [posting] = Posting.objects.filter(tournament=tournament)
    assert posting.report["standings"] == expected
    page.context.clear_cookies()
    page.goto(f"/t/{tournament.slug}/standings/")
    names = {entrant.number: entrant.name for entrant in event_file.entrants}
    table = page.get_by_role("main").get_by_role("table").first
    expect(table).to_contain_text(names[expected[0]["entrant"]])
    expect(table).to_contain_text(str(expected[0]["total_points" if kind is TOTAL_POINTS else "points_left"]))


def decide_by_keys(page: Page, lines: dict[int, Line]) -> None:
    """Type both lines of the decision and a reason; the cursor stands in the first line."""
    first = page.locator("[name^='line-']").first
    expect(first).to_be_focused()
    for field in page.locator("[name^='line-']").all():
        number = int((field.get_attribute("name") or "").removeprefix("line-"))
        expect(field).to_be_focused()
        type_keys(page, keys_of(lines[number]).strip())
        page.keyboard.press("Tab")
    type_keys(page, "Both asked.")
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def expect_no_tie(tournament: Tournament) -> None:
    """Check that nobody is left to be put in order, so that the standings can be posted."""
    tournament.stored_result.refresh_from_db()
    assert tournament.stored_result.report["tie_games_needed"] == []
    assert tournament.stored_result.report["tie_orders_needed"] == []


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
    expect(page.get_by_text("94 is won 121 to 94, −87 is lost 87 to 121")).to_be_visible()

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
    type_keys(page, "5682\n")

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
    page.get_by_role("button", name="Save card").press("Enter")
    expect(page.get_by_text("A-1 saved, games 2 to 6 not entered.")).to_be_visible()
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
