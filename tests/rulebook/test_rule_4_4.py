"""Rule 4.4: a wrong number of cards, cell by cell and action by action, and what applies before both have discarded."""

import pytest

from judging.rules.remedy import Board, Party, WorkingError
from judging.rules.wrong_number import (
    ACTIONS,
    Number,
    Pile,
    before_both_discarded,
    extra_cards_into_crib,
    kept_from_counting,
    number_of,
    wrong_number,
)

EDITIONS = ("acc-2020", "acc-2010")
FEW, CORRECT, MANY = Number.FEW, Number.CORRECT, Number.MANY
PONE, DEALER, CRIB = Pile.PONE, Pile.DEALER, Pile.CRIB

# 4.4.c: the rows in printed order are all threes of these, pone's hand first. Columns as printed, read downwards.
ORDER = (CORRECT, MANY, FEW)
ROWS = [(pone, dealer, crib) for pone in ORDER for dealer in ORDER for crib in ORDER]
COLUMNS = {
    ("acc-2020", "A"): "0 1 3  1 1 5  6 8 1   1 1 5  1 1 5  1 1 1      6 11 1  1 1 5  1 1 1",
    ("acc-2020", "B"): "0 2 3  9 4 4  7 8 7   9 9 13  9 9 9  12 12 10  7 11 7  12 12 12  7 8 7",
    ("acc-2010", "A"): "0 1 3  1 1 5  6 8 1   1 1 5  1 1 5  1 1 1      6 11 1  1 1 5  1 1 1",
    ("acc-2010", "B"): "0 2 3  4 4 4  7 8 7   13 9 13  9 9 9  12 12 10  7 11 7  12 12 12  7 8 7",
}
CELLS = [
    (edition, column, row, int(cell))
    for (edition, column), cells in COLUMNS.items()
    for row, cell in zip(ROWS, cells.split(), strict=True)
]


def test_4_4_c_there_are_108_cells() -> None:
    assert len({cell[:3] for cell in CELLS}) == 2 * 2 * 27


@pytest.mark.parametrize(("edition", "column", "row", "action"), CELLS)
def test_4_4_c_every_cell_is_as_printed(
    edition: str, column: str, row: tuple[Number, Number, Number], action: int
) -> None:
    pone, dealer, crib = row

    found = wrong_number(edition=edition, pone=pone, dealer=dealer, crib=crib, after_starter=column == "B")

    assert found.action == action


# 4.4.b and d: columns, numbers, actions.


@pytest.mark.parametrize(("after_starter", "column"), [(False, "4.4.b.(1)"), (True, "4.4.b.(2)")])
def test_4_4_b_column_and_action_are_cited(after_starter: bool, column: str) -> None:
    found = wrong_number(edition="acc-2020", pone=CORRECT, dealer=CORRECT, crib=FEW, after_starter=after_starter)

    assert (found.rule, found.rules) == ("4.4.d.(3)", (column, "4.4.c", "4.4.d.(3)"))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("after_starter", [False, True])
def test_4_4_c_right_numbers_play_on(edition: str, after_starter: bool) -> None:
    found = wrong_number(edition=edition, pone=CORRECT, dealer=CORRECT, crib=CORRECT, after_starter=after_starter)

    assert (found.action, found.rule, found.rules) == (0, "4.4.c", ("4.4.c",))
    assert (found.counted, found.retracted) == ((PONE, DEALER, CRIB), ())


def outcome(edition: str, row: tuple[Number, Number, Number], after_starter: bool) -> tuple[object, ...]:
    pone, dealer, crib = row
    found = wrong_number(edition=edition, pone=pone, dealer=dealer, crib=crib, after_starter=after_starter)
    return found.action, found.counted, found.retracted, found.redeal


ALL, NONE, HANDS = (PONE, DEALER, CRIB), (), (PONE, DEALER)


