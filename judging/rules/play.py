"""What the play of the cards scores, card by card (rule 7.2).

For disputes after the fact, like :mod:`judging.rules.hand`. Suits do not matter here, so a card may be written by
its rank alone. A series runs to 31, or until nobody can play: only the players know the latter, so it has to be said.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from judging.rules.hand import FIFTEEN, MIN_RUN, RANKS, Card, CardsError, parse_card, value_of

THIRTY_ONE = 31
CARDS_OF_A_RANK = 4


class PlayKind(Enum):
    """What earns points in the play, in the order in which one card's points are announced."""

    FIFTEEN = "fifteen"
    THIRTY_ONE = "thirty-one"
    PAIR = "pair"
    THREE = "three of a kind"
    FOUR = "four of a kind"
    RUN = "run"
    LAST_CARD = "last card"


_OF_A_KIND = {2: (PlayKind.PAIR, 2), 3: (PlayKind.THREE, 6), 4: (PlayKind.FOUR, 12)}


@dataclass(frozen=True, slots=True)
class PlayItem:
    """Points that one card earned; ``place`` counts the cards of its series from 0."""

    place: int
    card: Card
    kind: PlayKind
    points: int


@dataclass(frozen=True, slots=True)
class Series:
    """The cards up to one go or 31, the running counts, and what they scored."""

    cards: tuple[Card, ...]
    counts: tuple[int, ...]
    items: tuple[PlayItem, ...]
    is_over: bool

    @property
    def count(self) -> int:
        """The count that the series has reached."""
        return self.counts[-1] if self.counts else 0

    @property
    def total(self) -> int:
        """The points of all its cards."""
        return sum(item.points for item in self.items)


def parse_played_card(text: str) -> Card:
    """Read a card as :func:`parse_card` does, or a rank alone: ``8``, ``10``, ``t``, ``Q``.

    Raises:
        CardsError: that is neither.
    """
    rank = text.strip().upper().replace("T", "10")
    return Card(RANKS.index(rank) + 1, "") if rank in RANKS else parse_card(text)


def score_series(cards: Sequence[Card], *, no_more: bool = False) -> Series:
    """Score one series in the order of play; ``no_more`` says that nobody could play after its last card.

    The point for that card comes with it only: at any count below 31 the next player might have had a card. At 31
    the series is over without saying so, and the two points stand for the last card as well.

    Raises:
        CardsError: the count goes past 31 or on after it, there are no cards, or more of one than a pack has.
    """
    if not cards:
        raise CardsError("A series has at least one card.")
    refuse_cards_no_pack_has(cards)
    counts: list[int] = []
    items: list[PlayItem] = []
    for place, card in enumerate(cards):
        counts.append(_count_after(card, counts))
        items += [PlayItem(place, card, *made) for made in _made_by_last(cards[: place + 1], counts[-1])]
    is_full = counts[-1] == THIRTY_ONE
    if no_more and not is_full:
        items.append(PlayItem(len(cards) - 1, cards[-1], PlayKind.LAST_CARD, 1))
    return Series(tuple(cards), tuple(counts), tuple(items), no_more or is_full)


def score_play(series: Sequence[Sequence[Card]], *, no_more: bool = False) -> tuple[Series, ...]:
    """Score the series of one deal in order; each but the last is over, the last if ``no_more`` says so.

    Raises:
        CardsError: a series cannot have been played, or two of them share a card.
    """
    refuse_cards_no_pack_has([card for cards in series for card in cards])
    last = len(series) - 1
    return tuple(score_series(cards, no_more=no_more or place < last) for place, cards in enumerate(series))


def refuse_cards_no_pack_has(cards: Sequence[Card]) -> None:
    """Refuse a card that is there twice, and a fifth card of one rank.

    Raises:
        CardsError: one pack does not hold these cards.
    """
    for card, times in Counter(card for card in cards if card.suit).items():
        if times > 1:
            raise CardsError(f"{card} is there twice: a pack has only one.")
    for rank, times in Counter(card.rank for card in cards).items():
        if times > CARDS_OF_A_RANK:
            raise CardsError(f"{RANKS[rank - 1]} is there {times} times: a pack has only {CARDS_OF_A_RANK}.")


def _count_after(card: Card, counts: Sequence[int]) -> int:
    before = counts[-1] if counts else 0
    if before == THIRTY_ONE:
        raise CardsError(f"The series is over at {THIRTY_ONE}: {card} begins the next one.")
    count = before + value_of(card.rank)
    if count > THIRTY_ONE:
        raise CardsError(f"{card} makes {count}: it cannot be played on {before}.")
    return count


def _made_by_last(cards: Sequence[Card], count: int) -> list[tuple[PlayKind, int]]:
    """Return what the last of these cards earned, the point for a last card aside."""
    ranks = [card.rank for card in cards]
    made: list[tuple[PlayKind, int]] = []
    if count == FIFTEEN:
        made.append((PlayKind.FIFTEEN, 2))
    if count == THIRTY_ONE:
        made.append((PlayKind.THIRTY_ONE, 2))
    if (alike := _alike_at_end(ranks)) > 1:
        made.append(_OF_A_KIND[alike])
    if run := _run_at_end(ranks):
        made.append((PlayKind.RUN, run))
    return made


def _alike_at_end(ranks: Sequence[int]) -> int:
    """Return how many cards at the end have the last one's rank."""
    return next((place for place, rank in enumerate(reversed(ranks)) if rank != ranks[-1]), len(ranks))


def _run_at_end(ranks: Sequence[int]) -> int:
    """Return how many of the last cards make a run in whatever order, 0 if none do."""
    for size in range(len(ranks), MIN_RUN - 1, -1):
        end = ranks[-size:]
        if len(set(end)) == size and max(end) - min(end) == size - 1:
            return size
    return 0
