"""Rules 11.2 and 11.3: a penalty called or pegged wrongly is put right, and brings no further penalty."""

import pytest

from judging.rules.counting import PenaltyMistake, penalty_mistaken
from judging.rules.remedy import Board, Party, WorkingError
from tests.rulebook.remedies import EDITIONS, NOT_COVERED, stands


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("hole", "stood"), [(2, 0), (9, 7), (10, 8), (119, 117), (120, 118)])
def test_11_3_penalty_called_without_reason_comes_off_and_costs_nothing(edition: str, hole: int, stood: int) -> None:
    remedy = penalty_mistaken(edition=edition, mistake=PenaltyMistake.NOT_DUE, pegged=2, board=Board(hole, 120))

    assert (stands(remedy), remedy.opponent.forward, remedy.rules) == ((stood, 120), 0, ("11.3",))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("found_by", "both", "part"), [(Party.OPPONENT, (47, 63), "8.4.c.(1)"), (Party.OFFENDER, (47, 60), "8.4.c.(2)")]
)
def test_11_2_penalty_pegged_too_far_is_corrected_like_any_score_and_11_3_adds_nothing(
    edition: str, found_by: Party, both: tuple[int, int], part: str
) -> None:
    remedy = penalty_mistaken(
        edition=edition, mistake=PenaltyMistake.TOO_MANY, pegged=3, found_by=found_by, board=Board(50, 60)
    )

    assert (stands(remedy), remedy.rules) == (both, ("11.2", part, "11.3"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_11_2_penalty_pegged_short_stands(edition: str) -> None:
    remedy = penalty_mistaken(edition=edition, mistake=PenaltyMistake.TOO_FEW, board=Board(50, 60))

    assert (stands(remedy), remedy.rules) == ((50, 60), ("11.2", "8.3"))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("opponent"), [0, 9, 10, 119, 120])
def test_11_3_penalty_pegged_into_the_game_hole_by_mistake_brings_no_fifteen_back(edition: str, opponent: int) -> None:
    remedy = penalty_mistaken(edition=edition, mistake=PenaltyMistake.TOO_MANY, pegged=3, board=Board(121, opponent))

    assert (stands(remedy), remedy.rules) == ((118, opponent), ("11.3",))
    assert NOT_COVERED[edition] in remedy.left_open


def test_11_3_nothing_is_worked_out_where_the_other_has_won() -> None:
    with pytest.raises(WorkingError, match="this game is over"):
        penalty_mistaken(edition="acc-2020", mistake=PenaltyMistake.NOT_DUE, pegged=2, board=Board(50, 121))
