"""Latecomers into any field (domain.md 6): whoever is here plays every game from their first on, the absent none."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import examples
from tests.tournaments.rules.movement.planned import meetings
from tournaments.rules.movement.plan import plan
from tournaments.rules.movement.setup import MovementError, ScheduleTerms, Setup, terms_for
from tournaments.rules.schedule_changes import add_latecomers
from tournaments.rules.schedule_check import Attendance
from tournaments.rules.types import ScheduledGame

HOUSE, NEW_HOUSE, LATE, ABSENT = 900, 901, 1000, 2000


@dataclass(frozen=True)
class Hall:
    """A field that plays by a schedule, those who have not come, and those who come together from a game on."""

    field: tuple[Attendance, ...]
    schedule: tuple[ScheduledGame, ...]
    terms: ScheduleTerms
    latecomers: tuple[int, ...]
    from_game: int


@st.composite
def halls(draw: st.DrawFn, *, fewest: int = 2) -> Hall:
    """Draw 2 to 60 players, at most half of all opponents met, the empty seat of an odd field filled either way."""
    players = draw(st.integers(fewest, 60))
    per_opponent = draw(st.sampled_from((1, 2)))
    makeups = players % 2 == 1 and draw(st.booleans())
    games = draw(st.integers(1, 22))
    setup = Setup(players, games, per_opponent, house_player=not makeups, makeups=makeups)
    try:
        terms = terms_for(setup)
    except MovementError as error:
        setup = error.works[0] if error.works else Setup(2, 1)
        terms = terms_for(setup)
    numbers = range(1, setup.players + 1)
    movement = plan(
        numbers,
        setup.games,
        per_opponent=setup.per_opponent,
        house_player=HOUSE if setup.house_player else None,
        makeups=setup.makeups,
    )
    from_game = draw(st.integers(1, setup.games))
    late = tuple(range(LATE, LATE + draw(st.integers(1, 6))))
    absent = range(ABSENT, ABSENT + draw(st.integers(0, 5)))
    field = (
        *map(Attendance, numbers),
        Attendance(HOUSE, house_player=True),
        Attendance(NEW_HOUSE, house_player=True),
        *(Attendance(number, first_game=from_game) for number in late),
        *map(Attendance, absent),
    )
    return Hall(field, movement.schedule, terms, late, from_game)


def added(hall: Hall) -> tuple[ScheduledGame, ...]:
    """Add the latecomers as the desk does: a house player comes only where they find no opponent without."""
    how = {"latecomers": hall.latecomers, "from_game": hall.from_game}
    try:
        return add_latecomers(hall.schedule, hall.field, hall.terms, **how).schedule  # type: ignore[arg-type]
    except MovementError:
        return add_latecomers(hall.schedule, hall.field, hall.terms, **how, house_player=NEW_HOUSE).schedule  # type: ignore[arg-type]


def games_of(schedule: Sequence[ScheduledGame]) -> dict[int, set[int]]:
    games: dict[int, set[int]] = {}
    for scheduled in schedule:
        for number in (number for pair in scheduled.pairs for number in pair):
            assert scheduled.game not in games.setdefault(number, set()), f"{number} twice in game {scheduled.game}"
            games[number].add(scheduled.game)
    return games


@given(halls())
@examples(400, deadline=None)
def test_everybody_here_plays_every_game_from_their_first_and_the_absent_none(hall: Hall) -> None:
    try:
        schedule = added(hall)
    except MovementError:
        # Only where nearly everybody would have to meet nearly everybody.
        assert len(hall.latecomers) + hall.terms.games > len(hall.field) / 3
        return

    games, before = games_of(schedule), games_of(hall.schedule)
    assert max(meetings(schedule).values()) <= hall.terms.max_meetings
    assert not {number for number in games if number >= ABSENT}
    for number in hall.latecomers:
        regular = {game for game in games[number] if game <= hall.terms.games}
        assert regular == set(range(hall.from_game, hall.terms.games + 1))
    for number in (number for number in before if number < HOUSE):
        assert len(games[number]) == hall.terms.games


@given(halls(fewest=24))
@examples(150, deadline=None)
def test_in_a_field_of_more_than_twice_the_games_nobody_is_refused(hall: Hall) -> None:
    if len(hall.field) > 2 * (hall.terms.games + len(hall.latecomers)) + 10:
        assert added(hall)


@pytest.mark.parametrize(("players", "games"), [(13, 4), (25, 8), (37, 6)])
def test_who_has_one_of_two_games_off_left_makes_up_that_one(players: int, games: int) -> None:
    """Who had the last two games off meets the latecomer in the last one, and is short of one game, not of two."""
    movement = plan(range(1, players + 1), games, per_opponent=2, makeups=True)
    field = (*map(Attendance, range(1, players + 1)), Attendance(LATE, first_game=games))

    change = add_latecomers(movement.schedule, field, movement.terms, latecomers=[LATE], from_game=games)

    assert {len(found) for number, found in games_of(change.schedule).items() if number != LATE} == {games}


def test_latecomer_who_would_leave_somebody_short_of_a_game_is_refused_with_what_works() -> None:
    movement = plan(range(1, 6), 4, makeups=True)
    field = (*map(Attendance, range(1, 6)), Attendance(LATE, first_game=3))

    with pytest.raises(MovementError, match=r"entrant \d has 3 games instead of 4: bring in a house player as well"):
        add_latecomers(movement.schedule, field, movement.terms, latecomers=[LATE], from_game=3)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_no_more_boards_are_parted_than_latecomers_make_needful(count: int) -> None:
    movement = plan(range(1, 32), 9, house_player=HOUSE)
    late = tuple(range(LATE, LATE + count))
    field = (*map(Attendance, range(1, 32)), Attendance(HOUSE, house_player=True), *map(Attendance, late))

    change = add_latecomers(movement.schedule, field, movement.terms, latecomers=late, from_game=1)

    new = Counter(
        number
        for before, after in zip(movement.schedule, change.schedule, strict=True)
        for pair in set(after.pairs) - set(before.pairs)
        for number in pair
        if number < HOUSE
    )
    # One of an odd number takes the house player's place, and only that player's opponents change.
    assert sum(new.values()) <= 9 * count
    assert (HOUSE in games_of(change.schedule)) == (count % 2 == 0)
