"""Club match points: general-rules.txt, line 95 (matches of two sides) and line 97 (tables of three and five)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecards.rules.clubs.match_points import (
    GameError,
    MatchCourse,
    MatchStanding,
    PlayedGame,
    PlayedMatch,
    SkunkKind,
    errors_in,
    follow,
    skunk_of,
    standings,
)
from scorecards.rules.clubs.match_terms import SIDES, MatchFormat, MatchTerms
from tournaments.rules.scorings import ACC

EXAMPLE = ((121, 98), (121, 119), (82, 121), (121, 89), (92, 121), (121, 100))


def two(scheme: str, *games: tuple[int, int], target: int = 5) -> MatchCourse:
    return follow(MatchTerms(MatchFormat.TWO, scheme, target), [PlayedGame(game) for game in games])


def one_game(form: MatchFormat, pegged: tuple[int, ...], *out: int) -> tuple[int, ...]:
    return follow(MatchTerms(form, "", 9), [PlayedGame(pegged, out)]).score


def test_line_95_example_match_game_by_game() -> None:
    course = two("free-play", *EXAMPLE)

    assert [step.score for step in course.steps] == [(1, 0), (2, 0), (2, 2), (4, 2), (4, 3), (5, 3)]
    assert [step.skunk for step in course.steps] == [
        *(SkunkKind.NONE, SkunkKind.NONE, SkunkKind.SINGLE, SkunkKind.SINGLE, SkunkKind.NONE, SkunkKind.NONE)
    ]
    assert (course.winner, course.games_won) == (0, (4, 2))


@pytest.mark.parametrize("games", range(6))
def test_line_95_example_match_is_not_won_before_its_last_game(games: int) -> None:
    assert two("free-play", *EXAMPLE[:games]).winner is None


def test_line_95_loser_of_a_game_deals_first_in_the_next() -> None:
    assert [step.dealer for step in two("free-play", *EXAMPLE).steps] == [1, 1, 0, 1, 0, 1]


@pytest.mark.parametrize(
    ("pegged", "skunk"),
    [
        (120, SkunkKind.NONE),
        (91, SkunkKind.NONE),
        (90, SkunkKind.SINGLE),
        (61, SkunkKind.SINGLE),
        (60, SkunkKind.DOUBLE),
        (31, SkunkKind.DOUBLE),
        (30, SkunkKind.TRIPLE),
        (0, SkunkKind.TRIPLE),
    ],
)
def test_line_95_skunk_boundaries(pegged: int, skunk: SkunkKind) -> None:
    assert skunk_of(pegged) is skunk


@pytest.mark.parametrize(
    ("scheme", "points"),
    [("acc", (2, 2, 3, 3, 3, 3, 3)), ("double-skunk", (2, 2, 3, 3, 4, 4, 4)), ("free-play", (1, 1, 2, 2, 4, 4, 20))],
)
def test_line_95_table_of_match_points(scheme: str, points: tuple[int, ...]) -> None:
    losers = (120, 91, 90, 61, 60, 31, 30)

    assert tuple(two(scheme, (pegged, 121), target=20).score[1] for pegged in losers) == points


def test_line_1_17_loser_at_hole_90_is_skunked_as_a_win_by_31_says_it() -> None:
    """Line 1.17 of club-rules.txt: a loser at 90 has not gotten across it."""
    assert [skunk_of(pegged) for pegged in (91, 90, 89)] == [SkunkKind.NONE, SkunkKind.SINGLE, SkunkKind.SINGLE]
    assert [ACC.by_spread[121 - pegged] for pegged in (91, 90, 89)] == [2, 3, 3]


def test_line_95_triple_skunk_of_free_play_wins_the_match_whatever_the_score() -> None:
    course = two("free-play", (121, 60), (30, 121))

    assert (course.winner, course.score, course.steps[-1].outright) == (1, (4, 5), True)


@pytest.mark.parametrize("scheme", ["acc", "double-skunk"])
def test_line_95_triple_skunk_is_nothing_more_under_tournament_rules(scheme: str) -> None:
    course = two(scheme, (121, 0), target=9)

    assert (course.winner, course.steps[0].outright) == (None, False)


@pytest.mark.parametrize(
    ("pegged", "points"),
    [
        ((121, 110, 95), (2, 0, 0)),
        ((121, 91, 90), (3, 1, 0)),
        ((121, 90, 91), (3, 0, 1)),
        ((121, 100, 55), (3, 1, 0)),
        ((121, 60, 55), (3, 0, 0)),
        ((85, 121, 70), (0, 3, 0)),
    ],
)
def test_line_97_three_players_winner_takes_all(pegged: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert one_game(MatchFormat.THREE_WINNER, pegged) == points


@pytest.mark.parametrize(
    ("pegged", "second", "points"),
    [
        ((121, 110, 95), 1, (2, 1, 0)),
        ((121, 110, 95), 2, (2, 0, 1)),
        ((121, 90, 95), 2, (3, 0, 1)),
        ((121, 60, 60), 1, (4, 1, 0)),
        ((121, 30, 95), 1, (4, 1, 0)),
    ],
)
def test_line_97_three_players_continued_play(pegged: tuple[int, ...], second: int, points: tuple[int, ...]) -> None:
    assert one_game(MatchFormat.THREE_CONTINUED, pegged, second) == points


@pytest.mark.parametrize(
    ("pegged", "out", "points"),
    [
        ((121, 110, 100, 95, 92), (1, 2), (4, 2, 1, 0, 0)),
        ((121, 110, 100, 95, 92), (4, 3), (4, 0, 0, 1, 2)),
        ((100, 121, 100, 95, 90), (0, 4), (2, 5, 0, 0, 1)),
        ((100, 121, 100, 60, 90), (0, 4), (2, 6, 0, 0, 1)),
    ],
)
def test_line_97_five_players_continued_play(
    pegged: tuple[int, ...], out: tuple[int, int], points: tuple[int, ...]
) -> None:
    assert one_game(MatchFormat.FIVE_CONTINUED, pegged, *out) == points


def test_table_where_two_pass_the_target_level_plays_on() -> None:
    level = [PlayedGame((121, 110, 95), (1,)), PlayedGame((110, 121, 95), (0,))]
    terms = MatchTerms(MatchFormat.THREE_CONTINUED, "", 3)

    assert (follow(terms, level).winner, follow(terms, level).score) == (None, (3, 3, 0))
    assert follow(terms, [*level, PlayedGame((110, 121, 95), (0,))]).winner == 1


@pytest.mark.parametrize(
    ("form", "pegged", "out", "sides"),
    [
        (MatchFormat.TWO, (121, 121), (), {None}),
        (MatchFormat.TWO, (120, 90), (), {None}),
        (MatchFormat.TWO, (121,), (), {None}),
        (MatchFormat.TWO, (121, 122), (), {1}),
        (MatchFormat.TWO, (-1, 122), (), {0, 1}),
        (MatchFormat.TWO, (121, 90), (1,), {None}),
        (MatchFormat.THREE_CONTINUED, (121, 90, 80), (), {None}),
        (MatchFormat.THREE_CONTINUED, (121, 90, 80), (0,), {None}),
        (MatchFormat.FIVE_CONTINUED, (121, 90, 80, 70, 60), (1, 1), {None}),
        (MatchFormat.FIVE_CONTINUED, (121, 90, 80, 70, 60), (1, 5), {None}),
    ],
)
def test_game_that_cannot_be_is_refused(
    form: MatchFormat, pegged: tuple[int, ...], out: tuple[int, ...], sides: set[int | None]
) -> None:
    terms, game = MatchTerms(form, "acc", 5), PlayedGame(pegged, out)

    assert set(errors_in(terms, game)) == sides
    with pytest.raises(GameError):
        follow(terms, [game])


def test_game_after_the_match_is_won_is_refused() -> None:
    with pytest.raises(GameError, match="won before game 7"):
        two("free-play", *EXAMPLE, (121, 100))


def test_sides_are_ranked_by_match_points_then_matches_won_and_partners_stay_together() -> None:
    lost = two("acc", (121, 100), (100, 121), (100, 121), target=4)
    won = two("acc", (100, 121), (121, 100), (121, 100), target=4)
    matches = [PlayedMatch(((1, 2), (3,)), won), PlayedMatch(((1, 2), (4,)), lost), PlayedMatch(((5,), (3,)), won)]

    assert standings(matches) == (
        MatchStanding(1, (1, 2), 6, 1, 2, 3),
        MatchStanding(2, (4,), 4, 1, 1, 2),
        MatchStanding(2, (5,), 4, 1, 1, 2),
        MatchStanding(4, (3,), 4, 0, 2, 2),
    )


@st.composite
def whole_games(draw: st.DrawFn, terms: MatchTerms) -> PlayedGame:
    pegged = [draw(st.integers(0, hole - 1)) for hole in terms.holes]
    won = draw(st.integers(0, terms.sides - 1))
    pegged[won] = terms.holes[won]
    others = draw(st.permutations([side for side in range(terms.sides) if side != won]))
    return PlayedGame(tuple(pegged), tuple(others[: terms.others_out]))


@given(data=st.data(), form=st.sampled_from(MatchFormat))
def test_score_is_the_sum_of_what_the_games_were_worth(data: st.DataObject, form: MatchFormat) -> None:
    terms = MatchTerms(form, data.draw(st.sampled_from(form.schemes)), data.draw(st.integers(1, 12)))
    games: list[PlayedGame] = []
    while (course := follow(terms, games)).winner is None and len(games) < 12:
        games.append(data.draw(whole_games(terms)))

    assert course.score == tuple(sum(step.points[side] for step in course.steps) for side in range(terms.sides))
    assert sum(course.games_won) == len(games)
    assert all(step.points[step.winner] == max(step.points) for step in course.steps)
    assert course.winner is None or course.score[course.winner] >= terms.target


@given(data=st.data(), form=st.sampled_from([form for form in MatchFormat if not form.players]))
def test_points_follow_the_sides_wherever_they_sit(data: st.DataObject, form: MatchFormat) -> None:
    terms = MatchTerms(form, "double-skunk", 99)
    game = data.draw(whole_games(terms))
    seats = data.draw(st.permutations(range(SIDES[form])))
    moved = PlayedGame(tuple(game.pegged[side] for side in seats), tuple(seats.index(side) for side in game.out))

    before, after = follow(terms, [game]).score, follow(terms, [moved]).score

    assert after == tuple(before[side] for side in seats)
