"""Rule 13.1: games forfeited by those who do not appear. In acc-2010 it is rule 12.2."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from brackets.rules.forfeits import Absence, Clock, ClockState, Half, forfeit_clock, moments
from brackets.rules.seeding import MatchResult

START = datetime(2026, 5, 3, 9, 0, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def clock(minutes: float, **given: Any) -> Clock:
    """Return the clock so many minutes after the start, the lower side absent if nothing else is said."""
    if not {"upper", "lower"} & set(given):
        given["lower"] = Absence()
    return forfeit_clock(start=START, now=at(minutes), **{"best_of": 5, **given})


def minutes_of(found: Clock) -> list[float]:
    return [(forfeit.due_at - START).total_seconds() / 60 for forfeit in found.due]


def test_13_1_moments_are_5_20_35_and_so_on_minutes_after_the_start() -> None:
    assert moments(START, 5) == tuple(at(minutes) for minutes in (5, 20, 35, 50, 65))


@pytest.mark.parametrize(
    ("minutes", "due"),
    [
        (-30, []),
        (0, []),
        (4.99, []),
        (5, [5]),
        (19.99, [5]),
        (20, [5, 20]),
        (34, [5, 20]),
        (35, [5, 20, 35]),
        (50, [5, 20, 35]),
        (600, [5, 20, 35]),
    ],
)
def test_13_1_games_fall_due_until_the_match_is_over(minutes: float, due: list[int]) -> None:
    assert minutes_of(clock(minutes)) == due


@pytest.mark.parametrize(("best_of", "lost_after"), [(1, 5), (3, 20), (5, 35), (7, 50)])
def test_13_1_match_is_over_once_enough_games_are_forfeited(best_of: int, lost_after: int) -> None:
    before = clock(lost_after - 1, best_of=best_of)
    after = clock(lost_after, best_of=best_of)

    assert (before.state, before.winner) == (ClockState.RUNNING, None)
    assert (after.state, after.winner, after.next_due) == (ClockState.OVER, Half.UPPER, None)


@pytest.mark.parametrize(
    ("minutes", "number", "next_at"), [(-10, 1, 5), (0, 1, 5), (5, 2, 20), (19, 2, 20), (20, 3, 35)]
)
def test_13_1_next_forfeit_is_known_beforehand(minutes: float, number: int, next_at: int) -> None:
    coming = clock(minutes).next_due

    assert coming is not None
    assert (coming.side, coming.number, coming.due_at) == (Half.LOWER, number, at(next_at))


def test_13_1_clock_waits_for_the_start() -> None:
    assert [clock(minutes).state for minutes in (-1, 0)] == [ClockState.WAITING, ClockState.RUNNING]


def test_13_1_games_go_to_the_opponent() -> None:
    assert clock(20, upper=Absence()).result == MatchResult(0, 2)
    assert clock(20, lower=Absence()).result == MatchResult(2, 0)


@pytest.mark.parametrize(
    ("arrived", "due"), [(-2, []), (3, []), (5, []), (5.5, [5]), (19, [5]), (20, [5]), (20.5, [5, 20])]
)
def test_13_1_arrival_stops_the_clock(arrived: float, due: list[int]) -> None:
    found = clock(120, lower=Absence(at(arrived)))

    assert (minutes_of(found), found.state, found.next_due, found.winner) == (due, ClockState.STOPPED, None, None)


def test_13_1_arrival_after_the_match_is_lost_changes_nothing() -> None:
    found = clock(40, lower=Absence(at(36)))

    assert (found.state, found.winner, found.result) == (ClockState.OVER, Half.UPPER, MatchResult(3, 0))


def test_13_1_nothing_runs_where_everybody_was_there() -> None:
    found = forfeit_clock(start=START, now=at(90), best_of=5, result=MatchResult(1, 1))

    assert (found.state, found.due, found.next_due, found.result) == (ClockState.IDLE, (), None, MatchResult(1, 1))


@pytest.mark.parametrize(
    ("minutes", "before", "recorded", "to_record", "result"),
    [
        (33, (0, 0), 0, [1, 2], (2, 0)),  # nobody looked: both are due at once
        (21, (1, 0), 1, [2], (2, 0)),  # what was recorded is not asked for again
        (5, (2, 1), 0, [1], (3, 1)),  # games played before count towards the match
        (50, (3, 0), 3, [], (3, 0)),  # a match that was won asks for no more
    ],
)
def test_13_1_forfeits_are_asked_for_once_and_until_the_match_is_won(
    minutes: int, before: tuple[int, int], recorded: int, to_record: list[int], result: tuple[int, int]
) -> None:
    found = clock(minutes, result=MatchResult(*before), recorded=recorded)

    assert [forfeit.number for forfeit in found.to_record] == to_record
    assert (found.result, found.winner) == (MatchResult(*result), Half.UPPER if result[0] == 3 else None)


def test_13_1_who_never_appears_keeps_the_award_of_that_rounds_loser() -> None:
    lost = clock(35)
    came_late = clock(60, lower=Absence(at(6)), result=MatchResult(3, 1), recorded=1)

    assert (lost.keeps_losers_award, came_late.winner, came_late.keeps_losers_award) == (Half.LOWER, Half.UPPER, None)


def test_13_1_is_cited_by_its_number_in_each_edition() -> None:
    rules = [clock(5, edition=edition).due[0].rule for edition in ("acc-2020", "acc-2010")]

    assert rules == ["13.1", "12.2"]


# What the rule leaves open: neither is there.


def test_13_1_nobody_gets_a_game_while_both_are_absent() -> None:
    found = clock(21, upper=Absence(), lower=Absence())

    assert (found.due, found.result, found.winner) == ((), MatchResult(0, 0), None)
    assert (found.open_moments, found.open_rule) == ((at(5), at(20)), "14.1")
    assert (found.next_due, found.next_open) == (None, at(35))


def test_13_1_both_absent_for_a_whole_match_is_left_to_the_head_judge() -> None:
    found = clock(300, upper=Absence(), lower=Absence(), edition="acc-2010")

    assert (found.state, found.winner, found.is_left_to_the_head_judge) == (ClockState.RUNNING, None, True)
    assert (found.open_moments, found.open_rule) == ((at(5), at(20), at(35)), "13")


def test_13_1_first_to_arrive_gets_the_games_from_then_on() -> None:
    found = clock(36, upper=Absence(at(12)), lower=Absence())

    assert (minutes_of(found), found.open_moments) == ([20, 35], (at(5),))
    assert [forfeit.number for forfeit in found.due] == [1, 2]
    assert (found.result, found.next_due.due_at if found.next_due else None) == (MatchResult(2, 0), at(50))


def test_13_1_both_late_and_one_later() -> None:
    found = clock(40, upper=Absence(at(21)), lower=Absence(at(6)))

    assert (found.state, minutes_of(found), found.result) == (ClockState.STOPPED, [20], MatchResult(0, 1))


def test_13_1_both_late_by_the_same_moments_lose_nothing() -> None:
    found = clock(40, upper=Absence(at(7)), lower=Absence(at(16)))

    assert (found.state, found.due, found.open_moments) == (ClockState.STOPPED, (), (at(5),))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"lower": Absence(START + timedelta(hours=2))}, "is later than"),
        ({"lower": Absence(), "recorded": 1}, "1 forfeits in a result of 0-0"),
        ({"lower": Absence(), "recorded": -1}, "-1 forfeits in a result of 0-0"),
    ],
)
def test_13_1_clock_refuses_what_cannot_be(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        clock(60, **given)
