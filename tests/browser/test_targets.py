"""A thumb hits what it aims at: what stands alone is 44 pixels high for it, on a phone."""

import re

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.fit import HEIGHTS, LEAST, STEPS
from tests.browser.pages import NARROWEST, Event


def targets_of(page: Page) -> dict[str, Locator]:
    """Return what stands alone, by what it is."""
    main = page.get_by_role("main")
    return {
        "head": page.get_by_role("banner").get_by_role("link"),
        "navigation": page.get_by_role("navigation").get_by_role("link"),
        "field": page.get_by_role("searchbox"),
        "button": page.get_by_role("button"),
        "sort": main.get_by_role("columnheader", name=re.compile("^(Place|Name|Seat)$")).get_by_role("link"),
        "entrant": main.get_by_role("table", name="Game points").get_by_role("rowheader").get_by_role("link"),
        "person": main.locator("ul, ol").filter(visible=True).get_by_role("link"),
    }


def measured(page: Page) -> dict[str, list[tuple[str, float]]]:
    """Return the height of everything that stands alone."""
    return {
        kind: [(name, height) for name, height in targets.evaluate_all(HEIGHTS)]
        for kind, targets in targets_of(page).items()
    }


# What has to be found where: a target that is not found is not measured either.
EXPECTED = {
    "list": {"head", "navigation", "person"},
    "event": {"head", "navigation", "field", "button", "person"},
    "standings": {"head", "navigation", "field", "button", "sort", "entrant"},
    "card": {"head", "navigation", "button"},
    "bracket": {"head", "navigation", "field", "button", "person"},
}


@pytest.mark.thorough
def test_what_stands_alone_is_high_enough(page: Page, demo: Event) -> None:
    page.set_viewport_size(NARROWEST)
    addresses = {
        "list": "/",
        "event": f"{demo.address}?name=quentin",
        "standings": demo.standings_address,
        "card": demo.card_address(demo.ruled_entrant),
        "bracket": demo.bracket_address,
    }
    too_low: list[tuple[str, str, float]] = []
    for name, address in addresses.items():
        page.goto(address)
        found = measured(page)
        assert {kind for kind, targets in found.items() if targets} == EXPECTED[name]
        too_low += [
            (name, target, height) for targets in found.values() for target, height in targets if height < LEAST - STEPS
        ]

    assert too_low == []
