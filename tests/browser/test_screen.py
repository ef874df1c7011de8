"""The hall screen turns its own pages, shows everybody, and can be held."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import F
from playwright.sync_api import Page, expect

from brackets.demo.event import make_event
from brackets.demo.game_sheets import make_sheets
from brackets.event_files.store import import_event
from brackets.public.services import post_announcement
from scorecards.ranking.actions import set_exemption
from tests.brackets.playoffs.playing import director, posted
from tests.brackets.posting.posting import post
from tests.browser.fit import violations_in_what_is_new
from tests.browser.pages import Event, put_up
from tests.browser.snapshots import Store
from tests.events import PHASES, without_cards
from tournaments.changes.transaction import tournament_change
from tournaments.models import Audience, Entrant, Tournament
from tournaments.page_cache.cache import PAGE_CACHE
from tournaments.page_cache.versions import VERSIONS
from tournaments.rules.names import full_name_key, split_name

HALL = {"width": 1920, "height": 1080}
OLD_HALL = {"width": 1280, "height": 720}
PROJECTOR = {"width": 1024, "height": 768}
SECONDS = 12_000
LONG_NAME = "Maximiliana-Theodora Featherstonehaugh-Wolverhampton 3rd"

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
    """Return a page as large as the hall's screen, whose time stands until it is put forward."""
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    page.set_viewport_size(HALL)
    return page


@pytest.fixture
def qualified(store: Store) -> Event:
    """Return an event whose qualifiers are known and whose bracket is not drawn."""
    return store(put_up_qualified)


def put_up_qualified() -> Event:
    return put_up(make_event(players=124, games=9, errors=False))


def page_told(page: Page) -> str:
    return page.locator("#page").text_content() or ""


def open_screen(page: Page, event: Event) -> None:
    page.goto(f"{event.address}screen/")
    expect(page.locator("#page")).to_have_text(re.compile("page 1 of"))


def turned(page: Page, event: Event) -> Iterator[tuple[str, list[tuple[str, bool]]]]:
    """Turn through all pages from the first on, once; yield what each is called and its rows. The screen is held."""
    page.goto(f"{event.address}screen/")
    expect(page.locator("#page")).to_have_text(re.compile(r"page \d+ of"))
    page.keyboard.press("Space")
    sheet = page.locator("main .sheet h2").first.evaluate("heading => heading.firstChild.textContent.trim()")
    while not page_told(page).startswith(f"{sheet}, page 1 of"):
        page.keyboard.press("ArrowLeft")
    first = page_told(page)
    while True:
        yield page_told(page).removesuffix(", paused"), page.evaluate(ROWS_SHOWN)
        page.keyboard.press("ArrowRight")
        if page_told(page) == first:
            page.keyboard.press("Space")
            return


@pytest.mark.parametrize("size", [pytest.param(HALL, id="1080"), pytest.param(OLD_HALL, id="720")])
def test_pages_show_every_row_once_and_whole(page: Page, qualified: Event, size: dict[str, int]) -> None:
    page.set_viewport_size(size)
    qualifiers = qualified.report["qualifiers"]

    pages = list(turned(page, qualified))
    Tournament.objects.update(standings_shown=Audience.NOBODY, posted_version=F("posted_version") + 1)
    pages += turned(page, qualified)

    rows = {
        what: [row for told, part in pages if told.startswith(what) for row in part]
        for what in ("Qualifiers", "Next below the line", "Seats")
    }
    assert [text for _, part in pages for text, is_whole in part if not is_whole] == []
    assert [text for text, _ in rows["Qualifiers"]] == [
        *(f"{place} {name} {card}" for place, name, _, card, *_ in qualified.rows()[:qualifiers]),
        f"The line: {qualifiers} of {qualified.report['entrants']} qualify",
    ]
    assert [text for text, _ in rows["Next below the line"]] == [
        f"{place} {name} {card}" for place, name, _, card, *_ in qualified.rows()[qualifiers : qualifiers + 10]
    ]
    by_name = sorted(qualified.people.values(), key=lambda person: full_name_key(person.name))
    assert [text for text, _ in rows["Seats"]] == [
        f"{split_name(person.name).listed} {'left' if person.withdrawn_after_game is not None else person.seat}"
        for person in by_name
    ]
    assert len(pages) > 3


RUNS_OUT = """document.scrollingElement.scrollWidth > innerWidth
    || document.scrollingElement.scrollHeight > innerHeight"""
