"""The site goes on from an older copy at the same address: open pages give back what it had answered since."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scorecards.models import CardSave, GameReport, Scorecard
from scorecards.records.reports import reports_of
from scorecards.reporting.polling import CARD_VERSIONS
from scorecards.reporting.services.codes import addresses_of_cards
from scorecards.rules.table_reports import Stage
from tests.browser.pages import PATIENCE, WIDE, sign_in, wait_until
from tests.browser.phones import PHONE, report
from tests.browser.snapshots import Store
from tests.browser.test_cards import card_address, cell, expect_card, open_card, type_keys
from tests.browser.test_drafts import FOOT_KEYS, KEYS, LINES, figures, state
from tests.scorecards.cards.card_entry import checker, paper, save, stored, written
from tests.scorecards.reporting.phones import pair_in, phones_event, say
from tournaments.models import StaffMember, Tournament
from tournaments.page_cache.versions import VERSIONS
from tournaments.rules.types import EventFile
from tournaments.term import FILE, begin_term, standing, take_term

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="a copy of the site is SQLite's own")
GOES_ON = "The event goes on from a copy that is some seconds old."
LOOK = 11_000
"""Milliseconds after which an open page has asked the server again."""


class Site:
    """The site, and a copy of it from which it goes on."""

    def __init__(self) -> None:
        self._copy = sqlite3.connect(":memory:", check_same_thread=False)

    def copy(self) -> None:
        with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=20)) as database:
            database.backup(self._copy)

    def go_on_from_copy(self) -> None:
        with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=20)) as database:
            self._copy.backup(database)
        take_term()
        VERSIONS.clear()
        CARD_VERSIONS.clear()


@pytest.fixture
def site(tmp_path: Path, settings: Any) -> Site:
    settings.BACKUP_DIR = tmp_path / "backups"
    begin_term()
    return Site()


@pytest.fixture
def event_file() -> EventFile:
    return written()


@pytest.fixture
def member(tournament: Tournament) -> StaffMember:
    return checker(tournament)


@pytest.fixture
def context(browser: Browser, live_server, member: StaffMember) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=live_server.url, viewport=WIDE, service_workers="block")
    context.set_default_timeout(PATIENCE)
    sign_in(context, member, live_server.url)
    yield context
    context.close()


@pytest.fixture
def page(site: Site, context: BrowserContext) -> Page:
    page = context.new_page()
    page.clock.install()
    return page


def enter(page: Page, tournament: Tournament, number: int) -> None:
    open_card(page, tournament, number)
    type_keys(page, KEYS + FOOT_KEYS + "\n")
    expect_card(page, f"A-{number + 1}")


def has_noted_what_was_sent(page: Page) -> bool:
    return page.evaluate("JSON.parse(sessionStorage.getItem('gone-on'))?.sent === 1")


def expect_told(page: Page, sent: int) -> None:
    what = f" Sent again from here: {sent}." if sent else ""
    expect(page.get_by_text(f"{GOES_ON}{what} Look at what you saved last.")).to_be_visible()


def stages(tournament: Tournament, number: int) -> list[Stage]:
    reported = reports_of(tournament)
    return [reported.state(number, game).stage for game in (1, 2)]


def test_open_card_gives_back_what_the_copy_lacks_and_goes_on_with_what_is_typed(
    page: Page, site: Site, tournament: Tournament
) -> None:
    enter(page, tournament, 1)
    site.copy()
    enter(page, tournament, 2)
    enter(page, tournament, 3)
    type_keys(page, KEYS[:4])
    site.go_on_from_copy()
    lacking = Scorecard.objects.count()

    page.clock.run_for(LOOK)

    expect_told(page, 3)
    expect(page.get_by_role("heading", level=1)).to_contain_text("A-4 ")
    expect(page.get_by_label("Game 1, points", exact=True)).to_have_value("2")
    expect(state(page)).to_have_text("Draft restored. It is not saved yet.")
    assert (lacking, [figures(stored(tournament, number)) for number in (1, 2, 3)]) == (1, [LINES] * 3)
    assert (CardSave.objects.count(), *Scorecard.objects.values_list("version", flat=True)) == (3, 1, 1, 1)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("A-4 ")
    assert page.get_by_text(GOES_ON).count() == 0


def test_other_page_of_the_event_gives_back_too(page: Page, site: Site, tournament: Tournament) -> None:
    site.copy()
    enter(page, tournament, 1)
    page.goto(f"/t/{tournament.slug}/desk/")
    site.go_on_from_copy()

    page.clock.run_for(LOOK)

    expect_told(page, 1)
    assert figures(stored(tournament, 1)) == LINES


def test_page_opened_after_it_gives_back_at_once(page: Page, site: Site, tournament: Tournament) -> None:
    site.copy()
    enter(page, tournament, 1)
    page.goto("about:blank")
    site.go_on_from_copy()

    page.goto(f"/t/{tournament.slug}/desk/")

    expect_told(page, 1)
    assert figures(stored(tournament, 1)) == LINES


def test_page_that_kept_nothing_is_loaded_again(page: Page, site: Site, tournament: Tournament) -> None:
    open_card(page, tournament)
    site.copy()
    site.go_on_from_copy()

    page.clock.run_for(LOOK)

    expect_told(page, 0)


def test_save_on_one_of_another_browser_is_tried_for_a_minute_and_is_a_draft_then(
    page: Page, site: Site, tournament: Tournament, member: StaffMember
) -> None:
    site.copy()
    colleague = checker(tournament, "Bo Cedar")
    save(tournament, colleague, paper(written(), 1))
    page.goto(card_address(tournament, 1))
    cell(page, 1).fill("16")
    cell(page, 1).press("Enter")
    page.get_by_role("button", name="Save card").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("A-2 ")
    site.go_on_from_copy()

    page.clock.run_for(LOOK)
    early = page.get_by_text(GOES_ON).count(), Scorecard.objects.count()
    until = time.monotonic() + PATIENCE / 1_000
    while not page.get_by_text(GOES_ON).count() and time.monotonic() < until:
        page.clock.run_for(5_000)
        page.wait_for_timeout(200)  # an answer takes its own time

    expect(page.get_by_text(f"{GOES_ON} Not saved, drafts in Scorecards: 1.")).to_be_visible()
    page.goto(f"/t/{tournament.slug}/cards/")
    expect(page.locator("#drafts")).to_contain_text("A-1: refused. Open it and save it again to see why")
    assert (early, Scorecard.objects.count()) == ((0, 0), 0)


def test_typed_form_that_is_kept_nowhere_stays(page: Page, site: Site, tournament: Tournament, member) -> None:
    StaffMember.objects.filter(pk=member.pk).update(role="director")
    site.copy()
    enter(page, tournament, 1)
    page.goto(f"/t/{tournament.slug}/announcements/")
    page.locator("main textarea").first.fill("Lunch at noon")
    site.go_on_from_copy()

    page.clock.run_for(LOOK)

    expect_told(page, 1)
    expect(page.locator("main textarea").first).to_have_value("Lunch at noon")


def test_page_that_somebody_is_leaving_is_not_loaded_again_in_place_of_the_next(
    page: Page, site: Site, tournament: Tournament
) -> None:
    enter(page, tournament, 1)
    # First: the page may ask at any moment.
    page.evaluate("window.isThisPage = true; dispatchEvent(new Event('beforeunload'))")
    take_term()

    page.evaluate("htmx.ajax('GET', location.href, { swap: 'none' })")
    wait_until(lambda: has_noted_what_was_sent(page))

    assert page.evaluate("window.isThisPage")
    page.goto(f"/t/{tournament.slug}/desk/")
    expect_told(page, 1)


def test_page_that_somebody_left_only_for_a_file_says_itself_what_was_sent_again(
    page: Page, site: Site, tournament: Tournament
) -> None:
    enter(page, tournament, 1)
    page.evaluate("dispatchEvent(new Event('beforeunload'))")
    take_term()
    page.evaluate("htmx.ajax('GET', location.href, { swap: 'none' })")
    wait_until(lambda: has_noted_what_was_sent(page))

    page.clock.run_for(LOOK)

    expect_told(page, 1)


def test_server_that_was_replaced_learns_it_from_the_browser(
    page: Page, site: Site, tournament: Tournament, settings: Any
) -> None:
    enter(page, tournament, 1)
    file = Path(settings.BACKUP_DIR) / FILE
    before = file.read_text()
    take_term()
    page.goto(f"/t/{tournament.slug}/desk/")
    expect_told(page, 1)
    file.write_text(before)
    begin_term()

    page.clock.run_for(LOOK)
    wait_until(lambda: bool(standing().met))

    assert standing().met["term"].startswith("2-")


def test_phone_gives_back_all_its_reports_and_what_was_locked_is_once_the_other_phone_comes(
    browser: Browser, live_server, store: Store, site: Site
) -> None:
    tournament = store(phones_event, players=12, games=5)
    one, other = pair_in(tournament)
    site.copy()
    say(tournament, one, other, 16)
    with browser.new_context(
        base_url=live_server.url, viewport=PHONE, has_touch=True, service_workers="block"
    ) as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.clock.install()
        page.goto(addresses_of_cards(tournament)[other])
        page.get_by_role("button", name="Agree: you lost by 16").click()
        expect(page.locator(".just-locked")).to_contain_text("Game 1 locked: you lost by 16.")
        report(page, 2, -7)
        expect(page.locator("#phone-card")).to_contain_text("you lost by 7")
        site.go_on_from_copy()
        page.clock.run_for(LOOK)
        expect_told(page, 2)
        alone = stages(tournament, one), stages(tournament, other)
        say(tournament, one, other, 16)
    found = GameReport.objects.filter(entrant__number=other).order_by("game")
    assert list(found.values_list("game", "won", "spread")) == [(1, False, 16), (2, False, 7)]
    assert alone == ([Stage.ASKED, Stage.EMPTY], [Stage.WAITING, Stage.WAITING])
    assert stages(tournament, one)[0] is Stage.LOCKED
