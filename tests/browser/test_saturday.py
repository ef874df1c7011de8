"""A director's Saturday: 48 players on an untidy sheet, from the list to the prizes, every figure worked out by hand.

Two do not come, one of whom had paid; one comes late and takes the house player's seat. So 46 play 12 games.

**Who wins.** An anchor (odd seat) meets movers only, so that what anchors come to follows from their seats:

- Strong anchors, the k-th of A-1, A-3 ... A-11, B-1 ... B-9 (k = 1 to 11), win every game by 30 − k: 12 wins are 24
  game points, and net 12 × (30 − k).
- The anchors of B-11 and C-1 win games 1 to 9 by 10 and lose games 10 to 12 by 10: 18/9, net 90 − 30 = +60.
- The ten anchors after them win odd games by 5 and lose even games by 5: 12/6, net 0.
- A mover wins at most the six even games against those ten and one game each against B-11 and C-1: 8 wins, 16 points.

**Seven errors**, each on or against a card of a qualifier:

1. A-1 wrote 3 game points for a win by 29 in game 1: they are put right to 2 (appendix 5). Nothing else changes.
2. A-3 wrote 12 game points and 24 games won at the foot, each in the other's place (appendix 4).
3. A-5 won game 3 by 27, the opponent wrote a loss by 20: 20 counts (12.2.a). Net 11 × 27 + 20 = +317.
4. In game 4 the opponent of A-7 left the line blank: the other side of A-7's win counts (12.2.c).
5. A-9 wrote the 25 of game 5 in the minus column: it is moved (12.2.f).
6. In game 6 A-11 and the opponent both claim a win by 24: a loss for both, each by its own number (12.2.e). That leaves
   11 wins, 22/11, and net 11 × 24 − 24 = +240: behind all with 12 wins.
7. B-1 filled both columns in game 7: no rule covers it (14.1). The director decides a win by 23.

**The line.** 46 / 4 = 11.5, so 12 qualify. B-11 and C-1 are level in all four for place 12 and have not met: they play
a tie game (appendix 7). Twelve make a bracket of 16 places with 4 byes.

**The prizes.** 46 × $45 = $2,070; what the absent player had paid is refunded. In steps of $5, rounded down:
30% is $621.00, $620; 20% is $414.00, $410; 10% is $207.00, $205 (places 3 and 4); 3.75% is $77.625, $75 (5 to 12). That
is 620 + 410 + 410 + 600 = $2,040; the $30 that rounding leaves go to the champion, who gets $650.
"""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from brackets.models import Posting
from scorecards.cards.services.cards import CardChange, change_cards
from scorecards.models import Scorecard
from tests.brackets.playoffs.playing import play_round
from tests.browser.pages import follow, heading, plain, sign_in_user, standings_shown
from tests.browser.test_cards import expect_card
from tests.scorecards.checking.check_pages import queue_of
from tests.tournaments.staff.people import make_user
from tournaments.changes.transaction import tournament_change
from tournaments.entrants.services.registration import check_in
from tournaments.models import Entrant, Pairing, StaffMember, Tournament
from tournaments.rules.types import Line
from tournaments.term import Term

HERE = "/t/gull-harbor-open/"
GAMES = 12
LAST_NAMES = ("Alder", "Birch", "Cedar", "Dune", "Elm", "Fern")
FIRST_NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal")
NAMES = [f"{first} {last}" for last in LAST_NAMES for first in FIRST_NAMES]
PAY_AT_THE_DOOR, LATE = ("Ann Alder", "Bo Alder"), "Cy Alder"
ABSENT, ABSENT_AND_PAID = "Gus Fern", "Hal Fern"

STRONG = [f"{table}-{seat}" for table, last in (("A", 11), ("B", 9)) for seat in range(1, last + 1, 2)]
LEVEL = ("B-11", "C-1")
STANDINGS = [
    *(("A-1", "24/12 +348"), ("A-3", "24/12 +336"), ("A-5", "24/12 +317"), ("A-7", "24/12 +312")),
    *(("A-9", "24/12 +300"), ("B-1", "24/12 +276"), ("B-3", "24/12 +264"), ("B-5", "24/12 +252")),
    *(("B-7", "24/12 +240"), ("B-9", "24/12 +228"), ("A-11", "22/11 +240")),
    *((LEVEL[0], "18/9 +60"), (LEVEL[1], "18/9 +60")),
]
"""Seat and card of the first 13; the director enters that B-11 wins the tie game."""
PRIZES = [650, 410, 205, 205, *[75] * 8]
SHARES = (("1", "", "30"), ("2", "", "20"), ("3", "4", "10"), ("5", "12", "3.75"))


