"""Demo events of pairs: who meets whom, what the sheets come to, and what is left to the director."""

from collections import Counter

import pytest

from brackets.demo.game_sheets import make_sheets
from brackets.event_files.reading import read_event
from brackets.event_files.store import import_event
from brackets.rules.report import report_on
from scorecards.rules.calculation import calculate
from tests.brackets.demo.test_make_demo import make_demo
from tournaments.entrants.pairs import pair_states, pairs_in
from tournaments.event_file.writing import write_event_file
from tournaments.models import Tournament
from tournaments.records.pairs import pair_terms

SCORINGS = ("total-points", "points-left")


@pytest.mark.parametrize("pairs", [2, 5, 8, 9])
def test_every_pair_meets_every_other_exactly_twice(pairs: int) -> None:
    event_file = make_sheets(pairs=pairs, scoring="total-points")

    met = Counter(frozenset(pair) for game in event_file.schedule for pair in game.pairs)
    floaters = {entrant.number for entrant in event_file.entrants if entrant.house_player}
    among_pairs = [count for pair, count in met.items() if not pair & floaters]
    assert among_pairs == [2] * (pairs * (pairs - 1) // 2)


@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.parametrize("pairs", [2, 7, 12])
def test_demo_of_pairs_is_a_valid_file_that_is_settled(scoring: str, pairs: int) -> None:
    event_file = make_sheets(pairs=pairs, scoring=scoring)

    assert read_event(write_event_file(event_file).encode()) == event_file
    assert report_on(event_file).is_settled is True
    assert all(entrant.partner for entrant in event_file.entrants if not entrant.house_player)


@pytest.mark.django_db
@pytest.mark.parametrize("pairs", [11, pytest.param(40, marks=pytest.mark.slow)])
def test_pairs_of_the_demo_may_all_play(pairs: int) -> None:
    tournament = import_event(event_file=make_sheets(pairs=pairs, scoring="total-points"))

    states = pair_states(pairs_in(tournament), pair_terms(tournament))

    assert [number for number, state in states.items() if not state.is_settled] == []


@pytest.mark.parametrize("scoring", SCORINGS)
def test_open_demo_leaves_the_sheets_that_differ_to_the_director(scoring: str) -> None:
    left_open = calculate(make_sheets(pairs=12, scoring=scoring, settled=False)).check
    settled = make_sheets(pairs=12, scoring=scoring)

    assert [(found.game, found.entrants) for found in left_open.undecided] == [
        (decision.game, decision.entrants) for decision in settled.decisions
    ]
    assert len(left_open.undecided) > 0


def test_same_arguments_make_the_same_event() -> None:
    assert make_sheets(pairs=6, scoring="total-points") == make_sheets(pairs=6, scoring="total-points")


@pytest.mark.parametrize("pairs", [1, 41])
def test_demo_refuses_a_field_that_cannot_be(pairs: int) -> None:
    with pytest.raises(ValueError, match="a demo can have 2 to 40"):
        make_sheets(pairs=pairs, scoring="total-points")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("event_format", "scoring"), [("pairs-55plus", "total-points"), ("points-left", "points-left")]
)
def test_make_demo_of_pairs_stores_a_double_round_robin(event_format: str, scoring: str) -> None:
    printed = make_demo("--format", event_format)

    tournament = Tournament.objects.get()
    assert printed == f"/t/{tournament.slug}/\n"
    assert (tournament.scoring, tournament.format, tournament.games, tournament.entrants.count()) == (
        scoring,
        "double-round-robin",
        22,
        12,
    )
