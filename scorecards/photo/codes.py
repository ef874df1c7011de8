"""Reads the code of a rectified card."""

from collections.abc import Iterator
from itertools import product

import cv2
import numpy as np

from scorecards.photo import layout
from scorecards.photo.card_code import CardCode, parse_code
from scorecards.photo.pictures import Gray
from scorecards.photo.rectify import SCALE

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
