"""What weekly events of a club add up to."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecards.rules.clubs.season import PointsTable, SeasonWeek, season

TABLE = PointsTable((10, 6, 3), others=1)


def week(event: int, player: int, place: int = 1, game_points: int = 10, **more: int | None) -> SeasonWeek:
    values = {"games": 9, "games_won": 5, "skunks_won": 0, "skunks_lost": 0, "plus": 60, "minus": 50, **more}
    return SeasonWeek(event=event, player=player, place=place, game_points=game_points, **values)


def test_weeks_of_a_player_are_added_up() -> None:
    rows = season(
        [
            week(1, 7, skunks_won=2, plus=90, minus=20),
            week(2, 7, game_points=4, games_won=2, skunks_lost=1, plus=10, minus=70),
        ]
    )

    row = rows[0]
    assert (row.games, row.game_points, row.games_won, row.skunks_won, row.skunks_lost) == (18, 14, 7, 2, 1)
    assert (row.plus, row.minus, row.net, row.counted, row.points) == (100, 90, 10, 2, None)


def test_only_the_best_weeks_count() -> None:
    rows = season([week(1, 7, game_points=5), week(2, 7, game_points=12), week(3, 7, game_points=9)], best_of=2)

    assert (rows[0].game_points, [one.counts for one in rows[0].weeks]) == (21, [False, True, True])


def test_of_weeks_that_are_level_the_earlier_counts() -> None:
    rows = season([week(1, 7), week(2, 7), week(3, 7)], best_of=2)

    assert [one.counts for one in rows[0].weeks] == [True, True, False]


def test_best_week_is_the_one_with_most_season_points_where_there_is_a_table() -> None:
    rows = season([week(1, 7, place=4, game_points=20), week(2, 7, place=1, game_points=8)], best_of=1, table=TABLE)

    assert (rows[0].points, rows[0].game_points) == (10, 8)


@pytest.mark.parametrize(("place", "points"), [(1, 10), (3, 3), (4, 1), (40, 1)])
def test_points_follow_from_the_clubs_own_table(place: int, points: int) -> None:
    assert TABLE.points_for(place) == points


def test_season_points_rank_before_game_points() -> None:
    rows = season([week(1, 7, place=2, game_points=30), week(1, 8, place=1, game_points=3)], table=TABLE)

    assert [(row.rank, row.player, row.points) for row in rows] == [(1, 8, 10), (2, 7, 6)]


def test_without_a_table_game_points_then_wins_then_net_rank() -> None:
    rows = season(
        [
            week(1, 1, game_points=9),
            week(1, 2, game_points=10, games_won=4),
            week(1, 3, game_points=10, plus=61),
            week(1, 4, game_points=10),
        ]
    )

    assert [(row.rank, row.player) for row in rows] == [(1, 3), (2, 4), (3, 2), (4, 1)]


def test_who_is_level_in_everything_shares_a_place() -> None:
    rows = season([week(1, 2), week(1, 1), week(1, 3, game_points=1)])

    assert [(row.rank, row.player) for row in rows] == [(1, 1), (1, 2), (3, 3)]


def test_high_hands_are_of_all_weeks() -> None:
    rows = season([week(1, 7), week(2, 7)], best_of=1, hands={7: [28, 29], 8: [28]})

    assert [(row.player, row.hands) for row in rows] == [(7, (28, 29))]


def test_two_results_of_a_player_in_one_event_are_refused() -> None:
    with pytest.raises(ValueError, match="two results in event 1"):
        season([week(1, 7), week(1, 7)])


def test_no_week_at_all_cannot_count() -> None:
    with pytest.raises(ValueError, match="one at least"):
        season([], best_of=0)


weeks = st.lists(
    st.builds(
        week,
        event=st.integers(1, 6),
        player=st.integers(1, 5),
        place=st.integers(1, 6),
        game_points=st.integers(0, 25),
        games_won=st.integers(0, 9),
        plus=st.integers(0, 90),
        minus=st.integers(0, 90),
    ),
    unique_by=lambda one: (one.event, one.player),
)


@given(played=weeks, best_of=st.none() | st.integers(1, 7), has_table=st.booleans(), seed=st.integers(0, 99))
def test_totals_add_up_and_nobodys_place_depends_on_the_order_of_players(
    played: list[SeasonWeek], best_of: int | None, has_table: bool, seed: int
) -> None:
    table = TABLE if has_table else None
    by_event = sorted(played, key=lambda one: one.event)
    shuffled = sorted(by_event, key=lambda one: (one.event, Random(seed + one.player).random()))

    rows = season(by_event, best_of=best_of, table=table)

    assert season(shuffled, best_of=best_of, table=table) == rows
    assert sum(len(row.weeks) for row in rows) == len(played)
    assert all(row.counted == min(best_of or 99, len(row.weeks)) for row in rows)
    counted = [one.week.game_points for row in rows for one in row.weeks if one.counts]
    assert sum(row.game_points for row in rows) == sum(counted)


def test_spread_and_skunks_are_of_the_weeks_that_have_any() -> None:
    nothing = {"skunks_won": None, "skunks_lost": None, "plus": None, "minus": None}
    at_tables = [week(event, player, **nothing) for event, player in ((1, 7), (1, 8), (2, 8))]

    rows = season([*at_tables, week(2, 7, skunks_won=2, plus=9, minus=4)])

    assert [(row.player, row.skunks_won, row.skunks_lost, row.net) for row in rows] == [
        (7, 2, 0, 5),
        (8, None, None, None),
    ]
