"""Games reported on phones of 360 pixels: two phones, one phone, no network, no script.

A whole event with all that can go wrong in it is in ``test_phones_event.py``.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from playwright.sync_api import APIResponse, Browser, BrowserContext, Page, Route, expect

from scorecards.models import GameReport, Scorecard
from scorecards.reporting.services.codes import replace_code
from tests.browser.conftest import CHROMIUM_FLAGS
from tests.browser.fit import RUNS_OUT, violations
from tests.browser.pages import sign_in
from tests.browser.phones import BACK, Opens, game, opponents, phones_at, report
from tests.browser.snapshots import Store
from tests.browser.test_cards_ahead import hold, wait_for
from tests.chromium import installed_chromium
from tests.scorecards.cards.card_entry import checker
from tests.scorecards.reporting.handovers import CASES
from tests.scorecards.reporting.phones import entrant_of, pair_in, phones_event, say
from tournaments.models import Tournament

pytestmark = pytest.mark.several_people

LOOKS = """(one) => {
  const { width, height } = one.getBoundingClientRect();
  const { backgroundColor, color, fontWeight } = getComputedStyle(one);
  return [width, height, backgroundColor, color, fontWeight];
}"""
UNTIL_IT_FOLLOWS = 1_500


@pytest.fixture
def tournament(store: Store) -> Tournament:
    return store(phones_event, players=12, games=5)


@pytest.fixture
def pair(tournament: Tournament) -> tuple[int, int]:
    return pair_in(tournament)


@pytest.fixture
def opens(browser: Browser, tournament: Tournament, live_server: Any) -> Iterator[Opens]:
    """Return what opens a card's code on a phone of its own, without the worker: it would stand beside the routes."""
    with phones_at(live_server.url, browser, tournament, service_workers="block") as opens:
        yield opens


def test_the_opponent_s_phone_shows_a_report_by_itself(
    tournament: Tournament, opens: Opens, pair: tuple[int, int]
) -> None:
    bo = opens(pair[1])
    game(bo, 1)
    bo.wait_for_timeout(UNTIL_IT_FOLLOWS)

    say(tournament, pair[0], pair[1], 16)

    expect(bo.get_by_role("button", name="Agree: you lost by 16")).to_be_visible()


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
        expect(page.get_by_role("heading", name="Reports differ")).to_be_visible()
        wrong, right = page.locator(".either button").all()
        expect(wrong).to_have_text(re.compile("^I was wrong: "))
        expect(right).to_have_text("Mine is right")
        looks = [one.evaluate(LOOKS) for one in (wrong, right)]
        assert looks[0] == looks[1]
    rosa.get_by_role("button", name="I was wrong: won by 15").click()
    expect(rosa.get_by_text("to see that you two say the same now.")).to_be_visible()
    expect(bo.locator(".result")).to_contain_text("now says the same as you: you lost by 15.")
    bo.get_by_role("button", name="Agree: you lost by 15").click()

    expect(rosa.locator(".just-locked")).to_contain_text("Game 1 locked: you won by 15.")
    expect(bo.locator(".just-locked")).to_contain_text("Game 1 locked: you lost by 15.")


def test_one_phone_does_for_both_by_initials_and_goes_through_the_whole_card(
    tournament: Tournament, opens: Opens, pair: tuple[int, int]
) -> None:
    rosa = opens(pair[0])

    for number in range(1, 6):
        report(rosa, number, 10 + number)
        rosa.get_by_role("textbox", name="Initials of").fill("bt")
        rosa.locator(".hand").get_by_role("button", name="Agree").click()
        expect(rosa.locator(".progress-line")).to_have_text(f"{number} of 5 games locked")
    expect(rosa.locator("dl.totals dd")).to_have_text(["10", "5", "65", "0"])
    assert (violations(rosa), rosa.evaluate(RUNS_OUT)) == ([], [])
    rosa.get_by_role("button", name="Sign card").click()
    assert not Scorecard.objects.exists()
    rosa.get_by_label("My paper card has the same four totals.").check()
    rosa.get_by_role("button", name="Sign card").click()

    expect(rosa.get_by_text("You signed this card.")).to_be_visible()
    card = Scorecard.objects.get(entrant=entrant_of(tournament, pair[0]))
    assert (card.game_points, card.games_won, card.plus, card.minus, card.lines.count()) == (10, 5, 65, 0, 5)


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


def test_key_under_a_finger_while_the_opponent_reports_is_a_digit(
    tournament: Tournament, opens: Opens, pair: tuple[int, int]
) -> None:
    rosa = opens(pair[0])
    panel = game(rosa, 1)
    panel.get_by_text("I won", exact=True).click()
    panel.get_by_role("button", name="1", exact=True).hover()
    rosa.mouse.down()

    say(tournament, pair[1], pair[0], -14)
    rosa.wait_for_timeout(UNTIL_IT_FOLLOWS)
    rosa.mouse.up()

    expect(rosa.get_by_role("button", name="Agree: you won by 14")).to_be_visible()
    expect(rosa.locator(".other").get_by_label("Spread")).to_have_value("1")


