"""Everybody reports at once, while the director closes the round: nothing lost, nothing doubled, on both databases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from uuid import uuid4

import pytest

from scorecards.models import GameReport, Line
from scorecards.records.reports import reports_of
from scorecards.reporting.services.closing import close_round
from scorecards.reporting.services.reports import Result, report_game
from scorecards.reporting.services.transaction import ReportRefused
from scorecards.rules.table_reports import Stage
from tests.at_once import at_once
from tests.scorecards.keying.card_entry import checker
from tests.scorecards.reporting.phones import entrant_of, phones_event, say
from tournaments.records.schedule import schedule_of

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
        report_game(entrant=entrant, game=1, result=Result(other, True, 16), key=key, device="")

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
        except ReportRefused as refusal:
            return str(refusal)
        return "done"

    answers = Counter(at_once(job, [*jobs, partial(close_round, tournament=tournament, actor=director)]))

    refused = answers["The qualifying round is closed. Give your paper card to a checker."]
    assert answers["done"] + refused == PLAYERS + 1
    assert GameReport.objects.count() == Line.objects.count() == PLAYERS - refused
