"""The first laptop dies: its pages lead to the second, and take along what this browser keeps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from scorecards.models import CardSave, GameReport, Scorecard
from scorecards.reporting.selectors.codes import addresses_of_cards
from tests.browser.pages import PATIENCE, WIDE, sign_in
from tests.browser.phones import PHONE, opponents, report
from tests.browser.snapshots import Store
from tests.browser.test_drafts import FOOT_KEYS, KEYS, LINES, figures, state
from tests.browser.test_keying import open_card, type_keys
from tests.scorecards.keying.card_entry import checker, stored, written
from tests.scorecards.reporting.phones import pair_in, phones_event, say
from tournaments.models import StaffMember, Tournament
from tournaments.rules.types import EventFile


class Hall:
    """One server by two addresses, of which the first can be dead."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.first = address
        self.second = address.replace("localhost", "127.0.0.1")
        self.is_dead = False
        context.route(f"{self.first}/**", self._answer)

    def _answer(self, route: Route) -> None:
        if self.is_dead:
            route.abort()
        elif route.request.url.endswith("/standby/second"):
            route.fulfill(json={"second": self.second, "is_replaced": False})
        else:
            route.continue_()


@pytest.fixture
def event_file() -> EventFile:
    return written()


@pytest.fixture
def member(tournament: Tournament) -> StaffMember:
    return checker(tournament)


@pytest.fixture
def hall(browser: Browser, live_server, member: StaffMember) -> Iterator[Hall]:
    context = browser.new_context(base_url=live_server.url, viewport=WIDE, service_workers="block")
    context.set_default_timeout(PATIENCE)
    hall = Hall(context, live_server.url)
    assert hall.first != hall.second
    sign_in(context, member, hall.first)
    yield hall
    context.close()


@pytest.fixture
def page(hall: Hall, browser: Browser) -> Page:
    return browser.contexts[-1].new_page()


def hear_of_second(page: Page) -> None:
    with page.expect_response("**/standby/second"):
        page.clock.run_for(3_100)


def go_on(page: Page, hall: Hall, member: StaffMember | None) -> None:
    """Let the first laptop die, and go where its page leads."""
    if not hall.is_dead:
        hear_of_second(page)
        hall.is_dead = True
        page.clock.run_for(30_000)
    link = page.get_by_role("link", name="Go on at the second laptop")
    expect(link).to_be_visible()
    if member is not None:
        sign_in(page.context, member, hall.second)
    link.click()
    page.wait_for_url(f"{hall.second}/**")


def test_card_that_waits_is_saved_at_the_second_laptop(
    page: Page, hall: Hall, tournament: Tournament, member: StaffMember
) -> None:
    page.clock.install()
    open_card(page, tournament)
    hear_of_second(page)
    hall.is_dead = True
    type_keys(page, KEYS + FOOT_KEYS + "\n")
    go_on(page, hall, member)

    expect(page.get_by_role("heading", level=1)).to_contain_text("A-2 ")
    assert figures(stored(tournament, 1)) == LINES
    assert CardSave.objects.count() == 1


def test_card_that_the_first_had_answered_is_there_once_or_sent_again(
    page: Page, hall: Hall, tournament: Tournament, member: StaffMember
) -> None:
    page.clock.install()
    open_card(page, tournament)
    type_keys(page, KEYS + FOOT_KEYS + "\n")
    expect(page.get_by_role("heading", level=1)).to_contain_text("A-2 ")
    open_card(page, tournament, 3)
    type_keys(page, KEYS + FOOT_KEYS + "\n")
    expect(page.get_by_role("heading", level=1)).to_contain_text("A-4 ")
    # The second laptop has heard of one of them.
    CardSave.objects.filter(scorecard__entrant__number=3).delete()
    Scorecard.objects.filter(entrant__number=3).delete()
    go_on(page, hall, member)

    expect(state(page)).to_have_text("A-3 saved.")
    assert figures(stored(tournament, 3)) == LINES
    assert sorted(Scorecard.objects.values_list("version", flat=True)) == [1, 1]


def test_draft_of_somebody_elses_making_is_not_sent(
    page: Page, hall: Hall, tournament: Tournament, member: StaffMember
) -> None:
    page.clock.install()
    open_card(page, tournament)
    page.evaluate("""() => {
        const draft = { member: "1", ticket: "made up", action: location.pathname, open: location.pathname,
            label: "A-1", key: crypto.randomUUID?.() ?? "", after: "", version: "0", typed: [["points-1", "2"]],
            sent: true, waiting: true };
        localStorage.setItem(`card:${location.pathname.split("/")[2]}/1/1`, JSON.stringify(draft));
    }""")
    go_on(page, hall, member)
    page.clock.run_for(30_000)

    expect(page.get_by_label("Game 1, points", exact=True)).to_have_value("")
    assert Scorecard.objects.count() == 0


def test_phone_takes_along_what_it_agreed_with_and_waits_there_for_the_other_phone(
    browser: Browser, live_server, store: Store
) -> None:
    tournament = store(phones_event, players=12, games=5)
    one, other = pair_in(tournament)
    say(tournament, one, other, 16)
    with browser.new_context(viewport=PHONE, has_touch=True, service_workers="block") as context:
        context.set_default_timeout(PATIENCE)
        hall = Hall(context, live_server.url)
        page = context.new_page()
        page.clock.install()
        page.goto(hall.first + addresses_of_cards(tournament)[other])
        page.get_by_role("button", name="Agree: you lost by 16").click()
        expect(page.locator(".just-locked")).to_contain_text("Game 1 locked: you lost by 16.")
        hear_of_second(page)
        hall.is_dead = True
        report(page, 2, -7)
        page.clock.run_for(30_000)
        # The second laptop has heard of none of it.
        GameReport.objects.all().delete()
        go_on(page, hall, None)
        waits = page.locator("#phone-state")
        page.get_by_role("button", name="Yes, use this phone").click()
        expect(waits).to_contain_text("Waiting to send: 2.")
        said_alone = GameReport.objects.count()

        say(tournament, one, other, 16)
        page.clock.run_for(20_000)

        expect(waits).to_have_text("")
    found = GameReport.objects.filter(entrant__number=other).order_by("game")
    assert said_alone == 0
    assert list(found.values_list("game", "opponent__number", "won", "spread", "how")) == [
        (1, one, False, 16, "agreed"),
        (2, opponents(tournament, other)[2], False, 7, "entered"),
    ]
