"""Hands of three cards in the five-card game: general-rules.txt, line 97; what combinations earn stands in line 75."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.rules.hand import RANKS, SUITS, Card, CardsError, Count, count_hand, parse_cards, value_of

PACK = [Card(rank, suit) for rank in range(1, len(RANKS) + 1) for suit in SUITS]


def count_of(cards: str, *, crib: bool = False) -> Count:
    *hand, starter = parse_cards(cards)
    return count_hand(hand, starter, crib=crib, five_card=True)


def points_by_kind(count: Count) -> dict[str, int]:
    return {kind: sum(item.points for item in count.items if item.kind.value == kind) for kind in kinds(count)}


def kinds(count: Count) -> list[str]:
    return list(dict.fromkeys(item.kind.value for item in count.items))


# Hands of three and the starter: the starter comes last.


@pytest.mark.parametrize(
    ("cards", "by_kind"),
    [
        ("7C 8D KH QS", {"fifteen": 2}),
        ("5C KD QH JS", {"fifteen": 6, "run": 3}),
        ("AC 4D JH QS", {"fifteen": 4}),
        ("2C 2D 9H KS", {"pair": 2}),
        ("2C 2D 2H KS", {"three of a kind": 6}),
        ("2C 2D 2H 2S", {"four of a kind": 12}),
        ("5C 5D 5H 5S", {"fifteen": 8, "four of a kind": 12}),
        ("JC QD KH 10S", {"run": 4}),
        ("5C 6D 7H 8S", {"fifteen": 2, "run": 4}),
        ("AC 2D 2H 3S", {"pair": 2, "run": 6}),
        ("QC KH AD 3S", {}),
        ("JC 3H 9D KC", {"nobs": 1}),
        ("3C 9H KD JC", {}),
    ],
)
def test_line_97_hand_of_three_and_the_starter_are_counted_like_any_other(cards: str, by_kind: dict[str, int]) -> None:
    count = count_of(cards)

    assert points_by_kind(count) == by_kind
    assert count.total == sum(by_kind.values())


@pytest.mark.parametrize("cards", ["2C 6C QC KD", "2C 6C QC KC"])
def test_line_75_flush_takes_four_cards_in_hand_and_three_have_none(cards: str) -> None:
    assert count_of(cards).total == 0


@pytest.mark.parametrize(
    ("cards", "points"), [("2C 4C 6C 8C KC", 5), ("2C 4C 6C 8C KD", 0), ("5C 5D 5H JS 5S", 29), ("JC 2H 4D 6S 8C", 1)]
)
def test_line_97_crib_has_four_cards_and_is_counted_as_ever(cards: str, points: int) -> None:
    assert count_of(cards, crib=True).total == points
    *crib, starter = parse_cards(cards)
    assert count_of(cards, crib=True) == count_hand(crib, starter, crib=True)


@pytest.mark.parametrize(
    ("cards", "crib", "said"),
    [
        (
            "5C 5D 5H JS 5S",
            False,
            "A hand of the five-card game has 3 cards beside the starter, and here it has 4 cards.",
        ),
        ("5C 5D 5S", False, "A hand of the five-card game has 3 cards beside the starter, and here it has 2 cards."),
        ("5C 5D 5H 5S", True, "A hand or crib has 4 cards beside the starter, and here it has 3 cards."),
        ("5C 5D 5H 5C", False, "5C is there twice: a pack has only one."),
    ],
)
def test_line_97_wrong_number_of_cards_is_refused(cards: str, crib: bool, said: str) -> None:
    with pytest.raises(CardsError) as refused:
        count_of(cards, crib=crib)

    assert str(refused.value) == said


def second_working(cards: tuple[Card, ...]) -> int:
    """Count from the text, over every set of cards: fifteens, pairs, the longest runs, nobs; the starter is last."""
    sets = [some for size in range(2, 5) for some in combinations(cards, size)]
    total = sum(2 for some in sets if sum(value_of(card.rank) for card in some) == 15)
    total += sum(2 for some in sets if len(some) == 2 and some[0].rank == some[1].rank)
    for size in (4, 3):
        ranks = [sorted(card.rank for card in some) for some in sets if len(some) == size]
        runs = [found for found in ranks if found == list(range(found[0], found[0] + size))]
        if runs:
            total += size * len(runs)
            break
    return total + sum(card.rank == 11 and card.suit == cards[-1].suit for card in cards[:-1])


@given(st.permutations(PACK).map(lambda pack: tuple(pack[:4])))
def test_hand_of_three_counts_as_worked_out_a_second_time(cards: tuple[Card, ...]) -> None:
    assert count_hand(cards[:3], cards[3], five_card=True).total == second_working(cards)


@given(st.lists(st.sampled_from(PACK), min_size=4, max_size=4, unique=True))
def test_items_of_a_hand_of_three_add_up(cards: list[Card]) -> None:
    count = count_hand(cards[:3], cards[3], five_card=True)

    assert count.total == sum(item.points for item in count.items)
    assert all(set(item.cards) <= set(cards) for item in count.items)
