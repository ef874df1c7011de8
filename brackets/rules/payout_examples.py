"""Payout tables to start from, by number of qualifiers.

Examples, each by the rule that its name says: no source of ours prescribes a table.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from brackets.rules.payouts import HUNDRED_PERCENT, PayoutRow, share_out

MOST_PLACES = 128
"""More places would leave the last ones less than a hundredth of a percent; no event had 512 entrants yet."""


def payout_examples(qualifiers: int) -> Mapping[str, tuple[PayoutRow, ...]]:
    """Return tables in percent by name, the steepest first; none where nobody qualifies.

    Each gives away the whole fund, something to each of its places, and never more to a place than to a better one.
    """
    places = min(qualifiers, MOST_PLACES)
    if places < 2:
        return {"1 place: all of the fund": (PayoutRow(1, 1, HUNDRED_PERCENT),)} if places == 1 else {}
    later_rounds = 1 << (places - 1).bit_length() - 1
    by_round = [later_rounds, places] if later_rounds > 1 else [places]
    return {
        **{f"{last} places: each round doubles": _by_round(last) for last in by_round},
        f"{places} places: less for each place": _by_place(range(places, 0, -1)),
        f"{places} places: the same for each": _by_place([1] * places),
    }


def _by_round(places: int) -> tuple[PayoutRow, ...]:
    """Return rows 1, 2, 3-4, 5-8 and so on. The champion gets what the others leave of the hundred."""
    lasts = [1 << round_number for round_number in range((places - 1).bit_length())]
    rows = [(last + 1, min(2 * last, places)) for last in lasts]
    weights = {row: 1 << len(rows) - 1 - index for index, row in enumerate(rows)}
    total = 2 * weights[rows[0]] + sum((last - first + 1) * weight for (first, last), weight in weights.items())
    below = tuple(PayoutRow(*row, weight * HUNDRED_PERCENT // total) for row, weight in weights.items())
    champion = HUNDRED_PERCENT - sum(len(row.places) * row.each for row in below)
    return (PayoutRow(1, 1, champion), *below)


def _by_place(weights: Sequence[int]) -> tuple[PayoutRow, ...]:
    return tuple(_rows(share_out(HUNDRED_PERCENT, weights)))


def _rows(shares: Sequence[int]) -> Iterator[PayoutRow]:
    first = 1
    for each, group in groupby(shares):
        last = first + len(list(group)) - 1
        yield PayoutRow(first, last, each)
        first = last + 1
