import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.rules.awards import EntrantOutcome, FinalPlace
from brackets.rules.payouts import (
    Fund,
    Measure,
    Payout,
    PayoutRow,
    PoolPayout,
    PoolSharing,
    Prize,
    Prizes,
    Rounding,
    pay_places,
    percent,
    pool_weights,
    prize_fund,
    prizes,
    qualifier_pool,
    share_out,
)

HALF_AND_REST = [PayoutRow(1, 1, 50_00), PayoutRow(2, 2, 25_00), PayoutRow(3, 4, 12_50)]
WEIGHTS = st.lists(st.integers(0, 50), min_size=1, max_size=40).filter(any)
UNITS = st.sampled_from((1, 5, 25, 100, 500, 1000))


def place(entrant: int, best: int, worst: int | None = None) -> FinalPlace:
    return FinalPlace(entrant, None, best, worst or best, EntrantOutcome.LOST)


# Fund.


def test_fund_is_the_fees_less_the_sanctioning_fee_of_each_player() -> None:
    fund = prize_fund([60_00] * 50 + [30_00, 0], players=52, sanctioning_fee=3_00)

    assert fund == Fund(fees=3030_00, sanctioning=156_00)
    assert fund.amount == 2874_00


def test_fund_grows_by_what_is_added_and_shrinks_by_what_is_kept() -> None:
    assert prize_fund([20_00], players=1, sanctioning_fee=1_50, added=100_00, kept=8_25).amount == 110_25


def test_fund_below_zero_says_that_fees_do_not_cover_what_goes_off() -> None:
    assert prize_fund([5_00], players=2, sanctioning_fee=3_00).amount == -1_00


@pytest.mark.parametrize(
    ("hundredths", "text"), [(0, "0%"), (5, "0.05%"), (1250, "12.5%"), (1000, "10%"), (10000, "100%"), (9999, "99.99%")]
)
def test_percent_is_written_without_needless_noughts(hundredths: int, text: str) -> None:
    assert percent(hundredths) == text


# Payout by places.


def test_percentages_of_the_fund_go_to_the_places() -> None:
    found = pay_places(1000_00, HALF_AND_REST, Measure.PERCENT)

    assert found == Payout(1000_00, {1: 500_00, 2: 250_00, 3: 125_00, 4: 125_00}, 0, 0)
    assert (found.adds_up, found.warnings) == (True, ())


def test_shares_are_rounded_down_to_the_unit_and_the_rest_is_stated() -> None:
    found = pay_places(1234_56, HALF_AND_REST, Measure.PERCENT, unit=500)

    assert found.amounts == {1: 615_00, 2: 305_00, 3: 150_00, 4: 150_00}
    assert (found.rounding, found.unallotted, found.adds_up) == (14_56, 0, False)
    assert found.warnings == ("Rounding leaves $14.56 over.",)


@pytest.mark.parametrize(
    ("fund", "share", "rounding", "is_payable"),
    [
        (509_28, 100_00, Rounding.DOWN, True),
        (505_60, 100_00, Rounding.NEAREST, False),
        (500_00, 90_00, Rounding.DOWN, False),
    ],
)
def test_only_a_rest_of_rounding_keeps_no_prize_back(
    fund: int, share: int, rounding: Rounding, *, is_payable: bool
) -> None:
    found = pay_places(fund, [PayoutRow(1, 1, share)], Measure.PERCENT, unit=10_00, rounding=rounding)

    assert found.is_payable is is_payable


def test_what_rounding_leaves_goes_to_the_place_that_was_named() -> None:
    found = pay_places(1234_56, HALF_AND_REST, Measure.PERCENT, unit=500, remainder_to=1)

    assert (found.amounts[1], found.rounding, found.adds_up) == (629_56, 0, True)


