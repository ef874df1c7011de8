"""Seats, and who meets whom (domain.md 6)."""

from __future__ import annotations

from collections import Counter

import pytest

from tournaments.movement import MovementError, most_games, pairings, seats


def test_seats_are_named_table_by_table() -> None:
    assert seats(5, table_length=2) == ("A-1", "A-2", "B-1", "B-2", "C-1")


def test_seats_after_table_z_have_two_letters() -> None:
    assert seats(56, table_length=2)[-4:] == ("AA-1", "AA-2", "AB-1", "AB-2")


def test_seats_of_a_big_hall_are_unique() -> None:
    assert len(set(seats(2000))) == 2000


def test_anchors_stay_and_movers_go_one_board_on() -> None:
    assert [scheduled.pairs for scheduled in pairings([1, 2, 3, 4, 5, 6], 3)] == [
        ((1, 2), (3, 4), (5, 6)),
        ((1, 6), (3, 2), (5, 4)),
        ((1, 4), (3, 6), (5, 2)),
    ]


def test_more_games_than_boards_make_a_round_robin() -> None:
    assert [scheduled.pairs for scheduled in pairings([1, 2, 3, 4], 3)] == [
        ((1, 4), (2, 3)),
        ((1, 3), (4, 2)),
        ((1, 2), (3, 4)),
    ]


@pytest.mark.parametrize(
    ("players", "games", "meetings"),
    [
        *(
            (2, 1, 1),
            (2, 2, 2),
            (4, 2, 1),
            (4, 3, 1),
            (4, 6, 2),
            (8, 7, 1),
            (8, 9, 2),
            (12, 7, 1),
            (12, 22, 2),
        ),
        *((44, 16, 1), (44, 22, 1), (124, 22, 1), (500, 22, 1)),
    ],
)
def test_everybody_plays_each_game_and_nobody_meets_too_often(
    players: int, games: int, meetings: int
) -> None:
    field = list(range(101, 101 + players))

    schedule = pairings(field, games)

    assert [scheduled.game for scheduled in schedule] == list(range(1, games + 1))
    for scheduled in schedule:
        assert sorted(entrant for pair in scheduled.pairs for entrant in pair) == field
    met = Counter(frozenset(pair) for scheduled in schedule for pair in scheduled.pairs)
    assert max(met.values()) == meetings


def test_most_games_is_two_against_everybody() -> None:
    assert [most_games(players) for players in (0, 1, 2, 8)] == [0, 0, 2, 14]


@pytest.mark.parametrize(
    ("field", "games", "message"),
    [
        ([1], 1, "1 players cannot play: at least 2 are needed"),
        ([1, 2, 3], 2, "3 players leave one without an opponent: add a house player to make it even"),
        ([1, 2, 3, 1], 2, "a player is in the field twice"),
        ([1, 2], 0, "0 games cannot be paired: at least 1 is needed"),
        (
            [1, 2, 3, 4],
            7,
            "4 players cannot play 7 games without meeting somebody a third time: at most 6 games are possible",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(field: list[int], games: int, message: str) -> None:
    with pytest.raises(MovementError) as refusal:
        pairings(field, games)

    assert str(refusal.value) == message
