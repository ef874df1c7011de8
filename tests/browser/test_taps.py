"""How many taps lead to what is wanted most: whom do I play, which card is missing, the notice on paper."""

import re
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from brackets.event_files.store import import_event
from scorecards.checking.services.decisions import decide_game
from tests.brackets.playoffs.playing import drawn
from tests.brackets.posting.posting import post
from tests.browser.pages import NARROW, put_up, search_field, sign_in, small_events
from tests.browser.snapshots import Store
from tests.browser.test_cards_ahead import wait_for
from tests.builders import line as build_line
from tests.builders import loss, win
from tests.events import PHASES
from tests.factories.tournaments import EntrantFactory, StaffMemberFactory, TournamentFactory
from tests.scorecards.checking.cross_checks import agreed
from tournaments.models import Entrant, StaffMember, Tournament


class Taps:
    """Tap, and count."""

    def __init__(self) -> None:
        self.count = 0

    def on(self, target: Locator) -> None:
        target.click()
        self.count += 1


def director_of(tournament: Tournament, context: BrowserContext, address: str) -> StaffMember:
    director: StaffMember = StaffMemberFactory(tournament=tournament)
    sign_in(context, director, address)
    return director


def test_home_to_whom_do_i_play_next_and_where_in_two(page: Page, store: Store) -> None:
    before = store(put_up, small_events()["before"])
    mine = before.file.entrants[4].name
    taps = Taps()
    page.set_viewport_size(NARROW)
    page.goto("/")

    late: list[Route] = []
    page.route(re.compile("htmx-2"), lambda route: late.append(route))
    taps.on(page.get_by_role("link", name=before.name))
    taps.on(search_field(page))
    page.keyboard.type(mine.lower())  # at once, while the scripts are on their way
    wait_for(page, late).continue_()

    expect(page.locator("#next")).to_contain_text(re.compile(r"Game 1: sit at [A-Z]-\d+\s+against"))
    expect(page.locator("#next")).to_be_in_viewport()
    assert taps.count == 2

    page.unroute_all()
    page.reload()
    card = page.locator("#your-card")
    expect(card.get_by_role("heading")).to_contain_text(mine)
    expect(card.locator("#next")).to_be_in_viewport()
    other = before.file.entrants[5].name
    search_field(page).fill(other)
    expect(page.locator("#found").get_by_role("link", name=other)).to_be_visible()
    expect(card.get_by_role("heading")).to_contain_text(mine)

    page.get_by_role("button", name="Somebody else").click()
    expect(card).to_be_empty()
    page.goto(before.address)
    expect(search_field(page)).to_be_visible()
    expect(card.get_by_role("heading")).to_have_count(0)


def test_dashboard_to_the_next_missing_card_in_one(
    page: Page, context: BrowserContext, live_server: Any, transactional_db: None
) -> None:
    tournament = import_event(event_file=PHASES["incomplete"])
    director_of(tournament, context, live_server.url)
    taps = Taps()
    page.goto(f"/t/{tournament.slug}/desk/")

    taps.on(page.locator(".next-step a"))

    expect(page).to_have_url(f"{live_server.url}/t/{tournament.slug}/cards/4/")
    assert taps.count == 1


def test_dashboard_to_the_posting_in_two_and_a_result_in_two(
    page: Page, context: BrowserContext, live_server: Any, transactional_db: None
) -> None:
    """Each says before it is pressed who then sees what."""
    tournament = import_event(event_file=agreed())
    director_of(tournament, context, live_server.url)
    posting, result = Taps(), Taps()
    page.goto(f"/t/{tournament.slug}/desk/")

    posting.on(page.locator("#to-next"))
    expect(page.get_by_text("Everybody then sees")).to_be_visible()
    posting.on(page.get_by_role("button", name=re.compile("^Post ")))
    expect(page.get_by_text("Posting 1 is public now.")).to_be_visible()
    playing = drawn(players=24)
    director_of(playing, context, live_server.url)
    page.goto(f"/t/{playing.slug}/playoffs/")
    match = page.locator("#match-1-2")
    result.on(match.locator(".winner summary").first)
    result.on(match.locator(".winner[open] button").first)

    expect(match.locator(".state.done")).to_have_text("won")
    assert (posting.count, result.count) == (2, 2)