def test_rounding_to_the_nearest_unit_can_take_too_much() -> None:
    table = [PayoutRow(1, 1, 40_00), PayoutRow(2, 3, 30_00)]

    stated = pay_places(9_00, table, Measure.PERCENT, unit=100, rounding=Rounding.NEAREST)
    given_away = pay_places(9_00, table, Measure.PERCENT, unit=100, rounding=Rounding.NEAREST, remainder_to=1)

    assert (stated.amounts, stated.rounding) == ({1: 4_00, 2: 3_00, 3: 3_00}, -1_00)
    assert stated.warnings == ("Rounding takes $1.00 too much.",)
    assert (given_away.amounts, given_away.adds_up) == ({1: 3_00, 2: 3_00, 3: 3_00}, True)


def test_half_a_unit_is_rounded_up() -> None:
    found = pay_places(3, [PayoutRow(1, 2, 50_00)], Measure.PERCENT, rounding=Rounding.NEAREST)

    assert (found.amounts, found.rounding) == ({1: 2, 2: 2}, -1)


def test_lack_that_is_more_than_the_named_place_gets_stays_stated() -> None:
    table = [PayoutRow(1, 3, 33_33), PayoutRow(4, 4, 1)]

    found = pay_places(2_00, table, Measure.PERCENT, unit=100, rounding=Rounding.NEAREST, remainder_to=4)

    assert (found.amounts, found.rounding) == ({1: 1_00, 2: 1_00, 3: 1_00, 4: 0}, -1_00)


@pytest.mark.parametrize(
    ("table", "unallotted", "words"),
    [
        (
            [PayoutRow(1, 1, 60_00), PayoutRow(2, 2, 35_00)],
            5_00,
            ("The percentages add up to 95%.", "The table leaves $5.00 of the fund unpaid."),
        ),
        (
            [PayoutRow(1, 1, 60_00), PayoutRow(2, 2, 42_50)],
            -2_50,
            ("The percentages add up to 102.5%.", "The table pays $2.50 more than the fund."),
        ),
        ([], 100_00, ("The percentages add up to 0%.", "The table leaves $100.00 of the fund unpaid.")),
    ],
)
def test_percentages_that_are_not_a_hundred_say_what_is_over_or_short(
    table: list[PayoutRow], unallotted: int, words: tuple[str, ...]
) -> None:
    found = pay_places(100_00, table, Measure.PERCENT)

    assert (found.unallotted, found.warnings, found.adds_up) == (unallotted, words, False)


@pytest.mark.parametrize(
    ("each", "words"),
    [
        (20_00, ()),
        (19_00, ("The table leaves $3.00 of the fund unpaid.",)),
        (21_00, ("The table pays $3.00 more than the fund.",)),
    ],
)
def test_amounts_are_paid_as_they_are_and_compared_with_the_fund(each: int, words: tuple[str, ...]) -> None:
    table = [PayoutRow(1, 1, 40_00), PayoutRow(2, 4, each)]

    found = pay_places(100_00, table, Measure.AMOUNT, unit=500)

    assert (found.amounts, found.rounding) == ({1: 40_00, 2: each, 3: each, 4: each}, 0)
    assert (found.warnings, found.adds_up) == (words, not words)


def test_odd_tables_are_paid_and_told() -> None:
    table = [PayoutRow(4, 4, 20_00), PayoutRow(1, 2, 30_00), PayoutRow(2, 2, 40_00), PayoutRow(6, 6, 10_00)]

    found = pay_places(100_00, table, Measure.AMOUNT)

    assert (found.amounts, found.adds_up) == ({1: 30_00, 2: 40_00, 4: 20_00, 6: 10_00}, True)
    assert found.warnings == (
        "Place 2 is in the table more than once.",
        "Place 3 gets nothing, though a lower place does.",
        "Place 5 gets nothing, though a lower place does.",
        "Place 2 gets more than place 2.",
    )


