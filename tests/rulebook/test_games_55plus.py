"""The standings of the 55+ Games, by source and line (``games-55plus.txt``, "Standings will be determined").

Most total points over all games; then most games won; then who beat whom among those who are level; the source says
nothing further, so the director orders whoever is level still. Every tie here is one of three, built so that just one
step decides it. In each game the winner has 121; the places are read off in full.
"""

from dataclasses import replace
from itertools import permutations

import pytest

from scorecards.rules.calculation import Calculation, calculate
from scorecards.rules.scoring_systems.total_points import Unsettled
from tests.sheets import Games, decided, decided_left, left_cards, point_cards, sheet_event
from tournaments.rules.types import CardRecord, Line, TieOrderRecord

Places = list[tuple[int, int, str | None]]


def card_of(entrant: int, line: Line) -> CardRecord:
    return CardRecord(entrant, (line,))


def places(calculated: Calculation) -> Places:
    return [(place.rank, place.entrant, place.decided_by) for place in calculated.result.ranking.places]


def standings(games: Games, *, orders: tuple[TieOrderRecord, ...] = ()) -> Places:
    return places(calculate(sheet_event(point_cards(games), tie_orders=orders)))


# Three pairs, each meets each other twice: (1, 2), (3, 1), (2, 3), and all of it again.
def double_round(*results: tuple[int, int]) -> Games:
    meetings = ((1, 1, 2), (2, 3, 1), (3, 2, 3), (4, 1, 2), (5, 3, 1), (6, 2, 3))
    return dict(zip(meetings, results, strict=True))


IN_A_CIRCLE = ((121, 100),) * 6
"""1 beats 2, 3 beats 1 and 2 beats 3, twice each and always by the same."""


def test_most_total_points_come_first_whoever_won_more() -> None:
    # 1 wins three of four with 121, 121, 121 and 20; 2 loses three closely.
    games = double_round((121, 120), (121, 20), (119, 121), (121, 120), (118, 121), (121, 90))

    calculated = calculate(sheet_event(point_cards(games)))

    figures = {place.entrant: place.totals.to_dict() for place in calculated.result.ranking.places}
    assert places(calculated) == [(1, 2, None), (2, 3, "total points"), (3, 1, "total points")]
    assert figures == {
        1: {"total_points": 383, "games_won": 3},
        2: {"total_points": 480, "games_won": 1},
        3: {"total_points": 450, "games_won": 2},
    }


def test_three_level_on_points_are_parted_by_games_won() -> None:
    # 1, 2 and 3 have 442 each: 3 won four games, 1 and 2 three and two.
    games = {
        **{(game, 3, 9): (121, 50) for game in (1, 2, 3)},
        (4, 3, 9): (79, 121),
        **{(game, 1, 8): (121, 50) for game in (1, 2)},
        **{(game, 1, 8): (100, 121) for game in (3, 4)},
        (1, 2, 7): (121, 50),
        **{(game, 2, 7): (107, 121) for game in (2, 3, 4)},
    }

    calculated = calculate(sheet_event(point_cards(games)))

    first_three = [place.totals.to_dict() for place in calculated.result.ranking.places[:3]]
    assert places(calculated)[:3] == [(1, 3, None), (2, 1, "games won"), (3, 2, "games won")]
    assert [figures["total_points"] for figures in first_three] == [442, 442, 442]
    assert [figures["games_won"] for figures in first_three] == [3, 2, 1]


def test_three_level_on_points_and_wins_are_parted_by_who_beat_whom() -> None:
    # Among themselves 1 wins four games, 2 two and 3 none; the games with 4, 5 and 6 make up for it.
    games = {
        **{(game, 1, 2): (121, 100) for game in (1, 2)},
        **{(game, 1, 3): (121, 100) for game in (3, 4)},
        **{(game, 2, 3): (121, 100) for game in (5, 6)},
        **{(game, 1, 4): (100, 121) for game in (5, 6, 7, 8)},
        **{(game, 2, 5): (121, 90) for game in (3, 4)},
        **{(game, 2, 5): (100, 121) for game in (7, 8)},
        **{(game, 3, 6): (121, 90) for game in (1, 2, 7, 8)},
    }

    assert [place for place in standings(games) if place[1] <= 3] == [
        (1, 1, None),
        (2, 2, "head-to-head"),
        (3, 3, "head-to-head"),
    ]


