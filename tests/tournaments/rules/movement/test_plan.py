"""Rotations: who meets whom, odd fields both ways, and refusals that say what works (domain.md 6)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.conftest import CI
from tests.tournaments.rules.movement.planned import meetings
from tournaments.rules.movement.plan import pairings, plan
from tournaments.rules.movement.setup import (
    Movement,
    MovementError,
    MovementKind,
    ScheduleTerms,
    Setup,
    max_games,
    terms_for,
)

# Every field of up to 40, and of the larger ones each seventh, or where changes are taken each fifth: even and odd.
FIELDS = [*range(4, 40), *range(40, 131, 5 if CI else 7)]
GAMES = (7, 9, 12, 14, 16, 18, 20, 22)
HOUSE_PLAYER = 999


def setups(players: int) -> Iterator[Setup]:
    """Yield what may be asked of a field: one and two games per opponent, an odd field in every way."""
    for games in GAMES:
        for per_opponent in (1, 2):
            yield Setup(players, games, per_opponent)
            if players % 2:
                yield Setup(players, games, per_opponent, house_player=True)
                yield Setup(players, games, per_opponent, makeups=True)


def plan_for(setup: Setup) -> Movement:
    return plan(
        range(1, setup.players + 1),
        setup.games,
        per_opponent=setup.per_opponent,
        house_player=HOUSE_PLAYER if setup.house_player else None,
        makeups=setup.makeups,
        kind=setup.kind,
        sections=setup.sections,
    )


def pairs_of(movement: Movement) -> list[tuple[tuple[int, int], ...]]:
    return [scheduled.pairs for scheduled in movement.schedule]


def warnings_of(setup: Setup, movement: Movement) -> list[str]:
    """Return what is wrong with a plan, found without the engine's own check."""
    warnings = []
    field = set(range(1, setup.players + 1))
    if setup.house_player and setup.players % 2:
        field.add(HOUSE_PLAYER)
    if [scheduled.game for scheduled in movement.schedule] != list(range(1, movement.terms.rounds + 1)):
        warnings.append("games are not numbered from 1 to the last round")
    played: Counter[int] = Counter()
    for scheduled in movement.schedule:
        here = [number for pair in scheduled.pairs for number in pair]
        played.update(here)
        if len(set(here)) != len(here):
            warnings.append(f"somebody is twice in game {scheduled.game}")
        if scheduled.game <= setup.games and len(here) != len(field) - len(field) % 2:
            warnings.append(f"{len(field) - len(here)} sit out in game {scheduled.game}")
    if played != Counter(dict.fromkeys(field, setup.games)):
        warnings.append("somebody does not play as many games as agreed")
    opponents = len(field) - 1
    limit = 2 if setup.per_opponent == 2 or setup.games > opponents else 1
    if movement.terms.max_meetings != limit or max(meetings(movement.schedule).values()) > limit:
        warnings.append("two meet too often")
    return warnings


def warnings_of_moves(setup: Setup, movement: Movement) -> list[str]:
    """Return where an anchor leaves the seat, or a mover does not go one board on when it is time."""
    field = [*range(1, setup.players + 1), HOUSE_PLAYER]
    boards = (setup.players + 1) // 2
    board_of_anchor = {anchor: board for board, anchor in enumerate(field[: 2 * boards : 2])}
    if tuple(board_of_anchor) != movement.anchors:
        return ["the anchors are others"]
    boards_of: dict[int, list[int]] = {}
    warnings = []
    for scheduled in movement.schedule[: setup.games]:
        for anchor, mover in scheduled.pairs:
            if anchor not in board_of_anchor or mover in board_of_anchor:
                warnings.append(f"game {scheduled.game}: {anchor} does not sit still, or {mover} does")
            else:
                boards_of.setdefault(mover, []).append(board_of_anchor[anchor])
    for mover, visited in boards_of.items():
        if visited[0] != field.index(mover) // 2:
            warnings.append(f"mover {mover} does not start at home")
        for game, (before, after) in enumerate(pairwise(visited), start=1):
            step = 1 if game % setup.per_opponent == 0 else 0
            if after != (before + step) % boards:
                warnings.append(f"mover {mover} goes from board {before} to {after} after game {game}")
    return warnings


def is_possible(setup: Setup) -> bool:
    """Tell by counting alone whether a setup can be played: enough opponents, and two for each game."""
    players = setup.players + (setup.players % 2 if setup.house_player else 0)
    has_pairs = players % 2 == 0 or (setup.makeups and setup.games % 2 == 0)
    return has_pairs and setup.games <= 2 * (players - 1)


