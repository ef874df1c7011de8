"""What the games of a night of matches come to for each player, as a week of a season."""

from dataclasses import astuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecards.rules.clubs.match_nights import NightGame, night_sums
from scorecards.rules.clubs.match_points import PlayedGame, follow
from scorecards.rules.clubs.match_terms import SCHEMES, MatchFormat, MatchTerms
from tests.scorecards.club_matches.club_matches import EXAMPLE, FREE_PLAY

BOTH = ((1,), (2,))


def games_of(terms: MatchTerms, sides: tuple[tuple[int, ...], ...], *games: PlayedGame) -> list[NightGame]:
    ends = None if terms.has_skunks else terms.holes
    return [NightGame(sides, step.game.pegged, step.points, step.outright, ends) for step in follow(terms, games).steps]


def test_example_of_the_source_counts_game_by_game() -> None:
    sums = night_sums(games_of(FREE_PLAY, BOTH, *(PlayedGame(pegged) for pegged in EXAMPLE)))

    # Games, game points, games won, skunks won and lost, plus, minus.
    assert astuple(sums[1]) == (6, 5, 4, 1, 1, 23 + 2 + 32 + 21, 39 + 29)
    assert astuple(sums[2]) == (6, 3, 2, 1, 1, 39 + 29, 23 + 2 + 32 + 21)


@pytest.mark.parametrize(("pegged", "points"), [(91, 1), (90, 2), (61, 2), (60, 4), (30, 4), (0, 4)])
def test_game_counts_as_on_a_card_whatever_a_triple_skunk_credits(pegged: int, points: int) -> None:
    terms = MatchTerms(MatchFormat.TWO, "free-play", 12)

    sums = night_sums(games_of(terms, BOTH, PlayedGame((pegged, 121))))

    assert (sums[2].game_points, sums[1].game_points) == (points, 0)


def test_partners_have_each_what_their_side_has() -> None:
    sums = night_sums(games_of(FREE_PLAY, ((1, 3), (2, 4)), PlayedGame((121, 80))))

    assert (sums[1], sums[2]) == (sums[3], sums[4])
    assert astuple(sums[1]) == (1, 2, 1, 1, 0, 41, 0)


def test_tables_have_points_and_wins_and_neither_spread_nor_skunks() -> None:
    terms = MatchTerms(MatchFormat.THREE_CONTINUED, "", 7)

    sums = night_sums(games_of(terms, ((1,), (2,), (3,)), PlayedGame((121, 100, 60), (1,))))

    assert astuple(sums[1]) == (1, 4, 1, None, None, None, None)
    assert astuple(sums[2]) == (1, 1, 0, None, None, None, None)


@pytest.mark.parametrize(
    ("scheme", "pegged", "points", "spread"),
    [("lurch-121", (121, 61), 1, 60), ("lurch-121", (121, 60), 2, 61), ("lurch-61", (61, 30), 2, 31)],
)
def test_lurch_has_game_points_and_spread_and_no_skunks(
    scheme: str, pegged: tuple[int, int], points: int, spread: int
) -> None:
    sums = night_sums(games_of(MatchTerms(MatchFormat.TWO, scheme, 9), BOTH, PlayedGame(pegged)))

    assert astuple(sums[1]) == (1, points, 1, None, None, spread, 0)
    assert astuple(sums[2]) == (1, 0, 0, None, None, 0, spread)


def test_skunks_are_of_games_that_know_them_where_a_lurch_counted_too() -> None:
    with_lurch = games_of(MatchTerms(MatchFormat.TWO, "lurch-121", 9), BOTH, PlayedGame((121, 20)))

    sums = night_sums([*with_lurch, *games_of(FREE_PLAY, BOTH, PlayedGame((121, 90)))])

    assert astuple(sums[1]) == (2, 2 + 2, 2, 1, 0, 101 + 31, 0)


@pytest.mark.parametrize(
    ("form", "pegged", "alone", "spread"),
    [
        (MatchFormat.TWO_AGAINST_ONE, (110, 61), (1, 1, 1, None, None), None),
        (MatchFormat.TWO_AGAINST_ONE_LEVEL, (110, 121), (1, 1, 1, None, None), 11),
    ],
)
def test_two_against_one_have_a_spread_where_both_need_as_many(
    form: MatchFormat, pegged: tuple[int, int], alone: tuple[int | None, ...], spread: int | None
) -> None:
    sums = night_sums(games_of(MatchTerms(form, "", 9), ((1, 2), (3,)), PlayedGame(pegged)))

    assert astuple(sums[3]) == (*alone, spread, None if spread is None else 0)
    assert sums[1] == sums[2]
    assert (sums[1].games_won, sums[1].game_points, sums[1].minus) == (0, 0, spread)


def test_four_who_play_alone_have_points_and_wins_and_neither_spread_nor_skunks() -> None:
    terms = MatchTerms(MatchFormat.FOUR_ALONE, "", 7)

    sums = night_sums(games_of(terms, ((1,), (2,), (3,), (4,)), PlayedGame((100, 121, 20, 60))))

    assert astuple(sums[2]) == (1, 1, 1, None, None, None, None)
    assert astuple(sums[3]) == (1, 0, 0, None, None, None, None)


def test_spread_is_of_games_between_two_where_there_were_tables_too() -> None:
    table = games_of(MatchTerms(MatchFormat.THREE_WINNER, "", 7), ((1,), (2,), (3,)), PlayedGame((121, 100, 60)))

    sums = night_sums([*table, *games_of(FREE_PLAY, BOTH, PlayedGame((98, 121)))])

    assert astuple(sums[1]) == (2, 3, 1, 0, 0, 0, 23)
    assert astuple(sums[2]) == (2, 2, 1, 0, 0, 23, 0)


@given(st.sampled_from(SCHEMES), st.lists(st.tuples(st.integers(0, 120), st.booleans()), min_size=1))
def test_what_one_side_wins_the_other_loses(scheme: str, played: list[tuple[int, bool]]) -> None:
    terms = MatchTerms(MatchFormat.TWO, scheme, 30)
    end = terms.holes[0]
    pairs = [(end, left % end) if is_first else (left % end, end) for left, is_first in played]
    # Only the games that were played before the match was won.
    games: list[PlayedGame] = []
    for pegged in pairs:
        if follow(terms, games).winner is None:
            games.append(PlayedGame(pegged))

    one, other = night_sums(games_of(terms, BOTH, *games)).values()

    assert one.games == other.games == one.games_won + other.games_won == len(games)
    assert (one.skunks_won, one.skunks_lost) == (other.skunks_lost, other.skunks_won)
    assert (one.plus, one.minus) == (other.minus, other.plus)
