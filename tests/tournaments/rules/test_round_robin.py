"""Round robins by the circle method (55+ Games): who meets whom, who sits out, pools, floaters, refusals."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.rules.movement.planned import meetings
from tournaments.rules.movement.setup import MovementError
from tournaments.rules.round_robin import (
    Day,
    days_of,
    games_a_robin,
    pool_name,
    pools_by_seat,
    pools_of,
    round_robin,
    sitting_out,
    sizes_of_pools,
    why_not,
    without,
)
from tournaments.rules.types import ScheduledGame

FIELDS = st.integers(2, 40).map(lambda count: list(range(1, count + 1)))
FLOATER = 900


def is_nobody_twice(game: ScheduledGame) -> bool:
    numbers = [number for pair in game.pairs for number in pair]
    return len(numbers) == len(set(numbers))


@given(FIELDS, st.sampled_from((1, 2)))
def test_everybody_meets_everybody_once_a_round_robin(field: list[int], times: int) -> None:
    planned = round_robin([field], times=times)

    assert meetings(planned.schedule) == {frozenset(pair): times for pair in combinations(field, 2)}
    assert all(is_nobody_twice(game) for game in planned.schedule)


@given(FIELDS)
def test_each_day_of_a_double_round_robin_is_a_whole_round_robin(field: list[int]) -> None:
    planned = round_robin([field])

    days = days_of(planned.games)

    once = {frozenset(pair): 1 for pair in combinations(field, 2)}
    assert [day.number for day in days] == [1, 2]
    assert [meetings([game for game in planned.schedule if game.game in day.games]) for day in days] == [once, once]


@given(FIELDS)
def test_number_of_games_follows_from_the_number_of_pairs(field: list[int]) -> None:
    planned = round_robin([field])

    games_each = 2 * (len(field) - 1)
    assert planned.games == len(planned.schedule) == games_each + 2 * (len(field) % 2)
    assert [game.game for game in planned.schedule] == list(range(1, planned.games + 1))
    played = Counter(number for game in planned.schedule for pair in game.pairs for number in pair)
    assert played == dict.fromkeys(field, games_each)


@given(FIELDS)
def test_everybody_of_an_odd_field_sits_out_once_a_round_robin(field: list[int]) -> None:
    planned = round_robin([field])

    out = sitting_out(planned.schedule, field)

    for day in days_of(planned.games):
        sat_out = [number for game in day.games for number in out[game]]
        assert sorted(sat_out) == (field if len(field) % 2 else [])


@given(FIELDS)
def test_who_is_named_first_is_so_in_one_of_two_meetings(field: list[int]) -> None:
    planned = round_robin([field])

    ordered = Counter(pair for game in planned.schedule for pair in game.pairs)

    assert ordered == {(one, other): 1 for one in field for other in field if one != other}


@given(FIELDS)
def test_everybody_is_named_first_as_often_as_second_in_each_round_robin(field: list[int]) -> None:
    planned = round_robin([field], times=1)

    first = Counter(pair[0] for game in planned.schedule for pair in game.pairs)

    games_each = len(field) - 1
    assert {abs(2 * first[number] - games_each) for number in field} <= {0, games_each % 2}


@given(FIELDS)
def test_floater_meets_whoever_would_sit_out(field: list[int]) -> None:
    planned = round_robin([field], floaters=[FLOATER])
    alone = round_robin([field])

    assert meetings(without(planned.schedule, [FLOATER])) == meetings(alone.schedule)
    met = Counter(number for game in planned.schedule for pair in game.pairs if FLOATER in pair for number in pair)
    del met[FLOATER]
    assert met == (dict.fromkeys(field, 2) if len(field) % 2 else {})
    assert all(not out for out in sitting_out(planned.schedule, field).values())
    assert all(is_nobody_twice(game) for game in planned.schedule)


@given(st.lists(st.integers(2, 12), min_size=1, max_size=5), st.sampled_from((1, 2)))
def test_pools_of_any_size_play_their_own_round_robins_at_the_same_time(sizes: list[int], times: int) -> None:
    numbers = iter(range(1, 100))
    pools = [[next(numbers) for _ in range(size)] for size in sizes]

    planned = round_robin(pools, times=times)

    wanted = {frozenset(pair): times for pool in pools for pair in combinations(pool, 2)}
    assert meetings(planned.schedule) == wanted
    assert planned.games == games_a_robin(sizes) * times
    assert all(is_nobody_twice(game) for game in planned.schedule)
    out = sitting_out(planned.schedule, [number for pool in pools for number in pool])
    for pool in pools:
        assert len({sum(number in off for off in out.values()) for number in pool}) == 1


@given(st.lists(st.integers(2, 9), min_size=2, max_size=4))
def test_each_pool_begins_its_second_round_robin_with_the_second_day(sizes: list[int]) -> None:
    numbers = iter(range(1, 100))
    pools = [[next(numbers) for _ in range(size)] for size in sizes]
    planned = round_robin(pools)

    first, second = days_of(planned.games)

    assert meetings(planned.schedule[: first.last]) == meetings(planned.schedule[second.first - 1 :])


@given(FIELDS)
def test_schedule_follows_the_order_given_and_nothing_else(field: list[int]) -> None:
    again = {number: place for place, number in enumerate(field, start=501)}

    planned, renumbered = round_robin([field]), round_robin([[again[number] for number in field]])

    assert [[(again[a], again[b]) for a, b in game.pairs] for game in planned.schedule] == [
        list(game.pairs) for game in renumbered.schedule
    ]


def test_circle_of_four_is_as_worked_by_hand() -> None:
    planned = round_robin([[1, 2, 3, 4]])

    assert [game.pairs for game in planned.schedule] == [
        ((1, 4), (3, 2)),
        ((3, 1), (2, 4)),
        ((1, 2), (4, 3)),
        ((4, 1), (2, 3)),
        ((1, 3), (4, 2)),
        ((2, 1), (3, 4)),
    ]


def test_floaters_go_to_odd_pools_in_turn() -> None:
    planned = round_robin([[1, 2, 3], [4, 5, 6, 7], [8, 9, 10]], floaters=[FLOATER, FLOATER + 1])

    met = meetings(planned.schedule)
    assert {number for pair in met if FLOATER in pair for number in pair} == {FLOATER, 1, 2, 3}
    assert {number for pair in met if FLOATER + 1 in pair for number in pair} == {FLOATER + 1, 8, 9, 10}


@pytest.mark.parametrize(
    ("sizes", "times", "text"),
    [
        ([1], 2, "1 pair cannot play: it takes at least 2"),
        ([], 2, "0 pairs cannot play: it takes at least 2"),
        ([3, 1], 2, "a pool of 1 pair has nobody to meet. What would work: 2 pools at the most"),
        ([2, 1], 2, "a pool of 1 pair has nobody to meet. What would work: one pool"),
        (
            [51],
            2,
            (
                "a pool of 51 pairs would need 102 games, more than the 99 lines of a card. "
                "What would work: 2 pools or a single round robin of 51 games"
            ),
        ),
        (
            [150],
            2,
            "a pool of 150 pairs would need 298 games, more than the 99 lines of a card. What would work: 3 pools",
        ),
        ([4], 3, "everybody cannot meet 3 times: once or twice would work"),
    ],
)
def test_what_cannot_be_played_is_refused_with_what_would_work(sizes: list[int], times: int, text: str) -> None:
    numbers = iter(range(1, 1000))
    pools = [[next(numbers) for _ in range(size)] for size in sizes]

    with pytest.raises(MovementError) as refused:
        round_robin(pools, times=times)

    assert str(refused.value) == text == why_not(sizes, times=times)


@given(st.integers(101, 300), st.sampled_from((1, 2)))
def test_pools_that_a_refusal_offers_can_be_played(everybody: int, times: int) -> None:
    pools = int(why_not([everybody], times=times).rpartition("What would work: ")[2].split()[0])

    assert why_not(sizes_of_pools(everybody, pools), times=times) == ""


def test_somebody_in_two_pools_is_refused() -> None:
    with pytest.raises(MovementError, match="in the field twice"):
        round_robin([[1, 2], [2, 3]])


@given(FIELDS, st.integers(1, 8))
def test_pools_by_seat_are_neighbours_and_as_even_as_can_be(field: list[int], count: int) -> None:
    pools = pools_by_seat(field, count)

    assert [number for pool in pools.values() for number in pool] == field
    sizes = [len(pool) for pool in pools.values()]
    assert sizes == sorted(sizes, reverse=True)
    assert max(sizes) - min(sizes) <= 1


def test_pools_are_told_by_name() -> None:
    assert pools_of({7: "B", 2: "A", 5: "B"}) == {"A": (2,), "B": (7, 5)}


@pytest.mark.parametrize(
    ("games", "a_day", "days"),
    [
        (22, None, (Day(1, 1, 11), Day(2, 12, 22))),
        (22, 8, (Day(1, 1, 8), Day(2, 9, 16), Day(3, 17, 22))),
        (2, None, (Day(1, 1, 1), Day(2, 2, 2))),
        (0, None, ()),
    ],
)
def test_days_are_a_round_robin_each_unless_said_otherwise(
    games: int, a_day: int | None, days: tuple[Day, ...]
) -> None:
    assert days_of(games, games_a_day=a_day) == days


def test_pool_is_called_by_capitals_of_ten_characters_at_most() -> None:
    assert [pool_name(text) for text in ("b", " pool  b ", "Gray  jays")] == ["B", "B", "GRAY JAYS"]
    with pytest.raises(ValueError, match="longer than 10 characters"):
        pool_name("whiskey jacks")
