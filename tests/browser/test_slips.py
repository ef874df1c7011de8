"""A slip that was typed is never lost, and counts once: a dead server, a reload, an ended session, a lost answer."""

import re

import pytest
from playwright.sync_api import APIResponse, BrowserContext, Locator, Page, Route, expect

from scorecards.models import CardSave
from scorecards.models import Line as StoredLine
from tests.browser.own_server import OwnServer
from tests.browser.snapshots import Store
from tests.browser.test_cards import kept, type_keys
from tests.browser.test_cards_ahead import hold, wait_for
from tests.browser.test_drafts import state
from tests.scorecards.cards.card_entry import paper, put_up, save, written
from tournaments.models import AuditEntry, StaffMember, Tournament
from tournaments.rules.types import EventFile, Line

SLIPS = "/cards/slips/?game=1"


@pytest.fixture
def event_file() -> EventFile:
    return written()


@pytest.fixture
def tournament(store: Store, event_file: EventFile) -> Tournament:
    return store(put_up, event_file, kind="club")


def field(page: Page, name: str) -> Locator:
    return page.get_by_role("textbox", name=name)


def open_slips(page: Page, slug: str) -> None:
    page.goto(f"/t/{slug}{SLIPS}")
    expect(field(page, "Winner")).to_be_focused()


def type_slip(page: Page, winner: str, margin: str) -> None:
    """Type a slip by keys alone; nothing is sent yet."""
    type_keys(page, winner)
    page.keyboard.press("Tab")
    type_keys(page, margin)


def shown(page: Page) -> list[str]:
    return [field(page, name).input_value() for name in ("Winner", "Won by", "Loser")]


def pairs(event_file: EventFile) -> list[list[int]]:
    """Return who meets whom in the first game, by number."""
    return [list(pair) for pair in event_file.schedule[0].pairs]


def seats(event_file: EventFile) -> dict[int, str]:
    return {person.number: person.seat or "" for person in event_file.entrants}


def counted() -> tuple[int, int, int]:
    """Return how many lines, saves and entries of the log there are."""
    log = AuditEntry.objects.filter(action="slip entered")
    return StoredLine.objects.count(), CardSave.objects.count(), log.count()


def test_slips_survive_a_killed_server_and_are_saved_once(
    own_context: BrowserContext, own_server: OwnServer, tournament: Tournament, event_file: EventFile
) -> None:
    [first, other], [second, another], *_ = pairs(event_file)
    places = seats(event_file)
    page = own_context.new_page()
    open_slips(page, tournament.slug)
    own_server.kill()
    type_slip(page, places[first], "16\n")
    expect(state(page)).to_contain_text("Not saved yet: no connection")
    expect(field(page, "Winner")).to_be_focused()
    type_slip(page, places[second], "31")
    page.close()
    own_server.start()

    page = own_context.new_page()
    open_slips(page, tournament.slug)

    expect(state(page)).to_have_text(f"Slip of game 1: {places[first]}, 16 saved.")
    assert shown(page) == [places[second], "31", ""]
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"Game 1: {places[second]} beat {places[another]} by 31.")).to_be_visible()
    assert (kept(page), counted()) == ([], (4, 2, 2))
    found = StoredLine.objects.values_list("scorecard__entrant__number", "game", "points", "plus", "minus")
    lines = {(first, 1, 2, 16, None), (other, 1, 0, None, 16), (second, 1, 3, 31, None), (another, 1, 0, None, 31)}
    assert set(found) == lines


@pytest.mark.thorough
def test_slips_are_sent_by_themselves_when_the_server_is_back(
    own_context: BrowserContext, own_server: OwnServer, tournament: Tournament, event_file: EventFile
) -> None:
    [first, _], [second, _], *_ = pairs(event_file)
    places = seats(event_file)
    page = own_context.new_page()
    open_slips(page, tournament.slug)
    own_server.kill()
    for winner, margin in ((first, "16\n"), (second, "31\n")):
        type_slip(page, places[winner], margin)
        expect(page.locator("#drafts")).to_contain_text(f"Slip of game 1: {places[winner]}, ")
        expect(field(page, "Winner")).to_be_focused()
    expect(page.locator("#drafts li")).to_have_count(2)

    own_server.start()

    expect(page.locator("#drafts li")).to_have_count(0, timeout=40_000)
    assert counted() == (4, 2, 2)


