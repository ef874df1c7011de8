"""Pages as the browser's print command puts them on Letter and A4."""

import re

import pytest
from playwright.sync_api import Page, expect

from brackets.demo.event import make_event
from tests.browser.pages import (
    NARROW,
    Event,
    expect_ruling_on_card,
    expect_standings,
    names_cut_short,
    put_up,
    round_shown,
)
from tests.browser.snapshots import Store

# Printable widths in CSS pixels: the sheet without its margins, on the smaller of the two formats.
PAPERS = ("Letter", "A4")
UPRIGHT = {"width": 680, "height": 900}
ACROSS = {"width": 970, "height": 680}
MM = 96 / 25.4
RUNS_OUT = "document.scrollingElement.scrollWidth > innerWidth"


def sheets(page: Page, paper: str) -> list[tuple[float, float]]:
    """Print, and return width and height of each sheet."""
    printed = page.pdf(format=paper, prefer_css_page_size=True)
    pages = len(re.findall(rb"/Type\s*/Page\b", printed))
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", printed)
    assert len(boxes) == pages
    return [(float(width), float(height)) for width, height in boxes]


def show_as_printed(page: Page, address: str, sheet: dict[str, int]) -> None:
    page.set_viewport_size(sheet)
    page.emulate_media(media="print")
    page.goto(address)


def expect_nothing_to_press(page: Page) -> None:
    for part in (
        page.get_by_role("searchbox"),
        page.get_by_role("button"),
        page.get_by_role("navigation"),
        page.get_by_role("link", name="Skip to the content"),
    ):
        expect(part.filter(visible=True)).to_have_count(0)


def test_standings_as_printed(page: Page, demo: Event) -> None:
    show_as_printed(page, demo.standings_address, UPRIGHT)

    expect_nothing_to_press(page)
    expect(page.get_by_text(demo.name).filter(visible=True)).not_to_have_count(0)
    expect_standings(page, demo)
    assert page.evaluate(RUNS_OUT) is False


def test_card_as_printed(page: Page, demo: Event) -> None:
    show_as_printed(page, demo.card_address(demo.ruled_entrant), UPRIGHT)

    expect_nothing_to_press(page)
    expect(page.get_by_role("heading", level=1)).to_have_text(demo.people[demo.ruled_entrant].name)
    expect_ruling_on_card(page, demo)
    for rule in demo.ruled["rules"]:
        expect(page.get_by_role("term").filter(has_text=rule)).to_be_visible()
    assert page.evaluate(RUNS_OUT) is False


@pytest.mark.parametrize("fragment", ["", "#round-1"])
def test_bracket_as_printed_has_every_round_side_by_side(page: Page, demo: Event, fragment: str) -> None:
    show_as_printed(page, f"{demo.bracket_address}{fragment}", ACROSS)

    expect_nothing_to_press(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text(demo.name)
    assert round_shown(page, "Round 1") == demo.first_round
    rounds = [page.get_by_role("region", name=re.compile(f"^{name}")) for name in demo.round_names]
    lefts = [box["x"] for shown in rounds if (box := shown.bounding_box())]
    assert lefts == sorted(set(lefts))
    assert len(lefts) == len(demo.round_names)
    assert names_cut_short(page) == []
    assert page.evaluate(RUNS_OUT) is False


@pytest.mark.parametrize("players", [30, 60])
def test_small_bracket_fills_the_paper_and_cuts_no_name(page: Page, store: Store, players: int) -> None:
    event = store(put_up, make_event(players=players, games=6, playoff_rounds=1, seed=5, name="Small Hall Open"))
    show_as_printed(page, event.bracket_address, ACROSS)

    assert names_cut_short(page) == []
    assert page.evaluate(RUNS_OUT) is False
    [names, *byes] = page.locator(".rounds, .bye .side.none").evaluate_all(
        "all => all.map(part => parseFloat(getComputedStyle(part).fontSize))"
    )
    assert byes == [names] * (players == 60)
    shown = page.get_by_role("region", name="The bracket").bounding_box()
    assert shown is not None
    assert shown["height"] >= 165 * MM
    assert [len(sheets(page, paper)) for paper in PAPERS] == [1, 1]


def test_sheets_that_come_out(page: Page, demo: Event) -> None:
    page.set_viewport_size(NARROW)  # the same from a phone

    page.goto(demo.standings_address)
    for standings in (sheets(page, paper) for paper in PAPERS):
        assert 3 <= len(standings) <= 5
        assert all(height > width for width, height in standings)

    page.goto(demo.card_address(demo.ruled_entrant))
    assert max(len(sheets(page, paper)) for paper in PAPERS) <= 2

    page.goto(demo.bracket_address)
    for [(width, height)] in (sheets(page, paper) for paper in PAPERS):
        assert width > height
