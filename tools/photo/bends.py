"""Hands made more various: thicker or thinner, wider or narrower, bent, or known only from a coarse picture."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.photo.writers import Hand, Ink

LARGE = 84
"""Digits are bent at three times the 28 x 28 that they have."""


@dataclass(frozen=True)
class Bend:
    """What makes one person's digits others than those of the source."""

    wider: float
    shear: float
    thicker: int
    """Pixels of ``LARGE`` that strokes gain, or lose if negative."""
    wobble: float
    """Pixels of ``LARGE`` by which parts of a digit move."""
    rows: int
    """Rows of a coarse picture that the digit is drawn from again, 0 for none."""
    gain: float
    smoothing: int


def bend(rng: np.random.Generator) -> Bend:
    """Return one person's bend."""
    rows = int(rng.integers(7, 14)) if rng.random() < 0.28 else 0
    return Bend(
        wider=float(np.exp(rng.normal(0, 0.13))),
        shear=float(rng.normal(0, 0.1)),
        thicker=int(np.clip(round(rng.normal(2.5 if rows else 0.9, 2.0)), -1, 7)),
        wobble=float(min(np.abs(rng.normal(0, 1.4)), 3.0)),
        rows=rows,
        gain=float(rng.uniform(1.3, 3.0)),
        smoothing=int(rng.choice([cv2.INTER_CUBIC, cv2.INTER_LINEAR])),
    )


def varied(hand: Hand, rng: np.random.Generator) -> Hand:
    """Return a hand whose digits are bent in a manner of its own."""
    own = bend(rng)
    return Hand(f"{hand.source}, bent", lambda value, chance: bent(hand.digit(value, chance), own, chance))


def bent(image: Ink, how: Bend, rng: np.random.Generator) -> Ink:
    """Return a digit of 28 x 28 bent."""
    large = cv2.resize(image, (LARGE, LARGE), interpolation=cv2.INTER_CUBIC)
    steps = np.arange(LARGE, dtype=np.float32) - (LARGE - 1) / 2
    x, y = np.meshgrid(steps, steps)
    field = rng.normal(0, how.wobble, (2, 5, 5)).astype(np.float32)
    moved = [cv2.resize(one, (LARGE, LARGE), interpolation=cv2.INTER_CUBIC) for one in field]
    map_x = x / how.wider + how.shear * y + (LARGE - 1) / 2 + moved[0]
    map_y = y + (LARGE - 1) / 2 + moved[1]
    large = cv2.remap(large, map_x, map_y, cv2.INTER_LINEAR)
    if how.thicker:
        size = abs(how.thicker) + 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        changed = cv2.dilate(large, kernel) if how.thicker > 0 else cv2.erode(large, kernel)
        # A stroke that would vanish stays as thin as it is.
        large = changed if changed.max() > 150 and changed.sum() > large.sum() * 0.35 else large
    if how.rows:
        large = _coarse(large, how)
    return cv2.resize(large, image.shape[::-1], interpolation=cv2.INTER_AREA)


def _coarse(large: Ink, how: Bend) -> Ink:
    """Return a digit drawn again from a picture of few rows, as small pictures of digits are."""
    rows = np.flatnonzero(large.max(axis=1) > 60)
    if not len(rows):
        return large
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    columns = max(round(how.rows * LARGE / (bottom - top)), 4)
    small = cv2.resize(large[top:bottom], (columns, how.rows), interpolation=cv2.INTER_AREA)
    small = (small // 16 * 16).astype(np.uint8)
    again: NDArray[np.uint8] = cv2.resize(small, (LARGE, bottom - top), interpolation=how.smoothing)
    drawn = large.copy()
    drawn[top:bottom] = np.clip((again.astype(np.float32) - 35 * (how.gain - 1)) * how.gain, 0, 255).astype(np.uint8)
    return drawn
