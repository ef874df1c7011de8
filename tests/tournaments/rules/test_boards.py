"""Where everybody sits in each game: the rows of a card before play."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.boards import SlipRow, places, slips
from tournaments.rules.movement import Movement, MovementError, plan
from tournaments.rules.seating import facing, seats
from tournaments.rules.types import ScheduledGame


def seated(players: int, *, table_length: int = 12) -> dict[int, str]:
    return dict(enumerate(seats(players, table_length=table_length), start=1))


def warnings_of(movement: Movement, seat_of: dict[int, str]) -> list[str]:
    """Return where two sit on one chair, or opponents not opposite each other, or nobody of them at home."""
    warnings = []
    for scheduled in movement.schedule:
        placed = places(scheduled, seat_of)
        if len(set(placed.values())) != 2 * len(scheduled.pairs):
            warnings.append(f"game {scheduled.game}: two on one chair")
        warnings += [
            f"game {scheduled.game}: {first} and {second} sit in {placed[first]} and {placed[second]}"
            for first, second in scheduled.pairs
            if placed[first] != facing(placed[second])
            or not (placed[first] == seat_of[first] or placed[second] == seat_of[second])
        ]
    return warnings


def test_anchor_stays_and_mover_goes_one_board_on() -> None:
    seat_of = seated(6, table_length=4)
    rows = slips(plan([1, 2, 3, 4, 5, 6], 3).schedule, seat_of)

    assert rows[1] == (SlipRow(1, "A-1", 2, "A-2"), SlipRow(2, "A-1", 6, "B-2"), SlipRow(3, "A-1", 4, "A-4"))
    assert rows[2] == (SlipRow(1, "A-2", 1, "A-1"), SlipRow(2, "A-4", 3, "A-3"), SlipRow(3, "B-2", 5, "B-1"))


def test_who_sits_out_has_a_row_without_opponent() -> None:
    rows = slips(plan([1, 2, 3], 2, makeups=True).schedule, seated(3))

    assert rows[1] == (SlipRow(1, "A-1", 2, "A-2"), SlipRow(2), SlipRow(3, "A-4", 3, "A-3"))
    assert rows[3] == (SlipRow(1), SlipRow(2, "A-3", 2, "A-2"), SlipRow(3, "A-3", 1, "A-1"))
    assert rows[2][2] == SlipRow(3)


@pytest.mark.parametrize("players", range(4, 131, 3))
def test_movers_change_their_seat_by_one_board_after_each_game(players: int) -> None:
    seat_of = seated(players)
    games = min((players + 1) // 2, 22) // 2 * 2
    order = [*seat_of.values(), facing([*seat_of.values()][-1])] if players % 2 else [*seat_of.values()]
    rows = slips(plan([*seat_of], games, makeups=True).schedule, seat_of)

    for number, seat in seat_of.items():
        taken = [row.seat for row in rows[number][:games] if row.opponent is not None]
        if number % 2:
            assert set(taken) == {seat}
        else:
            places_of = [order.index(place) for place in taken]
            assert all((after - before) % len(order) == 2 for before, after in pairwise(places_of))


@pytest.mark.parametrize("players", [4, 5, 8, 9, 12, 13, 21, 22, 44])
@pytest.mark.parametrize("games", [4, 6])
@pytest.mark.parametrize("per_opponent", [1, 2])
def test_everybody_has_a_chair_opposite_the_opponent(players: int, games: int, per_opponent: int) -> None:
    seat_of = seated(players)

    assert warnings_of(plan([*seat_of], games, per_opponent=per_opponent, makeups=True), seat_of) == []


@given(st.permutations(range(1, 25)), st.permutations(range(1, 25)), st.integers(0, 12))
def test_any_pairing_of_a_field_can_be_seated(order: list[int], seating: list[int], left_out: int) -> None:
    seat_of = dict(zip(seating, seats(24), strict=True))
    pairs = tuple(zip(order[::2], order[1::2], strict=True))[left_out:]

    placed = places(ScheduledGame(1, pairs), seat_of)

    assert len(set(placed.values())) == len(placed) == 2 * len(pairs)
    assert all(placed[first] == facing(placed[second]) for first, second in pairs)


def test_first_of_a_pair_is_at_home_wherever_that_is_possible() -> None:
    swapped = ScheduledGame(1, ((1, 3), (2, 4), (5, 6)))

    assert places(swapped, seated(6)) == {1: "A-1", 3: "A-2", 4: "A-4", 2: "A-3", 5: "A-5", 6: "A-6"}


def test_who_has_no_seat_yet_goes_to_the_opponent() -> None:
    assert places(ScheduledGame(1, ((7, 1), (8, 9))), {1: "A-1"}) == {1: "A-1", 7: "A-2"}


def test_seat_given_three_times_still_gives_an_answer() -> None:
    seat_of = dict.fromkeys(range(1, 7), "A-1")

    assert len(places(ScheduledGame(1, ((1, 2), (3, 4), (5, 6))), seat_of)) == 2


def test_seat_of_another_name_is_a_board_of_its_own() -> None:
    assert places(ScheduledGame(1, ((1, 2),)), {1: "window", 2: "A-1"}) == {1: "window", 2: ""}


def test_somebody_twice_in_a_game_is_refused() -> None:
    with pytest.raises(MovementError, match="^entrant 1 is twice in game 4$"):
        slips([ScheduledGame(4, ((1, 2), (3, 1)))], seated(4))
