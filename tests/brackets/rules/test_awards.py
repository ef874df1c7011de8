from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.rules.awards import (
    IN_FORCE_FROM,
    SCHEDULES,
    EntrantOutcome,
    FinalPlace,
    RatingPoints,
    Ratings,
    final_places,
    no_schedule_reason,
    rating_points,
)
from brackets.rules.seeding import DrawnMatch, MatchResult, bracket_size, draw, rounds_of

Results = dict[tuple[int, int], MatchResult]
UP, DOWN = MatchResult(3, 1), MatchResult(0, 3)
EIGHT = [11, 12, 13, 14, 15, 16, 17, 18]
"""Entrants by seed. The chart of eight: 1-8 4-5 3-6 2-7."""

FINISHED: Results = {(1, 1): UP, (1, 2): DOWN, (1, 3): UP, (1, 4): DOWN, (2, 1): DOWN, (2, 2): UP, (3, 1): DOWN}
"""Seed 5 and 3 meet in the final, 3 wins; 1 and 7 lose in the semi-finals, 2, 4, 6 and 8 in round one."""


def ready(rounds: tuple[tuple[DrawnMatch, ...], ...]) -> list[DrawnMatch]:
    """Return the matches that can be played."""
    return [match for drawn in rounds for match in drawn if match.upper and match.lower and match.winner is None]


def ways_to_finish(seeded: list[int], results: Results) -> Iterator[Results]:
    """Yield every way in which the open matches can end."""
    open_matches = ready(draw(seeded, results))
    if not open_matches:
        yield results
        return
    key = (open_matches[0].round, open_matches[0].slot)
    for result in (UP, DOWN):
        yield from ways_to_finish(seeded, {**results, key: result})


def play_some(seeded: list[int], matches: int, chance: Any) -> Results:
    """Play so many matches, in any order in which they can be played."""
    results: Results = {}
    for _ in range(matches):
        can_be_played = ready(draw(seeded, results))
        if not can_be_played:
            break
        match = chance.choice(can_be_played)
        results[match.round, match.slot] = chance.choice((UP, DOWN))
    return results


def play_out(seeded: list[int], chance: Any) -> Results:
    """Play every match, round by round."""
    results: Results = {}
    while open_matches := ready(draw(seeded, results)):
        results |= {(match.round, match.slot): chance.choice((UP, DOWN)) for match in open_matches}
    return results


def seeds_by_place(places: tuple[FinalPlace, ...]) -> list[tuple[int | None, int | None]]:
    return [(place.place, place.seed) for place in places]


# Final places.


def test_places_go_by_the_round_lost_and_then_by_seed() -> None:
    places = final_places(draw(EIGHT, FINISHED))

    assert seeds_by_place(places) == [(1, 3), (2, 5), (3, 1), (4, 7), (5, 2), (6, 4), (7, 6), (8, 8)]
    assert [place.round_lost for place in places] == [4, 3, 2, 2, 1, 1, 1, 1]
    assert [place.outcome for place in places[:3]] == [
        EntrantOutcome.CHAMPION,
        EntrantOutcome.RUNNER_UP,
        EntrantOutcome.LOST,
    ]


def test_places_below_the_bracket_go_by_the_qualifying_order() -> None:
    ranks = {entrant: rank for rank, entrant in enumerate([*EIGHT, 21, 22, 23, 24], start=1)}

    places = final_places(draw(EIGHT, FINISHED), ranks)

    assert [(place.place, place.entrant) for place in places[8:]] == [(9, 21), (10, 22), (11, 23), (12, 24)]
    assert {place.outcome for place in places[8:]} == {EntrantOutcome.NOT_DRAWN}


def test_equal_cards_below_the_line_share_a_place() -> None:
    ranks = {11: 1, 12: 2, 21: 3, 22: 4, 23: 4, 24: 6}

    places = final_places(draw([11, 12], {(1, 1): UP}), ranks)

    assert [(place.best, place.entrant, place.is_shared) for place in places] == [
        (1, 11, False),
        (2, 12, False),
        (3, 21, False),
        (4, 22, True),
        (4, 23, True),
        (6, 24, False),
    ]


def test_qualifier_who_left_before_the_draw_follows_the_bracket() -> None:
    """The next in line was drawn in place of the second; ranks are counted anew for those who were not drawn."""
    places = final_places(draw([11, 13], {(1, 1): UP}), {11: 1, 12: 2, 13: 3, 14: 4})

    assert [(place.place, place.entrant) for place in places] == [(1, 11), (2, 13), (3, 12), (4, 14)]


