"""Games reported on phones of 360 pixels: two phones, one phone, no network, no server, no script."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import zxingcpp
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from scorecards.models import GameReport, Scorecard
from scorecards.reporting.selectors.codes import addresses_of_cards
from scorecards.reporting.services.closing import close_round
from scorecards.reporting.services.codes import replace_code
from tests.browser.fit import RUNS_OUT, violations
from tests.browser.own_server import OwnServer
from tests.browser.pages import PATIENCE, sign_in
from tests.browser.snapshots import Store
from tests.scorecards.keying.card_entry import checker
from tests.scorecards.reporting.handovers import CASES
from tests.scorecards.reporting.phones import agree_on, entrant_of, pair_in, phones_event, say
from tournaments.models import Tournament
from tournaments.records.schedule import schedule_of

pytestmark = pytest.mark.several_people

PHONE = {"width": 360, "height": 740}
A_SECOND = 1_500  # and what a busy machine needs

Opens = Callable[[int], Page]
KEPT = """async () => {
  for (;;) {
    const cache = await caches.open("card");
    const page = await cache.match(location.href, { ignoreVary: true });
    if (page && (await cache.keys()).length > 8 && navigator.serviceWorker.controller) return;
    await new Promise((go) => setTimeout(go, 100));
  }
}"""
"""Waits until the browser has all that the page is made of."""


@pytest.fixture
def tournament(store: Store) -> Tournament:
    return store(phones_event, players=12, games=5)


@pytest.fixture
def pair(tournament: Tournament) -> tuple[int, int]:
    return pair_in(tournament)


def opener(browser: Browser, tournament: Tournament, address: str, **more: Any) -> Iterator[Opens]:
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def opens(number: int) -> Page:
        context = browser.new_context(base_url=address, viewport=PHONE, has_touch=True, **more)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda told: faults.append(told.text) if "Content Security Policy" in told.text else None)
        page.goto(addresses_of_cards(tournament)[number])
        return page

    yield opens
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def opens(browser: Browser, tournament: Tournament, live_server: Any) -> Iterator[Opens]:
    """Return what opens a card's code on a phone of its own."""
    yield from opener(browser, tournament, live_server.url)


def game(page: Page, number: int) -> Locator:
    """Return the panel of a game, once the page leads to it."""
    panel = page.locator(".game-now")
    expect(panel.get_by_role("heading", level=2)).to_contain_text(f"Game {number} ")
    return panel


def report(page: Page, number: int, spread: int) -> None:
    """Tap a result in: one tap for who won, one for each digit, one to send it."""
    panel = game(page, number)
    panel.get_by_text("I won" if spread > 0 else "I lost", exact=True).last.click()
    for digit in str(abs(spread)):
        panel.get_by_role("button", name=digit, exact=True).last.click()
    panel.get_by_role("button", name=f"Report game {number}").last.click()


def opponents(tournament: Tournament, number: int) -> dict[int, int]:
    """Return whom somebody meets, by game."""
    return {
        scheduled.game: other
        for scheduled in schedule_of(tournament)
        for pair in scheduled.pairs
        for own, other in (pair, pair[::-1])
        if own == number
    }


def test_a_game_is_reported_with_five_taps_and_locked_with_one_on_the_other_phone(
    tournament: Tournament, opens: Opens, pair: tuple[int, int]
) -> None:
    rosa, bo = map(opens, pair)

    report(rosa, 1, 35)
    expect(rosa.get_by_text("Waiting for")).to_be_visible()
    agree = bo.get_by_role("button", name="Agree: you lost by 35, a skunk")
    expect(agree).to_be_visible(timeout=PATIENCE)
    agree.click()

    for page, words in ((rosa, "Game 1 locked: you won by 35, a skunk."), (bo, "you lost by 35, a skunk.")):
        expect(page.locator(".just-locked")).to_contain_text(words)
        game(page, 2)
    assert [(one.won, one.spread, one.how) for one in GameReport.objects.order_by("pk")] == [
        (True, 35, "entered"),
        (False, 35, "agreed"),
    ]


