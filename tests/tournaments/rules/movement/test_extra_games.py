"""More games after a schedule: the movement goes on, or those meet who have not met."""

import pytest

from tests.tournaments.rules.movement.planned import meetings
from tournaments.rules.movement.extra_games import goes_on, paired_again
from tournaments.rules.movement.plan import plan
from tournaments.rules.movement.setup import MovementError, MovementKind
from tournaments.rules.types import ScheduledGame


@pytest.mark.parametrize(("players", "games"), [(50, 22), (12, 5), (12, 9)])
def test_movement_goes_on_as_if_planned_whole(players: int, games: int) -> None:
    field = range(1, players + 1)
    there, whole = plan(field, games).schedule, plan(field, games + 1).schedule

    assert goes_on(there, field, games + 1, per_opponent=1) == whole[games:]


@pytest.mark.parametrize(
    ("kind", "sections"), [(MovementKind.RING, ()), (MovementKind.SECTIONS, (6, 6)), (MovementKind.SECTIONS, (5, 7))]
)
def test_movement_of_every_kind_goes_on(kind: MovementKind, sections: tuple[int, ...]) -> None:
    field = range(1, 25)
    there = plan(field, 4, kind=kind, sections=sections).schedule
    whole = plan(field, 5, kind=kind, sections=sections).schedule

    assert goes_on(there, field, 5, per_opponent=1) == whole[4:]


def test_movement_does_not_go_on_beyond_a_third_meeting() -> None:
    assert goes_on(plan(range(1, 5), 6).schedule, range(1, 5), 7, per_opponent=1) == ()


def test_movement_does_not_go_on_where_a_pairing_was_changed() -> None:
    first, *rest = plan(range(1, 13), 5).schedule
    (a, b), (c, d), *others = first.pairs
    changed = [ScheduledGame(1, ((a, d), (c, b), *others)), *rest]

    assert goes_on(changed, range(1, 13), 6, per_opponent=1) == ()


@pytest.mark.parametrize(("players", "games", "more"), [(24, 12, 2), (40, 20, 4), (8, 4, 3), (500, 22, 2)])
def test_whoever_has_not_met_is_paired_when_movers_have_been_everywhere(players: int, games: int, more: int) -> None:
    field = range(1, players + 1)
    there = plan(field, games).schedule
    new = list(range(games + 1, games + more + 1))

    added = paired_again(there, field, new, per_opponent=1, max_meetings=1)

    assert [game.game for game in added] == new
    assert [sorted(n for pair in game.pairs for n in pair) for game in added] == [list(field)] * more
    assert max(meetings((*there, *added)).values()) == 1


def test_two_games_per_opponent_are_played_one_after_the_other() -> None:
    there = plan(range(1, 13), 4, per_opponent=2).schedule

    fifth, sixth = paired_again(there, range(1, 13), [5, 6], per_opponent=2, max_meetings=2)

    assert fifth.pairs == sixth.pairs
    assert meetings(there).keys() & meetings([fifth]).keys() == set()


def test_field_in_which_everybody_has_met_is_refused() -> None:
    there = plan(range(1, 5), 3).schedule

    with pytest.raises(MovementError, match="^game 4 cannot be paired: some would meet for the second time$"):
        paired_again(there, range(1, 5), [4], per_opponent=1, max_meetings=1)


def test_two_left_over_who_have_met_part_a_pair() -> None:
    there = [ScheduledGame(1, ((3, 4),))]

    (added,) = paired_again(there, [1, 2, 3, 4], [2], per_opponent=1, max_meetings=1)

    assert {frozenset(pair) for pair in added.pairs} == {frozenset({1, 4}), frozenset({2, 3})}


def test_search_is_given_up_where_two_odd_groups_have_met_each_other() -> None:
    first, second = range(1, 14), range(14, 27)
    there = [ScheduledGame(1, ((one, other),)) for one in first for other in second]

    with pytest.raises(MovementError, match="^game 2 cannot be paired"):
        paired_again(there, [*first, *second], [2], per_opponent=1, max_meetings=1)
