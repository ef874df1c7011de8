"""Changing a schedule while people play (domain.md 6: latecomers, early departures, substitutes)."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.tournaments.rules.movement.planned import meetings
from tournaments.rules import schedule_changes
from tournaments.rules.movement.plan import plan
from tournaments.rules.movement.setup import Movement, MovementError, ScheduleTerms
from tournaments.rules.schedule_changes import ScheduleForfeit, add_latecomers, forfeits, substitute, swap, take_out
from tournaments.rules.schedule_check import Attendance
from tournaments.rules.types import ScheduledGame

SIX = plan([1, 2, 3, 4, 5, 6], 3)
FIELD = tuple(map(Attendance, range(1, 7)))


def pairs_of(schedule: Sequence[ScheduledGame]) -> list[tuple[tuple[int, int], ...]]:
    return [scheduled.pairs for scheduled in schedule]


# A pairing by hand.


def test_swap_lets_two_change_places_in_one_game() -> None:
    change = swap(SIX.schedule, FIELD, SIX.terms, game=2, one=6, other=4)

    assert pairs_of(change.schedule) == [((1, 2), (3, 4), (5, 6)), ((1, 4), (3, 2), (5, 6)), ((1, 4), (3, 6), (5, 2))]
    assert change.games == (2,)
    assert [warning.text for warning in change.warnings] == [
        "entrant 1 and entrant 4 meet more than once, in games 2 and 3",
        "entrant 5 and entrant 6 meet more than once, in games 1 and 2",
    ]


def test_swap_with_who_sits_out() -> None:
    odd = plan([1, 2, 3, 4, 5], 2, makeups=True)
    change = swap(odd.schedule, FIELD[:5], odd.terms, game=1, one=1, other=5)

    assert change.schedule[0].pairs == ((5, 2), (3, 4))
    assert [warning.text for warning in change.warnings] == [
        "entrant 1 has 1 game instead of 2",
        "entrant 5 has 3 games instead of 2",
    ]


# Substitutes and house players.


def test_substitute_takes_over_from_a_game_on() -> None:
    field = [*FIELD[:5], Attendance(6, withdrawn_after_game=1), Attendance(9, house_player=True)]
    change = substitute(SIX.schedule, field, SIX.terms, leaving=6, entering=9, from_game=2)

    assert pairs_of(change.schedule) == [((1, 2), (3, 4), (5, 6)), ((1, 9), (3, 2), (5, 4)), ((1, 4), (3, 9), (5, 2))]
    assert (change.games, change.warnings) == ((2, 3), ())


def test_house_player_and_who_left_are_taken_out_together() -> None:
    movement = plan([1, 2, 3, 4, 5], 3, house_player=9)
    field = [*FIELD[:3], Attendance(4, withdrawn_after_game=1), FIELD[4], Attendance(9, house_player=True)]
    change = take_out(movement.schedule, field, movement.terms, one=9, other=4, from_game=2)

    assert pairs_of(change.schedule) == [((1, 2), (3, 4), (5, 9)), ((1, 5), (3, 2)), ((1, 3), (5, 2))]
    assert (change.games, change.warnings) == ((2, 3), ())


def test_taking_out_keeps_a_game_whose_opponents_have_met() -> None:
    schedule = (ScheduledGame(1, ((1, 2), (3, 4))), ScheduledGame(2, ((1, 3), (2, 4))))
    field = [FIELD[0], FIELD[1], Attendance(3, withdrawn_after_game=1), Attendance(4, house_player=True)]
    change = take_out(schedule, field, ScheduleTerms(2, 2), one=3, other=4, from_game=2)

    assert (change.schedule, change.games) == (schedule, ())


def test_taking_out_two_who_meet_leaves_the_others_alone() -> None:
    change = take_out(SIX.schedule, FIELD[:4], SIX.terms, one=5, other=6, from_game=1)

    assert change.schedule[0].pairs == ((1, 2), (3, 4))


def test_one_taken_out_alone_leaves_the_opponent_without_a_game() -> None:
    change = take_out(SIX.schedule, FIELD, SIX.terms, one=6, from_game=3)

    assert change.schedule[2].pairs == ((1, 4), (5, 2))
    assert [warning.text for warning in change.warnings] == [
        "entrant 3 is missing from game 3",
        "entrant 6 is missing from game 3",
    ]


# Latecomers.


@pytest.mark.parametrize("players", [23, 129])
@pytest.mark.parametrize("games", [7, 12])
@pytest.mark.parametrize("from_game", [1, 5])
def test_latecomer_takes_the_house_players_place(players: int, games: int, from_game: int) -> None:
    movement = plan(range(1, players + 1), games, house_player=900)
    field = [*map(Attendance, range(1, players + 1)), Attendance(900, house_player=True)]
    field.append(Attendance(901, first_game=from_game))
    change = add_latecomers(movement.schedule, field, movement.terms, latecomers=(901,), from_game=from_game)

    assert change.warnings == ()
    assert change.games == tuple(range(from_game, games + 1))
    assert games_of(901, change.schedule) == list(change.games)
    assert games_of(900, change.schedule) == list(range(1, from_game))


@pytest.mark.parametrize("players", [24, 130])
@pytest.mark.parametrize("games", [7, 22])
@pytest.mark.parametrize("per_opponent", [1, 2])
@pytest.mark.parametrize("from_game", [1, 5])
def test_latecomer_and_house_player_come_together(players: int, games: int, per_opponent: int, from_game: int) -> None:
    movement = plan(range(1, players + 1), games, per_opponent=per_opponent)
    field = [*map(Attendance, range(1, players + 1)), Attendance(900, house_player=True)]
    field.append(Attendance(901, first_game=from_game))
    change = add_latecomers(
        movement.schedule, field, movement.terms, latecomers=(901,), from_game=from_game, house_player=900
    )

    assert change.warnings == ()
    assert games_of(901, change.schedule) == list(range(from_game, games + 1))
    assert all(len(changed_pairs(movement, change.schedule, game)) == 1 for game in change.games)


@pytest.mark.parametrize("players", [23, 77])
@pytest.mark.parametrize("games", [8, 12])
@pytest.mark.parametrize("from_game", [1, 2, 8])
def test_latecomer_plays_who_would_sit_out(players: int, games: int, from_game: int) -> None:
    movement = plan(range(1, players + 1), games, makeups=True)
    field = [*map(Attendance, range(1, players + 1)), Attendance(901, first_game=from_game)]
    change = add_latecomers(movement.schedule, field, movement.terms, latecomers=(901,), from_game=from_game)
    sat_out = from_game - 1

    assert change.warnings == ()
    assert len(change.schedule[games].pairs) == (sat_out + 1) // 2
    assert len(games_of(901, change.schedule)) == games - sat_out + sat_out % 2


def test_extra_round_leaves_out_who_has_met_everybody_else_in_it() -> None:
    """1, 2 and 3 had byes and have all met: one plays the latecomer, and the check names the others."""
    regular = [((2, 3), (4, 5), (6, 7)), ((1, 3), (4, 6), (5, 7)), ((1, 2), (4, 7), (5, 6)), ((1, 5), (2, 6), (3, 7))]
    schedule = [ScheduledGame(game, pairs) for game, pairs in enumerate((*regular, ()), start=1)]
    field = [*map(Attendance, range(1, 8)), Attendance(8, first_game=4)]

    change = add_latecomers(schedule, field, ScheduleTerms(games=4, rounds=5), latecomers=(8,), from_game=4)

    assert [found.pairs for found in change.schedule[3:]] == [(*regular[3], (4, 8)), ((1, 8),)]
    assert [found.entrants for found in change.warnings] == [(2,), (3,)]


@pytest.mark.parametrize("seed", range(60))
def test_latecomers_one_after_another_meet_nobody_too_often(seed: int) -> None:
    """Whatever field, form and order they come in: a place that breaks no limit, or a refusal that changes nothing."""
    rng = Random(f"latecomers {seed}")
    players = rng.randint(4, 9)
    games = 2 if players < 5 else rng.choice([2, 4])
    per_opponent = rng.choice([1, 2])
    movement = plan(range(1, players + 1), games, per_opponent=per_opponent, makeups=players % 2 == 1)
    schedule, terms = movement.schedule, movement.terms
    field = [*map(Attendance, range(1, players + 1)), Attendance(900, house_player=True)]
    for place in rng.sample(range(players), rng.choice([0, 1, 3])):
        field[place] = replace(field[place], withdrawn_after_game=1)
    for latecomer in range(901, 905):
        from_game = rng.randint(1, games)
        joined = [*field, Attendance(latecomer, first_game=from_game)]
        house_player = rng.choice([None, 900])
        with suppress(MovementError):
            change = add_latecomers(
                schedule, joined, terms, latecomers=(latecomer,), from_game=from_game, house_player=house_player
            )
            field, schedule = joined, change.schedule
        assert max(meetings(schedule).values()) <= terms.max_meetings
        assert all(len({n for pair in game.pairs for n in pair}) == 2 * len(game.pairs) for game in schedule)


@pytest.mark.parametrize(("most", "is_placed"), [(2, True), (1, False)])
def test_places_are_looked_for_only_so_long(most: int, is_placed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two steps of one game: a latecomer takes a place, then nobody is waiting."""
    monkeypatch.setattr(schedule_changes, "MAX_STEPS", most)
    field = [*map(Attendance, range(1, 6)), Attendance(6, first_game=1)]

    with nullcontext() if is_placed else pytest.raises(MovementError):
        add_latecomers(
            (ScheduledGame(1, ((1, 2), (3, 4))),),
            field,
            ScheduleTerms(1, 1),
            latecomers=(6,),
            from_game=1,
            house_player=5,
        )


