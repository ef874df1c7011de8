"""A whole event, six by phone and six on paper, with all that goes wrong in a hall, from first tap to posting."""

import re
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from brackets.models import Posting
from scorecards.checking.services.decisions import decide_game
from scorecards.models import GameReport
from tests.browser.fit import RUNS_OUT, violations
from tests.browser.own_server import OwnServer
from tests.browser.pages import WIDE, second_browser
from tests.browser.phones import BACK, KEPT, Opens, game, opponents, phones_at, report
from tests.browser.snapshots import Store
from tests.browser.test_to_the_posting import crosscheck_of_the_export
from tests.builders import line as line_of
from tests.builders import loss, win
from tests.scorecards.cards.card_entry import checker, paper, save, stored, written
from tests.scorecards.checking.check_pages import confirmed, queue_of, signed
from tests.scorecards.reporting.phones import phones_event, say, spread_of
from tournaments.models import Tournament
from tournaments.rules.types import CardRecord

pytestmark = pytest.mark.several_people

PLAYERS, GAMES = 12, 5
ROSA = 1
WON_BY = {1: 35, 2: -12, 3: 16, 4: 9, 5: 24}
"""What Rosa reports: below 0 where she lost."""

COUNT_TAPS = "() => { window.taps = 0; addEventListener('pointerdown', (e) => { taps += e.isTrusted; }, true); }"
TAPS = "() => taps + 1"
"""The taps on the page, and the one that opened the code."""


class Hall:
    """The people of the event. All whom Rosa meets use phones, everybody else paper."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.papers = written(players=PLAYERS, games=GAMES)
        self.met = opponents(tournament, ROSA)
        self.bo = self.met[1]
        self.on_paper = [number for number in range(1, PLAYERS + 1) if number not in {ROSA, *self.met.values()}]
        self.checker = checker(tournament, "Di Elm")
        self.director = checker(tournament, "Ada Birch", "director")
        assert len(self.on_paper) == PLAYERS // 2

    def report_elsewhere(self) -> None:
        """Report what Rosa's opponents played against others; one spread is not the one on the other's paper card.

        What Bo played last is left.
        """
        differs = self.met[2]
        for number in self.met.values():
            for line in paper(self.papers, number).lines:
                if line.opponent == ROSA or (number, line.game) == (self.bo, GAMES):
                    continue
                spread = spread_of(line)
                if number == differs and line.opponent in self.on_paper:
                    spread, differs = spread + (1 if spread > 0 else -1), 0
                say(self.tournament, number, line.opponent or 0, spread, line.game)
        assert differs == 0

    def answer_rosa(self) -> None:
        """Report games 3 to 5 as her opponents do: another spread, another winner, another opponent."""
        say(self.tournament, self.met[3], ROSA, -15, 3)
        say(self.tournament, self.met[4], ROSA, WON_BY[4], 4)
        say(self.tournament, self.met[5], self.on_paper[0], -WON_BY[5], 5)

    def confirm_third(self) -> None:
        """See that Rosa says the same now."""
        say(self.tournament, self.met[3], ROSA, -15, 3)

    def enter_paper(self, numbers: list[int]) -> None:
        for number in numbers:
            save(self.tournament, self.checker, paper(self.papers, number))

    def enter_last_line_of_bo(self) -> CardRecord:
        """Enter what Bo could not report any more, from the paper card."""
        card = stored(self.tournament, self.bo)
        [last] = [line for line in paper(self.papers, self.bo).lines if line.game == GAMES]
        whole = replace(card, lines=(*card.lines, last))
        save(self.tournament, self.checker, whole, version=1)
        return whole

    def cross_check(self) -> set[str]:
        """Look at both papers of every game that differs; where no rule covers it the director decides, if they met."""
        rules = set()
        while todo := queue_of(self.tournament).open:
            item = next((one for one in todo if not one.is_up_to_director), None)
            if item is None:
                self._decide(todo[0].game or 0)
            elif item.kind.is_undecided:
                confirmed(self.tournament, self.checker, item)
            else:
                rules |= {rule for rule, _ in item.rules}
                signed(self.tournament, self.checker, item)
        return rules

    def _decide(self, at: int) -> None:
        """Decide a game of Rosa's, who won it."""
        other = self.met[at]
        lines = {ROSA: line_of(at, other, win(WON_BY[at])), other: line_of(at, ROSA, loss(WON_BY[at]))}
        decide_game(tournament=self.tournament, actor=self.director, game=at, lines=lines, reason="The judge saw it.")


