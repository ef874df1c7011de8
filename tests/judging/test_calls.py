"""Calls: every step, and everything that is refused (domain 7, rule 11.4.a, judge protocols f and i)."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest

from judging.callstate import CallState
from judging.models import Call, CallJudge, CallRuling, CallSignature
from judging.selectors_people import judges_of
from judging.services_calls import (
    RuledMeanwhile,
    change_parties,
    close,
    disagree,
    rule_on,
    sign,
    take_back_disagreement,
    take_off,
)
from judging.services_judges import add_relation, end_relation, name_head_judge, set_whereabouts
from judging.services_signing import CallRefused, ReasonNeeded, Signer
from tests.judging.calling import (
    DRAFT,
    a_call,
    an_event,
    disputed,
    judge,
    latest,
    now,
    player,
    settled,
    sign_as,
)
from tournaments.models import AuditEntry, Entrant, StaffMember, Substitution, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return an_event()


@pytest.fixture
def ada(tournament: Tournament) -> StaffMember:
    return judge(tournament)


@pytest.fixture
def bo(tournament: Tournament) -> StaffMember:
    return judge(tournament, "Bo Cedar", "BC")


def actions(tournament: Tournament) -> list[str]:
    log = AuditEntry.objects.filter(tournament=tournament).order_by("pk")
    return [entry.action for entry in log if "call" in entry.action or "player" in entry.action]


# Opening


def test_call_has_its_players_and_a_number_of_its_own(tournament: Tournament, ada: StaffMember) -> None:
    first = a_call(tournament, ada)
    second = a_call(tournament, ada, first=3, second=4)

    assert (first.number, second.number) == (1, 2)
    assert (second.first.number, second.second.number, second.state) == (3, 4, CallState.NO_RULING)


def test_call_sent_twice_is_one_call(tournament: Tournament, ada: StaffMember) -> None:
    key = uuid4()

    calls = [a_call(tournament, ada, key=key), a_call(tournament, ada, key=key)]

    assert (calls[0].pk, Call.objects.count()) == (calls[1].pk, 1)


@pytest.mark.parametrize("facts", [{"game": 0}, {"game": 8}, {"second": 1}, {"second": 99}])
def test_call_about_nothing_that_is_there_is_refused(
    tournament: Tournament, ada: StaffMember, facts: dict[str, int]
) -> None:
    with pytest.raises(CallRefused):
        a_call(tournament, ada, **facts)

    assert Call.objects.count() == 0


def test_call_leaves_public_pages_alone_and_raises_the_version(
    tournament: Tournament, ada: StaffMember
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(standings_shown="nobody")
    tournament.refresh_from_db()
    before = (tournament.version, tournament.posted_version)

    a_call(tournament, ada)

    tournament.refresh_from_db()
    assert (tournament.version, tournament.posted_version) == (before[0] + 1, before[1])


def test_players_can_be_others_than_the_schedule_says(tournament: Tournament, ada: StaffMember) -> None:
    call = a_call(tournament, ada)

    change_parties(call=call, member=ada, first=1, second=3, asked="too many pegged")

    assert (now(call).second.number, now(call).asked) == (3, "too many pegged")
    assert actions(tournament) == ["open call", "change call"]


def test_players_of_a_signed_ruling_stay(tournament: Tournament) -> None:
    call, ada, _ = settled(tournament)

    with pytest.raises(CallRefused, match="Take the signatures off first"):
        change_parties(call=call, member=ada, first=1, second=3, asked="")


def test_judge_on_the_call_cannot_become_a_player_of_it(tournament: Tournament, ada: StaffMember) -> None:
    Entrant.objects.filter(tournament=tournament, number=3).update(name="ADA  birch")
    call = a_call(tournament, ada)
    CallJudge.objects.create(call=call, place=1, member=ada, name=ada.name, initials="AB")

    with pytest.raises(CallRefused, match="Ada Birch plays in this game"):
        change_parties(call=call, member=ada, first=1, second=3, asked="")


# Ruling


def test_ruling_is_signed_by_who_makes_it(tournament: Tournament, ada: StaffMember) -> None:
    call = a_call(tournament, ada)

    rule_on(call=call, member=ada, draft=DRAFT, seen=0)

    ruling = latest(call)
    assert (ruling.text, ruling.rules, ruling.second_forward) == (DRAFT.text, ["8.4.c.(1)"], 2)
    assert [(one.judge.place, one.judge.name) for one in now(call).signed] == [(1, "Ada Birch")]
    assert now(call).state is CallState.ONE_SIGNATURE


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (("99.1",), "99.1 is not a number of the 2020 edition"),
        (("5.1.b",), "withdrawn in the 2020 edition"),
        (("8.11.a",), "8.11.a is not a number of the 2020 edition"),
        (("8.4.c.(1)", "x"), "x is not a number"),
        ((), "Cite the rule"),
    ],
)
def test_ruling_cites_only_what_is_in_force(
    tournament: Tournament, ada: StaffMember, rules: tuple[str, ...], said: str
) -> None:
    call = a_call(tournament, ada)

    with pytest.raises(CallRefused, match=said):
        rule_on(call=call, member=ada, draft=replace(DRAFT, rules=rules), seen=0)

    assert CallRuling.objects.count() == 0


def test_ruling_of_an_event_under_the_earlier_edition_cites_that(ada: StaffMember) -> None:
    tournament = an_event("acc-2010", players=10)
    member = judge(tournament)
    call = a_call(tournament, member)

    rule_on(call=call, member=member, draft=replace(DRAFT, rules=("5.1.b", "8.11.a")), seen=0)

    assert latest(call).rules == ["5.1.b", "8.11.a"]
    with pytest.raises(CallRefused, match="JP.i is not a number of the 2010 edition"):
        rule_on(
            call=call,
            member=member,
            draft=replace(DRAFT, rules=("JP.i",)),
            seen=latest(call).pk,
            reason="another rule",
        )


@pytest.mark.parametrize("rules", [("JP.f",), ("App.7.e",), ("8.4.b.(3)",), ("12.2.d",), ("13.1",)])
def test_every_part_of_the_book_can_be_cited(
    tournament: Tournament, ada: StaffMember, rules: tuple[str, ...]
) -> None:
    call = a_call(tournament, ada)

    rule_on(call=call, member=ada, draft=replace(DRAFT, rules=rules), seen=0)

    assert latest(call).rules == list(rules)


@pytest.mark.parametrize(("change", "field"), [({"text": " "}, "text"), ({"first": (0, 122)}, "points")])
def test_ruling_that_says_nothing_or_leaves_the_board_is_refused(
    tournament: Tournament, ada: StaffMember, change: dict[str, object], field: str
) -> None:
    call = a_call(tournament, ada)

    with pytest.raises(CallRefused) as refusal:
        rule_on(call=call, member=ada, draft=replace(DRAFT, **change), seen=0)

    assert refusal.value.field == field


def test_correction_is_a_ruling_of_its_own_and_has_to_be_signed_again(tournament: Tournament) -> None:
    call, ada, bo = settled(tournament)
    seen = latest(call).pk

    with pytest.raises(CallRefused, match="Say why"):
        rule_on(call=call, member=bo, draft=replace(DRAFT, second=(0, 1)), seen=seen)
    rule_on(call=call, member=bo, draft=replace(DRAFT, second=(0, 1)), seen=seen, reason="one hole, not two")

    assert [ruling.second_forward for ruling in CallRuling.objects.filter(call=call)] == [2, 1]
    assert [one.judge.name for one in now(call).signed] == ["Bo Cedar"]
    assert CallSignature.objects.count() == 3
    sign_as(call, ada)
    assert now(call).state is CallState.SETTLED


def test_ruling_begun_before_another_was_made_is_not_lost_over_it(
    tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    call = a_call(tournament, ada)
    rule_on(call=call, member=ada, draft=DRAFT, seen=0)

    with pytest.raises(RuledMeanwhile):
        rule_on(call=call, member=bo, draft=replace(DRAFT, second=(0, 1)), seen=0)

    assert [one.judge.name for one in now(call).signed] == ["Ada Birch"]


def test_same_ruling_made_by_both_is_signed_by_both(
    tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    call = a_call(tournament, ada)

    rule_on(call=call, member=ada, draft=DRAFT, seen=0)
    rule_on(call=call, member=bo, draft=DRAFT, seen=0)

    assert CallRuling.objects.count() == 1
    assert [one.judge.name for one in now(call).signed] == ["Ada Birch", "Bo Cedar"]


# Signing


def test_two_judges_sign_on_two_phones(tournament: Tournament) -> None:
    call, _, _ = settled(tournament)

    assert [(one.judge.name, one.made_by) for one in call.signed] == [
        ("Ada Birch", "Ada Birch"),
        ("Bo Cedar", "Bo Cedar"),
    ]
    assert actions(tournament) == ["open call", "rule on call", "sign call", "sign call"]


def test_second_judge_signs_on_the_phone_of_the_first(tournament: Tournament, ada: StaffMember) -> None:
    call = a_call(tournament, ada)
    rule_on(call=call, member=ada, draft=DRAFT, seen=0)

    sign(call=call, member=ada, signer=Signer(name=" Cy  Dell ", initials="CD"), seen=latest(call).pk)

    signature = now(call).signed[1]
    assert (signature.judge.name, signature.judge.initials, signature.made_by) == (
        "Cy Dell",
        "CD",
        "Ada Birch",
    )


def test_signing_twice_is_signing_once(tournament: Tournament) -> None:
    call, ada, _ = settled(tournament)

    sign_as(call, ada)
    sign(call=call, member=ada, signer=Signer(name="bo cedar"), seen=latest(call).pk)

    assert CallSignature.objects.count() == 2


def test_nothing_can_be_signed_without_a_ruling_or_over_another(
    tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    call = a_call(tournament, ada)
    with pytest.raises(CallRefused, match="no ruling"):
        sign(call=call, member=ada, signer=Signer(ada), seen=0)
    rule_on(call=call, member=ada, draft=DRAFT, seen=0)

    with pytest.raises(RuledMeanwhile):
        sign(call=call, member=bo, signer=Signer(bo), seen=latest(call).pk - 1)


def test_nobody_signs_without_a_name(tournament: Tournament, ada: StaffMember) -> None:
    call = a_call(tournament, ada)
    rule_on(call=call, member=ada, draft=DRAFT, seen=0)

    with pytest.raises(CallRefused, match="Write the judge’s name"):
        sign(call=call, member=ada, signer=Signer(name="  "), seen=latest(call).pk)


def as_entrant(member: StaffMember) -> None:
    StaffMember.objects.filter(pk=member.pk).update(entrant=player(member.tournament, 2))


def as_namesake(member: StaffMember) -> None:
    Entrant.objects.filter(tournament=member.tournament, number=2).update(name=" ada BIRCH")


def as_partner(member: StaffMember) -> None:
    Entrant.objects.filter(tournament=member.tournament, number=2).update(partner=member.name)


def as_substitute(member: StaffMember) -> None:
    chair = player(member.tournament, 2)
    Substitution.objects.create(entrant=chair, name=member.name, from_game=1, made_by="Dee")


@pytest.mark.parametrize("play", [as_entrant, as_namesake, as_partner, as_substitute])
def test_judge_who_plays_in_the_game_is_refused(tournament: Tournament, ada: StaffMember, play) -> None:
    play(ada)
    ada.refresh_from_db()
    call = a_call(tournament, ada)

    with pytest.raises(CallRefused, match=r"Ada Birch plays in this game and cannot judge it \(JP.f\)"):
        rule_on(call=call, member=ada, draft=DRAFT, seen=0, why="nobody else is here")

    assert (CallRuling.objects.count(), CallJudge.objects.count()) == (0, 0)


def test_whoever_plays_in_the_game_takes_no_signatures_for_it(
    tournament: Tournament, ada: StaffMember
) -> None:
    call = a_call(tournament, ada)
    rule_on(call=call, member=ada, draft=DRAFT, seen=0)
    playing = judge(tournament, player(tournament, 1).name, "PL")

    with pytest.raises(CallRefused, match="plays in this game"):
        sign(call=call, member=playing, signer=Signer(name="Cy Dell"), seen=latest(call).pk)

    assert len(now(call).signed) == 1


def test_director_does_not_mend_the_ruling_of_their_own_game(tournament: Tournament) -> None:
    call, ada, _ = settled(tournament)
    playing = judge(tournament, player(tournament, 1).name, "PL", role="director")
    close(call=call, member=ada)

    with pytest.raises(CallRefused, match="plays in this game"):
        rule_on(call=call, member=playing, draft=DRAFT, seen=latest(call).pk, reason="typo")

    assert CallRuling.objects.count() == 1


def test_judge_who_takes_the_chair_in_a_later_game_may_judge_this_one(
    tournament: Tournament, ada: StaffMember
) -> None:
    Substitution.objects.create(entrant=player(tournament, 2), name=ada.name, from_game=2, made_by="Dee")
    call = a_call(tournament, ada)

    rule_on(call=call, member=ada, draft=DRAFT, seen=0)

    assert len(now(call).signed) == 1


@pytest.mark.parametrize("bond", ["family", "same club", "roommate", "travelling partner"])
def test_judge_who_is_close_to_a_player_needs_a_reason(
    tournament: Tournament, ada: StaffMember, bond: str
) -> None:
    name = player(tournament, 2).name
    add_relation(tournament=tournament, member=ada, first=name.upper(), second="ada birch", bond=bond)
    call = a_call(tournament, ada)

    with pytest.raises(ReasonNeeded) as refusal:
        rule_on(call=call, member=ada, draft=DRAFT, seen=0)
    rule_on(call=call, member=ada, draft=DRAFT, seen=0, why="nobody else is free")

    word = "as" if bond == "same club" else "of"
    assert refusal.value.bonds == [f"{bond} {word} {name}"]
    on_it = now(call).signed[0].judge
    assert (on_it.bonds, on_it.reason) == ([f"{bond} {word} {name}"], "nobody else is free")
    entry = AuditEntry.objects.filter(action="sign call").latest("pk")
    assert entry.after["reason"] == "nobody else is free"


def test_club_of_a_judge_is_that_of_the_card(tournament: Tournament, ada: StaffMember) -> None:
    Entrant.objects.filter(tournament=tournament, number=2).update(club="Gull  Peggers")
    Entrant.objects.filter(tournament=tournament, number=5).update(club="gull peggers")
    StaffMember.objects.filter(pk=ada.pk).update(entrant=player(tournament, 5))
    ada.refresh_from_db()
    call = a_call(tournament, ada)

    with pytest.raises(ReasonNeeded, match="same club as"):
        rule_on(call=call, member=ada, draft=DRAFT, seen=0)


def test_relation_that_was_struck_out_asks_nothing(tournament: Tournament, ada: StaffMember) -> None:
    name = player(tournament, 2).name
    relation = add_relation(tournament=tournament, member=ada, first=name, second=ada.name, bond="family")
    end_relation(tournament=tournament, member=ada, relation=relation.pk)
    call = a_call(tournament, ada)

    rule_on(call=call, member=ada, draft=DRAFT, seen=0)

    assert now(call).signed[0].judge.bonds == []


@pytest.mark.parametrize(
    ("first", "second", "bond"),
    [("", "B", "family"), ("A", " a ", "family"), ("A", "B", "friends"), ("x", "Y", "family")],
)
def test_relation_that_says_nothing_new_is_refused(
    tournament: Tournament, ada: StaffMember, first: str, second: str, bond: str
) -> None:
    add_relation(tournament=tournament, member=ada, first="y", second="X", bond="family")

    with pytest.raises(CallRefused):
        add_relation(tournament=tournament, member=ada, first=first, second=second, bond=bond)


def test_judge_taken_off_leaves_the_place_and_the_record(tournament: Tournament) -> None:
    call, ada, _ = settled(tournament)

    take_off(call=call, member=ada, place=2)

    assert [one.judge.name for one in now(call).signed] == ["Ada Birch"]
    assert CallSignature.objects.count() == 2
    sign_as(call, judge(tournament, "Cy Dell", "CD"))
    assert [judge.place for judge in now(call).judges_on_it] == [1, 2]


# The third judge


def test_third_judge_without_disagreement_is_refused(tournament: Tournament) -> None:
    call, _, _ = settled(tournament)

    with pytest.raises(CallRefused, match="a third comes when a player disagrees"):
        sign_as(call, judge(tournament, "Cy Dell", "CD"))

    assert len(now(call).judges_on_it) == 2


def test_player_cannot_disagree_before_two_have_signed(tournament: Tournament, ada: StaffMember) -> None:
    call = a_call(tournament, ada)
    rule_on(call=call, member=ada, draft=DRAFT, seen=0)

    with pytest.raises(CallRefused, match="when two judges have signed"):
        disagree(call=call, member=ada, player=1)


def test_only_a_player_of_the_game_can_disagree(tournament: Tournament) -> None:
    call, ada, _ = settled(tournament)

    with pytest.raises(CallRefused, match="one of the two players"):
        disagree(call=call, member=ada, player=5)


def test_third_judge_without_the_two_first_is_refused(tournament: Tournament) -> None:
    call, ada, _ = disputed(tournament)
    take_off(call=call, member=ada, place=2)
    assert CallSignature.objects.filter(ended_at=None).count() == 1
    CallJudge.objects.create(call=call, place=2, name="Not signed", initials="NS")

    with pytest.raises(CallRefused, match="first let the other judge sign"):
        sign_as(call, judge(tournament, "Cy Dell", "CD"))


def test_three_judges_are_final(tournament: Tournament) -> None:
    call, ada, _ = disputed(tournament)
    assert call.state is CallState.THIRD_JUDGE

    sign_as(call, judge(tournament, "Cy Dell", "CD"))

    assert now(call).state is CallState.FINAL
    assert AuditEntry.objects.filter(action="sign call").latest("pk").rule == "11.4.a"
    with pytest.raises(CallRefused, match="Three judges are on this call"):
        sign_as(call, judge(tournament, "Di Elm", "DE"))
    with pytest.raises(CallRefused, match="final"):
        rule_on(call=call, member=ada, draft=DRAFT, seen=latest(call).pk, reason="on second thoughts")
    with pytest.raises(CallRefused, match="cannot leave"):
        take_off(call=call, member=ada, place=1)
    with pytest.raises(CallRefused, match="third judge has come"):
        take_back_disagreement(call=call, member=ada)


def test_three_judges_may_rule_otherwise_and_all_sign(tournament: Tournament) -> None:
    call, ada, bo = disputed(tournament)
    cy = judge(tournament, "Cy Dell", "CD")

    other = replace(DRAFT, second=(0, 0), text="No penalty: it was in time.")
    rule_on(call=call, member=cy, draft=other, seen=latest(call).pk, reason="heard both again")
    sign_as(call, ada)
    assert now(call).state is CallState.THIRD_JUDGE
    sign_as(call, bo)

    assert (now(call).state, latest(call).text) == (CallState.FINAL, "No penalty: it was in time.")


def test_player_who_agrees_after_all_needs_no_third_judge(tournament: Tournament) -> None:
    call, ada, _ = disputed(tournament)

    take_back_disagreement(call=call, member=ada)

    assert now(call).state is CallState.SETTLED


# Closing


def test_call_closes_when_two_have_signed(tournament: Tournament) -> None:
    call, ada, _ = settled(tournament)

    close(call=call, member=ada)
    close(call=call, member=ada)

    assert (now(call).state, now(call).closed_by) == (CallState.CLOSED, "Ada Birch")
    assert actions(tournament).count("close call") == 1


def test_call_does_not_close_with_one_signature_or_a_disagreement(tournament: Tournament) -> None:
    call, ada, _ = disputed(tournament)
    with pytest.raises(CallRefused, match="a player disagrees"):
        close(call=call, member=ada)

    other = a_call(tournament, ada)
    rule_on(call=other, member=ada, draft=DRAFT, seen=0)
    with pytest.raises(CallRefused, match="one judge has signed"):
        close(call=other, member=ada)


def test_closed_call_is_left_alone_by_judges_and_mended_by_the_director_alone(tournament: Tournament) -> None:
    call, ada, _ = settled(tournament)
    director = judge(tournament, "Dee Rector", "DR", role="director")
    close(call=call, member=ada)
    seen = latest(call).pk

    for refused in (
        lambda: sign_as(call, ada),
        lambda: change_parties(call=call, member=ada, first=1, second=2, asked="x"),
        lambda: take_off(call=call, member=ada, place=1),
        lambda: rule_on(call=call, member=ada, draft=DRAFT, seen=seen, reason="typo"),
    ):
        with pytest.raises(CallRefused):
            refused()
    rule_on(call=call, member=director, draft=replace(DRAFT, rules=("8.4.c",)), seen=seen, reason="typo")

    assert (now(call).closed_at, now(call).signed, latest(call).rules) == (None, [], ["8.4.c"])


# Judges


def test_head_judge_is_one_and_stands_first(
    tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    for member in (ada, bo):
        name_head_judge(tournament=tournament, member=ada, judge=member.pk)

    assert [(row.member.name, row.is_head) for row in judges_of(tournament)] == [
        ("Bo Cedar", True),
        ("Ada Birch", False),
    ]


def test_judge_at_the_table_is_shown_so_until_the_hand_is_done(
    tournament: Tournament, ada: StaffMember
) -> None:
    set_whereabouts(tournament=tournament, member=ada, judge=ada.pk, whereabouts="at-table")
    assert [row.words for row in judges_of(tournament)] == ["at table until the hand is done"]

    set_whereabouts(tournament=tournament, member=ada, judge=ada.pk, whereabouts="available")

    assert [row.words for row in judges_of(tournament)] == ["available"]


def test_judge_does_not_say_where_another_is(
    tournament: Tournament, ada: StaffMember, bo: StaffMember
) -> None:
    director = judge(tournament, "Dee Rector", "DR", role="director")

    with pytest.raises(CallRefused):
        set_whereabouts(tournament=tournament, member=ada, judge=bo.pk, whereabouts="away")
    set_whereabouts(tournament=tournament, member=director, judge=bo.pk, whereabouts="away")

    assert {row.member.name: row.words for row in judges_of(tournament)}["Bo Cedar"] == "away"


def test_checker_and_stranger_are_no_judges(tournament: Tournament, ada: StaffMember) -> None:
    checker = judge(tournament, "Che Ker", "CK", role="checker")
    elsewhere = judge(an_event(players=10), "El Sewhere", "ES")

    for nobody in (checker, elsewhere):
        with pytest.raises(CallRefused, match="Nobody like that"):
            name_head_judge(tournament=tournament, member=ada, judge=nobody.pk)