def test_the_opponent_s_phone_shows_a_report_within_a_second(
    tournament: Tournament, opens: Opens, pair: tuple[int, int]
) -> None:
    bo = opens(pair[1])
    game(bo, 1)
    bo.wait_for_timeout(A_SECOND)

    say(tournament, pair[0], pair[1], 16)

    expect(bo.get_by_role("button", name="Agree: you lost by 16")).to_be_visible(timeout=2 * A_SECOND)


def test_what_differs_stands_side_by_side_on_both_phones_until_it_is_equal(
    tournament: Tournament, opens: Opens, pair: tuple[int, int]
) -> None:
    rosa, bo = map(opens, pair)
    report(rosa, 1, 16)
    expect(bo.get_by_role("button", name="Agree: you lost by 16")).to_be_visible()
    bo.get_by_text("Enter what I have").click()
    report(bo, 1, -15)

    for page, cells in ((rosa, ["you won by 16", "you won by 15"]), (bo, ["you lost by 15", "you lost by 16"])):
        expect(page.get_by_role("table", name="The two reports differ").get_by_role("cell")).to_have_text(cells)
        assert (violations(page), page.evaluate(RUNS_OUT)) == ([], [])
    rosa.get_by_role("button", name="Use the other result: you won by 15").click()

    expect(rosa.locator(".just-locked")).to_contain_text("Game 1 locked: you won by 15.")
    expect(bo.locator(".just-locked")).to_contain_text("Game 1 locked: you lost by 15.")


def test_one_phone_does_for_both_by_initials_and_goes_through_the_whole_card(
    tournament: Tournament, opens: Opens, pair: tuple[int, int]
) -> None:
    rosa = opens(pair[0])

    for number in range(1, 6):
        report(rosa, number, 10 + number)
        rosa.get_by_text("Hand it to").click()
        rosa.get_by_role("textbox", name="Initials of").fill("bt")
        rosa.locator(".hand").get_by_role("button", name="Agree").click()
        expect(rosa.locator(".progress-line")).to_have_text(f"{number} of 5 games locked")
    expect(rosa.get_by_label("Plus")).to_have_value("65")
    assert (violations(rosa), rosa.evaluate(RUNS_OUT)) == ([], [])
    rosa.get_by_role("button", name="Sign card").click()

    expect(rosa.get_by_text("You signed this card.")).to_be_visible()
    card = Scorecard.objects.get(entrant=entrant_of(tournament, pair[0]))
    assert (card.game_points, card.games_won, card.plus, card.minus, card.lines.count()) == (10, 5, 65, 0, 5)


def test_three_games_reported_without_a_network_are_sent_once_when_it_is_back(
    tournament: Tournament, opens: Opens, pair: tuple[int, int]
) -> None:
    rosa = opens(pair[0])
    game(rosa, 1)
    rosa.context.set_offline(True)

    for number in (1, 2, 3):
        report(rosa, number, 10 + number)
        expect(rosa.locator("#phone-state")).to_contain_text(f"Waiting to send: {number}.")
    game(rosa, 4)
    rosa.context.set_offline(False)

    expect(rosa.locator("#phone-state")).to_have_text("", timeout=40_000)
    met = opponents(tournament, pair[0])
    stored = GameReport.objects.order_by("pk").values_list("game", "opponent__number", "spread")
    assert list(stored) == [(number, met[number], 10 + number) for number in (1, 2, 3)]


def test_a_report_survives_a_server_killed_in_mid_game_and_a_reload(
    browser: Browser, own_server: OwnServer, tournament: Tournament, pair: tuple[int, int]
) -> None:
    phones = opener(browser, tournament, own_server.address)
    rosa = next(phones)(pair[0])
    own_server.kill()
    report(rosa, 1, 16)
    expect(rosa.locator("#phone-state")).to_contain_text("Waiting to send: 1.")
    game(rosa, 2)

    own_server.start()
    rosa.goto(addresses_of_cards(tournament)[pair[0]])

    expect(rosa.locator(".games-list tr[data-game='1']")).to_contain_text("won by 16, not agreed yet", timeout=40_000)
    assert GameReport.objects.count() == 1
    next(phones, None)


