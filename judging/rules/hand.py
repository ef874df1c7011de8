"""What a hand or a crib counts, item by item (rule 1.7).

For disputes at the table after the players have counted, and to prove a 28 or 29: the rules allow nobody any help
while counting. Ranks run from 1 (ace) to 13 (king); no hand counts 19, 25, 26 or 27.

In the five-card game of clubs a hand has three cards, the crib four (general-rules.txt, line 97). Every source of ours
gives a flush for four cards in hand, so three of one suit earn nothing here, with or without the starter.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import combinations
from operator import attrgetter

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("C", "D", "H", "S")
SOURCES = {"general-rules 97": "In the five-card game hands of three cards are counted, and cribs of four."}
"""What is counted beside the rulebook, by file and line; the summary is ours."""

CARDS_IN_HAND = 4
CARDS_IN_FIVE_CARD_HAND = 3
FIFTEEN = 15
MIN_RUN = 3
JACK = RANKS.index("J") + 1

_CARD = re.compile(r"(?P<rank>10|[A2-9TJQK])(?P<suit>[CDHS])")
_SYMBOLS = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S", "\ufe0e": "", "\ufe0f": ""})


class CardsError(ValueError):
    """Cards that cannot be counted, in words for the person who wrote them."""


@dataclass(frozen=True, slots=True)
class Card:
    """One of the 52 cards: rank 1 (ace) to 13 (king), suit C, D, H or S."""

    rank: int
    suit: str

    def __str__(self) -> str:
        """Return rank and suit as ``10H``."""
        return RANKS[self.rank - 1] + self.suit


class Kind(Enum):
    """What earns points in a hand or crib, in the order in which it is counted."""

    FIFTEEN = "fifteen"
    PAIR = "pair"
    THREE = "three of a kind"
    FOUR = "four of a kind"
    RUN = "run"
    FLUSH = "flush"
    NOBS = "nobs"


_OF_A_KIND = {2: (Kind.PAIR, 2), 3: (Kind.THREE, 6), 4: (Kind.FOUR, 12)}


@dataclass(frozen=True, slots=True)
class Item:
    """Some of the cards, and the points that they make together."""

    cards: tuple[Card, ...]
    kind: Kind
    points: int


@dataclass(frozen=True, slots=True)
class Count:
    """A whole count, 0 to 29, and what it is made of."""

    total: int
    items: tuple[Item, ...]


def value_of(rank: int) -> int:
    """Return what a rank adds to a count: 1 for an ace, 10 for a ten and for every face card (rule 1.3.c)."""
    return min(rank, 10)


def parse_card(text: str) -> Card:
    """Read a card: ``5H``, ``10d``, ``TD``, ``q♠``.

    Raises:
        CardsError: that is no card.
    """
    found = _CARD.fullmatch(text.strip().translate(_SYMBOLS).upper())
    if not found:
        raise CardsError(f"{text.strip()!r} is not a card: write rank and suit, such as 5H, 10D, JC or AS.")
    rank = "10" if found["rank"] == "T" else found["rank"]
    return Card(RANKS.index(rank) + 1, found["suit"])


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards that are parted by spaces, commas or both.

    Raises:
        CardsError: one of them is no card.
    """
    return tuple(parse_card(part) for part in split_cards(text))


def split_cards(text: str) -> list[str]:
    """Return the cards of a text as they are written there."""
    return [part for part in re.split(r"[\s,]+", text) if part]


def cards_counted(*, crib: bool = False, five_card: bool = False) -> int:
    """Return how many cards are counted beside the starter."""
    return CARDS_IN_FIVE_CARD_HAND if five_card and not crib else CARDS_IN_HAND


def count_hand(hand: Sequence[Card], starter: Card, *, crib: bool = False, five_card: bool = False) -> Count:
    """Count four cards with the starter; in a crib, four of one suit earn nothing without the starter (rule 1.7).

    With ``five_card`` a hand has three cards, which make no flush; a crib has four as ever.

    Raises:
        CardsError: there are more or fewer cards beside the starter, or a card is there twice.
    """
    _refuse_what_cannot_be_dealt(hand, starter, cards_counted(crib=crib, five_card=five_card))
    cards = sorted((*hand, starter), key=_ORDER)
    items = [
        Item(tuple([cards[place] for place in places]), kind, points)
        for kind, places, points in _made_by_ranks(tuple([card.rank for card in cards]))
    ]
    suits = {card.suit for card in hand} if len(hand) == CARDS_IN_HAND else set()
    if suits == {starter.suit}:
        items.append(Item(tuple(cards), Kind.FLUSH, 5))
    elif len(suits) == 1 and not crib:
        items.append(Item(tuple(sorted(hand, key=_ORDER)), Kind.FLUSH, 4))
    items += [Item((card,), Kind.NOBS, 1) for card in hand if card.rank == JACK and card.suit == starter.suit]
    return Count(sum([item.points for item in items]), tuple(items))


_ORDER = attrgetter("rank", "suit")


def _refuse_what_cannot_be_dealt(hand: Sequence[Card], starter: Card, wanted: int) -> None:
    if len(hand) != wanted:
        cards = "1 card" if len(hand) == 1 else f"{len(hand)} cards"
        what = "hand or crib" if wanted == CARDS_IN_HAND else "hand of the five-card game"
        raise CardsError(f"A {what} has {wanted} cards beside the starter, and here it has {cards}.")
    if len({*hand, starter}) <= wanted:
        twice = next(card for card, times in Counter((*hand, starter)).items() if times > 1)
        raise CardsError(f"{twice} is there twice: a pack has only one.")


@cache  # of the 6,175 ways in which five ranks can come together, and the 1,820 of four
def _made_by_ranks(ranks: tuple[int, ...]) -> tuple[tuple[Kind, tuple[int, ...], int], ...]:
    """Return what ranks in ascending order make whatever their suits: kind, places among them, points."""
    return (*_fifteens(ranks), *_of_a_kind(ranks), *_runs(ranks))


def _fifteens(ranks: tuple[int, ...]) -> list[tuple[Kind, tuple[int, ...], int]]:
    return [
        (Kind.FIFTEEN, places, 2)
        for size in range(2, len(ranks) + 1)
        for places in combinations(range(len(ranks)), size)
        if sum(value_of(ranks[place]) for place in places) == FIFTEEN
    ]


def _of_a_kind(ranks: tuple[int, ...]) -> list[tuple[Kind, tuple[int, ...], int]]:
    made = []
    for rank, times in Counter(ranks).items():
        if times > 1:
            kind, points = _OF_A_KIND[times]
            first = ranks.index(rank)
            made.append((kind, tuple(range(first, first + times)), points))
    return made


def _runs(ranks: tuple[int, ...]) -> list[tuple[Kind, tuple[int, ...], int]]:
    """Return the longest runs, each way of making one for itself; five cards hold no two runs of unlike length."""
    for size in range(len(ranks), MIN_RUN - 1, -1):
        runs = [
            (Kind.RUN, places, size)
            for places in combinations(range(len(ranks)), size)
            if all(ranks[place] == ranks[places[0]] + step for step, place in enumerate(places))
        ]
        if runs:
            return runs
    return []
