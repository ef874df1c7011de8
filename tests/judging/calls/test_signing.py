"""Signatures under a ruling, and the third judge (rule 11.4.a)."""

import pytest

from judging.calls.services.calls import (
    RuledMeanwhile,
    close,
    disagree,
    rule_on,
    sign,
    take_back_disagreement,
    take_off,
)
from judging.calls.services.signing import signer_of
from judging.models import CallJudge, CallSignature
from judging.rules.call_state import CallState
from tests.judging.calls.calling import (
    a_call,
    actions,
    disputed,
    draft,
    judge,
    latest,
    now,
    player,
    ruled,
    settled,
    sign_as,
)
from tournaments.models import AuditEntry, StaffMember, Tournament
from tournaments.refused import Refused

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_two_judges_sign_on_two_phones(tournament: Tournament) -> None:
    call, _, _ = settled(tournament)

    assert [(one.judge.name, one.made_by) for one in call.signed] == [
        ("Ada Birch", "Ada Birch"),
        ("Bo Cedar", "Bo Cedar"),
    ]
    assert actions(tournament) == ["call opened", "ruling made on call", "call signed", "call signed"]


def test_second_judge_signs_on_the_phone_of_the_first(tournament: Tournament, ada: StaffMember) -> None:
    call = ruled(tournament, ada)

    sign(call=call, actor=ada, signer=signer_of(None, name=" Cy  Dell ", initials="CD"), seen=latest(call).pk)

    signature = now(call).signed[1]
    assert (signature.judge.name, signature.judge.initials, signature.made_by) == ("Cy Dell", "CD", "Ada Birch")


def test_signing_twice_is_signing_once(tournament: Tournament) -> None:
    call, ada, _ = settled(tournament)

    sign_as(call, ada)
    sign(call=call, actor=ada, signer=signer_of(None, name="bo cedar"), seen=latest(call).pk)

    assert CallSignature.objects.count() == 2


