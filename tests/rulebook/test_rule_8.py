"""Rules 8.3, 8.4 and 8.7 (8.8 in 2010): pegs in the wrong hole, and in the wrong hand."""

import pytest

from judging.rules.pegging_penalties import ClaimAct, false_claim, opponents_peg, overpegging, underpegging
from judging.rules.remedy import Board, Party, WorkingError

EDITIONS = ("acc-2020", "acc-2010")


# 8.3: to one's own disadvantage.


def test_8_3_underpegging_stands() -> None:
    remedy = underpegging()

    assert remedy.rules == ("8.3",)
    assert (remedy.offender.forward, remedy.opponent.forward) == (0, 0)


# 8.4.a and b: false claim of game.


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("true", "opponent", "forward", "unpegged", "back", "stands"),
    [
        (118, 80, 3, 0, 15, 103),
        (110, 100, 11, 0, 15, 95),
        (110, 110, 11, 0, 15, 95),  # exactly out
        (110, 112, 9, 2, 15, 95),  # the opponent wins, the offender still goes back
        (120, 120, 1, 0, 15, 105),
        (60, 30, 61, 0, 15, 45),
        (15, 0, 106, 0, 15, 0),
        (0, 0, 121, 0, 0, 0),
    ],
)
def test_8_4_b_opponent_pegs_the_overclaim_and_the_offender_goes_back_fifteen(
    edition: str, true: int, opponent: int, forward: int, unpegged: int, back: int, stands: int
) -> None:
    remedy = false_claim(edition=edition, board=Board(true, opponent))

    assert (remedy.opponent.forward, remedy.opponent.unpegged) == (forward, unpegged)
    assert (remedy.offender.back, remedy.offender.stands) == (back, stands)
    assert remedy.rules == ("8.4.a.(1)", "8.4.b.(1)", "8.4.b.(2)", "8.4.b.(3)")
    assert (remedy.winner is Party.OPPONENT) == (opponent + forward == 121)


