"""Game sheets: drop-outs, floaters, foot totals, what is due, and what holds of every field."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecards.rules.calculation import Calculation, calculate
from scorecards.rules.discrepancies import NotCovered
from scorecards.rules.line_points import CardError
from tests.sheets import Games, left_cards, point_cards, sheet_event, with_line
from tournaments.rules.types import EventFile, FootTotals, Line, ScheduledGame

FOUR = (1, 2, 3, 4)
MEETINGS = ((1, 1, 2), (1, 3, 4), (2, 1, 3), (2, 2, 4), (3, 1, 4), (3, 2, 3))


def totals(calculated: Calculation) -> dict[int, tuple[int, ...]]:
    return {number: tuple(own.to_dict().values()) for number, own in calculated.check.totals.items()}


def places(calculated: Calculation) -> list[tuple[int, int, str | None]]:
    return [(place.rank, place.entrant, place.decided_by) for place in calculated.result.ranking.places]


# Somebody drops out: 4 went home after game 2 of 3, having lost to 3 by 121 to 100 and beaten 2 by 121 to 90.
PLAYED: Games = {
    (1, 1, 2): (121, 110),
    (1, 3, 4): (121, 100),
    (2, 1, 3): (121, 80),
    (2, 4, 2): (121, 90),
    (3, 2, 3): (121, 70),
}
SCHEDULE = tuple(ScheduledGame(game, tuple(pair for number, *pair in MEETINGS if number == game)) for game in (1, 2, 3))


def gone_home(drop_outs: str, scoring: str = "total-points") -> EventFile:
    cards = point_cards(PLAYED) if scoring == "total-points" else left_cards(PLAYED)
    return sheet_event(cards, games=3, scoring=scoring, withdrawn={4: 2}, drop_outs=drop_outs, schedule=SCHEDULE)


@pytest.mark.parametrize(
    ("scoring", "drop_outs", "sums", "order", "last_by"),
    [
        ("total-points", "stand", {1: (242, 2), 2: (321, 1), 3: (271, 1), 4: (221, 1)}, [2, 3, 1, 4], "total points"),
        ("total-points", "dropped", {1: (242, 2), 2: (231, 1), 3: (150, 0), 4: (0, 0)}, [1, 2, 3, 4], "dropped out"),
        # Every game becomes a forfeit, played or not.
        ("total-points", "forfeits", {1: (363, 3), 2: (352, 2), 3: (271, 1), 4: (0, 0)}, [1, 2, 3, 4], "total points"),
        # Nobody gains a place with points left by going home.
        ("points-left", "stand", {1: (0, 2), 2: (42, 1), 3: (92, 1), 4: (21, 1)}, [1, 2, 3, 4], "dropped out"),
        ("points-left", "dropped", {1: (0, 2), 2: (11, 1), 3: (92, 0), 4: (0, 0)}, [1, 2, 3, 4], "dropped out"),
        ("points-left", "forfeits", {1: (0, 3), 2: (11, 2), 3: (92, 1), 4: (363, 0)}, [1, 2, 3, 4], "points left"),
    ],
)
def test_results_of_a_drop_out_count_as_the_event_has_it(
    scoring: str, drop_outs: str, sums: dict[int, tuple[int, ...]], order: list[int], last_by: str
) -> None:
    calculated = calculate(gone_home(drop_outs, scoring))

    by_points = scoring.replace("-", " ")
    assert totals(calculated) == sums
    assert places(calculated) == list(zip((1, 2, 3, 4), order, (None, by_points, by_points, last_by), strict=True))


def test_forfeits_leave_the_lines_as_they_are_written() -> None:
    check = calculate(gone_home("forfeits")).check

    assert check.lines[2][2] == Line(2, 4, own=90, theirs=121)
    assert check.counted[2][2] == Line(2, 4, own=121, theirs=0)


def test_game_between_two_who_dropped_out_is_won_by_nobody() -> None:
    event_file = sheet_event(
        point_cards({(1, 1, 2): (121, 90), (1, 3, 4): (121, 90)}), games=2, withdrawn={1: 1, 2: 1}, drop_outs="forfeits"
    )

    assert totals(calculate(event_file)) == {1: (0, 0), 2: (0, 0), 3: (121, 1), 4: (90, 0)}


@pytest.mark.parametrize("drop_outs", ["stand", "dropped", "forfeits"])
def test_game_that_a_drop_out_did_not_play_is_due_from_nobody(drop_outs: str) -> None:
    calculated = calculate(gone_home(drop_outs))

    assert (calculated.result.complete, calculated.result.is_settled) == (True, True)
    assert calculated.result.to_json()["drop_outs"] == {"setting": drop_outs, "entrants": [4]}


def test_report_says_nothing_of_drop_outs_where_nobody_left() -> None:
    data = calculate(sheet_event(point_cards(PLAYED))).result.to_json()

    assert "drop_outs" not in data


def test_whoever_leaves_after_the_last_game_has_not_dropped_out() -> None:
    event_file = sheet_event(point_cards(PLAYED), games=3, withdrawn={4: 3}, drop_outs="dropped")

    assert calculate(event_file).result.drop_outs is None


@pytest.mark.parametrize(("drop_outs", "games"), [("stand", [2]), ("dropped", []), ("forfeits", [])])
def test_cards_of_a_game_are_compared_only_if_what_they_say_counts(drop_outs: str, games: list[int]) -> None:
    event_file = with_line(gone_home(drop_outs), 4, Line(2, 2, own=121, theirs=89))

    assert [found.game for found in calculate(event_file).check.undecided] == games


# The floater of an odd field.


def test_games_of_a_floater_count_for_nobody_and_are_not_compared() -> None:
    cards = point_cards({(1, 1, 2): (121, 90), (2, 1, 9): (121, 3), (2, 2, 8): (60, 60)})
    event_file = sheet_event(cards, house_players=(8, 9))

    calculated = calculate(event_file)

    assert totals(calculated) == {1: (121, 1), 2: (90, 0)}
    assert (calculated.check.undecided, calculated.result.complete) == ((), True)


def test_no_line_is_due_against_a_floater_nor_from_one() -> None:
    schedule = (
        ScheduledGame(1, ((1, 2), (3, 9))),
        ScheduledGame(2, ((1, 9), (2, 3))),
        ScheduledGame(3, ((1, 3), (2, 9))),
    )
    games = {(1, 1, 2): (121, 90), (2, 2, 3): (121, 90), (3, 1, 3): (121, 90)}

    calculated = calculate(sheet_event(point_cards(games), house_players=(9,), schedule=schedule))

    assert (calculated.result.complete, calculated.result.is_settled) == (True, True)


# Whose game it was.


def test_line_without_an_opponent_is_that_of_the_one_card_that_names_its_owner() -> None:
    event_file = with_line(sheet_event(point_cards(PLAYED)), 2, Line(1, None, own=110, theirs=121))

    assert calculate(event_file).check.undecided == ()


def test_cards_that_name_different_opponents_wait_for_the_director() -> None:
    event_file = with_line(sheet_event(point_cards(PLAYED)), 2, Line(1, 4, own=110, theirs=121))

    undecided = calculate(event_file).check.undecided

    assert [(found.game, found.entrants, found.reason) for found in undecided] == [
        (1, (1, 2), NotCovered.DIFFERENT_OPPONENTS.value),
        (1, (2, 4), NotCovered.DIFFERENT_OPPONENTS.value),
    ]


def test_line_that_nobody_can_be_named_for_waits_for_the_director() -> None:
    event_file = sheet_event(point_cards({(1, 1, 2): (121, 90)})[:1])

    undecided = calculate(with_line(event_file, 1, Line(1, None, own=121, theirs=90))).check.undecided

    assert [(found.entrants, found.reason) for found in undecided] == [((1,), NotCovered.NO_OPPONENT.value)]


def test_blank_opponent_whom_two_cards_name_waits_for_the_director_once_for_each() -> None:
    played: Games = {(1, 1, 2): (121, 90), (1, 3, 4): (121, 80)}
    event_file = sheet_event(point_cards(played), entrants=FOUR)
    event_file = with_line(event_file, 2, Line(1, None, own=90, theirs=121))
    event_file = with_line(event_file, 3, Line(1, 2, own=121, theirs=80))

    undecided = calculate(event_file).check.undecided

    assert {found.entrants for found in undecided} == {(1, 2), (2, 3), (3, 4)}


def test_game_of_which_one_card_is_not_keyed_is_left_alone() -> None:
    calculated = calculate(sheet_event(point_cards({(1, 1, 2): (121, 90)})[:1], entrants=(1, 2)))

    assert (calculated.check.undecided, calculated.result.complete) == ((), False)


# The foot.


@pytest.mark.parametrize(
    ("foot", "errors"),
    [
        (FootTotals(total=242, games_won=2), ()),
        (FootTotals(), ()),
        (FootTotals(total=240), (CardError(1, None, "total", 240, 242),)),
        (FootTotals(games_won=1), (CardError(1, None, "games_won", 1, 2),)),
    ],
)
def test_foot_is_compared_with_the_lines(foot: FootTotals, errors: tuple[CardError, ...]) -> None:
    games = {(1, 1, 2): (121, 110), (2, 1, 2): (121, 80)}
    first, second = point_cards(games)

    assert calculate(sheet_event([replace(first, recorded=foot), second])).check.arithmetic == errors


def test_foot_of_a_card_that_is_not_whole_is_not_compared() -> None:
    first, second = point_cards({(1, 1, 2): (121, 110)})
    cards = [replace(first, recorded=FootTotals(total=9)), second]

    assert calculate(sheet_event(cards, games=2)).check.arithmetic == ()


# How many qualify.


@pytest.mark.parametrize(
    ("event_format", "exemption", "qualified", "high_nonqualifier"),
    [
        ("double-round-robin", None, [], None),
        ("qualifying", None, [], None),
        ("qualifying-playoff", None, [4], 1),
        ("double-round-robin", 2, [4, 1], 3),
    ],
)
def test_qualifiers_are_cut_only_where_there_is_something_to_qualify_for(
    event_format: str, exemption: int | None, qualified: list[int], high_nonqualifier: int | None
) -> None:
    games = {(1, 1, 2): (121, 50), (1, 3, 4): (120, 121), (2, 1, 3): (119, 121), (2, 2, 4): (7, 121)}
    games |= {(3, 1, 4): (90, 121), (3, 2, 3): (9, 60)}

    calculated = calculate(sheet_event(point_cards(games), event_format=event_format, qualifiers=exemption))

    assert [place.entrant for place in calculated.result.ranking.places] == [4, 1, 3, 2]
    assert [place.entrant for place in calculated.result.ranking.places if place.qualifies] == qualified
    assert calculated.result.qualifiers == len(qualified)
    assert calculated.result.ranking.high_nonqualifier == high_nonqualifier


@pytest.mark.parametrize(
    ("event_format", "orders_needed"), [("double-round-robin", ((2, 3),)), ("qualifying-playoff", ())]
)
def test_tie_below_the_line_is_open_only_where_the_standings_are_the_result(
    event_format: str, orders_needed: tuple[tuple[int, ...], ...]
) -> None:
    games = {(1, 1, 2): (121, 50), (1, 4, 3): (100, 121), (2, 1, 3): (121, 50), (2, 4, 2): (60, 121)}

    calculated = calculate(sheet_event(point_cards(games), event_format=event_format))

    assert calculated.result.ranking.tie_orders_needed == orders_needed


# What holds of every field.


@st.composite
def fields(draw: st.DrawFn) -> tuple[list[int], Games]:
    """Draw any games of up to six pairs, each game won by one side."""
    numbers = list(range(1, draw(st.integers(2, 6)) + 1))
    games: dict[tuple[int, int, int], tuple[int, int]] = {}
    for game in range(1, draw(st.integers(1, 6)) + 1):
        order = draw(st.permutations(numbers))
        for first, second in zip(order[::2], order[1::2], strict=False):
            games[game, first, second] = (121, draw(st.sampled_from((0, 60, 90, 100, 120))))
    return numbers, games


@given(fields())
def test_points_and_wins_add_up_over_the_field(field: tuple[list[int], Games]) -> None:
    numbers, games = field
    pegged = totals(calculate(sheet_event(point_cards(games), entrants=numbers)))
    left = totals(calculate(sheet_event(left_cards(games), entrants=numbers, scoring="points-left")))

    assert sum(points for points, _ in pegged.values()) == sum(map(sum, games.values()))
    assert sum(won for _, won in pegged.values()) == sum(won for _, won in left.values()) == len(games)
    assert sum(points for points, _ in left.values()) == 242 * len(games) - sum(map(sum, games.values()))


@given(fields(), st.randoms(use_true_random=False), st.sampled_from(("total-points", "points-left")))
def test_ranking_does_not_depend_on_the_order_of_entry(
    field: tuple[list[int], Games], chance: st.random.Random, scoring: str
) -> None:
    numbers, games = field
    cards = point_cards(games) if scoring == "total-points" else left_cards(games)
    event_file = sheet_event(cards, entrants=numbers, scoring=scoring)
    mixed_cards = [
        replace(card, lines=tuple(chance.sample(card.lines, len(card.lines)))) for card in event_file.scorecards
    ]
    chance.shuffle(mixed_cards)
    mixed_entrants = chance.sample(event_file.entrants, len(numbers))

    mixed = replace(event_file, entrants=tuple(mixed_entrants), scorecards=tuple(mixed_cards))

    assert calculate(mixed).result.to_json() == calculate(event_file).result.to_json()


@given(fields())
def test_ranking_follows_the_keys_and_shares_a_rank_only_with_those_who_are_level(
    field: tuple[list[int], Games],
) -> None:
    numbers, games = field
    ranking = calculate(sheet_event(point_cards(games), entrants=numbers)).result.ranking

    keys = [place.totals.standing for place in ranking.places]
    assert keys == sorted(keys, reverse=True)
    assert sorted(place.entrant for place in ranking.places) == numbers
    shared = {place.rank for place in ranking.places if place.decided_by == "tied"}
    assert len(ranking.tie_orders_needed) == len(shared)
