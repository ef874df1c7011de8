"""The check of a schedule tells every fault in words (domain.md 6)."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tournaments.rules.movement.plan import plan
from tournaments.rules.movement.setup import ScheduleTerms
from tournaments.rules.schedule_check import Attendance, ScheduleWarningKind, check_schedule, games_in_words
from tournaments.rules.seating import seats
from tournaments.rules.types import ScheduledGame

FIELD = tuple(Attendance(number, seat) for number, seat in enumerate(seats(6, table_length=6), start=1))
TERMS = ScheduleTerms(games=2, rounds=2)


def schedule(*games: Sequence[tuple[int, int]]) -> tuple[ScheduledGame, ...]:
    return tuple(ScheduledGame(game, tuple(pairs)) for game, pairs in enumerate(games, start=1))


GOOD = schedule([(1, 2), (3, 4), (5, 6)], [(1, 6), (3, 2), (5, 4)])


def texts(
    found: Sequence[ScheduledGame], field: Sequence[Attendance] = FIELD, terms: ScheduleTerms = TERMS
) -> list[str]:
    return [warning.text for warning in check_schedule(found, field, terms)]


@pytest.mark.parametrize("players", range(4, 131, 21))
@pytest.mark.parametrize("per_opponent", [1, 2])
@pytest.mark.parametrize("has_house_player", [True, False])
def test_what_is_planned_has_no_fault(players: int, per_opponent: int, has_house_player: bool) -> None:
    house_player = 999 if has_house_player else None
    movement = plan(
        range(1, players + 1),
        min(22, players // 2 * 2),
        per_opponent=per_opponent,
        house_player=house_player,
        makeups=True,
    )
    field = [*map(Attendance, range(1, players + 1)), Attendance(999, house_player=True)]

    assert check_schedule(movement.schedule, field, movement.terms) == ()


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (
            schedule([(1, 2), (3, 4), (5, 1)], GOOD[1].pairs),
            ["A-1 (entrant 1) is more than once in game 1", "A-6 (entrant 6) is missing from game 1"],
        ),
        (
            schedule([(1, 2), (3, 4)], [(1, 6), (3, 2)]),
            [
                "A-4 (entrant 4) is missing from game 2",
                "A-5 (entrant 5) is missing from games 1 and 2",
                "A-6 (entrant 6) is missing from game 1",
            ],
        ),
        (
            schedule([(1, 2), (3, 4), (5, 5)], GOOD[1].pairs),
            ["A-5 (entrant 5) is paired with themselves in game 1", "A-6 (entrant 6) is missing from game 1"],
        ),
        (
            schedule([(1, 2), (3, 4), (5, 6), (7, 8)], GOOD[1].pairs),
            [
                "entrant 7 is not in the field but paired in game 1",
                "entrant 8 is not in the field but paired in game 1",
            ],
        ),
        (
            schedule(GOOD[0].pairs, [(2, 1), (3, 6), (5, 4)]),
            ["A-1 (entrant 1) and A-2 (entrant 2) meet more than once, in games 1 and 2"],
        ),
        (GOOD[:1], ["game 2 is not scheduled"]),
        ((), ["games 1 and 2 are not scheduled"]),
        ((*GOOD, ScheduledGame(3, ((1, 4), (3, 6), (5, 2)))), ["there is no game 3: games are numbered 1 to 2"]),
    ],
)
def test_every_fault_is_told_with_game_and_seats(found: Sequence[ScheduledGame], told: list[str]) -> None:
    assert texts(found) == told


def test_game_scheduled_twice_is_told() -> None:
    assert texts([*GOOD, GOOD[0]])[:1] == ["game 1 is scheduled 2 times"]


def test_two_may_meet_twice_where_the_terms_say_so() -> None:
    twice = schedule(GOOD[0].pairs, GOOD[0].pairs)
    thrice = schedule(*[GOOD[0].pairs] * 3)

    assert texts(twice, terms=ScheduleTerms(2, 2, 2)) == []
    assert texts(thrice, terms=ScheduleTerms(3, 3, 2)) == [
        "A-1 (entrant 1) and A-2 (entrant 2) meet more than twice, in games 1 to 3",
        "A-3 (entrant 3) and A-4 (entrant 4) meet more than twice, in games 1 to 3",
        "A-5 (entrant 5) and A-6 (entrant 6) meet more than twice, in games 1 to 3",
    ]


def test_fault_says_which_games_and_entrants_it_is_about() -> None:
    (warning,) = check_schedule(schedule(GOOD[0].pairs, [(2, 1), (3, 6), (5, 4)]), FIELD, TERMS)

    assert (warning.kind, warning.games, warning.entrants) == (ScheduleWarningKind.MET_TOO_OFTEN, (1, 2), (1, 2))


# Extra rounds.


def test_with_extra_rounds_only_the_number_of_games_counts() -> None:
    movement = plan([1, 2, 3, 4, 5], 2, makeups=True)
    field = FIELD[:5]
    without = (*movement.schedule[:2], ScheduledGame(3, ((1, 2),)))

    assert texts(movement.schedule, field, movement.terms) == []
    assert texts(without, field, movement.terms) == [
        "A-2 (entrant 2) has 3 games instead of 2",
        "A-5 (entrant 5) has 1 game instead of 2",
        "A-1 (entrant 1) and A-2 (entrant 2) meet more than once, in games 1 and 3",
    ]


# Who comes late or leaves.


def test_latecomer_may_have_fewer_games_but_none_before_arriving() -> None:
    late = [*FIELD[:4], replace(FIELD[4], first_game=2), replace(FIELD[5], first_game=2)]
    found = schedule(GOOD[0].pairs[:2], GOOD[1].pairs)

    assert texts(found, late) == []
    assert texts(GOOD, late) == [
        "A-5 (entrant 5) starts with game 2 but is paired in game 1",
        "A-6 (entrant 6) starts with game 2 but is paired in game 1",
    ]


def test_who_has_left_may_still_be_scheduled_or_not() -> None:
    gone = [*FIELD[:4], replace(FIELD[4], withdrawn_after_game=1), replace(FIELD[5], withdrawn_after_game=1)]

    assert texts(GOOD, gone) == []
    assert texts(schedule(GOOD[0].pairs, [(1, 4), (3, 2)]), gone) == []


def test_house_player_may_play_any_number_of_games() -> None:
    field = [*FIELD, Attendance(9, house_player=True)]

    assert texts(GOOD, field) == []
    assert texts(schedule([(9, 2), (3, 4), (5, 6)], GOOD[1].pairs), field) == ["A-1 (entrant 1) is missing from game 1"]


def test_games_are_listed_in_words() -> None:
    assert [games_in_words(games) for games in ((3,), (3, 4), (1, 2, 3), (1, 2, 3, 5, 7, 8))] == [
        "game 3",
        "games 3 and 4",
        "games 1 to 3",
        "games 1 to 3, 5, 7 and 8",
    ]
