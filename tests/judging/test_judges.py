"""Judges at an event: who leads them, and where they are (judge protocols c and h)."""

from __future__ import annotations

import pytest

from judging.selectors_people import judges_of
from judging.services_judges import name_head_judge, set_whereabouts
from judging.services_signing import CallRefused
from tests.judging.calling import (
    an_event,
    judge,
)
from tournaments.models import StaffMember, Tournament

pytestmark = pytest.mark.django_db


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
