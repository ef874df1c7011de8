"""A club's night of matches in the browser, from entrants to the posted standings."""

from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from brackets.demo.club import make_matches
from brackets.event_files.store import import_event
from scorecards.club_matches.selectors import matches_of
from scorecards.models import ClubGame
from tests.brackets.demo.season import make_weeks, store_season
from tests.browser.fit import faults
from tests.browser.pages import follow, plain, second_browser, sign_in
from tests.browser.test_cards import type_keys
from tests.factories.tournaments import TournamentFactory
from tests.scorecards.checking.check_pages import staff
from tests.scorecards.club_matches.club_matches import EXAMPLE
from tournaments.models import Tournament

SCORES = ["1–0", "2–0", "2–2", "4–2", "4–3", "5–3"]
NAMES = ("Ann Lee", "Bo Cedar", "Cy Dale", "Di Elm")


@pytest.fixture
def tournament(transactional_db: None, context: BrowserContext, live_server: Any) -> Tournament:
    tournament = TournamentFactory(slug="night", name="Match Night", kind="club")
    sign_in(context, staff(tournament, "director", "Ada Birch", "AB"), live_server.url)
    return tournament


def enter(page: Page, *names: str) -> None:
    """Add entrants on their page."""
    page.goto("/t/night/entrants/")
    for name in names:
        page.locator("#id_name").fill(name)
        page.keyboard.press("Enter")
        expect(page.locator("#done")).to_contain_text(name)
        expect(page.locator("#id_name")).to_be_focused()


def begin(page: Page, first: str, second: str) -> None:
    """Begin a match by free play to 5."""
    page.get_by_label("Match points for a win, a skunk, a double skunk").select_option("free-play")
    page.get_by_label("Played to").fill("5")
    page.get_by_label("Side 1").fill(first)
    page.get_by_label("Side 2").fill(second)
    follow(page.get_by_role("button", name="Start match"))


def expect_scores(page: Page, scores: list[str]) -> None:
    """Wait until these scores stand beside the games, first game first."""
    expect(page.locator(".running-score tbody td:last-child")).to_have_text(scores)


@pytest.mark.thorough
def test_night_of_matches_from_entrants_to_posted_standings(
    page: Page, tournament: Tournament, browser: Browser, live_server: Any
) -> None:
    enter(page, *NAMES)
    follow(page.get_by_role("link", name="Cards", exact=True))
    follow(page.get_by_role("link", name="Matches", exact=True))
    begin(page, "1 3", "2 4")

    for number, (first, second) in enumerate(EXAMPLE, start=1):
        expect(page.get_by_role("heading", name=f"Game {number}", exact=True)).to_be_visible()
        expect(page.get_by_label("Ann Lee and Cy Dale", exact=True)).to_be_focused()
        # Nothing but the number pad, from the first key of a match to its last.
        with page.expect_navigation(wait_until="load"):
            type_keys(page, f"{first}\n{second}\n")
    expect_scores(page, SCORES)
    expect(page.get_by_text("won the match")).to_be_visible()

    follow(page.get_by_role("button", name="Undo game 6"))
    expect(page.get_by_text("Game 6 is undone")).to_be_visible()
    expect(page.get_by_text("Ann Lee and Cy Dale lost the last game and deals first.")).to_be_visible()
    expect(page.get_by_label("Ann Lee and Cy Dale", exact=True)).to_be_focused()
    with page.expect_navigation(wait_until="load"):
        type_keys(page, "\n100\n")
    expect_scores(page, SCORES)

    with second_browser(browser, live_server.url) as stranger:
        stranger.goto("/t/night/matches/")
        expect(stranger.get_by_text("appear here when the director posts them")).to_be_visible()
        follow(page.get_by_role("link", name="All matches"))
        page.get_by_role("button", name="Post finished matches").click()
        expect(page.get_by_text("Posting 1 of the matches is public.")).to_be_visible()
        stranger.goto("/t/night/matches/")
        rows = stranger.locator(".match-standings tbody tr").all_text_contents()

    assert [plain(row) for row in rows] == ["1 Ann Lee and Cy Dale 5 1 of 1 4", "2 Bo Cedar and Di Elm 3 0 of 1 2"]
    assert [match.course.score for match in matches_of(tournament)] == [(5, 3)]
    assert ClubGame.objects.count() == 7