def sheet() -> str:
    """Return the list as the director has it: titles, the headings again, spaces, words for paid, a total."""
    unpaid = {*PAY_AT_THE_DOOR, LATE, ABSENT}
    rows = ["Gull Harbor Open,,,,,,", "as of  Friday night,,,,,,", "", "#,Last,First,ACC No.,Home club,Town,Paid?"]
    for number, name in enumerate(NAMES, start=1):
        first, last = name.split()
        paid = "" if name in unpaid else ("Y", "cash", "$45.00", "check 1042")[number % 4]
        rows.append(
            f"{number}, {last} ,{first}  ,{'n/a' if number % 3 else f'wa {100 + number}'},Gull Pegs,Salem,{paid}"
        )
        if number == 24:
            rows += ["", "#,Last,First,ACC No.,Home club,Town,Paid?"]
    return "\n".join([*rows, "Total,48,,,,,$1980"])


@pytest.fixture
def director(transactional_db: None, first_term: Term, context: BrowserContext, page: Page, live_server: Any) -> Page:
    sign_in_user(context, make_user(), live_server.url)
    page.goto("/account/")
    return page


@pytest.mark.thorough
def test_directors_saturday_from_an_untidy_sheet_to_the_prizes(director: Page) -> None:
    makes_the_event(director)
    imports_the_sheet(director)
    opens_the_door(director)
    draws_seats_and_makes_the_schedule(director)
    welcomes_the_latecomer(director)
    closes_the_door(director)
    tournament = Tournament.objects.get()

    cards_come_in(tournament)
    keys_the_card_with_swapped_totals(director)
    checks_the_cards(director, tournament)
    settles_the_tie(director)
    posts(director)
    draws_and_plays(director, tournament)
    pays(director)


def makes_the_event(page: Page) -> None:
    page.get_by_role("link", name="New event").first.click()
    page.get_by_label("Name", exact=True).fill("Gull Harbor Open")
    page.get_by_label("Games", exact=True).fill(str(GAMES))
    page.get_by_label("Entry fee").fill("45")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Gull Harbor Open is created.")


def imports_the_sheet(page: Page) -> None:
    page.get_by_role("link", name="Import entrants").first.click()
    page.get_by_label("File").set_input_files(
        {"name": "friday.csv", "mimeType": "text/csv", "buffer": sheet().encode()}
    )
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Import 48 new and 0 changed").click()
    expect(page.locator("#done")).to_contain_text("48 added.")
    assert list(Entrant.objects.order_by("number").values_list("name", flat=True)) == NAMES
    assert Entrant.objects.filter(fee_paid=45_00).count() == 44


def at_the_door(page: Page, name: str) -> None:
    page.locator("#find").press_sequentially(name.lower())
    expect(page.locator(".check-in-card").get_by_role("heading")).to_have_text(", ".join(reversed(name.split())))
    page.keyboard.press("Enter")
    expect(page.locator(".check-in-card .check-in-state")).to_contain_text("Here")


def opens_the_door(page: Page) -> None:
    """Check in everybody but the two who never come and the one who comes late."""
    page.goto(f"{HERE}entrants/check-in/")
    for name in PAY_AT_THE_DOOR:
        at_the_door(page, name)
        page.locator(".check-in-card").get_by_role("button", name="Record $45.00").click()
        expect(page.locator(".check-in-card .check-in-state")).to_contain_text("Here, paid")
    tournament, me = Tournament.objects.get(), StaffMember.objects.get()
    for entrant in Entrant.objects.exclude(name__in=[*PAY_AT_THE_DOOR, LATE, ABSENT, ABSENT_AND_PAID]):
        check_in(tournament=tournament, actor=me, number=entrant.number, is_here=True)
    page.reload()
    expect(page.locator("#check-in-counts")).to_have_text("45 of 48 checked in, 46 paid")


def draws_seats_and_makes_the_schedule(page: Page) -> None:
    page.goto(f"{HERE}seating/")
    page.get_by_role("button", name="Draw seats for 45 of 48").click()
    expect(page.get_by_text("Seats are drawn for 45 of 48 players.")).to_be_visible()
    follow(page.get_by_role("link", name="Play", exact=True))
    page.get_by_role("button", name="Make schedule").click()
    expect(page.get_by_text("Schedule check passed")).to_be_visible()
    assert (Entrant.objects.exclude(seat="").count(), Entrant.objects.filter(house_player=True).count()) == (46, 1)


