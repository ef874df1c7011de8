"""Movements to choose from: how a room is divided, what is said of each, who trades seats to stay seated."""

import pytest

from tournaments.rules.movement.choices import Stays, keep_seated, section_choices, sentence
from tournaments.rules.movement.plan import plan
from tournaments.rules.movement.setup import MovementKind, Setup
from tournaments.rules.seating import seats

RING, SECTIONS = MovementKind.RING, MovementKind.SECTIONS


def tables_of(boards: int) -> list[int]:
    """Return the boards of each table of six, the last one not full."""
    return [6] * (boards // 6) + ([boards % 6] if boards % 6 else [])


@pytest.mark.parametrize(
    ("setup", "divided"),
    [
        (Setup(124, 22), ((30, 32),)),
        (Setup(40, 18), ((10,) * 2, (5,) * 4, (4,) * 5)),
        (Setup(36, 6), ((6, 12), (6, 6, 6), (3,) * 6)),
        (Setup(40, 22), ()),
        (Setup(14, 3), ()),
        (
            Setup(306, 22),
            ((78, 75), (48, 54, 51), (36, 36, 42, 39), (30,) * 4 + (33,), (24,) * 4 + (30, 27), (17,) * 9),
        ),
    ],
)
def test_room_is_divided_by_whole_tables_or_equally(setup: Setup, divided: tuple[tuple[int, ...], ...]) -> None:
    found = section_choices(setup, tables_of(setup.boards))

    assert found == divided
    for sizes in found:
        plan(range(setup.players), setup.games, kind=SECTIONS, sections=sizes)


@pytest.mark.parametrize(
    ("setup", "text"),
    [
        (
            Setup(8, 3),
            (
                "Odd seats stay. After each game even seats move one board on; from the last board, A-8, to the first, "
                "A-2."
            ),
        ),
        (
            Setup(8, 6),
            (
                "A-1 stays. After each game everybody else moves around the room: odd seats one board on, even seats "
                "one board back."
            ),
        ),
        (
            Setup(8, 6, 2, kind=RING),
            (
                "A-1 stays. After every second game everybody else moves around the room: odd seats one board on, "
                "even seats one board back."
            ),
        ),
        (
            Setup(7, 6, makeups=True),
            (
                "After each game everybody moves around the room, odd seats one board on, even seats one board back. "
                "Nobody stays: the player across from the empty seat A-8 has a bye."
            ),
        ),
        (
            Setup(8, 4, kind=SECTIONS, sections=(2, 2)),
            (
                "2 sections: A-1 to A-4, A-5 to A-8. Odd seats stay. After each game even seats move one board on "
                "within their section. After 2 games they go to the next section."
            ),
        ),
        (
            Setup(8, 4, 2, kind=SECTIONS, sections=(2, 2)),
            (
                "2 sections: A-1 to A-4, A-5 to A-8. Odd seats stay. After every second game even seats move one board "
                "on within their section."
            ),
        ),
    ],
)
def test_movement_is_said_in_a_sentence(setup: Setup, text: str) -> None:
    assert sentence(setup, seats(2 * setup.boards)) == text


@pytest.mark.parametrize(
    ("setup", "asked", "stays"),
    [
        (Setup(6, 3), [3, 3, 99], Stays((1, 2, 3, 4, 5, 6))),
        (Setup(6, 3), [4], Stays((1, 2, 4, 3, 5, 6), ((4, 3),))),
        (Setup(6, 3), [4, 3], Stays((1, 2, 3, 5, 4, 6), ((4, 5),))),
        (Setup(6, 3), [2, 4, 6, 1], Stays((1, 3, 2, 5, 4, 6), ((2, 3), (4, 5)), (6,))),
        (Setup(6, 5), [4, 2], Stays((4, 2, 3, 1, 5, 6), ((4, 1),), (2,))),
        (Setup(6, 5), [1], Stays((1, 2, 3, 4, 5, 6))),
        (Setup(5, 4, makeups=True, kind=RING), [4], Stays((1, 2, 3, 4, 5), (), (4,))),
    ],
)
def test_players_who_ask_for_it_get_a_seat_that_stays(setup: Setup, asked: list[int], stays: Stays) -> None:
    found = keep_seated(range(1, setup.players + 1), setup, asked)

    assert found == stays
    staying = set(plan(found.order, setup.games, makeups=setup.makeups, kind=setup.kind).anchors)
    assert set(asked) & set(found.order) <= staying | set(found.moving)
