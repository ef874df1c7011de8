"""The queue of the cross-check: what is in it, and what needs no touch."""

import pytest

from scorecards.checking.items import CheckItemKind
from tests.builders import line, loss, win
from tests.scorecards.checking.cross_checks import DISPUTED, agreed, item, keys, put_up_to_check
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_cards_that_agree_need_no_touch() -> None:
    assert keys(put_up_to_check(agreed())) == []


def test_disagreement_of_an_apparent_qualifier_is_in_the_queue(tournament: Tournament) -> None:
    found = item(tournament)

    assert keys(tournament) == [DISPUTED]
    assert (found.kind, found.table, [rule for rule, _ in found.rules]) == (CheckItemKind.RULING, "A", ["12.2.a"])
    assert [(side.holder.place, side.is_flagged, side.written) for side in found.sides] == [
        ("A-1", True, line(3, 2, win(11))),
        ("B-1", False, line(3, 1, loss(8))),
    ]
    assert [(side.holder.number, side.after) for side in found.changes] == [(1, line(3, 2, win(8)))]
    assert (found.is_confirmed, found.is_done) == (False, False)
