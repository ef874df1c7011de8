"""Rule 14.1: what no rule of cross-checking covers is left to the head judge, and stays as it was decided."""

from collections.abc import Sequence

import pytest

from brackets.rules.report import report_on
from scorecards.rules.crosscheck import CrossCheck, UncheckedGame, UndecidedGame, cross_check
from scorecards.rules.discrepancies import NotCovered
from scorecards.rules.line_points import Totals
from tests.builders import (
    BLANK,
    FLAGGING_GAMES,
    HOUSE_PLAYER,
    Entry,
    card,
    check_two_cards,
    decision,
    entry_of,
    event,
    line,
    loss,
    win,
)
from tournaments.rules.types import CardRecord, DecisionRecord


def checked(*cards: CardRecord, qualifiers: int = 1, decisions: Sequence[DecisionRecord] = ()) -> CrossCheck:
    """Cross-check one game of these cards."""
    entrants = [one.entrant for one in cards]
    return cross_check(cards, entrants=entrants, qualifiers=qualifiers, games=1, decisions=decisions)


NOT_COVERED = [
    (Entry(2, 16, 16), loss(16), NotCovered.BOTH_COLUMNS),
    (Entry(2, 16, 9), loss(16), NotCovered.BOTH_COLUMNS),
    (win(16), Entry(0, 16, 16), NotCovered.BOTH_COLUMNS),
    (Entry(None, 16, 16), loss(16), NotCovered.BOTH_COLUMNS),
    (Entry(2, 16, 16), BLANK, NotCovered.BOTH_COLUMNS),
    (BLANK, Entry(2, None, 16), NotCovered.NO_CLAIM),
    (Entry(0, 16, None), BLANK, NotCovered.NO_CLAIM),
    (BLANK, Entry(points=2), NotCovered.NO_CLAIM),
    (Entry(points=0), BLANK, NotCovered.NO_CLAIM),
    (BLANK, BLANK, NotCovered.NO_CLAIM),
    (Entry(points=2), Entry(points=0), NotCovered.NO_SPREAD),
    (Entry(points=3), Entry(points=3), NotCovered.NO_SPREAD),
    (Entry(points=0), Entry(points=0), NotCovered.NO_SPREAD),
    (Entry(points=0), loss(16), NotCovered.SAME_CLAIM_SPREAD_MISSING),
    (Entry(points=0), Entry(0, 16, None), NotCovered.SAME_CLAIM_SPREAD_MISSING),
]
# In acc-2010 both lose by the one number (guideline 11.c and d).
TWO_WINS_ONE_SPREAD = [
    (win(16), Entry(points=2), NotCovered.SAME_CLAIM_SPREAD_MISSING),
    (Entry(2, None, 16), Entry(points=2), NotCovered.SAME_CLAIM_SPREAD_MISSING),
]
NOT_COVERED_IN_2020 = NOT_COVERED + TWO_WINS_ONE_SPREAD


@pytest.mark.parametrize("flagged", [{1}, {2}, {1, 2}])
@pytest.mark.parametrize(
    ("edition", "first", "second", "why"),
    [("acc-2020", *case) for case in NOT_COVERED_IN_2020] + [("acc-2010", *case) for case in NOT_COVERED],
)
def test_14_1_discrepancy_that_no_rule_covers_is_left_to_the_director(
    edition: str, first: Entry, second: Entry, why: NotCovered, flagged: set[int]
) -> None:
    check = check_two_cards(first, second, flagged=flagged, edition=edition)

    assert check.undecided == (UndecidedGame(1, (1, 2), why.value),)
    assert (check.rulings, check.unchecked) == ((), ())


@pytest.mark.parametrize(("first", "second", "why"), NOT_COVERED_IN_2020)
def test_14_1_lines_stand_as_written_until_the_director_decides(first: Entry, second: Entry, why: NotCovered) -> None:
    check = check_two_cards(first, second, flagged={1})

    assert (entry_of(check, 1), entry_of(check, 2)) == (first, second)


@pytest.mark.parametrize(("first", "second", "why"), NOT_COVERED_IN_2020)
def test_14_1_nobody_decides_between_two_who_are_not_flagged(first: Entry, second: Entry, why: NotCovered) -> None:
    check = check_two_cards(first, second, flagged=())

    assert (check.undecided, check.unchecked) == ((), (UncheckedGame(1, (1, 2)),))


