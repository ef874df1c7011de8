"""The same facts where the browser runs no script: searching and sorting are plain links and forms."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import (
    NARROW,
    Event,
    expect_rule_cited,
    expect_ruling_on_card,
    expect_standings,
    follow,
    heading,
    in_force_link,
    round_shown,
    search_field,
    standings_shown,
)
from tournaments.rules.names import full_name_key, split_name

pytestmark = pytest.mark.browser_context_args(java_script_enabled=False)


def test_walk_without_script(page: Page, demo: Event) -> None:
    page.set_viewport_size(NARROW)
    mine = demo.people[demo.ruled_entrant].name

    page.goto("/")
    follow(page.get_by_role("link", name=demo.name))
    search_field(page).fill(mine.lower())
    follow(page.get_by_role("button", name="Find"))
    expect(page.get_by_role("status")).to_have_text("1 found.")
    expect(search_field(page)).to_have_value(mine.lower())

    found = page.get_by_role("region", name="Find your name").get_by_role("link", name=mine)
    follow(found)
    expect(heading(page)).to_have_text(mine)
    follow(page.get_by_role("link", name="Scorecard", exact=True))
    expect_ruling_on_card(page, demo)
    in_force_link(page, demo.ruled["game"]).click()
    expect_rule_cited(page, demo)


def test_standings_sort_and_search_without_script(page: Page, demo: Event) -> None:
    page.goto(demo.standings_address)
    expect_standings(page, demo)

    follow(page.get_by_role("columnheader", name="Name").get_by_role("link"))
    expect(page).to_have_url(re.compile(r"\?sort=name$"))
    assert page.get_by_role("rowheader").get_by_role("link").all_text_contents() == sorted(
        demo.names, key=full_name_key
    )

    search_field(page).fill(demo.names[0])
    with page.expect_navigation():
        search_field(page).press("Enter")
    assert standings_shown(page)[1:] == [demo.rows()[0]]
    follow(page.get_by_role("link", name="Show all"))
    expect(page.get_by_role("rowheader")).to_have_count(len(demo.names))


def test_bracket_is_drawn_without_script(page: Page, demo: Event) -> None:
    page.goto(demo.bracket_address)

    assert round_shown(page, "Round 1") == demo.first_round
    for name in demo.round_names:
        expect(page.get_by_role("heading", name=re.compile(f"^{name}"))).to_be_visible()


def test_seats_results_and_player_are_read_without_script(page: Page, demo: Event) -> None:
    page.goto(f"{demo.address}seats/")
    expect(page.get_by_role("rowheader")).to_have_count(len(demo.people))
    follow(page.get_by_role("rowheader", name=split_name(demo.names[0]).listed).get_by_role("link"))
    expect(heading(page)).to_have_text(demo.names[0])
    expect(page.locator(".standing")).to_be_visible()

    follow(page.get_by_role("navigation", name=demo.name).get_by_role("link", name="Results"))
    expect(page.get_by_role("rowheader")).to_have_count(len(demo.people))
    # What only a script can do is not offered.
    expect(page.get_by_role("button", name="Print")).to_have_count(0)


def test_phone_shows_every_round_without_script(page: Page, demo: Event) -> None:
    page.set_viewport_size(NARROW)
    page.goto(demo.bracket_address)

    for name in demo.round_names:
        page.get_by_role("navigation", name="Rounds").get_by_role("link", name=name, exact=True).click()
        expect(page.get_by_role("region", name=re.compile(f"^{name}"))).to_be_visible()
    page.get_by_role("navigation", name="Rounds").get_by_role("link", name="Round 1").click()
    assert round_shown(page, "Round 1") == demo.first_round
