"""The checklist worked out from bare facts: what is met, what is outstanding, and what waits for what."""

from __future__ import annotations

from dataclasses import replace

import pytest

from brackets.rules.checklist import Facts, Item, checklist

ALL_MET = Facts(
    entrants=8,
    not_arrived=0,
    qualifiers=2,
    cards=8,
    cards_in=8,
    sums_open=0,
    games_to_check=3,
    games_open=0,
    undecided=0,
    joined=0,
    joined_open=0,
    ties_open=0,
    line="10/5 +12",
    high_nonqualifiers=("Ada Birch, 9/4 -3",),
)


@pytest.mark.parametrize(
    ("change", "unmet"),
    [
        ({}, set()),
        ({"not_arrived": 2}, {Item.ENTRANTS}),
        ({"entrants": 1}, {Item.ENTRANTS}),
        ({"sums_open": 2}, {Item.TOTALS}),
        ({"line": ""}, {Item.LINE}),
        ({"games_open": 1}, {Item.CHECKED, Item.DEAD_ZONE, Item.TIES}),
        ({"games_open": 1, "joined": 1, "joined_open": 1}, {Item.CHECKED, Item.DEAD_ZONE, Item.TIES}),
        ({"undecided": 1}, {Item.UNDECIDED, Item.DEAD_ZONE, Item.TIES}),
        ({"ties_open": 1}, {Item.TIES}),
        ({"high_nonqualifiers": ()}, {Item.HIGH_NONQUALIFIER}),
        ({"high_nonqualifiers": (), "qualifiers": 8}, set()),
        ({"cards_in": 7}, {Item.CARDS, Item.CHECKED, Item.DEAD_ZONE, Item.TIES, Item.HIGH_NONQUALIFIER}),
        ({"cards_in": 7, "waived": [Item.CARDS]}, {Item.CARDS}),
        ({"games_open": 1, "waived": [Item.CHECKED]}, {Item.CHECKED}),
        (
            {"cards": 0, "cards_in": 0},
            {Item.CARDS, Item.TOTALS, Item.CHECKED, Item.DEAD_ZONE, Item.TIES, Item.HIGH_NONQUALIFIER},
        ),
    ],
)
def test_each_fact_is_met_or_outstanding_by_itself(change: dict[str, object], unmet: set[Item]) -> None:
    conditions = checklist(replace(ALL_MET, **change))  # type: ignore[arg-type]

    assert {condition.item for condition in conditions if not condition.is_met} == unmet
    assert all(condition.text for condition in conditions)


@pytest.mark.parametrize(
    ("change", "unmet"),
    [
        ({}, set()),
        ({"cards_in": 7}, {Item.CARDS, Item.TIES}),
        ({"sums_open": 1}, {Item.TOTALS}),
        ({"undecided": 1}, {Item.UNDECIDED, Item.TIES}),
        ({"ties_open": 2}, {Item.TIES}),
    ],
)
def test_standings_that_are_the_result_wait_for_no_line(change: dict[str, object], unmet: set[Item]) -> None:
    facts = replace(ALL_MET, qualifiers=0, line="", high_nonqualifiers=(), is_result=True)

    conditions = checklist(replace(facts, **change))  # type: ignore[arg-type]

    assert [condition.item for condition in conditions] == [
        *(Item.ENTRANTS, Item.CARDS, Item.TOTALS, Item.UNDECIDED, Item.TIES)
    ]
    assert {condition.item for condition in conditions if not condition.is_met} == unmet
    assert [condition.rule for condition in conditions if condition.rule] == []
    assert [condition.text for condition in conditions if "qualif" in condition.text] == []
