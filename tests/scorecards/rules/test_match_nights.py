"""What the games of a night of matches come to for each player, as a week of a season."""

from __future__ import annotations

from dataclasses import astuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecards.rules.clubs.match_nights import NightGame, night_sums
from scorecards.rules.clubs.match_points import SCHEMES, MatchFormat, MatchTerms, PlayedGame, follow
from tests.scorecards.clubmatches.club_matches import EXAMPLE, FREE_PLAY

BOTH = ((1,), (2,))


def games_of(terms: MatchTerms, sides: tuple[tuple[int, ...], ...], *games: PlayedGame) -> list[NightGame]:
    return [NightGame(sides, step.game.pegged, step.points, step.outright) for step in follow(terms, games).steps]


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


def test_spread_is_of_games_between_two_where_there_were_tables_too() -> None:
    table = games_of(MatchTerms(MatchFormat.THREE_WINNER, "", 7), ((1,), (2,), (3,)), PlayedGame((121, 100, 60)))

    sums = night_sums([*table, *games_of(FREE_PLAY, BOTH, PlayedGame((98, 121)))])

    assert astuple(sums[1]) == (2, 3, 1, 0, 0, 0, 23)
    assert astuple(sums[2]) == (2, 2, 1, 0, 0, 23, 0)


@given(st.sampled_from(SCHEMES), st.lists(st.tuples(st.integers(0, 120), st.booleans()), min_size=1))
def test_what_one_side_wins_the_other_loses(scheme: str, played: list[tuple[int, bool]]) -> None:
    pairs = [(121, left) if is_first else (left, 121) for left, is_first in played]
    # Only the games that were played before the match was won.
    games: list[PlayedGame] = []
    for pegged in pairs:
        if follow(MatchTerms(MatchFormat.TWO, scheme, 30), games).winner is None:
            games.append(PlayedGame(pegged))

    one, other = night_sums(games_of(MatchTerms(MatchFormat.TWO, scheme, 30), BOTH, *games)).values()

    assert one.games == other.games == one.games_won + other.games_won == len(games)
    assert (one.skunks_won, one.skunks_lost) == (other.skunks_lost, other.skunks_won)
    assert (one.plus, one.minus) == (other.minus, other.plus)
