"""Confirming lines and initialling rulings: what it takes, what is kept, what can be taken back."""

from dataclasses import replace

import pytest

from brackets.event_files.verify import differences
from scorecards.checking.services.initials import revoke_initials
from scorecards.models import Confirmation, Signature
from tests.scorecards.cards.card_entry import checker, save, stored
from tests.scorecards.checking.cross_checks import (
    DISPUTED,
    SUMS,
    UNDECIDED,
    adds_up_wrongly,
    confirm,
    confirm_and_sign,
    item,
    open_keys,
    put_up_to_check,
    sign,
    undecided,
)
from tournaments.models import AuditEntry, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.types import FootTotals

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_initials_of_somebody_who_borrows_the_phone_are_kept(tournament: Tournament, ada: StaffMember) -> None:
    confirm(tournament, ada)

    sign(tournament, ada, initials=" CD ")

    assert list(Signature.objects.values_list("initials", "made_by")) == [("CD", "Ada Birch")]


@pytest.mark.parametrize("typed", ["", "B2 old"])
def test_initials_that_somebody_was_given_earlier_stay_theirs(
    tournament: Tournament, ada: StaffMember, typed: str
) -> None:
    ada.initials = "B2 old"
    ada.save()
    confirm(tournament, ada)

    sign(tournament, ada, initials=typed)

    assert Signature.objects.get().initials == "B2 old"


def test_game_that_no_rule_covers_is_for_the_director() -> None:
    tournament = put_up_to_check(undecided())
    ada = checker(tournament)
    confirm(tournament, ada, UNDECIDED)

    with pytest.raises(Refused, match="The director decides"):
        sign(tournament, ada, UNDECIDED)

    assert item(tournament, UNDECIDED).is_confirmed
    assert open_keys(tournament) == [UNDECIDED]


def test_sums_are_initialled_at_once_and_for_these_errors_only() -> None:
    tournament = put_up_to_check(adds_up_wrongly())
    ada = checker(tournament)

    sign(tournament, ada, SUMS)

    assert item(tournament, SUMS).is_done
    save(tournament, ada, replace(stored(tournament), recorded=FootTotals(7, 3, 68, 0)), version=1)
    assert open_keys(tournament) == [SUMS]
    assert differences(tournament) == []


# Taking back.


def test_initials_taken_back_are_kept_as_ended(tournament: Tournament, ada: StaffMember, bo: StaffMember) -> None:
    confirm_and_sign(tournament, ada)

    revoke_initials(tournament=tournament, actor=bo, key=DISPUTED, why="the wrong card")

    signature = Signature.objects.get()
    assert (signature.revoked_by, signature.revoked_reason) == ("Bo Cedar", "the wrong card")
    assert (item(tournament).signed, item(tournament).is_confirmed) == (None, False)
    assert open_keys(tournament) == [DISPUTED]
    entry = AuditEntry.objects.get(action="initials undone")
    assert (entry.who, entry.before, entry.after, entry.rule) == (
        "Bo Cedar",
        {"initials": "AB", "by": "Ada Birch"},
        {"why": "the wrong card"},
        "12.2.a",
    )
    assert differences(tournament) == []


def test_initials_under_the_own_card_are_undone_by_another_person(tournament: Tournament, ada: StaffMember) -> None:
    confirm_and_sign(tournament, ada)

    with pytest.raises(Refused, match="your own card"):
        revoke_initials(tournament=tournament, actor=checker(tournament, "Entrant 2"), key=DISPUTED)

    assert item(tournament).is_done


def test_initials_can_be_given_again(tournament: Tournament, ada: StaffMember) -> None:
    confirm_and_sign(tournament, ada)
    revoke_initials(tournament=tournament, actor=ada, key=DISPUTED)

    confirm_and_sign(tournament, ada)

    assert item(tournament).is_done
    assert (Signature.objects.count(), Signature.objects.filter(revoked_at=None).count()) == (2, 1)


def test_initials_under_sums_can_be_taken_back() -> None:
    tournament = put_up_to_check(adds_up_wrongly())
    ada = checker(tournament)
    sign(tournament, ada, SUMS)

    revoke_initials(tournament=tournament, actor=ada, key=SUMS)

    assert open_keys(tournament) == [SUMS]
    assert Confirmation.objects.get().revoked_by == "Ada Birch"
