"""Two phones at one call: nothing lost and nothing doubled, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connections

from judging.calls.services.calls import RuledMeanwhile, rule_on
from judging.errors import CallRefused
from judging.models import Call, CallJudge, CallRuling, CallSignature
from tests.judging.calls.calling import DRAFT, a_call, an_event, judge, now, sign_as

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def at_once(*jobs: Callable[[], object]) -> list[object]:
    """Run jobs in threads of their own, all beginning together; return what came of each."""
    barrier = Barrier(len(jobs))

    def run(job: Callable[[], object]) -> object:
        try:
            barrier.wait()
            return job()
        except (CallRefused, RuledMeanwhile) as refusal:
            return type(refusal).__name__
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


def test_two_judges_signing_at_once_are_both_there() -> None:
    tournament = an_event()
    director = judge(tournament, "Dee Rector", "DR", role="director")
    ada, bo = judge(tournament), judge(tournament, "Bo Cedar", "BC")
    call = a_call(tournament, director)
    rule_on(call=call, actor=director, draft=DRAFT, seen=0)
    CallJudge.objects.all().delete()

    at_once(lambda: sign_as(call, ada), lambda: sign_as(call, bo))

    assert sorted((one.judge.place, one.judge.name) for one in now(call).signed) in (
        [(1, "Ada Birch"), (2, "Bo Cedar")],
        [(1, "Bo Cedar"), (2, "Ada Birch")],
    )


def test_three_judges_signing_at_once_are_two() -> None:
    tournament = an_event()
    members = [judge(tournament, f"Judge {number}", str(number)) for number in range(4)]
    call = a_call(tournament, members[0])
    rule_on(call=call, actor=members[0], draft=DRAFT, seen=0)

    answers = at_once(*(lambda member=member: sign_as(call, member) for member in members[1:]))

    assert Counter(answers) == {None: 1, "CallRefused": 2}
    assert sorted(one.judge.place for one in now(call).signed) == [1, 2]


def test_same_ruling_made_on_two_phones_at_once_is_one_with_two_signatures() -> None:
    tournament = an_event()
    members = [judge(tournament), judge(tournament, "Bo Cedar", "BC")]
    call = a_call(tournament, members[0])

    at_once(*(lambda member=member: rule_on(call=call, actor=member, draft=DRAFT, seen=0) for member in members))

    assert (CallRuling.objects.count(), CallSignature.objects.count()) == (1, 2)


def test_of_two_rulings_made_at_once_one_stands_and_the_other_is_told() -> None:
    tournament = an_event()
    members = [judge(tournament), judge(tournament, "Bo Cedar", "BC")]
    call = a_call(tournament, members[0])

    def job(number: int) -> str:
        rule_on(call=call, actor=members[number], draft=replace(DRAFT, second=(0, number)), seen=0)
        return "stands"

    answers = at_once(lambda: job(0), lambda: job(1))

    assert Counter(answers) == {"stands": 1, "RuledMeanwhile": 1}
    assert CallRuling.objects.count() == 1


def test_calls_opened_at_once_have_numbers_of_their_own() -> None:
    tournament = an_event()
    ada, key = judge(tournament), uuid4()

    different = [lambda game=game: a_call(tournament, ada, game=game) for game in (2, 3, 4)]
    same = [lambda: a_call(tournament, ada, key=key)] * 2
    at_once(*different, *same)

    assert sorted(Call.objects.values_list("number", flat=True)) == [1, 2, 3, 4]


def test_call_that_two_judges_open_at_one_table_at_once_is_one() -> None:
    tournament = an_event()
    ada, bo = judge(tournament), judge(tournament, "Bo Cedar", "BC")

    at_once(lambda: a_call(tournament, ada), lambda: a_call(tournament, bo, first=2, second=1))

    assert Call.objects.count() == 1
