"""Rules 8.5.a and b, 8.6, 8.8 to 8.10 (in 2010 8.5 to 8.7, 8.9 to 8.11): pegs taken out, touched, and pegging out."""

import pytest

from judging.rules.pegging_penalties import ClaimAct
from judging.rules.pegs import (
    FrontPeg,
    Touched,
    both_pegs_out,
    front_peg_out,
    game_conceded,
    go_too_soon,
    not_pegged_out,
    peg_touched,
    win_claimed_by_act,
    wrong_track,
)
from judging.rules.remedy import Board, Party, WorkingError
from tests.rulebook.remedies import EDITIONS, NOT_COVERED, stands

# 8.5.a: front peg in hole 50, rear peg in hole 42, six points to peg.


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("front_peg", "rule", "stood"),
    [
        (FrontPeg.IN_HAND, "8.5.a.(1)", 48),
        (FrontPeg.PEGGED_BACKWARD, "8.5.a.(2)", 42),
        (FrontPeg.PEGGED_FORWARD, "8.5.a.(3)", 48),
    ],
)
def test_8_5_a_score_before_is_lost_and_pegged_backward_the_latest_too(
    edition: str, front_peg: FrontPeg, rule: str, stood: int
) -> None:
    remedy = front_peg_out(edition=edition, front_peg=front_peg, before=8, score=6, board=Board(50, 60))

    assert (stands(remedy), remedy.rules, remedy.opponent.forward) == ((stood, 60), (rule,), 0)


@pytest.mark.parametrize("front_peg", [FrontPeg.IN_HAND, FrontPeg.PEGGED_FORWARD])
@pytest.mark.parametrize(
    ("hole", "before", "score", "stood"),
    [(9, 9, 2, 2), (10, 4, 0, 6), (119, 2, 3, 120), (120, 2, 2, 120), (119, 1, 6, 121), (120, 1, 2, 121)],
)
def test_8_5_a_latest_score_is_pegged_from_the_peg_that_stayed_up_to_the_game_hole(
    front_peg: FrontPeg, hole: int, before: int, score: int, stood: int
) -> None:
    remedy = front_peg_out(edition="acc-2020", front_peg=front_peg, before=before, score=score, board=Board(hole, 120))

    assert remedy.offender.stands == stood
    assert remedy.winner is (Party.OFFENDER if stood == 121 else None)


@pytest.mark.parametrize("hole", [9, 10, 119, 120])
def test_8_5_a_2_both_pegs_on_fourth_street_start_from_zero(hole: int) -> None:
    remedy = front_peg_out(
        edition="acc-2020", front_peg=FrontPeg.BOTH_ON_FOURTH, before=4, score=6, board=Board(hole, 120)
    )

    assert (stands(remedy), remedy.offender.back, remedy.rules) == ((0, 120), hole, ("8.5.a.(2)",))


def test_8_5_a_2_start_from_zero_needs_the_hole() -> None:
    with pytest.raises(WorkingError, match="front peg stood"):
        front_peg_out(edition="acc-2020", front_peg=FrontPeg.BOTH_ON_FOURTH, before=4, score=6)


def test_8_5_a_2_peg_on_fourth_street_goes_behind_the_one_on_first() -> None:
    remedy = front_peg_out(edition="acc-2020", front_peg=FrontPeg.BACK_ON_FOURTH, before=4, score=6, board=Board(9, 50))

    assert (stands(remedy), remedy.rules) == ((5, 50), ("8.5.a.(2)",))
    assert "behind the one on first street" in remedy.summary


def test_8_5_a_peg_counts_as_out_once_clear_of_its_hole_in_2020_only() -> None:
    remedy = front_peg_out(edition="acc-2020", front_peg=FrontPeg.NOT_CLEAR, before=8, score=6, board=Board(50, 60))

    assert (stands(remedy), remedy.rules) == ((50, 60), ("8.5.a",))
    with pytest.raises(WorkingError, match="does not say from when"):
        front_peg_out(edition="acc-2010", front_peg=FrontPeg.NOT_CLEAR, before=8, score=6)