# Every field, every usual number of games, both ways of odd fields, one and two games per opponent.


@pytest.mark.slow
def test_every_field_is_planned_as_asked_or_refused_with_what_works() -> None:
    wrong = []
    for setup in (setup for players in FIELDS for setup in setups(players)):
        try:
            movement = plan_for(setup)
        except MovementError as refusal:
            if is_possible(setup) or not refusal.works or setup in refusal.works:
                wrong.append((setup, "the refusal names nothing that works"))
            wrong += [(other, warning) for other in refusal.works for warning in warnings_of(other, plan_for(other))]
        else:
            wrong += [(setup, warning) for warning in warnings_of(setup, movement)]
            has_boards_enough = setup.games <= (setup.players + 1) // 2 * setup.per_opponent
            ring = replace(setup, kind=MovementKind.RING)
            wrong += [(ring, warning) for warning in warnings_of(ring, plan_for(ring))]
            if has_boards_enough != (movement.kind is MovementKind.ONE_WAY):
                wrong.append((setup, movement.kind.value))
            elif has_boards_enough:
                wrong += [(setup, warning) for warning in warnings_of_moves(setup, movement)]

    assert wrong == []


@pytest.mark.parametrize("players", [4, 5, 6, 7, 12, 13, 43, 44])
def test_refused_are_only_setups_that_nobody_could_play(players: int) -> None:
    for games in range(1, 2 * players + 2):
        for setup in (
            Setup(players, games),
            Setup(players, games, 2),
            Setup(players, games, house_player=True),
            Setup(players, games, makeups=True),
            Setup(players, games, 2, makeups=True),
        ):
            try:
                terms_for(setup)
            except MovementError:
                assert not is_possible(setup)
            else:
                assert is_possible(setup)


@pytest.mark.slow
def test_fields_of_four_to_five_hundred_play_five_to_twenty_six_games() -> None:
    """A movement of 26 games begins with that of 5: only makeup games differ with the number of games."""
    wrong = []
    for players in (*range(4, 60), *range(60, 501, 5)) if CI else (*range(4, 30), 43, 124, 305, 306, 500):
        for kind in (MovementKind.RING, None):
            most = min(26, max_games(players + players % 2))
            setup = Setup(players, most, house_player=True, kind=kind)
            wrong += [(setup, warning) for warning in warnings_of(setup, plan_for(setup))]
        for games in range(6, 27, 2) if players % 2 else ():
            setup = Setup(players, games, makeups=True, kind=MovementKind.RING)
            if is_possible(setup) and (CI or games in (6, 16, 26)) and (players < 60 or games % 10 == 6):
                wrong += [(setup, warning) for warning in warnings_of(setup, plan_for(setup))]

    assert wrong == []


# Sections.

SECTIONS = [
    (Setup(12, 3, kind=MovementKind.SECTIONS, sections=(3, 3)), 0),
    (Setup(12, 6, kind=MovementKind.SECTIONS, sections=(3, 3)), 3),
    (Setup(12, 6, 2, kind=MovementKind.SECTIONS, sections=(3, 3)), 0),
    (Setup(36, 18, kind=MovementKind.SECTIONS, sections=(6, 6, 6)), 12),
    (Setup(123, 22, makeups=True, kind=MovementKind.SECTIONS, sections=(30, 32)), 0),
    (Setup(47, 20, makeups=True, kind=MovementKind.SECTIONS, sections=(12, 12)), 8),
    (Setup(306, 22, kind=MovementKind.SECTIONS, sections=(24, 24, 24, 24, 30, 27)), 0),
]


