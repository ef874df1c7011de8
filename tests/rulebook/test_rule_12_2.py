"""Rule 12.2 (acc-2020): how each discrepancy between two cards is resolved.

Entrant 1 wrote the first entry, entrant 2 the second; ``flagged`` are the apparent qualifiers.
"""

from __future__ import annotations

import pytest

from scorecards.rules.calculation import calculate
from scorecards.rules.crosscheck import FoundRuling, RulingChange, UncheckedGame, UndecidedGame, cross_check
from scorecards.rules.discrepancies import NotCovered
from scorecards.rules.line_points import Totals
from scorecards.rules.ruling_notes import MORE_THAN_CLAIMED, UNLIKE_SPREADS, notes_on
from tests.builders import BLANK, Entry, Settled, card, check_two_cards, entry_of, event, line, loss, settle, win

# 12.2.a: one apparent qualifier has the disadvantage.


def test_12_2_a_flagged_winner_takes_the_smaller_spread() -> None:
    assert settle(win(21), loss(16), flagged={1}) == Settled(("12.2.a",), win(16), loss(16))


def test_12_2_a_flagged_loser_takes_the_larger_spread() -> None:
    assert settle(win(21), loss(16), flagged={2}) == Settled(("12.2.a",), win(21), loss(21))


def test_12_2_a_is_the_same_when_the_second_card_wins() -> None:
    assert settle(loss(16), win(21), flagged={2}) == Settled(("12.2.a",), loss(16), win(16))
    assert settle(loss(16), win(21), flagged={1}) == Settled(("12.2.a",), loss(21), win(21))


def test_12_2_a_changes_the_card_of_the_apparent_qualifier_only() -> None:
    check = check_two_cards(win(21), loss(16), flagged={1})

    change = RulingChange(1, line(1, 2, win(21)), line(1, 2, win(16)))
    assert check.rulings == (FoundRuling(1, (1, 2), ("12.2.a",), (change,)),)


def test_12_2_a_leaves_cards_alone_where_neither_is_an_apparent_qualifier() -> None:
    check = check_two_cards(win(21), loss(16), flagged=())

    assert check.rulings == ()
    assert check.unchecked == (UncheckedGame(1, (1, 2)),)
    assert (check.lines[1][1], check.lines[2][1]) == (line(1, 2, win(21)), line(1, 1, loss(16)))


# 12.2.b: two apparent qualifiers can both have the disadvantage.


def test_12_2_b_both_take_the_worse_spread() -> None:
    assert settle(win(17), loss(16), flagged={1, 2}) == Settled(("12.2.b",), win(16), loss(17))


def test_12_2_b_is_the_same_when_the_second_card_wins() -> None:
    assert settle(loss(16), win(17), flagged={1, 2}) == Settled(("12.2.b",), loss(17), win(16))


def test_12_2_b_changes_both_cards() -> None:
    check = check_two_cards(win(17), loss(16), flagged={1, 2})

    changes = (
        RulingChange(1, line(1, 2, win(17)), line(1, 2, win(16))),
        RulingChange(2, line(1, 1, loss(16)), line(1, 1, loss(17))),
    )
    assert check.rulings == (FoundRuling(1, (1, 2), ("12.2.b",), changes),)


# 12.2.c: a spread on one card only.


@pytest.mark.parametrize("flagged", [{1}, {2}, {1, 2}])
def test_12_2_c_spread_on_the_winning_card_counts_for_both(flagged: set[int]) -> None:
    assert settle(win(24), Entry(points=0), flagged=flagged) == Settled(("12.2.c",), win(24), loss(24))


@pytest.mark.parametrize("flagged", [{1}, {2}, {1, 2}])
def test_12_2_c_spread_on_the_losing_card_counts_for_both(flagged: set[int]) -> None:
    assert settle(Entry(points=2), loss(24), flagged=flagged) == Settled(("12.2.c",), win(24), loss(24))