def test_table_of_five_and_a_mistake_by_number_pad(page: Page, tournament: Tournament) -> None:
    enter(page, *NAMES, "Ed Fir")
    page.goto("/t/night/club-matches/")
    page.get_by_label("Who plays").select_option("five-continued")
    for side in range(1, 6):
        page.get_by_label(f"Side {side}").fill(str(side))
    follow(page.get_by_role("button", name="Start match"))

    expect(page.get_by_label("Ann Lee", exact=True)).to_be_focused()
    with page.expect_navigation(wait_until="load"):
        type_keys(page, "121\n110\n90\n100\n95\n4\n4\n")
    expect(page.get_by_text("Say who went out second and who third").first).to_be_visible()
    page.get_by_label("Went out third").fill("5")
    follow(page.get_by_role("button", name="Save game 1"))

    expect_scores(page, ["5–0–0–2–1"])


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_match_works_without_script(page: Page, tournament: Tournament) -> None:
    for name in NAMES[:2]:
        page.goto("/t/night/entrants/")
        page.locator("#id_name").fill(name)
        with page.expect_navigation(wait_until="load"):
            page.keyboard.press("Enter")
    page.goto("/t/night/club-matches/")
    begin(page, "1", "2")
    page.get_by_label("Bo Cedar", exact=True).fill("89")
    page.get_by_role("button", name="Save game 1").click()
    expect(page.get_by_role("heading", name="Game 2", exact=True)).to_be_visible()

    expect_scores(page, ["2–0"])


@pytest.fixture
def addresses(transactional_db: None, context: BrowserContext, live_server: Any) -> dict[str, str]:
    """Return the address of every page of matches and seasons by what it shows; their director is signed in."""
    night, empty = import_event(event_file=make_matches()), TournamentFactory(slug="empty", kind="club")
    week = store_season(weeks=make_weeks(players=8, weeks=3))
    me = staff(night, "director", "Ada Birch", "AB")
    for event in (empty, week):
        event.staff.create(user=me.user, role="director", name=me.name, initials="AB")
    sign_in(context, me, live_server.url)
    numbers = {match.terms.form.value: match.number for match in matches_of(night) if match.is_over}
    last = matches_of(night)[-1].number
    return {
        "matches": f"/t/{night.slug}/club-matches/",
        "matches, none": "/t/empty/club-matches/",
        "match in progress": f"/t/{night.slug}/club-matches/{last}/",
        "match of five": f"/t/{night.slug}/club-matches/{numbers['five-continued']}/",
        "matches for everybody": f"/t/{night.slug}/matches/",
        "matches for everybody, none": "/t/empty/matches/",
        "season": f"/t/{week.slug}/season/",
        "season, none": "/t/empty/season/",
        "season, settings": f"/t/{week.slug}/season/edit/",
        "season, new": "/t/empty/season/edit/",
    }


@pytest.mark.thorough
def test_pages_of_clubs_are_fit_for_everybody(page: Page, addresses: dict[str, str]) -> None:
    found = faults(page, addresses, "main :is(button, summary, textarea, input, select, a.link-arrow, h2 > a, h3 > a)")

    # Tables of many sides or many weeks scroll by themselves, as the bracket does; the page never does.
    assert [line for lines in found.values() for line in lines if not is_table(line)] == []
    assert {name.partition(", ")[0] for name in found} <= {"match of five", "matches for everybody", "season"}


def is_table(line: str) -> bool:
    """Tell whether what runs out is a group that can be scrolled with the keyboard."""
    return line.partition(": ")[2].startswith(("DIV Match ", "DIV Season standings", "DIV Week by week"))