# The height of the capitals of each name for that of the screen; and names that are cut, or in two lines.
NAMES = """() => {
    const pen = document.createElement("canvas").getContext("2d"), sheet = document.querySelector(".sheet.is-current");
    const shown = [...sheet.querySelectorAll(":is(.rows, .tree, .winner) bdi")].filter(name => {
        const box = name.getBoundingClientRect(), frame = name.closest(".window").getBoundingClientRect();
        return box.right > frame.left && box.left < frame.right;
    });
    return [...shown, document.querySelector(".masthead h1 bdi")].map(name => {
        const style = getComputedStyle(name), text = document.createRange();
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        text.selectNodeContents(name);
        const box = text.getBoundingClientRect();
        const frame = name.closest("li, .masthead > div, .window").getBoundingClientRect();
        const isWhole = box.left >= frame.left - 1 && box.right <= frame.right + 1
            && box.top >= frame.top - parseFloat(style.fontSize) / 4
            && box.height < 2 * parseFloat(style.fontSize);
        return [name.textContent.trim(), innerHeight / pen.measureText("H").actualBoundingBoxAscent, isWhole];
    });
}"""


@pytest.mark.parametrize("kind", ["seats", "standings", "playoffs", "finished"])
def test_every_name_is_whole_and_its_capitals_a_fortieth_of_the_screen(
    page: Page, transactional_db: None, kind: str
) -> None:
    event = put_up(PHASES[{"seats": "no cards", "standings": "qualifiers known"}.get(kind, kind)])
    for number, name in enumerate(("Bo Ek", LONG_NAME), start=1):
        first, _, last = name.partition(" ")
        Entrant.objects.filter(number=number).update(name=name, first_name=first, last_name=last)
    Tournament.objects.update(name="Harbor Lights Open and Consolation of the Northern Coast")
    PAGE_CACHE.clear()

    faults = []
    for size in (HALL, OLD_HALL, PROJECTOR):
        page.set_viewport_size(size)
        faults += [
            (size["width"], told, *name)
            for told, _ in turned(page, event)
            for name in page.evaluate(NAMES)
            if name[1] > 40 or not name[2]
        ]
        if page.evaluate(RUNS_OUT):
            faults.append((size["width"], "the page runs out"))

    assert faults == []


def test_two_names_of_a_pair_are_not_pressed(page: Page, transactional_db: None) -> None:
    event = import_event(event_file=make_sheets(pairs=12, scoring="total-points"))
    page.set_viewport_size(OLD_HALL)

    page.goto(f"{event.get_absolute_url()}screen/")

    expect(page.locator("#page")).to_have_text(re.compile(r"page \d+ of"))
    names = page.locator(".places bdi")
    assert names.count() > 5
    assert names.evaluate_all("all => all.filter(name => name.style.transform).map(name => name.textContent)") == []


def test_a_sheet_of_many_names_too_wide_for_it_is_not_laid_out_once_for_each(
    page: Page, transactional_db: None
) -> None:
    """Of 500 players 85 had such names, and the hall screen stood still for half a minute."""
    event = put_up(without_cards(make_event(players=200, games=9, errors=False)))
    Entrant.objects.update(name=LONG_NAME, first_name="", last_name="", city=F("number"))
    PAGE_CACHE.clear()
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")

    open_screen(page, event)
    expect(page.locator(".chairs bdi").first).to_have_css("display", "block")
    metrics = {one["name"]: one["value"] for one in devtools.send("Performance.getMetrics")["metrics"]}

    assert page.locator(".chairs bdi").count() >= 200
    assert metrics["LayoutCount"] < 100


def test_initials_of_the_seats_are_a_twentieth_of_the_screen(page: Page, transactional_db: None) -> None:
    open_screen(page, put_up(PHASES["no cards"]))

    letters = page.evaluate("""() => {
        const pen = document.createElement("canvas").getContext("2d");
        return [...document.querySelectorAll("[data-initial]")].map(row => {
            const style = getComputedStyle(row, "::before");
            pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
            return [row.dataset.initial, innerHeight / pen.measureText("H").actualBoundingBoxAscent <= 20];
        });
    }""")

    assert letters
    assert [letter for letter, _ in letters] == sorted({letter for letter, _ in letters})
    assert all(is_large for _, is_large in letters)


def test_initials_stand_on_the_line_of_their_name(page: Page, transactional_db: None) -> None:
    open_screen(page, put_up(PHASES["no cards"]))

    row = "document.querySelector('[data-initial]')"
    look = page.evaluate(f"[getComputedStyle({row}).alignItems, getComputedStyle({row}, '::before').position]")

    assert look == ["baseline", "static"]


def test_letters_fill_the_columns_of_an_old_projector(page: Page, transactional_db: None) -> None:
    page.set_viewport_size(PROJECTOR)
    open_screen(page, put_up(without_cards(make_event(players=60, games=9, errors=False))))

    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.chairs')).fontSize)") > 768 / 25 + 1