def welcomes_the_latecomer(page: Page) -> None:
    """Before game 1: the latecomer pays, and takes the seat of the house player, who is gone then."""
    page.goto(f"{HERE}entrants/check-in/")
    at_the_door(page, LATE)
    page.locator(".check-in-card").get_by_role("button", name="Record $45.00").click()
    expect(page.locator(".check-in-card .check-in-state")).to_contain_text("Here, paid")
    expect(page.locator(".check-in-card .check-in-state")).to_contain_text("No seat yet.")
    follow(page.locator(".check-in-card").get_by_role("link", name="Add latecomers"))
    page.get_by_label(LATE).check()
    page.get_by_role("button", name="Preview latecomers").click()
    page.get_by_role("button", name="Save change").click()
    expect(page.get_by_role("status")).to_contain_text(LATE)
    assert Entrant.objects.filter(house_player=True).count() == 0


def closes_the_door(page: Page) -> None:
    page.goto(f"{HERE}entrants/check-in/")
    follow(page.get_by_role("link", name="Everybody else is not coming"))
    page.get_by_role("group", name=f"{ABSENT_AND_PAID} paid $45.00").get_by_label("Refund it").check()
    page.get_by_role("button", name="These 2 did not come").click()
    expect(page.locator("#check-in-counts")).to_have_text("46 of 46 checked in, 46 paid")


def spread_won(anchor: str, game: int) -> int:
    """Return by how much the anchor of a seat wins a game, below 0 where the mover does."""
    if anchor in STRONG:
        return 29 - STRONG.index(anchor)
    if anchor in LEVEL:
        return 10 if game <= 9 else -10
    return 5 if game % 2 else -5


def cards_come_in(tournament: Tournament) -> None:
    """Store every card but A-3, with the errors; both lines of each game are as its two players wrote them."""
    people = {entrant.number: entrant for entrant in Entrant.objects.exclude(seat="")}
    lines: dict[int, dict[int, Line]] = {number: {} for number in people}
    pairings = Pairing.objects.select_related("first", "second", "scheduled_game")
    for pairing in pairings:
        anchor, mover = sorted((pairing.first, pairing.second), key=lambda one: int(one.seat.split("-")[1]) % 2 == 0)
        assert [int(one.seat.split("-")[1]) % 2 for one in (anchor, mover)] == [1, 0]
        game = pairing.scheduled_game.game
        won = spread_won(anchor.seat, game)
        for one, other, spread in ((anchor, mover, won), (mover, anchor, -won)):
            plus, minus = (spread, None) if spread > 0 else (None, -spread)
            lines[one.number][game] = Line(game, other.number, 2 if plus else 0, plus, minus)
    seat = {entrant.seat: number for number, entrant in people.items()}

    def write(owner: str, game: int, points: int | None, plus: int | None, minus: int | None) -> None:
        opponent = lines[seat[owner]][game].opponent
        lines[seat[owner]][game] = Line(game, opponent, points, plus, minus)

    def write_opponent(owner: str, game: int, points: int | None, plus: int | None, minus: int | None) -> None:
        opponent = lines[seat[owner]][game].opponent
        assert opponent is not None
        lines[opponent][game] = Line(game, seat[owner], points, plus, minus)

    write("A-1", 1, 3, 29, None)
    write_opponent("A-5", 3, 0, None, 20)
    write_opponent("A-7", 4, None, None, None)
    write("A-9", 5, 2, None, 25)
    write_opponent("A-11", 6, 2, 24, None)
    write("B-1", 7, 2, 23, 23)
    me = StaffMember.objects.get()
    with tournament_change(tournament) as locked:
        changes = [CardChange(people[number], own, me) for number, own in lines.items() if people[number].seat != "A-3"]
        change_cards(tournament=locked, changes=changes, actor=me)
    assert Scorecard.objects.count() == 45


def keys_the_card_with_swapped_totals(page: Page) -> None:
    """A-3 won twelve games by 28: 24/12, plus 336. The foot says 12 game points and 24 games won."""
    page.goto(f"{HERE}desk/")
    expect(page.locator(".next-step")).to_contain_text("1 scorecard is missing: A-3.")
    follow(page.locator("#to-next"))
    expect_card(page, "A-3")
    page.keyboard.type("28" * GAMES)
    page.keyboard.type("12\n24\n336\n0\n")
    expect(page.get_by_text("46 of 46 entered")).to_be_visible()
    follow(page.locator(".page-head").get_by_role("link", name="Cross-check"))


