"""Rule 7.3: reneges. Ranks are numbers, 1 for an ace."""

import pytest

from judging.rules.pegging_penalties import playable, renege
from judging.rules.remedy import Board, Party, WorkingError

EDITIONS = ("acc-2020", "acc-2010")


@pytest.mark.parametrize(("edition", "rules"), [("acc-2020", ("7.3.b", "7.3.c", "7.3.d")), ("acc-2010", ("7.3",))])
def test_7_3_b_ace_five_six_on_25_is_a_triple_renege_of_six_points(edition: str, rules: tuple[str, ...]) -> None:
    remedy = renege(edition=edition, held=[1, 5, 6], count=25, board=Board(40, 50))

    assert (remedy.opponent.forward, remedy.opponent.stands) == (6, 56)
    assert (remedy.offender.back, remedy.offender.forward, remedy.offender.stands) == (0, 0, 40)
    assert remedy.rules == rules
    assert remedy.summary.startswith("Triple renege.")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("held", "count", "cards"),
    [
        ([1, 5, 7], 25, 2),  # the 7 makes 32
        ([6, 6], 25, 2),
        ([10, 11, 12, 13], 22, 0),
        ([9, 10], 22, 1),
        ([1], 30, 1),
        ([1, 1, 1, 1], 28, 4),
        ([1], 31, 0),
        ([], 25, 0),
    ],
)
def test_7_3_b_two_points_for_each_card_that_could_have_been_played(
    edition: str, held: list[int], count: int, cards: int
) -> None:
    remedy = renege(edition=edition, held=held, count=count)

    assert len(playable(held, count)) == cards
    assert remedy.opponent.forward == 2 * cards


@pytest.mark.parametrize(("edition", "rule"), [("acc-2020", "7.3"), ("acc-2010", "7.3")])
def test_7_3_go_without_a_playable_card_is_no_renege(edition: str, rule: str) -> None:
    remedy = renege(edition=edition, held=[7, 8], count=25)

    assert remedy.rules == (rule,)
    assert remedy.summary == "No renege: no card could have been played. The go stands."


def test_7_3_count_of_21_or_less_knows_no_renege_in_2020() -> None:
    remedy = renege(edition="acc-2020", held=[9], count=21)

    assert (remedy.opponent.forward, remedy.rules) == (0, ("7.3",))
    assert remedy.left_open == "What becomes of the go is for the judges to settle (rule 14.1)."
    assert renege(edition="acc-2020", held=[9], count=22).opponent.forward == 2


def test_7_3_count_of_21_or_less_is_not_excepted_in_2010() -> None:
    assert renege(edition="acc-2010", held=[9], count=21).opponent.forward == 2


@pytest.mark.parametrize(("edition", "rule"), [("acc-2020", "7.3.a"), ("acc-2010", "7.3")])
@pytest.mark.parametrize("in_time", [{"corrected": True}, {"in_time": False}])
def test_7_3_a_go_taken_back_and_claim_too_late_cost_nothing(edition: str, rule: str, in_time: dict[str, bool]) -> None:
    remedy = renege(edition=edition, held=[1], count=25, board=Board(40, 50), **in_time)

    assert remedy.rules == (rule,)
    assert (remedy.offender.back, remedy.opponent.forward) == (0, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_7_3_b_what_was_pegged_since_is_taken_back(edition: str) -> None:
    remedy = renege(edition=edition, held=[1, 5], count=25, board=Board(42, 51), pegged_since=(2, 1))

    assert (remedy.offender.back, remedy.offender.stands) == (2, 40)
    assert (remedy.opponent.back, remedy.opponent.forward, remedy.opponent.stands) == (1, 4, 54)


@pytest.mark.parametrize(("edition", "rule"), [("acc-2020", "7.3.e"), ("acc-2010", "7.3")])
@pytest.mark.parametrize("facts", [{"pegged_out": True}, {"board": Board(90, 121)}])
def test_7_3_e_nothing_where_the_opponent_has_pegged_out(edition: str, rule: str, facts: dict[str, object]) -> None:
    remedy = renege(edition=edition, held=[1, 5, 6], count=25, **facts)  # type: ignore[arg-type]

    assert (remedy.opponent.forward, remedy.rules) == (0, (rule,))
    assert remedy.winner is Party.OPPONENT


@pytest.mark.parametrize(("hole", "goes_on"), [(114, True), (115, False)])
def test_7_3_c_nobody_chooses_between_dead_and_played_in_a_game_that_is_over(hole: int, goes_on: bool) -> None:
    remedy = renege(edition="acc-2020", held=[1, 5, 6], count=25, board=Board(90, hole))

    assert ("played or dead" in remedy.summary) is goes_on
    assert remedy.rules == (("7.3.b", "7.3.c", "7.3.d") if goes_on else ("7.3.b",))


@pytest.mark.parametrize(("hole", "forward", "unpegged"), [(115, 6, 0), (116, 5, 1), (120, 1, 5)])
def test_7_3_b_opponent_pegs_no_further_than_the_game_hole(hole: int, forward: int, unpegged: int) -> None:
    remedy = renege(edition="acc-2020", held=[1, 5, 6], count=25, board=Board(40, hole))

    assert (remedy.opponent.forward, remedy.opponent.unpegged, remedy.opponent.stands) == (forward, unpegged, 121)
    assert remedy.winner is Party.OPPONENT


@pytest.mark.parametrize(
    ("held", "count", "pegged_since"),
    [
        ([1], 32, (0, 0)),
        ([1], -1, (0, 0)),
        ([0], 25, (0, 0)),
        ([14], 25, (0, 0)),
        ([1, 2, 3, 4, 5], 25, (0, 0)),
        ([1], 25, (41, 0)),
        ([1], 25, (0, -1)),
    ],
)
def test_7_3_impossible_facts_are_refused(held: list[int], count: int, pegged_since: tuple[int, int]) -> None:
    with pytest.raises(WorkingError):
        renege(edition="acc-2020", held=held, count=count, board=Board(40, 50), pegged_since=pegged_since)
