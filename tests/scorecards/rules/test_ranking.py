import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.rules.report import report_on
from scorecards.rules.line_points import Totals
from scorecards.rules.ranking import TIED, rank
from tests.reference import Reference
from tests.strategies import examples, level_events
from tournaments.rules.types import EventFile

pytestmark = pytest.mark.slow

# Few values each, so that ties on any number of keys are common.
STANDINGS = st.dictionaries(
    st.integers(1, 40),
    st.builds(Totals, st.integers(0, 2), st.integers(0, 1), st.integers(0, 2), st.integers(0, 2)),
    max_size=12,
)


@examples(200)
@given(event_file=level_events())
def test_ties_are_settled_as_by_the_slow_reference(event_file: EventFile) -> None:
    report = report_on(event_file).to_json()
    expected = Reference(event_file).report()

    keys = ("standings", "high_nonqualifier", "tie_games_needed", "tie_orders_needed", "first_round")
    assert {key: report[key] for key in keys} == {key: expected[key] for key in keys}


@given(standings=STANDINGS, qualifiers=st.integers(0, 12), data=st.data())
def test_ranking_does_not_depend_on_the_order_of_the_dictionary(
    standings: dict[int, Totals], qualifiers: int, data: st.DataObject
) -> None:
    mixed = dict(data.draw(st.permutations(list(standings.items()))))

    assert rank(mixed, qualifiers=qualifiers) == rank(standings, qualifiers=qualifiers)


@given(standings=STANDINGS, qualifiers=st.integers(0, 12))
def test_ranking_places_everybody_once_and_in_order(standings: dict[int, Totals], qualifiers: int) -> None:
    places = rank(standings, qualifiers=qualifiers).places

    assert sorted(place.entrant for place in places) == sorted(standings)
    assert [place.totals.standing for place in places] == sorted(
        (total.standing for total in standings.values()), reverse=True
    )


@given(standings=STANDINGS)
def test_rank_is_one_more_than_the_number_who_are_better(standings: dict[int, Totals]) -> None:
    places = rank(standings, qualifiers=1).places

    assert [place.rank for place in places] == [
        1 + sum(total.standing > place.totals.standing for total in standings.values()) for place in places
    ]
    assert [place.decided_by == TIED for place in places] == [
        index > 0 and places[index - 1].rank == place.rank for index, place in enumerate(places)
    ]


@given(standings=STANDINGS, qualifiers=st.integers(1, 12))
def test_as_many_qualify_as_there_are_places_once_ties_are_settled(
    standings: dict[int, Totals], qualifiers: int
) -> None:
    ranking = rank(standings, qualifiers=qualifiers)

    certain = sum(place.qualifies is True for place in ranking.places)
    possible = sum(place.qualifies is not False for place in ranking.places)
    assert certain <= min(qualifiers, len(standings)) <= possible
    if ranking.is_settled:
        assert certain == possible


def test_ranking_of_nobody_is_empty() -> None:
    ranking = rank({}, qualifiers=0)

    assert (ranking.places, ranking.high_nonqualifier, ranking.is_settled) == ((), None, True)
