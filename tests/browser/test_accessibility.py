"""Every kind of public page is fit for everybody: axe finds nothing, and nothing runs out of a small screen."""

import pytest
from playwright.sync_api import Page

from tests.browser.fit import KINDS, RUNS_OUT, faults, violations
from tests.browser.pages import NARROWEST, Event


@pytest.mark.thorough
def test_pages_of_every_kind_are_fit_for_everybody(page: Page, gallery: dict[str, str]) -> None:
    assert faults(page, gallery) == {}


def test_the_empty_list_is_fit_for_everybody(page: Page, transactional_db: None) -> None:
    assert faults(page, ["/"]) == {}


@pytest.mark.thorough
def test_the_demo_is_fit_for_everybody(page: Page, demo: Event) -> None:
    longest = max(demo.people, key=lambda number: len(demo.people[number].name))
    pages = {
        "event": demo.address,
        "standings": demo.standings_address,
        "card": demo.card_address(demo.ruled_entrant),
        "card of the longest name": demo.card_address(longest),
        "bracket": demo.bracket_address,
        "bracket, round 1": f"{demo.bracket_address}#round-1",
    }

    assert faults(page, pages) == {}


def test_what_is_new_and_unfit_is_found(page: Page, transactional_db: None) -> None:
    page.set_viewport_size(NARROWEST)
    page.goto("/")
    assert (violations(page), page.evaluate(RUNS_OUT)) == ([], [])
    before = set(page.evaluate(KINDS))

    page.evaluate(
        "Object.assign(document.querySelector('h1').style, { color: 'rgb(128 128 128 / 20%)', width: '400px' })"
    )

    assert set(page.evaluate(KINDS)) - before
    assert [found.partition(":")[0] for found in violations(page)] == ["color-contrast"]
    assert [line.partition(":")[0] for line in page.evaluate(RUNS_OUT)][:1] == ["the page"]