@pytest.fixture
def hall(store: Store) -> Hall:
    return Hall(store(phones_event, players=PLAYERS, games=GAMES))


@pytest.mark.thorough
def test_six_by_phone_and_six_on_paper_from_the_first_tap_to_the_posting(
    browser: Browser, own_server: OwnServer, hall: Hall, tmp_path: Path
) -> None:
    tournament = hall.tournament
    with ExitStack() as stack:
        opens = stack.enter_context(phones_at(own_server.address, browser, tournament))
        rosa, bo = report_and_agree(hall, opens)
        report_while_the_server_is_killed(hall, own_server, rosa)
        second = report_offline_while_another_phone_opens_the_code(hall, opens, rosa)
        go_on_with_the_other_phone(hall, rosa, second)

        board = stack.enter_context(second_browser(browser, own_server.address, WIDE, hall.director))
        board.goto(f"/t/{tournament.slug}/reports/")
        finish_and_close(hall, board, bo)
        expect(second.locator(".message.warning").first).to_contain_text("The qualifying round is closed.")

        hall.enter_last_line_of_bo()
        assert {line.game: spread_of(line) for line in stored(tournament, ROSA).lines} == {**WON_BY, 3: 15}
        assert {rule[:4] for rule in hall.cross_check()} == {"12.2"}
        board.goto(f"/t/{tournament.slug}/post/")
        board.get_by_role("button", name=re.compile(r"^Post \d+ qualifiers$")).click()
        expect(board.get_by_text("Posting 1 is public now.")).to_be_visible()

    assert Posting.objects.get().report == crosscheck_of_the_export(tournament, tmp_path)


def report_and_agree(hall: Hall, opens: Opens) -> tuple[Page, Page]:
    """Lock game 1, from the code to both ticks, and count the taps."""
    rosa = opens(ROSA)
    rosa.evaluate(COUNT_TAPS)
    report(rosa, 1, WON_BY[1])
    expect(rosa.get_by_text("Waiting for")).to_be_visible()
    bo = opens(hall.bo)
    bo.evaluate(COUNT_TAPS)
    bo.get_by_role("button", name="Agree: you lost by 35, a skunk").click()

    for page, words in ((rosa, "Game 1 locked: you won by 35, a skunk."), (bo, "you lost by 35, a skunk.")):
        expect(page.locator(".just-locked")).to_contain_text(words)
        game(page, 2)
    assert (rosa.evaluate(TAPS), bo.evaluate(TAPS)) == (5, 2)
    assert reports_of(hall, 1) == [(ROSA, 35, "entered"), (hall.bo, -35, "agreed")]
    return rosa, bo


def report_while_the_server_is_killed(hall: Hall, server: OwnServer, rosa: Page) -> None:
    """Kill the server while game 2 is tapped in, open the page again without it, and start it."""
    rosa.evaluate(KEPT)
    rosa.locator(".game-now").get_by_text("I lost", exact=True).click()
    server.kill()
    report(rosa, 2, WON_BY[2])
    state = rosa.locator("#phone-state")
    expect(state).to_contain_text("Waiting to send: 1.")
    rosa.reload()
    expect(state).to_contain_text("Waiting to send: 1.")
    game(rosa, 3)

    server.start()

    row = rosa.locator(".games-list tr[data-game='2']")
    expect(row).to_contain_text("lost by 12, waiting", timeout=BACK)
    say(hall.tournament, hall.met[2], ROSA, -WON_BY[2], 2)
    expect(row).to_contain_text("✓ lost by 12")
    assert reports_of(hall, 2) == [(ROSA, -12, "entered"), (hall.met[2], 12, "entered")]


