"""The queue of the cross-check: what is in it, and what needs no touch."""

import pytest

from scorecards.checking.items import CheckItemKind
from scorecards.checking.selectors.queue import check_queue
from tests.builders import line, loss, win
from tests.scorecards.checking.cross_checks import (
    DISPUTED,
    agreed,
    disputed,
    item,
    keys,
    put_up_to_check,
    seated,
    undecided,
)
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


@pytest.mark.usefixtures("keeps_rows")
def test_queue_takes_the_same_queries_whatever_the_size(django_assert_max_num_queries) -> None:
    for event_file in (seated(disputed()), undecided()):
        tournament = put_up_to_check(event_file)
        # What this process has not read yet it reads with five more.
        with django_assert_max_num_queries(12):
            check_queue(tournament)
        with django_assert_max_num_queries(7):
            assert len(check_queue(tournament).items) == 1