@pytest.mark.parametrize(
    ("edition", "row", "after_starter", "expected"),
    [
        ("acc-2020", (CORRECT, CORRECT, MANY), False, (1, NONE, NONE, True)),
        ("acc-2020", (CORRECT, CORRECT, MANY), True, (2, ALL, NONE, False)),
        ("acc-2010", (CORRECT, CORRECT, MANY), True, (2, HANDS, NONE, False)),
        ("acc-2020", (CORRECT, CORRECT, FEW), True, (3, ALL, NONE, False)),
        ("acc-2010", (CORRECT, MANY, CORRECT), True, (4, (PONE, CRIB), (DEALER,), False)),
        ("acc-2020", (CORRECT, MANY, FEW), True, (4, (PONE, CRIB), (DEALER,), False)),
        ("acc-2020", (CORRECT, MANY, MANY), True, (4, (PONE,), (DEALER,), False)),
        ("acc-2020", (FEW, CORRECT, CORRECT), False, (6, ALL, NONE, False)),
        ("acc-2020", (FEW, FEW, FEW), True, (7, ALL, NONE, False)),
        ("acc-2020", (CORRECT, FEW, MANY), False, (8, HANDS, NONE, False)),
        ("acc-2020", (CORRECT, MANY, CORRECT), True, (9, NONE, HANDS, True)),
        ("acc-2020", (MANY, FEW, FEW), True, (10, (DEALER, CRIB), HANDS, False)),
        ("acc-2020", (FEW, CORRECT, MANY), False, (11, ALL, NONE, False)),
        ("acc-2020", (MANY, FEW, CORRECT), True, (12, (DEALER, CRIB), HANDS, False)),
        ("acc-2020", (MANY, FEW, MANY), True, (12, (DEALER,), HANDS, False)),
        ("acc-2020", (FEW, MANY, CORRECT), True, (12, (PONE, CRIB), HANDS, False)),
        ("acc-2020", (FEW, MANY, MANY), True, (12, (PONE,), HANDS, False)),
        ("acc-2020", (FEW, MANY, FEW), True, (12, (PONE, CRIB), HANDS, False)),
        ("acc-2010", (MANY, CORRECT, CORRECT), True, (13, (DEALER, CRIB), (PONE,), False)),
        ("acc-2020", (MANY, CORRECT, FEW), True, (13, (DEALER, CRIB), (PONE,), False)),
    ],
)
def test_4_4_d_actions_say_what_counts_and_what_is_taken_back(
    edition: str, row: tuple[Number, Number, Number], after_starter: bool, expected: tuple[object, ...]
) -> None:
    assert outcome(edition, row, after_starter) == expected


@pytest.mark.parametrize("edition", EDITIONS)
def test_4_4_d_each_of_thirteen_actions_occurs_and_has_its_own_summary(edition: str) -> None:
    occurring = {
        wrong_number(edition=edition, pone=pone, dealer=dealer, crib=crib, after_starter=after).action
        for pone, dealer, crib in ROWS
        for after in (False, True)
    }

    assert occurring == set(range(14)) == set(ACTIONS[edition])
    assert len({action.summary for action in ACTIONS[edition].values()}) == 14


@pytest.mark.parametrize(("cards", "number"), [(0, FEW), (3, FEW), (4, CORRECT), (5, MANY), (12, MANY)])
def test_4_4_numbers_are_told_against_four(cards: int, number: Number) -> None:
    assert number_of(cards) is number


@pytest.mark.parametrize(
    ("before", "after", "action"),
    [
        ((4, 5, 3), (4, 4, 4), 0),
        ((4, 6, 3), (4, 4, 5), 1),
        ((4, 5, 2), (4, 4, 3), 3),
        ((5, 5, 3), (4, 4, 5), 1),
        ((3, 5, 3), (3, 4, 4), 6),
        ((3, 5, 2), (3, 4, 3), 1),
        ((3, 6, 3), (3, 4, 5), 11),
    ],
)
def test_4_4_d_5_extra_cards_go_into_the_crib_and_the_table_is_read_again(
    before: tuple[int, int, int], after: tuple[int, int, int], action: int
) -> None:
    def look_up(cards: tuple[int, int, int]) -> int:
        pone, dealer, crib = (number_of(number) for number in cards)
        return wrong_number(edition="acc-2020", pone=pone, dealer=dealer, crib=crib, after_starter=False).action

    assert look_up(before) == 5
    assert extra_cards_into_crib(*before) == after
    assert look_up(after) == action


