"""The hall screen turns its own pages, shows everybody, and can be held."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fit import violations_in_what_is_new
from tests.browser.pages import Event, demo_event, put_up
from tests.events import PHASES
from tournaments.changes.transaction import tournament_change
from tournaments.models import Audience, Tournament
from tournaments.pagecache.versions import VERSIONS

HALL = {"width": 1920, "height": 1080}
OLD_HALL = {"width": 1280, "height": 720}
SECONDS = 12_000

# The rows that can be read, from the first to the last; of those that are cut off at an edge, none.
ROWS_SHOWN = """() => [...document.querySelectorAll('.sheet.is-current .rows > li')].filter(row => {
    const box = row.getBoundingClientRect(), frame = row.closest('.window').getBoundingClientRect();
    return box.right > frame.left && box.left < frame.right;
}).map(row => [row.textContent.replace(/\\s+/g, ' ').trim(), (() => {
    const box = row.getBoundingClientRect(), frame = row.closest('.window').getBoundingClientRect();
    return box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.bottom <= frame.bottom + 1;
})()])"""


@pytest.fixture
def page(page: Page) -> Page:
    """Return a page as large as the hall's screen, whose clock can be put forward."""
    page.clock.install()
    page.set_viewport_size(HALL)
    return page


def page_told(page: Page) -> str:
    return page.locator("#page").text_content() or ""


def open_screen(page: Page, event: Event) -> None:
    page.goto(f"{event.address}screen/")
    expect(page.locator("#page")).to_have_text(re.compile("page 1 of"))


def turned(page: Page) -> Iterator[tuple[str, list[tuple[str, bool]]]]:
    """Turn through all pages, once; yield what each is called and its rows."""
    first = page_told(page)
    while True:
        yield page_told(page), page.evaluate(ROWS_SHOWN)
        page.keyboard.press("ArrowRight")
        if page_told(page) == first:
            return


@pytest.mark.parametrize("size", [pytest.param(HALL, id="1080"), pytest.param(OLD_HALL, id="720")])
def test_pages_show_every_row_once_and_whole(page: Page, demo: Event, size: dict[str, int]) -> None:
    page.set_viewport_size(size)
    open_screen(page, demo)
    qualifiers = demo.report["qualifiers"]

    pages = list(turned(page))

    rows = {
        what: [row for told, part in pages if told.startswith(what) for row in part]
        for what in ("Qualifiers", "Next below the line", "Seats")
    }
    assert [text for _, part in pages for text, is_whole in part if not is_whole] == []
    assert [text for text, _ in rows["Qualifiers"]] == [
        *(f"{place} {name} {card}" for place, name, _, card, *_ in demo.rows()[:qualifiers]),
        f"The line: {qualifiers} of {demo.report['entrants']} qualify",
    ]
    assert [text for text, _ in rows["Next below the line"]] == [
        f"{place} {name} {card}" for place, name, _, card, *_ in demo.rows()[qualifiers : qualifiers + 10]
    ]
    assert [text for text, _ in rows["Seats"]] == sorted(
        f"{person.name} {person.seat}" for person in demo.people.values()
    )
    assert len(pages) > 3


@pytest.mark.parametrize("size", [pytest.param(HALL, id="1080"), pytest.param(OLD_HALL, id="720")])
def test_letters_are_large_and_nothing_runs_out(page: Page, demo: Event, size: dict[str, int]) -> None:
    page.set_viewport_size(size)
    open_screen(page, demo)

    height = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.rows bdi')).fontSize)")
    over = page.evaluate(
        "[document.scrollingElement.scrollWidth - innerWidth, document.scrollingElement.scrollHeight - innerHeight]"
    )

    assert height >= size["height"] / 25
    assert over == [0, 0]


def test_screen_turns_by_itself_to_the_end_and_begins_again(page: Page, demo: Event) -> None:
    open_screen(page, demo)
    names = [told for told, _ in turned(page)]

    seen = []
    for _ in names:
        seen.append(page_told(page))
        page.clock.run_for(SECONDS)

    assert seen == names
    assert page_told(page) == names[0]
    assert [name.split(",")[0] for name in dict.fromkeys(name.split(",")[0] for name in names)] == [
        "Qualifiers",
        "Next below the line",
        "Bracket",
        demo.current_round,
        "Seats",
    ]


