"""axe on every kind of page, light and dark, on both screens; and nothing runs out of a small screen."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.pages import NARROW, NARROWEST, WIDE, ZOOMED, Event

EVERYTHING = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
# All that light or dark can make a difference to.
COLOURS = {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]}

# What is wider than there is room for, and what can only be seen by scrolling sideways or not at all.
# The drawn bracket may be scrolled; text that only screen readers are to find is one pixel wide.
RUNS_OUT = """() => {
    const page = document.scrollingElement;
    const wide = page.scrollWidth > innerWidth ? [`the page: ${page.scrollWidth} of ${innerWidth}`] : [];
    const bracket = document.querySelector('[role=region][aria-label="The bracket"]');
    const inside = [...document.querySelectorAll('main *')].filter(part =>
        part !== bracket && part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1
        && getComputedStyle(part).overflowX !== 'visible');
    return [...wide, ...inside.map(part => `${part.tagName} ${part.textContent.trim().slice(0, 60)}`)];
}"""


# What is still fading in has the colours of neither before nor after.
STILL = "Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => null)"

# Each kind of part with the kind that it stands in: what it is, how it looks, and what it tells by attributes.
KINDS = """() => {
    const kind = part => part && [part.tagName, ...[...part.attributes].map(({ name, value }) =>
        ['class', 'role', 'type', 'scope'].includes(name) ? `${name}=${value}` : name).sort()].join(' ');
    return [...document.querySelectorAll('*')].map(part => `${kind(part.parentElement)} > ${kind(part)}`);
}"""


def violations(page: Page, options: dict[str, Any] = EVERYTHING) -> list[str]:
    """Return what axe finds once nothing moves, one line for each element and rule."""
    page.evaluate(STILL)
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{violation['id']}: {node['html']}: {node.get('failureSummary', '')}"
        for violation in found
        for node in violation["nodes"]
    ]


def violations_light_and_dark(page: Page, address: str) -> list[str]:
    page.emulate_media(color_scheme="light")
    page.goto(address)
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    return found + [f"dark: {violation}" for violation in violations(page, COLOURS)]


@pytest.mark.parametrize("screen", [pytest.param(WIDE, id="wide"), pytest.param(NARROW, id="narrow")])
def test_axe_finds_nothing(page: Page, gallery: dict[str, str], screen: dict[str, int]) -> None:
    page.set_viewport_size(screen)

    found: dict[str, list[str]] = {}
    seen: set[str] = set()
    for name, address in gallery.items():
        page.goto(address)
        kinds = set(page.evaluate(KINDS))
        if kinds <= seen:
            continue  # the same parts as on pages before, with other words in them
        seen |= kinds
        found[name] = violations_light_and_dark(page, address)

    assert len(found) > len(gallery) / 2
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize("screen", [pytest.param(WIDE, id="wide"), pytest.param(NARROW, id="narrow")])
def test_axe_finds_nothing_in_the_empty_list(
    page: Page, transactional_db: None, screen: dict[str, int]
) -> None:
    page.set_viewport_size(screen)

    assert violations_light_and_dark(page, "/") == []
    assert page.evaluate(RUNS_OUT) == []


def test_axe_finds_nothing_in_the_demo(page: Page, demo: Event) -> None:
    pages = [demo.address, demo.standings_address, demo.card_address(demo.ruled_entrant)]

    found = {address: violations_light_and_dark(page, address) for address in [*pages, demo.bracket_address]}

    assert {address: lines for address, lines in found.items() if lines} == {}


SIZES = {"wide": WIDE, "zoomed": ZOOMED, "narrow": NARROW, "narrowest": NARROWEST}


def what_runs_out(page: Page, addresses: dict[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, address in addresses.items():
        page.goto(address)
        for size, screen in SIZES.items():
            page.set_viewport_size(screen)
            if lines := page.evaluate(RUNS_OUT):
                found[f"{name}, {size}"] = lines
    return found


def test_nothing_runs_out_of_the_screen(page: Page, gallery: dict[str, str]) -> None:
    assert what_runs_out(page, gallery) == {}


def test_nothing_of_the_demo_runs_out_of_the_screen(page: Page, demo: Event) -> None:
    longest = max(demo.people, key=lambda number: len(demo.people[number].name))
    pages = {
        "list": "/",
        "event": demo.address,
        "standings": demo.standings_address,
        "standings by seat": f"{demo.standings_address}?sort=seat",
        "card": demo.card_address(demo.ruled_entrant),
        "card of the longest name": demo.card_address(longest),
        "bracket": demo.bracket_address,
        "bracket, round 1": f"{demo.bracket_address}#round-1",
    }

    assert what_runs_out(page, pages) == {}