def test_bye_counts_as_a_round_passed() -> None:
    """Of three, the first has the bye and loses the final; nobody can be placed between the finalists."""
    places = final_places(draw([11, 12, 13], {(1, 2): DOWN, (2, 1): DOWN}))

    assert [(place.place, place.seed, place.round_lost) for place in places] == [(1, 3, 3), (2, 1, 2), (3, 2, 1)]


def test_seed_with_a_bye_who_loses_at_once_is_above_all_who_lost_in_round_one() -> None:
    """Five qualify, 1 to 3 have byes; 3 loses the first match played and is level with the other semi-finalist."""
    results = {(1, 2): UP, (2, 1): UP, (2, 2): DOWN, (3, 1): UP}

    places = final_places(draw([11, 12, 13, 14, 15], results))

    assert seeds_by_place(places) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]


def test_places_are_ranges_while_matches_are_open() -> None:
    """The match of 1 and 8 is over, and 2 has lost to 7."""
    places = final_places(draw(EIGHT, {(1, 1): UP, (1, 4): DOWN}))

    assert [(place.seed, place.best, place.worst) for place in places] == [
        (1, 1, 3),
        (7, 1, 4),
        (3, 1, 6),
        (4, 1, 7),
        (5, 1, 7),
        (6, 1, 7),
        (2, 5, 5),
        (8, 8, 8),
    ]


def test_nothing_is_known_before_the_first_match() -> None:
    places = final_places(draw(EIGHT, {}), dict.fromkeys([21], 9))

    assert {place.outcome for place in places[:8]} == {EntrantOutcome.PLAYING}
    assert [place.place for place in places] == [None] * 8 + [9]


def test_without_a_bracket_the_qualifying_order_is_all() -> None:
    assert [place.place for place in final_places(draw([11], {}), {11: 1, 12: 2})] == [1, 2]


@given(qualifiers=st.integers(2, 8), matches=st.integers(0, 7), chance=st.randoms(use_true_random=False))
def test_range_of_a_place_is_what_all_ways_to_finish_come_to(qualifiers: int, matches: int, chance: Any) -> None:
    seeded = list(range(1, qualifiers + 1))
    results = play_some(seeded, matches, chance)

    found = {place.entrant: (place.best, place.worst) for place in final_places(draw(seeded, results))}

    ends = [
        {place.entrant: place.place for place in final_places(draw(seeded, finished))}
        for finished in ways_to_finish(seeded, results)
    ]
    assert found == {
        entrant: (min(end[entrant] for end in ends), max(end[entrant] for end in ends)) for entrant in seeded
    }


@given(qualifiers=st.integers(2, 300), below=st.integers(0, 50), chance=st.randoms(use_true_random=False))
def test_places_of_a_finished_event_are_all_there_once(qualifiers: int, below: int, chance: Any) -> None:
    seeded = list(range(1, qualifiers + 1))

    places = final_places(draw(seeded, play_out(seeded, chance)), {n: n for n in range(1, qualifiers + below + 1)})

    assert [place.place for place in places] == list(range(1, qualifiers + below + 1))
    in_bracket = places[:qualifiers]
    assert list(in_bracket) == sorted(in_bracket, key=lambda place: (-(place.round_lost or 0), place.seed))


# Master rating points.


def ratings(kind: str = "main", games: int = 22, *, seeded: list[int] | None = None, **given: Any) -> Ratings:
    seeded = EIGHT if seeded is None else seeded
    points = given.pop("game_points", {entrant: 36 - seed for seed, entrant in enumerate(seeded)})
    places = final_places(draw(seeded, given.pop("results", FINISHED)))
    return rating_points(seeded, points, places, kind=kind, games=games, **given)


def test_top_half_of_a_main_event_gets_five_for_each_game_point_from_the_minimum_on() -> None:
    """36 game points of 22 games: 5 x (36 - 27 + 1)."""
    found = ratings().points

    assert [rated.qualifying for rated in found] == [50, 45, 40, 35, 5, 5, 5, 5]


def test_playoff_points_of_a_main_event_go_by_the_round_lost() -> None:
    """Seed 3 won three rounds, 5 lost in the third, 1 and 7 in the second."""
    found = ratings().points

    assert [rated.playoff for rated in found] == [21, 7, 70, 7, 42, 7, 21, 7]
    assert [rated.total for rated in found[:3]] == [71, 52, 110]


def test_consolation_has_points_of_its_own() -> None:
    game_points = dict(zip(EIGHT, [18, 17, 16, 15, 15, 14, 14, 14], strict=True))

    found = ratings("consolation", 9, game_points=game_points).points

    assert [rated.qualifying for rated in found] == [21, 18, 15, 12, 3, 3, 3, 3]
    assert [rated.playoff for rated in found] == [12, 4, 40, 4, 24, 4, 12, 4]