@pytest.mark.parametrize(
    ("fund", "table", "unit", "remainder_to"),
    [
        (-1, HALF_AND_REST, 1, None),
        (100, HALF_AND_REST, 0, None),
        (100, HALF_AND_REST, 1, 5),
        (100, [PayoutRow(0, 1, 1)], 1, None),
        (100, [PayoutRow(2, 1, 1)], 1, None),
        (100, [PayoutRow(1, 1, -1)], 1, None),
    ],
)
def test_payouts_that_make_no_sense_are_refused(
    fund: int, table: list[PayoutRow], unit: int, remainder_to: int | None
) -> None:
    with pytest.raises(ValueError, match="^(no payout|no row|place 5 is not)"):
        pay_places(fund, table, Measure.PERCENT, unit=unit, remainder_to=remainder_to)


@given(
    fund=st.integers(0, 10_000_000),
    shares=st.lists(st.integers(0, 100_00), max_size=40),
    unit=UNITS,
    rounding=st.sampled_from(Rounding),
    gives_away=st.booleans(),
)
def test_places_and_what_is_stated_add_up_to_the_fund(
    fund: int, shares: list[int], unit: int, rounding: Rounding, gives_away: bool
) -> None:
    table = [PayoutRow(number, number, share) for number, share in enumerate(shares, start=1)]

    found = pay_places(
        fund, table, Measure.PERCENT, unit=unit, rounding=rounding, remainder_to=1 if gives_away and shares else None
    )

    assert found.paid + found.rounding + found.unallotted == fund
    assert [amount for amount in found.amounts.values() if amount < 0 or type(amount) is not int] == []
    assert [amount for number, amount in found.amounts.items() if amount % unit and number != 1] == []


# Prizes by final place.


def test_prizes_go_by_final_place() -> None:
    payout = pay_places(100_00, [PayoutRow(1, 1, 60_00), PayoutRow(2, 2, 40_00)], Measure.AMOUNT)

    found = prizes(payout, [place(7, 1), place(3, 2), place(5, 3)])

    assert found == Prizes((Prize(7, range(1, 2), 60_00), Prize(3, range(2, 3), 40_00)), {})


@pytest.mark.parametrize(
    ("remainder_to", "shares", "champion", "remainder"),
    [
        (None, [10_00, 10_00, 10_00], 30_00, 1),
        (1, [10_00, 10_00, 10_00], 30_01, 0),
        (5, [10_01, 10_00, 10_00], 30_00, 0),
    ],
)
def test_those_who_share_a_place_share_what_their_places_get(
    remainder_to: int | None, shares: list[int], champion: int, remainder: int
) -> None:
    """Three hold places 4 to 6, of which two are paid: 20.00 and 10.01 for three. The cent goes where it is to go."""
    rows = [PayoutRow(1, 3, 30_00), PayoutRow(4, 4, 20_00), PayoutRow(5, 5, 10_01)]
    payout = pay_places(120_01, rows, Measure.AMOUNT, remainder_to=remainder_to)

    found = prizes(payout, [place(1, 1), place(2, 2), place(3, 3), place(9, 4), place(8, 4), place(6, 4)])

    assert [(prize.entrant, prize.amount) for prize in found.prizes[3:]] == list(zip((9, 8, 6), shares, strict=True))
    assert [list(prize.places) for prize in found.prizes[3:]] == [[4, 5, 6]] * 3
    assert (found.prizes[0].amount, found.remainder) == (champion, remainder)
    assert found.paid + found.remainder == payout.paid


def test_shared_places_keep_the_unit_of_rounding() -> None:
    """Two share 45.00 and 40.00 in units of 5.00: 40.00 each, not 42.50."""
    rows = [PayoutRow(1, 1, 115_00), PayoutRow(2, 2, 45_00), PayoutRow(3, 3, 40_00)]

    found = prizes(
        pay_places(200_00, rows, Measure.AMOUNT, unit=5_00, remainder_to=1), [place(1, 1), place(2, 2), place(3, 2)]
    )

    assert [prize.amount for prize in found.prizes] == [120_00, 40_00, 40_00]


