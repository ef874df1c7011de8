"""Rule 10: muggins, where the event plays it."""

import pytest

from judging.rules.muggins import Missed, muggins
from judging.rules.remedy import Board, Party, WorkingError

EDITIONS = ("acc-2020", "acc-2010")
COUNTED_POINTS = (Missed.IN_PLAY, Missed.IN_COUNT)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("claimed", "true", "points"), [(2, 2, 2), (4, 2, 2), (2, 4, 2), (24, 1, 1)])
@pytest.mark.parametrize("missed", COUNTED_POINTS)
def test_10_4_a_caller_pegs_the_lesser_of_claimed_and_true(
    edition: str, claimed: int, true: int, points: int, missed: Missed
) -> None:
    remedy = muggins(edition=edition, played=True, claimed=claimed, true=true, missed=missed, board=Board(50, 60))

    assert (remedy.opponent.forward, remedy.opponent.stands) == (points, 60 + points)
    assert (remedy.offender.forward, remedy.offender.stands) == (0, 50)
    assert remedy.rules == ("10.4.a",)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("board", "points", "winner"),
    [
        (Board(120, 60), 1, None),  # who missed 24 had one hole to go
        (Board(111, 60), 10, None),
        (Board(97, 60), 24, None),
        (Board(50, 97), 24, Party.OPPONENT),
        (Board(50, 119), 2, Party.OPPONENT),
        (Board(119, 120), 1, Party.OPPONENT),
        (Board(120, 117), 1, None),
        (Board(offender=118), 3, None),
        (Board(), 24, None),
    ],
)
def test_10_4_a_no_more_than_could_have_been_pegged(
    edition: str, board: Board, points: int, winner: Party | None
) -> None:
    remedy = muggins(edition=edition, played=True, claimed=24, true=24, board=board)

    assert remedy.opponent.forward == points
    assert remedy.winner is winner


def test_10_4_a_call_without_muggins_goes_to_the_other_player_in_2020() -> None:
    remedy = muggins(edition="acc-2020", played=True, claimed=4, true=0, board=Board(50, 60))

    assert (remedy.offender.forward, remedy.offender.stands) == (4, 54)
    assert (remedy.opponent.forward, remedy.opponent.stands) == (0, 60)
    assert remedy.rules == ("10.4.a",)
    assert remedy.left_open == "The book awards the points taken; here they are those that were claimed."


def test_10_4_a_call_without_muggins_may_bring_the_other_player_out() -> None:
    remedy = muggins(edition="acc-2020", played=True, claimed=4, true=0, board=Board(119, 60))

    assert (remedy.offender.forward, remedy.offender.unpegged) == (2, 2)
    assert remedy.winner is Party.OFFENDER


def test_10_4_a_call_without_muggins_costs_nothing_in_2010() -> None:
    remedy = muggins(edition="acc-2010", played=True, claimed=4, true=0, board=Board(50, 60))

    assert (remedy.offender.forward, remedy.opponent.forward, remedy.rules) == (0, 0, ("10.4.a",))


@pytest.mark.parametrize("edition", EDITIONS)
def test_10_1_a_nothing_where_the_event_does_not_play_muggins(edition: str) -> None:
    remedy = muggins(edition=edition, played=False, claimed=4, true=4, board=Board(50, 60))

    assert (remedy.offender.forward, remedy.opponent.forward, remedy.rules) == (0, 0, ("10.1.a",))


@pytest.mark.parametrize(
    ("missed", "rule"),
    [
        (Missed.PENALTY, "10.3.a"),
        (Missed.MUGGINS, "10.3.b"),
        (Missed.HEELS, "10.3.c"),
        (Missed.PEGGED_BACKWARD, "10.3.d"),
    ],
)
def test_10_3_exempt_points_earn_the_caller_nothing(missed: Missed, rule: str) -> None:
    facts = {"played": True, "claimed": 2, "true": 2, "missed": missed, "board": Board(50, 60)}

    earlier = muggins(edition="acc-2010", **facts)  # type: ignore[arg-type]
    later = muggins(edition="acc-2020", **facts)  # type: ignore[arg-type]

    assert (earlier.opponent.forward, earlier.offender.forward, earlier.rules) == (0, 0, (rule,))
    assert (later.opponent.forward, later.offender.forward, later.rules) == (0, 2, (rule, "10.4.a"))


def test_10_3_e_forfeited_points_are_exempt_by_name_in_2010_only() -> None:
    facts = {"played": True, "claimed": 2, "true": 2, "missed": Missed.FORFEITED}

    assert muggins(edition="acc-2010", **facts).rules == ("10.3.e",)  # type: ignore[arg-type]
    assert muggins(edition="acc-2020", **facts).opponent.forward == 2  # type: ignore[arg-type]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("missed", "rule"), [(Missed.IN_PLAY, "10.4.b"), (Missed.IN_COUNT, "10.4.c")])
def test_10_4_b_and_c_call_too_late_does_not_count(edition: str, missed: Missed, rule: str) -> None:
    remedy = muggins(edition=edition, played=True, claimed=2, true=2, missed=missed, in_time=False)

    assert (remedy.opponent.forward, remedy.offender.forward, remedy.rules) == (0, 0, (rule,))


@pytest.mark.parametrize(
    ("claimed", "true", "board"), [(0, 2, Board()), (2, -1, Board()), (2, 2, Board(121, 60)), (2, 2, Board(60, 121))]
)
def test_10_4_impossible_facts_are_refused(claimed: int, true: int, board: Board) -> None:
    with pytest.raises(WorkingError):
        muggins(edition="acc-2020", played=True, claimed=claimed, true=true, board=board)
