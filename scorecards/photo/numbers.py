"""The numbers that a few boxes may hold, over the ways in which people place digits."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scorecards.photo.classify import SIGNS, Probabilities

Floats = NDArray[np.float64]

BLANK, DASH, STRUCK = (SIGNS.index(sign) for sign in ("", "-", "x"))
_EMPTY = len(SIGNS)
"""Blank or dash: neither is a digit."""


@cache
def _ways(boxes: int) -> tuple[NDArray[np.intp], Floats, NDArray[np.intp]]:
    """Return signs in the boxes, how likely a number is placed so, and the number, for each way of each number."""
    signs, weights, numbers = [], [], []
    for number in range(10**boxes):
        shortest = len(str(number))
        lengths = range(shortest, boxes + 1)
        total = sum(_length_weight(length, shortest) for length in lengths)
        for length in lengths:
            digits = [int(digit) for digit in str(number).zfill(length)]
            places = boxes - length + 1
            for start in range(places):
                signs.append([_EMPTY] * start + digits + [_EMPTY] * (boxes - length - start))
                # Most people write to the right.
                side = 1.0 if places == 1 else 0.7 if start == places - 1 else 0.3 / (places - 1)
                weights.append(_length_weight(length, shortest) / total * side)
                numbers.append(number)
    return np.array(signs, np.intp), np.array(weights), np.array(numbers, np.intp)


def _length_weight(length: int, shortest: int) -> float:
    return {0: 0.3, 1: 0.6, 2: 0.1}[length - shortest] if shortest == 1 else {0: 0.9, 1: 0.1}[length - shortest]


def likelihoods(found: Probabilities) -> tuple[float, Floats]:
    """Return how likely two or three boxes are empty, and how likely each number is, from 0 to 99 or 999."""
    signs, weights, numbers = _ways(len(found))
    empty = found[:, BLANK] + found[:, DASH]
    table = np.column_stack([found, empty])
    likely = weights * np.prod([table[box, signs[:, box]] for box in range(len(found))], axis=0)
    return float(empty.prod()), np.bincount(numbers, likely, minlength=10 ** len(found)).astype(np.float64)


def plain(signs: Sequence[str]) -> int | None:
    """Return the number that signs say as they stand, ``None`` for no digit.

    Raises:
        ValueError: a box is crossed out, or digits do not stand side by side.
    """
    text = "".join(sign if sign.isdigit() else "x" if sign == "x" else " " for sign in signs)
    digits = text.strip()
    if not digits:
        return None
    if not digits.isdigit():
        raise ValueError(text)
    return int(digits)
