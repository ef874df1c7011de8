"""A club season in the browser: made of two evenings, posted one after the other, and printed."""

from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.brackets.demo.season import make_match_night, make_weeks, store_season
from tests.brackets.seasons.club_seasons import club_week, director_of
from tests.browser.fit import faults
from tests.browser.pages import follow, second_browser, sign_in, standings_shown
from tests.browser.test_print import ACROSS, PAPERS, RUNS_OUT, expect_nothing_to_press, sheets, show_as_printed
from tournaments.models import Tournament

SEASON = {"Club": "Harbor Peggers", "Season": "Spring 2026", "From": "2026-01-01", "To": "2026-06-30"}
TABLE = {"Season points by place": "10 6 3", "Points for all other places": "1"}
SOURCE = "the club’s by-laws of 2026"
HEADER = ["Place", "Name", "Season points", "Game points", "Won", "Games", "Net"]
HEADER += ["Skunks won", "Skunks lost", "High hands", "Weeks"]
# Worked out by hand from the spreads of the two weeks: what the first comes to, and what both do.
AFTER_ONE = [
    ["1", "Entrant 1", "10", "7", "3", "3", "+66", "1", "0", "", "1 of 1"],
    ["2", "Entrant 2", "6", "4", "2", "3", "+21", "0", "0", "", "1 of 1"],
    ["3", "Entrant 3", "3", "2", "1", "3", "-25", "0", "0", "", "1 of 1"],
    ["4", "Entrant 4", "1", "0", "0", "3", "-62", "0", "1", "", "1 of 1"],
]
AFTER_BOTH = [
    ["1", "Entrant 1", "20", "14", "6", "6", "+125", "2", "0", "", "2 of 2"],
    ["2", "Entrant 2", "12", "9", "4", "6", "+100", "1", "0", "", "2 of 2"],
    ["3", "Entrant 3", "6", "4", "2", "6", "-60", "0", "0", "", "2 of 2"],
    ["4", "Entrant 4", "2", "0", "0", "6", "-165", "0", "3", "", "2 of 2"],
]
WEEK_BY_WEEK = [
    ["Name", "Jan 6 Week 1", "Jan 13 Week 2"],
    ["Entrant 1", "10", "10"],
    ["Entrant 2", "6", "6"],
    ["Entrant 3", "3", "3"],
    ["Entrant 4", "1", "1"],
]


@pytest.mark.thorough
def test_season_of_two_evenings_grows_with_each_posting_and_prints(
    page: Page, browser: Browser, context: BrowserContext, live_server: Any
) -> None:
    first, second = club_week(0, is_posted=False), club_week(1, is_posted=False)
    sign_in(context, director_of(first, second), live_server.url)
    make_the_season(page, first)
    let_belong(page, second)

    with second_browser(browser, live_server.url) as stranger:
        stranger.goto(f"/t/{first.slug}/season/")
        expect(stranger.get_by_text("when the first event of the season is posted")).to_be_visible()
        assert standings_shown(stranger) == []
        post(page, first)
        stranger.reload()
        expect(stranger.get_by_text("1 event posted, 1 to come.")).to_be_visible()
        assert standings_shown(stranger)[:5] == [HEADER, *AFTER_ONE]
        post(page, second)
        stranger.goto(f"/t/{second.slug}/")
        follow(stranger.get_by_role("link", name="Season", exact=True))
        expect_the_whole_season(stranger)

        show_as_printed(stranger, f"/t/{second.slug}/season/", ACROSS)
        expect_nothing_to_press(stranger)
        expect_the_whole_season(stranger)
        assert stranger.evaluate(RUNS_OUT) is False


@pytest.mark.thorough
def test_season_of_half_a_year_fits_the_paper(page: Page, transactional_db: None) -> None:
    weeks = make_weeks(players=8, weeks=25)
    first = store_season(weeks=weeks)

    show_as_printed(page, f"/t/{first.slug}/season/", ACROSS)

    expect(page.get_by_role("table", name="Week by week").get_by_role("columnheader")).to_have_count(25)
    assert page.evaluate(RUNS_OUT) is False
    for paper in PAPERS:
        assert all(width > height for width, height in sheets(page, paper))


def test_every_column_of_a_season_stands_on_a_wide_screen(page: Page, transactional_db: None) -> None:
    weeks = make_weeks(players=12, weeks=8)
    first = store_season(weeks=weeks, night=make_match_night(weeks))

    page.goto(f"/t/{first.slug}/season/")

    box = page.get_by_role("group", name="Season standings")
    expect(box.get_by_role("columnheader")).to_have_count(len(HEADER))
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")


@pytest.mark.thorough
def test_season_with_a_night_of_matches_is_fit_for_everybody(page: Page, transactional_db: None) -> None:
    weeks = make_weeks(players=12, weeks=3)
    first = store_season(weeks=weeks, night=make_match_night(weeks))

    found = faults(page, [f"/t/{first.slug}/season/"])

    # The tables of a season scroll by themselves, the page never does.
    tables = ("DIV Season standings", "DIV Week by week")
    assert [line for lines in found.values() for line in lines if not line.partition(": ")[2].startswith(tables)] == []


def make_the_season(page: Page, event: Tournament) -> None:
    """Make it with the club's own points table, which wants its source."""
    page.goto(f"/t/{event.slug}/desk/")
    follow(page.get_by_role("navigation").get_by_role("link", name="Playoffs", exact=True))
    follow(page.get_by_role("link", name="Season", exact=True).first)
    for label, text in SEASON.items():
        page.get_by_label(label, exact=True).fill(text)
    for label, text in TABLE.items():
        page.get_by_label(label).fill(text)
    page.get_by_role("button", name="Create season").click()
    expect(page.get_by_role("alert")).to_contain_text("Enter the source of the season points")
    page.get_by_label("Source of points").fill(SOURCE)
    page.get_by_role("button", name="Create season").click()
    expect(page.get_by_text("The season is saved.")).to_be_visible()


def let_belong(page: Page, event: Tournament) -> None:
    page.goto(f"/t/{event.slug}/season/edit/")
    page.get_by_role("button", name="Join season").click()
    expect(page.get_by_text("This event is part of Harbor Peggers, Spring 2026 now.")).to_be_visible()


def post(page: Page, event: Tournament) -> None:
    page.goto(f"/t/{event.slug}/post/")
    page.get_by_role("button", name="Post ").click()
    expect(page.get_by_text("Posting 1 is public now.")).to_be_visible()


def expect_the_whole_season(page: Page) -> None:
    """Check both tables cell by cell, and the club's own with its source."""
    assert standings_shown(page) == [HEADER, *AFTER_BOTH, *WEEK_BY_WEEK]
    expect(page.get_by_role("table").filter(visible=True)).to_have_count(2)
    expect(page.get_by_text("1: 10, 2: 6, 3: 3; all other places 1.")).to_be_visible()
    expect(page.get_by_text(f"Source: {SOURCE}, entered by the club.")).to_be_visible()
