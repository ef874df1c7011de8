"""Everybody reports at once, while the director closes the round: nothing lost, nothing doubled, on both databases."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from uuid import uuid4

import pytest

from scorecards.models import GameReport, LeaverLine, Line
from scorecards.records.reports import reports_of
from scorecards.reporting.selectors.board import Board
from scorecards.reporting.services.closing import close_round
from scorecards.reporting.services.reports import report_game
from scorecards.rules.table_reports import How, Stage
from tests.at_once import at_once, call
from tests.scorecards.cards.card_entry import checker
from tests.scorecards.reporting.phones import Phone, agree_on, entrant_of, phones_event, say
from tournaments.entrants.services.registration import reinstate_entrant, withdraw_entrant
from tournaments.records.schedule import schedule_of
from tournaments.refused import Refused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PLAYERS = 12


def test_all_boards_report_at_once_and_each_is_locked() -> None:
    tournament = phones_event(players=PLAYERS)
    pairs = schedule_of(tournament)[0].pairs
    sides = [side for one, other in pairs for side in ((one, other, 16), (other, one, -16))]

    answers = at_once(lambda side: say(tournament, *side), sides)

    reported = reports_of(tournament)
    assert answers == [None] * PLAYERS
    assert GameReport.objects.count() == PLAYERS
    assert {reported.state(number, 1).stage for number in range(1, PLAYERS + 1)} == {Stage.LOCKED}


def test_one_report_sent_many_times_at_once_counts_once() -> None:
    tournament, key = phones_event(players=4), uuid4()
    one, other = schedule_of(tournament)[0].pairs[0]
    entrant = entrant_of(tournament, one)

    def job(_: int) -> None:
        report_game(entrant=entrant, game=1, opponent=other, won=True, spread=16, key=key, device="")

    assert at_once(job, range(8)) == [None] * 8
    assert GameReport.objects.count() == 1


def test_a_report_beside_the_close_of_the_round_is_on_the_card_or_refused() -> None:
    tournament = phones_event(players=PLAYERS)
    director = checker(tournament, role="director")
    pairs = schedule_of(tournament)[0].pairs
    sides = [side for one, other in pairs for side in ((one, other, 16), (other, one, -16))]
    jobs = [partial(say, tournament, *side) for side in sides]

    def job(act: Callable[[], object]) -> str:
        try:
            act()
        except Refused as refusal:
            return str(refusal)
        return "done"

    answers = Counter(at_once(job, [*jobs, partial(close_round, tournament=tournament, actor=director)]))

    late = answers[
        "The qualifying round is closed. Give your paper card to a checker."
        " Your report of game 1 came too late: the director sees it."
    ]
    assert answers["done"] + late == PLAYERS + 1
    assert GameReport.objects.count() == PLAYERS
    assert Line.objects.count() == PLAYERS - late == PLAYERS - len(Board(tournament).late)


@pytest.mark.parametrize("times", range(3))
@pytest.mark.parametrize("how", [How.AGREED, How.ENTERED])
def test_two_who_give_in_at_the_same_moment_lock_nothing(how: How, times: int) -> None:
    tournament = phones_event(players=4)
    one, other = schedule_of(tournament)[0].pairs[0]
    say(tournament, one, other, 16)
    say(tournament, other, one, -15)

    def job(side: tuple[int, int, int]) -> str:
        try:
            say(tournament, *side, how=how)
        except Refused as refusal:
            return str(refusal)
        return "done"

    answers = at_once(job, [(one, other, 15), (other, one, -16)])

    stages = {reports_of(tournament).state(number, 1).stage for number in (one, other)}
    assert Stage.LOCKED not in stages
    if how is How.AGREED:
        # The second one is told, and sees what the first one says now.
        assert ("done" in answers, len({*answers}), stages) == (True, 2, {Stage.ASKED, Stage.WAITING})
    else:
        assert (answers, stages) == (["done", "done"], {Stage.DIFFERS})


def test_one_who_gives_in_while_the_other_keeps_lock_what_both_say() -> None:
    tournament = phones_event(players=4)
    one, other = schedule_of(tournament)[0].pairs[0]
    say(tournament, one, other, 16)
    say(tournament, other, one, -15)

    at_once(
        call,
        [
            partial(say, tournament, one, other, 15, how=How.AGREED),
            partial(say, tournament, other, one, -15, how=How.KEPT),
        ],
    )

    # Whoever comes last: locked where the other was seen to give in, else the other still has to look.
    stages = {reports_of(tournament).state(number, 1).stage for number in (one, other)}
    assert stages in ({Stage.LOCKED}, {Stage.ASKED, Stage.WAITING})


@pytest.mark.parametrize("times", range(3))
def test_a_leaving_beside_a_report_and_a_signature_overwrites_neither(times: int) -> None:
    tournament = phones_event(players=4)
    director = checker(tournament, role="director")
    met = {
        game.game: next(p for p in pair if p != 1)
        for game in schedule_of(tournament)
        for pair in game.pairs
        if 1 in pair
    }
    agree_on(tournament, 1, met[1], 16)
    agree_on(tournament, 1, met[3], -5, 3)
    phone = Phone(tournament, 1)
    leave = partial(withdraw_entrant, tournament=tournament, actor=director, number=met[2], after_game=1)

    def sign() -> int:
        foot = {"game_points": 4, "games_won": 2, "plus": 26, "minus": 5}
        return phone.post("signing/", **foot).status_code

    def report() -> str:
        try:
            say(tournament, 1, met[2], -7, game=2)
        except Refused as refusal:
            return str(refusal)
        return "done"

    _, signed, reported = at_once(call, [leave, sign, report])

    # A card is signed with the line over the leaver, or not at all; a report that came first stands.
    lines = dict(Line.objects.filter(scorecard__entrant__number=1).values_list("game", "plus"))
    own = reports_of(tournament).current.get((1, 2))
    assert LeaverLine.objects.active().filter(entrant__number=1).count() == 1
    assert (signed == 303) == (lines != {}) == (lines.get(2) == 10)
    assert (reported == "done") == (own is not None)
    assert own is None or signed != 303


@pytest.mark.parametrize("times", range(3))
def test_leaving_changed_and_taken_back_at_once_leave_one_line_or_none(times: int) -> None:
    tournament = phones_event(players=4)
    director = checker(tournament, role="director")
    jobs = [
        partial(withdraw_entrant, tournament=tournament, actor=director, number=1, after_game=1),
        partial(withdraw_entrant, tournament=tournament, actor=director, number=1, after_game=2),
        partial(reinstate_entrant, tournament=tournament, actor=director, number=1),
    ]

    at_once(call, jobs)

    left = entrant_of(tournament, 1).withdrawn_after_game
    games = sorted(LeaverLine.objects.active().values_list("game", flat=True))
    assert games == ([] if left is None else list(range(left + 1, 4)))
