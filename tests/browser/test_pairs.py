"""Pairs in the browser: from an empty event to the printed schedule of a double round robin."""

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import BrowserContext, Page, expect

from brackets.demo.game_sheets import make_sheets
from brackets.event_files.store import import_event
from tests.browser.fit import RUNS_OUT, faults
from tests.browser.pages import NARROWEST, sign_in, sign_in_user
from tests.browser.snapshots import Store
from tests.browser.test_print import sheets, show_as_printed
from tests.factories.tournaments import EntrantFactory, StaffMemberFactory, TournamentFactory
from tournaments.models import Entrant, Tournament
from tournaments.seating.round_robin import make_round_robin
from tournaments.seating.services.draw import draw

# What is set for both formats: 186 by 255 mm in CSS pixels.
PAPER = {"width": 703, "height": 963}
PAIRS = [
    ("Ada Birch", "1960", "Ben Cole", "1955", "Yukon"),
    ("Cy Dunn", "1950", "Di Elm", "1949", "Yukon"),
    ("Ed Fir", "1961", "Flo Gum", "1962", "Alberta"),
    ("Gil Holly", "1944", "Hy Iris", "1970", "Alberta"),
    ("Ike Juniper", "1985", "Jo Kauri", "1950", "Manitoba"),
]


@pytest.fixture
def director(transactional_db: None, context: BrowserContext, page: Page, live_server: Any) -> Page:
    """Return the page of somebody who may make events."""
    user = get_user_model().objects.create_user("dee", first_name="Dee Rector")
    sign_in_user(context, user, live_server.url)
    return page


@pytest.fixture
def made(transactional_db: None, context: BrowserContext, live_server: Any) -> Tournament:
    """Return an event of 19 pairs in two pools, its schedule made with floaters, its director signed in."""
    tournament = TournamentFactory(slug="games", scoring="total-points", format="double-round-robin", table_length=2)
    me = StaffMemberFactory(tournament=tournament, name="Dee Rector")
    for number in range(1, 20):
        EntrantFactory(
            tournament=tournament,
            number=number,
            name=f"Bartholomew Featherstone {number}",
            partner=f"Wilhelmina Abernathy {number}",
            province="Newfoundland and Labrador",
            birth_year=1980 if number == 3 else None,
        )
    draw(tournament=tournament, actor=me, table_length=2, keep=False)
    make_round_robin(tournament=tournament, actor=me, pools="2", floater=True)
    sign_in(context, me, live_server.url)
    return tournament


def add_pair(page: Page, name: str, born: str, partner: str, partner_born: str, province: str) -> None:
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Born in", exact=True).fill(born)
    page.get_by_label("Partner", exact=True).fill(partner)
    page.get_by_label("Partner born in").fill(partner_born)
    page.get_by_label("Province or territory").fill(province)
    page.get_by_role("button", name="Add", exact=True).click()


@pytest.mark.thorough
def test_from_an_empty_event_to_the_printed_schedule_of_each_day(director: Page) -> None:
    director.goto("/new/")
    director.get_by_role("link", name="Use 55+ settings").click()
    director.get_by_label("Name", exact=True).fill("Northern Games")
    director.get_by_label("Date").fill("2026-05-16")
    director.get_by_role("button", name="Create event").click()
    director.wait_for_url("**/desk/")
    slug = Tournament.objects.get().slug

    director.goto(f"/t/{slug}/entrants/")
    for count, pair in enumerate(PAIRS[:4], start=1):
        add_pair(director, *pair)
        expect(director.locator("#entrants tbody tr")).to_have_count(count)
    add_pair(director, *PAIRS[4])
    expect(director.get_by_role("alert")).to_contain_text(
        "Ike Juniper, born 1985, is 41 at the end of 2026: 55 is the lowest age."
    )
    director.get_by_label("Why this pair plays all the same").fill("the Games office agreed")
    director.get_by_role("button", name="Add", exact=True).click()
    expect(director.locator("#entrants tbody tr")).to_have_count(5)
    expect(director.locator("#entrant-5")).to_contain_text(
        "plays in spite of: too young because: the Games office agreed"
    )
    for number in range(1, 6):
        director.locator(f"#check-in-{number}").click()
        expect(director.locator(f"#entrant-{number}")).to_contain_text("checked in")

    director.goto(f"/t/{slug}/seating/")
    director.get_by_role("button", name="Draw seats").click()
    expect(director.get_by_text("all 5 assigned")).to_be_visible()
    expect(director.get_by_label("Everybody in one pool of 5: 10 games")).to_be_checked()
    director.get_by_role("button", name="Make schedule").click()
    expect(director.get_by_role("status").filter(has_text="10 games are scheduled")).to_be_visible()
    expect(director.get_by_text("Schedule check passed")).to_be_visible()

    director.get_by_role("link", name="Schedule of each day").click()
    days = director.get_by_role("region", name=re.compile("^Day "))
    expect(days).to_have_count(2)
    expect(days.nth(1)).to_contain_text("Day 2, Sun, May 17, 2026: games 6 to 10")
    expect(days.nth(0)).to_contain_text("Ada Birch & Ben Cole")
    assert len(sheets(director, "A4")) == len(sheets(director, "Letter")) == 2


@pytest.mark.parametrize("what", ["days", "boards"])
def test_printed_pages_fit_the_paper(page: Page, made: Tournament, what: str) -> None:
    show_as_printed(page, f"/t/games/seating/print/{what}/", PAPER)

    assert page.evaluate(RUNS_OUT) == []
    shown = page.get_by_role("region", name=re.compile("^(Day|Table) ")).count()
    assert {len(sheets(page, paper)) for paper in ("A4", "Letter")} == {shown}
    expect(page.get_by_role("button").filter(visible=True)).to_have_count(0)


@pytest.mark.thorough
def test_pages_of_pairs_are_fit_for_everybody(page: Page, made: Tournament) -> None:
    pages = (
        *("entrants/", "entrants/3/", "seating/", "seating/pools/", "seating/schedule/"),
        *("seating/print/days/", "seating/print/boards/"),
    )

    assert faults(page, [f"/t/games/{where}" for where in pages]) == {}


def test_names_of_a_pair_take_three_lines_on_the_smallest_phone(
    page: Page, context: BrowserContext, live_server: Any, store: Store
) -> None:
    event = store(import_event, event_file=make_sheets(pairs=12, scoring="total-points"))
    sign_in(context, StaffMemberFactory(tournament=event), live_server.url)
    page.set_viewport_size(NARROWEST)
    most = {}
    for where in ("", "seats/", "results/", "cards/", "seating/"):
        page.goto(f"{event.get_absolute_url()}{where}")
        names = page.locator(":is(.people, .results, .data) bdi").filter(has_text="&")
        lines = names.evaluate_all(
            "all => all.map(name => new Set([...name.getClientRects()].map(box => box.top)).size)"
        )
        most[where] = max(lines)

    assert max(most.values()) <= 3, most


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_without_script_a_pair_is_told_of_and_let_in(page: Page, made: Tournament) -> None:
    page.goto("/t/games/entrants/")

    add_pair(page, *PAIRS[4])
    page.get_by_label("Why this pair plays all the same").fill("agreed")
    page.get_by_role("button", name="Add", exact=True).click()

    expect(page.locator("#entrant-21, #entrant-22").first).to_contain_text("Ike Juniper & Jo Kauri")
    assert Entrant.objects.get(name="Ike Juniper").acceptance_reason == "agreed"
