"""Events of game sheets as everybody in them lives them: from the first sign-in to the posted standings."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from brackets.models import Posting
from scorecards.models import Decision, Scorecard, TieOrder
from scorecards.rules.scoring_systems.total_points import POINTS_LEFT, TOTAL_POINTS, GameSheet
from tests.browser.hall import settle_ties
from tests.browser.pages import WIDE, follow, second_browser, standings_shown
from tests.browser.test_cards import expect_card, type_keys
from tests.browser.test_pairs import PAIRS
from tests.browser.test_to_the_posting import NOT_POSTED, crosscheck_of_the_export, verified
from tests.browser.test_ways_in import invite, join, set_password, sign_in_by_link
from tests.browser.test_whole_path import COUNT, PAD, WATCH, director_enters_everybody
from tests.scorecards.cards.sheet_entry import stored
from tournaments.models import AuditEntry, Entrant, Pairing, StaffMember, Tournament
from tournaments.rules.scorings import GAME_HOLE
from tournaments.rules.types import CardRecord, FootTotals, Line

pytestmark = pytest.mark.several_people

EVENT = "Lantern Bay Games"
HERE = "/t/lantern-bay-games/"
CHECKER = "Bo Cedar"
KINDS = {"total-points": TOTAL_POINTS, "points-left": POINTS_LEFT}

# Who won each of the two games of each two, and what the loser pegged, by the numbers of the entrants. 1 and 2 did the
# same against the others, and each beat the other by as much: nothing parts them.
RESULTS = {
    (1, 2): ((1, 90), (2, 90)),
    (1, 3): ((1, 80), (1, 70)),
    (1, 4): ((1, 60), (1, 110)),
    (2, 3): ((2, 80), (2, 70)),
    (2, 4): ((2, 60), (2, 110)),
    (3, 4): ((3, 104), (4, 11)),
}
# Number, total and games won, in order of place: worked out by hand from the results.
BY_HAND = {
    "total-points": [(2, 695, 5), (1, 695, 5), (4, 565, 1), (3, 432, 1)],
    "points-left": [(2, 31, 5), (1, 31, 5), (4, 161, 1), (3, 294, 1)],
}
BY_TOTAL = {"total-points": "total points", "points-left": "points left"}
HEADINGS = {"total-points": "Points", "points-left": "Left"}


@pytest.mark.thorough
@pytest.mark.parametrize("scoring", KINDS)
def test_event_of_sheets_from_the_first_sign_in_to_the_posted_standings(
    page: Page, browser: Browser, live_server: Any, tmp_path: Path, scoring: str
) -> None:
    kind = KINDS[scoring]
    sign_in_by_link(page)
    set_password(page)
    director_makes_the_event(page, scoring)
    if scoring == "total-points":
        director_enters_pairs(page)
    else:
        director_enters_everybody(page, [name for name, *_ in PAIRS[:4]])
    director_makes_the_double_round_robin(page)
    right = what_is_played(kind)
    wrong = next(number for number, card in right.items() if kind.sums(card.lines[:1])[1])
    papers = {**right, wrong: carelessly(right[wrong], kind)}
    link = invite(page)

    with second_browser(browser, live_server.url, WIDE) as checker:
        join(checker, link, CHECKER, "bc")
        checker_keys_every_sheet(checker, papers)
        checker_finds_one_game_that_differs(checker)
    with second_browser(browser, live_server.url) as stranger:
        stranger.goto(f"{HERE}standings/")
        expect(stranger.get_by_text(NOT_POSTED)).to_be_visible()
        expect(stranger.get_by_role("table")).to_have_count(0)
        director_decides_it(page, right)
        settle_ties(page, Tournament.objects.get())
        director_posts(page)
        expect_posted(stranger, scoring, tmp_path)
    expect_each_by_whose_hand()


def carelessly(card: CardRecord, kind: GameSheet) -> CardRecord:
    """Return the card with other points in its first game, which was won, its foot added up from them."""
    line = card.lines[0]
    wrong = {"left": 3} if line.left is not None else {"theirs": (line.theirs or 0) - 1}
    line = replace(line, **wrong)
    lines = (line, *card.lines[1:])
    total, games_won = kind.sums(lines)
    return CardRecord(card.entrant, lines, FootTotals(games_won=games_won, total=total))


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


def keys_of(line: Line) -> str:
    """Return the keys of a line as it is on paper: the loser's points, or what was left."""
    if line.left is not None:
        return f"{line.left:02d}" if line.left < 100 else f".{line.left}"
    own, theirs = line.own or 0, line.theirs or 0
    loser = min(own, theirs)
    return ("-" if own < theirs else "") + f"{loser:02d}" + ("\n" if loser in (10, 11, 12) else "")