def test_space_pauses_and_goes_on(page: Page, demo: Event) -> None:
    open_screen(page, demo)
    first = page_told(page)

    page.keyboard.press("Space")
    page.clock.run_for(SECONDS * 3)
    paused = page_told(page)
    page.keyboard.press("Space")
    page.clock.run_for(SECONDS)

    assert paused == f"{first}, paused"
    assert page_told(page) == first.replace("page 1", "page 2")


def test_arrows_turn_both_ways(page: Page, demo: Event) -> None:
    open_screen(page, demo)
    first = page_told(page)

    page.keyboard.press("ArrowLeft")
    last = page_told(page)
    page.keyboard.press("ArrowRight")

    assert re.fullmatch(r"Seats, page (\d+) of \1", last)
    assert page_told(page) == first


def test_buttons_do_the_same(page: Page, demo: Event) -> None:
    open_screen(page, demo)
    first = page_told(page)

    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(SECONDS * 2)

    assert page_told(page) == first.replace("page 1", "page 2") + ", paused"
    expect(page.get_by_role("button", name="Go on")).to_be_visible()


def test_what_is_posted_is_shown_at_once(page: Page, transactional_db: None) -> None:
    event = put_up(demo_event())
    Tournament.objects.update(standings_shown=Audience.NOBODY)
    page.goto(f"{event.address}screen/")
    expect(page.locator("#page")).to_have_text(re.compile("^Seats, page 1"))
    page.keyboard.press("ArrowRight")

    with tournament_change(Tournament.objects.get()) as tournament:
        tournament.standings_shown = Audience.EVERYBODY
        tournament.save()
    VERSIONS.clear()
    page.clock.run_for(3_000)

    expect(page.locator("#page")).to_have_text(re.compile("^Qualifiers, page 1"))
    expect(page.locator("#qualifiers").get_by_text(event.names[0], exact=True)).to_be_in_viewport()


def test_page_that_is_shown_stays_when_names_change(page: Page, demo: Event) -> None:
    open_screen(page, demo)
    page.keyboard.press("ArrowLeft")
    told, rows = page_told(page), page.evaluate(ROWS_SHOWN)

    with tournament_change(Tournament.objects.get()) as tournament:
        tournament.name = "Renamed Open"
        tournament.save()
    VERSIONS.clear()
    page.clock.run_for(3_000)

    expect(page.get_by_role("heading", level=1)).to_have_text("Renamed Open")
    assert (page_told(page), page.evaluate(ROWS_SHOWN)) == (told, rows)


def test_nothing_moves_for_those_who_asked_for_that(page: Page, demo: Event) -> None:
    animation = "getComputedStyle(document.querySelector('.sheet.is-current')).animationName"
    page.emulate_media(reduced_motion="no-preference")
    open_screen(page, demo)
    usual = page.evaluate(animation)

    page.emulate_media(reduced_motion="reduce")

    assert (usual, page.evaluate(animation)) == ("appear", "none")


def test_axe_finds_nothing_on_any_page_of_the_screen_in_any_phase(page: Page, demo: Event) -> None:
    page.emulate_media(reduced_motion="reduce")
    found = {}
    for event in (demo, put_up(PHASES["finished"]), put_up(PHASES["no cards"])):
        open_screen(page, event)
        found |= {(event.name, told): violations_in_what_is_new(page, "hall") for told, _ in turned(page)}

    assert {page: lines for page, lines in found.items() if lines} == {}


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_everything_stands_on_one_page_without_script(context: object, demo: Event) -> None:
    page = context.new_page()  # type: ignore[attr-defined]
    page.goto(f"{demo.address}screen/")

    assert page.get_by_role("heading", level=2).evaluate_all(
        "all => all.map(one => one.firstChild.textContent.trim())"
    ) == ["Qualifiers", "Next below the line", "Bracket", demo.current_round, "Seats"]
    rows = page.get_by_role("region", name="Seats").get_by_role("listitem")
    assert rows.count() == len(demo.people)
    expect(rows.last).to_be_visible()
    expect(page.get_by_role("button")).to_have_count(0)
