"""Rules 9.2.c to e, 9.3.a, 9.4.a and b: counting out of order, the starter mixed, hands and crib mixed."""

import pytest

from judging.rules.counting import (
    Mixed,
    StarterFound,
    crib_counted_first,
    dealer_counted_first,
    mixed_too_soon,
    score_announced,
    starter_mixed,
)
from judging.rules.pegging_penalties import false_claim
from judging.rules.remedy import Board, Party, WorkingError
from tests.rulebook.remedies import EDITIONS, NOT_COVERED, stands

# 9.2.c


@pytest.mark.parametrize(
    ("dealer", "pone", "both"), [(8, 0, (8, 6)), (9, 9, (9, 15)), (119, 10, (119, 16)), (120, 50, (120, 56))]
)
def test_9_2_c_dealer_pegs_again_after_the_pone_without_penalty(dealer: int, pone: int, both: tuple[int, int]) -> None:
    remedy = dealer_counted_first(pegged=8, pone_due=6, board=Board(dealer, pone))

    assert (stands(remedy), remedy.rules, remedy.winner) == (both, ("9.2.c",), None)
    assert (remedy.offender.back, remedy.offender.forward, remedy.opponent.forward) == (8, 8, 6)
    assert remedy.summary.startswith("No penalty.")


@pytest.mark.parametrize("hole", [115, 119, 120])
def test_9_2_c_pone_who_goes_out_first_has_won_and_the_dealer_pegs_no_more(hole: int) -> None:
    remedy = dealer_counted_first(pegged=8, pone_due=6, board=Board(121, hole))

    assert (stands(remedy), remedy.winner) == ((113, 121), Party.OPPONENT)


def test_9_2_c_dealer_who_went_out_too_soon_goes_out_after_the_pone_and_that_is_no_false_claim() -> None:
    remedy = dealer_counted_first(pegged=8, pone_due=6, board=Board(121, 114))

    assert (stands(remedy), remedy.winner) == ((121, 120), Party.OFFENDER)


def test_9_2_c_nothing_is_worked_out_where_the_pone_has_won() -> None:
    with pytest.raises(WorkingError, match="this game is over"):
        dealer_counted_first(pegged=8, pone_due=6, board=Board(50, 121))


# 9.2.d


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("hole", "stood"), [(0, 8), (9, 17), (10, 18), (119, 121), (120, 121)])
def test_9_2_d_announced_score_is_put_right_until_the_cards_are_mixed(edition: str, hole: int, stood: int) -> None:
    remedy = score_announced(edition=edition, announced=6, right=8, accepted=False, board=Board(hole, 60))

    assert (stands(remedy), remedy.rules) == ((stood, 60), ("9.2.d",))
    assert (NOT_COVERED[edition] in remedy.left_open) is (edition == "acc-2010")


@pytest.mark.parametrize("edition", EDITIONS)
def test_9_2_d_after_that_what_was_announced_is_pegged(edition: str) -> None:
    remedy = score_announced(edition=edition, announced=6, right=8, accepted=True, board=Board(50, 60))

    assert (stands(remedy), remedy.rules, remedy.left_open) == ((56, 60), ("9.2.d",), "")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("accepted", [False, True])
def test_9_2_d_does_not_move_a_peg_that_was_let_go_too_short(edition: str, accepted: bool) -> None:
    remedy = score_announced(
        edition=edition, announced=6, right=8, accepted=accepted, is_pegged=True, board=Board(56, 60)
    )

    assert (stands(remedy), remedy.rules) == ((56, 60), ("9.2.d", "8.3"))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("accepted", "both", "rules"), [(False, (48, 60), ("9.2.d", "8.4.c.(2)")), (True, (50, 60), ("9.2.d", "8.4.c"))]
)
def test_9_2_d_dealer_who_announced_and_pegged_too_much_takes_it_back_in_time(
    edition: str, accepted: bool, both: tuple[int, int], rules: tuple[str, ...]
) -> None:
    remedy = score_announced(
        edition=edition, announced=8, right=6, accepted=accepted, is_pegged=True, board=Board(50, 60)
    )

    assert (stands(remedy), remedy.rules) == (both, rules)


def test_9_2_d_right_announcement_needs_no_correction() -> None:
    with pytest.raises(WorkingError, match="nothing to put right"):
        score_announced(edition="acc-2020", announced=6, right=6, accepted=False)


# 9.2.e


def test_9_2_e_crib_counted_first_is_no_false_claim_in_2020() -> None:
    remedy = false_claim(edition="acc-2020", board=Board(115, 90), crib_first=True)

    assert remedy.rules == ("9.2.e",)
    assert (remedy.offender.stands, remedy.opponent.stands) == (115, 90)
    assert remedy.winner is None


def test_9_2_e_crib_counted_first_is_a_false_claim_in_2010() -> None:
    remedy = false_claim(edition="acc-2010", board=Board(115, 90), crib_first=True)

    assert remedy.rules == ("8.4.a.(1)", "8.4.b.(1)", "8.4.b.(2)", "8.4.b.(3)")
    assert (remedy.offender.stands, remedy.opponent.stands) == (100, 96)


