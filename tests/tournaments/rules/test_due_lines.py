"""Which lines of a card are due."""

import pytest
from hypothesis import given

from tests.strategies import events
from tournaments.rules.due_lines import games_due, games_sat_out, is_whole, sat_out_in, sat_out_on_sheets
from tournaments.rules.movement.plan import plan
from tournaments.rules.types import EventFile, ScheduledGame


def test_games_sat_out_are_those_scheduled_without_the_entrant() -> None:
    assert games_sat_out([1, 2, 3, 5], [2, 3]) == {1, 5}


def test_whom_the_schedule_does_not_know_sits_out_nothing() -> None:
    assert games_sat_out([1, 2, 3], []) == frozenset()


def test_sat_out_in_a_schedule_names_those_only_who_sit_out_any() -> None:
    schedule = [ScheduledGame(1, ((1, 2), (3, 4))), ScheduledGame(3, ((1, 4),))]

    assert sat_out_in(schedule) == {2: {3}, 3: {3}}


def test_game_against_somebody_who_has_left_is_sat_out_on_sheets() -> None:
    schedule = [ScheduledGame(1, ((1, 2), (3, 4))), ScheduledGame(2, ((1, 4), (2, 3))), ScheduledGame(3, ((1, 3),))]

    assert sat_out_on_sheets(schedule, {4: 1}) == {1: {2}, 2: {3}, 3: set(), 4: set()}
    assert sat_out_on_sheets(schedule, {4: 0}) == {1: {2}, 2: {3}, 3: {1}, 4: set()}
    assert sat_out_on_sheets(schedule, {}) == {1: set(), 2: {3}, 3: set(), 4: {3}}


def test_games_due_end_with_the_withdrawal_and_leave_out_what_is_sat_out() -> None:
    assert games_due(5) == [1, 2, 3, 4, 5]
    assert games_due(5, withdrawn_after_game=3, sat_out={2, 5}) == [1, 3]


@pytest.mark.parametrize(
    ("lines", "sat_out", "whole"),
    [
        ({1, 2, 3}, set(), True),
        ({1, 3}, set(), False),
        ({1, 3}, {2}, True),
        ({1, 2}, {2}, False),
        ({1, 2, 3}, {2}, True),
    ],
)
def test_card_is_whole_with_every_line_that_is_due(lines: set[int], sat_out: set[int], whole: bool) -> None:
    assert is_whole(lines, 3, sat_out) is whole


@pytest.mark.parametrize(("players", "games", "per_opponent"), [(13, 8, 1), (43, 22, 1), (9, 8, 2), (7, 6, 2)])
def test_everybody_owes_the_games_of_a_planned_movement(players: int, games: int, per_opponent: int) -> None:
    movement = plan(range(1, players + 1), games, per_opponent=per_opponent, makeups=True)

    sat_out = sat_out_in(movement.schedule)
    rounds = movement.terms.rounds

    assert {len(games_due(rounds, sat_out=sat_out[number])) for number in sat_out} == {games}
    assert len(sat_out) == players


@given(event_file=events())
def test_nobody_owes_a_game_that_is_scheduled_without_them(event_file: EventFile) -> None:
    sat_out = sat_out_in(event_file.schedule)

    for scheduled in event_file.schedule:
        playing = {number for pair in scheduled.pairs for number in pair}
        assert not any(scheduled.game in sat_out.get(number, ()) for number in playing)
        elsewhere = {n for game in event_file.schedule for pair in game.pairs for n in pair} - playing
        assert all(scheduled.game in sat_out[number] for number in elsewhere)


def test_game_against_a_floater_is_sat_out_by_both() -> None:
    schedule = [ScheduledGame(1, ((1, 2), (3, 9))), ScheduledGame(2, ((1, 3), (9, 2)))]

    assert sat_out_in(schedule) == {}
    assert sat_out_in(schedule, [9]) == {2: {2}, 3: {1}, 9: {1, 2}}


def test_house_player_whom_the_schedule_leaves_out_owes_no_line() -> None:
    schedule = (ScheduledGame(1, ((1, 2),)), ScheduledGame(2, ((1, 2),)))

    assert sat_out_in(schedule, house_players=(9,), games=3) == {9: frozenset({1, 2, 3})}
    assert sat_out_in(schedule, house_players=(2,), games=3) == {}
    assert sat_out_in((), house_players=(9,), games=3) == {}
