"""What a checker is refused: what has changed meanwhile, and their own card."""

from dataclasses import replace

import pytest

from scorecards.checking.check_queue import CheckQueue
from scorecards.models import Confirmation
from tests.builders import loss
from tests.scorecards.cards.card_entry import checker, entrant
from tests.scorecards.checking.cross_checks import (
    SUMS,
    adds_up_wrongly,
    confirm,
    confirm_and_sign,
    disputed,
    item,
    put_up_to_check,
    rekey,
    sign,
)
from tournaments.models import Tournament
from tournaments.refused import Refused

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("number", [1, 2])
def test_own_card_by_link_is_refused(tournament: Tournament, number: int) -> None:
    me = checker(tournament, "Somebody Else")
    me.entrant = entrant(tournament, number)
    me.save()

    with pytest.raises(Refused, match="your own"):
        confirm(tournament, me)

    assert CheckQueue(tournament).next_for(me) is None


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