def test_8_5_a_player_cannot_lose_more_than_was_ever_pegged() -> None:
    with pytest.raises(WorkingError, match="cannot have been pegged"):
        front_peg_out(edition="acc-2020", front_peg=FrontPeg.IN_HAND, before=8, score=6, board=Board(0, 60))


# 8.5.b


@pytest.mark.parametrize(("hole", "stood_2020"), [(0, 6), (9, 15), (10, 16), (119, 121), (120, 121)])
def test_8_5_b_score_is_pegged_in_2020_and_lost_in_2010(hole: int, stood_2020: int) -> None:
    new, old = (both_pegs_out(edition=edition, score=6, board=Board(hole, 60)) for edition in EDITIONS)

    assert (new.offender.stands, old.offender.stands) == (stood_2020, hole)
    assert (new.rules, old.rules) == (("8.5.b",), ("8.5.b",))
    assert new.winner is (Party.OFFENDER if stood_2020 == 121 else None)
    assert (new.opponent.forward, old.opponent.forward) == (0, 0)


def test_8_5_b_of_2010_first_asks_whether_it_was_an_accident() -> None:
    assert "knocked out by accident" in both_pegs_out(edition="acc-2010", score=6).summary


@pytest.mark.parametrize("edition", EDITIONS)
def test_8_5_b_without_a_score_to_peg_is_left_open(edition: str) -> None:
    remedy = both_pegs_out(edition=edition, score=0, board=Board(50, 60))

    assert (stands(remedy), NOT_COVERED[edition] in remedy.left_open) == ((50, 60), True)


# 8.6, 8.7 of 2010, 8.8


@pytest.mark.parametrize("touched", [Touched.OWN_LOOSE, Touched.OPPONENTS])
@pytest.mark.parametrize("edition", EDITIONS)
def test_8_6_touching_a_peg_costs_nothing(edition: str, touched: Touched) -> None:
    remedy = peg_touched(edition=edition, touched=touched, board=Board(119, 120))

    assert (stands(remedy), remedy.rules, remedy.left_open) == ((119, 120), ("8.6",), "")
    assert remedy.summary.startswith("No penalty.")


@pytest.mark.parametrize("touched", [Touched.FRONT_KNOCKED_OUT, Touched.BACK_KNOCKED_OUT])
def test_8_7_of_2010_places_pegs_that_were_knocked_out(touched: Touched) -> None:
    remedy = peg_touched(edition="acc-2010", touched=touched, board=Board(9, 10))

    assert (stands(remedy), remedy.rules, remedy.left_open) == ((9, 10), ("8.7",), "")


@pytest.mark.parametrize("touched", [Touched.FRONT_KNOCKED_OUT, Touched.BACK_KNOCKED_OUT])
def test_8_6_of_2020_does_not_say_where_a_peg_that_was_knocked_out_goes(touched: Touched) -> None:
    remedy = peg_touched(edition="acc-2020", touched=touched, board=Board(9, 10))

    assert (stands(remedy), remedy.rules) == ((9, 10), ("8.6",))
    assert "14.1" in remedy.left_open


@pytest.mark.parametrize(("edition", "rule"), [("acc-2020", "8.8"), ("acc-2010", "8.9")])
@pytest.mark.parametrize("hole", [0, 9, 10, 119, 120])
def test_8_8_right_score_in_the_wrong_track_is_moved_without_penalty(edition: str, rule: str, hole: int) -> None:
    remedy = wrong_track(edition=edition, board=Board(hole, 50))

    assert (stands(remedy), remedy.rules) == ((hole, 50), (rule,))
    assert remedy.summary.startswith("No penalty.")


# 8.9: in 2010 8.10


@pytest.mark.parametrize(("edition", "rule"), [("acc-2020", "8.9"), ("acc-2010", "8.10")])
@pytest.mark.parametrize("hole", [1, 9, 10, 119, 120, 121])
def test_8_9_go_that_nobody_could_play_on_stands_and_may_have_won(edition: str, rule: str, hole: int) -> None:
    remedy = go_too_soon(edition=edition, opponent_could_play=False, board=Board(hole, 60))

    assert (stands(remedy), remedy.rules) == ((hole, 60), (rule,))
    assert remedy.winner is (Party.OFFENDER if hole == 121 else None)


