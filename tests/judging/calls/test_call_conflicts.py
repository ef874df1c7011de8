"""Who may not judge a call, and who has to give a reason (judge protocols f and i)."""

import pytest

from judging.calls.services.calls import close, rule_on, sign
from judging.calls.services.signing import ReasonNeeded, signer_of
from judging.judges.services import add_relation, end_relation
from judging.models import CallJudge, CallRuling
from tests.judging.calls.calling import a_call, draft, judge, latest, now, player, ruled, settled
from tournaments.models import AuditEntry, Entrant, StaffMember, Substitution, Tournament
from tournaments.refused import Refused

pytestmark = pytest.mark.django_db


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

    with pytest.raises(Refused, match=r"Ada Birch plays in this game and cannot judge it \(JP.f\)"):
        rule_on(call=call, actor=ada, draft=draft(), seen=0, why="nobody else is here")

    assert (CallRuling.objects.count(), CallJudge.objects.count()) == (0, 0)


def test_whoever_plays_in_the_game_takes_no_signatures_for_it(tournament: Tournament, ada: StaffMember) -> None:
    call = ruled(tournament, ada)
    playing = judge(tournament, player(tournament, 1).name, "PL")

    with pytest.raises(Refused, match="plays in this game"):
        sign(call=call, actor=playing, signer=signer_of(None, name="Cy Dell"), seen=latest(call).pk)

    assert len(now(call).signed) == 1


def test_director_does_not_mend_the_ruling_of_their_own_game(tournament: Tournament) -> None:
    call, ada, _ = settled(tournament)
    playing = judge(tournament, player(tournament, 1).name, "PL", role="director")
    close(call=call, actor=ada)

    with pytest.raises(Refused, match="plays in this game"):
        rule_on(call=call, actor=playing, draft=draft(), seen=latest(call).pk, reason="typo")

    assert CallRuling.objects.count() == 1


def test_judge_who_takes_the_chair_in_a_later_game_may_judge_this_one(tournament: Tournament, ada: StaffMember) -> None:
    Substitution.objects.create(entrant=player(tournament, 2), name=ada.name, from_game=2, made_by="Dee")
    call = a_call(tournament, ada)

    rule_on(call=call, actor=ada, draft=draft(), seen=0)

    assert len(now(call).signed) == 1


@pytest.mark.parametrize("bond", ["family", "same club", "roommate", "travelling partner"])
def test_judge_who_is_close_to_a_player_needs_a_reason(tournament: Tournament, ada: StaffMember, bond: str) -> None:
    name = player(tournament, 2).name
    add_relation(tournament=tournament, actor=ada, first=name.upper(), second="birch,  ada", bond=bond)
    call = a_call(tournament, ada)

    with pytest.raises(ReasonNeeded) as refusal:
        rule_on(call=call, actor=ada, draft=draft(), seen=0)
    rule_on(call=call, actor=ada, draft=draft(), seen=0, why="nobody else is free")

    word = "as" if bond == "same club" else "of"
    assert refusal.value.bonds == [f"{bond} {word} {name}"]
    on_it = now(call).signed[0].judge
    assert (on_it.bonds, on_it.reason) == ([f"{bond} {word} {name}"], "nobody else is free")
    entry = AuditEntry.objects.filter(action="call signed").latest("pk")
    assert entry.after["reason"] == "nobody else is free"


def test_club_of_a_judge_is_that_of_the_card(tournament: Tournament, ada: StaffMember) -> None:
    Entrant.objects.filter(tournament=tournament, number=2).update(club="Gull  Peggers")
    Entrant.objects.filter(tournament=tournament, number=5).update(club="gull peggers")
    StaffMember.objects.filter(pk=ada.pk).update(entrant=player(tournament, 5))
    ada.refresh_from_db()
    call = a_call(tournament, ada)

    with pytest.raises(ReasonNeeded, match="same club as"):
        rule_on(call=call, actor=ada, draft=draft(), seen=0)


def test_relation_that_was_struck_out_asks_nothing(tournament: Tournament, ada: StaffMember) -> None:
    name = player(tournament, 2).name
    relation = add_relation(tournament=tournament, actor=ada, first=name, second=ada.name, bond="family")
    end_relation(tournament=tournament, actor=ada, relation=relation.pk)
    call = a_call(tournament, ada)

    rule_on(call=call, actor=ada, draft=draft(), seen=0)

    assert now(call).signed[0].judge.bonds == []


@pytest.mark.parametrize(
    ("first", "second", "bond"),
    [("", "B", "family"), ("A", " a ", "family"), ("A", "B", "friends"), ("x", "Y", "family")],
)
def test_relation_that_says_nothing_new_is_refused(
    tournament: Tournament, ada: StaffMember, first: str, second: str, bond: str
) -> None:
    add_relation(tournament=tournament, actor=ada, first="y", second="X", bond="family")

    with pytest.raises(Refused):
        add_relation(tournament=tournament, actor=ada, first=first, second=second, bond=bond)