def test_the_page_itself_opens_while_the_server_is_dead(
    browser: Browser, own_server: OwnServer, tournament: Tournament, pair: tuple[int, int]
) -> None:
    phones = opener(browser, tournament, own_server.address)
    rosa = next(phones)(pair[0])
    rosa.evaluate(KEPT)
    own_server.kill()
    report(rosa, 1, 16)
    expect(rosa.locator("#phone-state")).to_contain_text("Waiting to send: 1.")

    rosa.reload()
    report(rosa, 2, 17)
    expect(rosa.locator("#phone-state")).to_contain_text("Waiting to send: 2.")
    own_server.start()

    expect(rosa.locator(".games-list tr[data-game='2']")).to_contain_text("won by 17, not agreed yet", timeout=60_000)
    assert [one.game for one in GameReport.objects.order_by("pk")] == [1, 2]
    next(phones, None)


def test_a_round_closed_while_a_phone_is_offline_refuses_its_report_in_words(
    tournament: Tournament, opens: Opens, pair: tuple[int, int]
) -> None:
    rosa = opens(pair[0])
    game(rosa, 1)
    rosa.context.set_offline(True)
    report(rosa, 1, 16)
    expect(rosa.locator("#phone-state")).to_contain_text("Waiting to send: 1.")
    close_round(tournament=tournament, actor=checker(tournament, role="director"))

    rosa.context.set_offline(False)

    said = "The qualifying round is closed. Give your paper card to a checker."
    expect(rosa.get_by_role("alert")).to_have_text(said, timeout=40_000)
    assert not GameReport.objects.exists()


def test_a_second_phone_takes_over_and_what_waits_on_the_first_is_sent_when_it_comes_back(
    tournament: Tournament, opens: Opens, pair: tuple[int, int]
) -> None:
    first = opens(pair[0])
    game(first, 1)
    first.context.set_offline(True)
    report(first, 1, 16)
    second = opens(pair[0])
    game(second, 1)

    first.context.set_offline(False)

    expect(first.get_by_role("heading", level=1)).to_have_text("Open on another phone", timeout=40_000)
    expect(first.locator("#phone-state")).to_have_text("Not sent: 1. It stays on this phone.")
    first.get_by_role("button", name="Use this phone").click()
    expect(first.get_by_text("Waiting for")).to_be_visible()
    expect(second.get_by_role("heading", level=1)).to_have_text("Open on another phone", timeout=40_000)
    assert GameReport.objects.count() == 1


def test_a_phone_whose_code_is_replaced_says_so(tournament: Tournament, opens: Opens, pair: tuple[int, int]) -> None:
    rosa = opens(pair[0])
    game(rosa, 1)

    replace_code(tournament=tournament, actor=checker(tournament, role="director"), number=pair[0])

    expect(rosa.locator("#phone-state")).to_have_text(
        "This code opens no scorecard any more. Ask the director for the new one."
    )


def test_what_is_being_typed_stays_when_the_opponent_reports_meanwhile(
    tournament: Tournament, opens: Opens, pair: tuple[int, int]
) -> None:
    rosa = opens(pair[0])
    panel = game(rosa, 1)
    panel.get_by_text("I won", exact=True).click()
    panel.get_by_role("button", name="7", exact=True).click()

    say(tournament, pair[1], pair[0], -16)

    expect(rosa.get_by_role("button", name="Agree: you won by 16")).to_be_visible()
    expect(rosa.locator(".other").get_by_label("Spread")).to_have_value("7")


def test_without_script_every_step_is_a_plain_form(
    browser: Browser, tournament: Tournament, live_server: Any, pair: tuple[int, int]
) -> None:
    phones = opener(browser, tournament, live_server.url, java_script_enabled=False)
    opens = next(phones)
    rosa, bo = opens(pair[0]), opens(pair[1])
    rosa.get_by_text("I won").click()
    rosa.get_by_label("Spread").fill("16")
    rosa.get_by_role("button", name="Report game 1").click()
    expect(rosa.get_by_text("Waiting for")).to_be_visible()
    bo.reload()
    bo.get_by_role("button", name="Agree: you lost by 16").click()

    expect(bo.locator(".just-locked")).to_contain_text("Game 1 locked: you lost by 16.")
    rosa.reload()
    game(rosa, 2)
    next(phones, None)


