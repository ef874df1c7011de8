"""Cards to read in tests: the printed form with strokes of our own, photographed or scanned by the simulator."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from scorecards.photo.layout import CardCode
from scorecards.photo.reader import read_all
from scorecards.photo.reading import CardReading, ExpectedCard
from tools.photo import camera, cards, paper, writers

EVENT = "ABCDEFGH"
GAMES = 22
EXPECTED = [ExpectedCard(CardCode(EVENT, entrant, 1), GAMES) for entrant in range(1, 5)]


def read(picture: bytes | np.ndarray, expected: Sequence[ExpectedCard] = EXPECTED) -> CardReading:
    """Return what is read on the first card in a picture."""
    return read_all(picture, expected)[0]


@cache
def written_card(entrant: int) -> tuple[cards.Written, paper.Picture]:
    """Return a card as written, and its page at 8 pixels a mm."""
    return written_on(paper.plain_form(GAMES, entrant, entrant), entrant)


def written_on(form: paper.Picture, seed: int) -> tuple[cards.Written, paper.Picture]:
    """Return a card as written on a printed form, gray, at 8 pixels a mm from the corner of its live area."""
    rng = np.random.default_rng(seed)
    card = cards.event_cards(24, GAMES, rng, odd=cards.Odd(0, 0, 0))[0]
    return card, page_of(card, form, rng)


def page_of(card: cards.Written, form: paper.Picture, rng: np.random.Generator) -> paper.Picture:
    """Return a form at 8 pixels a mm with a card written on it in dark blue."""
    hand = writers.hand_of_strokes(rng)
    pen = paper.Pen((70, 40, 30), 4.6, 0.05, 0.2, 0.05, 0.95, (0.0, 0.0))
    return paper.write(form, card, hand, rng, pen)


@cache
def shot(entrant: int, kind: str) -> camera.Shot:
    """Return the picture of a card: "photo" or "scan"."""
    _, page = written_card(entrant)
    rng = np.random.default_rng(100 + entrant)
    return camera.photograph(page, rng, long_side=1800) if kind == "photo" else camera.scan(page, rng, hardness=0)
