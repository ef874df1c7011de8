"""Everything can be reached and used with the keyboard alone, and the eye can follow."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import FIND, NARROW, WIDE, Event, heading, search_field
from tournaments.rules.names import full_name_key

# The first fields are what a stop is called; the bracket's scroller has no text of its own.
FOCUSED = """() => {
    const part = document.activeElement;
    if (!part || part === document.body) return null;
    const style = getComputedStyle(part), box = part.getBoundingClientRect();
    const label = part.getAttribute('aria-label') || (part.labels ? part.labels[0]?.textContent : '');
    return {
        name: (label || part.textContent).trim().replace(/\\s+/g, ' '),
        outline: style.outlineStyle === 'none' ? 0 : parseFloat(style.outlineWidth),
        isInView: box.width > 1 && box.top < innerHeight && box.bottom > 0 && box.left < innerWidth && box.right > 0,
    };
}"""


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the Tab key stops. ``outline`` is the width of the line around it."""

    name: str
    outline: float
    is_in_view: bool


def tab(page: Page) -> Stop | None:
    """Press Tab and return where it stops; nothing at the end of the page."""
    page.keyboard.press("Tab")
    found = page.evaluate(FOCUSED)
    return Stop(found["name"], found["outline"], found["isInView"]) if found else None


def tab_to(page: Page, name: str) -> Stop:
    """Press Tab until it stops there."""
    for _ in range(400):
        stop = tab(page)
        assert stop is not None, f"the end of the page comes before {name}"
        if re.match(name, stop.name):
            return stop
    raise AssertionError(f"no Tab leads to {name}")


def all_stops(page: Page) -> list[Stop]:
    """Press Tab from the top of the page to its end."""
    stops: list[Stop] = []
    while len(stops) < 400 and (stop := tab(page)):
        stops.append(stop)
    return stops


def assert_visible(stops: list[Stop]) -> None:
    assert [stop for stop in stops if stop.outline < 2 or not stop.is_in_view] == []


@pytest.mark.parametrize("screen", [pytest.param(WIDE, id="wide"), pytest.param(NARROW, id="narrow")])
def test_every_stop_on_the_event_page(page: Page, demo: Event, screen: dict[str, int]) -> None:
    page.set_viewport_size(screen)
    page.goto(demo.address)

    stops = all_stops(page)

    assert_visible(stops)
    names = [stop.name for stop in stops]
    assert names[0] == "Skip to the content"
    assert names[1] == "Cribbage tournaments"
    rest = names[names.index("Event") :]
    assert rest[:7] == ["Event", "Seats", "Standings", "Bracket", "Results", FIND, "Find"]
    assert rest[7:] == ["Whole bracket", "Hall screen", "the rules", "the dashboard"]


def test_skip_link_leads_past_the_navigation(page: Page, demo: Event) -> None:
    page.goto(demo.address)

    stop = tab(page)
    assert stop is not None
    assert_visible([stop])
    page.keyboard.press("Enter")

    expect(page.get_by_role("main")).to_be_focused()
    tab(page)
    expect(search_field(page)).to_be_focused()


def test_standings_by_keyboard_alone(page: Page, demo: Event) -> None:
    page.goto(demo.standings_address)
    tab_to(page, FIND)
    assert tab(page) == Stop("Find", 3, True)
    sorts = [tab(page) for _ in range(3)]
    assert [stop.name for stop in sorts if stop] == ["Place", "Name", "Seat"]
    assert_visible([stop for stop in sorts if stop])

    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    by_name = page.get_by_role("columnheader", name="Name")
    expect(by_name).to_have_attribute("aria-sort", "ascending")
    # The table is another one now; the keyboard stays where it was.
    expect(by_name.get_by_role("link")).to_be_focused()

    tab(page)
    stops = [tab(page) for _ in demo.names]
    assert [stop.name for stop in stops if stop] == sorted(demo.names, key=full_name_key)
    assert_visible([stop for stop in stops if stop])
    page.keyboard.press("Enter")
    expect(heading(page)).to_have_text(max(demo.names, key=full_name_key))


def test_search_by_keyboard_alone(page: Page, demo: Event) -> None:
    page.goto(demo.address)
    tab_to(page, FIND)
    page.keyboard.type(demo.names[0])
    # What was typed slowly is searched for more than once.
    page.wait_for_url(lambda address: parse_qs(urlsplit(address).query).get("name") == [demo.names[0]])
    expect(page.get_by_role("status")).to_have_text("1 found.")

    tab_to(page, "Find$")
    found = tab(page)
    assert found is not None
    assert demo.names[0] in found.name
    assert_visible([found])
    page.keyboard.press("Enter")

    expect(heading(page)).to_have_text(demo.names[0])


def test_card_by_keyboard_alone(page: Page, demo: Event) -> None:
    page.goto(demo.card_address(demo.ruled_entrant))
    game, rule = demo.ruled["game"], demo.ruled["rules"][-1]

    tab_to(page, rf"in force.*{re.escape(rule)}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=re.compile(rf"^Game {game}\b"))).to_be_in_viewport()

    # The keyboard is where the eye is: the next stop is in the ruling, the other entrant's card.
    other = next(number for number in demo.ruled["entrants"] if number != demo.ruled_entrant)
    stop = tab(page)
    assert stop is not None
    assert stop.name == demo.people[other].name
    page.keyboard.press("Enter")
    expect(heading(page)).to_have_text(demo.people[other].name)


def test_phone_bracket_by_keyboard_alone(page: Page, demo: Event) -> None:
    page.set_viewport_size(NARROW)
    page.goto(demo.bracket_address)

    for name in demo.round_names:
        page.goto(demo.bracket_address)
        assert_visible([tab_to(page, f"{name}$")])
        page.keyboard.press("Enter")
        shown = page.get_by_role("region", name=re.compile(f"^{name}"))
        expect(shown).to_be_visible()
        if players := shown.get_by_role("link").all_text_contents():
            assert_visible([tab_to(page, re.escape(players[0].strip()))])
            expect(shown.get_by_role("link").first).to_be_focused()


def test_every_stop_on_the_wide_bracket(page: Page, demo: Event) -> None:
    page.goto(demo.bracket_address)
    players = page.get_by_role("region", name="The bracket").get_by_role("link").all_text_contents()

    stops = all_stops(page)

    assert_visible([stop for stop in stops if stop.name != "The bracket"])
    names = [stop.name for stop in stops]
    assert names[names.index("The bracket") + 1 :] == [
        *(player.strip() for player in players),
        *("the rules", "the dashboard"),
    ]
