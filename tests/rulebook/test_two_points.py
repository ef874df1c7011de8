"""What costs two points, by rule number: 2.1, 3.3, 5.1, 5.2, 6.1, 8.5.c, 9.4 and 11.1."""

import pytest

from judging.rules.remedy import Board, Party, WorkingError
from judging.rules.two_points import PENALTIES, Offence, two_points

IN_BOTH = {
    Offence.BOTTOM_AFTER_SHUFFLE: "2.1",
    Offence.BOTTOM_WHILE_CUTTING: "3.3.a",
    Offence.BOTTOM_AFTER_CUT: "3.3.b",
    Offence.CRIB_BEFORE_COUNT: "5.2.a",
    Offence.CRIB_BEFORE_DISCARD: "5.2.b",
    Offence.CRIB_PLAYED: "5.2.c",
    Offence.BOTTOM_AT_STARTER: "6.1.b",
    Offence.STARTER_IN_HAND: "6.1.c",
    Offence.CRIB_MIXED: "9.4.c",
}
RULES = {
    "acc-2020": {**IN_BOTH, Offence.BACK_PEG_MOVED: "8.5.c"},
    "acc-2010": {**IN_BOTH, Offence.CRIB_TAKEN_UP: "5.1.b"},
}
CASES = [(edition, offence, rule) for edition, rules in RULES.items() for offence, rule in rules.items()]


@pytest.mark.parametrize(("edition", "offence", "rule"), CASES)
def test_11_1_a_opponent_scores_the_two_points(edition: str, offence: Offence, rule: str) -> None:
    remedy = two_points(edition=edition, offence=offence, board=Board(50, 60))

    assert (remedy.opponent.forward, remedy.opponent.stands) == (2, 62)
    assert (remedy.offender.back, remedy.offender.forward, remedy.offender.stands) == (0, 0, 50)
    assert remedy.rules == (rule,)
    assert remedy.summary == f"The opponent pegs 2 points. {PENALTIES[edition][offence].then}".rstrip()


def test_5_2_a_of_2010_has_two_points_and_nothing_else() -> None:
    summaries = {edition: two_points(edition=edition, offence=Offence.CRIB_BEFORE_COUNT).summary for edition in RULES}

    assert summaries == {
        "acc-2020": "The opponent pegs 2 points. The opponent may look at the crib as well.",
        "acc-2010": "The opponent pegs 2 points.",
    }


@pytest.mark.parametrize("edition", RULES)
def test_two_points_are_for_these_offences_and_no_others(edition: str) -> None:
    assert set(PENALTIES[edition]) == set(RULES[edition])
    for offence in set(Offence) - set(RULES[edition]):
        with pytest.raises(WorkingError, match="This edition has no penalty"):
            two_points(edition=edition, offence=offence)


@pytest.mark.parametrize(("hole", "forward"), [(119, 2), (120, 1)])
def test_11_1_a_two_points_may_bring_the_opponent_out(hole: int, forward: int) -> None:
    remedy = two_points(edition="acc-2020", offence=Offence.CRIB_BEFORE_COUNT, board=Board(50, hole))

    assert (remedy.opponent.forward, remedy.winner) == (forward, Party.OPPONENT)


@pytest.mark.parametrize(("edition", "offence", "rule"), CASES)
def test_11_1_a_nothing_else_is_done_in_a_game_that_the_two_points_end(
    edition: str, offence: Offence, rule: str
) -> None:
    remedy = two_points(edition=edition, offence=offence, board=Board(50, 119))

    assert (remedy.summary, remedy.rules) == ("The opponent pegs 2 points.", (rule,))


def test_5_2_c_what_was_pegged_comes_off_even_where_the_two_points_end_the_game() -> None:
    remedy = two_points(edition="acc-2020", offence=Offence.CRIB_PLAYED, board=Board(50, 120), pegged_since=5)

    assert (remedy.offender.stands, remedy.winner) == (45, Party.OPPONENT)
    assert remedy.summary == ("The opponent pegs 1 point. The offender's 5 points in the play are taken back.")


@pytest.mark.parametrize("edition", RULES)
def test_5_2_c_dealer_who_played_the_crib_loses_what_was_pegged(edition: str) -> None:
    remedy = two_points(edition=edition, offence=Offence.CRIB_PLAYED, board=Board(50, 60), pegged_since=5)

    assert (remedy.offender.back, remedy.offender.stands) == (5, 45)
    assert remedy.opponent.forward == 2


def test_11_1_b_points_taken_back_go_to_nobody() -> None:
    without = two_points(edition="acc-2020", offence=Offence.CRIB_PLAYED, board=Board(50, 60))
    with_pegging = two_points(edition="acc-2020", offence=Offence.CRIB_PLAYED, board=Board(50, 60), pegged_since=5)

    assert with_pegging.opponent == without.opponent


@pytest.mark.parametrize(
    ("offence", "board", "pegged_since"),
    [
        (Offence.BOTTOM_AFTER_CUT, Board(50, 60), 1),
        (Offence.CRIB_PLAYED, Board(4, 60), 5),
        (Offence.CRIB_PLAYED, Board(50, 60), -1),
        (Offence.CRIB_PLAYED, Board(50, 121), 0),
    ],
)
def test_impossible_facts_are_refused(offence: Offence, board: Board, pegged_since: int) -> None:
    with pytest.raises(WorkingError):
        two_points(edition="acc-2020", offence=offence, board=board, pegged_since=pegged_since)