def test_those_still_level_are_judged_again_only_among_themselves() -> None:
    # Among the four, 1 wins five games, 3 three, 2 and 4 two each. Between 2 and 4 alone, 2 won both games.
    among_themselves = {
        **{(game, 1, 2): (121, 100) for game in (1, 2)},
        **{(game, 3, 2): (121, 100) for game in (5, 6)},
        **{(game, 2, 4): (121, 100) for game in (3, 4)},
        **{(game, 1, 3): (121, 100) for game in (3, 4)},
        (5, 1, 4): (121, 100),
        (6, 4, 1): (121, 100),
        (1, 3, 4): (121, 100),
        (2, 4, 3): (121, 100),
    }
    with_others = {
        **{(game, 1, 8): (100, 121) for game in (7, 8, 9)},
        **{(game, 2, 5): (121, 50) for game in (7, 8, 9)},
        **{(game, 3, 7): (121, 50) for game in (7, 8)},
        (9, 3, 7): (100, 121),
        **{(game, 4, 6): (121, 50) for game in (7, 8, 9)},
    }

    calculated = calculate(sheet_event(point_cards(among_themselves | with_others)))

    level = {place.totals.standing for place in calculated.result.ranking.places if place.entrant <= 4}
    assert level == {(1005, 5)}
    assert [place for place in places(calculated) if place[1] <= 4] == [
        (1, 1, None),
        (2, 3, "head-to-head"),
        (3, 2, "head-to-head"),
        (4, 4, "head-to-head"),
    ]


def test_three_who_beat_each_other_in_a_circle_wait_for_the_director() -> None:
    calculated = calculate(sheet_event(point_cards(double_round(*IN_A_CIRCLE))))

    assert places(calculated) == [(1, 1, None), (1, 2, "tied"), (1, 3, "tied")]
    assert calculated.result.ranking.tie_orders_needed == ((1, 2, 3),)
    assert calculated.result.ranking.tie_games_needed == ()
    assert calculated.result.is_settled is False


def test_club_that_counts_points_pegged_may_share_a_place_below_the_line() -> None:
    level = sheet_event(point_cards(double_round(*IN_A_CIRCLE)))

    calculated = calculate(replace(level, event=replace(level.event, kind="club", format="qualifying")))

    assert places(calculated) == [(1, 1, None), (1, 2, "tied"), (1, 3, "tied")]
    assert calculated.result.ranking.is_settled is True


def test_order_of_the_director_settles_the_circle() -> None:
    orders = (TieOrderRecord((2, 3, 1), "drew lots"),)

    assert standings(double_round(*IN_A_CIRCLE), orders=orders) == [
        (1, 2, None),
        (2, 3, "tie order"),
        (3, 1, "tie order"),
    ]


def test_two_who_won_one_game_each_wait_for_an_order_and_play_no_tie_game() -> None:
    calculated = calculate(sheet_event(point_cards({(1, 1, 2): (121, 90), (2, 2, 1): (121, 90)})))

    assert calculated.result.ranking.tie_orders_needed == ((1, 2),)
    assert calculated.result.ranking.tie_games_needed == ()


def test_no_skunk_is_worth_more_than_its_points() -> None:
    assert standings({(1, 1, 2): (121, 3), (1, 3, 4): (121, 120)})[:2] == [(1, 1, None), (1, 3, "tied")]


def test_unfinished_game_is_no_win_and_waits_for_the_director() -> None:
    unfinished = {(1, 1, 2): (118, 90)}

    calculated = calculate(sheet_event(point_cards(unfinished)))

    assert [place.totals.to_dict()["games_won"] for place in calculated.result.ranking.places] == [0, 0]
    assert [found.reason for found in calculated.check.undecided] == [Unsettled.NOBODY_CLAIMS.value]


def test_decided_game_counts_as_decided_and_is_not_examined_again() -> None:
    cards = point_cards({(1, 1, 2): (118, 90)})

    calculated = calculate(sheet_event(cards, decisions=[decided(1, 1, 2, 121, 90)]))

    assert calculated.check.undecided == ()
    assert places(calculated) == [(1, 1, None), (2, 2, "total points")]
    assert calculated.check.totals[1].to_dict() == {"total_points": 121, "games_won": 1}