def games_of(number: int, schedule: Sequence[ScheduledGame]) -> list[int]:
    return [found.game for found in schedule if any(number in pair for pair in found.pairs)]


def changed_pairs(movement: Movement, schedule: Sequence[ScheduledGame], game: int) -> set[tuple[int, int]]:
    return set(movement.schedule[game - 1].pairs) - set(schedule[game - 1].pairs)


# What is refused.


@pytest.mark.parametrize(
    ("change", "how", "message"),
    [
        (swap, {"game": 9, "one": 1, "other": 2}, "game 9 is not scheduled"),
        (swap, {"game": 1, "one": 1, "other": 1}, "two different entrants are needed, one of whom plays in game 1"),
        (swap, {"game": 1, "one": 8, "other": 9}, "two different entrants are needed, one of whom plays in game 1"),
        (swap, {"game": 1, "one": 1, "other": 2}, "entrants 1 and 2 meet in game 1: to swap them changes nothing"),
        (
            substitute,
            {"leaving": 6, "entering": 1, "from_game": 2},
            (
                "entrant 1 plays in game 2 already: choose somebody who is free, or swap single pairings on the page "
                "of a game"
            ),
        ),
        (substitute, {"leaving": 9, "entering": 7, "from_game": 2}, "entrant 9 plays in no game from game 2 on"),
        (take_out, {"one": 7, "other": None, "from_game": 2}, "entrant 7 plays in no game from game 2 on"),
        (take_out, {"one": 1, "other": 7, "from_game": 2}, "entrant 7 plays in no game from game 2 on"),
        (take_out, {"one": 1, "other": 1, "from_game": 2}, "two different entrants are needed"),
        (
            add_latecomers,
            {"latecomers": (7,), "from_game": 2},
            (
                "entrant 7 finds no opponent in game 2: bring in a house player as well, or let the latecomer take "
                "the place of somebody who leaves"
            ),
        ),
        (add_latecomers, {"latecomers": (7,), "from_game": 4}, "there are 3 games: nobody can start with game 4"),
        (add_latecomers, {"latecomers": (6,), "from_game": 2}, "entrant 6 is in the schedule already"),
    ],
)
def test_change_that_makes_no_sense_is_refused(
    change: Callable[..., object], how: dict[str, Any], message: str
) -> None:
    with pytest.raises(MovementError) as refusal:
        change(SIX.schedule, [*FIELD, Attendance(7, first_game=how.get("from_game", 1))], SIX.terms, **how)

    assert str(refusal.value) == message


# Who leaves.


def test_games_of_who_has_left_are_forfeited_to_the_opponents() -> None:
    assert forfeits(SIX.schedule, {6: 1}) == (ScheduleForfeit(2, (6,), 1), ScheduleForfeit(3, (6,), 3))


def test_nobody_wins_where_both_have_left() -> None:
    assert forfeits(SIX.schedule, {6: 0, 5: 2}) == (
        ScheduleForfeit(1, (6,), 5),
        ScheduleForfeit(2, (6,), 1),
        ScheduleForfeit(3, (6,), 3),
        ScheduleForfeit(3, (5,), 2),
    )
    assert forfeits(SIX.schedule[:1], {6: 0, 5: 0}) == (ScheduleForfeit(1, (5, 6), None),)
