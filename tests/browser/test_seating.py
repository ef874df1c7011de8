"""Seats and movement in the browser: drawn, scheduled, broken, mended, printed."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.fit import faults, violations
from tests.browser.pages import sign_in
from tests.browser.test_print import MM, PAPERS
from tests.factories.tournaments import EntrantFactory, StaffMemberFactory, TournamentFactory
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.seating.services.draw import draw
from tournaments.seating.services.schedule import make_schedule

HERE = "/t/bay/seating/"
PAGES = (
    *(HERE, f"{HERE}seats/1/", f"{HERE}schedule/", f"{HERE}schedule/games/2/", "/t/bay/seats/"),
    *(f"{HERE}print/seats/", f"{HERE}print/cards/", f"{HERE}print/tables/"),
    *(f"{HERE}schedule/whole/", f"{HERE}schedule/whole/?name=bart"),
    *(f"{HERE}movements/?stay=1&stay=2", f"{HERE}print/caller/", f"{HERE}print/movement/"),
)
LONG = "Bartholomew Featherstonehaugh-Papadopoulos"


@pytest.fixture
def director(transactional_db: None, live_server: Any) -> StaffMember:
    """Return the director of an event of twelve entrants, seven games."""
    tournament = TournamentFactory(slug="bay", name="Lantern Bay Open", games=5, table_length=6)
    for number in range(1, 13):
        EntrantFactory(tournament=tournament, number=number, name=LONG if number == 1 else f"Player {number}")
    return StaffMemberFactory(tournament=tournament, name="Dee Rector")


@pytest.fixture
def desk(director: StaffMember, context: BrowserContext, page: Page, live_server: Any) -> Page:
    """Return the director's page, signed in."""
    sign_in(context, director, live_server.url)
    return page


def draw_and_schedule(director: StaffMember) -> Tournament:
    tournament: Tournament = director.tournament
    draw(tournament=tournament, actor=director, table_length=tournament.table_length, keep=False)
    make_schedule(tournament=tournament, actor=director)
    return tournament


def seated_event(players: int, **facts: Any) -> StaffMember:
    """Store an event with seats and schedule, names of all lengths in it; return its director."""
    tournament = TournamentFactory(slug="bay", **facts)
    for number in range(1, players + 1):
        EntrantFactory(tournament=tournament, number=number, name="Wes Dogwood of Gull"[: number % 13 + 6].strip())
    director: StaffMember = StaffMemberFactory(tournament=tournament, name="Dee Rector")
    draw_and_schedule(director)
    return director


def seat_of(number: int) -> str:
    return Entrant.objects.get(number=number).seat


def test_from_an_empty_hall_to_a_schedule_broken_and_mended(desk: Page) -> None:
    desk.goto(HERE)
    desk.get_by_role("button", name="Draw seats").click()
    expect(desk.get_by_text("Seats are drawn.")).to_be_visible()
    desk.get_by_role("button", name="Make schedule").click()
    expect(desk.get_by_text("Schedule check passed")).to_be_visible()

    desk.goto(f"{HERE}schedule/games/2/")
    one, other = (Entrant.objects.get(seat=seat) for seat in ("A-1", "A-3"))
    desk.get_by_label("Swap", exact=True).select_option(label=f"A-1 {one.name}")
    desk.get_by_label("With", exact=True).select_option(label=f"A-3 {other.name}")
    desk.get_by_role("button", name="Swap entrants").click()
    faults = desk.get_by_role("region", name="problems")
    expect(faults).to_contain_text("meet more than once, in games 1 and 2")

    desk.get_by_role("button", name="Undo: pairing changed").click()
    expect(desk.get_by_text("Schedule check passed")).to_be_visible()
    expect(faults).to_have_count(0)


def test_movement_is_chosen_for_somebody_who_stays_and_a_latecomer_is_previewed(
    desk: Page, director: StaffMember
) -> None:
    draw(tournament=director.tournament, actor=director, table_length=6, keep=False)
    asked = Entrant.objects.get(seat="B-4")
    desk.goto(HERE)
    desk.get_by_role("link", name="Choose the movement").click()
    desk.get_by_label("Must stay seated").select_option(label=f"B-4 {asked.name}")
    desk.get_by_role("button", name="Update").click()
    expect(desk.get_by_role("img", name="Drawing of the tables with arrows")).to_have_count(3)
    desk.get_by_role("region", name="Everybody moves but one").get_by_role("button").click()
    expect(desk.get_by_text("5 games are scheduled: everybody moves but one.")).to_be_visible()
    EntrantFactory(tournament=director.tournament, number=99, name="Late Lee")

    desk.goto(f"{HERE}schedule/")
    late = desk.get_by_role("group", name="Add latecomers")
    late.get_by_label("Play from game").fill("2")
    late.get_by_role("button", name="Preview latecomers").click()
    expect(desk.get_by_text("Nothing is saved yet.")).to_be_visible()
    assert seat_of(99) == ""
    desk.get_by_role("button", name="Save change").click()
    expect(desk.get_by_text("Late Lee has seat C-1, from game 2 on.")).to_be_visible()

    assert (Entrant.objects.get(seat="A-1"), seat_of(99)) == (asked, "C-1")


