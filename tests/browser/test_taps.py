"""How many taps lead to what is wanted most: whom do I play, which card is missing, the notice on paper."""

import re
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from brackets.event_files.store import import_event
from scorecards.checking.services.decisions import decide_game
from tests.brackets.posting.posting import post
from tests.browser.pages import NARROW, put_up, search_field, sign_in, small_events
from tests.browser.snapshots import Store
from tests.builders import line as build_line
from tests.builders import loss, win
from tests.events import PHASES
from tests.factories.tournaments import StaffMemberFactory
from tests.scorecards.checking.cross_checks import agreed
from tournaments.models import StaffMember, Tournament


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
    late[0].continue_()

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
