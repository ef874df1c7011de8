"""Appendix 10, 11 and 13 (guidelines 10, 12 and 14 in acc-2010): whose cards are read, and the dead zone.

Cards of the apparent qualifiers are read against their opponents' cards. A ruling may drop one of them below
somebody whose card nobody has read yet; that card is then read as well.
"""

from __future__ import annotations

import pytest

from scorecards.rules.crosscheck import CrossCheck, UncheckedGame, cross_check
from scorecards.rules.line_points import Totals
from tests.builders import HOUSE_PLAYER, Entry, card, entry_of, loss, win
from tournaments.rules.types import CardRecord

EDITIONS = [("acc-2020", "12.2."), ("acc-2010", "guideline 11.")]


def rulings_of(check: CrossCheck) -> list[tuple[int, tuple[int, int], tuple[str, ...]]]:
    return [(ruling.game, ruling.entrants, ruling.rules) for ruling in check.rulings]


def test_app_10_only_games_of_apparent_qualifiers_are_read() -> None:
    cards = [card(1, (2, win(40))), card(2, (1, loss(40))), card(3, (4, win(12))), card(4, (3, loss(5)))]

    check = cross_check(cards, entrants=(1, 2, 3, 4), qualifiers=1, games=1)

    assert check.checked == (1,)
    assert check.rulings == ()
    assert check.unchecked == (UncheckedGame(1, (3, 4)),)
    assert (entry_of(check, 3), entry_of(check, 4)) == (win(12), loss(5))


def test_app_10_everybody_level_with_the_last_qualifying_place_is_read() -> None:
    cards = [card(1, (4, win(20))), card(2, (5, win(20))), card(3, (6, win(19)))]

    check = cross_check(cards, entrants=range(1, 7), qualifiers=1, games=1)

    assert check.checked == (1, 2)


def test_app_10_plus_points_part_two_who_are_level_on_net() -> None:
    cards = [card(1, (3, win(20)), (4, loss(5))), card(2, (4, win(21)), (3, loss(6)))]

    check = cross_check(cards, entrants=(1, 2), qualifiers=1, games=2)

    assert check.checked == (2,)


def test_app_10_house_player_is_never_read_first_nor_ranked() -> None:
    cards = [card(9, (1, win(50)), (2, win(30))), card(1, (9, loss(50)), None), card(2, (1, win(3)), (9, loss(20)))]

    check = cross_check(cards, entrants=(1, 2), qualifiers=1, games=2)

    assert check.checked == (2,)
    assert set(check.totals) == {1, 2}
    assert entry_of(check, 2, game=2) == loss(30)


def dead_zone_cards(second_says_loss_by: int) -> list[CardRecord]:
    """Return cards of four, one place: 1 leads until its skunk is read against the card of 4.

    Then 2 comes first, whose own game against 4 was never read.
    """
    return [
        card(1, (3, win(20)), (4, win(31))),
        card(2, (4, win(30)), (3, win(22))),
        card(3, (1, loss(20)), (2, loss(22))),
        card(4, (2, loss(second_says_loss_by)), (1, loss(10))),
    ]


@pytest.mark.parametrize(("edition", "rule"), EDITIONS)
def test_app_11_ruling_that_drops_a_qualifier_has_the_newcomer_read_as_well(edition: str, rule: str) -> None:
    check = cross_check(dead_zone_cards(12), entrants=(1, 2, 3, 4), qualifiers=1, games=2, edition=edition)

    assert check.checked == (1, 2)
    assert rulings_of(check) == [(1, (2, 4), (rule + "a",)), (2, (1, 4), (rule + "a",))]
    assert check.totals[1] == Totals(4, 2, 30, 0)
    assert check.totals[2] == Totals(4, 2, 34, 0)
    assert check.unchecked == ()


def test_app_13_flag_stays_when_the_newcomer_falls_back() -> None:
    check = cross_check(dead_zone_cards(5), entrants=(1, 2, 3, 4), qualifiers=1, games=2)

    assert check.totals[2] == Totals(4, 2, 27, 0)
    assert check.totals[1] == Totals(4, 2, 30, 0)
    assert check.checked == (1, 2)
    assert rulings_of(check) == [(1, (2, 4), ("12.2.a",)), (2, (1, 4), ("12.2.a",))]


def test_app_13_newcomers_follow_one_another_until_nobody_is_new() -> None:
    """1 falls below 2, then 2 below 3, and each has a game to read that was left alone before."""
    cards = [
        card(1, (4, win(30))),
        card(2, (5, win(29))),
        card(3, (6, win(28))),
        card(4, (1, loss(1))),
        card(5, (2, loss(2))),
        card(6, (3, loss(3))),
    ]

    check = cross_check(cards, entrants=range(1, 7), qualifiers=1, games=1)

    assert check.checked == (1, 2, 3)
    assert [check.totals[entrant].net for entrant in (1, 2, 3)] == [1, 2, 3]


def test_app_13_game_is_ruled_anew_from_the_original_lines_when_the_second_side_is_flagged() -> None:
    """Read for 1 alone, the game of 1 and 2 falls under 12.2.a; that flags 2, and then 12.2.b applies."""
    cards = [
        card(1, (2, win(40)), (HOUSE_PLAYER, win(1)), None),
        card(2, (1, loss(20)), (HOUSE_PLAYER, win(25)), (HOUSE_PLAYER, win(25))),
    ]

    check = cross_check(cards, entrants=(1, 2), qualifiers=1, games=3)

    assert check.checked == (1, 2)
    assert rulings_of(check) == [(1, (1, 2), ("12.2.b",))]
    assert (entry_of(check, 1), entry_of(check, 2)) == (win(20), loss(40))


def test_app_13_opponent_who_gains_by_a_ruling_may_be_the_newcomer() -> None:
    """12.2.d gives the game to the other side, who comes into the places that way and is read as well."""
    cards = [
        card(1, (2, loss(12)), (HOUSE_PLAYER, win(31))),
        card(2, (1, Entry(0, 12, None)), (4, win(30))),
        card(4, None, (2, loss(25))),
    ]

    check = cross_check(cards, entrants=(1, 2, 4), qualifiers=1, games=2)

    assert check.checked == (1, 2)
    assert rulings_of(check) == [(1, (1, 2), ("12.2.d",)), (2, (2, 4), ("12.2.a",))]
    assert check.totals[2] == Totals(4, 2, 37, 0)
