"""Qualifiers who are replaced before the draw: who moves up, and what is open then."""

from __future__ import annotations

from typing import Any

from brackets.report import seeded_in, with_bracket, without


def reckoned(ranks: list[int], qualifiers: int) -> dict[str, Any]:
    """Return what the cards came to: entrants 1, 2, 3 ... in this order, with these ranks."""
    standings = [
        {"entrant": number, "rank": rank, "qualifies": number <= qualifiers}
        for number, rank in enumerate(ranks, start=1)
    ]
    return {
        "entrants": len(ranks),
        "qualifiers": qualifiers,
        "complete": True,
        "undecided": [],
        "tie_games_needed": [],
        "tie_orders_needed": [],
        "standings": standings,
        "high_nonqualifier": qualifiers + 1,
    }


def test_first_below_the_line_moves_up() -> None:
    changed = without(reckoned([1, 2, 3, 4, 5], 3), [2])

    assert seeded_in(changed) == [1, 3, 4]
    assert (changed["qualifiers"], changed["high_nonqualifier"]) == (3, 5)


def test_two_leavers_bring_two_up() -> None:
    changed = without(reckoned([1, 2, 3, 4, 5, 6], 3), [1, 3])

    assert seeded_in(changed) == [2, 4, 5]
    assert changed["high_nonqualifier"] == 6


def test_whoever_moved_up_and_leaves_as_well_is_replaced_too() -> None:
    changed = without(reckoned([1, 2, 3, 4, 5, 6], 3), [1, 4])

    assert seeded_in(changed) == [2, 3, 5]


def test_shared_rank_below_the_line_is_left_to_the_director() -> None:
    changed = without(reckoned([1, 2, 3, 4, 4, 6], 3), [1])

    assert changed["tie_orders_needed"] == [[4, 5]]
    assert (seeded_in(changed), changed["high_nonqualifier"]) == ([], None)


def test_where_nobody_is_left_below_the_line_there_is_one_qualifier_less() -> None:
    report = with_bracket(without(reckoned([1, 2, 3, 4, 5], 5), [5]))

    assert (report["qualifiers"], report["bracket_size"], report["byes"]) == (4, 4, 0)
    assert [
        side["entrant"] for match in report["first_round"] for side in (match["upper"], match["lower"])
    ] == [
        1,
        4,
        2,
        3,
    ]


def test_nothing_is_altered_of_what_the_cards_came_to() -> None:
    before = reckoned([1, 2, 3, 4, 5], 3)

    without(before, [2, 77])

    assert before == reckoned([1, 2, 3, 4, 5], 3)
