"""Amounts of money: read as people write them, kept in whole cents, written with both cents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import examples
from tournaments.rules.currency import CURRENCIES, MAX_CENTS, cents_of, money, money_in, number_of


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        *[("0", 0), ("20", 20_00), ("20.5", 20_50), ("20.50", 20_50), ("20.", 20_00), (".5", 50), ("+5", 5_00)],
        *[
            ("20,50", 20_50),
            ("1,200", 1200_00),
            ("1,200.00", 1200_00),
            ("1.200,50", 1200_50),
            ("1,234,567", 1234567_00),
        ],
        *[("$20", 20_00), (" $ 20 ", 20_00), ("20 USD", 20_00), ("CA$0.50", 50), ("A$3", 3_00), ("mx$3", 3_00)],
        *[("€5", 5_00), ("5 £", 5_00), ("007", 7_00), ("0.07", 7), ("0.29", 29), ("9999999.99", MAX_CENTS)],
    ],
)
def test_amount_is_read_as_people_write_it(text: str, cents: int) -> None:
    assert cents_of(text) == cents


@pytest.mark.parametrize(
    ("text", "why"),
    [
        *[
            (text, "is not an amount")
            for text in ("", " ", ".", "$", "a lot", "1e3", "NaN", "20 or 25", "1.2.3", "9" * 99)
        ],
        *[(text, "is not an amount between 0 and 9,999,999.99") for text in ("-1", "−0.01", "10000000")],
        *[
            (text, "has fractions of a cent, or a point between thousands")
            for text in ("12.345", "0.001", "20.000", "1.234", "$5.999")
        ],
    ],
)
def test_what_is_no_amount_in_whole_cents_says_why(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}$"):
        cents_of(text)


@pytest.mark.parametrize(
    ("cents", "text"), [(0, "0.00"), (5, "0.05"), (123450, "1234.50"), (-5, "-0.05"), (-12345, "-123.45")]
)
def test_money_is_written_with_both_cents(cents: int, text: str) -> None:
    assert (money(cents), str(number_of(cents))) == (text, text)


@examples(200)
@given(cents=st.integers(0, MAX_CENTS), currency=st.sampled_from(list(CURRENCIES)))
def test_what_is_written_reads_as_the_same_cents(cents: int, currency: str) -> None:
    assert [cents_of(money(cents)), cents_of(money_in(cents, currency)), cents_of(f"{cents / 100:,.2f}")] == [cents] * 3
