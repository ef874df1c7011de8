"""The drawing of the tables: every seat once, arrows that end at the right seats."""

import re
from itertools import pairwise

import pytest

from tournaments.rules.movement.drawing import Drawing, draw_room
from tournaments.rules.movement.setup import MovementKind, Setup
from tournaments.rules.seating import seats

RING = MovementKind.RING


def points(path: str) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in re.findall(r"(-?\d+) (-?\d+)", path)]


def drawn(setup: Setup, table_boards: int = 6) -> Drawing:
    return draw_room(setup, seats(2 * setup.boards, table_length=2 * table_boards))


@pytest.mark.parametrize(
    ("setup", "staying"),
    [
        (Setup(30, 16), 1),
        (Setup(40, 22), 1),
        (Setup(43, 18, makeups=True), 22),
        (Setup(43, 18, house_player=True), 22),
        (Setup(43, 18, makeups=True, kind=RING), 1),
        (Setup(124, 22), 62),
        (Setup(306, 22, kind=RING), 1),
        (Setup(306, 22, kind=MovementKind.SECTIONS, sections=(78, 75)), 153),
    ],
)
def test_every_seat_is_drawn_once_within_the_room(setup: Setup, staying: int) -> None:
    drawing = drawn(setup)

    moving, still = points(drawing.moving), points(drawing.staying)
    everything = [*moving, *still, *(point for way in (*drawing.ways, *drawing.returns) for point in points(way))]
    assert len(still) == staying
    assert len({*moving, *still}) == len(moving) + len(still) == 2 * setup.boards
    assert all(0 <= x <= drawing.width and 0 <= y <= drawing.height for x, y in everything)
    assert [table.name for table in drawing.tables][:2] == ["A", "B"]


@pytest.mark.parametrize("players", [24, 124, 306])
def test_drawing_is_no_wider_than_a_phone_shows_at_its_own_size(players: int) -> None:
    assert drawn(Setup(players, 12)).width <= 300


def test_ways_of_a_ring_join_into_one_round() -> None:
    drawing = drawn(Setup(306, 22, kind=RING))
    over, back = map(points, drawing.returns)
    ways = [points(way) for way in drawing.ways]

    assert all(one[-1] == other[0] for one, other in pairwise(ways) if one[-1] != over[0])
    assert (ways[-1][-1], back[1]) == (back[0], ways[0][0])
    assert over[0] in {way[-1] for way in ways}
    assert over[1] in {way[0] for way in ways}


def test_each_section_has_a_way_back() -> None:
    drawing = drawn(Setup(36, 6, kind=MovementKind.SECTIONS, sections=(6, 12)))

    assert len(drawing.returns) == 2


def test_two_players_at_one_board_are_drawn_without_a_way() -> None:
    drawing = drawn(Setup(2, 2, kind=RING))

    assert (drawing.ways, drawing.returns, len(points(drawing.moving))) == ((), (), 1)