def test_odd_qualifier_counts_into_the_top_half() -> None:
    found = ratings(seeded=[11, 12, 13], results={}).points

    assert [rated.qualifying for rated in found] == [50, 45, 5]


@pytest.mark.parametrize(
    ("kind", "minimum"),
    [
        ("main", {12: 14, 14: 17, 16: 20, 18: 22, 20: 25, 21: 26, 22: 27}),
        ("consolation", {7: 9, 8: 11, 9: 12, 10: 13, 12: 16}),
    ],
)
def test_minimum_goes_by_the_number_of_games(kind: str, minimum: dict[int, int]) -> None:
    each = {"main": 5, "consolation": 3}[kind]

    found = {
        games: [
            ratings(kind, games, seeded=[11, 12], results={}, game_points={11: points, 12: 0}).points[0].qualifying
            for points in (least, least + 1)
        ]
        for games, least in minimum.items()
    }

    assert set(SCHEDULES[kind].minimum) == set(minimum)
    assert found == {games: [each, 2 * each] for games in minimum}


@pytest.mark.parametrize("game_points", [26, 20, 0])
def test_top_half_below_the_minimum_gets_no_less_than_the_lower_half(game_points: int) -> None:
    found = ratings(seeded=[11, 12], results={}, game_points={11: game_points, 12: 0}).points

    assert [rated.qualifying for rated in found] == [5, 5]
    assert found[0].qualifying_sum == "top half, below the minimum of 27: 5"


def test_sums_are_shown() -> None:
    assert ratings().points[2] == RatingPoints(13, 40, "top half: 5 × (34 − 27 + 1) = 40", 70, "7 × 4 × 5 ÷ 2 = 70")


def test_those_who_still_play_have_no_playoff_points_yet() -> None:
    found = ratings(seeded=[11, 12, 13], results={(1, 2): UP}).points

    assert [(rated.playoff, rated.total) for rated in found] == [(None, 50), (None, 45), (7, 12)]


def test_bye_counts_as_a_round_passed_for_points() -> None:
    found = ratings(seeded=[11, 12, 13], results={(1, 2): UP, (2, 1): DOWN}).points

    assert [rated.playoff for rated in found] == [21, 42, 7]


def test_only_qualifier_has_qualifying_points_and_no_playoff() -> None:
    assert [(rated.qualifying, rated.playoff) for rated in ratings(seeded=[11], results={}).points] == [(50, None)]


NO_SUCH_NUMBER = "There is no schedule of rating points for a {} event of {} games, only for {}."


@pytest.mark.parametrize(
    ("kind", "games", "scoring", "reason"),
    [
        ("main", 13, "acc", NO_SUCH_NUMBER.format("main", 13, "12, 14, 16, 18, 20, 21 and 22")),
        ("consolation", 22, "acc", NO_SUCH_NUMBER.format("consolation", 22, "7, 8, 9, 10 and 12")),
        ("satellite", 9, "acc", "There is no schedule of rating points for a satellite event."),
        ("club", 9, "acc", "There is no schedule of rating points for a club event."),
        ("main", 22, "free-play", "The schedule of rating points is for 2 game points a win and 3 a skunk."),
        ("main", 22, "acc", None),
    ],
)
def test_events_without_a_schedule_say_so(kind: str, games: int, scoring: str, reason: str | None) -> None:
    assert no_schedule_reason(kind, games, scoring) == reason
    assert ratings(kind, games, scoring=scoring).no_schedule == reason
    assert bool(ratings(kind, games, scoring=scoring).points) is (reason is None)


def test_schedule_says_where_it_comes_from_and_since_when() -> None:
    found = ratings()

    assert (found.in_force_from, IN_FORCE_FROM) == (date(2016, 8, 1), date(2016, 8, 1))
    assert found.source == "a second-hand copy of the schedule in force from 1 August 2016"


@given(qualifiers=st.integers(2, 200), chance=st.randoms(use_true_random=False))
def test_playoff_points_add_up_to_what_the_rounds_give(qualifiers: int, chance: Any) -> None:
    seeded = list(range(qualifiers))

    found = ratings(seeded=seeded, results=play_out(seeded, chance)).points

    size = bracket_size(qualifiers)
    lost_in = [(1, qualifiers - size // 2), *((n, size >> n) for n in range(2, rounds_of(size) + 1))]
    champion = rounds_of(size) + 1
    expected = sum(count * 7 * number * (number + 1) // 2 for number, count in [*lost_in, (champion, 1)])
    assert sum(rated.playoff or 0 for rated in found) == expected