@pytest.mark.parametrize(("edition", "rule"), [("acc-2020", "14.1"), ("acc-2010", "13")])
def test_8_4_b_3_offender_with_fewer_than_fifteen_goes_back_to_the_start(edition: str, rule: str) -> None:
    remedy = false_claim(edition=edition, board=Board(8, 3))

    assert (remedy.offender.back, remedy.offender.unpegged, remedy.offender.stands) == (8, 7, 0)
    assert (remedy.opponent.forward, remedy.opponent.stands) == (113, 116)
    assert remedy.left_open == (
        "7 points of the 15 cannot be pegged back. The book gives them to nobody;"
        f" the judges may settle it (rule {rule})."
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_8_4_b_is_worked_out_without_the_opponents_hole(edition: str) -> None:
    remedy = false_claim(edition=edition, board=Board(offender=110))

    assert (remedy.opponent.forward, remedy.opponent.stands, remedy.winner) == (11, None, None)


@pytest.mark.parametrize(
    ("edition", "act", "rule"),
    [
        ("acc-2020", ClaimAct.GAME_HOLE, "8.4.a.(1)"),
        ("acc-2020", ClaimAct.GAME_RECORD_HOLE, "8.4.a.(2)"),
        ("acc-2020", ClaimAct.GAME_RECORD_PEG, "8.4.a.(3)"),
        ("acc-2020", ClaimAct.SCORECARD, "8.4.a"),
        ("acc-2010", ClaimAct.GAME_HOLE, "8.4.a.(1)"),
        ("acc-2010", ClaimAct.SCORECARD, "8.4.a.(2)"),
        ("acc-2010", ClaimAct.GAME_RECORD_HOLE, "8.4.a.(3)"),
        ("acc-2010", ClaimAct.GAME_RECORD_PEG, "8.4.a.(4)"),
    ],
)
def test_8_4_a_acts_are_cited_by_the_editions_own_numbers(edition: str, act: ClaimAct, rule: str) -> None:
    assert false_claim(edition=edition, board=Board(118, 80), act=act).rules[0] == rule


@pytest.mark.parametrize("board", [Board(), Board(opponent=80), Board(121, 80), Board(118, 121)])
def test_8_4_b_true_claim_or_unknown_hole_is_refused(board: Board) -> None:
    with pytest.raises(WorkingError):
        false_claim(edition="acc-2020", board=board)


# 8.4.c and d: too far forward, or too little back.


def test_8_4_c_1_error_found_by_the_opponent_counts_for_the_opponent() -> None:
    remedy = overpegging(error=3, found_by=Party.OPPONENT, board=Board(53, 40))

    assert (remedy.offender.back, remedy.offender.stands) == (3, 50)
    assert (remedy.opponent.forward, remedy.opponent.stands) == (3, 43)
    assert remedy.rules == ("8.4.c.(1)",)


def test_8_4_c_2_error_found_by_the_offender_costs_nothing() -> None:
    remedy = overpegging(error=3, found_by=Party.OFFENDER, board=Board(53, 40))

    assert (remedy.offender.back, remedy.offender.stands) == (3, 50)
    assert (remedy.opponent.forward, remedy.opponent.stands) == (0, 40)
    assert remedy.rules == ("8.4.c.(2)",)


def test_8_4_c_1_opponent_pegs_no_further_than_the_game_hole() -> None:
    remedy = overpegging(error=5, found_by=Party.OPPONENT, board=Board(100, 118))

    assert (remedy.opponent.forward, remedy.opponent.unpegged) == (3, 2)
    assert remedy.winner is Party.OPPONENT


@pytest.mark.parametrize(("during_play", "rule"), [(True, "8.4.d"), (False, "8.4.c")])
def test_8_4_d_claim_too_late_leaves_the_score_as_pegged(during_play: bool, rule: str) -> None:
    remedy = overpegging(error=3, found_by=Party.OPPONENT, board=Board(53, 40), in_time=False, during_play=during_play)

    assert (remedy.offender.back, remedy.opponent.forward, remedy.rules) == (0, 0, (rule,))


@pytest.mark.parametrize(
    ("error", "board"), [(0, Board()), (-1, Board()), (4, Board(3, 0)), (1, Board(121, 80)), (1, Board(80, 121))]
)
def test_8_4_c_impossible_errors_and_the_game_hole_are_refused(error: int, board: Board) -> None:
    with pytest.raises(WorkingError):
        overpegging(error=error, found_by=Party.OPPONENT, board=board)


def test_11_2_backward_penalty_pegged_short_is_put_right_further_back() -> None:
    board = Board(106, 90)  # a false claim at 118: fifteen back is hole 103, and three are missing

    remedy = overpegging(error=3, found_by=Party.OPPONENT, board=board)

    assert (remedy.offender.stands, remedy.opponent.stands) == (103, 93)


# 8.7, 8.8 in 2010: the opponent's peg.


@pytest.mark.parametrize(("edition", "rule"), [("acc-2020", "8.7"), ("acc-2010", "8.8")])
def test_8_7_opponents_peg_costs_two_points_and_the_score_is_pegged_after(edition: str, rule: str) -> None:
    remedy = opponents_peg(edition=edition, due=8, board=Board(60, 70))

    assert (remedy.opponent.forward, remedy.opponent.stands) == (2, 72)
    assert (remedy.offender.forward, remedy.offender.stands) == (8, 68)
    assert remedy.rules == (rule,)


def test_8_7_score_back_is_pegged_after_the_penalty_too() -> None:
    remedy = opponents_peg(edition="acc-2020", due=-10, board=Board(60, 70))

    assert (remedy.offender.back, remedy.offender.stands) == (10, 50)


@pytest.mark.parametrize(("hole", "forward"), [(119, 2), (120, 1)])
def test_8_7_opponent_whom_the_penalty_brings_out_has_won_first(hole: int, forward: int) -> None:
    remedy = opponents_peg(edition="acc-2020", due=8, board=Board(115, hole))

    assert (remedy.opponent.forward, remedy.opponent.stands) == (forward, 121)
    assert (remedy.offender.forward, remedy.offender.stands) == (0, 115)
    assert remedy.winner is Party.OPPONENT


def test_8_7_offender_may_peg_out_after_the_penalty() -> None:
    assert opponents_peg(edition="acc-2020", due=8, board=Board(115, 60)).winner is Party.OFFENDER


def test_8_8_of_2010_leaves_the_place_of_a_front_peg_to_its_8_7() -> None:
    summaries = {
        edition: opponents_peg(edition=edition).summary.partition(" The opponent")[0]
        for edition in ("acc-2020", "acc-2010")
    }

    assert summaries == {
        "acc-2020": "The peg goes back to its hole.",
        "acc-2010": "The peg goes back to its hole; a front peg whose hole is in doubt by rule 8.7.",
    }


def test_8_7_after_the_game_is_refused() -> None:
    with pytest.raises(WorkingError, match="this game is over"):
        opponents_peg(edition="acc-2020", board=Board(121, 60))
