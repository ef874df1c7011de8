"""Check-in at the door, on a tablet: one tap each, found by name typed or by a code scanned."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.fit import faults, faults_shown
from tests.browser.pages import sign_in
from tests.factories.tournaments import EntrantFactory, StaffMemberFactory, TournamentFactory
from tests.tournaments.rules.test_text import PLAIN
from tournaments.models import Entrant, Tournament

DOOR = "/t/bay/entrants/check-in/"
PEOPLE = ["Ann Lee", "Zoë Núñez", "Bo Quist", "Cy Dunn"]


@pytest.fixture
def tournament(transactional_db: None, live_server: Any) -> Tournament:
    tournament = TournamentFactory(slug="bay", entry_fee=60)
    for number, name in enumerate(PEOPLE, start=1):
        EntrantFactory(tournament=tournament, number=number, name=name, fee_owed=60, city="Hilo")
    return tournament


@pytest.fixture
def door(tournament: Tournament, context: BrowserContext, page: Page, live_server: Any) -> Page:
    """Return the director's page, signed in, at the door."""
    sign_in(context, StaffMemberFactory(tournament=tournament, name="Dee Rector"), live_server.url)
    page.goto(DOOR)
    return page


def here() -> list[int]:
    return list(Entrant.objects.exclude(checked_in_at=None).order_by("number").values_list("number", flat=True))


def test_one_tap_checks_in_one_takes_the_fee_and_one_undoes(door: Page) -> None:
    loads: list[str] = []
    door.on("framenavigated", lambda frame: loads.append(frame.url))

    door.get_by_role("button", name="Check in Quist, Bo").click()
    door.get_by_role("button", name="Paid $60.00 Quist, Bo").click()
    expect(door.locator("#door-counts")).to_have_text("1 of 4 checked in, 1 paid")
    assert (here(), Entrant.objects.get(number=3).fee_paid) == ([3], 60)

    row = door.get_by_role("row", name="Quist, Bo")
    door.wait_for_timeout(500)
    row.get_by_role("button", name="Undo").nth(1).click()
    expect(door.locator("#door-counts")).to_have_text("1 of 4 checked in, 0 paid")
    door.wait_for_timeout(500)
    row.get_by_role("button", name="Undo").click()
    expect(door.locator("#door-counts")).to_have_text("0 of 4 checked in, 0 paid")
    assert (here(), Entrant.objects.get(number=3).fee_paid, loads) == ([], 0, [])


def test_two_taps_of_one_finger_undo_nothing(door: Page) -> None:
    door.get_by_role("button", name="Check in Lee, Ann").dblclick()

    expect(door.locator("#door-counts")).to_have_text("1 of 4 checked in, 0 paid")
    assert here() == [1]


def test_name_is_found_as_it_is_typed_and_enter_checks_in(door: Page) -> None:
    door.get_by_role("searchbox").press_sequentially("nunez")
    expect(door.get_by_role("rowheader")).to_have_count(1)

    door.keyboard.press("Enter")

    expect(door.locator("#door-said")).to_have_text("Núñez, Zoë: ✓ here")
    expect(door.get_by_role("rowheader")).to_have_count(4)
    assert here() == [2]


@pytest.mark.parametrize("code", ["http://hall.example/t/bay/p/3/", "3", "#3"])
def test_scanned_code_checks_in(door: Page, code: str) -> None:
    expect(door.get_by_role("searchbox")).to_be_focused()
    door.keyboard.insert_text(code)
    door.keyboard.press("Enter")

    expect(door.locator("#door-said")).to_have_text("Quist, Bo: ✓ here")
    expect(door.get_by_role("searchbox")).to_have_value("")
    assert here() == [3]


def test_button_for_all_counts_down_as_people_come(door: Page) -> None:
    everybody = door.locator("#door-all")
    for name, left in (("Lee, Ann", "Check in all 3 who are not here yet"), ("Quist, Bo", "Check in all 2")):
        door.get_by_role("row", name=name).get_by_role("button", name="Check in").click()
        expect(everybody).to_contain_text(left)


def test_enter_with_several_matches_says_how_many(door: Page) -> None:
    door.get_by_role("searchbox").fill("e")
    several = door.locator("#door tbody tr:visible").count()
    assert several > 1

    door.keyboard.press("Enter")

    expect(door.locator("#door-said")).to_have_text(f"{several} players match. Tap one, or type more.")
    assert here() == []


def test_everybody_at_once_and_undone(door: Page) -> None:
    door.get_by_role("button", name="Check in all 4").click()
    expect(door.locator("#door-counts")).to_have_text("4 of 4 checked in, 0 paid")

    door.get_by_role("button", name="Undo", exact=True).first.click()
    expect(door.locator("#door-counts")).to_have_text("0 of 4 checked in, 0 paid")
    assert here() == []


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_door_works_without_script(door: Page) -> None:
    door.get_by_role("row", name="Lee, Ann").get_by_role("button", name="Check in").click()

    expect(door.locator("#door-counts")).to_have_text("1 of 4 checked in, 0 paid")


def test_door_is_fit_for_everybody(door: Page) -> None:
    found = faults(door, [DOOR])
    door.get_by_role("button", name="Check in Lee, Ann").click()
    door.get_by_role("button", name="Paid $60.00 Lee, Ann").click()
    expect(door.locator("#door-counts")).to_have_text("1 of 4 checked in, 1 paid")

    assert (found, faults_shown(door)) == ({}, [])


def test_what_is_typed_is_read_by_the_page_as_by_the_server(door: Page) -> None:
    read = """names => import('/static/js/text/plain_text.js').then(({ plainText }) => names.map(plainText))"""

    assert door.evaluate(read, [*PLAIN]) == [*PLAIN.values()]