def test_the_head_has_clock_and_round_timer(page: Page, transactional_db: None) -> None:
    event = put_up(PHASES["no cards"])
    tournament = Tournament.objects.get()
    post_announcement(tournament, director(tournament), text="Game 2. Even seats move on.", minutes=20)
    PAGE_CACHE.clear()
    open_screen(page, event)

    head = page.locator(".masthead")
    expect(head.locator("#clock")).to_have_text(re.compile(r"^\d+:\d\d [AP]M$"))
    expect(head.locator(".timer")).to_have_text(re.compile(r"^\d+:\d\d left$"))
    expect(head.get_by_text(re.compile(r"^Game 2 of \d+$"))).to_be_visible()


def test_screen_turns_by_itself_to_the_end_and_begins_again(page: Page, qualified: Event) -> None:
    names = [told for told, _ in turned(page, qualified)]

    seen = []
    for _ in names:
        seen.append(page_told(page))
        page.clock.run_for(SECONDS)

    assert seen == names
    assert page_told(page) == names[0]
    assert list(dict.fromkeys(name.split(",")[0] for name in names)) == [
        "Qualifiers",
        "Next below the line",
        "Round 1",
        "Round 2",
    ]


def test_space_pauses_and_goes_on(page: Page, qualified: Event) -> None:
    open_screen(page, qualified)
    first = page_told(page)

    page.keyboard.press("Space")
    page.clock.run_for(SECONDS * 3)
    paused = page_told(page)
    page.keyboard.press("Space")
    page.clock.run_for(SECONDS)

    assert paused == f"{first}, paused"
    assert page_told(page) == first.replace("page 1", "page 2")


def test_arrows_turn_both_ways(page: Page, qualified: Event) -> None:
    open_screen(page, qualified)
    first = page_told(page)

    page.keyboard.press("ArrowLeft")
    last = page_told(page)
    page.keyboard.press("ArrowRight")

    assert re.fullmatch(r"Round 2, page (\d+) of \1", last)
    assert page_told(page) == first


def test_buttons_do_the_same(page: Page, qualified: Event) -> None:
    open_screen(page, qualified)
    first = page_told(page)

    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(SECONDS * 2)

    assert page_told(page) == first.replace("page 1", "page 2") + ", paused"
    expect(page.get_by_role("button", name="Resume")).to_be_visible()


def test_buttons_hide_after_three_seconds_and_come_back_by_mouse_and_key(page: Page, demo: Event) -> None:
    opacity = "getComputedStyle(document.getElementById('turner')).opacity"
    open_screen(page, demo)
    page.mouse.move(100, 100)
    at_once = page.evaluate(opacity)
    page.clock.run_for(3_100)
    hidden = page.evaluate(opacity)
    page.keyboard.press("Tab")
    reached = page.evaluate(opacity)
    page.clock.run_for(3_100)
    page.mouse.move(200, 200)

    assert (at_once, hidden, reached, page.evaluate(opacity)) == ("1", "0", "1", "1")


def test_what_is_posted_is_shown_at_once(page: Page, qualified: Event) -> None:
    event = qualified
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


def test_further_posting_is_shown_at_once_and_says_so(page: Page, transactional_db: None) -> None:
    tournament = posted(players=24)
    page.goto(f"{tournament.get_absolute_url()}screen/")
    told = page.locator("#page")
    expect(told).to_have_text(re.compile("^Qualifiers, page 1"))
    expect(page.get_by_role("heading", name="Qualifiers")).to_have_text("Qualifiers")
    page.keyboard.press("ArrowLeft")
    expect(told).not_to_have_text(re.compile("^Qualifiers"))

    member = director(tournament)
    set_exemption(tournament=tournament, actor=member, qualifiers=7, reason="one more table")
    post(tournament, member, "seven qualify")
    VERSIONS.clear()
    page.clock.run_for(3_000)

    expect(told).to_have_text(re.compile("^Qualifiers, page 1"))
    expect(page.get_by_role("heading", name="Qualifiers")).to_have_text(
        re.compile(r"^\s*Qualifiers corrected: posting 2, \d+:\d\d [AP]M\s*$")
    )
    expect(page.locator("#qualifiers .cut")).to_have_text(re.compile("The line: 7 of 24 qualify"))


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


@pytest.mark.thorough
def test_axe_finds_nothing_on_any_page_of_the_screen_in_any_phase(page: Page, demo: Event) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.clock.resume()  # axe waits
    found = {}
    for event in (demo, put_up(PHASES["finished"]), put_up(PHASES["no cards"])):
        found |= {(event.name, told): violations_in_what_is_new(page, "hall") for told, _ in turned(page, event)}

    assert {page: lines for page, lines in found.items() if lines} == {}


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_everything_stands_on_one_page_without_script(page: Page, demo: Event) -> None:
    page.goto(f"{demo.address}screen/")

    expect(page.get_by_role("heading", level=2)).to_have_text(["Bracket"])
    rows = page.get_by_role("region", name="Bracket").get_by_role("listitem")
    expect(rows.last).to_be_visible()
    expect(page.get_by_role("button")).to_have_count(0)
