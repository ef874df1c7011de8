"""Lurch, two against one, and four players each alone: general-rules.txt, lines 83 and 97."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecards.rules.clubs.match_points import (
    GameError,
    MatchCourse,
    PlayedGame,
    SkunkKind,
    errors_in,
    follow,
    is_lurched,
)
from scorecards.rules.clubs.match_terms import MatchFormat, MatchTerms
from tests.reference_matches import match_points
from tests.rulebook.test_club_match_points import whole_games

TO_121, TO_61 = MatchTerms(MatchFormat.TWO, "lurch-121", 5), MatchTerms(MatchFormat.TWO, "lurch-61", 5)
PAIR_TO_121_ALONE_TO_61 = MatchTerms(MatchFormat.TWO_AGAINST_ONE, "", 3)
BOTH_TO_121 = MatchTerms(MatchFormat.TWO_AGAINST_ONE_LEVEL, "", 3)
FOUR = MatchTerms(MatchFormat.FOUR_ALONE, "", 3)


def match(terms: MatchTerms, *games: tuple[int, ...]) -> MatchCourse:
    return follow(terms, [PlayedGame(pegged) for pegged in games])


# Line 83: a loser who did not reach 31 of 61, or 61 of 121, is lurched, and the win is two games.


@pytest.mark.parametrize(
    ("terms", "pegged", "games"),
    [
        (TO_121, 120, 1),
        (TO_121, 90, 1),
        (TO_121, 61, 1),
        (TO_121, 60, 2),
        (TO_121, 30, 2),
        (TO_121, 0, 2),
        (TO_61, 60, 1),
        (TO_61, 31, 1),
        (TO_61, 30, 2),
        (TO_61, 3, 2),
        (TO_61, 0, 2),
    ],
)
def test_line_83_lurched_loser_makes_the_win_two_games(terms: MatchTerms, pegged: int, games: int) -> None:
    [step] = match(terms, (pegged, terms.holes[1])).steps

    assert step.score == (0, games)
    assert step.skunk is (SkunkKind.LURCH if games == 2 else SkunkKind.NONE)


@pytest.mark.parametrize(
    ("hole", "pegged", "lurched"), [(61, 31, False), (61, 30, True), (121, 61, False), (121, 60, True)]
)
def test_line_83_halfway_mark_is_31_of_61_and_61_of_121(hole: int, pegged: int, lurched: bool) -> None:
    assert is_lurched(pegged, hole) is lurched


def test_line_83_lurch_wins_no_match_outright() -> None:
    course = match(TO_121, (121, 0), (121, 30))

    assert (course.score, course.winner, [step.outright for step in course.steps]) == ((4, 0), None, [False, False])


def test_line_83_lurch_may_pass_the_number_played_to() -> None:
    course = match(TO_61, (61, 20), (61, 20), (61, 20))

    assert (course.score, course.winner) == ((6, 0), 0)


@pytest.mark.parametrize(
    ("pegged", "said"),
    [
        ((61, 61), "More than one has 61"),
        ((60, 31), "Nobody has 61"),
        ((61, 62), "62 cannot be pegged (0 to 61)"),
        ((121, 31), "121 cannot be pegged (0 to 61)"),
    ],
)
def test_line_83_game_to_61_ends_at_61(pegged: tuple[int, int], said: str) -> None:
    with pytest.raises(GameError) as refused:
        match(TO_61, pegged)

    assert said in str(refused.value)


# Line 75: whoever lost a game deals first in the next.


@pytest.mark.parametrize("terms", [TO_61, TO_121])
def test_line_75_loser_deals_first_in_the_next_game(terms: MatchTerms) -> None:
    hole = terms.holes[0]

    assert [step.dealer for step in match(terms, (hole, 50), (50, hole)).steps] == [1, 0]


# Line 97: two against one, as 121 against 61 or with both to 121. It names no match points: a game won is one.


@pytest.mark.parametrize(
    ("pegged", "winner"), [((121, 60), 0), ((121, 0), 0), ((120, 61), 1), ((0, 61), 1), ((61, 61), 1)]
)
def test_line_97_pair_needs_121_before_the_one_alone_has_61(pegged: tuple[int, int], winner: int) -> None:
    [step] = match(PAIR_TO_121_ALONE_TO_61, pegged).steps

    assert (step.winner, step.points[winner], sum(step.points)) == (winner, 1, 1)
    assert (step.skunk, step.dealer) == (SkunkKind.NONE, None)


@pytest.mark.parametrize(
    ("pegged", "sides"),
    [((121, 61), {None}), ((120, 60), {None}), ((61, 121), {1}), ((122, 60), {0}), ((100, 62), {1})],
)
def test_line_97_one_of_the_two_is_out_and_not_past_the_end(pegged: tuple[int, int], sides: set[int | None]) -> None:
    assert set(errors_in(PAIR_TO_121_ALONE_TO_61, PlayedGame(pegged))) == sides


@pytest.mark.parametrize(("pegged", "winner"), [((121, 120), 0), ((121, 61), 0), ((60, 121), 1)])
def test_line_97_both_need_121_where_the_one_alone_picks_from_eight(pegged: tuple[int, int], winner: int) -> None:
    [step] = match(BOTH_TO_121, pegged).steps

    assert (step.winner, step.points[winner], sum(step.points)) == (winner, 1, 1)


def test_line_97_where_both_need_121_nobody_wins_with_61() -> None:
    assert set(errors_in(BOTH_TO_121, PlayedGame((120, 61)))) == {None}


@pytest.mark.parametrize("terms", [PAIR_TO_121_ALONE_TO_61, BOTH_TO_121])
@pytest.mark.parametrize(("sizes", "wrong"), [((2, 1), None), ((1, 2), 0), ((1, 1), 0), ((2, 2), 1), ((3, 1), 0)])
def test_line_97_pair_is_two_and_the_other_is_one(terms: MatchTerms, sizes: tuple[int, int], wrong: int | None) -> None:
    problem = terms.problem_of_sides(sizes)

    assert (None if problem is None else problem.side) == wrong


# Line 97: four players as individuals. No match points either: a game won is one.


@pytest.mark.parametrize(
    ("pegged", "points"),
    [((121, 120, 119, 118), (1, 0, 0, 0)), ((20, 60, 121, 90), (0, 0, 1, 0)), ((0, 0, 0, 121), (0, 0, 0, 1))],
)
def test_line_97_first_of_four_at_121_wins_one(pegged: tuple[int, ...], points: tuple[int, ...]) -> None:
    [step] = match(FOUR, pegged).steps

    assert (step.points, step.skunk, step.dealer) == (points, SkunkKind.NONE, None)


@pytest.mark.parametrize("pegged", [(121, 121, 0, 0), (120, 1, 2, 3), (121, 90, 90)])
def test_line_97_one_of_four_wins_a_game(pegged: tuple[int, ...]) -> None:
    assert set(errors_in(FOUR, PlayedGame(pegged))) == {None}


@pytest.mark.parametrize(("sizes", "wrong"), [((1, 1, 1, 1), None), ((1, 1, 2, 1), 2), ((2, 2, 2, 2), 0)])
def test_line_97_individuals_have_no_partners(sizes: tuple[int, ...], wrong: int | None) -> None:
    problem = FOUR.problem_of_sides(sizes)

    assert (None if problem is None else problem.side) == wrong


def test_four_play_until_one_has_the_number_played_to() -> None:
    course = match(FOUR, (121, 1, 2, 3), (1, 121, 2, 3), (121, 1, 2, 3), (121, 1, 2, 3))

    assert (course.score, course.winner) == ((3, 1, 0, 0), 0)


# Every form and scheme against a second working of the text.


@given(data=st.data(), form=st.sampled_from(MatchFormat), target=st.integers(1, 20))
def test_first_game_is_worth_what_the_text_says(data: st.DataObject, form: MatchFormat, target: int) -> None:
    terms = MatchTerms(form, data.draw(st.sampled_from(form.schemes)), target)
    game = data.draw(whole_games(terms))

    [step] = follow(terms, [game]).steps

    assert list(step.points) == match_points(form.value, terms.scheme, target, game.pegged, game.out)