@pytest.mark.parametrize(
    ("third_names", "undecided", "unchecked"),
    [(2, [(1, (1, 2))], ()), (1, [(1, (1, 2)), (1, (1, 3))], (UncheckedGame(1, (2, 3)),))],
    ids=["different opponents", "ring"],
)
def test_14_1_cards_that_name_different_opponents_are_left_to_the_director(
    third_names: int, undecided: list[tuple[int, tuple[int, int]]], unchecked: tuple[UncheckedGame, ...]
) -> None:
    skunks = [(HOUSE_PLAYER, win(100))] * FLAGGING_GAMES
    cards = [card(1, (2, win(16)), *skunks), card(2, (3, loss(16))), card(3, (third_names, win(16)))]

    check = cross_check(cards, entrants=(1, 2, 3), qualifiers=1, games=1 + FLAGGING_GAMES)

    assert [(found.game, found.entrants) for found in check.undecided] == undecided
    assert {found.reason for found in check.undecided} == {"the cards name different opponents"}
    assert (check.rulings, check.unchecked) == ((), unchecked)


def test_14_1_decided_lines_count_for_both_cards() -> None:
    cards = card(1, (2, Entry(points=2))), card(2, (1, Entry(points=0)))

    check = checked(*cards, decisions=[decision(1, (1, win(7)), (2, loss(7)))])

    assert (check.undecided, check.rulings) == ((), ())
    assert (check.lines[1][1], check.lines[2][1]) == (line(1, 2, win(7)), line(1, 1, loss(7)))


def test_14_1_decided_lines_count_from_the_first_step_on() -> None:
    """By the cards entrant 1 leads; by the decision entrant 2 does, and nobody else is ever flagged."""
    cards = card(1, (2, win(16))), card(2, (1, loss(16)))

    check = checked(*cards, decisions=[decision(1, (1, loss(5)), (2, win(5)))])

    assert check.checked == (2,)
    assert check.totals == {1: Totals(0, 0, 0, 5), 2: Totals(2, 1, 5, 0)}


def test_14_1_decided_game_is_not_examined_again() -> None:
    cards = card(1, (2, win(21))), card(2, (1, loss(16)))

    check = checked(*cards, decisions=[decision(1, (1, win(21)), (2, loss(16)))])

    assert (check.rulings, check.unchecked) == ((), ())
    assert (entry_of(check, 1), entry_of(check, 2)) == (win(21), loss(16))


def test_14_1_decided_win_is_worth_what_its_spread_says() -> None:
    decided = decision(1, (1, Entry(2, 40, None)), (2, loss(40)))

    check = checked(card(1, (2, BLANK)), card(2, (1, BLANK)), decisions=[decided])

    assert (entry_of(check, 1), check.arithmetic) == (Entry(3, 40, None), ())


@pytest.mark.parametrize(("third", "left"), [(None, []), ((2, win(16)), [(1, (2, 3))])])
def test_14_1_decision_settles_who_met_whom_and_leaves_a_third_card_that_names_one_of_them_open(
    third: tuple[int, Entry] | None, left: list[tuple[int, tuple[int, int]]]
) -> None:
    cards = card(1, (2, win(16))), card(2, (3, loss(16))), card(3, third)

    check = checked(*cards, qualifiers=3, decisions=[decision(1, (1, win(16)), (2, loss(16)))])

    assert [(found.game, found.entrants) for found in check.undecided] == left
    assert (check.lines[2][1], check.unchecked) == (line(1, 1, loss(16)), ())


def test_14_1_decision_counts_as_the_line_of_a_card_without_one() -> None:
    cards = [card(1, (2, win(16))), card(2, None)]

    open_report = report_on(event(cards, games=1))
    decided = report_on(event(cards, games=1, decisions=[decision(1, (1, win(16)), (2, loss(16)))]))

    assert (open_report.complete, decided.complete) == (False, True)


def test_14_1_undecided_game_keeps_the_bracket_from_being_drawn() -> None:
    cards = [card(1, (2, BLANK)), card(2, (1, BLANK))]

    undecided = report_on(event(cards, games=1, qualifiers=2))
    decided = report_on(event(cards, games=1, qualifiers=2, decisions=[decision(1, (1, win(16)), (2, loss(16)))]))

    assert (undecided.complete, undecided.first_round) == (True, ())
    assert [(match.upper.entrant, match.lower.entrant) for match in decided.first_round] == [(1, 2)]
