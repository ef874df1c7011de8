"""Guideline 11 (acc-2010): how the earlier edition resolves discrepancies. Its letters differ from 12.2."""

from __future__ import annotations

import pytest

from scorecards.rules.crosscheck import FoundRuling, UndecidedGame, cross_check
from scorecards.rules.discrepancies import NotCovered
from scorecards.rules.line_points import Totals
from tests import builders
from tests.builders import BLANK, Entry, Settled, card, line, loss, win


def settle(first: Entry, second: Entry, *, flagged: set[int]) -> Settled:
    return builders.settle(first, second, flagged=flagged, edition="acc-2010")


def test_11_a_flagged_winner_takes_the_smaller_spread() -> None:
    assert settle(win(21), loss(16), flagged={1}) == Settled(("guideline 11.a",), win(16), loss(16))


def test_11_a_flagged_loser_takes_the_larger_spread() -> None:
    assert settle(win(21), loss(16), flagged={2}) == Settled(("guideline 11.a",), win(21), loss(21))


def test_11_b_both_take_the_worse_spread() -> None:
    assert settle(win(17), loss(16), flagged={1, 2}) == Settled(("guideline 11.b",), win(16), loss(17))


@pytest.mark.parametrize("flagged", [{1}, {2}, {1, 2}])
def test_11_c_spread_on_one_card_counts_for_both(flagged: set[int]) -> None:
    assert settle(win(24), Entry(points=0), flagged=flagged) == Settled(("guideline 11.c",), win(24), loss(24))
    assert settle(Entry(points=2), loss(31), flagged=flagged) == Settled(
        ("guideline 11.c",), Entry(3, 31, None), loss(31)
    )


@pytest.mark.parametrize("flagged", [{1}, {2}, {1, 2}])
@pytest.mark.parametrize(("written", "opposite"), [(win(24), loss(24)), (loss(31), win(31))])
def test_11_c_wholly_blank_card_gets_the_other_side_of_the_result(
    written: Entry, opposite: Entry, flagged: set[int]
) -> None:
    assert settle(written, BLANK, flagged=flagged) == Settled(("guideline 11.c",), written, opposite)
    assert settle(BLANK, written, flagged=flagged) == Settled(("guideline 11.c",), opposite, written)


@pytest.mark.parametrize("flagged", [{1}, {2}, {1, 2}])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (win(40), win(9)),
        (win(9), win(40)),
        (win(9), Entry(3, None, 40)),
        (Entry(2, None, 9), win(40)),
        (Entry(2, None, 9), Entry(3, None, 40)),
    ],
)
def test_11_d_two_wins_are_two_losses_by_the_lower_spread(first: Entry, second: Entry, flagged: set[int]) -> None:
    assert settle(first, second, flagged=flagged) == Settled(("guideline 11.d",), loss(9), loss(9))


@pytest.mark.parametrize("flagged", [{1}, {2}, {1, 2}])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (win(32), Entry(points=2)),
        (Entry(points=2), win(32)),
        (Entry(3, None, 32), Entry(points=2)),
        (Entry(points=3), Entry(2, None, 32)),
    ],
)
def test_11_d_with_c_two_wins_and_one_spread_are_two_losses_by_that_number(
    first: Entry, second: Entry, flagged: set[int]
) -> None:
    settled = settle(first, second, flagged=flagged)

    assert settled == Settled(("guideline 11.c", "guideline 11.d"), loss(32), loss(32))


@pytest.mark.parametrize("flagged", [{1}, {2}, {1, 2}])
def test_11_e_win_stands_and_the_spread_moves_to_its_column(flagged: set[int]) -> None:
    expected = Settled(("guideline 11.e",), win(15), loss(15))

    assert settle(win(15), Entry(0, 15, None), flagged=flagged) == expected
    assert settle(Entry(2, None, 15), loss(15), flagged=flagged) == expected