def test_next_game_that_is_begun_goes_on_when_the_report_before_it_is_answered_late(
    tournament: Tournament, opens: Opens, pair: tuple[int, int]
) -> None:
    rosa = opens(pair[0])
    reporting = hold(rosa, "/games/1/$", "POST")
    report(rosa, 1, 16)
    wait_for(rosa, reporting)
    panel = game(rosa, 2)
    panel.get_by_text("I won", exact=True).click()
    panel.get_by_role("button", name="1", exact=True).click()

    reporting[0].continue_()
    expect(rosa.get_by_role("row", name="1 ").first).to_contain_text("won by 16, waiting")
    panel.get_by_role("button", name="4", exact=True).click()

    expect(panel.get_by_label("Spread")).to_have_value("14")
    panel.get_by_role("button", name="Report game 2").click()
    expect(rosa.locator(".waiting-for")).to_be_visible()
    assert list(GameReport.objects.order_by("game").values_list("game", "spread")) == [(1, 16), (2, 14)]


def test_page_that_comes_late_takes_nothing_of_the_next_game(
    tournament: Tournament, opens: Opens, pair: tuple[int, int]
) -> None:
    rosa = opens(pair[0])
    asked: list[Route] = []
    answers: list[APIResponse] = []

    def keep(route: Route) -> None:
        answers.append(route.fetch())
        asked.append(route)

    rosa.route(re.compile(r"/me/[^/]+/$"), keep, times=1)
    say(tournament, pair[1], pair[0], -16)
    wait_for(rosa, asked)
    report(rosa, 1, 16)
    expect(rosa.locator(".just-locked")).to_contain_text("Game 1 locked: you won by 16.")
    panel = game(rosa, 2)
    panel.get_by_text("I won", exact=True).click()
    panel.get_by_role("button", name="1", exact=True).click()

    with rosa.expect_response(re.compile("/now/$")):
        asked[0].fulfill(response=answers[0])
    panel.get_by_role("button", name="4", exact=True).click()

    expect(panel.get_by_label("Spread")).to_have_value("14")


def test_what_is_unfolded_stays_when_another_game_is_reported(
    tournament: Tournament, opens: Opens, pair: tuple[int, int]
) -> None:
    rosa = opens(pair[0])
    report(rosa, 1, 16)
    expect(rosa.locator(".waiting-for")).to_be_visible()
    rosa.goto(f"{rosa.url}?game=1")
    rosa.get_by_text("Change my report").click()

    say(tournament, opponents(tournament, pair[0])[2], pair[0], -9, 2)

    expect(rosa.locator(".games-list tr[data-game='2']")).to_contain_text("waiting for you")
    expect(rosa.locator(".other").get_by_label("Spread")).to_be_visible()


def test_without_script_every_step_is_a_plain_form(
    browser: Browser, tournament: Tournament, live_server: Any, pair: tuple[int, int]
) -> None:
    with phones_at(live_server.url, browser, tournament, java_script_enabled=False) as opens:
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


def test_a_phone_without_a_network_hands_its_card_over_as_a_code(
    browser: Browser,
    page: Page,
    context: BrowserContext,
    live_server: Any,
    tournament: Tournament,
    opens: Opens,
    pair: tuple[int, int],
    tmp_path: Path,
) -> None:
    rosa = opens(pair[0])
    report(rosa, 1, 16)
    expect(rosa.get_by_text("Waiting for")).to_be_visible()
    rosa.context.set_offline(True)
    rosa.get_by_text("No network? Hand over your card").click()
    expect(rosa.locator(".handover-text")).not_to_be_empty()
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
    checks = context.storage_state()
    with looking_at(rosa.locator("#handover canvas").evaluate(PIXELS), browser, tmp_path) as camera:
        desk = camera.new_context(base_url=live_server.url, storage_state=checks).new_page()
        desk.goto(f"/t/{tournament.slug}/reports/handover/")
        desk.get_by_role("button", name="Scan with the camera").click()
        expect(desk.get_by_text("1 game taken.")).to_be_visible()
        assert (violations(desk), desk.evaluate(RUNS_OUT)) == ([], [])
    page.set_input_files("#photo", {"name": "code.png", "mimeType": "image/png", "buffer": picture})
    expect(page.get_by_role("alert")).to_contain_text("was taken already, by Ada Birch")
    assert [(one.won, one.spread, one.how) for one in GameReport.objects.order_by("pk")] == [
        (True, 16, "entered"),
        (False, 121, "handed"),
    ]
    rosa.context.set_offline(False)
    expect(rosa.locator("#phone-state")).to_have_text("", timeout=BACK)
    assert GameReport.objects.count() == 2


PIXELS = """(canvas) => {
  const { width, height } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  return [width, Array.from({ length: width * height }, (_, at) => (data[4 * at + 3] ? data[4 * at] : 255))];
}"""
SIGHT = (640, 480)


@contextmanager
def looking_at(shown: tuple[int, list[int]], browser: Browser, folder: Path) -> Iterator[Browser]:
    """Run a second browser whose camera sees what is shown on a phone: its width, and its pixels in gray."""
    (width, pixels), (across, down) = shown, SIGHT
    rows = [bytes(pixels[at : at + width]) for at in range(0, len(pixels), width)]
    left, above = (across - width) // 2, (down - len(rows)) // 2
    assert min(left, above) > 0
    white = [b"\xff" * across]
    seen = b"".join(
        [*white * above, *(row.center(across, b"\xff") for row in rows), *white * (down - above - len(rows))]
    )
    film = folder / "camera.y4m"
    frame = b"FRAME\n" + seen + b"\x80" * (across * down // 2)
    film.write_bytes(f"YUV4MPEG2 W{across} H{down} F10:1 Ip A1:1 C420jpeg\n".encode() + frame * 10)
    sees = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    args = [*CHROMIUM_FLAGS, *sees, f"--use-file-for-fake-video-capture={film}"]
    second = browser.browser_type.launch(executable_path=installed_chromium(), args=args)
    try:
        yield second
    finally:
        second.close()


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
