"""Appendix 10, 11 and 13 (guidelines 10, 12 and 14 in acc-2010): whose cards are read, and the dead zone.

Cards of the apparent qualifiers are read against their opponents' cards. A ruling may drop one of them below
somebody whose card nobody has read yet; that card is then read as well.
"""

from dataclasses import replace

import pytest

from scorecards.rules.crosscheck import CrossCheck, UncheckedGame, UndecidedGame, cross_check
from scorecards.rules.line_points import Totals
from tests.builders import BLANK, HOUSE_PLAYER, Entry, card, decision, entry_of, loss, win
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


READ_IN_FAVOR = [
    # As written, what the opponent says, and who is checked beside the one qualifier, who won by 16.
    (Entry(0, 17, None), loss(17), (1, 2)),
    (Entry(2, None, 17), loss(17), (1, 2)),
    (Entry(0, 16, None), loss(16), (1, 2)),
    (BLANK, loss(17), (1, 2)),
    (BLANK, Entry(None, None, 17), (1, 2)),
    (Entry(0, 15, None), loss(15), (1,)),
    (BLANK, loss(15), (1,)),
    (BLANK, win(17), (1,)),
    (BLANK, Entry(0, None, None), (1,)),
    (BLANK, Entry(0, 17, 17), (1,)),
    (Entry(0, None, None), loss(17), (1,)),
    (Entry(None, 17, 17), loss(17), (1,)),
    (loss(17), loss(17), (1,)),
]


@pytest.mark.parametrize("edition", ["acc-2020", "acc-2010"])
@pytest.mark.parametrize(("written", "theirs", "checked"), READ_IN_FAVOR)
def test_app_5_card_that_would_qualify_by_a_line_read_in_its_favor_is_flagged(
    written: Entry, theirs: Entry, checked: tuple[int, ...], edition: str
) -> None:
    cards = [card(1, (3, win(16))), card(2, (4, written)), card(3, (1, loss(16))), card(4, (2, theirs))]

    check = cross_check(cards, entrants=(1, 2, 3), qualifiers=1, games=1, edition=edition)

    assert check.checked == checked
    assert check.in_favor == {number: (1,) for number in checked if number != 1}


def test_app_5_slip_that_leaves_out_a_qualifier_is_ruled_once_it_is_read() -> None:
    cards = [card(1, (3, win(16))), card(2, (4, Entry(0, 17, None))), card(3, (1, loss(16))), card(4, (2, loss(17)))]

    check = cross_check(cards, entrants=(1, 2, 3, 4), qualifiers=1, games=1)

    assert rulings_of(check) == [(1, (2, 4), ("12.2.d",))]
    assert check.totals[2] == Totals(2, 1, 17, 0)


def test_app_13_line_of_a_decision_is_not_read_in_favor_of_the_card() -> None:
    cards = [card(1, (3, win(16))), card(2, (4, Entry(0, 17, None))), card(3, (1, loss(16))), card(4, (2, loss(17)))]
    decided = decision(1, (2, loss(17)), (4, win(17)))

    check = cross_check(cards, entrants=(1, 2, 3), qualifiers=1, games=1, decisions=[decided])

    assert check.checked == (1,)


def test_app_13_dead_zone_is_read_again_against_the_line_as_it_is_then() -> None:
    """1 falls from 40 to 12 by its opponent's card; only then 2 would be level with 13 in plus."""
    cards = [card(1, (3, win(30))), card(2, (4, Entry(0, 13, None))), card(3, (1, loss(12))), card(4, (2, loss(13)))]

    check = cross_check(cards, entrants=(1, 2, 3, 4), qualifiers=1, games=1)

    assert check.passes == ((1,), (2,))
    assert check.in_favor == {2: (1,)}


AGAINST_A_LEAVER = [
    # As written, by how much the last qualifier won, whether the card is checked, and what waits.
    (win(10), 5, True, False),
    (Entry(3, 10, None), 5, True, False),
    (win(25), 20, True, True),
    (loss(5), 9, True, True),
    (loss(5), 11, False, True),
    (BLANK, 9, True, True),
    (BLANK, 11, False, True),
    (Entry(0, 17, None), 12, False, True),
    (Entry(0, 17, None), 10, True, True),
    (Entry(0, None, None), 10, True, True),
]


@pytest.mark.parametrize("edition", ["acc-2020", "acc-2010"])
@pytest.mark.parametrize(("written", "line", "is_checked", "is_open"), AGAINST_A_LEAVER)
def test_app_10_line_against_somebody_who_had_left_waits_unless_it_is_a_win_by_ten(
    written: Entry, line: int, is_checked: bool, is_open: bool, edition: str
) -> None:
    cards = [card(1, (3, win(line))), card(2, (4, written)), card(3, (1, loss(line)))]

    check = cross_check(cards, entrants=(1, 2, 3, 4), qualifiers=1, games=1, edition=edition, last_games={4: 0})

    assert (2 in check.checked) == is_checked
    undecided = [UndecidedGame(1, (2, 4), "the opponent had left")]
    assert list(check.undecided) == (undecided if is_checked and is_open else [])
    assert list(check.unchecked) == ([UncheckedGame(1, (2, 4))] if is_open and not is_checked else [])


def test_app_10_leavers_own_flag_does_not_make_a_line_against_them_wait() -> None:
    cards = [card(4, (1, win(40)), None), card(1, (4, loss(40)), None), card(2, None, (4, loss(5)))]

    check = cross_check(cards, entrants=(1, 2, 4), qualifiers=1, games=2, last_games={4: 1})

    assert check.checked == (4,)
    assert check.undecided == ()
    assert check.unchecked == (UncheckedGame(2, (2, 4)),)


def test_app_10_line_that_somebody_wrote_before_leaving_is_compared_as_always() -> None:
    check = cross_check(
        [card(1, (2, win(20))), card(2, (1, loss(15)))], entrants=(1, 2), qualifiers=1, games=1, last_games={2: 0}
    )

    assert rulings_of(check) == [(1, (1, 2), ("12.2.a",))]


def test_app_10_third_card_that_names_the_writer_is_the_only_mismatch_listed() -> None:
    cards = [card(1, (4, win(25))), card(2, (1, loss(25)))]

    check = cross_check(cards, entrants=(1, 2, 4), qualifiers=1, games=1, last_games={4: 0})

    assert check.undecided == (UndecidedGame(1, (1, 2), "the cards name different opponents"),)
    assert check.unchecked == ()


def test_rule_14_1_decision_of_one_line_settles_a_game_against_somebody_who_had_left() -> None:
    decided = decision(1, (1, win(10)), (4, loss(10)))
    decided = replace(decided, lines=decided.lines[:1])

    check = cross_check(
        [card(1, (4, BLANK))], entrants=(1, 4), qualifiers=1, games=1, decisions=[decided], last_games={4: 0}
    )

    assert (check.undecided, check.unchecked) == ((), ())
    assert check.totals == {1: Totals(2, 1, 10, 0), 4: Totals()}