def test_what_was_typed_and_taken_out_again_is_not_kept(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    open_slips(page, tournament.slug)
    type_keys(page, "A")

    page.keyboard.press("Backspace")

    assert kept(page) == []


def test_slip_typed_is_listed_on_other_pages(page: Page, tournament: Tournament, member: StaffMember) -> None:
    open_slips(page, tournament.slug)
    type_slip(page, "A-1", "16")

    page.goto(f"/t/{tournament.slug}/cards/")
    expect(page.locator("#drafts li")).to_have_text("Slip of game 1: A-1, 16: draft, not saved")
    page.get_by_role("link", name="Slip of game 1: A-1, 16").click()

    expect(field(page, "Won by")).to_have_value("16")


def test_nervous_finger_saves_once(page: Page, tournament: Tournament, member: StaffMember) -> None:
    open_slips(page, tournament.slug)

    type_slip(page, "A-1", "16\n\n\n")

    expect(page.get_by_role("status").get_by_text("Game 1: A-1 beat").first).to_be_visible()
    assert counted() == (2, 1, 1)


def test_keys_typed_while_a_slip_is_on_its_way_are_the_next_ones(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    places = seats(event_file)
    [first, _], [second, _], [third, _], *_ = [[places[number] for number in pair] for pair in pairs(event_file)]
    on_its_way = hold(page, "/slips/$", "POST")
    open_slips(page, tournament.slug)
    type_slip(page, first, "16\n")
    expect(state(page)).to_have_text("Saving…")
    type_slip(page, second, "31\n")
    type_slip(page, third, "1")
    assert counted() == (0, 0, 0)

    wait_for(page, on_its_way).continue_()

    expect(page.locator("#slips-in-game").get_by_role("row")).to_have_count(3)
    type_keys(page, "2")
    assert (shown(page), counted()) == ([third, "12", ""], (4, 2, 2))
    assert {line.plus for line in StoredLine.objects.filter(plus__isnull=False)} == {16, 31}
    page.keyboard.press("Enter")
    expect(page.locator("#slips-in-game").get_by_role("row")).to_have_count(4)
    assert (counted(), kept(page)) == ((6, 3, 3), [])


def test_list_that_comes_late_does_not_take_the_place_of_a_later_one(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    places = seats(event_file)
    [first, _], [second, _], *_ = [[places[number] for number in pair] for pair in pairs(event_file)]
    open_slips(page, tournament.slug)
    late: list[tuple[Route, APIResponse]] = []

    def keep_the_first(route: Route) -> None:
        if late:
            route.continue_()
        else:
            late.append((route, route.fetch()))

    page.route(re.compile(r"/slips/\?game=1$"), keep_the_first)
    type_slip(page, first, "16\n")
    expect(state(page)).to_have_text("Saved.")
    type_slip(page, second, "31\n")
    slips = page.locator("#slips-in-game").get_by_role("row")
    expect(slips).to_have_count(3)

    [(route, answer)] = late
    with page.expect_event("requestfinished", lambda request: request == route.request):
        route.fulfill(response=answer)

    page.evaluate("new Promise((done) => setTimeout(done, 100))")
    expect(slips).to_have_count(3)


def test_slip_refused_while_the_next_one_is_typed_stays_and_what_waits_behind_it_is_saved(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    places = seats(event_file)
    [first, _], [second, _], [third, _], *_ = [[places[number] for number in pair] for pair in pairs(event_file)]
    on_its_way = hold(page, "/slips/$", "POST")
    open_slips(page, tournament.slug)
    type_slip(page, first, "122\n")
    type_slip(page, second, "31\n")
    type_slip(page, third, "1")

    wait_for(page, on_its_way).continue_()

    expect(page.locator("#slips-in-game").get_by_role("row")).to_have_count(2)
    expect(page.locator("#drafts li")).to_have_text(
        f"Slip of game 1: {first}, 122: refused. Open it and save it again to see why"
    )
    assert (shown(page), counted()) == ([third, "1", ""], (2, 1, 1))


def test_slip_that_cannot_be_is_named_in_place_and_mended(
    page: Page, tournament: Tournament, member: StaffMember
) -> None:
    open_slips(page, tournament.slug)

    type_slip(page, "A-1", "122\n")

    expect(page.get_by_text("122 is not a margin (1 to 121).")).to_be_visible()
    expect(field(page, "Won by")).to_be_focused()
    page.reload()
    assert shown(page) == ["A-1", "122", ""]
    field(page, "Won by").press("Control+a")
    type_keys(page, "12\n")
    expect(page.get_by_text("Game 1: A-1 beat")).to_be_visible()
    assert (counted(), kept(page)) == ((2, 1, 1), [])


def test_slip_of_a_game_that_is_on_a_card_is_shown_beside_it_and_dropped(
    page: Page, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    save(tournament, member, paper(event_file))
    open_slips(page, tournament.slug)

    type_slip(page, "A-1", "99\n")

    expect(page.get_by_role("heading", name="Not saved: a card already has game 1")).to_be_visible()
    assert shown(page) == ["A-1", "99", ""]
    page.get_by_role("link", name="Discard slip").click()
    expect(field(page, "Winner")).to_have_value("")
    assert kept(page) == []
    [line] = StoredLine.objects.filter(game=1).values_list("game", "opponent__number", "points", "plus", "minus")
    assert Line(*line) == paper(event_file).lines[0]


def test_slip_that_was_refused_while_nobody_looked_is_opened_from_the_list(
    page: Page, context: BrowserContext, tournament: Tournament, member: StaffMember, event_file: EventFile
) -> None:
    open_slips(page, tournament.slug)
    context.set_offline(True)
    type_slip(page, "A-1", "99\n")
    expect(page.locator("#drafts li")).to_have_text("Slip of game 1: A-1, 99: waiting for the server")
    type_slip(page, "A-2", "12")
    save(tournament, member, paper(event_file))

    context.set_offline(False)
    refused = "Slip of game 1: A-1, 99: refused. Open it and save it again to see why"
    expect(page.locator("#drafts li")).to_have_text(refused)
    page.get_by_role("link", name="Slip of game 1: A-1, 99").click()

    expect(field(page, "Won by")).to_have_value("99")
    expect(page.locator("#drafts li")).to_have_text("Slip of game 1: A-2, 12: draft, not saved")
    expect(field(page, "Winner")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Not saved: a card already has game 1")).to_be_visible()
