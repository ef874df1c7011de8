"""Standings pool by pool: who is ranked with whom, which ties are ties, what the report says, and what holds of all."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.event_files.report_text import as_text
from brackets.rules.report import report_on
from scorecards.rules.calculation import Calculation, calculate
from scorecards.rules.ranking import rank
from scorecards.rules.scoring_systems.registry import scoring_system
from tests.scorecards.rules.test_game_sheets import fields
from tests.sheets import Games, left_cards, point_cards, sheet_event
from tournaments.rules.types import EventFile, TieOrderRecord

POOLS = {1: "A", 2: "A", 3: "A", 4: "B", 5: "B"}
LEVEL_ACROSS: Games = {
    (1, 1, 2): (121, 100),
    (2, 3, 1): (121, 90),
    (3, 2, 3): (121, 80),
    (1, 4, 5): (121, 101),
    (2, 5, 4): (110, 121),
}
"""In pool A 2 has 221, 1 has 211 and 3 has 201; in pool B 4 has 242 and 5 has 211, as many as 1, but no game won."""

Places = list[tuple[str | None, int, int, str | None]]


def places(calculated: Calculation) -> Places:
    return [(place.pool, place.rank, place.entrant, place.decided_by) for place in calculated.result.ranking.places]


def in_pools(games: Games, pools: dict[int, str], **more: object) -> EventFile:
    return sheet_event(point_cards(games), pools=pools, **more)  # type: ignore[arg-type]


def test_each_pool_is_ranked_by_itself_pools_by_name() -> None:
    calculated = calculate(in_pools(LEVEL_ACROSS, POOLS))

    assert places(calculated) == [
        ("A", 1, 2, None),
        ("A", 2, 1, "total points"),
        ("A", 3, 3, "total points"),
        ("B", 1, 4, None),
        ("B", 2, 5, "total points"),
    ]
    assert calculated.result.ranking.is_settled


TWO_LEVEL: Games = {(1, 1, 2): (121, 100), (1, 3, 4): (121, 100), (2, 5, 6): (121, 90)}


def test_level_in_different_pools_is_no_tie() -> None:
    together = calculate(in_pools(TWO_LEVEL, {}, entrants=(1, 2, 3, 4)))
    apart = calculate(in_pools(TWO_LEVEL, {1: "A", 2: "A", 5: "A", 3: "B", 4: "B", 6: "B"}))

    assert together.result.ranking.tie_orders_needed == ((1, 3), (2, 4))
    assert [place for place in places(apart) if place[2] in (3, 4)] == [("B", 1, 3, None), ("B", 2, 4, "total points")]
    assert apart.result.ranking.tie_orders_needed == ((1, 5),)


def test_tie_in_a_pool_waits_for_an_order_of_those_in_that_pool() -> None:
    games: Games = dict.fromkeys(((1, 1, 2), (2, 2, 1), (1, 3, 4), (2, 4, 3)), (121, 90))
    pools = {1: "A", 2: "A", 3: "B", 4: "B"}
    over_both = TieOrderRecord((4, 3, 2, 1), "cut for it")
    in_b = TieOrderRecord((4, 3), "cut for it")

    open_in_both = calculate(in_pools(games, pools, tie_orders=[over_both]))
    open_in_a = calculate(in_pools(games, pools, tie_orders=[in_b]))

    assert open_in_both.result.ranking.tie_orders_needed == ((1, 2), (3, 4))
    assert open_in_a.result.ranking.tie_orders_needed == ((1, 2),)
    assert places(open_in_a)[2:] == [("B", 1, 4, None), ("B", 2, 3, "tie order")]


def test_head_to_head_asks_only_for_games_within_the_pool() -> None:
    # 1, 2 and 3 are level at 221 with one win of two; 3 met neither of the others, so among three nothing is decided.
    games: Games = {(1, 1, 2): (121, 100), (2, 1, 4): (100, 121), (2, 2, 5): (121, 60)}
    games |= {(1, 3, 6): (121, 50), (2, 3, 7): (100, 121)}
    pools = {1: "A", 2: "A", 4: "A", 5: "A", 3: "B", 6: "B", 7: "B"}

    together, apart = (calculate(in_pools(games, by_whom)) for by_whom in ({}, pools))

    assert together.result.ranking.tie_orders_needed[0] == (1, 2, 3)
    assert [place for place in places(apart) if place[2] in (1, 2, 3)] == [
        ("A", 1, 1, None),
        ("A", 2, 2, "head-to-head"),
        ("B", 1, 3, None),
    ]


@pytest.mark.parametrize(
    ("pools", "more", "standings"),
    [
        ({4: "B", 5: "B"}, {}, [("B", 1, 4), ("B", 2, 5), ("", 1, 2), ("", 2, 1), ("", 3, 3)]),
        (
            POOLS,
            {"withdrawn": {2: 2}, "drop_outs": "dropped"},
            [("A", 1, 3), ("A", 2, 1), ("A", 3, 2), ("B", 1, 4), ("B", 2, 5)],
        ),
    ],
    ids=["those without a pool", "a drop-out, in the own pool"],
)
def test_who_stands_last(pools: dict[int, str], more: dict[str, object], standings: list[tuple[str, int, int]]) -> None:
    found = places(calculate(in_pools(LEVEL_ACROSS, pools, **more)))

    assert [(pool, rank, entrant) for pool, rank, entrant, _ in found] == standings


@pytest.mark.parametrize("pools", [{}, dict.fromkeys(POOLS, "A")])
def test_field_that_is_not_divided_has_one_standing_without_a_pool(pools: dict[int, str]) -> None:
    standings = calculate(in_pools(LEVEL_ACROSS, pools)).result.to_json()["standings"]

    assert [(place["rank"], place["entrant"]) for place in standings] == [(1, 4), (2, 2), (3, 1), (4, 5), (5, 3)]
    assert not any("pool" in place for place in standings)


def test_floater_makes_no_pool_of_its_own() -> None:
    report = calculate(in_pools(LEVEL_ACROSS, dict.fromkeys(POOLS, "A"), house_players=(6,))).result.to_json()

    assert [place.get("pool") for place in report["standings"]] == [None] * 5


@pytest.mark.parametrize(
    "more", [{"event_format": "qualifying-playoff"}, {"qualifiers": 2}], ids=["playoffs", "a number set"]
)
def test_where_somebody_qualifies_one_line_goes_through_the_whole_field(more: dict[str, object]) -> None:
    divided = calculate(in_pools(LEVEL_ACROSS, POOLS, **more)).result.to_json()

    assert divided == calculate(in_pools(LEVEL_ACROSS, {}, **more)).result.to_json()


def test_report_names_the_pool_of_each_place_at_its_end() -> None:
    [first, *_] = calculate(in_pools(LEVEL_ACROSS, POOLS)).result.to_json()["standings"]

    assert list(first.items()) == [
        ("rank", 1),
        ("entrant", 2),
        ("total_points", 221),
        ("games_won", 1),
        ("qualifies", False),
        ("decided_by", None),
        ("pool", "A"),
    ]


def test_text_for_people_has_a_heading_over_each_pool() -> None:
    event_file = in_pools(LEVEL_ACROSS, {4: "B", 5: "B"})

    lines = as_text(event_file, report_on(event_file)).splitlines()

    start = lines.index("Standings")
    assert [line.split()[0] for line in lines[start + 1 : start + 8]] == ["Pool", "1", "2", "Without", "1", "2", "3"]


@given(
    fields(),
    st.lists(st.sampled_from(("A", "B", "")), min_size=6, max_size=6),
    st.sampled_from(("total-points", "points-left")),
    st.randoms(use_true_random=False),
)
def test_each_pool_is_ranked_as_if_there_were_no_other_in_whatever_order_entered(
    field: tuple[list[int], Games], names: list[str], scoring: str, chance: st.random.Random
) -> None:
    numbers, games = field
    cards = point_cards(games) if scoring == "total-points" else left_cards(games)
    pools = dict(zip(numbers, names, strict=False))
    event_file = sheet_event(cards, entrants=numbers, scoring=scoring, pools=pools)
    mixed = replace(event_file, entrants=tuple(chance.sample(event_file.entrants, len(numbers))))

    found = calculate(mixed).result.ranking

    assert found == calculate(event_file).result.ranking
    assert sorted(place.entrant for place in found.places) == numbers
    order = [place.pool for place in found.places]
    if len(set(pools.values())) < 2:
        assert order == [None] * len(numbers)
        return
    assert order == sorted(pools.values(), key=lambda pool: (pool == "", pool))
    check = calculate(event_file).check
    for pool in set(order):
        # Games against those of other pools count as before, and part nobody.
        alone = rank(
            {number: check.totals[number] for number in numbers if pools[number] == pool},
            qualifiers=0,
            lines=check.counted,
            order=scoring_system(scoring).order("acc-2020"),
            settled_down_to=len(numbers),
        )
        own = [replace(place, pool=None) for place in found.places if place.pool == pool]
        assert own == list(alone.places)
    for group in found.tie_orders_needed:
        assert len({pools[number] for number in group}) == 1
