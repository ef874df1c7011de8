"""The walk of somebody who played: list, event, own name, standings, card, ruling, bracket."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.pages import (
    NARROW,
    NARROWEST,
    WIDE,
    Event,
    expect_rule_cited,
    expect_ruling_on_card,
    expect_standings,
    follow,
    heading,
    in_force_link,
    names_cut_short,
    round_shown,
    search_field,
    standings_shown,
)

SCREENS = [pytest.param(WIDE, id="wide"), pytest.param(NARROW, id="narrow")]


@pytest.mark.parametrize("screen", SCREENS)
def test_walk_from_the_list_to_the_bracket(page: Page, demo: Event, screen: dict[str, int]) -> None:
    page.set_viewport_size(screen)
    mine, game = demo.people[demo.ruled_entrant].name, demo.ruled["game"]

    page.goto("/")
    expect(heading(page)).to_have_text("Events")
    follow(page.get_by_role("link", name=demo.name))
    expect(heading(page)).to_have_text(demo.name)

    search_field(page).press_sequentially(mine.lower())
    expect(page.get_by_role("status")).to_have_text("1 found.")
    found = page.get_by_role("region", name="Find your name").get_by_role("link")
    expect(found).to_have_count(1)
    expect(found).to_contain_text(mine)
    expect(found).to_contain_text("Qualifies")

    follow(page.get_by_role("navigation", name=demo.name).get_by_role("link", name="Standings"))
    expect(heading(page)).to_have_text("Standings")
    expect_standings(page, demo)
    follow(page.get_by_role("rowheader", name=mine).get_by_role("link"))
    expect(heading(page)).to_have_text(mine)
    expect_ruling_on_card(page, demo)
    in_force_link(page, game).click()
    expect_rule_cited(page, demo)

    follow(page.get_by_role("navigation", name=demo.name).get_by_role("link", name="Bracket"))
    expect(heading(page)).to_have_text(re.compile("^Bracket"))
    expect(page.get_by_role("region", name=re.compile(f"^{demo.current_round}"))).to_be_visible()
    if screen != WIDE:
        page.get_by_role("navigation", name="Rounds").get_by_role("link", name="Round 1").click()
    assert round_shown(page, "Round 1") == demo.first_round


@pytest.mark.parametrize("page_of", ["event", "standings"])
def test_typing_a_name_swaps_in_who_is_found(page: Page, demo: Event, page_of: str) -> None:
    # Time stands while it is typed: on a busy machine a quarter of a second may pass between two keys.
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    page.goto(demo.address if page_of == "event" else demo.standings_address)
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))  # Playwright takes no built-in method
    wanted = demo.names[-1]
    first_name = wanted.split()[0]
    found = sorted(name for name in demo.names if first_name in name)

    search_field(page).press_sequentially(first_name)
    page.clock.run_for(300)

    expect(page.get_by_role("status")).to_have_text(re.compile(rf"^\s*{len(found)} "))
    expect(page).to_have_url(re.compile(rf"\?name={first_name}$"))
    # One request for the fragment, when typing pauses; the page stays, and so does the cursor.
    pages = [request for request in asked if request.resource_type in {"document", "xhr"}]
    assert [request.headers.get("hx-request") for request in pages] == ["true"]
    expect(search_field(page)).to_be_focused()
    for name in found:
        expect(page.get_by_role("main").get_by_role("link", name=name).first).to_be_visible()

    page.clock.resume()
    page.reload()
    expect(search_field(page)).to_have_value(first_name)
    expect(page.get_by_role("status")).to_have_text(re.compile(rf"^\s*{len(found)} "))

    search_field(page).fill("Nobody Of This Name")
    expect(page.get_by_role("status")).to_contain_text("Nobody here is called “Nobody Of This Name”.")


@pytest.mark.parametrize("how", ["Enter", "Find"])
def test_search_answers_enter_and_the_button_at_once(page: Page, demo: Event, how: str) -> None:
    page.goto(demo.standings_address)
    wanted = demo.names[0]

    search_field(page).fill(wanted)
    if how == "Enter":
        search_field(page).press("Enter")
    else:
        page.get_by_role("button", name="Find").click()

    expect(page.get_by_role("status")).to_contain_text(f"1 of {len(demo.names)} found.")
    assert standings_shown(page)[1:] == [demo.rows()[0]]
    page.get_by_role("link", name="Show all").click()
    expect(page.get_by_role("rowheader")).to_have_count(len(demo.names))


def test_sorting_swaps_the_table_and_can_be_gone_back_from(page: Page, demo: Event) -> None:
    page.goto(demo.standings_address)
    page.evaluate("window.isTheSamePage = true")

    page.get_by_role("columnheader", name="Seat").get_by_role("link").click()
    expect(page.get_by_role("columnheader", name="Seat")).to_have_attribute("aria-sort", "ascending")
    assert page.evaluate("window.isTheSamePage") is True

    page.go_back()
    expect(page.get_by_role("columnheader", name="Place")).to_have_attribute("aria-sort", "ascending")
    page.wait_for_load_state()  # the headings may be there before the last rows are
    expect_standings(page, demo)


def test_phone_shows_one_round_at_a_time(page: Page, demo: Event) -> None:
    page.set_viewport_size(NARROW)
    page.goto(demo.bracket_address)
    rounds = {name: page.get_by_role("region", name=re.compile(f"^{name}")) for name in demo.round_names}

    expect(rounds[demo.current_round]).to_be_visible()
    for name in demo.round_names:
        if name != demo.current_round:
            expect(rounds[name]).to_be_hidden()

    for name in demo.round_names:
        page.get_by_role("navigation", name="Rounds").get_by_role("link", name=name, exact=True).click()
        for other, shown in rounds.items():
            expect(shown).to_be_visible(visible=other == name)
        expect(rounds[name].get_by_role("heading")).to_be_in_viewport()


def test_bracket_cuts_no_name_short(page: Page, demo: Event) -> None:
    page.goto(demo.bracket_address)

    for width in (WIDE["width"], 1000, NARROW["width"]):
        page.set_viewport_size({"width": width, "height": 900})
        assert names_cut_short(page) == []


# How many lines of text each row of a table takes, by what it says: parts whose middles are level are in one line.
LINES = """() => [...document.querySelectorAll("main table tbody tr")].filter(row => row.checkVisibility()).map(row => {
    const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT), middles = [], part = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!text.textContent.trim() || text.parentElement.closest(".visually-hidden")) continue;
        part.selectNodeContents(text);
        middles.push(...[...part.getClientRects()].filter(box => box.width > 1).map(box => (box.top + box.bottom) / 2));
    }
    const lines = middles.sort((a, b) => a - b).filter((at, place) => !place || at - middles[place - 1] > 8);
    return [lines.length, row.textContent.trim().replace(/\\s+/g, " ")];
})"""


@pytest.mark.parametrize("screen", [pytest.param(NARROW, id="390"), pytest.param(NARROWEST, id="320")])
@pytest.mark.parametrize("where", ["standings", "results"])
def test_a_row_takes_two_lines_on_a_phone(page: Page, demo: Event, screen: dict[str, int], where: str) -> None:
    page.set_viewport_size(screen)
    page.goto(f"{demo.address}{where}/")

    rows = page.evaluate(LINES)

    assert len(rows) >= len(demo.names)
    # A name that is long and bold, and who came in next below the line, may take a third.
    assert [row for row in rows if row[0] > 3] == []
    assert len([row for row in rows if row[0] > 2]) <= len(demo.names) / 50, rows
