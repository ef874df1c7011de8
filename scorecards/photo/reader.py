"""Reads pictures of cards. Nothing is stored, and nothing counts until a person has confirmed it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scorecards.photo import layout
from scorecards.photo.boxes import CROP, CROP_MM, MIN_NEAR, crops, follow
from scorecards.photo.card_code import CardCode
from scorecards.photo.classify import classify
from scorecards.photo.codes import read_code
from scorecards.photo.decide import decide
from scorecards.photo.heads import RefusedPicture
from scorecards.photo.ink import ink_of
from scorecards.photo.marks import find_marks, fit_page, fit_pages
from scorecards.photo.pictures import Gray, decoded, gray_of
from scorecards.photo.reading import CardReading, ExpectedCard, Rectangle, Refusal
from scorecards.photo.rectify import MIN_SCALE, SCALE, Matrix, from_page, rectified, scale_of
from tournaments.rules.scorings import ACC, Scoring

MIN_SIGNS = 2
"""Signs that a card has at least on which anything is written: points and a spread of one digit."""
MIN_INK = 25.0
"""Dark pixels of a crop, a quarter mm wide, that a sign has at least on average. Cards that can be read have 48 or
more (312 cards of the writers that thresholds are chosen by). Where a scanner lost the pen, 20 or fewer are left."""
DARK = 0.5
"""How dark a pixel is, against the card's own pen."""


def read(picture: bytes | NDArray[np.uint8], expected: Sequence[ExpectedCard], scheme: Scoring = ACC) -> CardReading:
    """Return what a picture of one card says.

    ``picture`` is a file, JPEG or PNG, or an array, gray or blue-green-red. ``expected`` are the cards of the event;
    the code says which of them it is, and so how many games it has. Nothing is raised for a bad picture: the reading
    says why it is refused.
    """
    try:
        gray = decoded(picture) if isinstance(picture, bytes) else gray_of(picture)
    except RefusedPicture as refused:
        return CardReading((refused.refusal,))
    fit = fit_page(find_marks(gray))
    return CardReading((fit,)) if isinstance(fit, Refusal) else _read_card(gray, fit, expected, scheme)


def read_all(
    picture: bytes | NDArray[np.uint8], expected: Sequence[ExpectedCard], scheme: Scoring = ACC
) -> list[CardReading]:
    """Return what each card in a picture says, as they lie: from the top, then from the left; at least one reading.

    A sheet of two cards, or up to four on a table: their codes say which is which. The arguments are those of
    :func:`read`. Nothing is raised: where no card is found, one reading says why. A card of which only two marks show
    is a refusal at the end, so that nobody takes it for read.
    """
    try:
        gray = decoded(picture) if isinstance(picture, bytes) else gray_of(picture)
    except RefusedPicture as refused:
        return [CardReading((refused.refusal,))]
    pages, partly = fit_pages(find_marks(gray, are_several=True))
    lost = partly if pages else 1
    readings = [_read_card(gray, page, expected, scheme) for page in pages]
    return readings + [CardReading((Refusal.NO_CARD,))] * lost


def _read_card(gray: Gray, fit: Matrix, expected: Sequence[ExpectedCard], scheme: Scoring) -> CardReading:
    """Return what one card says; ``fit`` leads from mm of its live area to the picture."""
    if scale_of(fit) < MIN_SCALE:
        return CardReading((Refusal.TOO_SMALL,))
    matrix = from_page(fit)
    page = rectified(gray, matrix)
    code = read_code(page)
    games, refusals = _whose(code, expected)
    homography = tuple((float(a), float(b), float(c)) for a, b, c in matrix)
    if Refusal.OTHER_LAYOUT in refusals:
        return CardReading(refusals, code, homography=homography)
    return _read_page(page, games, scheme, CardReading(refusals, code, homography=homography))


def _whose(code: CardCode | None, expected: Sequence[ExpectedCard]) -> tuple[int, tuple[Refusal, ...]]:
    """Return how many games the card has, and what is wrong with its code."""
    most = max((card.games for card in expected), default=layout.MAX_GAMES)
    if code is None:
        return most, (Refusal.CODE_UNREAD,)
    if code.layout != layout.LAYOUT_VERSION:
        return most, (Refusal.OTHER_LAYOUT,)
    of_event = [card for card in expected if card.code.event == code.event]
    if not of_event:
        return most, (Refusal.OTHER_EVENT,)
    for card in of_event:
        if card.code.entrant == code.entrant:
            return card.games, ()
    return most, (Refusal.UNKNOWN_CARD,)


def _read_page(page: Gray, games: int, scheme: Scoring, reading: CardReading) -> CardReading:
    ink = ink_of(page)
    fit = follow(ink, games)
    if fit.shows and fit.near < MIN_NEAR:
        return CardReading(
            (*reading.refusals, Refusal.NOT_SHARP), reading.code, homography=reading.homography, misfit=fit.misfit
        )
    places = layout.boxes(games)
    cut, middles = crops(ink, places, fit)
    side = round(CROP_MM * SCALE)
    where = [Rectangle(round(x - side / 2), round(y - side / 2), side, side) for x, y in middles]
    lines, foot = decide(places, classify(cut), where, scheme)
    if _is_faint(cut, [box.sign for boxes in (*(line.boxes for line in lines), foot.boxes) for box in boxes]):
        return CardReading(
            (*reading.refusals, Refusal.FAINT), reading.code, homography=reading.homography, misfit=fit.misfit
        )
    return CardReading(reading.refusals, reading.code, lines, foot, reading.homography, fit.misfit)


def _is_faint(cut: NDArray[np.float32], signs: Sequence[str]) -> bool:
    """Tell whether nothing was written, or hardly anything of it is left."""
    written = sum(sign != "" for sign in signs)
    middle = cut[:, CROP // 4 : -CROP // 4, CROP // 4 : -CROP // 4]
    return written < MIN_SIGNS or int((middle > DARK).sum()) < MIN_INK * written
