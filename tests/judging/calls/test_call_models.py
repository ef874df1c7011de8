"""What the database itself refuses about calls, rulings and high hands."""

from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps

from judging.models import Call, CallJudge, CallRuling, CallSignature, Disagreement, JudgePost, Relation
from tests.factories.tournaments import EntrantFactory, StaffMemberFactory, TournamentFactory
from tests.refusals import Make, assert_refused, rules_of
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db


def call(**facts: Any) -> Call:
    tournament = facts.pop("tournament", None) or TournamentFactory()
    facts = {"number": 1, "key": uuid4(), "game": 1} | facts
    for side in ("first", "second"):
        facts.setdefault(side, EntrantFactory(tournament=tournament))
    made: Call = Call.objects.create(tournament=tournament, **facts)
    return made


def on(one: Call, place: int = 1) -> CallJudge:
    made: CallJudge = CallJudge.objects.create(call=one, place=place, name="Ada Birch", initials="AB")
    return made


def ruling(one: Call | None = None, **pegged: int) -> CallRuling:
    made: CallRuling = CallRuling.objects.create(call=one or call(), text="Two.", rules=["8.3"], **pegged)
    return made


def one_player() -> None:
    entrant = EntrantFactory()
    call(tournament=entrant.tournament, first=entrant, second=entrant)


def same_place() -> None:
    one = call()
    on(one)
    on(one)


def signed_twice() -> None:
    one = ruling()
    judge = on(one.call)
    for _ in range(2):
        CallSignature.objects.create(ruling=one, judge=judge, made_by="Ada Birch")


def disagreed_twice() -> None:
    one = ruling()
    for player in (one.call.first, one.call.second):
        Disagreement.objects.create(call=one.call, ruling=one, player=player, made_by="Ada Birch")


def two_posts() -> None:
    member = StaffMemberFactory()
    for _ in range(2):
        JudgePost.objects.create(member=member)


REFUSED: dict[str, Make] = {
    "call_number_once": lambda: call(tournament=call().tournament),
    "call.key": lambda: call(key=call().key),
    "call_of_two": one_player,
    "call_game_counts_from_one": lambda: call(game=0),
    "call_judge_place_once": same_place,
    "call_has_three_judges_at_most": lambda: on(call(), place=4),
    "call_first_back_on_the_board": lambda: ruling(first_back=122),
    "call_first_forward_on_the_board": lambda: ruling(first_forward=122),
    "call_second_back_on_the_board": lambda: ruling(second_back=122),
    "call_second_forward_on_the_board": lambda: ruling(second_forward=122),
    "call_signature_once": signed_twice,
    "disagreement_once": disagreed_twice,
    "judgepost.member": two_posts,
}


@pytest.mark.parametrize("rule", REFUSED)
def test_database_refuses(rule: str) -> None:
    assert_refused("judging", rule, REFUSED[rule])


def test_every_rule_of_the_database_is_tried() -> None:
    assert sorted(rules_of("judging")) == sorted(REFUSED)


def test_every_record_says_what_it_is() -> None:
    one = ruling()
    judge = on(one.call)
    signature = CallSignature.objects.create(ruling=one, judge=judge, made_by="Ada Birch")
    disagreement = Disagreement.objects.create(call=one.call, ruling=one, player=one.call.first, made_by="Ada Birch")
    relation = Relation(first="Ada Birch", second="Bo Cedar", bond="family")

    assert [str(made) for made in (one.call, judge, one, relation)] == [
        "call 1",
        "AB Ada Birch",
        "8.3",
        "Ada Birch, Bo Cedar: family",
    ]
    assert (str(signature), str(disagreement)) == (
        f"{judge.pk} under {one.pk}",
        f"{one.call.first_id} on {one.call_id}",
    )


def test_player_of_a_call_cannot_be_removed() -> None:
    from tournaments.entrants.services.undo import what_rests_on

    one = call()

    assert what_rests_on([Entrant.objects.get(pk=one.first_id)]) == "a call"


def test_judging_has_no_model_without_a_test_here() -> None:
    assert {model.__name__ for model in apps.get_app_config("judging").get_models()} == {
        *("Call", "CallJudge", "CallRuling", "CallSignature"),
        *("Disagreement", "JudgePost", "Relation"),
    }
