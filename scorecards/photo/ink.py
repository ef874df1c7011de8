"""Ink: what is darker than the paper around it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecards.photo.pictures import Gray

Ink = NDArray[np.float32]

_SMALL = 4
_REACH = 11
"""Pixels of the small picture, 5.5 mm: wider than any stroke."""


def ink_of(page: Gray) -> Ink:
    """Return how much of the paper's light each pixel lacks, 0 to 1, whatever shadow lies on it."""
    height, width = page.shape
    small = cv2.resize(page, (width // _SMALL, height // _SMALL), interpolation=cv2.INTER_AREA)
    light = cv2.dilate(small, np.ones((_REACH, _REACH), np.uint8))
    light = cv2.GaussianBlur(cv2.medianBlur(light, _REACH), (0, 0), _REACH / 3)
    paper = cv2.resize(light, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.float32)
    return np.clip(1 - page.astype(np.float32) / np.maximum(paper, 1), 0, 1)