def test_open_places_and_places_that_nobody_holds_are_not_paid_yet() -> None:
    payout = pay_places(100_00, [PayoutRow(1, 4, 25_00)], Measure.AMOUNT)

    found = prizes(payout, [place(1, 1, 3), place(2, 1, 3), place(3, 3)])

    assert (found.prizes, found.open_amount) == ((Prize(3, range(3, 4), 25_00),), 75_00)
    assert found.open_places == {1: 25_00, 2: 25_00, 4: 25_00}


def test_remainder_waits_with_the_open_place_that_gets_it() -> None:
    rows = [PayoutRow(1, 1, 50_00), PayoutRow(2, 2, 25_01), PayoutRow(3, 3, 25_00)]

    found = prizes(pay_places(100_01, rows, Measure.AMOUNT, remainder_to=1), [place(2, 2), place(3, 2)])

    assert (found.open_places, found.remainder) == ({1: 50_01}, 0)


@given(
    amounts=st.lists(st.integers(0, 100_000), max_size=12),
    groups=st.lists(st.integers(1, 4), max_size=8),
    closed=st.lists(st.booleans(), min_size=8, max_size=8),
    unit=UNITS,
    remainder_to=st.none() | st.integers(1, 12),
)
def test_prizes_open_places_and_remainder_add_up_to_the_payout(
    amounts: list[int], groups: list[int], closed: list[bool], unit: int, remainder_to: int | None
) -> None:
    table = [PayoutRow(number, number, amount // unit * unit) for number, amount in enumerate(amounts, start=1)]
    remainder_to = remainder_to if remainder_to and remainder_to <= len(table) else None
    payout = pay_places(1_000, table, Measure.AMOUNT, unit=unit, remainder_to=remainder_to)
    places, first = [], 1
    for size, is_closed in zip(groups, closed, strict=False):
        places += [place(first * 10 + n, first, None if is_closed else first + 1) for n in range(size)]
        first += size

    found = prizes(payout, places)

    assert found.paid + found.open_amount + found.remainder == payout.paid
    assert not found.remainder or remainder_to is None
    others = [prize for prize in found.prizes if remainder_to not in prize.places]
    assert [prize.amount for prize in others if prize.amount % unit] == []
    # Equals get the same, to the cent where the remainder of rounding is theirs.
    shares: dict[range, list[int]] = {}
    for prize in found.prizes:
        shares.setdefault(prize.places, []).append(prize.amount)
    assert [one for one in shares.values() if max(one) - min(one) > 1] == []
    assert [one for held, one in shares.items() if len(set(one)) > 1 and remainder_to not in held] == []


# Splitting.


@pytest.mark.parametrize(
    ("amount", "weights", "unit", "parts"),
    [
        (100_00, (1, 1, 1), 1, (33_34, 33_33, 33_33)),
        (100_00, (1, 1, 1), 100, (34_00, 33_00, 33_00)),
        (100_50, (1, 1, 1), 100, (34_50, 33_00, 33_00)),
        (100_00, (2, 1, 1), 1, (50_00, 25_00, 25_00)),
        (10, (4, 3, 2, 1), 1, (4, 3, 2, 1)),
        (3, (1, 1, 1, 1), 1, (1, 1, 1, 0)),
        (0, (1, 1), 1, (0, 0)),
        (7, (0, 1, 1), 1, (0, 4, 3)),
        (100, (), 1, ()),
    ],
)
def test_what_does_not_divide_goes_to_the_first(
    amount: int, weights: tuple[int, ...], unit: int, parts: tuple[int, ...]
) -> None:
    assert share_out(amount, weights, unit) == parts


@pytest.mark.parametrize(("amount", "weights", "unit"), [(-1, (1,), 1), (1, (1,), 0), (1, (1, -1), 1), (1, (0, 0), 1)])
def test_split_that_makes_no_sense_is_refused(amount: int, weights: tuple[int, ...], unit: int) -> None:
    with pytest.raises(ValueError, match="cannot be split"):
        share_out(amount, weights, unit)


@given(amount=st.integers(0, 10_000_000), weights=WEIGHTS, unit=UNITS)
def test_parts_add_up_and_are_never_far_from_their_share(amount: int, weights: list[int], unit: int) -> None:
    parts = share_out(amount, weights, unit)

    total = sum(weights)
    assert sum(parts) == amount
    assert [
        part
        for part, weight in zip(parts, weights, strict=True)
        if abs(part * total - amount * weight) >= 2 * unit * total or (part and not weight)
    ] == []


@given(amount=st.integers(0, 10_000_000), weights=WEIGHTS, unit=UNITS)
def test_who_has_no_less_weight_gets_no_less_if_named_first(amount: int, weights: list[int], unit: int) -> None:
    parts = share_out(amount, sorted(weights, reverse=True), unit)

    assert list(parts) == sorted(parts, reverse=True)


# Side pools.


STAKES = dict.fromkeys((4, 8, 15, 16, 23, 42), 10_00)


@pytest.mark.parametrize(
    ("sharing", "expected"),
    [
        (PoolSharing.EQUAL, ((15, 20_00), (4, 20_00), (42, 20_00))),
        (PoolSharing.DOUBLE_TOP, ((15, 30_00), (4, 15_00), (42, 15_00))),
        (PoolSharing.GRADUATED, ((15, 30_00), (4, 20_00), (42, 10_00))),
    ],
)
def test_pool_goes_to_those_of_it_who_qualified(sharing: PoolSharing, expected: tuple[tuple[int, int], ...]) -> None:
    """The top seed, 99, has staked nothing: the best of those who did is the pool's top qualifier."""
    assert qualifier_pool(STAKES, [99, 15, 4, 98, 42], sharing) == PoolPayout(60_00, expected, 0)


def test_shares_of_a_pool_by_its_kind() -> None:
    assert [pool_weights(sharing, 4) for sharing in PoolSharing] == [(1, 1, 1, 1), (2, 1, 1, 1), (4, 3, 2, 1)]
    assert [pool_weights(sharing, 1) for sharing in PoolSharing] == [(1,), (2,), (1,)]
    assert [pool_weights(sharing, 0) for sharing in PoolSharing] == [(), (), ()]


def test_pool_can_be_paid_in_whole_units() -> None:
    found = qualifier_pool(dict.fromkeys(range(7), 5_00), [0, 1, 2], PoolSharing.EQUAL, unit=100)

    assert found.prizes == ((0, 12_00), (1, 12_00), (2, 11_00))


def test_pool_that_nobody_won_is_unclaimed() -> None:
    assert qualifier_pool(STAKES, [1, 2, 3], PoolSharing.DOUBLE_TOP) == PoolPayout(60_00, (), 60_00)


@given(
    stakes=st.dictionaries(st.integers(1, 60), st.integers(0, 50_00)),
    seeded=st.lists(st.integers(1, 60), unique=True),
    sharing=st.sampled_from(PoolSharing),
    unit=UNITS,
)
def test_pool_adds_up_to_the_cent(stakes: dict[int, int], seeded: list[int], sharing: PoolSharing, unit: int) -> None:
    found = qualifier_pool(stakes, seeded, sharing, unit=unit)

    winners = [entrant for entrant in seeded if entrant in stakes]
    assert [entrant for entrant, _ in found.prizes] == winners
    assert sum(amount for _, amount in found.prizes) + found.unclaimed == sum(stakes.values())
    assert found.unclaimed == (0 if winners else sum(stakes.values()))


@pytest.mark.parametrize(
    ("kind", "stored"),
    [
        (Measure, ["percent", "amount"]),
        (Rounding, ["down", "nearest"]),
        (PoolSharing, ["equal", "double-top", "graduated"]),
    ],
)
def test_choices_are_read_again_from_what_is_stored(
    kind: type[Measure | Rounding | PoolSharing], stored: list[str]
) -> None:
    assert [value for value, _ in kind.choices()] == stored
    assert [kind(value) for value in stored] == list(kind)
