"""What a phone sends is answered by whatever stands between it and the server: no report vanishes."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from scorecards.models import GameReport
from scorecards.reporting.services.closing import close_round, reopen_round
from scorecards.reporting.services.codes import addresses_of_cards, replace_code
from tests.browser.fit import RUNS_OUT, violations
from tests.browser.phones import BACK, Opens, game, phones_at, report
from tests.browser.snapshots import Store
from tests.scorecards.cards.card_entry import checker
from tests.scorecards.reporting.phones import agree_on, pair_in, phones_event, say
from tournaments.models import Tournament

HOTEL = {"content_type": "text/html", "body": "<!DOCTYPE html><h1>Sea Breeze Hotel</h1><p>Room number?</p></html>"}
FOREIGN, BUSY, SILENT = "Another page answers in place of the tournament", "The server is busy.", "Waiting to send: 1."
ANSWERS: dict[str, tuple[dict[str, Any] | str, str]] = {
    "a hotel's page": ({"status": 200, **HOTEL}, FOREIGN),
    "bad request": ({"status": 400, **HOTEL}, FOREIGN),
    "forbidden": ({"status": 403, **HOTEL}, FOREIGN),
    "not found by somebody else": ({"status": 404, **HOTEL}, FOREIGN),
    "conflict": ({"status": 409, **HOTEL}, FOREIGN),
    "too large": ({"status": 413, **HOTEL}, FOREIGN),
    "unprocessable": ({"status": 422, **HOTEL}, FOREIGN),
    "too many": ({"status": 429, **HOTEL}, BUSY),
    "broken": ({"status": 500, **HOTEL}, BUSY),
    "bad gateway": ({"status": 502, **HOTEL}, BUSY),
    "led to another host": ({"status": 302, "headers": {"Location": "http://sign-in.invalid/"}}, FOREIGN),
    "led to the card itself": ({"status": 302, "headers": {"Location": "."}}, FOREIGN),
    "nothing": ("failed", SILENT),
}
"""What answers a report in place of the server, and how the phone says so."""

AGAIN = "() => dispatchEvent(new Event('online'))"


@pytest.fixture
def tournament(store: Store) -> Tournament:
    return store(phones_event, players=12, games=5)


@pytest.fixture
def pair(tournament: Tournament) -> tuple[int, int]:
    return pair_in(tournament)


@pytest.fixture
def opens(browser: Browser, tournament: Tournament, live_server: Any) -> Iterator[Opens]:
    # Playwright lets through, past its own routes, what a service worker has seen first.
    with phones_at(live_server.url, browser, tournament, service_workers="block") as opens:
        yield opens


def answer_with(page: Page, answer: dict[str, Any] | str) -> None:
    """Stand between the phone and the server, for whatever it sends."""

    def stands(route: Route) -> None:
        if route.request.method != "POST":
            route.fallback()
        elif isinstance(answer, str):
            route.abort(answer)
        else:
            route.fulfill(**answer)

    page.route("**/me/**", stands)


def test_no_answer_of_somebody_else_makes_a_report_vanish(opens: Opens, pair: tuple[int, int]) -> None:
    rosa = opens(pair[0])
    state, kept = rosa.locator("#phone-state"), rosa.locator("#kept-here li")

    for spread, (name, (answer, words)) in enumerate(ANSWERS.items(), start=11):
        if spread > 11:
            rosa.locator(".game-now").get_by_text("Change my report").click()
        answer_with(rosa, answer)
        report(rosa, 1, spread)
        expect(state, name).to_contain_text(words)
        expect(state, name).to_contain_text("Waiting to send: 1. It stays on this phone")
        expect(kept, name).to_have_text(f"Game 1: won by {spread} waiting to send")
        # Nothing is gray for good: the button can be pressed again, and sends nothing twice.
        expect(rosa.locator("#phone-card button:disabled"), name).to_have_count(0)
        rosa.reload()
        expect(state, name).to_contain_text("Waiting to send: 1.")
        if spread == 11:
            assert (violations(rosa), rosa.evaluate(RUNS_OUT)) == ([], [])
        rosa.unroute_all()
        rosa.evaluate(AGAIN)
        expect(rosa.locator(".result"), name).to_contain_text(f"You reported: you won by {spread}.", timeout=BACK)
        expect(state, name).to_have_text("")
        expect(kept, name).to_have_count(0)

    assert list(GameReport.objects.order_by("pk").values_list("spread", flat=True)) == [*range(11, 11 + len(ANSWERS))]


def test_an_answer_that_breaks_off_is_asked_for_again_and_puts_up_no_half_a_page(
    opens: Opens, pair: tuple[int, int]
) -> None:
    rosa = opens(pair[0])

    def cut(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        route.fulfill(response=answer, body=text[: text.index("Your games")])

    rosa.route("**/games/1/", cut, times=1)
    report(rosa, 1, 16)

    expect(rosa.locator(".result")).to_contain_text("You reported: you won by 16.")
    expect(rosa.locator(".games-list tbody tr")).to_have_count(5)
    assert GameReport.objects.count() == 1


def test_what_the_tournament_refuses_stays_with_the_reason_until_its_owner_has_seen_to_it(
    tournament: Tournament, opens: Opens, pair: tuple[int, int]
) -> None:
    rosa = opens(pair[0])
    rosa.context.set_offline(True)
    report(rosa, 1, 16)
    expect(rosa.locator("#phone-state")).to_contain_text("Waiting to send: 1.")
    agree_on(tournament, *pair, 15)
    rosa.context.set_offline(False)
    rosa.evaluate(AGAIN)
    kept = rosa.locator("#kept-here li")

    said = "Game 1: won by 16 Not taken: Game 1 is locked: both players agreed. Ask the director to change it."
    expect(kept).to_contain_text(said, timeout=BACK)
    rosa.reload()
    expect(kept).to_contain_text(said)
    assert (violations(rosa), rosa.evaluate(RUNS_OUT)) == ([], [])
    kept.get_by_role("button", name="Send again").click()
    expect(kept).to_contain_text(said)
    # It holds nothing up.
    rosa.get_by_role("link", name="Go on to game 2").click()
    report(rosa, 2, 9)
    expect(rosa.locator(".result")).to_contain_text("You reported: you won by 9.")
    kept.get_by_role("button", name="Discard").click()
    expect(kept).to_have_count(0)
    assert GameReport.objects.count() == 3


def test_report_changed_twice_while_nothing_is_sent_is_the_last_one(opens: Opens, pair: tuple[int, int]) -> None:
    rosa = opens(pair[0])
    rosa.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))  # so that the page does not go on to the next game
    rosa.reload()
    answer_with(rosa, "failed")
    report(rosa, 1, 16)
    panel = game(rosa, 1)

    for waiting, digit in enumerate(("5", "6"), start=1):
        expect(rosa.locator("#phone-state")).to_contain_text(f"Waiting to send: {waiting}.")
        panel.get_by_role("button", name="Delete the last digit").click()
        panel.get_by_role("button", name=digit, exact=True).click()
        panel.get_by_role("button", name="Report game 1").dblclick()

    expect(rosa.locator("#phone-state")).to_contain_text("Waiting to send: 3.")
    rosa.unroute_all()
    rosa.clock.resume()
    rosa.evaluate(AGAIN)
    expect(rosa.locator(".result")).to_contain_text("You reported: you won by 16.")
    assert [one.spread for one in GameReport.objects.order_by("pk")] == [16, 15, 16]


def test_a_report_that_comes_after_closing_counts_when_the_round_is_reopened(
    tournament: Tournament, opens: Opens, pair: tuple[int, int]
) -> None:
    rosa, director = opens(pair[0]), checker(tournament, role="director")
    rosa.context.set_offline(True)
    report(rosa, 1, 16)
    expect(rosa.locator("#phone-state")).to_contain_text("Waiting to send: 1.")
    close_round(tournament=tournament, actor=director)
    rosa.context.set_offline(False)
    rosa.evaluate(AGAIN)
    expect(rosa.locator("#kept-here li")).to_contain_text("The qualifying round is closed. Give your paper card to a")

    reopen_round(tournament=tournament, actor=director)

    expect(rosa.locator(".result")).to_contain_text("You reported: you won by 16.", timeout=BACK)
    expect(rosa.locator("#kept-here li")).to_have_count(0)
    assert GameReport.objects.count() == 1


def test_what_waits_at_a_replaced_code_is_sent_from_the_new_one(
    tournament: Tournament, opens: Opens, pair: tuple[int, int]
) -> None:
    rosa = opens(pair[0])
    answer_with(rosa, "failed")
    report(rosa, 1, 16)
    expect(rosa.locator("#phone-state")).to_contain_text("Waiting to send: 1.")
    replace_code(tournament=tournament, actor=checker(tournament, role="director"), number=pair[0])
    rosa.unroute_all()
    rosa.evaluate(AGAIN)
    gone = (
        "This code opens no scorecard any more. Ask the director for the new one. Not sent: 1. It stays on this phone."
    )
    expect(rosa.locator("#phone-state")).to_have_text(gone, timeout=BACK)

    rosa.goto(addresses_of_cards(tournament)[pair[0]])
    use = rosa.get_by_role("button", name="Yes, use this phone")
    if use.is_visible():
        use.click()

    expect(rosa.locator(".result")).to_contain_text("You reported: you won by 16.", timeout=BACK)
    assert GameReport.objects.get().spread == 16


def test_a_private_window_two_tabs_and_the_back_button_lose_and_double_nothing(
    tournament: Tournament, opens: Opens, pair: tuple[int, int]
) -> None:
    rosa = opens(pair[0])
    rosa.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
    rosa.reload()
    second = rosa.context.new_page()
    second.goto(rosa.url)
    answer_with(rosa, "failed")
    report(rosa, 1, 16)
    expect(rosa.locator("#phone-state")).to_contain_text("This browser cannot keep it: leave this page open.")
    report(second, 1, 15)
    expect(second.locator(".result")).to_contain_text("You reported: you won by 15.")
    rosa.unroute_all()
    rosa.evaluate(AGAIN)
    expect(rosa.locator("#phone-state")).to_have_text("", timeout=BACK)
    say(tournament, pair[1], pair[0], -16)
    expect(rosa.locator(".just-locked")).to_contain_text("Game 1 locked: you won by 16.")
    expect(second.locator(".just-locked")).to_contain_text("Game 1 locked: you won by 16.")
    second.get_by_role("link", name="4", exact=True).click()
    game(second, 4)
    second.go_back()
    game(second, 2)
