"""Appendix 4, 5 and 6 (the same guidelines in acc-2010): the arithmetic of a card by itself."""

import pytest

from scorecards.rules.crosscheck import cross_check
from scorecards.rules.line_points import SWAPPED_NOTE, CardError, Totals
from tests.builders import Entry, card, loss, win
from tournaments.rules.types import CardRecord, FootTotals, Line

# 14 games won: one skunk, 13 other wins; 29 game points.
FOURTEEN_WON = [*[(2, win(10))] * 13, (2, win(31)), *[(2, loss(5))] * 8]


def errors_of(*cards: CardRecord, games: int) -> tuple[CardError, ...]:
    entrants = [card.entrant for card in cards]
    return cross_check(cards, entrants=entrants, qualifiers=1, games=games).arithmetic


# Appendix 4: game points and games won in each other's place.


def test_app_4_game_points_and_games_won_swapped_are_called_out() -> None:
    recorded = FootTotals(game_points=14, games_won=29, plus=161, minus=40)

    errors = errors_of(card(1, *FOURTEEN_WON, recorded=recorded), games=22)

    expected = Totals(game_points=29, games_won=14, plus=161, minus=40)
    assert cross_check([card(1, *FOURTEEN_WON)], entrants=[1], qualifiers=1, games=22).totals[1] == expected
    assert errors == (
        CardError(1, None, "game_points", 14, 29, SWAPPED_NOTE),
        CardError(1, None, "games_won", 29, 14, SWAPPED_NOTE),
    )


def test_app_4_right_totals_are_no_error() -> None:
    recorded = FootTotals(game_points=29, games_won=14, plus=161, minus=40)

    assert errors_of(card(1, *FOURTEEN_WON, recorded=recorded), games=22) == ()


def test_app_4_wrong_totals_that_could_be_right_are_not_called_swapped() -> None:
    recorded = FootTotals(game_points=28, games_won=13, plus=161, minus=40)

    assert errors_of(card(1, *FOURTEEN_WON, recorded=recorded), games=22) == (
        CardError(1, None, "game_points", 28, 29),
        CardError(1, None, "games_won", 13, 14),
    )


# Appendix 5: game points follow from the plus column.


@pytest.mark.parametrize(("spread", "wrong", "right"), [(30, 3, 2), (31, 2, 3), (1, 3, 2), (121, 2, 3)])
def test_app_5_game_points_of_a_win_are_put_right_in_both_directions(spread: int, wrong: int, right: int) -> None:
    check = cross_check([card(1, (2, Entry(wrong, spread, None)))], entrants=[1], qualifiers=1, games=1)

    assert check.arithmetic == (CardError(1, 1, "points", wrong, right),)
    assert check.totals[1] == Totals(right, 1, spread, 0)


def test_app_5_blank_game_points_are_no_error() -> None:
    check = cross_check(
        [card(1, (2, Entry(None, 31, None)), (3, Entry(None, None, 9)))], entrants=[1], qualifiers=1, games=2
    )

    assert check.arithmetic == ()
    assert check.totals[1] == Totals(3, 1, 31, 9)


@pytest.mark.parametrize(
    "entry", [Entry(3, None, 16), Entry(0, 40, None), Entry(3, 16, 16), Entry(points=3), Entry(points=0)]
)
def test_app_5_a_line_that_is_no_plain_win_has_no_error_of_its_own(entry: Entry) -> None:
    assert errors_of(card(1, (2, entry)), games=1) == ()


def test_app_5_cards_are_compared_with_their_game_points_put_right() -> None:
    cards = [card(1, (2, Entry(2, 40, None))), card(2, (1, loss(40)))]

    check = cross_check(cards, entrants=[1, 2], qualifiers=2, games=1)

    assert (check.rulings, check.undecided) == ((), ())
    assert check.arithmetic == (CardError(1, 1, "points", 2, 3),)


def test_app_5_ruling_starts_from_game_points_put_right() -> None:
    cards = [card(1, (2, Entry(2, 40, None))), card(2, (1, loss(16)))]

    check = cross_check(cards, entrants=[1, 2], qualifiers=1, games=1)

    [change] = check.rulings[0].changes
    assert (change.before.points, change.before.plus) == (3, 40)
    assert (change.after.points, change.after.plus) == (2, 16)


def test_app_5_foot_total_of_game_points_is_compared_with_points_put_right() -> None:
    right = card(1, (2, Entry(2, 40, None)), recorded=FootTotals(game_points=3))
    wrong = card(1, (2, Entry(2, 40, None)), recorded=FootTotals(game_points=2))

    assert errors_of(right, games=1) == (CardError(1, 1, "points", 2, 3),)
    assert errors_of(wrong, games=1) == (CardError(1, 1, "points", 2, 3), CardError(1, None, "game_points", 2, 3))


# Appendix 6: totals of the spread columns.


def test_app_6_spread_totals_are_compared_with_the_lines() -> None:
    wrong = card(1, (2, win(16)), (3, loss(9)), recorded=FootTotals(plus=61, minus=8))

    assert errors_of(wrong, games=2) == (CardError(1, None, "plus", 61, 16), CardError(1, None, "minus", 8, 9))


def test_app_6_blank_total_is_no_error() -> None:
    assert errors_of(card(1, (2, win(16)), recorded=FootTotals()), games=1) == ()


def test_app_6_totals_of_a_card_with_a_missing_line_are_not_compared() -> None:
    unfinished = card(1, (2, win(16)), None, recorded=FootTotals(9, 9, 9, 9))

    assert errors_of(unfinished, games=2) == ()


def test_app_6_totals_are_compared_before_any_ruling() -> None:
    """Entrant 1's foot agrees with a line that a ruling then changes: the ruling makes it no error."""
    cards = [
        card(1, (2, win(21)), recorded=FootTotals(2, 1, 21, 0)),
        card(2, (1, loss(16)), recorded=FootTotals(0, 0, 0, 16)),
    ]

    check = cross_check(cards, entrants=[1, 2], qualifiers=1, games=1)

    assert [ruling.rules for ruling in check.rulings] == [("12.2.a",)]
    assert check.arithmetic == ()


def test_app_6_errors_are_listed_by_entrant_then_game_then_total() -> None:
    second = CardRecord(2, (Line(2, 9, 3, 10), Line(1, 9, 2, 50)), FootTotals(9, 9, 9, 9))
    first = CardRecord(1, (Line(2, 9, 0, None, 10), Line(1, 9, 2, 50)), None)

    errors = cross_check([second, first], entrants=[1, 2], qualifiers=1, games=2).arithmetic

    assert [(error.entrant, error.game, error.field) for error in errors] == [
        (1, 1, "points"),
        (2, 1, "points"),
        (2, 2, "points"),
        (2, None, "game_points"),
        (2, None, "games_won"),
        (2, None, "plus"),
        (2, None, "minus"),
    ]