@pytest.mark.parametrize(("edition", "rule"), [("acc-2020", "8.9"), ("acc-2010", "8.10")])
@pytest.mark.parametrize(
    ("found_by", "both", "part"), [(Party.OPPONENT, (49, 61), "8.4.c.(1)"), (Party.OFFENDER, (49, 60), "8.4.c.(2)")]
)
def test_8_9_go_that_the_other_could_play_on_is_an_overpeg(
    edition: str, rule: str, found_by: Party, both: tuple[int, int], part: str
) -> None:
    remedy = go_too_soon(edition=edition, opponent_could_play=True, found_by=found_by, board=Board(50, 60))

    assert (stands(remedy), remedy.rules) == (both, (rule, part))


@pytest.mark.parametrize(("edition", "rule"), [("acc-2020", "8.9"), ("acc-2010", "8.10")])
@pytest.mark.parametrize(("opponent", "stood"), [(0, 1), (9, 10), (10, 11), (119, 120), (120, 121)])
def test_8_9_such_a_go_into_the_game_hole_is_a_false_claim(edition: str, rule: str, opponent: int, stood: int) -> None:
    remedy = go_too_soon(edition=edition, opponent_could_play=True, board=Board(121, opponent))

    assert stands(remedy) == (105, stood)
    assert remedy.rules == (rule, "8.4.a.(1)", "8.4.b.(1)", "8.4.b.(2)", "8.4.b.(3)")


# 8.10: in 2010 8.11


@pytest.mark.parametrize(("hole", "due"), [(119, 2), (120, 1), (110, 12)])
def test_8_10_player_who_forgot_is_reminded_and_pegs_out(hole: int, due: int) -> None:
    remedy = not_pegged_out(edition="acc-2020", refuses=False, due=due, board=Board(hole, 120))

    assert (remedy.offender.stands, remedy.winner, remedy.rules) == (121, Party.OFFENDER, ("8.10",))


@pytest.mark.parametrize(("hole", "due"), [(119, 2), (120, 12)])
def test_8_10_a_player_who_refuses_loses_that_score_and_play_goes_on(hole: int, due: int) -> None:
    remedy = not_pegged_out(edition="acc-2020", refuses=True, due=due, board=Board(hole, 120))

    assert (stands(remedy), remedy.winner, remedy.rules) == ((hole, 120), None, ("8.10.a",))


@pytest.mark.parametrize("hole", [0, 9, 10])
def test_8_10_points_that_do_not_reach_the_game_hole_are_refused(hole: int) -> None:
    with pytest.raises(WorkingError, match="do not reach"):
        not_pegged_out(edition="acc-2020", refuses=True, due=12, board=Board(hole, 50))


@pytest.mark.parametrize(("refuses"), [False, True])
def test_8_10_match_play_knows_no_duty_to_peg_out(refuses: bool) -> None:
    remedy = not_pegged_out(edition="acc-2020", refuses=refuses, due=2, match_play=True, board=Board(119, 120))

    assert (stands(remedy), remedy.rules, "14.1" in remedy.left_open) == ((119, 120), ("8.10",), True)


@pytest.mark.parametrize("edition", EDITIONS)
def test_10_1_c_muggins_takes_the_place_of_the_rule_on_pegging_out(edition: str) -> None:
    remedy = not_pegged_out(edition=edition, refuses=True, due=2, muggins=True, board=Board(119, 120))

    assert (stands(remedy), remedy.rules) == ((119, 120), ("10.1.c",))


def test_8_11_of_2010_names_no_price_for_not_pegging_out() -> None:
    remedy = not_pegged_out(edition="acc-2010", refuses=True, due=2, board=Board(119, 120))

    assert (stands(remedy), remedy.rules, "rule 13" in remedy.left_open) == ((119, 120), ("8.11",), True)


