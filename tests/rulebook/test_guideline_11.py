"""Guideline 11 (acc-2010): how the earlier edition resolves discrepancies. Its letters differ from 12.2."""

import pytest

from scorecards.rules.crosscheck import FoundRuling, UndecidedGame, cross_check
from scorecards.rules.discrepancies import NotCovered
from scorecards.rules.line_points import Totals
from tests import builders
from tests.builders import BLANK, Entry, Settled, card, line, loss, win

EVERYBODY = ({1}, {2}, {1, 2})

# Letters, what the case is, who is flagged, both entries as written, both in force.
SETTLED = [
    ("a", "flagged winner takes the smaller", [{1}], (win(21), loss(16)), (win(16), loss(16))),
    ("a", "flagged loser takes the larger", [{2}], (win(21), loss(16)), (win(21), loss(21))),
    ("a", "skunk that shrinks loses a game point (11.f)", [{1}], (win(31), loss(30)), (win(30), loss(30))),
    ("b", "both take the worse", [{1, 2}], (win(17), loss(16)), (win(16), loss(17))),
    ("c", "on the winning card", EVERYBODY, (win(24), Entry(points=0)), (win(24), loss(24))),
    ("c", "on the losing card", EVERYBODY, (Entry(points=2), loss(31)), (Entry(3, 31, None), loss(31))),
    ("c", "second wholly blank", EVERYBODY, (win(24), BLANK), (win(24), loss(24))),
    ("c", "second wholly blank, lost", EVERYBODY, (loss(31), BLANK), (loss(31), win(31))),
    ("c", "first wholly blank", EVERYBODY, (BLANK, win(24)), (loss(24), win(24))),
    ("c", "first wholly blank, won", EVERYBODY, (BLANK, loss(31)), (win(31), loss(31))),
    # Two wins are two losses by the lower spread, or by the only one.
    ("d", "both in plus", EVERYBODY, (win(40), win(9)), (loss(9), loss(9))),
    ("d", "second is higher", EVERYBODY, (win(9), win(40)), (loss(9), loss(9))),
    ("d", "second in minus", EVERYBODY, (win(9), Entry(3, None, 40)), (loss(9), loss(9))),
    ("d", "first in minus", EVERYBODY, (Entry(2, None, 9), win(40)), (loss(9), loss(9))),
    ("d", "both in minus", EVERYBODY, (Entry(2, None, 9), Entry(3, None, 40)), (loss(9), loss(9))),
    ("c d", "first has the only one", EVERYBODY, (win(32), Entry(points=2)), (loss(32), loss(32))),
    ("c d", "second has the only one", EVERYBODY, (Entry(points=2), win(32)), (loss(32), loss(32))),
    ("c d", "first in minus", EVERYBODY, (Entry(3, None, 32), Entry(points=2)), (loss(32), loss(32))),
    ("c d", "second in minus", EVERYBODY, (Entry(points=3), Entry(2, None, 32)), (loss(32), loss(32))),
    # The win stands, and the spread moves to its column.
    ("e", "both in plus", EVERYBODY, (win(15), Entry(0, 15, None)), (win(15), loss(15))),
    ("e", "both in minus", EVERYBODY, (Entry(2, None, 15), loss(15)), (win(15), loss(15))),
    ("e a", "flagged winner", [{1}], (win(21), Entry(0, 16, None)), (win(16), loss(16))),
    ("e c", "wrong column alone", [{1}], (Entry(2, None, 8), Entry(points=0)), (win(8), loss(8))),
    ("g", "each has the worse", EVERYBODY, (win(15), loss(20)), (win(15), loss(20))),
]


@pytest.mark.parametrize(
    ("letters", "flagged", "cards", "in_force"),
    [
        pytest.param(letters, flagged, cards, in_force, id=f"11.{letters}: {case}")
        for letters, case, flags, cards, in_force in SETTLED
        for flagged in flags
    ],
)
def test_11_a_to_g_settle_a_game(
    letters: str, flagged: set[int], cards: tuple[Entry, Entry], in_force: tuple[Entry, Entry]
) -> None:
    rules = tuple(f"guideline 11.{letter}" for letter in letters.split())

    assert builders.settle(*cards, flagged=flagged, edition="acc-2010") == Settled(rules, *in_force)


def test_11_f_totals_follow_the_ruling() -> None:
    check = builders.check_two_cards(win(40), win(9), flagged={1}, edition="acc-2010")

    assert check.totals[1] == Totals(game_points=9, games_won=3, plus=300, minus=9)
    assert check.totals[2] == Totals(game_points=0, games_won=0, plus=0, minus=9)


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


def test_11_g_two_losses_are_open_where_the_other_would_qualify_by_a_win_that_its_card_contradicts() -> None:
    """Entrant 2 is flagged from the beginning: by "0 | +12" read as a win (guideline 12, the dead zone)."""
    cards = [
        card(1, (2, loss(5)), (3, win(40))),
        card(2, (1, Entry(0, 12, None)), (4, win(20))),
        card(3, (4, loss(9)), (1, loss(16))),
        card(4, (3, win(9)), (2, loss(20))),
    ]

    check = cross_check(cards, entrants=(1, 2, 3, 4), qualifiers=1, games=2, edition="acc-2010")

    assert check.passes == ((1, 2),)
    assert [ruling.game for ruling in check.rulings] == [2]
    assert check.undecided == (UndecidedGame(1, (1, 2), NotCovered.TWO_LOSSES.value),)
    assert check.lines[2][1] == line(1, 1, Entry(0, 12, None))
