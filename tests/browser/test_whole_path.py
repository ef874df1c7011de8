"""A whole event of twelve, as everybody in it lives it: from the first sign-in to the last card."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from scorecards.cards.selectors.stack import PRESENT_FOR
from scorecards.models import CardPresence, CardSave, Line, Scorecard
from tests.browser.pages import WIDE, follow, heading, plain, second_browser
from tests.browser.test_cards import expect_card
from tests.browser.test_ways_in import invite, join, set_password, sign_in_by_link
from tests.tournaments.staff.people import PASSWORD, make_user
from tournaments.models import AuditEntry, Entrant, Pairing, StaffMember, Tournament

pytestmark = pytest.mark.several_people

EVENT = "Gull Harbor Open"
HERE = "/t/gull-harbor-open/"
GAMES = 9
PLAYERS = [f"Player {letter}" for letter in "ABCDEFGHIJKL"]
CHECKER, JUDGE, PLAYER = "Bo Cedar", "Cy Dune", "Di Elm"
# Opponent's number, points, plus and minus by game; and everybody's by seat, A-1 first.
type_paper = dict[int, tuple[int, int, int | None, int | None]]
type_papers = dict[str, type_paper]

# What is used while cards are keyed: every key that was pressed, and how often something was pressed or clicked.
COUNT = """() => {
    sessionStorage.keys = "";
    sessionStorage.clicks = 0;
}"""
WATCH = """
addEventListener("keydown", (event) => sessionStorage.keys += `${event.key} `, true);
addEventListener("pointerdown", () => sessionStorage.clicks++, true);
"""
PAD = {*"0123456789-", "Enter"}


@pytest.mark.thorough
def test_event_of_twelve_from_the_first_sign_in_to_the_last_card(
    page: Page, browser: Browser, live_server: object
) -> None:
    address = live_server.url  # type: ignore[attr-defined]
    director_makes_the_event(page)
    director_enters_everybody(page)
    director_draws_seats_and_makes_the_schedule(page)
    papers = what_is_played()
    links = {role: invite(page, role) for role in ("checker", "judge")}
    director_keys_the_first_card(page, papers)

    with second_browser(browser, address, WIDE) as checker:
        join(checker, links["checker"], CHECKER, "bc")
        checker_keys_every_card(checker, papers)
    with second_browser(browser, address) as judge:
        join(judge, links["judge"], JUDGE, "cd", leads_to="calls")
        judge_begins_at_calls_and_sees_no_cards(judge)
    with second_browser(browser, address) as player:
        stranger_sees_what_is_posted(player)
        player_is_told_of_no_staff_page(player)

    director_sees_every_card_in(page)
    expect_each_card_once(papers)


def director_makes_the_event(page: Page) -> None:
    sign_in_by_link(page)
    set_password(page)
    page.get_by_role("link", name="New event").first.click()
    page.get_by_label("Name", exact=True).fill(EVENT)
    page.get_by_label("Games", exact=True).fill(str(GAMES))
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text(f"{EVENT} is created.")
    expect(heading(page)).to_have_text("Dashboard")


def director_enters_everybody(page: Page, names: list[str] = PLAYERS) -> None:
    """Enter all of them without leaving the keyboard; the numbers are in order of entry."""
    follow(page.get_by_role("link", name="Entrants", exact=True).first)
    for name in names:
        expect(page.locator("#id_name")).to_be_focused()
        page.keyboard.type(f"{name}\n")
        expect(page.locator("#done")).to_contain_text(f"Entrant added: {name}")
    assert list(Entrant.objects.order_by("number").values_list("name", flat=True)) == names


def director_draws_seats_and_makes_the_schedule(page: Page) -> None:
    follow(page.get_by_role("link", name="Seating", exact=True))
    page.get_by_role("button", name="Draw seats").click()
    expect(page.get_by_text("Seats are drawn.")).to_be_visible()
    page.get_by_role("button", name="Make schedule").click()
    expect(page.get_by_text("Schedule check passed")).to_be_visible()
    expect(page.get_by_text(f"{GAMES} of {GAMES} games")).to_be_visible()


def what_is_played() -> type_papers:
    """Play the schedule, and return everybody's paper by seat: what is on one agrees with what is on the other."""
    papers: type_papers = {f"A-{number}": {} for number in range(1, len(PLAYERS) + 1)}
    for pairing in Pairing.objects.select_related("first", "second", "scheduled_game"):
        game = pairing.scheduled_game.game
        one, other = pairing.first, pairing.second
        winner, loser = (one, other) if (game + one.number) % 2 else (other, one)
        spread = 1 + (7 * game + 5 * winner.number) % 60
        papers[winner.seat][game] = (loser.number, 3 if spread > 30 else 2, spread, None)
        papers[loser.seat][game] = (winner.number, 0, None, spread)
    assert [sorted(paper) for paper in papers.values()] == [list(range(1, GAMES + 1))] * len(PLAYERS)
    return papers


def keys_of(paper: type_paper) -> str:
    """Return the keys of a whole card and its foot, Enter after each total."""
    lines = [paper[game] for game in range(1, GAMES + 1)]
    keys = "".join(f"{plus:02d}" if plus else f"-{minus:02d}" for _, _, plus, minus in lines)
    foot = (
        sum(points for _, points, _, _ in lines),
        sum(points > 0 for _, points, _, _ in lines),
        sum(plus or 0 for _, _, plus, _ in lines),
        sum(minus or 0 for _, _, _, minus in lines),
    )
    return keys + "".join(f"{total}\n" for total in foot)


