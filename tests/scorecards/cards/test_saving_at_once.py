"""Twenty checkers saving at once: nothing lost, nothing doubled, on SQLite and on PostgreSQL."""

from collections import Counter
from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection

from scorecards.cards.services.cards import StaleCard
from scorecards.models import CardSave, Line, Scorecard
from tests.at_once import at_once
from tests.scorecards.cards.card_entry import checker, paper, put_up, save, stored, written
from tournaments.changes.write_queue import write_queue
from tournaments.models import AuditEntry, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

CHECKERS = 20
NUMBERS = range(1, CHECKERS + 1)
EVENT = written(players=20, games=5)


def log_length(tournament: Tournament) -> int:
    return AuditEntry.objects.filter(tournament=tournament, action__in=("card entered", "card re-entered")).count()


def test_different_cards_saved_at_once_are_all_there() -> None:
    tournament = put_up(EVENT)
    members = [checker(tournament, f"Checker {number}") for number in range(CHECKERS)]
    before = Tournament.objects.get(pk=tournament.pk).version

    at_once(lambda number: save(tournament, members[number - 1], paper(EVENT, number)), NUMBERS)

    assert [stored(tournament, number) for number in range(1, CHECKERS + 1)] == [
        paper(EVENT, number) for number in range(1, CHECKERS + 1)
    ]
    assert (Line.objects.count(), log_length(tournament)) == (CHECKERS * 5, CHECKERS)
    assert Tournament.objects.get(pk=tournament.pk).version == before + CHECKERS


def test_one_card_saved_by_all_at_once_is_saved_by_one() -> None:
    tournament = put_up(EVENT)
    members = [checker(tournament, f"Checker {number}") for number in range(CHECKERS)]
    card = paper(EVENT)

    def job(number: int) -> str:
        mine = replace(card, recorded=replace(card.recorded, plus=number))
        try:
            save(tournament, members[number - 1], mine)
        except StaleCard:
            return "stale"
        return f"Checker {number - 1}"

    answers = Counter(at_once(job, NUMBERS))

    stored_card = Scorecard.objects.get()
    assert answers == {"stale": CHECKERS - 1, stored_card.saved_by: 1}
    assert (stored_card.version, CardSave.objects.count(), log_length(tournament)) == (1, 1, 1)
    assert stored_card.saved_by == f"Checker {(stored_card.plus or 0) - 1}"


def test_one_save_sent_many_times_at_once_counts_once() -> None:
    tournament = put_up(EVENT)
    member, key = checker(tournament), uuid4()

    answers = at_once(lambda _: save(tournament, member, paper(EVENT), key=key), NUMBERS)

    assert Counter((answer.version, answer.is_repeat) for answer in answers) == {(1, False): 1, (1, True): CHECKERS - 1}
    assert (CardSave.objects.count(), Line.objects.count(), log_length(tournament)) == (1, 5, 1)
    assert stored(tournament) == paper(EVENT)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite")
def test_writers_have_their_turn_one_at_a_time() -> None:
    inside: list[int] = []
    most = []

    def job(number: int) -> None:
        with write_queue():
            inside.append(number)
            most.append(len(inside))
            inside.remove(number)

    at_once(job, NUMBERS)

    assert (len(most), max(most)) == (CHECKERS, 1)