@pytest.mark.parametrize(("setup", "games_elsewhere"), SECTIONS)
def test_movers_go_round_in_their_section_and_then_to_the_next_one(setup: Setup, games_elsewhere: int) -> None:
    movement = plan_for(setup)

    starts = [sum(setup.sections[:section]) for section in range(len(setup.sections))]
    section_of = {
        number: sum((number - 1) // 2 >= start for start in starts) for number in range(1, 2 * setup.boards + 1)
    }
    elsewhere = {
        scheduled.game
        for scheduled in movement.schedule[: setup.games]
        for first, second in scheduled.pairs
        if section_of[first] != section_of[second]
    }
    assert warnings_of(setup, movement) == []
    assert elsewhere == set(range(setup.games - games_elsewhere + 1, setup.games + 1))
    assert movement.anchors == tuple(range(1, setup.players + 1, 2))


# What single plans look like.


def test_anchors_stay_and_movers_go_one_board_on() -> None:
    assert [scheduled.pairs for scheduled in pairings([1, 2, 3, 4, 5, 6], 3)] == [
        ((1, 2), (3, 4), (5, 6)),
        ((1, 6), (3, 2), (5, 4)),
        ((1, 4), (3, 6), (5, 2)),
    ]


def test_two_games_per_opponent_move_after_every_second_game() -> None:
    assert pairs_of(plan([1, 2, 3, 4], 4, per_opponent=2)) == [
        ((1, 2), (3, 4)),
        ((1, 2), (3, 4)),
        ((1, 4), (3, 2)),
        ((1, 4), (3, 2)),
    ]


def test_more_games_than_boards_make_a_round_robin() -> None:
    assert [scheduled.pairs for scheduled in pairings([1, 2, 3, 4], 3)] == [
        ((1, 2), (3, 4)),
        ((1, 4), (2, 3)),
        ((1, 3), (4, 2)),
    ]


def test_circle_begins_again_after_everybody_was_met() -> None:
    schedule = pairings(range(1, 7), 10)

    assert [schedule[game].pairs for game in (5, 9)] == [schedule[0].pairs, schedule[4].pairs]


def test_empty_seat_of_an_odd_ring_is_the_one_that_stays() -> None:
    assert pairs_of(plan([1, 2, 3, 4, 5], 4, makeups=True)) == [
        ((1, 2), (3, 4)),
        ((2, 4), (1, 5)),
        ((4, 5), (2, 3)),
        ((5, 3), (4, 1)),
        ((5, 2), (3, 1)),
    ]


def test_house_player_takes_the_last_chair_of_an_odd_field() -> None:
    movement = plan([1, 2, 3], 2, house_player=9)

    assert pairs_of(movement) == [((1, 2), (3, 9)), ((1, 9), (3, 2))]
    assert movement.terms == ScheduleTerms(games=2, rounds=2, max_meetings=1)


def test_house_player_is_not_needed_in_an_even_field() -> None:
    assert plan([1, 2, 3, 4], 2, house_player=9) == plan([1, 2, 3, 4], 2)


def test_games_sat_out_are_made_up_in_an_extra_round() -> None:
    movement = plan([1, 2, 3, 4, 5, 6, 7], 4, makeups=True)

    assert pairs_of(movement) == [
        ((1, 2), (3, 4), (5, 6)),
        ((3, 2), (5, 4), (7, 6)),
        ((1, 6), (5, 2), (7, 4)),
        ((1, 4), (3, 6), (7, 2)),
        ((7, 5), (1, 3)),
    ]
    assert movement.terms == ScheduleTerms(games=4, rounds=5, max_meetings=1)


def test_three_anchors_who_sat_out_twice_meet_each_other_once() -> None:
    assert pairs_of(plan([1, 2, 3, 4, 5], 6, per_opponent=2, makeups=True))[6:] == [((5, 1),), ((1, 3),), ((5, 3),)]


@pytest.mark.parametrize(
    ("setup", "terms"),
    [
        (Setup(124, 22), ScheduleTerms(22, 22, 1)),
        (Setup(44, 22, 2), ScheduleTerms(22, 22, 2)),
        (Setup(12, 22), ScheduleTerms(22, 22, 2)),
        (Setup(123, 22, house_player=True), ScheduleTerms(22, 22, 1)),
        (Setup(123, 22, makeups=True), ScheduleTerms(22, 23, 1)),
        (Setup(123, 22, house_player=True, makeups=True), ScheduleTerms(22, 22, 1)),
        (Setup(123, 20, 2, makeups=True), ScheduleTerms(20, 22, 2)),
        (Setup(123, 22, 2, makeups=True), ScheduleTerms(22, 25, 2)),
        (Setup(13, 22, 2, makeups=True), ScheduleTerms(22, 24, 2)),
        (Setup(13, 2, 2, makeups=True), ScheduleTerms(2, 3, 2)),
        (Setup(13, 12, makeups=True), ScheduleTerms(12, 13, 1)),
        (Setup(13, 22, makeups=True), ScheduleTerms(22, 24, 2)),
    ],
)
def test_terms_tell_games_lines_and_the_limit_of_meetings(setup: Setup, terms: ScheduleTerms) -> None:
    assert terms_for(setup) == terms
    assert plan_for(setup).terms == terms


def test_most_games_is_two_against_everybody() -> None:
    assert [max_games(players) for players in (0, 1, 2, 8)] == [0, 0, 2, 14]


# Refusals.


@pytest.mark.parametrize(
    ("setup", "message", "works"),
    [
        (
            Setup(1, 1),
            "1 player cannot play: it takes at least 2. What would work: a field of 2 players",
            [Setup(2, 1)],
        ),
        (Setup(2, 0), "0 games cannot be paired: it takes at least 1. What would work: 1 game", [Setup(2, 1)]),
        (
            Setup(13, 7),
            (
                "13 players leave one without an opponent in each game. What would work: a house player in the "
                "empty seat, 6 games with extra rounds for the byes, 8 games with extra rounds for the "
                "byes or a field of 14 players"
            ),
            [Setup(13, 7, house_player=True), Setup(13, 6, makeups=True), Setup(13, 8, makeups=True), Setup(14, 7)],
        ),
        (
            Setup(13, 7, makeups=True),
            (
                "13 players cannot play 7 games each, because 13 times 7 is odd and a game takes two. What would "
                "work: a house player in the empty seat, 6 games, 8 games or a field of 14 players"
            ),
            [Setup(13, 7, house_player=True), Setup(13, 6, makeups=True), Setup(13, 8, makeups=True), Setup(14, 7)],
        ),
        (
            Setup(4, 22),
            (
                "4 players cannot play 22 games without meeting somebody a third time. What would work: 6 games or "
                "a field of 12 players"
            ),
            [Setup(4, 6), Setup(12, 22)],
        ),
        (
            Setup(9, 22, house_player=True),
            (
                "9 players cannot play 22 games without meeting somebody a third time. What would work: 18 games, "
                "16 games with extra rounds for the byes or a field of 12 players"
            ),
            [Setup(9, 18, house_player=True), Setup(9, 16, makeups=True), Setup(12, 22)],
        ),
        (
            Setup(80, 100),
            "100 games and extra rounds are more than the 99 lines of a card. What would work: 99 games",
            [Setup(80, 99)],
        ),
        (
            Setup(8, 4, 3),
            "3 games per opponent cannot be paired. What would work: 2 games per opponent",
            [Setup(8, 4, 2)],
        ),
        (
            Setup(40, 22, kind=MovementKind.ONE_WAY),
            (
                "22 games need 22 boards, and there are 20: movers would come to a board a second time. What would "
                "work: 20 games or everybody moves but one"
            ),
            [Setup(40, 20, kind=MovementKind.ONE_WAY), Setup(40, 22, kind=MovementKind.RING)],
        ),
        (
            Setup(40, 18, kind=MovementKind.SECTIONS, sections=(8, 12)),
            (
                "sections of different lengths cannot swap, and one has fewer than 18 boards. What would work: "
                "one way round or everybody moves but one"
            ),
            [Setup(40, 18, kind=MovementKind.ONE_WAY), Setup(40, 18, kind=MovementKind.RING)],
        ),
        (
            Setup(12, 3, kind=MovementKind.SECTIONS),
            "sections of no boards do not make 6. What would work: one way round or everybody moves but one",
            [Setup(12, 3, kind=MovementKind.ONE_WAY), Setup(12, 3, kind=MovementKind.RING)],
        ),
        (
            Setup(5, 2, 2, makeups=True, kind=MovementKind.ONE_WAY),
            (
                "one opponent twice leaves one player to make up two games, and nobody to play them against. What "
                "would work: everybody moves but one"
            ),
            [Setup(5, 2, 2, makeups=True, kind=MovementKind.RING)],
        ),
    ],
)
def test_refusal_says_what_would_work(setup: Setup, message: str, works: list[Setup]) -> None:
    with pytest.raises(MovementError) as refusal:
        plan_for(setup)

    assert (str(refusal.value), list(refusal.value.works)) == (message, works)
    assert [warnings_of(other, plan_for(other)) for other in works] == [[] for _ in works]


@pytest.mark.parametrize(("field", "house_player"), [([1, 2, 3, 1], None), ([1, 2, 3], 3)])
def test_player_twice_in_the_field_is_refused(field: list[int], house_player: int | None) -> None:
    with pytest.raises(MovementError, match="^a player is in the field twice$"):
        plan(field, 2, house_player=house_player)