def test_12_2_c_changes_the_blank_card_only() -> None:
    check = check_two_cards(win(24), Entry(points=0), flagged={1})

    change = RulingChange(2, line(1, 1, Entry(points=0)), line(1, 1, loss(24)))
    assert check.rulings == (FoundRuling(1, (1, 2), ("12.2.c",), (change,)),)


@pytest.mark.parametrize(("spread", "points"), [(30, 2), (31, 3)])
def test_12_2_c_game_points_of_the_blank_card_follow_from_the_spread(spread: int, points: int) -> None:
    settled = settle(Entry(points=2), loss(spread), flagged={1})

    assert settled == Settled(("12.2.c",), Entry(points, spread, None), loss(spread))


@pytest.mark.parametrize("flagged", [{1}, {2}, {1, 2}])
@pytest.mark.parametrize(
    ("written", "opposite"), [(win(24), loss(24)), (win(31), loss(31)), (loss(24), win(24)), (loss(31), win(31))]
)
def test_12_2_c_wholly_blank_card_gets_the_other_side_of_the_result(
    written: Entry, opposite: Entry, flagged: set[int]
) -> None:
    assert settle(written, BLANK, flagged=flagged) == Settled(("12.2.c",), written, opposite)
    assert settle(BLANK, written, flagged=flagged) == Settled(("12.2.c",), opposite, written)


@pytest.mark.parametrize(("column", "opposite"), [(Entry(plus=24), loss(24)), (Entry(minus=24), win(24))])
def test_12_2_c_spread_alone_is_a_result_for_a_blank_card(column: Entry, opposite: Entry) -> None:
    """Blank game points are no error: the column says who won."""
    assert settle(column, BLANK, flagged={2}).second == opposite


def test_12_2_c_blank_card_changes_and_no_other() -> None:
    check = check_two_cards(BLANK, loss(35), flagged={1})

    assert check.rulings == (
        FoundRuling(1, (1, 2), ("12.2.c",), (RulingChange(1, line(1, 2, BLANK), line(1, 2, win(35))),)),
    )


def notes_on_two_cards(first: Entry, second: Entry, edition: str = "acc-2020") -> tuple[str, ...]:
    check = check_two_cards(first, second, flagged={1}, edition=edition)
    [ruling] = check.rulings
    written = (line(1, 2, first), line(1, 1, second))
    return notes_on(ruling.rules, zip(written, (check.lines[1][1], check.lines[2][1]), strict=True))


@pytest.mark.parametrize("edition", ["acc-2020", "acc-2010"])
@pytest.mark.parametrize(
    ("first", "second", "is_lifted"),
    [
        (Entry(points=2), loss(35), True),  # a skunk that was not claimed
        (Entry(points=2), loss(30), False),
        (Entry(points=3), loss(35), False),
        (Entry(points=3), loss(30), False),
        (BLANK, loss(5), True),
        (BLANK, win(5), False),
        (Entry(points=0), win(35), False),
    ],
)
def test_12_2_c_that_lifts_a_card_above_its_own_claim_is_noted(
    first: Entry, second: Entry, is_lifted: bool, edition: str
) -> None:
    rule = {"acc-2020": "12.2.c", "acc-2010": "guideline 11.c"}[edition]

    assert notes_on_two_cards(first, second, edition) == ((MORE_THAN_CLAIMED.format(rule=rule),) if is_lifted else ())


# 12.2.d: the same result on both cards, spreads in opposite columns.


@pytest.mark.parametrize("flagged", [{1}, {2}, {1, 2}])
def test_12_2_d_two_wins_plus_column_wins(flagged: set[int]) -> None:
    settled = settle(win(12), Entry(2, None, 12), flagged=flagged)

    assert settled == Settled(("12.2.d",), win(12), loss(12))