def keys_of_card(card: CardRecord) -> str:
    """Return the keys of a whole card, Enter after each total."""
    assert card.recorded is not None
    return "".join(map(keys_of, card.lines)) + f"{card.recorded.total}\n{card.recorded.games_won}\n"


def director_makes_the_event(page: Page, scoring: str) -> None:
    """Begin with the values of pairs, or choose what is counted and what is played."""
    page.get_by_role("link", name="New event").first.click()
    if scoring == "total-points":
        page.get_by_role("link", name="Use 55+ settings").click()
    else:
        page.get_by_text("Scoring and rules", exact=True).click()
        page.get_by_label("Game points").select_option(scoring)
        page.get_by_text("Format and playoffs", exact=True).click()
        page.get_by_label("Format", exact=True).select_option("double-round-robin")
    page.get_by_label("Name", exact=True).fill(EVENT)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text(f"{EVENT} is created.")


def director_enters_pairs(page: Page) -> None:
    """Enter four pairs without leaving the keyboard: the cursor goes from field to field."""
    follow(page.get_by_role("link", name="Entrants", exact=True).first)
    for name, born, partner, partner_born, province in PAIRS[:4]:
        expect(page.locator("#id_name")).to_be_focused()
        for text in (name, born, partner, partner_born):
            page.keyboard.type(text)
            page.keyboard.press("Tab")
        page.keyboard.type(f"{province}\n")
        expect(page.locator("#done")).to_contain_text(f"Entrant added: {name}")
    pairs = Entrant.objects.order_by("number").values_list(
        "name", "birth_year", "partner", "partner_birth_year", "province"
    )
    assert [tuple(map(str, pair)) for pair in pairs] == PAIRS[:4]


def director_makes_the_double_round_robin(page: Page) -> None:
    follow(page.get_by_role("link", name="Seating", exact=True))
    page.get_by_role("button", name="Draw seats").click()
    expect(page.get_by_text("Seats are drawn.")).to_be_visible()
    expect(page.get_by_label("Everybody in one pool of 4: 6 games")).to_be_checked()
    page.get_by_role("button", name="Make schedule").click()
    expect(page.get_by_text("Schedule check passed")).to_be_visible()


def what_is_played(kind: GameSheet) -> dict[int, CardRecord]:
    """Play the schedule by the results, and return everybody's paper by number, in order of seats."""
    entrants = sorted(Entrant.objects.all(), key=lambda entrant: entrant.seat)
    lines: dict[int, list[Line]] = {entrant.number: [] for entrant in entrants}
    met: Counter[tuple[int, ...]] = Counter()
    games = Pairing.objects.select_related("first", "second").order_by("scheduled_game__game")
    for pairing in games.prefetch_related("scheduled_game"):
        game, pair = pairing.scheduled_game.game, sorted((pairing.first.number, pairing.second.number))
        winner, points = RESULTS[pair[0], pair[1]][met[*pair]]
        met[*pair] += 1
        for own, other in (pair, pair[::-1]):
            pegged, against = (GAME_HOLE, points) if own == winner else (points, GAME_HOLE)
            lines[own].append(
                Line(game, other, left=GAME_HOLE - pegged)
                if kind is POINTS_LEFT
                else Line(game, other, own=pegged, theirs=against)
            )
    assert met == dict.fromkeys(RESULTS, 2)
    return {number: with_foot(number, tuple(own), kind) for number, own in lines.items()}


def with_foot(number: int, lines: tuple[Line, ...], kind: GameSheet) -> CardRecord:
    total, games_won = kind.sums(lines)
    return CardRecord(number, lines, FootTotals(games_won=games_won, total=total))