def test_seat_is_swapped_by_keyboard_alone(desk: Page, director: StaffMember) -> None:
    draw_and_schedule(director)
    before, wanted = seat_of(2), next(seat for seat in ("A-1", "A-2") if seat != seat_of(2))

    desk.goto(f"{HERE}seats/2/")
    desk.get_by_label("Seat", exact=False).first.focus()
    desk.keyboard.press("Control+a")
    desk.keyboard.type(wanted.lower())
    desk.keyboard.press("Tab")
    desk.keyboard.press("Space")
    with desk.expect_navigation():
        desk.keyboard.press("Enter")

    assert (seat_of(2), Entrant.objects.filter(seat=before).count()) == (wanted, 1)


def test_focus_stays_where_it_was_after_each_press(desk: Page) -> None:
    desk.goto(HERE)
    desk.locator("#draw-button").focus()

    desk.keyboard.press("Enter")

    expect(desk.get_by_role("button", name="Draw again")).to_be_focused()


def test_public_seat_list_is_searched_while_typing(page: Page, director: StaffMember) -> None:
    draw_and_schedule(director)

    page.goto("/t/bay/seats/")
    page.get_by_role("searchbox").press_sequentially("player 12")

    expect(page.get_by_role("status")).to_have_text("1 found. Show all")
    expect(page.get_by_role("rowheader")).to_have_text(["Player 12"])


@pytest.mark.thorough
def test_printed_pages_hold_what_they_should(desk: Page, director: StaffMember, tmp_path: Path) -> None:
    for number in range(13, 61):
        EntrantFactory(tournament=director.tournament, number=number, name=f"Player {number}")
    draw_and_schedule(director)

    for paper in PAPERS:
        seats = printed(desk, f"{HERE}print/seats/", tmp_path, paper)
        cards = printed(desk, f"{HERE}print/cards/", tmp_path, paper)
        signs = printed(desk, f"{HERE}print/tables/", tmp_path, paper)

        assert [page.count("Player") + page.count("Bartholomew") for page in seats] == [30, 30]
        movement = printed(desk, f"{HERE}print/movement/", tmp_path, paper)
        caller = printed(desk, f"{HERE}print/caller/", tmp_path, paper)

        assert [len(cards), len(signs), len(movement), len(caller)] == [15, 10, 10, 1]
        assert all(seat in cards[0] for seat in ("A-1", "A-2", "A-3", "A-4"))
        assert signs[1].split()[:4] == ["B", "B-1", "to", "B-6"]


def printed(page: Page, address: str, folder: Path, paper: str) -> list[str]:
    """Return the text of each printed page."""
    if shutil.which("pdftotext") is None:
        message = "Reading printed pages needs pdftotext (Debian: apt-get install poppler-utils)."
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    page.goto(address)
    file = folder / "printed.pdf"
    page.pdf(path=file, format=paper)
    run = subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, text=True, check=True)
    return run.stdout.split("\f")[:-1]


# A seat that is broken after its letter reads as another one.
BROKEN = "small => small.filter(one => one.getClientRects().length > 1).map(one => one.textContent)"


def test_opponents_seat_on_a_scorecard_is_never_broken(
    transactional_db: None, context: BrowserContext, page: Page, live_server: Any
) -> None:
    # Some of its names end where the line is nearly full.
    sign_in(context, seated_event(24, games=9, table_length=12), live_server.url)

    page.set_viewport_size({"width": 680, "height": 900})
    page.emulate_media(media="print")
    page.goto("/t/bay/seating/print/cards/")

    # Four cards of nine games share a page, from its top to its foot.
    sheet = page.locator(".sheet").first
    cards = [card.bounding_box() for card in sheet.locator(".paper-card").all()]
    top = (sheet.bounding_box() or {})["y"]
    assert [card is not None for card in cards] == [True] * 4
    assert max(card["y"] + card["height"] - top for card in cards if card) >= 245 * MM
    seats = page.locator(".paper-card td b")
    assert seats.count() == 24 * 9
    assert seats.evaluate_all(BROKEN) == []


@pytest.mark.thorough
def test_pages_are_fit_for_everybody_before_and_after_the_draw(desk: Page, director: StaffMember) -> None:
    before = faults(desk, PAGES)
    draw_and_schedule(director)
    Entrant.objects.filter(seat="B-6").update(seat="C-1", withdrawn_after_game=2)
    EntrantFactory(tournament=director.tournament, number=99, name="Late Lee")

    assert (before, faults(desk, PAGES)) == ({}, {})


def test_what_is_empty_stands_apart_from_the_panels_above(desk: Page) -> None:
    desk.goto(HERE)

    panels, empty = (desk.locator(part).bounding_box() for part in (".split", ".split + .empty"))

    assert panels is not None
    assert empty is not None
    assert empty["y"] - (panels["y"] + panels["height"]) >= 20


def test_schedule_is_taken_in_from_a_file_and_undone(desk: Page, director: StaffMember) -> None:
    draw_and_schedule(director)
    desk.goto(f"{HERE}schedule/")
    lines = b"game,first,second\n1,A-1,A-2\n1,A-3,A-4\n2,A-1,A-2\n"

    file = {"name": "mine.csv", "mimeType": "text/csv", "buffer": lines}
    desk.get_by_label("Schedule as CSV").set_input_files(files=[file])
    desk.get_by_role("button", name="Preview", exact=True).click()
    expect(desk.get_by_role("region", name="problems")).to_contain_text("Games 3 to 5 are not scheduled")
    assert violations(desk) == []
    desk.get_by_role("button", name="Import schedule").click()
    expect(desk.get_by_text("The imported schedule of 2 games is in place.")).to_be_visible()

    desk.goto(HERE)
    desk.get_by_role("button", name="Undo").click()
    expect(desk.get_by_text("Schedule check passed")).to_be_visible()