def report_offline_while_another_phone_opens_the_code(hall: Hall, opens: Opens, first: Page) -> Page:
    """Report three games without a network, while somebody opens the card elsewhere; all three are sent once."""
    first.context.set_offline(True)
    state = first.locator("#phone-state")
    for number in (3, 4, 5):
        report(first, number, WON_BY[number])
        expect(state).to_contain_text(f"Waiting to send: {number - 2}.")
    hall.answer_rosa()
    hall.report_elsewhere()
    second = opens(ROSA)
    expect(second.get_by_role("heading", level=1)).to_have_text("Is this your card?")
    second.get_by_role("button", name="Yes, use this phone").click()
    game(second, 3)

    first.context.set_offline(False)

    expect(first.get_by_role("heading", level=1)).to_have_text("Is this your card?", timeout=BACK)
    expect(state).to_have_text("Not sent: 3. It stays on this phone.")
    first.get_by_role("button", name="Yes, use this phone").click()
    expect(first.locator(".games-list tr[data-game='5']")).to_contain_text("another player")
    expect(second.get_by_role("heading", level=1)).to_have_text("Is this your card?", timeout=BACK)
    sent = GameReport.objects.filter(entrant__number=ROSA).order_by("pk")
    assert [(one.game, one.spread if one.won else -one.spread) for one in sent] == [*WON_BY.items()]
    return second


def go_on_with_the_other_phone(hall: Hall, first: Page, second: Page) -> None:
    """Lose the first phone, and mend on the other what can be mended; what differs stands side by side."""
    second.get_by_role("button", name="Yes, use this phone").click()
    cells = second.get_by_role("table", name="The two reports differ").get_by_role("cell")
    expect(cells).to_have_text(["you won by 16", "you won by 15"])
    second.get_by_role("button", name="I was wrong: won by 15").click()
    game(second, 4)
    hall.confirm_third()
    expect(second.locator(".just-locked")).to_contain_text("Game 3 locked: you won by 15.")
    game(second, 4)
    expect(cells).to_have_text(["you won by 9", "you lost by 9"])
    expect(first.get_by_role("heading", level=1)).to_have_text("Is this your card?", timeout=BACK)


def finish_and_close(hall: Hall, board: Page, bo: Page) -> None:
    """Enter the paper cards beside the open board, and close the round while a last report waits on a phone."""
    expect(board.get_by_role("heading", name="2 games with different reports")).to_be_visible()
    bo.locator(".games-list").get_by_role("link", name=str(GAMES), exact=True).click()
    game(bo, GAMES)
    bo.context.set_offline(True)
    report(bo, GAMES, 16)
    expect(bo.locator("#phone-state")).to_contain_text("Waiting to send: 1.")
    hall.enter_paper(hall.on_paper)
    expect(board.get_by_text("6 of 12 by phone, 0 signed, 6 entered from paper")).to_be_visible()
    assert (violations(board), board.evaluate(RUNS_OUT)) == ([], [])

    board.get_by_role("button", name="Close qualifying round").click()
    expect(board.get_by_text("6 scorecards written from reports.")).to_be_visible()
    expect(board.get_by_role("heading", level=1)).to_have_text("Cross-check")
    bo.context.set_offline(False)

    said = "The qualifying round is closed. Give your paper card to a checker."
    late = f"{said} Your report of game {GAMES} came too late: the director sees it."
    expect(bo.get_by_role("alert")).to_have_text(late, timeout=BACK)
    expect(bo.locator("#kept-here li")).to_contain_text(f"Game {GAMES}: won by 16 Not taken: {said}")
    board.goto(f"/t/{hall.tournament.slug}/reports/")
    expect(board.get_by_role("heading", name="1 report came after the round was closed")).to_be_visible()


def reports_of(hall: Hall, at: int) -> list[tuple[int, int, str]]:
    """Return who reported what of a game, in order: below 0 where it was lost."""
    found = GameReport.objects.filter(entrant__tournament=hall.tournament, game=at).order_by("pk")
    return [
        (one.entrant.number, one.spread if one.won else -one.spread, one.how) for one in found.select_related("entrant")
    ]