def test_nothing_can_be_signed_without_a_ruling_or_over_another(
    tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    call = a_call(tournament, ada)
    with pytest.raises(Refused, match="no ruling"):
        sign(call=call, actor=ada, signer=signer_of(ada), seen=0)
    rule_on(call=call, actor=ada, draft=draft(), seen=0)

    with pytest.raises(RuledMeanwhile):
        sign(call=call, actor=bo, signer=signer_of(bo), seen=latest(call).pk - 1)


def test_nobody_signs_without_a_name(tournament: Tournament, ada: StaffMember) -> None:
    call = ruled(tournament, ada)

    with pytest.raises(Refused, match="Write the judge’s name"):
        sign(call=call, actor=ada, signer=signer_of(None, name="  "), seen=latest(call).pk)


def test_initials_that_are_not_letters_are_refused(tournament: Tournament, ada: StaffMember) -> None:
    call = ruled(tournament, ada)

    for written in ["A1", "A.B.", "ABCDE", "--"]:
        with pytest.raises(Refused, match="Initials are 1 to 4 letters") as refused:
            sign(call=call, actor=ada, signer=signer_of(None, name="Cy Dell", initials=written), seen=latest(call).pk)

        assert (refused.value.field, CallJudge.objects.count()) == ("initials", 1)


def test_initials_stand_in_capitals_and_come_of_the_name_where_none_are_written(
    tournament: Tournament, ada: StaffMember
) -> None:
    call = ruled(tournament, ada)

    for written in ("cy", ""):
        sign(call=call, actor=ada, signer=signer_of(None, name="Cy Dell", initials=written), seen=latest(call).pk)
        assert now(call).signed[-1].judge.initials == (written.upper() or "CD")
        take_off(call=call, actor=ada, place=2)


def test_judge_taken_off_leaves_the_place_and_the_record(tournament: Tournament) -> None:
    call, ada, _ = settled(tournament)

    take_off(call=call, actor=ada, place=2)

    assert [one.judge.name for one in now(call).signed] == ["Ada Birch"]
    assert CallSignature.objects.count() == 2
    sign_as(call, judge(tournament, "Cy Dell", "CD"))
    assert [judge.place for judge in now(call).judges_on_it] == [1, 2]


def test_party_does_not_end_what_others_judge(tournament: Tournament) -> None:
    call, _, _ = disputed(tournament)
    party = judge(tournament, player(tournament, 2).name, "PP")

    for act in (
        lambda: take_off(call=call, actor=party, place=1),
        lambda: take_back_disagreement(call=call, actor=party),
        lambda: close(call=call, actor=party),
    ):
        with pytest.raises(Refused, match="plays in this game"):
            act()

    assert (now(call).state, len(now(call).signed)) == (CallState.THIRD_JUDGE, 2)


# The third judge


def test_third_judge_without_disagreement_is_refused(tournament: Tournament) -> None:
    call, _, _ = settled(tournament)

    with pytest.raises(Refused, match="a third comes when a player disagrees"):
        sign_as(call, judge(tournament, "Cy Dell", "CD"))

    assert len(now(call).judges_on_it) == 2


def test_player_cannot_disagree_before_two_have_signed(tournament: Tournament, ada: StaffMember) -> None:
    call = ruled(tournament, ada)

    with pytest.raises(Refused, match="when two judges have signed"):
        disagree(call=call, actor=ada, player=1)


def test_only_a_player_of_the_game_can_disagree(tournament: Tournament) -> None:
    call, ada, _ = settled(tournament)

    with pytest.raises(Refused, match="one of the two players"):
        disagree(call=call, actor=ada, player=5)


def test_third_judge_without_the_two_first_is_refused(tournament: Tournament) -> None:
    call, ada, _ = disputed(tournament)
    take_off(call=call, actor=ada, place=2)
    assert CallSignature.objects.filter(revoked_at=None).count() == 1
    CallJudge.objects.create(call=call, place=2, name="Not signed", initials="NS")

    with pytest.raises(Refused, match="first let the other judge sign"):
        sign_as(call, judge(tournament, "Cy Dell", "CD"))


def test_three_judges_are_final(tournament: Tournament) -> None:
    call, ada, _ = disputed(tournament)
    assert call.state is CallState.THIRD_JUDGE

    sign_as(call, judge(tournament, "Cy Dell", "CD"))

    assert now(call).state is CallState.FINAL
    assert AuditEntry.objects.filter(action="call signed").latest("pk").rule == "11.4.a"
    with pytest.raises(Refused, match="Three judges are on this call"):
        sign_as(call, judge(tournament, "Di Elm", "DE"))
    with pytest.raises(Refused, match="final"):
        rule_on(call=call, actor=ada, draft=draft(), seen=latest(call).pk, reason="on second thoughts")
    with pytest.raises(Refused, match="cannot leave"):
        take_off(call=call, actor=ada, place=1)
    with pytest.raises(Refused, match="third judge has come"):
        take_back_disagreement(call=call, actor=ada)


def test_what_three_have_signed_is_undone_by_nobody_but_a_director(tournament: Tournament) -> None:
    call, ada, _ = disputed(tournament)
    cy, dee = judge(tournament, "Cy Dell", "CD"), judge(tournament, "Dee Rector", "DR", role="director")
    sign_as(call, cy)

    for member in (ada, cy):
        with pytest.raises(Refused, match="Only a director"):
            take_off(call=call, actor=member, place=3)
    assert now(call).state is CallState.FINAL

    take_off(call=call, actor=dee, place=3)
    assert now(call).state is CallState.THIRD_JUDGE


def test_third_judge_who_has_yet_to_sign_again_may_leave(tournament: Tournament) -> None:
    call, _, _ = disputed(tournament)
    sign_as(call, cy := judge(tournament, "Cy Dell", "CD"))
    dee = judge(tournament, "Dee Rector", "DR", role="director")
    rule_on(call=call, actor=dee, draft=draft(text="Mended."), seen=latest(call).pk, reason="a slip")

    take_off(call=call, actor=cy, place=3)

    assert [judge.place for judge in now(call).judges_on_it] == [1, 2]


def test_three_judges_may_rule_otherwise_and_all_sign(tournament: Tournament) -> None:
    call, ada, bo = disputed(tournament)
    cy = judge(tournament, "Cy Dell", "CD")

    other = draft(second=(0, 0), text="No penalty: it was in time.")
    rule_on(call=call, actor=cy, draft=other, seen=latest(call).pk, reason="heard both again")
    sign_as(call, ada)
    assert now(call).state is CallState.THIRD_JUDGE
    sign_as(call, bo)

    assert (now(call).state, latest(call).text) == (CallState.FINAL, "No penalty: it was in time.")
