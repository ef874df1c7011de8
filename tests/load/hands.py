"""Every hand that can be dealt, counted: 270,725 hands of four, each with 48 starters.

Nothing in rule 1.7 tells one suit from another, so hands that differ only in which suits are which count alike
with their 48 starters. One hand of each such kind is weighed by how many hands are of its kind. Of those and their
starters, one of each kind is counted: the same ranks, and as many cards of the starter's suit, with its jack or not.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb
from time import process_time

from judging.rules.hand import JACK, RANKS, SUITS, Card, count_hand
from tests.load.timing import verdict

EVERY_HAND = comb(52, 4) * 48
EXPECTED = {19: 0, 25: 0, 26: 0, 27: 0, 28: 76, 29: 4}
EXPECTED_MEAN = 4.769
MAX_LENGTH = 60
"""Seconds of one core in which all hands are to be counted."""

ALL_RANKS = frozenset(range(1, len(RANKS) + 1))
RanksBySuit = tuple[tuple[int, ...], ...]


def kinds_of_hands() -> Counter[RanksBySuit]:
    """Return the kinds of hands, each as ranks by four suits without names, and how many hands are of that kind."""
    kinds: Counter[RanksBySuit] = Counter()
    for hand in combinations([(rank, suit) for rank in range(1, len(RANKS) + 1) for suit in SUITS], 4):
        by_suit = [tuple([rank for rank, suit in hand if suit == named]) for named in SUITS]
        kinds[tuple(sorted(by_suit))] += 1
    return kinds


def hands_by_count() -> Counter[int]:
    """Return how many of all hands with all starters make each count."""
    counted: dict[tuple[object, ...], int] = {}
    by_count: Counter[int] = Counter()
    for by_suit, hands in kinds_of_hands().items():
        hand = [Card(rank, suit) for suit, ranks in zip(SUITS, by_suit, strict=True) for rank in ranks]
        ranks = tuple(sorted([card.rank for card in hand]))
        longest = max(map(len, by_suit))
        for suit, alike in zip(SUITS, by_suit, strict=True):
            for rank in ALL_RANKS.difference(alike):
                kind = (ranks, rank, longest, len(alike), JACK in alike)
                if kind not in counted:
                    counted[kind] = count_hand(hand, Card(rank, suit)).total
                by_count[counted[kind]] += hands
    return by_count


def measure_hands() -> Iterator[str]:
    """Count all hands and compare with what is known about them."""
    start = process_time()
    by_count = hands_by_count()
    seconds = process_time() - start
    mean = sum(count * hands for count, hands in by_count.items()) / EVERY_HAND
    known = all(by_count[count] == hands for count, hands in EXPECTED.items())
    exact = known and by_count.total() == EVERY_HAND and round(mean, 3) == EXPECTED_MEAN
    yield f"seconds to count all {by_count.total():,} hands, on one core: {verdict(seconds, MAX_LENGTH)}"
    yield f"  {by_count[29]} of 29, {by_count[28]} of 28, mean {mean:.3f}: {'as known' if exact else 'WRONG'}"
    yield "  " + " ".join(f"{count}:{by_count[count]:,}" for count in range(30))
