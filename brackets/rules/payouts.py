"""Money: the prize fund, who is paid what, and side pools. All of it in whole cents, never in fractions.

Whatever does not divide is stated or given to somebody named, so that everything adds up to the cent.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby, pairwise
from typing import Self

from brackets.rules.awards import FinalPlace
from tournaments.rules.currency import DEFAULT_CURRENCY, money_in

HUNDRED_PERCENT = 100_00
"""Percentages are whole hundredths of a percent: 1250 is 12.5%."""


def percent(hundredths: int) -> str:
    """Return hundredths of a percent as people write them: ``12.5%``, ``100%``."""
    return f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0").rstrip(".") + "%"


@dataclass(frozen=True, slots=True)
class Fund:
    """Income and deductions before prizes, in cents; ``amount`` below 0 means that fees do not cover it."""

    fees: int
    sanctioning: int
    added: int = 0
    kept: int = 0

    @property
    def amount(self) -> int:
        """What there is for prizes."""
        return self.fees + self.added - self.sanctioning - self.kept


def prize_fund(fees: Iterable[int], *, players: int, sanctioning_fee: int, added: int = 0, kept: int = 0) -> Fund:
    """Return the prize fund from the ``fees`` of all entrants, less ``sanctioning_fee`` for each of ``players``.

    A pair is two players. House players pay nothing and are not counted. ``added`` is money from elsewhere,
    ``kept`` what the event keeps for its costs. All in cents.
    """
    return Fund(sum(fees), players * sanctioning_fee, added, kept)


class _Labeled(StrEnum):
    """A choice whose value is stored, with the label that pages show."""

    label: str

    def __new__(cls, value: str, label: str = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        return member

    @classmethod
    def choices(cls) -> list[tuple[str, str]]:
        """Return all values with their labels, for a field that has one of them."""
        return [(member.value, member.label) for member in cls]


class Measure(_Labeled):
    """What the numbers of a payout table are: hundredths of a percent, or cents."""

    PERCENT = "percent", "percent of the fund"
    AMOUNT = "amount", "amounts"


class Rounding(_Labeled):
    """How shares in percent become amounts, in whole units."""

    DOWN = "down", "down"
    NEAREST = "nearest", "to the nearest, a half up"


@dataclass(frozen=True, slots=True)
class PayoutRow:
    """Places ``first`` to ``last``, 1 for the champion; each of them gets ``each`` (see :class:`Measure`)."""

    first: int
    last: int
    each: int

    @property
    def places(self) -> range:
        return range(self.first, self.last + 1)


@dataclass(frozen=True, slots=True)
class Payout:
    """What each place gets, by place, and how that compares with the fund; all in cents.

    ``rounding`` is what rounding left over (below 0: took too much) and nobody was given; ``unallotted`` is what the
    table does not give away (below 0: gives away too much). ``table_warnings`` say what is odd about the table.
    ``unit`` and ``remainder_to`` are as given to :func:`pay_places`: those who share places share by them as well.
    """

    fund: int
    amounts: Mapping[int, int]
    rounding: int
    unallotted: int
    table_warnings: tuple[str, ...] = ()
    currency: str = DEFAULT_CURRENCY
    unit: int = 1
    remainder_to: int | None = None

    @property
    def paid(self) -> int:
        return sum(self.amounts.values())

    @property
    def adds_up(self) -> bool:
        """Whether exactly the fund is paid out."""
        return self.paid == self.fund

    @property
    def is_payable(self) -> bool:
        """Whether prizes can be paid: all that is not paid out is a rest of rounding, which stays with the event."""
        return self.unallotted == 0 and self.rounding >= 0

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is over or short, and faults of the table; nothing where all is well."""
        found = list(self.table_warnings)
        if self.unallotted > 0:
            found.append(f"The table leaves {money_in(self.unallotted, self.currency)} of the fund unpaid.")
        if self.unallotted < 0:
            found.append(f"The table pays {money_in(-self.unallotted, self.currency)} more than the fund.")
        if self.rounding > 0:
            found.append(f"Rounding leaves {money_in(self.rounding, self.currency)} over.")
        if self.rounding < 0:
            found.append(f"Rounding takes {money_in(-self.rounding, self.currency)} too much.")
        return tuple(found)


