"""A director plays a bracket: draw, ten results, a correction in the semi-final, the clock, paper and phone."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from brackets.models import Match
from brackets.playoffs.services.rounds import call_round
from tests.brackets.playoffs.playing import director, drawn, play_round, playoffs, posted, winner
from tests.browser.fit import faults, faults_shown, violations
from tests.browser.pages import NARROW, WIDE, names_cut_short, sign_in, wait_until
from tests.browser.snapshots import Store
from tests.browser.test_cards_ahead import hold, wait_for
from tests.browser.test_print import PAPERS, sheets
from tests.browser.test_seating import printed
from tournaments.models import Tournament

# The printable part of the smaller of the two formats, across, in CSS pixels.
ACROSS = {"width": 970, "height": 680}


@pytest.fixture
def seats(context: BrowserContext, live_server: Any, store: Store) -> Any:
    """Return a way to store an event and to sign in as its director."""

    def take(make: Callable[..., Tournament], **how: int) -> Tournament:
        tournament = store(make, **how)
        sign_in(context, director(tournament), live_server.url)
        return tournament

    return take


def address(tournament: Tournament) -> str:
    return f"/t/{tournament.slug}/playoffs/"


def tap(page: Page, round_number: int, slot: int, button: int) -> None:
    """Tap one of the results of a match, counted from the top, and wait until it is said."""
    bout = page.locator(f"#match-{round_number}-{slot}")
    press(bout, button)
    expect(bout.locator(".state.done")).to_have_text("won")


def press(bout: Locator, button: int) -> None:
    """Tap the winner, then the games: two clicks."""
    buttons = bout.locator(".tap-buttons button")
    expect(buttons).not_to_have_count(0)
    bout.locator(".winner summary").nth(button // (buttons.count() // 2)).click()
    buttons.nth(button).click()


@pytest.mark.thorough
def test_bracket_is_drawn_and_played_to_the_semi_final_and_corrected(page: Page, seats: Any) -> None:
    tournament = seats(posted, players=48, games=9)
    page.goto(address(tournament))
    page.get_by_role("button", name="Draw bracket").click()
    expect(page.locator("#match-1-2")).to_be_visible()

    # Four matches, four quarter-finals, and two semi-finals: ten results, every other one by the lower side.
    for number, slots in ((1, (2, 3, 6, 7)), (2, (1, 2, 3, 4)), (3, (1, 2))):
        if number > 1:
            page.get_by_role("navigation", name="Round to play").get_by_role("link").nth(number - 1).click()
        for slot in slots:
            tap(page, number, slot, 0 if slot % 2 else 3)

    assert Match.objects.active().count() == 10
    assert winner(tournament, 3, 1) is not None
    first, other = winner(tournament, 2, 1), winner(tournament, 2, 2)
    expect(page.get_by_text("2 of 2 won")).to_be_visible()

    # The final rests on the semi-final: it has to be taken back with it, which the page offers.
    page.get_by_role("navigation", name="Round to play").get_by_role("link", name="Final", exact=True).click()
    tap(page, 4, 1, 0)
    assert playoffs(tournament).champion is not None
    page.get_by_role("navigation", name="Round to play").get_by_role("link", name="Semi-finals").click()
    semi = page.locator("#match-3-1")
    semi.get_by_text("Correct").click()
    press(semi, 4)
    question = page.get_by_role("alert")
    expect(question.get_by_role("heading")).to_have_text("Undo later results too?")
    assert Match.objects.active().count() == 11
    question.get_by_role("button", name="Undo 1 and record mine").click()
    expect(page.get_by_role("alert")).to_have_count(0)

    assert {first, other} == {winner(tournament, 2, 1), winner(tournament, 2, 2)}
    assert winner(tournament, 3, 1) == other
    assert (winner(tournament, 4, 1), Match.objects.active().count()) == (None, 10)


def test_drawn_bracket_has_the_whole_width_at_once(page: Page, seats: Any) -> None:
    tournament = seats(posted, players=24, games=5)
    page.set_viewport_size(WIDE)
    page.goto(address(tournament))

    page.get_by_role("button", name="Draw bracket").click()
    expect(page.locator("#match-1-2")).to_be_visible()
    after_the_draw = page.locator("#whole").evaluate("(part) => part.clientWidth")
    page.reload()

    assert page.locator("#whole").evaluate("(part) => part.clientWidth") == after_the_draw


def test_results_tapped_and_typed_before_the_one_before_is_answered_count(page: Page, seats: Any) -> None:
    tournament = seats(drawn, players=24, games=5)
    recording = hold(page, "/result/$", "POST")
    page.goto(address(tournament))
    first, other = page.locator("#match-1-2"), page.locator("#match-1-3")
    press(first, 0)
    wait_for(page, recording)

    other.locator(".winner summary").first.click()
    page.get_by_label("Result or name").focus()
    page.keyboard.type("1")
    recording[0].continue_()

    expect(first.locator(".state.done")).to_have_text("won")
    expect(page.get_by_label("Result or name")).to_have_value("1")
    other.locator(".winner[open] button").first.click()
    expect(other.locator(".state.done")).to_have_text("won")


def test_result_that_does_not_reach_the_server_says_so(page: Page, seats: Any) -> None:
    tournament = seats(drawn, players=24, games=5)
    page.route("**/result/", lambda route: route.abort())
    page.goto(address(tournament))

    press(page.locator("#match-1-2"), 0)

    expect(page.locator("#messages")).to_contain_text("No answer from the server: this may not be saved.")


def test_result_is_typed_and_undone_by_keys_alone(page: Page, seats: Any) -> None:
    tournament = seats(drawn, players=24, games=5)
    page.goto(address(tournament))
    expect(page.get_by_label("Result or name")).to_be_focused()

    page.keyboard.type("4 3-1")
    page.keyboard.press("Enter")

    expect(page.locator("#messages")).to_contain_text("3–1.")
    assert winner(tournament, 1, 2) == 4
    # The next result can be typed at once.
    expect(page.get_by_label("Result or name")).to_be_focused()
    expect(page.get_by_label("Result or name")).to_have_value("")
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    expect(page.locator(".match-card")).to_have_count(1)
    page.locator("form.why").get_by_role("button", name="Undo").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("Result undone.")
    assert winner(tournament, 1, 2) is None


def test_two_people_with_two_results_see_both(page: Page, context: BrowserContext, seats: Any) -> None:
    tournament = seats(drawn, players=24, games=5)
    page.goto(address(tournament))
    second = context.new_page()
    second.goto(address(tournament))

    tap(page, 1, 2, 0)
    press(second.locator("#match-1-2"), 4)

    question = second.get_by_role("alert")
    expect(question.get_by_role("heading")).to_have_text("Two results for one match")
    question.get_by_role("button", name="Record mine instead").click()
    expect(second.get_by_role("alert")).to_have_count(0)
    assert winner(tournament, 1, 2) == 5


def start_with_somebody_missing(page: Page, tournament: Tournament) -> Locator:
    """Start the round now, and note that one side of the second match is missing; return that match."""
    page.goto(address(tournament))
    page.get_by_text("Start time and tables").click()
    page.get_by_label("Start time of the round").fill(f"{datetime.now(UTC):%H:%M}")
    page.get_by_role("button", name="Save start").click()
    expect(page.locator("#clock-name")).to_contain_text(re.compile(r"Starts at \d+:\d\d [AP]M"))
    bout = page.locator("#match-1-2")
    bout.get_by_text("Table and arrivals").click()
    bout.get_by_role("button", name="is missing").first.click()
    return bout


def test_clock_with_time_moved_forward(page: Page, seats: Any, settings: Any) -> None:
    page.clock.install()
    tournament = seats(drawn, players=24, games=5)
    bout = start_with_somebody_missing(page, tournament)
    clock = page.locator("#clock")
    expect(clock.get_by_text("Next forfeit at")).to_be_visible()
    expect(clock.get_by_role("button", name="Record this forfeit")).to_have_count(0)

    # It is shown as it falls due, without a touch.
    settings.CLOCK_AHEAD = timedelta(minutes=7)
    page.clock.run_for(11_000)
    clock.get_by_role("button", name="Record this forfeit").click()
    expect(page.locator("#messages")).to_contain_text("Forfeit recorded by rule 13.1.")
    settings.CLOCK_AHEAD = timedelta(minutes=37)
    page.reload()
    clock.get_by_role("button", name="Record these forfeits").click()
    expect(
        bout.get_by_text(
            re.compile("3 games by forfeit of .+, rule 13.1; keeps the loser's prize and points of this round")
        )
    ).to_be_visible()

    stands = Match.objects.active().get()
    assert (stands.forfeits, stands.keeps_award, winner(tournament, 1, 2)) == (3, True, 5)


def test_arrival_stops_the_clock(page: Page, seats: Any, settings: Any) -> None:
    tournament = seats(drawn, players=24, games=5)
    start_with_somebody_missing(page, tournament)

    page.locator("#clock").get_by_role("button", name="is here").click()
    expect(page.locator("#clock").get_by_text("arrived at")).to_be_visible()
    settings.CLOCK_AHEAD = timedelta(minutes=37)
    page.reload()

    expect(page.locator("#clock").get_by_role("button", name="Record")).to_have_count(0)


@pytest.mark.thorough
def test_pages_of_the_playoffs_are_fit_for_everybody(page: Page, seats: Any) -> None:
    tournament = seats(drawn, players=48, games=5)
    call_round(tournament=tournament, actor=director(tournament), round_number=1, first=1)
    page.emulate_media(reduced_motion="reduce")

    found = faults(page, [f"/t/{tournament.slug}/{where}" for where in ("bracket/?name=a", "", "playoffs/")])
    page.locator("#match-1-2").get_by_text("Table and arrivals").click()
    page.get_by_text("Start time and tables").click()
    shown = faults_shown(page, "main :is(button, input, summary, nav a)")
    page.goto(f"/t/{tournament.slug}/screen/")  # its window holds more than it shows

    assert (found, shown, violations(page)) == ({}, [], [])


def test_departure_is_said_where_somebody_on_a_phone_sees_it(page: Page, seats: Any) -> None:
    page.set_viewport_size(NARROW)
    tournament = seats(posted, players=132, games=3)
    page.goto(address(tournament))
    page.get_by_text("Has a qualifier left?").click()

    page.get_by_role("button", name="Post again without them").click()

    expect(page.get_by_text("Departure saved. Post again now.")).to_be_in_viewport()


def test_way_of_one_player_is_marked(page: Page, seats: Any) -> None:
    tournament = seats(drawn, players=48, games=5)
    play_round(tournament, 1)
    page.goto(f"/t/{tournament.slug}/bracket/")
    name = page.locator("#round-2 .side bdi").nth(1).inner_text()

    page.get_by_label("Find your name in the bracket").fill(name)
    page.get_by_role("button", name="Find").click()

    expect(page.locator(".path bdi")).to_have_text([name, name])
    expect(page.get_by_role("status").get_by_text(f"{name}, seed")).to_be_visible()


@pytest.mark.parametrize(("players", "count"), [(12, 1), (128, 1), (132, 3), (306, 5)])
def test_bracket_on_paper(page: Page, seats: Any, tmp_path: Path, players: int, count: int) -> None:
    tournament = seats(drawn, players=players, games=3)
    play_round(tournament, 1)
    page.goto(f"/t/{tournament.slug}/bracket/")
    names = set(page.locator(".drawn-bracket .side bdi").all_inner_texts())

    assert [len(sheets(page, paper)) for paper in PAPERS] == [count, count]
    text = "".join(printed(page, f"/t/{tournament.slug}/bracket/", tmp_path, PAPERS[-1]))
    assert {name for name in names if name not in text} == set()


def test_nothing_is_cut_off_on_paper(page: Page, seats: Any) -> None:
    page.set_viewport_size(ACROSS)
    page.emulate_media(media="print")
    small, large = seats(drawn, players=124, games=3), seats(drawn, players=306, games=3)
    play_round(large, 1)

    page.goto(f"/t/{small.slug}/bracket/")
    assert names_cut_short(page) == []
    assert page.evaluate("document.scrollingElement.scrollWidth > innerWidth") is False
    page.goto(f"/t/{large.slug}/bracket/")
    outside = page.evaluate(
        """() => [...document.querySelectorAll('.paper svg')].flatMap(svg => {
            const frame = svg.viewBox.baseVal;
            return [...svg.querySelectorAll('text, rect, polyline')].filter(part => {
                const box = part.getBBox();
                return box.x < frame.x || box.y < frame.y
                    || box.x + box.width > frame.x + frame.width || box.y + box.height > frame.y + frame.height;
            }).map(part => part.outerHTML);
        })"""
    )
    assert outside == []
    expect(page.locator(".paper")).to_have_count(5)
    expect(page.locator(".drawn-bracket")).not_to_be_visible()
    page.emulate_media(media="screen")
    expect(page.locator(".paper").first).not_to_be_visible()
    expect(page.locator(".drawn-bracket")).to_be_visible()


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_whole_page_works_without_script(page: Page, seats: Any) -> None:
    tournament = seats(drawn, players=24, games=5)
    page.goto(address(tournament))

    press(page.locator("#match-1-2"), 0)

    expect(page).to_have_url(re.compile(r"round=1#match-1-2$"))
    expect(page.locator("#match-1-2 .state.done")).to_have_text("won")
    page.locator("form.why").get_by_role("button", name="Undo").click()
    wait_until(lambda: not Match.objects.active().exists())
    assert Match.objects.active().count() == 0
