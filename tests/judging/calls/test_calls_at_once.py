"""Two phones at one call: nothing lost and nothing doubled, on SQLite and on PostgreSQL."""

from collections import Counter
from functools import partial
from uuid import uuid4

import pytest

from judging.calls.services.calls import RuledMeanwhile, rule_on
from judging.models import Call, CallJudge, CallRuling, CallSignature
from tests.at_once import at_once
from tests.at_once import call as do
from tests.judging.calls.calling import a_call, an_event, draft, judge, now, ruled, sign_as
from tournaments.models import StaffMember
from tournaments.refused import Refused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_two_judges_signing_at_once_are_both_there() -> None:
    tournament = an_event()
    director = judge(tournament, "Dee Rector", "DR", role="director")
    ada, bo = judge(tournament), judge(tournament, "Bo Cedar", "BC")
    call = ruled(tournament, director)
    CallJudge.objects.all().delete()

    at_once(partial(sign_as, call), (ada, bo))

    assert sorted((one.judge.place, one.judge.name) for one in now(call).signed) in (
        [(1, "Ada Birch"), (2, "Bo Cedar")],
        [(1, "Bo Cedar"), (2, "Ada Birch")],
    )


def test_three_judges_signing_at_once_are_two() -> None:
    tournament = an_event()
    members = [judge(tournament, f"Judge {number}", str(number)) for number in range(4)]
    call = a_call(tournament, members[0])
    rule_on(call=call, actor=members[0], draft=draft(), seen=0)

    def job(member: StaffMember) -> str:
        try:
            sign_as(call, member)
        except Refused:
            return "refused"
        return "signed"

    answers = at_once(job, members[1:])

    assert Counter(answers) == {"signed": 1, "refused": 2}
    assert sorted(one.judge.place for one in now(call).signed) == [1, 2]


def test_same_ruling_made_on_two_phones_at_once_is_one_with_two_signatures() -> None:
    tournament = an_event()
    members = [judge(tournament), judge(tournament, "Bo Cedar", "BC")]
    call = a_call(tournament, members[0])

    at_once(lambda member: rule_on(call=call, actor=member, draft=draft(), seen=0), members)

    assert (CallRuling.objects.count(), CallSignature.objects.count()) == (1, 2)


def test_of_two_rulings_made_at_once_one_stands_and_the_other_is_told() -> None:
    tournament = an_event()
    members = [judge(tournament), judge(tournament, "Bo Cedar", "BC")]
    call = a_call(tournament, members[0])

    def job(number: int) -> str:
        try:
            rule_on(call=call, actor=members[number], draft=draft(second=(0, number)), seen=0)
        except RuledMeanwhile:
            return "told"
        return "stands"

    answers = at_once(job, range(2))

    assert Counter(answers) == {"stands": 1, "told": 1}
    assert CallRuling.objects.count() == 1


def test_calls_opened_at_once_have_numbers_of_their_own() -> None:
    tournament = an_event()
    ada, key = judge(tournament), uuid4()

    different = [{"game": game} for game in (2, 3, 4)]
    same = [{"key": key}] * 2
    at_once(lambda facts: a_call(tournament, ada, **facts), [*different, *same])

    assert sorted(Call.objects.values_list("number", flat=True)) == [1, 2, 3, 4]


def test_call_that_two_judges_open_at_one_table_at_once_is_one() -> None:
    tournament = an_event()
    ada, bo = judge(tournament), judge(tournament, "Bo Cedar", "BC")

    at_once(do, [partial(a_call, tournament, ada), partial(a_call, tournament, bo, first=2, second=1)])

    assert Call.objects.count() == 1
