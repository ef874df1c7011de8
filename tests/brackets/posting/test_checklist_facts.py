"""The checklist worked out from bare facts: what is met, what is outstanding, and what waits for what."""

from dataclasses import replace

import pytest

from brackets.rules.checklist import ChecklistFacts, ChecklistItem, checklist

ALL_MET = ChecklistFacts(
    entrants=8,
    not_arrived=(),
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
WAIT_FOR_CARDS = (
    ChecklistItem.LINE,
    ChecklistItem.CHECKED,
    ChecklistItem.DEAD_ZONE,
    ChecklistItem.TIES,
    ChecklistItem.HIGH_NONQUALIFIER,
)


@pytest.mark.parametrize(
    ("change", "unmet"),
    [
        ({}, set()),
        ({"not_arrived": ("Ada Birch", "Bo Cedar")}, {ChecklistItem.ENTRANTS}),
        ({"entrants": 1}, {ChecklistItem.ENTRANTS}),
        ({"sums_open": 2}, {ChecklistItem.TOTALS}),
        ({"line": ""}, {ChecklistItem.LINE}),
        ({"games_open": 1}, {ChecklistItem.CHECKED, ChecklistItem.DEAD_ZONE, ChecklistItem.TIES}),
        (
            {"games_open": 1, "joined": 1, "joined_open": 1},
            {ChecklistItem.CHECKED, ChecklistItem.DEAD_ZONE, ChecklistItem.TIES},
        ),
        ({"undecided": 1}, {ChecklistItem.UNDECIDED, ChecklistItem.DEAD_ZONE, ChecklistItem.TIES}),
        ({"ties_open": 1}, {ChecklistItem.TIES}),
        ({"high_nonqualifiers": ()}, {ChecklistItem.HIGH_NONQUALIFIER}),
        ({"high_nonqualifiers": (), "qualifiers": 8}, set()),
        ({"cards_in": 7}, {ChecklistItem.CARDS, *WAIT_FOR_CARDS}),
        ({"cards_in": 7, "waived": [ChecklistItem.CARDS]}, {ChecklistItem.CARDS}),
        ({"cards_in": 7, "waived": [ChecklistItem.CARDS], "ties_open": 1}, {ChecklistItem.CARDS, ChecklistItem.TIES}),
        ({"games_open": 1, "waived": [ChecklistItem.CHECKED]}, {ChecklistItem.CHECKED}),
        ({"cards": 0, "cards_in": 0}, {ChecklistItem.CARDS, ChecklistItem.TOTALS, *WAIT_FOR_CARDS}),
    ],
)
def test_each_fact_is_met_or_outstanding_by_itself(change: dict[str, object], unmet: set[ChecklistItem]) -> None:
    conditions = checklist(replace(ALL_MET, **change))  # type: ignore[arg-type]

    assert {condition.item for condition in conditions if not condition.is_met} == unmet
    assert all(condition.text for condition in conditions)


@pytest.mark.parametrize(
    ("change", "unmet"),
    [
        ({}, set()),
        ({"cards_in": 7}, {ChecklistItem.CARDS, ChecklistItem.TIES}),
        ({"sums_open": 1}, {ChecklistItem.TOTALS}),
        ({"undecided": 1}, {ChecklistItem.UNDECIDED, ChecklistItem.TIES}),
        ({"ties_open": 2}, {ChecklistItem.TIES}),
    ],
)
def test_standings_that_are_the_result_wait_for_no_line(change: dict[str, object], unmet: set[ChecklistItem]) -> None:
    facts = replace(ALL_MET, qualifiers=0, line="", high_nonqualifiers=(), is_result=True)

    conditions = checklist(replace(facts, **change))  # type: ignore[arg-type]

    assert [condition.item for condition in conditions] == [
        *(
            ChecklistItem.ENTRANTS,
            ChecklistItem.CARDS,
            ChecklistItem.TOTALS,
            ChecklistItem.UNDECIDED,
            ChecklistItem.TIES,
        )
    ]
    assert {condition.item for condition in conditions if not condition.is_met} == unmet
    assert [condition.rule for condition in conditions if condition.rule] == []
    assert [condition.text for condition in conditions if "qualif" in condition.text] == []


def test_players_who_are_level_while_cards_are_missing_are_no_tie_to_settle() -> None:
    ties = {condition.item: condition for condition in checklist(replace(ALL_MET, cards_in=7, ties_open=3))}[
        ChecklistItem.TIES
    ]

    assert (ties.open, ties.is_met, ties.text, ties.blocked_by) == (0, False, "1 card missing", "1 card missing")


@pytest.mark.parametrize(
    ("change", "blocked_by"),
    [
        ({"cards_in": 7}, dict.fromkeys(WAIT_FOR_CARDS, "1 card missing")),
        (
            {"undecided": 1},
            {
                ChecklistItem.DEAD_ZONE: "settle the games above first",
                ChecklistItem.TIES: "settle the games above first: they may end the tie",
            },
        ),
    ],
)
def test_what_waits_says_for_what(change: dict[str, object], blocked_by: dict[ChecklistItem, str]) -> None:
    conditions = checklist(replace(ALL_MET, **change))  # type: ignore[arg-type]

    assert {condition.item: condition.blocked_by for condition in conditions if condition.blocked_by} == blocked_by
