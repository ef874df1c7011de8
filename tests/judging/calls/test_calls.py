"""Calls: opened, ruled on and closed, and everything that is refused (domain 7)."""

from uuid import uuid4

import pytest

from judging.calls.services.calls import RuledMeanwhile, change_parties, close, rule_on, take_off
from judging.models import Call, CallJudge, CallRuling, CallSignature
from judging.rules.call_state import CallState
from tests.judging.calls.calling import (
    TEXT,
    a_call,
    actions,
    an_event,
    disputed,
    draft,
    judge,
    latest,
    now,
    ruled,
    settled,
    sign_as,
)
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.refused import Refused

pytestmark = pytest.mark.django_db


# Opening


def test_call_has_its_players_and_a_number_of_its_own(tournament: Tournament, ada: StaffMember) -> None:
    first = a_call(tournament, ada)
    second = a_call(tournament, ada, first=3, second=4)

    assert (first.number, second.number) == (1, 2)
    assert (second.first.number, second.second.number, second.state) == (3, 4, CallState.NO_RULING)


def test_call_sent_twice_is_one_call(tournament: Tournament, ada: StaffMember) -> None:
    key = uuid4()

    calls = [ruled(tournament, ada, key=key), a_call(tournament, ada, key=key)]

    assert (calls[0].pk, Call.objects.count()) == (calls[1].pk, 1)