def checker_keys_every_sheet(page: Page, papers: dict[int, CardRecord]) -> None:
    """Key all sheets by the number pad: nothing is clicked once the first is open."""
    seats = dict(Entrant.objects.values_list("number", "seat"))
    expect(page.get_by_text("0 of 4 entered")).to_be_visible()
    page.context.add_init_script(WATCH)
    page.get_by_role("link", name="Enter A-1").click()
    expect_card(page, "A-1")
    page.evaluate(COUNT)
    for number, card in papers.items():
        expect_card(page, seats[number])
        type_keys(page, keys_of_card(card))
        expect(page.get_by_text(f"Saved {seats[number]}")).to_be_visible()
    expect(page.get_by_text("4 of 4 entered")).to_be_visible()
    pressed = page.evaluate("() => sessionStorage.keys").split()
    assert "".join(pressed).replace("Enter", "\n") == "".join(map(keys_of_card, papers.values()))
    assert set(pressed) <= PAD | {"."}
    assert page.evaluate("() => sessionStorage.clicks") == "0"
    tournament = Tournament.objects.get()
    assert {number: stored(tournament, number) for number in papers} == papers


def checker_finds_one_game_that_differs(page: Page) -> None:
    """Look at both papers of it, and leave it to the director."""
    page.goto(f"{HERE}check/")
    page.locator("#next").press("Enter")
    expect(page.get_by_role("button", name="Papers match")).to_be_focused()
    expect(page.get_by_role("button", name="Papers match")).to_have_css("pointer-events", "auto")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Both entries confirmed: game 1, ")).to_be_visible()
    expect(page.get_by_text("waits for the director", exact=True)).to_be_visible()


def director_decides_it(page: Page, right: dict[int, CardRecord]) -> None:
    page.goto(f"{HERE}check/?show=undecided")
    follow(page.get_by_role("link", name="Check the next one"))
    decide_by_keys(page, {number: card.lines[0] for number, card in right.items()})
    expect(page.get_by_text("Game 1 is decided.")).to_be_visible()


def director_posts(page: Page) -> None:
    follow(page.get_by_role("link", name="Dashboard", exact=True))
    follow(page.get_by_role("link", name="Post", exact=True).last)
    page.get_by_role("button", name="Post the standings").press("Enter")
    expect(page.get_by_text("Posting 1 is public now.")).to_be_visible()


def expect_posted(stranger: Page, scoring: str, folder: Path) -> None:
    """Check what a stranger sees, row by row, against the exported file crosschecked and the sums by hand."""
    tournament = Tournament.objects.get()
    report = crosscheck_of_the_export(tournament, folder)
    places = report["standings"]
    total = "total_points" if scoring == "total-points" else "points_left"
    assert [(place["entrant"], place[total], place["games_won"]) for place in places] == BY_HAND[scoring]
    assert Posting.objects.get().report == report
    people = {
        entrant.number: (f"{entrant.name} & {entrant.partner}" if entrant.partner else entrant.name, entrant.seat)
        for entrant in Entrant.objects.all()
    }

    stranger.goto(f"{HERE}standings/")

    assert standings_shown(stranger) == [
        ["Place", "Name", "Seat", HEADINGS[scoring], "Won", "Decided by"],
        *(
            [
                f"{place['rank']}",
                *people[place["entrant"]],
                f"{place[total]}",
                f"{place['games_won']}",
                place["decided_by"] or "",
            ]
            for place in places
        ),
    ]
    assert [place["rank"] for place in places] == [1, 2, 3, 4]
    assert [place["decided_by"] for place in places] == [None, "tie order", *[BY_TOTAL[scoring]] * 2]
    assert verified(tournament).endswith("everything stored follows from the cards as written\n")


def expect_each_by_whose_hand() -> None:
    """Look into the database: who keyed, looked, decided and posted, and why."""
    director = StaffMember.objects.get(role="director").name
    log = AuditEntry.objects.order_by("pk").values_list("who", "action")
    assert [action for who, action in log if who == CHECKER] == [
        "staff member joined",
        *["card entered"] * 4,
        *["line confirmed as written"] * 2,
    ]
    done = [action for who, action in log if who == director]
    assert done[done.index("invitation created") + 1 :] == ["game decided", "tie order set", "standings posted"]
    decision, order = Decision.objects.active().get(), TieOrder.objects.active().get()
    assert (decision.made_by, decision.rule, decision.reason) == (director, "none", "Both asked.")
    assert (order.made_by, order.reason) == (director, "They cut for it, low card first.")
    assert Scorecard.objects.count() == 4