def pay_places(
    fund: int,
    table: Sequence[PayoutRow],
    measure: Measure,
    *,
    unit: int = 1,
    rounding: Rounding = Rounding.DOWN,
    remainder_to: int | None = None,
    currency: str = DEFAULT_CURRENCY,
) -> Payout:
    """Return what each place of a table gets from a fund, in cents.

    Percentages are of the whole fund for each place, rounded to ``unit`` cents (100: whole dollars). What rounding
    leaves over or lacks is stated, or given to the place ``remainder_to`` (a lack that is more than its share stays
    stated). Amounts are taken as they are. The table is paid as it stands even where it does not add up, so that its
    author sees what is over or short; of a place that is named twice the later row counts.

    Raises:
        ValueError: ``unit`` is below 1, the fund or a share below 0, a row has no places, or ``remainder_to`` is
            not in the table.
    """
    if unit < 1 or fund < 0:
        raise ValueError(f"no payout from {fund} cents in units of {unit}")
    for row in table:
        if row.first < 1 or row.last < row.first or row.each < 0:
            raise ValueError(f"no row of a payout table: places {row.first} to {row.last} get {row.each}")
    each = {place: row.each for row in table for place in row.places}
    if remainder_to is not None and remainder_to not in each:
        raise ValueError(f"place {remainder_to} is not in the table")
    warnings = tuple(_table_warnings(table))
    if measure is Measure.AMOUNT:
        amounts = dict(sorted(each.items()))
        return Payout(fund, amounts, 0, fund - sum(amounts.values()), warnings, currency, unit, remainder_to)
    amounts = {place: _rounded(fund * share, unit, rounding) for place, share in sorted(each.items())}
    allotted = fund * sum(each.values()) // HUNDRED_PERCENT
    left = allotted - sum(amounts.values())
    if remainder_to is not None and amounts[remainder_to] + left >= 0:
        amounts[remainder_to] += left
        left = 0
    if (total := sum(each.values())) != HUNDRED_PERCENT:
        warnings += (f"The percentages add up to {percent(total)}.",)
    return Payout(fund, amounts, left, fund - allotted, warnings, currency, unit, remainder_to)


def _rounded(cents_times_share: int, unit: int, rounding: Rounding) -> int:
    step = unit * HUNDRED_PERCENT
    half = step // 2 if rounding is Rounding.NEAREST else 0
    return (cents_times_share + half) // step * unit


def _table_warnings(table: Sequence[PayoutRow]) -> Iterator[str]:
    places = Counter(place for row in table for place in row.places)
    for place in sorted(places):
        if places[place] > 1:
            yield f"Place {place} is in the table more than once."
    for place in sorted(set(range(1, max(places, default=0))) - set(places)):
        yield f"Place {place} gets nothing, though a lower place does."
    ordered = sorted(table, key=lambda row: row.first)
    for better, worse in pairwise(ordered):
        if worse.each > better.each:
            yield f"Place {worse.first} gets more than place {better.last}."


