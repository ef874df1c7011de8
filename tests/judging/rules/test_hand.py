"""The hand scorer: cards read forgivingly, refused in words, and every hand that there is."""

from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.rules.hand import RANKS, SUITS, Card, CardsError, count_hand, parse_card, parse_cards
from tests.load.hands import hands_by_count

PACK = [Card(rank, suit) for rank in range(1, 14) for suit in SUITS]

deals = st.lists(st.sampled_from(PACK), min_size=5, max_size=5, unique=True)


# Reading cards


def test_every_card_of_the_pack_is_read_back_from_its_name() -> None:
    assert [parse_card(str(card)) for card in PACK] == PACK
    assert len(set(PACK)) == 52


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("5H", "5H"),
        ("5h", "5H"),
        ("10d", "10D"),
        ("TD", "10D"),
        ("td", "10D"),
        (" as ", "AS"),
        ("q♠", "QS"),
        ("K♥", "KH"),
        ("J♦\ufe0f", "JD"),
        ("2♣", "2C"),
    ],
)
def test_card_is_read_forgivingly(text: str, name: str) -> None:
    assert str(parse_card(text)) == name


@pytest.mark.parametrize("text", ["5H 5S,5C ,JD,  5D", " 5H\t5S\n5C JD 5D "])
def test_cards_may_be_parted_by_spaces_and_commas(text: str) -> None:
    assert [str(card) for card in parse_cards(text)] == ["5H", "5S", "5C", "JD", "5D"]


@pytest.mark.parametrize("text", ["", "5", "H", "H5", "1H", "0H", "11H", "15H", "100H", "5X", "5HH", "joker", "٥H"])
def test_malformed_card_is_refused_in_words(text: str) -> None:
    with pytest.raises(CardsError) as refused:
        parse_card(text)

    assert str(refused.value) == f"{text!r} is not a card: write rank and suit, such as 5H, 10D, JC or AS."


# Refusals


@pytest.mark.parametrize("card", PACK)
def test_card_that_is_there_twice_is_refused_whichever_it_is(card: Card) -> None:
    others = [other for other in PACK if other != card][:3]

    with pytest.raises(CardsError, match=f"^{card} is there twice: a pack has only one.$"):
        count_hand([*others, card], card)
    with pytest.raises(CardsError, match=f"^{card} is there twice: a pack has only one.$"):
        count_hand([card, *others[:2], card], others[2])


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 cards"), (1, "1 card"), (3, "3 cards"), (5, "5 cards"), (6, "6 cards")]
)
def test_wrong_number_of_cards_is_refused(number: int, words: str) -> None:
    with pytest.raises(CardsError) as refused:
        count_hand(PACK[:number], PACK[-1])

    assert str(refused.value) == f"A hand or crib has 4 cards beside the starter, and here it has {words}."


# Every hand


@pytest.mark.slow
def test_every_hand_is_counted_as_is_known() -> None:
    by_count = hands_by_count()

    assert [by_count[count] for count in (19, 25, 26, 27, 28, 29)] == [0, 0, 0, 0, 76, 4]
    assert by_count.total() == comb(52, 4) * 48 == 12_994_800
    assert round(sum(count * hands for count, hands in by_count.items()) / 12_994_800, 3) == 4.769


@given(deals, st.booleans())
def test_count_is_that_of_a_second_working(cards: list[Card], crib: bool) -> None:
    *hand, starter = cards

    assert count_hand(hand, starter, crib=crib).total == second_working(hand, starter, crib)


@given(deals, st.permutations(SUITS), st.booleans())
def test_names_of_suits_do_not_matter(cards: list[Card], renamed: list[str], crib: bool) -> None:
    new_name = dict(zip(SUITS, renamed, strict=True))
    others = [Card(card.rank, new_name[card.suit]) for card in cards]

    assert count_hand(cards[:4], cards[4], crib=crib).total == count_hand(others[:4], others[4], crib=crib).total


@given(deals, st.booleans())
def test_items_add_up_and_name_cards_that_are_there(cards: list[Card], crib: bool) -> None:
    count = count_hand(cards[:4], cards[4], crib=crib)

    assert sum(item.points for item in count.items) == count.total
    assert [item for item in count.items if not set(item.cards) <= set(cards)] == []


def second_working(hand: list[Card], starter: Card, crib: bool) -> int:
    """Count by testing every group of cards for every combination of the chart."""
    cards = [*hand, starter]
    groups = [group for size in range(2, 6) for group in combinations(cards, size)]
    fifteens = 2 * sum(sum(pips(card) for card in group) == 15 for group in groups)
    pairs = 2 * sum(len(group) == 2 and group[0].rank == group[1].rank for group in groups)
    runs = [len(group) for group in groups if len(group) > 2 and is_run(group)]
    longest = max(runs, default=0)
    flush = 0
    if len({card.suit for card in cards}) == 1:
        flush = 5
    elif len({card.suit for card in hand}) == 1 and not crib:
        flush = 4
    nobs = sum(str(card) == "J" + starter.suit for card in hand)
    return fifteens + pairs + longest * runs.count(longest) + flush + nobs


def pips(card: Card) -> int:
    name = RANKS[card.rank - 1]
    return {"A": 1, "J": 10, "Q": 10, "K": 10}.get(name) or int(name)


def is_run(group: tuple[Card, ...]) -> bool:
    ranks = sorted(card.rank for card in group)
    return ranks == list(range(ranks[0], ranks[0] + len(ranks)))