@pytest.mark.parametrize(("hole", "stood"), [(4, 8), (9, 13), (10, 14), (119, 121), (120, 121), (121, 121)])
def test_9_2_e_crib_counted_first_comes_off_and_is_pegged_after_the_hand(hole: int, stood: int) -> None:
    remedy = crib_counted_first(edition="acc-2020", pegged=4, hand=4, board=Board(hole, 60))

    assert (stands(remedy), remedy.rules) == ((stood, 60), ("9.2.e",))
    assert remedy.winner is (Party.OFFENDER if stood == 121 else None)
    assert remedy.summary.startswith("No penalty.")


def test_9_2_e_is_not_in_2010_where_the_look_into_the_crib_costs_two_points() -> None:
    remedy = crib_counted_first(edition="acc-2010", pegged=4, hand=4, board=Board(50, 60))

    assert (stands(remedy), remedy.rules) == ((54, 62), ("5.2.a",))
    assert "rule 13" in remedy.left_open


@pytest.mark.parametrize(("hole", "forward"), [(119, 2), (120, 1)])
def test_9_2_e_two_points_of_2010_may_end_the_game_before_the_dealer_counts(hole: int, forward: int) -> None:
    remedy = crib_counted_first(edition="acc-2010", pegged=4, hand=4, board=Board(120, hole))

    assert (stands(remedy), remedy.opponent.forward) == ((116, 121), forward)
    assert remedy.winner is Party.OPPONENT


def test_9_2_e_crib_pegged_into_the_game_hole_is_a_false_claim_in_2010() -> None:
    with pytest.raises(WorkingError, match="false claim"):
        crib_counted_first(edition="acc-2010", pegged=4, hand=4, board=Board(121, 60))


# 9.3.a


@pytest.mark.parametrize(
    ("found", "rules", "words"),
    [
        (StarterFound.AGREED, ("9.3.a",), "goes back on the pack"),
        (StarterFound.REBUILT, ("9.3.a", "9.3.a.(1)"), "rebuild the five cards"),
        (StarterFound.DRAWN, ("9.3.a", "9.3.a.(1)", "9.3.a.(2)"), "draws two"),
        (StarterFound.LOST_IN_PACK, ("9.3.a", "9.3.a.(1)", "9.3.a.(3)"), "turns a new"),
    ],
)
def test_9_3_a_goes_step_by_step_and_costs_two_points_at_every_step(
    found: StarterFound, rules: tuple[str, ...], words: str
) -> None:
    remedy = starter_mixed(found=found, board=Board(9, 10))

    assert (stands(remedy), remedy.rules) == ((9, 12), rules)
    assert words in remedy.summary


@pytest.mark.parametrize(("hole", "stood"), [(0, 2), (9, 11), (10, 12), (119, 121), (120, 121)])
def test_9_3_a_two_points_may_bring_the_opponent_out_and_then_no_starter_is_looked_for(hole: int, stood: int) -> None:
    remedy = starter_mixed(found=StarterFound.DRAWN, board=Board(50, hole))

    assert (remedy.opponent.stands, remedy.winner) == (stood, Party.OPPONENT if stood == 121 else None)
    assert ("draws two" in remedy.summary) is (stood < 121)
    assert remedy.rules == (("9.3.a",) if stood == 121 else ("9.3.a", "9.3.a.(1)", "9.3.a.(2)"))


# 9.4.a and b


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("mixed", "rule"), [(Mixed.HAND, "9.4.a"), (Mixed.CRIB_BY_DEALER, "9.4.b")])
@pytest.mark.parametrize("hole", [0, 9, 10, 119, 120])
def test_9_4_count_of_cards_mixed_too_soon_is_lost(edition: str, mixed: Mixed, rule: str, hole: int) -> None:
    remedy = mixed_too_soon(edition=edition, mixed=mixed, board=Board(hole, 120))

    assert (stands(remedy), remedy.rules, remedy.left_open) == ((hole, 120), (rule,), "")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("hole", "stood"), [(9, 1), (10, 2), (119, 111), (120, 112)])
def test_9_4_a_hand_pegged_and_not_confirmed_is_taken_back_and_that_is_left_open(
    edition: str, hole: int, stood: int
) -> None:
    remedy = mixed_too_soon(edition=edition, mixed=Mixed.HAND, pegged=8, board=Board(hole, 120))

    assert (stands(remedy), remedy.opponent.forward) == ((stood, 120), 0)
    assert NOT_COVERED[edition] in remedy.left_open


@pytest.mark.parametrize("mixed", Mixed)
def test_9_4_count_that_was_pegged_and_confirmed_stands(mixed: Mixed) -> None:
    remedy = mixed_too_soon(edition="acc-2020", mixed=mixed, pegged=8, confirmed=True, board=Board(50, 60))

    assert (stands(remedy), remedy.summary) == ((50, 60), "The count was pegged and accepted: it stands.")


@pytest.mark.parametrize("board", [Board(121, 5), Board(5, 121)])
def test_nothing_is_worked_out_in_a_game_that_is_over(board: Board) -> None:
    workings = [
        lambda: score_announced(edition="acc-2020", announced=6, right=8, accepted=False, board=board),
        lambda: starter_mixed(found=StarterFound.AGREED, board=board),
        lambda: mixed_too_soon(edition="acc-2020", mixed=Mixed.HAND, board=board),
    ]

    for work_out in workings:
        with pytest.raises(WorkingError, match="this game is over"):
            work_out()
