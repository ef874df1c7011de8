"""Game sheets in a real browser: keyed by the number pad, compared, decided and posted; and the pages hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from brackets.models import Posting
from scorecards.models import STANDS, Decision
from scorecards.pegged import POINTS_LEFT, TOTAL_POINTS, GameSheet
from scorecards.reckoning import reckon
from scorecards.selectors import tie_order_records
from tests.browser.pages import NARROWEST, WIDE
from tests.browser.test_keying import card_address, cell, expect_card, foot, sign_in, type_keys
from tests.events import without_cards
from tests.scorecards.keying import checker
from tests.scorecards.sheetkeying import put_up, sheets, stored
from tournaments.eventfile import CardRecord, EventFile, FootTotals, Line
from tournaments.models import StaffMember, Tournament

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
    """Return the card with other points in its first game, its foot added up from them."""
    line = card.lines[0]
    own, theirs = line.own or 0, line.theirs or 0
    if line.left is not None:
        line = replace(line, left=line.left + 3)
    else:
        line = replace(line, own=own - (own < theirs), theirs=theirs - (theirs < own))
    lines = (line, *card.lines[1:])
    total, games_won = kind.sums(lines)
    return CardRecord(card.entrant, lines, FootTotals(games_won=games_won, total=total))


def test_pairs_are_brought_from_their_sheets_to_the_posted_standings_by_keys(
    page: Page, director: StaffMember, tournament: Tournament, event_file: EventFile
) -> None:
    kind = POINTS_LEFT if tournament.scoring == "points-left" else TOTAL_POINTS
    right = {card.entrant: card for card in event_file.scorecards}
    papers = {**right, 1: carelessly(right[1], kind)}
    seats = {entrant.number: entrant.seat for entrant in event_file.entrants}
    page.goto(f"/t/{tournament.slug}/cards/")
    expect(page.get_by_role("link", name="Totals first")).to_have_count(0)
    page.get_by_role("link", name="Key A-1").press("Enter")

    for number, card in sorted(papers.items()):
        expect_card(page, seats[number])
        type_keys(page, keys_of_card(card))
        expect(page.get_by_text(f"{seats[number]} saved.")).to_be_visible()
    assert {number: stored(tournament, number) for number in papers} == papers

    page.goto(f"/t/{tournament.slug}/check/")
    expect(page.get_by_text("The sources have no ruling for two that differ")).to_be_visible()
    page.locator("#next").press("Enter")
    page.get_by_role("button", name="Both as written").press("Enter")
    decide_by_keys(page, {number: card.lines[0] for number, card in right.items()})
    expect(
        page.get_by_text("Everything is checked.").or_(page.get_by_text("Nothing to check"))
    ).to_be_visible()
    decision = Decision.objects.get(STANDS, tournament=tournament)
    assert (decision.rule, decision.reason) == ("none", "Both asked.")

    settle_ties_by_keys(page, tournament)
    page.goto(f"/t/{tournament.slug}/post/")
    page.get_by_role("button", name="Post the standings").press("Enter")
    expect(page.get_by_text("Posting 1 is up: everybody")).to_be_visible()
    expected = reckon(replace(event_file, tie_orders=tie_order_records(tournament))).report["standings"]
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


def settle_ties_by_keys(page: Page, tournament: Tournament) -> None:
    """Order whoever is level still: no game is played for it."""
    page.goto(f"/t/{tournament.slug}/ranking/")
    tournament.reckoning.refresh_from_db()
    assert tournament.reckoning.report["tie_games_needed"] == []
    assert tournament.reckoning.report["tie_orders_needed"] == []