def test_points_left_lowest_comes_first_then_wins_then_who_beat_whom() -> None:
    # 1 has 21 left and so has 2, each with one win of two; 1 beat 2. Nobody else has as few.
    games = {(1, 1, 2): (121, 100), (2, 1, 3): (100, 121), (2, 2, 4): (121, 50), (3, 3, 4): (121, 90)}

    calculated = calculate(sheet_event(left_cards(games), scoring="points-left", games=3))

    assert places(calculated) == [(1, 3, None), (2, 1, "points left"), (3, 2, "head-to-head"), (4, 4, "points left")]
    assert calculated.check.totals[1].to_dict() == {"points_left": 21, "games_won": 1}


def test_points_left_that_are_level_are_parted_by_games_won() -> None:
    # 1 and 2 have 21 left each: 1 lost one game of two, 2 both.
    games = {(1, 1, 3): (100, 121), (2, 1, 3): (121, 60), (1, 2, 4): (110, 121), (2, 2, 4): (111, 121)}

    calculated = calculate(sheet_event(left_cards(games), scoring="points-left"))

    assert places(calculated)[:3] == [(1, 4, None), (2, 1, "points left"), (3, 2, "games won")]


def test_decided_points_left_count() -> None:
    cards = left_cards({(1, 1, 2): (118, 90)})

    calculated = calculate(sheet_event(cards, scoring="points-left", decisions=[decided_left(1, 1, 2, (0, 31))]))

    assert calculated.check.undecided == ()
    assert places(calculated) == [(1, 1, None), (2, 2, "points left")]


POINTS = [
    (Line(1, 2, own=121, theirs=98), Line(1, 1, own=98, theirs=121), None),
    (Line(1, 2, own=121, theirs=98), Line(1, 1, own=97, theirs=121), Unsettled.DIFFER),
    (Line(1, 2, own=121, theirs=98), Line(1, 1, own=121, theirs=98), Unsettled.BOTH_CLAIM),
    (Line(1, 2, own=121, theirs=None), Line(1, 1, own=98, theirs=121), Unsettled.BLANK),
    (Line(1, 2), Line(1, 1, own=98, theirs=121), Unsettled.BLANK),
    (Line(1, 2, own=121, theirs=121), Line(1, 1, own=121, theirs=121), Unsettled.BOTH_AT_THE_END),
    (Line(1, 2, own=119, theirs=98), Line(1, 1, own=98, theirs=119), Unsettled.NOBODY_CLAIMS),
    (Line(1, 2, own=0, theirs=121), Line(1, 1, own=121, theirs=0), None),
]


@pytest.mark.parametrize(("mine", "yours", "unsettled"), POINTS)
def test_two_cards_are_compared_crosswise(mine: Line, yours: Line, unsettled: Unsettled | None) -> None:
    cards = [card_of(1, mine), card_of(2, yours)]

    reasons = [found.reason for found in calculate(sheet_event(cards)).check.undecided]

    assert reasons == ([] if unsettled is None else [unsettled.value])


LEFT = [
    (0, 23, None),
    (23, 0, None),
    (0, 0, Unsettled.BOTH_CLAIM),
    (5, 23, Unsettled.NOBODY_CLAIMS),
    (0, None, Unsettled.BLANK),
    (None, None, Unsettled.BLANK),
    (0, 121, None),
]


@pytest.mark.parametrize(("mine", "yours", "unsettled"), LEFT)
def test_exactly_one_side_has_nothing_left(mine: int | None, yours: int | None, unsettled: Unsettled | None) -> None:
    cards = [card_of(1, Line(1, 2, left=mine)), card_of(2, Line(1, 1, left=yours))]

    reasons = [found.reason for found in calculate(sheet_event(cards, scoring="points-left")).check.undecided]

    assert reasons == ([] if unsettled is None else [unsettled.value])


def test_every_game_is_compared_not_only_those_of_the_leaders() -> None:
    games = {(1, 1, 2): (121, 20), (1, 3, 4): (121, 100), (2, 5, 6): (90, 80)}

    check = calculate(sheet_event(point_cards(games), games=2)).check

    assert [(found.game, found.entrants) for found in check.undecided] == [(2, (5, 6))]
    assert check.checked == (1, 2, 3, 4, 5, 6)
    assert check.unchecked == ()


@pytest.mark.parametrize("order", list(permutations((0, 1, 2))))
def test_standings_do_not_depend_on_the_order_of_the_cards(order: tuple[int, ...]) -> None:
    cards = point_cards(double_round((121, 120), (121, 20), (119, 121), (121, 120), (118, 121), (121, 90)))

    shuffled = calculate(sheet_event([cards[index] for index in order]))

    assert shuffled.result.to_json() == calculate(sheet_event(cards)).result.to_json()
