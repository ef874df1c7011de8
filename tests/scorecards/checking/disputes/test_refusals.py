"""What a checker is refused: what has changed meanwhile, and their own card."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from scorecards.checking.selectors.queue import check_queue
from scorecards.checking.services.initials import ItemChanged, confirm_lines, sign_item
from scorecards.models import Confirmation, Signature
from tests.builders import line, loss
from tests.scorecards.cards.card_entry import checker, entrant, save
from tests.scorecards.checking.cross_checks import (
    DISPUTED,
    SUMS,
    adds_up_wrongly,
    confirm,
    confirm_and_sign,
    corrected,
    disputed,
    item,
    put_up_to_check,
    rekey,
    sign,
)
from tournaments.models import StaffMember, Tournament
from tournaments.refused import Refused

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("act", [confirm_lines, sign_item])
def test_old_stamp_is_refused_with_the_item_as_it_stands(
    tournament: Tournament, ada: StaffMember, bo: StaffMember, act: Callable[..., None]
) -> None:
    old = item(tournament).stamp
    save(tournament, bo, corrected(tournament, 9), version=1)

    with pytest.raises(ItemChanged) as refusal:
        act(tournament=tournament, actor=ada, key=DISPUTED, stamp=old)

    assert refusal.value.item is not None
    assert refusal.value.item.sides[1].written == line(3, 1, loss(9))
    assert (Confirmation.objects.count(), Signature.objects.count()) == (0, 0)


@pytest.mark.parametrize("act", [confirm_lines, sign_item])
def test_item_that_is_settled_meanwhile_is_told_so(
    tournament: Tournament, ada: StaffMember, bo: StaffMember, act: Callable[..., None]
) -> None:
    old = item(tournament).stamp
    rekey(tournament, bo, 2, loss(11))

    with pytest.raises(ItemChanged, match="This item is settled") as refusal:
        act(tournament=tournament, actor=ada, key=DISPUTED, stamp=old)

    assert refusal.value.item is None


@pytest.mark.parametrize("number", [1, 2])
def test_own_card_by_link_is_refused(tournament: Tournament, number: int) -> None:
    me = checker(tournament, "Somebody Else")
    me.entrant = entrant(tournament, number)
    me.save()

    with pytest.raises(Refused, match="your own"):
        confirm(tournament, me)

    assert check_queue(tournament).next_for(me) is None


def test_own_card_by_name_is_refused_however_it_is_spaced(tournament: Tournament) -> None:
    me = checker(tournament, " entrant  2")

    with pytest.raises(Refused, match="your own"):
        rekey(tournament, me, 2, loss(11))

    assert Confirmation.objects.count() == 0


@pytest.mark.parametrize("name", ["Entrant 1", "Pat Partner"])
def test_card_of_a_pair_is_the_own_card_of_both(name: str) -> None:
    event_file = disputed()
    entrants = tuple(replace(one, partner="Pat Partner") for one in event_file.entrants[:1])
    tournament = put_up_to_check(replace(event_file, entrants=(*entrants, *event_file.entrants[1:])))

    with pytest.raises(Refused, match="your own"):
        confirm(tournament, checker(tournament, name))


def test_link_to_another_card_outweighs_the_same_name(tournament: Tournament) -> None:
    namesake = checker(tournament, "Entrant 1")
    namesake.entrant = entrant(tournament, 4)
    namesake.save()

    confirm_and_sign(tournament, namesake)

    assert item(tournament).is_done


def test_sums_of_the_own_card_are_refused() -> None:
    tournament = put_up_to_check(adds_up_wrongly())

    with pytest.raises(Refused, match="your own"):
        sign(tournament, checker(tournament, "Entrant 1"), SUMS)
