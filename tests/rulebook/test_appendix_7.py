"""Appendix 7: the tiebreakers in their order. Guideline 7 of acc-2010 ends with plus points."""

import pytest

from scorecards.rules.line_points import Totals
from scorecards.rules.ranking import Place, Ranking, rank
from tests.builders import BLANK, Entry, line, loss, totals, win
from tournaments.rules.types import Line, TieGameRecord, TieOrderRecord

EDITIONS = ["acc-2020", "acc-2010"]
LEVEL = totals(10, 5, 30, 60)

Lines = dict[int, dict[int, Line]]


def met(*games: tuple[int, Entry, int, Entry]) -> Lines:
    """Return lines in force from (entrant, entry, entrant, entry) for game 1, 2, 3 and so on."""
    lines: Lines = {}
    for game, (first, firsts, second, seconds) in enumerate(games, start=1):
        lines.setdefault(first, {})[game] = line(game, second, firsts)
        lines.setdefault(second, {})[game] = line(game, first, seconds)
    return lines


def beat(winner: int, loser: int) -> tuple[int, Entry, int, Entry]:
    return winner, win(10), loser, loss(10)


def both_lost(first: int, second: int) -> tuple[int, Entry, int, Entry]:
    return first, loss(10), second, loss(12)


def order_of(ranking: Ranking) -> list[tuple[int, int, str | None]]:
    return [(place.rank, place.entrant, place.decided_by) for place in ranking.places]


def rank_level(*entrants: int, lines: Lines | None = None, qualifiers: int = 0, edition: str = "acc-2020") -> Ranking:
    return rank(dict.fromkeys(entrants, LEVEL), qualifiers=qualifiers, edition=edition, lines=lines)


# 7.a to 7.d: what the card itself says.


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("better", "worse", "decided_by"),
    [
        (totals(11, 4, 20, 50), totals(10, 5, 90, 99), "game points"),
        (totals(10, 5, 20, 50), totals(10, 4, 90, 99), "games won"),
        (totals(10, 5, 21, 50), totals(10, 5, 20, 99), "net spread"),
        (totals(10, 5, -3, 50), totals(10, 5, -4, 99), "net spread"),
        (totals(10, 5, 20, 51), totals(10, 5, 20, 50), "plus points"),
    ],
)
def test_app_7_a_to_d_tiebreakers_apply_in_order(better: Totals, worse: Totals, decided_by: str, edition: str) -> None:
    ranking = rank({1: worse, 2: better}, qualifiers=1, edition=edition)

    assert ranking.places == (Place(1, 2, better, True, None), Place(2, 1, worse, False, decided_by))
    assert (ranking.high_nonqualifier, ranking.is_settled) == (1, True)


@pytest.mark.parametrize("edition", EDITIONS)
def test_app_7_head_to_head_counts_only_among_those_who_are_level(edition: str) -> None:
    ranking = rank(
        {1: totals(10, 5, 30, 60), 2: totals(10, 5, 31, 60)}, qualifiers=1, edition=edition, lines=met(beat(1, 2))
    )

    assert order_of(ranking) == [(1, 2, None), (2, 1, "net spread")]


# 7.e: head-to-head.


RING = (beat(1, 2), beat(2, 3), beat(3, 1))

H, T = "head-to-head", "tied"
LEVEL_2 = [(1, 1, None), (1, 2, T)]
SECOND_FIRST = [(1, 2, None), (2, 1, H)]
LEVEL_3 = [(1, 1, None), (1, 2, T), (1, 3, T)]

