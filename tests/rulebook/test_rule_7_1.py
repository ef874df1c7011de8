"""Rule 7.1.e: points pegged for a card that took the count past 31."""

import pytest

from judging.rules.pegging_penalties import card_past_31
from judging.rules.remedy import Board, Party, WorkingError

EDITIONS = ("acc-2020", "acc-2010")


@pytest.mark.parametrize(("found_by", "forward"), [(Party.OPPONENT, 2), (Party.OFFENDER, 0)])
def test_7_1_e_points_for_a_card_past_31_are_an_overpeg_in_2020(found_by: Party, forward: int) -> None:
    remedy = card_past_31(edition="acc-2020", pegged=2, found_by=found_by, board=Board(50, 60))

    assert (remedy.offender.back, remedy.offender.stands) == (2, 48)
    assert (remedy.opponent.forward, remedy.opponent.stands) == (forward, 60 + forward)
    assert remedy.rules == ("7.1.e", "8.4.c.(1)" if forward else "8.4.c.(2)")


@pytest.mark.parametrize("found_by", Party)
@pytest.mark.parametrize("in_time", [True, False])
def test_7_1_e_they_come_off_without_penalty_in_2010(found_by: Party, in_time: bool) -> None:
    remedy = card_past_31(edition="acc-2010", pegged=2, found_by=found_by, board=Board(50, 120), in_time=in_time)

    assert (remedy.offender.back, remedy.offender.stands) == (2, 48)
    assert (remedy.opponent.forward, remedy.opponent.stands, remedy.winner) == (0, 120, None)
    assert remedy.rules == ("7.1.e",)
    assert remedy.summary.startswith("No penalty. The card goes back to the hand")


def test_7_1_e_claim_that_comes_too_late_leaves_the_overpeg_of_2020() -> None:
    remedy = card_past_31(edition="acc-2020", pegged=2, found_by=Party.OPPONENT, board=Board(50, 60), in_time=False)

    assert (remedy.offender.back, remedy.opponent.forward, remedy.rules) == (0, 0, ("7.1.e", "8.4.d"))
    assert remedy.summary == "Too late: the score stands as it was pegged."


@pytest.mark.parametrize(("hole", "forward"), [(119, 2), (120, 1)])
def test_7_1_e_overpeg_of_2020_may_bring_the_opponent_out(hole: int, forward: int) -> None:
    remedy = card_past_31(edition="acc-2020", pegged=2, found_by=Party.OPPONENT, board=Board(9, hole))

    assert (remedy.opponent.forward, remedy.winner) == (forward, Party.OPPONENT)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("pegged", "board", "problem"),
    [
        (0, Board(50, 60), "no points"),
        (3, Board(2, 60), "cannot have been pegged"),
        (2, Board(121, 60), "false claim of game"),
        (2, Board(50, 121), "this game is over"),
    ],
)
def test_7_1_e_facts_that_cannot_be_are_refused(edition: str, pegged: int, board: Board, problem: str) -> None:
    with pytest.raises(WorkingError, match=problem):
        card_past_31(edition=edition, pegged=pegged, found_by=Party.OPPONENT, board=board)
