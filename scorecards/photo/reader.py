"""Reads pictures of cards. Nothing is stored, and nothing counts until a person has confirmed it."""

from collections.abc import Iterator, Sequence
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecards.photo import layout
from scorecards.photo.boxes import CROP, CROP_MM, MIN_NEAR, crops, follow
from scorecards.photo.classify import classify
from scorecards.photo.decide import decide
from scorecards.photo.heads import RefusedPicture
from scorecards.photo.layout import CardCode, parse_code
from scorecards.photo.marks import find_marks, fit_pages
from scorecards.photo.pictures import Gray, decoded, gray_of, ink_of
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


def read_all(
    picture: bytes | NDArray[np.uint8], expected: Sequence[ExpectedCard], scheme: Scoring = ACC
) -> list[CardReading]:
    """Return what each card in a picture says, as they lie: from the top, then from the left; at least one reading.

    A sheet of two cards, or up to four on a table: their codes say which is which.

    ``picture`` is a file, JPEG or PNG, or an array, gray or blue-green-red. ``expected`` are the cards of the event;
    the code says which of them it is, and so how many games it has. Nothing is raised: where no card is found, one
    reading says why. A card of which only two marks show is a refusal at the end, so that nobody takes it for read.
    """
    try:
        gray = decoded(picture) if isinstance(picture, bytes) else gray_of(picture)
    except RefusedPicture as refused:
        return [CardReading((refused.refusal,))]
    pages, partly = fit_pages(find_marks(gray))
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


MARGIN = 2.0
"""mm around the code that are searched, too."""
QUIET = 4
"""Modules of white around a code."""
MOVES = (0.0, 1.0, -1.0, 2.5, -2.5)
"""Pixels by which the modules may lie off: curled paper."""


def read_code(page: Gray) -> CardCode | None:
    """Return what the code says, ``None`` if it cannot be read: as it is, black and white, doubled, drawn again."""
    detector = cv2.QRCodeDetector()
    for picture in _tries(page):
        edged = cv2.copyMakeBorder(picture, 16, 16, 16, 16, cv2.BORDER_CONSTANT, value=float(np.max(picture)))
        try:
            text, *_ = detector.detectAndDecode(edged)
        except (cv2.error, UnicodeDecodeError):
            continue
        code = parse_code(text)
        if code is not None:
            return code
    return None


def _tries(page: Gray) -> Iterator[Gray]:
    left, top = (int((at - MARGIN) * SCALE) for at in layout.CODE_PLACE)
    size = int((layout.CODE_SIZE + 2 * MARGIN) * SCALE)
    plain = page[max(top, 0) : top + size, left : left + size]
    yield plain
    _, black = cv2.threshold(plain, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    yield np.asarray(black, np.uint8)
    yield np.asarray(cv2.resize(plain, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
    sharp = cv2.addWeighted(page, 2.5, cv2.GaussianBlur(page, (0, 0), 2.5), -1.5, 0)
    for across, down in product(MOVES, MOVES):
        yield _drawn_again(np.asarray(sharp, np.uint8), across, down)


def _drawn_again(page: Gray, across: float, down: float) -> Gray:
    """Return the code drawn from its modules, each as dark as its middle: its place on the card is known."""
    modules = layout.CODE_MODULES - 2 * QUIET
    size = layout.CODE_SIZE / layout.CODE_MODULES * SCALE
    steps = (np.arange(modules) + QUIET + 0.5) * size - 0.5
    x = (steps + layout.CODE_PLACE[0] * SCALE + across).astype(np.float32)
    y = (steps + layout.CODE_PLACE[1] * SCALE + down).astype(np.float32)
    seen = cv2.remap(page, np.tile(x, (modules, 1)), np.tile(y[:, None], (1, modules)), cv2.INTER_LINEAR)
    _, black = cv2.threshold(np.asarray(seen, np.uint8), 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    drawn = np.pad(np.asarray(black, np.uint8), QUIET, constant_values=255)
    return np.kron(drawn, np.ones((8, 8), np.uint8))