# The games of those who are level, and the order that comes of them.
HEAD_TO_HEAD = {
    "parts two": ([beat(2, 1)], SECOND_FIRST),
    "two who never met": ([beat(1, 3), beat(4, 2)], LEVEL_2),
    "both lost": ([both_lost(1, 2)], LEVEL_2),
    "both claim": ([(1, win(10), 2, win(12))], LEVEL_2),
    "one is blank": ([(1, BLANK, 2, loss(10))], LEVEL_2),
    "both columns": ([(1, Entry(None, 5, 5), 2, loss(5))], LEVEL_2),
    "two games won by the same side": ([beat(2, 1), beat(2, 1)], SECOND_FIRST),
    "two games won by either side": ([beat(2, 1), beat(1, 2)], LEVEL_2),
    "second decides where both lost the first": ([both_lost(1, 2), beat(2, 1)], SECOND_FIRST),
    "by wins among the group": (
        [beat(3, 1), beat(3, 2), beat(2, 1), beat(1, 8), beat(9, 3)],
        [(1, 3, None), (2, 2, H), (3, 1, H)],
    ),
    "1 beat both others, but 2 and 3 never met": ([beat(1, 2), beat(1, 3)], LEVEL_3),
    "ring": (RING, LEVEL_3),
    "3 and 4 won two each, 1 and 2 one; 4 beat 3 and 1 beat 2": (
        [beat(4, 3), beat(4, 1), beat(2, 4), beat(3, 1), beat(3, 2), beat(1, 2)],
        [(1, 4, None), (2, 3, H), (3, 1, H), (4, 2, H)],
    ),
    "ring below a clear winner": (
        [beat(4, 1), beat(4, 2), beat(4, 3), *RING],
        [(1, 4, None), (2, 1, H), (2, 2, T), (2, 3, T)],
    ),
}


@pytest.mark.parametrize("case", HEAD_TO_HEAD)
def test_app_7_e_head_to_head_orders_those_who_have_all_met(case: str) -> None:
    games, places = HEAD_TO_HEAD[case]

    assert order_of(rank_level(*range(1, len(places) + 1), lines=met(*games))) == places


def test_app_7_e_game_on_one_card_only_decides_nothing() -> None:
    lines = {1: {1: line(1, 2, win(10))}, 2: {1: line(1, 3, loss(10))}}

    assert order_of(rank_level(1, 2, lines=lines)) == [(1, 1, None), (1, 2, "tied")]


def test_app_7_e_is_not_in_the_earlier_edition() -> None:
    ranking = rank_level(1, 2, lines=met(beat(2, 1)), edition="acc-2010")

    assert order_of(ranking) == [(1, 1, None), (1, 2, "tied")]


# 7.f: a game between the two, or the director's order, where a tie touches the qualifying places.


def test_app_7_f_two_level_in_the_qualifying_places_need_a_tie_game() -> None:
    ranking = rank_level(1, 2, qualifiers=2)

    assert (ranking.tie_games_needed, ranking.tie_orders_needed) == (((1, 2),), ())
    assert [place.qualifies for place in ranking.places] == [True, True]
    assert ranking.is_settled is False


def test_app_7_f_two_level_across_the_line_need_a_tie_game() -> None:
    ranking = rank_level(1, 2, qualifiers=1)

    assert ranking.tie_games_needed == ((1, 2),)
    assert [place.qualifies for place in ranking.places] == [None, None]
    assert ranking.high_nonqualifier is None


def test_app_7_f_three_level_need_the_directors_order() -> None:
    ranking = rank_level(1, 2, 3, qualifiers=1)

    assert (ranking.tie_games_needed, ranking.tie_orders_needed) == ((), ((1, 2, 3),))


def test_app_7_f_part_that_head_to_head_leaves_level_is_listed_by_itself() -> None:
    lines = met(beat(4, 1), beat(4, 2), beat(4, 3), *RING)

    ranking = rank_level(1, 2, 3, 4, lines=lines, qualifiers=2)

    assert (ranking.tie_games_needed, ranking.tie_orders_needed) == ((), ((1, 2, 3),))
    assert [place.qualifies for place in ranking.places] == [True, None, None, None]


def test_app_7_f_tie_below_the_line_shares_the_rank_and_needs_nothing() -> None:
    standings = {1: totals(12, 6, 50, 70), 2: LEVEL, 3: LEVEL, 4: totals(4, 2, -80, 20)}

    ranking = rank(standings, qualifiers=1)

    assert order_of(ranking) == [(1, 1, None), (2, 2, "game points"), (2, 3, "tied"), (4, 4, "game points")]
    assert [place.qualifies for place in ranking.places] == [True, False, False, False]
    assert (ranking.is_settled, ranking.high_nonqualifier) == (True, None)