@pytest.mark.parametrize("flagged", [{1}, {2}, {1, 2}])
def test_12_2_d_two_losses_plus_column_wins(flagged: set[int]) -> None:
    settled = settle(loss(12), Entry(0, 12, None), flagged=flagged)

    assert settled == Settled(("12.2.d",), loss(12), win(12))


def test_12_2_d_two_losses_skunk_in_the_plus_column_is_worth_three() -> None:
    settled = settle(Entry(0, 31, None), loss(31), flagged={2})

    assert settled == Settled(("12.2.d",), Entry(3, 31, None), loss(31))


def test_12_2_d_with_a_flagged_winner_takes_the_smaller_spread() -> None:
    settled = settle(win(20), Entry(2, None, 14), flagged={1})

    assert settled == Settled(("12.2.d", "12.2.a"), win(14), loss(14))


def test_12_2_d_with_a_flagged_loser_takes_the_larger_spread() -> None:
    settled = settle(win(20), Entry(2, None, 14), flagged={2})

    assert settled == Settled(("12.2.d", "12.2.a"), win(20), loss(20))


def test_12_2_d_with_b_two_flagged_take_the_worse_spread() -> None:
    settled = settle(loss(14), Entry(0, 20, None), flagged={1, 2})

    assert settled == Settled(("12.2.d", "12.2.b"), loss(20), win(14))


@pytest.mark.parametrize("flagged", [{1}, {2}, {1, 2}])
def test_12_2_d_with_h_spreads_stand_that_are_worse_already(flagged: set[int]) -> None:
    settled = settle(win(14), Entry(2, None, 20), flagged=flagged)

    assert settled == Settled(("12.2.d", "12.2.h"), win(14), loss(20))


# 12.2.e: the same result on both cards, spreads in the same column.


@pytest.mark.parametrize("flagged", [{1}, {2}, {1, 2}])
def test_12_2_e_two_wins_in_the_plus_column_are_two_losses(flagged: set[int]) -> None:
    assert settle(win(18), win(18), flagged=flagged) == Settled(("12.2.e",), loss(18), loss(18))


@pytest.mark.parametrize("flagged", [{1}, {2}, {1, 2}])
def test_12_2_e_each_keeps_its_own_spread(flagged: set[int]) -> None:
    assert settle(win(40), win(9), flagged=flagged) == Settled(("12.2.e",), loss(40), loss(9))


def test_12_2_e_two_wins_in_the_minus_column_are_two_losses() -> None:
    settled = settle(Entry(2, None, 18), Entry(3, None, 40), flagged={1})

    assert settled == Settled(("12.2.e",), loss(18), loss(40))


def test_12_2_e_two_losses_in_the_plus_column_move_to_the_minus_column() -> None:
    settled = settle(Entry(0, 18, None), Entry(0, 7, None), flagged={2})

    assert settled == Settled(("12.2.e",), loss(18), loss(7))


def test_12_2_e_two_losses_in_the_minus_column_change_nothing() -> None:
    check = check_two_cards(loss(18), loss(7), flagged={1})

    assert check.rulings == (FoundRuling(1, (1, 2), ("12.2.e",), ()),)


@pytest.mark.parametrize(
    ("first", "second", "is_open"),
    [(win(18), win(18), False), (win(40), win(9), True), (loss(18), loss(7), True), (loss(7), loss(7), False)],
)
def test_12_2_e_says_that_the_book_leaves_unlike_spreads_open(first: Entry, second: Entry, is_open: bool) -> None:
    assert notes_on_two_cards(first, second) == ((UNLIKE_SPREADS,) if is_open else ())


# 12.2.f: one win and one loss, a spread in the wrong column.


@pytest.mark.parametrize("flagged", [{1}, {2}, {1, 2}])
def test_12_2_f_win_stands_where_both_wrote_in_the_plus_column(flagged: set[int]) -> None:
    settled = settle(win(15), Entry(0, 15, None), flagged=flagged)

    assert settled == Settled(("12.2.f",), win(15), loss(15))


