"""The proof before publishing: what passes, what fails how often, and how far one walks."""

from dataclasses import replace

import pytest

from tests.tournaments.rules.movement.planned import planned
from tournaments.rules.movement.proof import ProofLine, Walk, prove, walk_of
from tournaments.rules.movement.setup import Movement, MovementKind, ScheduleTerms, Setup, terms_for
from tournaments.rules.schedule_check import Attendance
from tournaments.rules.types import ScheduledGame


def failures(movement: Movement, seat_of: dict[int, str], terms: ScheduleTerms | None = None) -> list[int]:
    field = [Attendance(number, seat) for number, seat in seat_of.items()]
    return [line.failures for line in prove(movement.schedule, field, terms or movement.terms, seat_of)]


FIELDS = [
    (Setup(30, 16), Walk(1, 1)),
    (Setup(40, 22), Walk(1, 1)),
    (Setup(43, 18, makeups=True), Walk(1, 21)),
    (Setup(43, 18, house_player=True), Walk(1, 21)),
    (Setup(43, 18, makeups=True, kind=MovementKind.RING), Walk(1, 1)),
    (Setup(124, 22), Walk(1, 61)),
    (Setup(124, 22, kind=MovementKind.SECTIONS, sections=(30, 32)), Walk(1, 31)),
    (Setup(306, 22, kind=MovementKind.RING), Walk(1, 1)),
    (Setup(306, 22, kind=MovementKind.SECTIONS, sections=(24, 24, 24, 24, 30, 27)), Walk(1, 29)),
]


@pytest.mark.parametrize(("setup", "walk"), FIELDS)
def test_planned_movement_is_proved(setup: Setup, walk: Walk) -> None:
    movement, seat_of = planned(setup)

    assert failures(movement, seat_of, terms_for(setup)) == [0, 0, 0, 0]
    assert walk_of(movement.schedule, seat_of, rounds=setup.games) == walk


def test_proof_says_what_it_proves() -> None:
    movement, seat_of = planned(Setup(7, 4, makeups=True))

    lines = prove(movement.schedule, [Attendance(number) for number in seat_of], movement.terms, seat_of)
    [_, one, two, _] = prove((), [], ScheduleTerms(1, 3, 2), {})

    assert lines == (
        ProofLine("nobody is in two games at the same time"),
        ProofLine("everybody plays 4 games, byes made up in 1 extra round"),
        ProofLine("nobody meets the same opponent more than once"),
        ProofLine("opponents sit across a board, and each seat is taken once"),
    )
    assert (one.text, one.failures) == ("everybody plays 1 game, byes made up in 2 extra rounds", 1)
    assert two.text == "nobody meets the same opponent more than twice"


def test_failures_are_counted_where_they_belong() -> None:
    movement, seat_of = planned(Setup(6, 3))
    first, second, third = movement.schedule
    twice = replace(movement, schedule=(replace(first, pairs=((1, 2), (1, 4), (5, 6))), second, third))
    again = replace(movement, schedule=(first, second, replace(first, game=3)))
    without_seat = {**seat_of, 1: "", 2: ""}

    assert failures(twice, seat_of) == [1, 1, 1, 1]
    assert failures(again, seat_of) == [0, 0, 3, 0]
    assert failures(movement, without_seat)[3] == 3
    assert walk_of((ScheduledGame(1, ((1, 2),)),), {1: "A-1", 2: "A-2"}, rounds=1) == Walk(0, 0)


def test_way_to_a_seat_of_nobody_is_counted_to_the_end_of_the_row() -> None:
    games = (ScheduledGame(1, ((1, 2),)), ScheduledGame(2, ((1, 3),)), ScheduledGame(3, ((4, 3),)))

    assert walk_of(games, {1: "A-1", 2: "A-2", 3: "A-4", 4: "A-3"}, rounds=3) == Walk(1, 1)
