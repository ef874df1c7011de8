"""The check of a round robin tells in words who has not met as often as agreed, and everything else that is off."""

from collections.abc import Iterable, Sequence

from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.round_robin import days_of, round_robin
from tournaments.rules.round_robin_check import check_round_robin
from tournaments.rules.schedule_check import Attendance, ScheduleWarningKind
from tournaments.rules.types import ScheduledGame

FOUR = tuple(Attendance(number, f"A-{number}") for number in (1, 2, 3, 4))
PLANNED = round_robin([[1, 2, 3, 4]])


def texts(
    schedule: Sequence[ScheduledGame],
    field: Iterable[Attendance] = FOUR,
    pool_of: dict[int, str] | None = None,
    games: int = 6,
) -> list[str]:
    warnings = check_round_robin(schedule, [*field], pool_of or {}, days=days_of(games))
    return [warning.text for warning in warnings]


def changed(game: int, *pairs: tuple[int, int]) -> list[ScheduledGame]:
    return [ScheduledGame(game, pairs) if at.game == game else at for at in PLANNED.schedule]


@given(st.lists(st.integers(2, 9), min_size=1, max_size=4), st.booleans())
def test_what_is_planned_has_no_fault(sizes: list[int], has_floaters: bool) -> None:
    numbers = iter(range(1, 100))
    pools = [[next(numbers) for _ in range(size)] for size in sizes]
    floaters = [900 + place for place in range(len(pools))] if has_floaters else []
    planned = round_robin(pools, floaters=floaters)
    field = [Attendance(number) for pool in pools for number in pool]
    field += [Attendance(number, house_player=True) for number in floaters]
    pool_of = {number: str(name) for name, pool in enumerate(pools) for number in pool}

    assert check_round_robin(planned.schedule, field, pool_of, days=days_of(planned.games)) == ()


def test_who_has_not_met_twice_is_told() -> None:
    # Game 1 was 1-4 and 3-2; game 5 1-3 and 4-2.
    assert texts(changed(1, (1, 3), (4, 2))) == [
        "A-1 (entrant 1) and A-4 (entrant 4) meet once, in game 4, instead of twice",
        "A-2 (entrant 2) and A-3 (entrant 3) meet once, in game 4, instead of twice",
        "A-1 (entrant 1) and A-3 (entrant 3) meet more than twice, in games 1, 2 and 5",
        "A-2 (entrant 2) and A-4 (entrant 4) meet more than twice, in games 1, 2 and 5",
        "A-1 (entrant 1) and A-3 (entrant 3) meet twice on day 1, in games 1 and 2",
        "A-2 (entrant 2) and A-4 (entrant 4) meet twice on day 1, in games 1 and 2",
    ]


def test_who_never_meets_is_told() -> None:
    field = (*FOUR[:2], Attendance(9))

    assert texts([], field, games=0) == [
        "A-1 (entrant 1) and A-2 (entrant 2) never meet instead of twice",
        "A-1 (entrant 1) and entrant 9 never meet instead of twice",
        "A-2 (entrant 2) and entrant 9 never meet instead of twice",
    ]


def test_games_that_are_missing_or_unknown_are_told() -> None:
    schedule = [ScheduledGame(7, at.pairs) if at.game == 6 else at for at in PLANNED.schedule]

    found = check_round_robin(schedule, FOUR, {}, days=days_of(6), is_robin_a_day=False)

    assert [(warning.kind, warning.games) for warning in found] == [
        (ScheduleWarningKind.GAME_UNKNOWN, (7,)),
        (ScheduleWarningKind.GAME_MISSING, (6,)),
    ]


def test_somebody_twice_in_a_game_with_itself_or_unknown_is_told() -> None:
    found = check_round_robin(
        [ScheduledGame(1, ((1, 2), (3, 1), (4, 4), (8, 2)))], [], {}, days=days_of(1, games_a_day=1)
    )
    known = check_round_robin([ScheduledGame(1, ((1, 2), (3, 1), (4, 4)))], FOUR, {}, days=days_of(1, games_a_day=1))

    assert {warning.kind for warning in found} == {ScheduleWarningKind.UNKNOWN, ScheduleWarningKind.ITSELF}
    assert [warning.text for warning in known][:2] == [
        "A-1 (entrant 1) is more than once in game 1",
        "A-4 (entrant 4) is paired with itself in game 1",
    ]


def test_meeting_of_two_pools_is_told() -> None:
    schedule = [ScheduledGame(1, ((1, 2), (3, 4))), ScheduledGame(2, ((2, 1), (4, 3)))]
    pools = {1: "A", 2: "A", 3: "B", 4: "B"}

    assert texts(schedule, pool_of=pools, games=2) == []
    assert texts([*schedule[:1], ScheduledGame(2, ((2, 4),))], pool_of=pools, games=2) == [
        "A-1 (entrant 1) and A-2 (entrant 2) meet once, in game 1, instead of twice",
        "A-3 (entrant 3) and A-4 (entrant 4) meet once, in game 1, instead of twice",
        "A-2 (entrant 2) and A-4 (entrant 4) meet in game 2, but are in different pools (A and B)",
    ]


def test_who_has_left_or_comes_late_is_held_to_no_number_of_meetings() -> None:
    gone = Attendance(4, "A-4", withdrawn_after_game=3)
    three = [
        ScheduledGame(at.game, tuple(pair for pair in at.pairs if at.game < 4 or 4 not in pair))
        for at in PLANNED.schedule
    ]

    assert texts(three, (*FOUR[:3], gone)) == []
    assert texts(PLANNED.schedule, (*FOUR[:3], Attendance(4, "A-4", first_game=3))) == [
        "A-4 (entrant 4) starts with game 3 but is paired in game 1",
        "A-4 (entrant 4) starts with game 3 but is paired in game 2",
    ]


def test_games_against_a_house_pair_count_for_nobody() -> None:
    floater = Attendance(5, house_player=True)
    schedule = [*PLANNED.schedule[:5], ScheduledGame(6, ((2, 1), (3, 5)))]

    assert texts(schedule, (*FOUR, floater)) == [
        "A-3 (entrant 3) and A-4 (entrant 4) meet once, in game 3, instead of twice"
    ]
