"""Qualifiers who are replaced before the draw: who moves up, and what is open then."""

import pytest

from brackets.rules.report import with_bracket, without
from brackets.rules.seeding import Side
from scorecards.rules.event_result import EventResult
from scorecards.rules.line_points import Totals
from scorecards.rules.ranking import Place, Ranking


def ranked(ranks: list[int], qualifiers: int) -> EventResult:
    """Return the result of an event: entrants 1, 2, 3 ... in this order, with these ranks."""
    places = tuple(
        Place(rank, number, Totals(), qualifies=number <= qualifiers, decided_by=None)
        for number, rank in enumerate(ranks, start=1)
    )
    return EventResult(
        event="Lantern Bay Open",
        edition="acc-2020",
        complete=True,
        entrants=len(ranks),
        qualifiers=qualifiers,
        arithmetic=(),
        rulings=(),
        undecided=(),
        unchecked=(),
        checked=(),
        ranking=Ranking(places, qualifiers + 1, (), ()),
    )


@pytest.mark.parametrize(
    ("leavers", "seeds", "high_nonqualifier"),
    [([2], (1, 3, 4), 5), ([1, 3], (2, 4, 5), 6), ([1, 4], (2, 3, 5), 6)],
    ids=["one", "two", "one who moved up as well"],
)
def test_first_below_the_line_moves_up_for_each_who_leaves(
    leavers: list[int], seeds: tuple[int, ...], high_nonqualifier: int
) -> None:
    changed = without(ranked([1, 2, 3, 4, 5, 6], 3), leavers)

    assert (changed.qualifiers, changed.seeds(), changed.high_nonqualifier) == (3, seeds, high_nonqualifier)


def test_shared_rank_below_the_line_is_left_to_the_director() -> None:
    changed = without(ranked([1, 2, 3, 4, 4, 6], 3), [1])

    assert changed.ranking.tie_orders_needed == ((4, 5),)
    assert (changed.seeds(), changed.high_nonqualifier) == ((), None)


def test_where_nobody_is_left_below_the_line_there_is_one_qualifier_less() -> None:
    report = with_bracket(without(ranked([1, 2, 3, 4, 5], 5), [5]))

    assert (report.qualifiers, report.bracket_size, report.byes) == (4, 4, 0)
    assert [(match.upper, match.lower) for match in report.first_round] == [
        (Side(1, 1), Side(4, 4)),
        (Side(2, 2), Side(3, 3)),
    ]


def test_nothing_is_altered_of_what_the_cards_came_to() -> None:
    before = ranked([1, 2, 3, 4, 5], 3)

    without(before, [2, 77])

    assert before == ranked([1, 2, 3, 4, 5], 3)