def share_out(amount: int, weights: Sequence[int], unit: int = 1) -> tuple[int, ...]:
    """Split ``amount`` cents by ``weights``, in units where it can be; the parts add up to the amount exactly.

    Each gets the whole units of its share. Units left over go one each to the first ones, and what is less than a
    unit goes to the very first: where weights do not rise, neither do the parts. Nothing for nobody.

    Raises:
        ValueError: the amount is below 0, ``unit`` below 1, a weight below 0, or all weights are 0.
    """
    if amount < 0 or unit < 1 or min(weights, default=0) < 0 or (weights and not any(weights)):
        raise ValueError(f"{amount} cents cannot be split by {tuple(weights)} in units of {unit}")
    if not weights:
        return ()
    units, rest = divmod(amount, unit)
    total = sum(weights)
    parts = [units * weight // total for weight in weights]
    with_a_share = [index for index, weight in enumerate(weights) if weight]
    for index in with_a_share[: units - sum(parts)]:
        parts[index] += 1
    cents = [part * unit for part in parts]
    cents[with_a_share[0]] += rest
    return tuple(cents)


@dataclass(frozen=True, slots=True)
class Prize:
    """What one entrant gets. ``places`` are more than one where a place is shared."""

    entrant: int
    places: range
    amount: int


@dataclass(frozen=True, slots=True)
class Prizes:
    """Who is paid what; ``open_places`` are places of the table that nobody holds, or nobody holds yet.

    ``remainder`` is what those who share places leave over, where no place gets it.
    """

    prizes: tuple[Prize, ...]
    open_places: Mapping[int, int]
    remainder: int = 0

    @property
    def paid(self) -> int:
        return sum(prize.amount for prize in self.prizes)

    @property
    def open_amount(self) -> int:
        return sum(self.open_places.values())


def prizes(payout: Payout, places: Sequence[FinalPlace]) -> Prizes:
    """Return what each entrant gets by final place; the prizes, what is open and the remainder add up to the payout.

    Those who share a place share what all the places that they hold together get: the same for each, in the units of
    the payout. What does not divide goes where the remainder of rounding goes. If they hold that very place they share
    all of it, and cents that do not divide go one each to the first in the order given. A place that is still open is
    not paid yet.
    """
    known = sorted((place for place in places if place.place is not None), key=lambda place: place.best)
    groups = [(first, list(group)) for first, group in groupby(known, key=lambda place: place.best)]
    amounts = dict(payout.amounts)
    remainder = 0
    found: list[Prize] = []
    # The place that gets the remainder comes last, when all of it is known.
    for first, level in sorted(groups, key=lambda group: _holds(group, payout.remainder_to)):
        together = range(first, first + len(level))
        total = sum(amounts.pop(place, 0) for place in together)
        if payout.remainder_to in together:
            shares = share_out(total + remainder, [1] * len(level))
            remainder = 0
        else:
            shares = (total if len(level) == 1 else total // len(level) // payout.unit * payout.unit,) * len(level)
            remainder += total - sum(shares)
        found += [Prize(place.entrant, together, amount) for place, amount in zip(level, shares, strict=True) if amount]
    if payout.remainder_to in amounts:
        amounts[payout.remainder_to] += remainder
        remainder = 0
    return Prizes(tuple(sorted(found, key=lambda prize: prize.places[0])), amounts, remainder)


def _holds(group: tuple[int, Sequence[FinalPlace]], place: int | None) -> bool:
    first, level = group
    return place is not None and first <= place < first + len(level)


class PoolSharing(_Labeled):
    """How those who win a side pool share it."""

    EQUAL = "equal", "equal shares"
    DOUBLE_TOP = "double-top", "double for the top qualifier"
    GRADUATED = "graduated", "graduated: the last gets one share, the one before two, and so on"


def pool_weights(sharing: PoolSharing, winners: int) -> tuple[int, ...]:
    """Return the shares of so many winners, best first.

    Graduated is one share for the last, two for the one before, and so on up: 4, 3, 2, 1.
    """
    shares = {
        PoolSharing.EQUAL: (1,) * winners,
        PoolSharing.DOUBLE_TOP: (2, *(1,) * (winners - 1))[:winners],
        PoolSharing.GRADUATED: tuple(range(winners, 0, -1)),
    }
    return shares[sharing]


@dataclass(frozen=True, slots=True)
class PoolPayout:
    """A side pool: what was staked, who gets what, best first, and what nobody won."""

    staked: int
    prizes: tuple[tuple[int, int], ...]
    unclaimed: int


def qualifier_pool(
    stakes: Mapping[int, int], seeded: Sequence[int], sharing: PoolSharing, *, unit: int = 1
) -> PoolPayout:
    """Share a Q pool, in cents, among those who staked in it and qualified.

    ``stakes`` are by entrant, ``seeded`` the qualifiers, best first. The top qualifier is the best of those who are in
    the pool. If none of them qualified the pool is unclaimed, and the director says what becomes of it.
    """
    staked = sum(stakes.values())
    winners = [entrant for entrant in seeded if entrant in stakes]
    parts = share_out(staked, pool_weights(sharing, len(winners)), unit)
    return PoolPayout(staked, tuple(zip(winners, parts, strict=True)), staked - sum(parts))