@pytest.mark.parametrize("flagged", [{1}, {2}, {1, 2}])
def test_12_2_f_win_stands_where_both_wrote_in_the_minus_column(flagged: set[int]) -> None:
    settled = settle(Entry(2, None, 15), loss(15), flagged=flagged)

    assert settled == Settled(("12.2.f",), win(15), loss(15))


@pytest.mark.parametrize("edition", ["acc-2020", "acc-2010"])
@pytest.mark.parametrize("flagged", [{1}, {2}, {1, 2}])
@pytest.mark.parametrize("losers", [15, 18])
def test_12_2_f_does_not_reach_two_spreads_that_are_both_in_the_wrong_column(
    losers: int, flagged: set[int], edition: str
) -> None:
    """The rule speaks of both in the same column, so that one of them is right."""
    winner, loser = Entry(2, None, 15), Entry(0, losers, None)

    for first, second in ((winner, loser), (loser, winner)):
        check = check_two_cards(first, second, flagged=flagged, edition=edition)

        assert check.rulings == ()
        assert check.undecided == (UndecidedGame(1, (1, 2), NotCovered.BOTH_IN_WRONG_COLUMN.value),)
        assert (entry_of(check, 1), entry_of(check, 2)) == (first, second)


def test_12_2_f_game_points_follow_from_the_spread_that_was_moved() -> None:
    settled = settle(Entry(3, None, 15), loss(15), flagged={1})

    assert settled == Settled(("12.2.f",), win(15), loss(15))


def test_12_2_f_with_c_spread_in_the_wrong_column_of_one_card_counts_for_both() -> None:
    settled = settle(Entry(2, None, 33), Entry(points=0), flagged={1})

    assert settled == Settled(("12.2.f", "12.2.c"), Entry(3, 33, None), loss(33))


def test_12_2_f_with_c_spread_in_the_losers_plus_column_counts_for_both() -> None:
    settled = settle(Entry(points=2), Entry(0, 8, None), flagged={2})

    assert settled == Settled(("12.2.f", "12.2.c"), win(8), loss(8))


def test_12_2_f_with_a_flagged_winner_takes_the_smaller_spread() -> None:
    settled = settle(win(21), Entry(0, 16, None), flagged={1})

    assert settled == Settled(("12.2.f", "12.2.a"), win(16), loss(16))


def test_12_2_f_with_a_flagged_loser_takes_the_larger_spread() -> None:
    settled = settle(Entry(2, None, 21), loss(16), flagged={2})

    assert settled == Settled(("12.2.f", "12.2.a"), win(21), loss(21))


def test_12_2_f_with_b_two_flagged_take_the_worse_spread() -> None:
    settled = settle(Entry(0, 16, None), win(17), flagged={1, 2})

    assert settled == Settled(("12.2.f", "12.2.b"), loss(17), win(16))


def test_12_2_f_with_h_spreads_stand_that_are_worse_already() -> None:
    settled = settle(win(15), Entry(0, 20, None), flagged={1})

    assert settled == Settled(("12.2.f", "12.2.h"), win(15), loss(20))


# 12.2.g: totals are adjusted.


def test_12_2_g_skunk_that_shrinks_below_31_loses_a_game_point() -> None:
    check = check_two_cards(win(31), loss(30), flagged={1})

    assert check.lines[1][1] == line(1, 2, Entry(2, 30, None))
    assert check.totals[1] == Totals(game_points=2 + 9, games_won=4, plus=30 + 300, minus=0)


def test_12_2_g_spread_that_shrinks_to_31_stays_a_skunk() -> None:
    check = check_two_cards(win(40), loss(31), flagged={1})

    assert check.lines[1][1] == line(1, 2, Entry(3, 31, None))
    assert check.totals[1] == Totals(game_points=3 + 9, games_won=4, plus=31 + 300, minus=0)