def test_11_e_with_a_flagged_winner_takes_the_smaller_spread() -> None:
    settled = settle(win(21), Entry(0, 16, None), flagged={1})

    assert settled == Settled(("guideline 11.e", "guideline 11.a"), win(16), loss(16))


def test_11_e_with_c_spread_in_the_wrong_column_counts_for_both() -> None:
    settled = settle(Entry(2, None, 8), Entry(points=0), flagged={1})

    assert settled == Settled(("guideline 11.e", "guideline 11.c"), win(8), loss(8))


def test_11_f_totals_follow_the_ruling() -> None:
    check = builders.check_two_cards(win(40), win(9), flagged={1}, edition="acc-2010")

    assert check.totals[1] == Totals(game_points=9, games_won=3, plus=300, minus=9)
    assert check.totals[2] == Totals(game_points=0, games_won=0, plus=0, minus=9)


def test_11_f_skunk_that_shrinks_below_31_loses_a_game_point() -> None:
    assert settle(win(31), loss(30), flagged={1}) == Settled(("guideline 11.a",), win(30), loss(30))


@pytest.mark.parametrize("flagged", [{1}, {2}, {1, 2}])
def test_11_g_both_cards_stand_where_each_has_the_worse_spread(flagged: set[int]) -> None:
    assert settle(win(15), loss(20), flagged=flagged) == Settled(("guideline 11.g",), win(15), loss(20))


@pytest.mark.parametrize(
    ("first", "second", "flagged"),
    [
        (loss(18), loss(7), {1}),
        (loss(18), loss(7), {2}),
        (loss(18), loss(7), {1, 2}),
        (loss(18), Entry(0, 18, None), {1}),
        (Entry(0, 5, None), loss(31), {2}),
    ],
)
def test_11_g_two_losses_stand_where_each_qualifier_has_the_spread_in_minus(
    first: Entry, second: Entry, flagged: set[int]
) -> None:
    check = builders.check_two_cards(first, second, flagged=flagged, edition="acc-2010")

    assert check.rulings == (FoundRuling(1, (1, 2), ("guideline 11.g",), ()),)
    assert (builders.entry_of(check, 1), builders.entry_of(check, 2)) == (first, second)


@pytest.mark.parametrize(
    ("first", "second", "flagged"),
    [
        (Entry(0, 12, None), loss(5), {1}),
        (Entry(0, 12, None), loss(12), {1, 2}),
        (loss(12), Entry(0, 12, None), {2}),
        (Entry(0, 12, None), Entry(0, 12, None), {1}),
        (Entry(0, 12, None), Entry(0, 12, None), {1, 2}),
    ],
)
def test_11_g_no_qualifier_keeps_a_spread_in_plus_for_a_loss(first: Entry, second: Entry, flagged: set[int]) -> None:
    check = builders.check_two_cards(first, second, flagged=flagged, edition="acc-2010")

    assert check.undecided == (UndecidedGame(1, (1, 2), NotCovered.TWO_LOSSES.value),)
    assert check.rulings == ()


def test_11_g_two_losses_that_stood_are_open_once_the_other_is_a_qualifier_too() -> None:
    """Entrant 2 comes in when a ruling takes the skunk from entrant 1 (guideline 12)."""
    cards = [
        card(1, (2, loss(5)), (3, win(40))),
        card(2, (1, Entry(0, 12, None)), (4, win(20))),
        card(3, (4, loss(9)), (1, loss(16))),
        card(4, (3, win(9)), (2, loss(20))),
    ]

    check = cross_check(cards, entrants=(1, 2, 3, 4), qualifiers=1, games=2, edition="acc-2010")

    assert check.passes == ((1,), (2,))
    assert [ruling.game for ruling in check.rulings] == [2]
    assert check.undecided == (UndecidedGame(1, (1, 2), NotCovered.TWO_LOSSES.value),)
    assert check.lines[2][1] == line(1, 1, Entry(0, 12, None))
