"""Conditions of the checklist that the director waives, with a reason, and takes back."""

from __future__ import annotations

import pytest

from brackets.checklist import NEVER_WAIVED, Item
from brackets.models import Override
from brackets.selectors_checklist import checklist_of
from brackets.services import import_event
from brackets.services_posting import PostingRefused, restore_condition, waive_condition
from tests.brackets.test_checklist import OBSTACLES, blocked_by, director, found, post, without_card
from tests.scorecards.checking import agreed
from tournaments.models import AuditEntry
from tournaments.services_entrants import check_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("item", [one.value for one in Item if one not in NEVER_WAIVED])
def test_waiver_is_kept_with_its_reason_and_can_be_taken_back(item: str) -> None:
    tournament = import_event(event_file=agreed())
    member = director(tournament)

    waive_condition(tournament=tournament, member=member, item=item, reason=" the head judge agrees ")
    waive_condition(tournament=tournament, member=member, item=item, reason="the head judge insists")
    restore_condition(tournament=tournament, member=member, item=item)
    restore_condition(tournament=tournament, member=member, item=item)

    assert list(Override.objects.values_list("reason", "made_by", "ended_by")) == [
        ("the head judge agrees", "Dee Rector", "Dee Rector"),
        ("the head judge insists", "Dee Rector", "Dee Rector"),
    ]
    assert list(AuditEntry.objects.filter(subject=item).order_by("pk").values_list("action", flat=True)) == [
        "waive condition",
        "waive condition",
        "take back waiver",
    ]
    assert checklist_of(tournament).overrides == {}


@pytest.mark.parametrize("item", [*(one.value for one in NEVER_WAIVED), "weather"])
def test_what_the_order_rests_on_cannot_be_waived(item: str) -> None:
    tournament = import_event(event_file=agreed())

    with pytest.raises(PostingRefused, match="cannot be waived"):
        waive_condition(tournament=tournament, member=director(tournament), item=item, reason="no time")

    assert Override.objects.count() == 0


def test_waiver_needs_a_reason() -> None:
    tournament = import_event(event_file=agreed())

    with pytest.raises(PostingRefused, match="Say why"):
        waive_condition(tournament=tournament, member=director(tournament), item="cards", reason=" ")

    assert Override.objects.count() == 0


@pytest.mark.parametrize("name", ["entrants", "totals", "checked"])
def test_waived_condition_stands_in_nobodys_way_until_the_waiver_is_taken_back(name: str) -> None:
    obstacle = OBSTACLES[name]
    tournament = import_event(event_file=obstacle.event_file)
    member = director(tournament)
    obstacle.prepare(tournament, member)

    waive_condition(tournament=tournament, member=member, item=obstacle.item.value, reason="it rains in")

    assert blocked_by(tournament) == set()
    restore_condition(tournament=tournament, member=member, item=obstacle.item.value)
    assert blocked_by(tournament) == {obstacle.item, *obstacle.waiting}
    waive_condition(tournament=tournament, member=member, item=obstacle.item.value, reason="it rains in")
    assert {"item": obstacle.item.value, "reason": "it rains in", "by": "Dee Rector"} in post(
        tournament, member
    ).overridden


def test_event_is_posted_without_a_card_that_never_comes_when_the_director_says_so() -> None:
    tournament = import_event(event_file=without_card(agreed(), 4))
    member = director(tournament)
    check_in(tournament=tournament, who="Dee", number=4, is_here=True)
    assert Item.TIES in blocked_by(tournament)

    waive_condition(tournament=tournament, member=member, item="cards", reason="taken home")

    assert blocked_by(tournament) == set()
    posting = post(tournament, member)
    assert (posting.report["complete"], posting.report["qualifiers"]) == (False, 1)
    assert posting.report["standings"][0]["entrant"] == 1


def test_waiver_of_what_is_met_does_not_hide_it() -> None:
    tournament = import_event(event_file=agreed())
    waive_condition(tournament=tournament, member=director(tournament), item="cards", reason="in case")

    condition = found(tournament, Item.CARDS)

    assert (condition.is_met, condition.may_be_waived) == (True, False)