def test_two_judges_who_come_to_one_table_open_one_call(
    tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    calls = [a_call(tournament, ada), a_call(tournament, bo, first=2, second=1)]
    other_game = a_call(tournament, bo, game=2)
    rule_on(call=calls[0], actor=ada, draft=draft(), seen=0)
    once_ruled = a_call(tournament, bo)

    assert [call.number for call in (*calls, other_game, once_ruled)] == [1, 1, 2, 3]
    assert actions(tournament).count("call opened") == 3


def test_call_about_nothing_that_is_there_is_refused(tournament: Tournament, ada: StaffMember) -> None:
    for facts in [{"game": 0}, {"game": 8}, {"second": 1}, {"second": 99}]:
        with pytest.raises(Refused):
            a_call(tournament, ada, **facts)

        assert Call.objects.count() == 0


def test_call_leaves_public_pages_alone_and_raises_the_version(tournament: Tournament, ada: StaffMember) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(standings_shown="nobody")
    tournament.refresh_from_db()
    before = (tournament.version, tournament.posted_version)

    a_call(tournament, ada)

    tournament.refresh_from_db()
    assert (tournament.version, tournament.posted_version) == (before[0] + 1, before[1])


def test_players_can_be_others_than_the_schedule_says(tournament: Tournament, ada: StaffMember) -> None:
    call = a_call(tournament, ada)

    change_parties(call=call, actor=ada, first=1, second=3, asked="too many pegged")

    assert (now(call).second.number, now(call).asked) == (3, "too many pegged")
    assert actions(tournament) == ["call opened", "call changed"]


def test_players_of_a_signed_ruling_stay(tournament: Tournament) -> None:
    call, ada, _ = settled(tournament)

    with pytest.raises(Refused, match="Take the signatures off first"):
        change_parties(call=call, actor=ada, first=1, second=3, asked="")


def test_judge_on_the_call_cannot_become_a_player_of_it(tournament: Tournament, ada: StaffMember) -> None:
    Entrant.objects.filter(tournament=tournament, number=3).update(name="ADA  birch")
    call = a_call(tournament, ada)
    CallJudge.objects.create(call=call, place=1, member=ada, name=ada.name, initials="AB")

    with pytest.raises(Refused, match="Ada Birch plays in this game"):
        change_parties(call=call, actor=ada, first=1, second=3, asked="")


# Ruling


def test_ruling_is_signed_by_who_makes_it(tournament: Tournament, ada: StaffMember) -> None:
    call = a_call(tournament, ada)

    rule_on(call=call, actor=ada, draft=draft(), seen=0)

    ruling = latest(call)
    assert (ruling.text, ruling.rules, ruling.second_forward) == (TEXT, ["8.4.c.(1)"], 2)
    assert [(one.judge.place, one.judge.name) for one in now(call).signed] == [(1, "Ada Birch")]
    assert now(call).state is CallState.ONE_SIGNATURE


def test_ruling_cites_only_what_is_in_force(tournament: Tournament, ada: StaffMember) -> None:
    call = a_call(tournament, ada)

    for rules, said in [
        (("5.1.b",), "withdrawn in the 2020 edition"),
        (("8.4.c.(1)", "x"), "x is not a number"),
        ((), "Enter the rule number"),
    ]:
        with pytest.raises(Refused, match=said):
            rule_on(call=call, actor=ada, draft=draft(rules=rules), seen=0)

        assert CallRuling.objects.count() == 0


def test_ruling_of_an_event_under_the_earlier_edition_cites_that(ada: StaffMember) -> None:
    tournament = an_event("acc-2010", players=10)
    member = judge(tournament)
    call = a_call(tournament, member)

    rule_on(call=call, actor=member, draft=draft(rules=("5.1.b", "8.11.a")), seen=0)

    assert latest(call).rules == ["5.1.b", "8.11.a"]
    with pytest.raises(Refused, match="JP.i is not a number of the 2010 edition"):
        rule_on(call=call, actor=member, draft=draft(rules=("JP.i",)), seen=latest(call).pk, reason="another rule")


@pytest.mark.parametrize(("change", "field"), [({"text": " "}, "text"), ({"first": (0, 122)}, "points")])
def test_ruling_that_says_nothing_or_leaves_the_board_is_refused(
    tournament: Tournament, ada: StaffMember, change: dict[str, object], field: str
) -> None:
    call = a_call(tournament, ada)

    with pytest.raises(Refused) as refusal:
        rule_on(call=call, actor=ada, draft=draft(**change), seen=0)

    assert refusal.value.field == field


def test_correction_is_a_ruling_of_its_own_and_has_to_be_signed_again(tournament: Tournament) -> None:
    call, ada, bo = settled(tournament)
    seen = latest(call).pk

    with pytest.raises(Refused, match="Enter why"):
        rule_on(call=call, actor=bo, draft=draft(second=(0, 1)), seen=seen)
    rule_on(call=call, actor=bo, draft=draft(second=(0, 1)), seen=seen, reason="one hole, not two")

    assert [ruling.second_forward for ruling in CallRuling.objects.filter(call=call)] == [2, 1]
    assert [one.judge.name for one in now(call).signed] == ["Bo Cedar"]
    assert CallSignature.objects.count() == 3
    sign_as(call, ada)
    assert now(call).state is CallState.SETTLED


def test_ruling_begun_before_another_was_made_is_not_lost_over_it(
    tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    call = ruled(tournament, ada)

    with pytest.raises(RuledMeanwhile):
        rule_on(call=call, actor=bo, draft=draft(second=(0, 1)), seen=0)

    assert [one.judge.name for one in now(call).signed] == ["Ada Birch"]


def test_same_ruling_made_by_both_is_signed_by_both(tournament: Tournament, ada: StaffMember, bo: StaffMember) -> None:
    call = a_call(tournament, ada)

    rule_on(call=call, actor=ada, draft=draft(), seen=0)
    rule_on(call=call, actor=bo, draft=draft(), seen=0)

    assert CallRuling.objects.count() == 1
    assert [one.judge.name for one in now(call).signed] == ["Ada Birch", "Bo Cedar"]


# Closing


def test_call_closes_when_two_have_signed(tournament: Tournament) -> None:
    call, ada, _ = settled(tournament)

    close(call=call, actor=ada)
    close(call=call, actor=ada)

    assert (now(call).state, now(call).closed_by) == (CallState.CLOSED, "Ada Birch")
    assert actions(tournament).count("call closed") == 1


def test_call_does_not_close_with_one_signature_or_a_disagreement(tournament: Tournament) -> None:
    call, ada, _ = disputed(tournament)
    with pytest.raises(Refused, match="a player disagrees"):
        close(call=call, actor=ada)

    other = ruled(tournament, ada)
    with pytest.raises(Refused, match="one judge has signed"):
        close(call=other, actor=ada)


def test_closed_call_is_left_alone_by_judges_and_mended_by_the_director_alone(tournament: Tournament) -> None:
    call, ada, _ = settled(tournament)
    director = judge(tournament, "Dee Rector", "DR", role="director")
    close(call=call, actor=ada)
    seen = latest(call).pk

    for refused in (
        lambda: sign_as(call, ada),
        lambda: change_parties(call=call, actor=ada, first=1, second=2, asked="x"),
        lambda: take_off(call=call, actor=ada, place=1),
        lambda: rule_on(call=call, actor=ada, draft=draft(), seen=seen, reason="typo"),
    ):
        with pytest.raises(Refused):
            refused()
    rule_on(call=call, actor=director, draft=draft(rules=("8.4.c",)), seen=seen, reason="typo")

    assert (now(call).closed_at, now(call).signed, latest(call).rules) == (None, [], ["8.4.c"])