def test_12_2_g_lost_claim_takes_away_game_points_and_games_won() -> None:
    check = check_two_cards(win(18), win(40), flagged={1})

    assert check.totals[1] == Totals(game_points=9, games_won=3, plus=300, minus=18)
    assert check.totals[2] == Totals(game_points=0, games_won=0, plus=0, minus=40)


def test_12_2_g_opponent_who_is_not_flagged_has_totals_adjusted_too() -> None:
    check = check_two_cards(Entry(2, None, 33), loss(33), flagged={2})

    assert check.totals[1] == Totals(game_points=3, games_won=1, plus=33, minus=0)
    assert check.totals[2] == Totals(game_points=9, games_won=3, plus=300, minus=33)


# 12.2.h: no harm, no foul.


@pytest.mark.parametrize("flagged", [{1}, {2}, {1, 2}])
def test_12_2_h_both_cards_stand_where_each_has_the_worse_spread(flagged: set[int]) -> None:
    assert settle(win(15), loss(20), flagged=flagged) == Settled(("12.2.h",), win(15), loss(20))


def test_12_2_h_is_the_same_when_the_second_card_wins() -> None:
    assert settle(loss(20), win(15), flagged={2}) == Settled(("12.2.h",), loss(20), win(15))


def test_12_2_h_is_a_ruling_without_changes() -> None:
    check = check_two_cards(win(15), loss(20), flagged={1})

    assert check.rulings == (FoundRuling(1, (1, 2), ("12.2.h",), ()),)


def test_12_2_h_skunk_on_the_losing_card_makes_no_skunk_of_the_win() -> None:
    assert settle(win(30), loss(31), flagged={1, 2}) == Settled(("12.2.h",), win(30), loss(31))


# 12.2.i: whose place the rulings change.


def test_12_2_i_standings_before_the_rulings_are_kept_beside_those_after() -> None:
    cards = [
        card(1, (2, win(40)), (3, win(20))),
        card(2, (1, loss(40)), (4, win(10))),
        card(3, (4, win(25)), (1, loss(30))),
        card(4, (3, loss(25)), (2, loss(10))),
    ]
    unlike = [card(1, (2, win(40)), (3, win(20))), card(2, (1, loss(12)), (4, win(38))), *cards[2:]]

    same, changed = (calculate(event(found, games=2)) for found in (cards[:2], unlike))

    assert same.before is same.result.ranking
    assert {place.entrant: place.totals.game_points for place in changed.before.places} == {1: 5, 2: 3, 3: 2, 4: 0}
    assert {place.entrant: place.totals.game_points for place in changed.result.ranking.places} == {
        1: 4,
        2: 3,
        3: 2,
        4: 0,
    }


# What is no discrepancy at all.


@pytest.mark.parametrize("spread", [1, 30, 31, 121])
def test_12_2_cards_that_agree_need_no_ruling(spread: int) -> None:
    check = check_two_cards(win(spread), loss(spread), flagged={1})

    assert (check.rulings, check.undecided, check.unchecked) == ((), (), ())


def test_12_2_cards_agree_where_game_points_are_blank() -> None:
    check = check_two_cards(Entry(None, 16, None), Entry(None, None, 16), flagged={1})

    assert (check.rulings, check.undecided, check.arithmetic) == ((), (), ())
    assert (check.lines[1][1], check.lines[2][1]) == (line(1, 2, win(16)), line(1, 1, loss(16)))


def test_12_2_blank_game_points_claim_what_the_column_says() -> None:
    settled = settle(Entry(None, 21, None), Entry(None, None, 16), flagged={1})

    assert settled == Settled(("12.2.a",), win(16), loss(16))


def test_12_2_line_that_is_missing_leaves_its_game_alone() -> None:
    check = cross_check([card(1, (2, win(21))), card(2, None)], entrants=(1, 2), qualifiers=1, games=1)

    assert (check.rulings, check.undecided, check.unchecked) == ((), (), ())
    assert check.lines[1][1] == line(1, 2, win(21))
