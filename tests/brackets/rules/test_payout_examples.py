"""Tables to start from: whatever the number of qualifiers, fund and unit, they can be paid as they stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.rules.payout_examples import MOST_PLACES, payout_examples
from brackets.rules.payouts import HUNDRED_PERCENT, Measure, PayoutRow, pay_places


def test_examples_of_13_qualifiers_by_hand() -> None:
    found = payout_examples(13)

    assert list(found) == [
        "8 places: each round doubles",
        "13 places: each round doubles",
        "13 places: less for each place",
        "13 places: the same for each",
    ]
    first, second, third, fourth = found.values()
    assert first == (PayoutRow(1, 1, 40_00), PayoutRow(2, 2, 20_00), PayoutRow(3, 4, 10_00), PayoutRow(5, 8, 5_00))
    # 16 + 8 + 2 x 4 + 4 x 2 + 5 x 1 = 45 parts; what does not divide goes to the champion.
    assert [row.each for row in second] == [35_61, 17_77, 8_88, 4_44, 2_22]
    assert [(row.first, row.last) for row in second] == [(1, 1), (2, 2), (3, 4), (5, 8), (9, 13)]
    # 13 + 12 + ... + 1 = 91 parts.
    assert ([row.first for row in third], third[-1]) == ([*range(1, 14)], PayoutRow(13, 13, 1_09))
    assert fourth == (PayoutRow(1, 3, 7_70), PayoutRow(4, 13, 7_69))


@pytest.mark.parametrize(("qualifiers", "places"), [(0, []), (1, [1]), (2, [2, 2, 2]), (3, [2, 3, 3, 3])])
def test_examples_of_few_qualifiers_have_as_many_places(qualifiers: int, places: list[int]) -> None:
    assert [rows[-1].last for rows in payout_examples(qualifiers).values()] == places


@given(qualifiers=st.integers(1, 300), fund=st.integers(0, 3_000_000), unit=st.sampled_from((1, 25, 100, 500, 2000)))
def test_each_example_gives_away_all_of_any_fund(qualifiers: int, fund: int, unit: int) -> None:
    for rows in payout_examples(qualifiers).values():
        found = pay_places(fund, rows, Measure.PERCENT, unit=unit, remainder_to=1)

        amounts = list(found.amounts.values())
        assert sum(len(row.places) * row.each for row in rows) == HUNDRED_PERCENT
        assert min(row.each for row in rows) > 0
        assert list(found.amounts) == [*range(1, rows[-1].last + 1)]
        assert (found.adds_up, found.warnings) == (True, ())
        assert amounts == sorted(amounts, reverse=True)
        assert rows[-1].last <= min(qualifiers, MOST_PLACES)