def checks_the_cards(page: Page, tournament: Tournament) -> None:
    """Two cards do not add up, four games have a ruling, one waits for the director."""
    expect(page.get_by_text("7 to settle, 0 done")).to_be_visible()
    kinds = []
    while (onwards := page.locator("#next")).count():
        follow(onwards)
        item = queue_of(tournament).find(page.url.rstrip("/").rpartition("/")[2])
        assert item is not None
        kinds.append(" ".join(rule for rule, _ in item.rules) or item.reason)
        if not item.kind.is_arithmetic:
            page.get_by_role("button", name="Papers match").click()
        if item.kind.is_undecided:
            for side, keys in zip(item.in_order, ("23", "-23"), strict=True):
                page.get_by_label(f"{side.holder.place} {side.holder.shown_name}", exact=True).fill(keys)
            page.get_by_label("Reason").fill("Both remember 23.")
            page.get_by_role("button", name="Save decision", exact=True).click()
            expect(page.get_by_text("Game 7 is decided.")).to_be_visible()
        else:
            page.get_by_role("button", name="Initial", exact=True).click()
            expect(page.get_by_role("status").filter(has_text="Initialed")).to_be_visible()
        page.goto(f"{HERE}check/")
    errors = ["12.2.a", "12.2.c", "12.2.e", "12.2.f", "App.4", "App.5", "both columns filled on one line"]
    assert sorted(kinds) == errors
    expect(page.get_by_text("6 of 6 settled.")).to_be_visible()
    page.goto(f"{HERE}cards/?state=CHECKED")
    checked = page.locator("#stack tbody tr").evaluate_all("rows => rows.map(row => row.cells[0].textContent.trim())")
    assert {seat for seat, _ in STANDINGS} <= set(checked)


def settles_the_tie(page: Page) -> None:
    page.goto(f"{HERE}ranking/")
    first = Entrant.objects.get(seat=LEVEL[0])
    page.get_by_role("button", name=f"{first.name} won").click()
    expect(page.get_by_text("Tie game saved.")).to_be_visible()


def posts(page: Page) -> None:
    page.goto(f"{HERE}check/")
    follow(page.get_by_role("main").get_by_role("link", name="Post the qualifiers"))
    page.get_by_role("button", name="Post 12 qualifiers").click()
    expect(page.get_by_text("Posting 1 is public now.")).to_be_visible()
    page.goto(f"{HERE}standings/")
    rows = standings_shown(page)[1:]
    assert rows[12] == ["The line: 12 of 46 qualify"]
    assert [(row[2], row[3]) for row in (*rows[:12], rows[13])] == STANDINGS
    assert len(rows) == 47
    assert Posting.objects.get().report["byes"] == 4


def draws_and_plays(page: Page, tournament: Tournament) -> None:
    """Let who stands above in the bracket win: seed 1, then 3, then 5 and 7; the rest in order of round and seed."""
    page.goto(f"{HERE}playoffs/")
    page.get_by_role("button", name="Draw bracket").click()
    expect(page.get_by_text("0 of 4 won")).to_be_visible()
    tournament.refresh_from_db()
    for number in (1, 2, 3, 4):
        play_round(tournament, number)
    page.goto(f"{HERE}results/")
    expect(heading(page)).to_contain_text("Results")


def pays(page: Page) -> None:
    page.goto(f"{HERE}money/")
    expect(page.get_by_text("$2070.00 of $2070.00 owed")).to_be_visible()
    for number, row in enumerate(SHARES, start=1):
        for label, text in zip(("from place", "to place", "each gets"), row, strict=True):
            page.get_by_label(f"Row {number}, {label}").fill(text)
    page.get_by_label("Round shares to").select_option("5.00")
    page.get_by_label("Remainder goes to place").fill("1")
    page.get_by_role("button", name="Save payout table").click()
    expect(page.get_by_text("The table pays out exactly the $2070.00 in the fund.")).to_be_visible()
    rows = page.locator("#dues tbody tr")
    assert [plain(text) for text in rows.locator("td.number").all_text_contents()] == [f"${each}.00" for each in PRIZES]
    order = [1, 3, 5, 7, 2, 4, 6, 8, 9, 10, 11, 12]
    seats = dict(Entrant.objects.values_list("name", "seat"))
    shown = [seats[name] for name in rows.locator("th bdi").all_text_contents()]
    assert shown == [STANDINGS[seed - 1][0] for seed in order]
    rows.first.get_by_role("button", name="Paid $650.00").click()
    expect(page.locator("#dues")).to_contain_text("$650.00 paid, $1420.00 balance due.")