def director_keys_the_first_card(page: Page, papers: type_papers) -> None:
    follow(page.get_by_role("link", name="Cards", exact=True))
    follow(page.get_by_role("link", name="Enter A-1"))
    expect_card(page, "A-1")
    following = Entrant.objects.get(seat="A-2").number
    # The page tells the server that the next card is open: told after the presence is changed below, it would be again.
    with page.expect_response(re.compile(rf"/cards/{following}/presence/$")):
        page.keyboard.type(keys_of(papers["A-1"]))
        expect_card(page, "A-2")
    # A card that somebody has open is not offered to others, nor for a while after they left it.
    page.goto(f"{HERE}cards/")
    expect(heading(page)).to_have_text("Scorecards")
    CardPresence.objects.update(seen_at=timezone.now() - PRESENT_FOR)


def checker_keys_every_card(page: Page, papers: type_papers) -> None:
    """Look at the director's card, which is in, and key the other eleven: nothing is clicked once the first is open."""
    expect(page.get_by_text("1 of 12 entered")).to_be_visible()
    page.context.add_init_script(WATCH)
    page.evaluate(COUNT)
    page.get_by_role("link", name="A-1", exact=True).click()
    expect(page.get_by_text("Already in, saved by")).to_be_visible()
    expect(page.get_by_role("button", name="Save card")).to_be_focused()
    page.keyboard.press("Enter")
    others = {seat: paper for seat, paper in papers.items() if seat != "A-1"}
    for seat, paper in others.items():
        expect_card(page, seat)
        page.keyboard.type(keys_of(paper))
    expect(page.get_by_text("12 of 12 entered")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="checked")).to_have_count(12)
    assert page.evaluate("() => sessionStorage.clicks") == "0"
    pressed = page.evaluate("() => sessionStorage.keys").split()
    assert "".join(pressed).replace("Enter", "\n") == "\n" + "".join(map(keys_of, others.values()))
    assert set(pressed) <= PAD


def judge_begins_at_calls_and_sees_no_cards(page: Page) -> None:
    expect(heading(page)).to_have_text("Judge calls")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_text(f"{JUDGE} · judge")).to_be_visible()
    tabs = page.get_by_role("navigation", name=f"Staff pages of {EVENT}").get_by_role("link")
    stations = ["Dashboard", "Judges", "Judge calls", "High hands", "Rules"]
    assert tabs.all_text_contents() == [*stations, "Public page"]
    tabs.get_by_text("Dashboard", exact=True).click()
    expect(heading(page)).to_have_text("Dashboard")
    expect(page.locator(".stations li").filter(has_text="Cards")).to_contain_text("12 of 12")
    assert status_of(page, f"{HERE}cards/") == 403
    expect(heading(page)).to_have_text("No access")
    expect(page.get_by_text("This page is for directors and checkers. You are here as judge.")).to_be_visible()


def stranger_sees_what_is_posted(page: Page) -> None:
    """See the event and everybody's seat, and of the cards nothing: they are not posted."""
    page.goto("/")
    follow(page.get_by_role("link", name=EVENT))
    expect(heading(page)).to_have_text(EVENT)
    for part in ("standings/", "standings/1/", "bracket/"):
        assert status_of(page, f"{HERE}{part}") == 200
        expect(page.get_by_text("appear here when the director posts them.")).to_be_visible()
        expect(page.get_by_role("table")).to_have_count(0)
        assert [name for name in PLAYERS if name in page.locator("body").inner_text()] == []
    page.goto(f"{HERE}seats/")
    listed = [f"{letter}, Player" for letter in "ABCDEFGHIJKL"]
    assert list(map(plain, page.get_by_role("rowheader").all_text_contents())) == listed


def player_is_told_of_no_staff_page(page: Page) -> None:
    """Be sent to sign in, and find nothing there: no more than of an event that does not exist."""
    make_user("di", PLAYER)
    page.goto(f"{HERE}cards/1/")
    page.get_by_label("User name").fill("di")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(heading(page)).to_have_text("Page not found")


def status_of(page: Page, address: str) -> int:
    response = page.goto(address)
    assert response is not None
    return response.status


def director_sees_every_card_in(page: Page) -> None:
    page.goto(f"{HERE}cards/")
    expect(page.get_by_text("12 of 12 entered")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="checked")).to_have_count(12)
    follow(page.get_by_role("link", name="Dashboard", exact=True))
    expect(page.locator(".stations li").filter(has_text="Cards")).to_contain_text("12 of 12")


def expect_each_card_once(papers: type_papers) -> None:
    """Look into the database: every card as on paper, in one copy, and in the log who keyed it."""
    stored: type_papers = {seat: {} for seat in papers}
    lines = Line.objects.values_list("scorecard__entrant__seat", "game", "opponent__number", "points", "plus", "minus")
    for seat, game, *line in lines:
        stored[seat][game] = tuple(line)
    assert (stored, len(lines)) == (papers, 108)
    assert list(Scorecard.objects.values_list("version", flat=True)) == [1] * 12
    tournament = Tournament.objects.get()
    director = StaffMember.objects.get(tournament=tournament, role="director").name
    who = [director, *[CHECKER] * 11]
    assert list(CardSave.objects.values_list("who", flat=True)) == who
    keyed = AuditEntry.objects.filter(tournament=tournament, action__in=("card entered", "card re-entered")).order_by(
        "pk"
    )
    names = dict(Entrant.objects.values_list("seat", "name"))
    assert list(keyed.values_list("who", "action", "subject")) == [
        (person, "card entered", f"{seat} {names[seat]}") for person, seat in zip(who, papers, strict=True)
    ]
    others = AuditEntry.objects.exclude(pk__in=keyed).order_by("pk").values_list("who", "action")
    assert [(name, action) for name, action in others if name != director] == [
        (CHECKER, "staff member joined"),
        (JUDGE, "staff member joined"),
    ]
