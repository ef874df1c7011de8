"""Conditions of the checklist that the director waives, with a reason, and takes back."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client

from brackets.event_files.store import import_event
from brackets.models import Waiver
from brackets.posting.selectors import Checklist
from brackets.posting.services import revoke_waiver, waive_condition
from brackets.rules.checklist import NEVER_WAIVED, ChecklistItem
from tests.brackets.posting.posting import post
from tests.brackets.posting.test_checklist_conditions import (
    blocked_by,
    check_first_flag,
    director,
    found,
    held_up,
    without_card,
)
from tests.factories.tournaments import director_of
from tests.scorecards.checking.cross_checks import SUMS, adds_up_wrongly, agreed, disputed, late_flag, sign
from tests.scorecards.ranking.test_ranking_services import two_level
from tournaments.entrants.services.registration import add_entrant, check_in
from tournaments.models import AuditEntry, Entrant, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.types import EventFile

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def level_across_the_line() -> EventFile:
    return replace(two_level(), event=replace(two_level().event, qualifiers=1))


# For each condition that may be waived an event in which it is outstanding, and what brings it there.
OUTSTANDING: dict[str, tuple[EventFile, Callable[[Tournament, StaffMember], object]]] = {
    "entrants": (
        agreed(),
        lambda tournament, member: add_entrant(
            tournament=tournament, actor=director_of(tournament, "Dee Rector"), entrant=Entrant(name="Late Comer")
        ),
    ),
    "cards": (without_card(agreed(), 4), lambda tournament, member: None),
    "totals": (adds_up_wrongly(), lambda tournament, member: None),
    "checked": (disputed(), lambda tournament, member: None),
    "dead-zone": (late_flag(), check_first_flag),
    "high-nonqualifier": (level_across_the_line(), lambda tournament, member: None),
}


def test_every_condition_that_may_be_waived_is_tried() -> None:
    assert {one.value for one in ChecklistItem if one not in NEVER_WAIVED} == OUTSTANDING.keys()


@pytest.mark.parametrize("item", OUTSTANDING)
def test_waiver_is_kept_with_its_reason_and_can_be_taken_back(item: str) -> None:
    event_file, prepare = OUTSTANDING[item]
    tournament = import_event(event_file=event_file)
    member = director(tournament)
    prepare(tournament, member)

    waive_condition(tournament=tournament, actor=member, item=item, reason=" the head judge agrees ")
    waive_condition(tournament=tournament, actor=member, item=item, reason="the head judge insists")
    revoke_waiver(tournament=tournament, actor=member, item=item)
    revoke_waiver(tournament=tournament, actor=member, item=item)

    assert list(Waiver.objects.values_list("reason", "made_by", "revoked_by")) == [
        ("the head judge agrees", "Dee Rector", "Dee Rector"),
        ("the head judge insists", "Dee Rector", "Dee Rector"),
    ]
    assert list(AuditEntry.objects.filter(subject=item).order_by("pk").values_list("action", flat=True)) == [
        "condition skipped",
        "condition skipped",
        "skip undone",
    ]
    assert Checklist(tournament).waivers == {}


def test_what_the_order_rests_on_cannot_be_waived() -> None:
    tournament = import_event(event_file=agreed())
    member = director(tournament)

    for item in (*sorted(one.value for one in NEVER_WAIVED), "weather"):
        with pytest.raises(Refused, match="cannot be skipped"):
            waive_condition(tournament=tournament, actor=member, item=item, reason="no time")

    assert Waiver.objects.count() == 0


@pytest.mark.parametrize("name", ["entrants", "totals", "checked"])
def test_waived_condition_stands_in_nobodys_way_until_the_waiver_is_taken_back(name: str) -> None:
    obstacle, tournament, member = held_up(name)

    waive_condition(tournament=tournament, actor=member, item=obstacle.item.value, reason="it rains in")

    assert blocked_by(tournament) == set()
    revoke_waiver(tournament=tournament, actor=member, item=obstacle.item.value)
    assert blocked_by(tournament) == {obstacle.item, *obstacle.waiting}
    waive_condition(tournament=tournament, actor=member, item=obstacle.item.value, reason="it rains in")
    assert {"item": obstacle.item.value, "reason": "it rains in", "by": "Dee Rector"} in post(
        tournament, member
    ).waivers


def test_event_is_posted_without_a_card_that_never_comes_when_the_director_says_so() -> None:
    tournament = import_event(event_file=without_card(agreed(), 4))
    member = director(tournament)
    check_in(tournament=tournament, actor=director_of(tournament, "Dee Rector"), number=4, is_here=True)
    assert ChecklistItem.TIES in blocked_by(tournament)

    waive_condition(tournament=tournament, actor=member, item="cards", reason="taken home")

    assert blocked_by(tournament) == set()
    posting = post(tournament, member)
    assert (posting.report["complete"], posting.report["qualifiers"]) == (False, 1)
    assert posting.report["standings"][0]["entrant"] == 1


def test_what_is_met_cannot_be_waived() -> None:
    tournament = import_event(event_file=agreed())
    member = director(tournament)

    for item in OUTSTANDING:
        with pytest.raises(Refused, match="already met"):
            waive_condition(tournament=tournament, actor=member, item=item, reason="in case")

    assert Waiver.objects.count() == 0


def test_waiver_of_what_has_been_met_since_does_not_hide_it() -> None:
    tournament = import_event(event_file=adds_up_wrongly())
    member = director(tournament)
    waive_condition(tournament=tournament, actor=member, item="totals", reason="nobody adds up today")
    sign(tournament, member, SUMS)

    condition = found(tournament, ChecklistItem.TOTALS)

    assert (condition.is_met, condition.may_be_waived) == (True, False)


@pytest.mark.parametrize("item", sorted(OUTSTANDING.keys() - {"high-nonqualifier"}))
def test_desk_goes_on_without_what_was_waived(item: str, client: Client) -> None:
    event_file, prepare = OUTSTANDING[item]
    tournament = import_event(event_file=event_file)
    member = director(tournament)
    prepare(tournament, member)
    client.force_login(member.user)

    before = client.get(f"/t/{tournament.slug}/desk/").context["day"].step.page
    while open_ := [condition.item.value for condition in Checklist(tournament).unmet if condition.may_be_waived]:
        waive_condition(tournament=tournament, actor=member, item=open_[0], reason="late")
    after = client.get(f"/t/{tournament.slug}/desk/").context["day"].step.page

    assert (before != "brackets:post", after) == (True, "brackets:post")