@pytest.mark.parametrize(
    ("act", "rule"),
    [
        (ClaimAct.SCORECARD, "8.11.a.(1)"),
        (ClaimAct.GAME_RECORD_HOLE, "8.11.a.(2)"),
        (ClaimAct.GAME_RECORD_PEG, "8.11.a.(3)"),
    ],
)
def test_8_11_of_2010_act_with_points_enough_wins(act: ClaimAct, rule: str) -> None:
    remedy = win_claimed_by_act(edition="acc-2010", act=act, due=2, board=Board(119, 120))

    assert (remedy.offender.stands, remedy.winner) == (121, Party.OFFENDER)
    assert remedy.rules == (rule, "8.11.b")


@pytest.mark.parametrize(("hole", "back"), [(0, 0), (9, 2), (10, 3), (112, 105)])
def test_8_11_c_of_2010_act_without_points_enough_is_a_false_claim(hole: int, back: int) -> None:
    remedy = win_claimed_by_act(edition="acc-2010", act=ClaimAct.SCORECARD, due=8, board=Board(hole, 100))

    assert remedy.offender.stands == back
    assert remedy.opponent.forward == min(121 - (hole + 8), 21)
    assert remedy.rules == ("8.11.c", "8.4.a.(2)", "8.4.b.(1)", "8.4.b.(2)", "8.4.b.(3)")


def test_8_11_is_not_in_2020_and_not_in_muggins() -> None:
    with pytest.raises(WorkingError, match="only the 2010 edition"):
        win_claimed_by_act(edition="acc-2020", act=ClaimAct.SCORECARD, due=2, board=Board(119, 0))
    remedy = win_claimed_by_act(edition="acc-2010", act=ClaimAct.SCORECARD, due=2, muggins=True, board=Board(119, 0))
    assert (stands(remedy), remedy.rules) == ((119, 0), ("10.1.c",))


@pytest.mark.parametrize(("edition", "rule"), [("acc-2020", "8.10.b"), ("acc-2010", "8.11.d")])
@pytest.mark.parametrize("hole", [0, 9, 10, 119, 120])
def test_8_10_b_game_conceded_in_match_play_is_won(edition: str, rule: str, hole: int) -> None:
    remedy = game_conceded(edition=edition, match_play=True, board=Board(50, hole))

    assert (remedy.opponent.stands, remedy.winner, remedy.rules) == (121, Party.OPPONENT, (rule,))
    assert remedy.offender.stands == 50


@pytest.mark.parametrize(("edition", "rule", "is_open"), [("acc-2020", "8.10.b", False), ("acc-2010", "8.11.d", True)])
def test_8_10_b_game_conceded_in_a_qualifying_round_goes_on(edition: str, rule: str, is_open: bool) -> None:
    remedy = game_conceded(edition=edition, match_play=False, board=Board(50, 119))

    assert (stands(remedy), remedy.rules, bool(remedy.left_open)) == ((50, 119), (rule,), is_open)


@pytest.mark.parametrize("board", [Board(121, 5), Board(5, 121)])
def test_nothing_is_worked_out_in_a_game_that_is_over(board: Board) -> None:
    workings = [
        lambda: front_peg_out(edition="acc-2020", front_peg=FrontPeg.IN_HAND, before=1, score=2, board=board),
        lambda: both_pegs_out(edition="acc-2020", score=2, board=board),
        lambda: peg_touched(edition="acc-2020", touched=Touched.OWN_LOOSE, board=board),
        lambda: wrong_track(edition="acc-2020", board=board),
        lambda: not_pegged_out(edition="acc-2020", refuses=True, due=2, board=board),
        lambda: win_claimed_by_act(edition="acc-2010", act=ClaimAct.SCORECARD, due=2, board=board),
        lambda: game_conceded(edition="acc-2020", match_play=True, board=board),
    ]

    for work_out in workings:
        with pytest.raises(WorkingError, match="this game is over"):
            work_out()


def test_go_is_not_worked_out_where_the_other_has_won() -> None:
    with pytest.raises(WorkingError, match="this game is over"):
        go_too_soon(edition="acc-2020", opponent_could_play=False, board=Board(5, 121))
