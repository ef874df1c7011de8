import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecards.rules.qualifying import apparent_qualifiers, number_of_qualifiers
from tests.builders import totals

STANDINGS = {
    1: totals(12, 6, 50, 70).standing,
    2: totals(10, 5, 30, 60).standing,
    3: totals(10, 5, 30, 60).standing,
    4: totals(10, 5, 30, 59).standing,
    5: totals(4, 2, -80, 20).standing,
}


@given(entrants=st.integers(0, 10_000))
def test_number_of_qualifiers_is_the_least_that_is_a_quarter(entrants: int) -> None:
    qualifiers = number_of_qualifiers(entrants)

    assert 4 * (qualifiers - 1) < entrants <= 4 * qualifiers


@pytest.mark.parametrize(
    ("qualifiers", "flagged"),
    [
        (0, set()),
        (1, {1}),
        (2, {1, 2, 3}),
        (3, {1, 2, 3}),
        (4, {1, 2, 3, 4}),
        (5, {1, 2, 3, 4, 5}),
        (9, {1, 2, 3, 4, 5}),
    ],
)
def test_apparent_qualifiers_are_the_top_and_all_who_tie_with_the_last(qualifiers: int, flagged: set[int]) -> None:
    assert apparent_qualifiers(STANDINGS, qualifiers) == flagged


@pytest.mark.parametrize("qualifiers", [0, 1, 5])
def test_apparent_qualifiers_of_nobody_are_nobody(qualifiers: int) -> None:
    assert apparent_qualifiers({}, qualifiers) == set[int]()


def test_apparent_qualifiers_do_not_depend_on_the_order() -> None:
    backwards = dict(reversed(STANDINGS.items()))

    assert apparent_qualifiers(backwards, 2) == {1, 2, 3}