@pytest.mark.parametrize(("winner", "loser"), [(1, 2), (2, 1)])
def test_app_7_f_tie_game_that_was_played_parts_the_two(winner: int, loser: int) -> None:
    ranking = rank({1: LEVEL, 2: LEVEL}, qualifiers=1, tie_games=[TieGameRecord(winner, loser)])

    assert order_of(ranking) == [(1, winner, None), (2, loser, "tie game")]
    assert [place.qualifies for place in ranking.places] == [True, False]
    assert (ranking.is_settled, ranking.high_nonqualifier) == (True, loser)


def test_app_7_f_tie_game_yields_to_head_to_head() -> None:
    ranking = rank({1: LEVEL, 2: LEVEL}, qualifiers=1, lines=met(beat(2, 1)), tie_games=[TieGameRecord(1, 2)])

    assert order_of(ranking) == [(1, 2, None), (2, 1, "head-to-head")]


def test_app_7_f_tie_game_counts_for_nothing_between_two_who_are_not_level() -> None:
    ranking = rank({1: LEVEL, 2: totals(12, 6, 0, 30)}, qualifiers=1, tie_games=[TieGameRecord(1, 2)])

    assert order_of(ranking) == [(1, 2, None), (2, 1, "game points")]


def test_app_7_f_tie_game_of_two_does_not_part_three() -> None:
    ranking = rank(dict.fromkeys((1, 2, 3), LEVEL), qualifiers=1, tie_games=[TieGameRecord(1, 2)])

    assert ranking.tie_orders_needed == ((1, 2, 3),)


def test_app_7_f_directors_order_settles_three() -> None:
    ranking = rank(dict.fromkeys((1, 2, 3), LEVEL), qualifiers=2, tie_orders=[TieOrderRecord((3, 1, 2), "drew lots")])

    assert order_of(ranking) == [(1, 3, None), (2, 1, "tie order"), (3, 2, "tie order")]
    assert [place.qualifies for place in ranking.places] == [True, True, False]
    assert (ranking.is_settled, ranking.high_nonqualifier) == (True, 2)


def test_app_7_f_directors_order_of_others_settles_nothing() -> None:
    ranking = rank(
        dict.fromkeys((1, 2, 3), LEVEL), qualifiers=2, tie_orders=[TieOrderRecord((3, 1, 2, 4), "drew lots")]
    )

    assert ranking.tie_orders_needed == ((1, 2, 3),)


def test_app_7_f_first_of_a_settled_tie_keeps_what_set_the_group_apart() -> None:
    ranking = rank({1: totals(12, 6, 50, 70), 2: LEVEL, 3: LEVEL}, qualifiers=2, tie_games=[TieGameRecord(3, 2)])

    assert order_of(ranking) == [(1, 1, None), (2, 3, "game points"), (3, 2, "tie game")]


def test_guideline_7_ends_with_plus_points_and_leaves_two_to_the_director() -> None:
    ranking = rank_level(1, 2, qualifiers=2, edition="acc-2010")

    assert (ranking.tie_games_needed, ranking.tie_orders_needed) == ((), ((1, 2),))


def test_guideline_7_knows_no_tie_game_but_the_directors_order() -> None:
    level = {1: LEVEL, 2: LEVEL}

    by_game = rank(level, qualifiers=1, edition="acc-2010", tie_games=[TieGameRecord(2, 1)])
    by_order = rank(level, qualifiers=1, edition="acc-2010", tie_orders=[TieOrderRecord((2, 1), "drew lots")])

    assert by_game.tie_orders_needed == ((1, 2),)
    assert order_of(by_order) == [(1, 2, None), (2, 1, "tie order")]


# Qualifying places and the first below the line.


def test_app_7_everybody_qualifies_leaves_no_high_nonqualifier() -> None:
    ranking = rank({1: totals(4, 2, 10, 20), 2: totals(2, 1, 10, 20)}, qualifiers=2)

    assert [place.qualifies for place in ranking.places] == [True, True]
    assert ranking.high_nonqualifier is None


def test_app_7_tie_across_the_line_leaves_no_high_nonqualifier() -> None:
    standings = {1: totals(12, 6, 50, 70), 2: LEVEL, 3: LEVEL, 4: totals(4, 2, -80, 20)}

    ranking = rank(standings, qualifiers=2)

    assert [place.qualifies for place in ranking.places] == [True, None, None, False]
    assert ranking.high_nonqualifier is None