def test_posted_correction_to_the_notice_on_paper_in_three(
    page: Page, context: BrowserContext, live_server: Any, transactional_db: None
) -> None:
    tournament = import_event(event_file=agreed())
    director = director_of(tournament, context, live_server.url)
    post(tournament, director)
    lines = {1: build_line(1, 4, loss(5)), 4: build_line(1, 1, win(5))}
    decide_game(tournament=tournament, actor=director, game=1, lines=lines, reason="the wrong one was noted", seen=None)
    taps = Taps()
    page.add_init_script("window.print = () => { document.title = 'On paper'; }")
    page.goto(f"/t/{tournament.slug}/check/")

    taps.on(page.get_by_role("link", name="Standings", exact=True))
    taps.on(page.get_by_role("link", name="Place change notices"))
    expect(page.locator("#notices article")).not_to_have_count(0)
    taps.on(page.get_by_role("button", name="Print"))

    expect(page).to_have_title("On paper")
    assert taps.count == 3


def test_new_event_to_seats_from_a_pasted_roster_of_twenty_in_eight(
    page: Page, context: BrowserContext, live_server: Any, transactional_db: None
) -> None:
    director_of(TournamentFactory(slug="before"), context, live_server.url)
    taps = Taps()
    page.goto("/account/")

    taps.on(page.get_by_role("link", name="New event").first)
    page.get_by_label("Name", exact=True).fill("Gull Harbor Open")
    page.get_by_label("Games", exact=True).fill("9")
    taps.on(page.get_by_role("button", name="Create event"))
    taps.on(page.get_by_role("link", name="Import entrants").first)
    page.get_by_label("Or paste").fill("\n".join(f"Ann{letter} Lee{letter}" for letter in "abcdefghijklmnopqrst"))
    taps.on(page.get_by_role("button", name="Preview"))
    taps.on(page.get_by_role("button", name="Import 20 new"))
    taps.on(page.get_by_role("link", name="Check-in").first)
    taps.on(page.get_by_role("button", name="Check in all 20 who are not here yet"))
    taps.on(page.get_by_role("button", name="Draw seats"))

    expect(page.get_by_text("Seats are drawn.")).to_be_visible()
    assert Entrant.objects.exclude(checked_in_at=None).exclude(seat="").count() == 20
    assert taps.count == 8


def test_door_one_search_and_one_press_for_a_person_with_money(
    page: Page, context: BrowserContext, live_server: Any, transactional_db: None
) -> None:
    tournament = TournamentFactory(slug="bay", entry_fee=45_00)
    for number, name in enumerate(("Ann Lee", "Bo Quist", "Cy Dunn"), start=1):
        EntrantFactory(tournament=tournament, number=number, name=name, fee_owed=45_00, seat=f"A-{number}")
    director_of(tournament, context, live_server.url)
    taps = Taps()
    page.set_viewport_size(NARROW)
    page.goto(f"/t/{tournament.slug}/entrants/check-in/")

    expect(page.locator("#find")).to_be_focused()
    page.keyboard.type("qui")
    taps.on(page.get_by_role("button", name="Here and paid"))

    expect(page.locator(".check-in-state")).to_have_text("Here, paid. Seat A-2")
    expect(page.locator("#check-in-missing")).to_have_text("2 missing · 2 owe $90.00")
    assert taps.count == 1
    # A name in the list opens its card, as typing it does.
    page.get_by_role("link", name="Dunn, Cy").click()
    expect(page.locator(".check-in-state")).to_have_text("Not here yet, owes $45.00. Seat A-3")
    page.locator(".check-in-card").get_by_role("button", name="Did not come").click()
    expect(page.locator(".check-in-state")).to_contain_text("Did not come")