# 4.4.a: before both have discarded.


def test_4_4_a_1_wrong_discard_is_taken_back() -> None:
    for discarded in (0, 1, 3, 6):
        remedy = before_both_discarded(pone=6, dealer=6, discarded=discarded)

        assert remedy.rules == ("4.4.a.(1)",)
        assert remedy.summary == "No penalty. The discard is taken back, and the right two cards are laid away."


@pytest.mark.parametrize("dealt", [0, 1, 4, 5])
def test_4_4_a_2_both_short_by_the_same_number_are_dealt_on(dealt: int) -> None:
    remedy = before_both_discarded(pone=dealt, dealer=dealt)

    assert remedy.rules == ("4.4.a.(2)",)
    assert remedy.summary == "No penalty. The dealer deals on until both have six cards."


def test_4_4_a_2_dealer_who_alone_is_one_short_takes_the_top_card() -> None:
    remedy = before_both_discarded(pone=6, dealer=5)

    assert remedy.rules == ("4.4.a.(2)",)
    assert remedy.summary == "No penalty. The dealer takes one card more, from the top of the deck."


@pytest.mark.parametrize(
    ("pone", "dealer", "confirmed"),
    [
        (5, 6, True),
        (6, 4, True),
        (7, 6, True),
        (6, 7, True),
        (7, 7, True),
        (4, 5, True),
        (7, 5, True),
        (6, 5, False),
        (5, 5, False),
    ],
)
def test_4_4_a_3_any_other_wrong_number_is_dealt_again(pone: int, dealer: int, confirmed: bool) -> None:
    remedy = before_both_discarded(pone=pone, dealer=dealer, confirmed=confirmed)

    assert remedy.rules == ("4.4.a.(3)",)
    assert remedy.summary == "Deal again; the dealer stays the same."


@pytest.mark.parametrize(
    ("pone", "dealer", "discarded"), [(6, 6, None), (6, 6, 2), (-1, 6, None), (6, -1, None), (6, 6, 7), (6, 6, -1)]
)
def test_4_4_a_right_or_impossible_numbers_are_refused(pone: int, dealer: int, discarded: int | None) -> None:
    with pytest.raises(WorkingError):
        before_both_discarded(pone=pone, dealer=dealer, discarded=discarded)


@pytest.mark.parametrize(
    ("hole", "back", "to_opponent"),
    [(0, 0, 10), (1, 1, 9), (6, 6, 4), (9, 9, 1), (10, 10, 0), (11, 10, 0), (120, 10, 0)],
)
def test_4_4_a_3_what_cannot_be_pegged_back_goes_forward_to_the_opponent(
    hole: int, back: int, to_opponent: int
) -> None:
    remedy = kept_from_counting(Board(offender=hole, opponent=50))

    assert remedy.rules == ("4.4.a.(3)",)
    assert (remedy.offender.back, remedy.offender.stands) == (back, hole - back)
    assert (remedy.opponent.forward, remedy.opponent.stands) == (to_opponent, 50 + to_opponent)
    assert (remedy.offender.unpegged, remedy.opponent.unpegged) == (0, 0)


def test_4_4_a_3_opponent_who_reaches_the_game_hole_has_won() -> None:
    remedy = kept_from_counting(Board(offender=4, opponent=118))

    assert (remedy.opponent.forward, remedy.opponent.unpegged) == (3, 3)
    assert remedy.winner is Party.OPPONENT
    assert remedy.summary == ("The offender goes back 4 points. What is missing to ten goes to the opponent: 3 points.")


def test_4_4_a_3_is_dealt_again_while_the_game_goes_on() -> None:
    remedy = kept_from_counting(Board(offender=4, opponent=114))

    assert (remedy.opponent.stands, remedy.winner) == (120, None)
    assert remedy.summary.startswith("Deal again; the dealer stays the same. The offender goes back 4 points.")


@pytest.mark.parametrize("board", [Board(), Board(opponent=5), Board(121, 5), Board(5, 121)])
def test_4_4_a_3_without_the_offenders_hole_or_after_the_game_is_refused(board: Board) -> None:
    with pytest.raises(WorkingError):
        kept_from_counting(board)
