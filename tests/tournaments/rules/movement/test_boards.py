"""Where everybody sits in each game: the rows of a card before play."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.rules.movement.planned import planned
from tournaments.rules.movement.boards import SlipRow, places, places_in, ring_of, seats_by_game, slips
from tournaments.rules.movement.plan import plan
from tournaments.rules.movement.setup import Movement, MovementError, MovementKind, Setup
from tournaments.rules.seating import facing, seats
from tournaments.rules.types import ScheduledGame


def seated(players: int, *, table_length: int = 12) -> dict[int, str]:
    return dict(enumerate(seats(players, table_length=table_length), start=1))


def warnings_of(movement: Movement, seat_of: dict[int, str]) -> list[str]:
    """Return where two sit on one chair, or opponents not opposite each other, or somebody not as drawn in game 1."""
    warnings = []
    for scheduled, placed in seats_by_game(movement.schedule, seat_of):
        if len(set(placed.values())) != 2 * len(scheduled.pairs):
            warnings.append(f"game {scheduled.game}: two on one chair")
        warnings += [
            f"game {scheduled.game}: {first} and {second} sit in {placed[first]} and {placed[second]}"
            for first, second in scheduled.pairs
            if placed[first] != facing(placed[second])
        ]
        if scheduled.game == 1:
            warnings += [f"{number} is away" for number, seat in placed.items() if seat != seat_of[number]]
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


# Everybody moves but one: the walk is one seat for everybody, and game 1 is as drawn.

DRAWN_FIELDS = [
    Setup(30, 16),
    Setup(40, 22),
    Setup(43, 18, house_player=True),
    Setup(43, 18, makeups=True),
    Setup(43, 18, house_player=True, kind=MovementKind.RING),
    Setup(43, 18, makeups=True, kind=MovementKind.RING),
    Setup(124, 22),
    Setup(124, 22, kind=MovementKind.RING),
    Setup(306, 22),
    Setup(306, 22, kind=MovementKind.RING),
    Setup(306, 22, 2, kind=MovementKind.RING),
    Setup(5, 10, 2, house_player=True),
    Setup(4, 3),
    Setup(4, 6, 2),
    Setup(13, 22, makeups=True),
    Setup(13, 12, 2, makeups=True, kind=MovementKind.RING),
]


def steps_of(movement: Movement, seat_of: dict[int, str], rounds: int) -> set[tuple[str, str]]:
    """Return every change of seat that anybody makes from one game to the next, byes looked over."""
    steps = set()
    for rows in slips(movement.schedule, seat_of).values():
        seats_taken = [row.seat for row in rows[:rounds] if row.opponent is not None]
        games = [row.game for row in rows[:rounds] if row.opponent is not None]
        following = zip(pairwise(games), pairwise(seats_taken), strict=True)
        steps |= {seats for (game, after), seats in following if after == game + 1}
    return {(seat, there) for seat, there in steps if seat != there}


@pytest.mark.parametrize("setup", DRAWN_FIELDS)
def test_game_one_is_at_the_drawn_seat_and_everybody_walks_one_seat(setup: Setup) -> None:
    movement, seat_of = planned(setup)
    labels = seats(2 * setup.boards)
    circle = [*labels[2::2], *labels[:0:-2]]
    if setup.form is MovementKind.ONE_WAY:
        circle = [*labels[1::2]]
    elif setup.field % 2:
        circle = [*labels[-3::-2], *labels[::2]]

    assert warnings_of(movement, seat_of) == []
    assert steps_of(movement, seat_of, setup.games) <= {*pairwise(circle), (circle[-1], circle[0])}


@pytest.mark.parametrize("players", [4, 6, 7, 8, 9, 12, 21, 30, 43, 60, 101, 124])
@pytest.mark.parametrize("per_opponent", [1, 2])
def test_schedule_of_anchors_is_no_ring_and_a_ring_is_one_whatever_its_length(players: int, per_opponent: int) -> None:
    for games in range(2, min(players, 24), 2):
        for kind in (MovementKind.ONE_WAY, MovementKind.RING):
            try:
                movement, seat_of = planned(Setup(players, games, per_opponent, makeups=True, kind=kind))
            except MovementError:
                continue
            ring = ring_of(movement.schedule, seat_of)
            has_moved = games > per_opponent or players % 2 == 1

            assert (ring is not None) == (kind is MovementKind.RING and has_moved)


def test_only_the_first_seat_stays_in_a_ring() -> None:
    movement, seat_of = planned(Setup(30, 16))

    stay = [
        number for number, rows in slips(movement.schedule, seat_of).items() if len({row.seat for row in rows}) == 1
    ]

    assert (stay, movement.anchors) == ([1], (1,))


def test_replaced_and_late_players_and_changed_pairs_leave_the_others_on_their_way() -> None:
    movement, seat_of = planned(Setup(14, 10))
    before = slips(movement.schedule, seat_of)
    changed = [
        ScheduledGame(
            scheduled.game,
            (
                *(tuple(20 if n == 5 and scheduled.game > 3 else n for n in pair) for pair in scheduled.pairs),
                *([(21, 22)] if scheduled.game > 2 else []),
            ),
        )
        for scheduled in movement.schedule
    ]

    rows = slips(changed, {**seat_of, 20: "A-5B", 21: "B-3", 22: "B-4"})

    assert [row.seat for row in rows[20][3:]] == [row.seat for row in before[5][3:]]
    assert {row.seat for row in rows[21][2:]} == {"B-3"}
    assert all(rows[n][game].seat == before[n][game].seat for n in seat_of if n != 5 for game in range(10))


def test_moved_table_keeps_its_place_in_the_circle() -> None:
    movement, seat_of = planned(Setup(12, 11))
    seat_of |= {3: "B-1", 4: "B-2"}

    rows = slips(movement.schedule, seat_of)

    assert [row.seat for row in rows[2]][:4] == ["A-2", "B-1", "A-5", "A-7"]
    assert warnings_of(movement, seat_of) == []


def test_places_of_one_game_are_those_of_the_cards() -> None:
    movement, seat_of = planned(Setup(8, 6))
    rows = slips(movement.schedule, seat_of)

    assert places_in(movement.schedule, seat_of, 4) == {number: own[3].seat for number, own in rows.items()}
    assert places_in(movement.schedule, seat_of, 9) == places_in([], seat_of, 1) == {}


def test_seats_of_other_names_make_no_ring() -> None:
    movement, _ = planned(Setup(8, 6))

    assert ring_of(movement.schedule, {number: f"window {number}" for number in range(1, 9)}) is None
