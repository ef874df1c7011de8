"""Judges at an event: who leads them, and where they are (judge protocols c and h)."""

from collections.abc import Callable

import pytest

from judging.calls.services.calls import close
from judging.judges.selectors import judges_of
from judging.judges.services import name_head_judge, set_whereabouts
from tests.judging.calls.calling import an_event, judge, player, settled
from tournaments.models import AuditEntry, Entrant, StaffMember, Tournament
from tournaments.refused import Refused

pytestmark = pytest.mark.django_db


def test_head_judge_is_one_and_stands_first(tournament: Tournament, ada: StaffMember, bo: StaffMember) -> None:
    for member in (ada, bo):
        name_head_judge(tournament=tournament, actor=ada, judge=member.pk)

    assert [(row.member.name, row.is_head) for row in judges_of(tournament)] == [
        ("Bo Cedar", True),
        ("Ada Birch", False),
    ]


def test_judge_at_the_table_is_shown_so_until_the_hand_is_done(tournament: Tournament, ada: StaffMember) -> None:
    set_whereabouts(tournament=tournament, actor=ada, judge=ada.pk, whereabouts="at-table")
    assert [row.words for row in judges_of(tournament)] == ["at table until the hand is done"]

    set_whereabouts(tournament=tournament, actor=ada, judge=ada.pk, whereabouts="available")

    assert [row.words for row in judges_of(tournament)] == ["available"]


@pytest.mark.parametrize(("edition", "rules"), [("acc-2020", ["JP.h", "JP.c", ""]), ("acc-2010", ["", "", ""])])
def test_log_cites_the_protocol_by_which_judges_lead_and_finish_their_hand(edition: str, rules: list[str]) -> None:
    tournament = an_event(edition)
    ada = judge(tournament)

    name_head_judge(tournament=tournament, actor=ada, judge=ada.pk)
    for whereabouts in ("at-table", "available", "away"):
        set_whereabouts(tournament=tournament, actor=ada, judge=ada.pk, whereabouts=whereabouts)

    entries = AuditEntry.objects.filter(tournament=tournament, action__contains="judge").order_by("pk")
    assert [entry.rule for entry in entries] == [*rules[:2], rules[1], rules[2]]


def test_judge_does_not_say_where_another_is(tournament: Tournament, ada: StaffMember, bo: StaffMember) -> None:
    director = judge(tournament, "Dee Rector", "DR", role="director")

    with pytest.raises(Refused):
        set_whereabouts(tournament=tournament, actor=ada, judge=bo.pk, whereabouts="away")
    set_whereabouts(tournament=tournament, actor=director, judge=bo.pk, whereabouts="away")

    assert {row.member.name: row.words for row in judges_of(tournament)}["Bo Cedar"] == "away"


def test_checker_and_stranger_are_no_judges(tournament: Tournament, ada: StaffMember) -> None:
    checker = judge(tournament, "Che Ker", "CK", role="checker")
    elsewhere = judge(an_event(players=10), "El Sewhere", "ES")

    for nobody in (checker, elsewhere):
        with pytest.raises(Refused, match="No judge at this event"):
            name_head_judge(tournament=tournament, actor=ada, judge=nobody.pk)


def by_link(member: StaffMember) -> None:
    StaffMember.objects.filter(pk=member.pk).update(entrant=player(member.tournament, 5))


def by_name(member: StaffMember) -> None:
    Entrant.objects.filter(tournament=member.tournament, number=5).update(name=f" {member.name.upper()}")


@pytest.mark.parametrize("play", [by_link, by_name])
def test_judge_who_plays_is_at_table_until_they_say_that_the_hand_is_done(
    tournament: Tournament, ada: StaffMember, bo: StaffMember, play: Callable[[StaffMember], None]
) -> None:
    play(ada)
    unasked = where(tournament)
    set_whereabouts(tournament=tournament, actor=ada, judge=ada.pk, whereabouts="available")

    assert unasked == {"Ada Birch": "at table until the hand is done", "Bo Cedar": "available"}
    assert where(tournament) == {"Ada Birch": "available", "Bo Cedar": "available"}
    entry = AuditEntry.objects.get(tournament=tournament, action="judge's whereabouts changed")
    assert (entry.before, entry.after) == ("at-table", "available")


def test_head_judge_who_plays_is_at_table_too(tournament: Tournament, ada: StaffMember) -> None:
    by_link(ada)

    name_head_judge(tournament=tournament, actor=ada, judge=ada.pk)

    assert [(row.is_head, row.words) for row in judges_of(tournament)] == [(True, "at table until the hand is done")]


def test_judge_who_plays_is_back_at_table_when_the_call_is_closed(tournament: Tournament) -> None:
    call, ada, bo = settled(tournament)
    by_link(ada)
    for member in (ada, bo):
        set_whereabouts(tournament=tournament, actor=member, judge=member.pk, whereabouts="available")

    close(call=call, actor=bo)

    assert where(tournament) == {"Ada Birch": "at table until the hand is done", "Bo Cedar": "available"}


def where(tournament: Tournament) -> dict[str, str]:
    return {row.member.name: row.words for row in judges_of(tournament)}