def test_the_director_s_board_follows_and_closes_the_round(
    page: Page, context: BrowserContext, live_server: Any, tournament: Tournament, pair: tuple[int, int]
) -> None:
    sign_in(context, checker(tournament, role="director"), live_server.url)
    page.goto(f"/t/{tournament.slug}/reports/")
    expect(page.get_by_text("none yet")).to_be_visible()

    agree_on(tournament, *pair, 16)
    expect(page.get_by_text("Every game up to game 1 is locked or on paper.")).to_be_visible()
    assert (violations(page), page.evaluate(RUNS_OUT)) == ([], [])
    page.get_by_role("button", name="Close qualifying round").click()

    expect(page.get_by_text("2 scorecards written from reports.")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Cross-check")
    page.goto(f"/t/{tournament.slug}/reports/")
    expect(page.get_by_role("button", name="Reopen qualifying round")).to_be_visible()


def test_a_phone_without_a_network_hands_its_card_over_as_a_code(
    page: Page, context: BrowserContext, live_server: Any, tournament: Tournament, opens: Opens, pair: tuple[int, int]
) -> None:
    rosa = opens(pair[0])
    report(rosa, 1, 16)
    expect(rosa.get_by_text("Waiting for")).to_be_visible()
    rosa.context.set_offline(True)
    rosa.get_by_text("No network? Hand over your card").click()
    before = rosa.locator(".handover-text").inner_text()
    rosa.locator(".game-now").get_by_text("Change my report").click()
    rosa.locator(".other").get_by_text("I lost").click()
    for digit in "121":
        rosa.locator(".other").get_by_role("button", name=digit, exact=True).click()
    rosa.locator(".other").get_by_role("button", name="Report game 1").click()
    expect(rosa.locator(".handover-text")).not_to_have_text(before)
    assert (violations(rosa), rosa.evaluate(RUNS_OUT)) == ([], [])
    picture = rosa.locator("#handover canvas").screenshot()
    rows = rosa.locator(".handover-text").inner_text()

    sign_in(context, checker(tournament, role="checker"), live_server.url)
    page.goto(f"/t/{tournament.slug}/reports/handover/")
    page.get_by_label("Rows of the code").fill(rows.replace(rows[3], "?", 1))
    page.get_by_role("button", name="Take the card").click()
    expect(page.get_by_role("alert")).to_contain_text("Row 1 has the character ?")
    page.set_input_files("#photo", {"name": "code.png", "mimeType": "image/png", "buffer": picture})

    expect(page.get_by_text("1 game taken.")).to_be_visible()
    assert (violations(page), page.evaluate(RUNS_OUT)) == ([], [])
    assert [(one.won, one.spread, one.how) for one in GameReport.objects.order_by("pk")] == [
        (True, 16, "entered"),
        (False, 121, "handed"),
    ]
    rosa.context.set_offline(False)
    expect(rosa.locator("#phone-state")).to_have_text("", timeout=40_000)
    assert GameReport.objects.count() == 2


SCRIPTS = """async (cases) => {
  const { handoverText } = await import("/static/js/reporting/handover.js");
  const { qrCode } = await import("/static/js/reporting/qr.js");
  const texts = [1, 90, 91, 195, 196, 279].map((length) =>
    Array.from({ length }, (_, at) => "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[(at * at * 5 + length) % 32]).join(""));
  return {
    rows: cases.map((one) => handoverText(one)),
    codes: texts.map((text) => [text, qrCode(text)]),
    tooLong: qrCode("A".repeat(280)),
  };
}"""


def test_the_scripts_write_every_case_of_a_code_as_the_server_reads_it(page: Page, transactional_db: None) -> None:
    page.goto("/sign-in/")

    told = page.evaluate(SCRIPTS, CASES)

    assert told["rows"] == [case["rows"] for case in CASES]
    assert [read_code(modules) for _, modules in told["codes"]] == [text for text, _ in told["codes"]]
    assert told["tooLong"] is None


def read_code(modules: list[list[bool]]) -> str:
    """Return what another program reads from the modules of a code."""
    side, white = 4 * (len(modules) + 8), b"\xff"
    rows = [white * 16 + bytes(0 if dark else 255 for dark in row for _ in range(4)) + white * 16 for row in modules]
    margin = [white * side] * 16
    gray = b"".join([*margin, *(row for row in rows for _ in range(4)), *margin])
    found = zxingcpp.read_barcode(
        memoryview(gray).cast("B", (side, side)), formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    )
    return "" if found is None else str(found.text)
