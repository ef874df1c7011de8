"""Finds the four marks in the corners of a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecards.photo import layout
from scorecards.photo.pictures import Gray
from scorecards.photo.reading import Refusal

Points = NDArray[np.float32]

LONG_SIDES = (1400, 2400)
"""The picture is searched at the first size; at the second if fewer than three marks are found."""
MAX_ERROR = 3.0
"""How far in mm a corner may lie from where the others say: paper curls."""
MAX_OF_ONE = 4


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark found: its number 0 to 3, and its corners from the top left clockwise in pixels, 4 x 2."""

    number: int
    corners: Points


def corners_in_mm(number: int) -> Points:
    """Return the corners of a printed mark, from the top left clockwise."""
    x, y = layout.MARK_PLACES[number]
    size = layout.MARK_SIZE
    return np.array([[x, y], [x + size, y], [x + size, y + size], [x, y + size]], np.float32)


def find_marks(picture: Gray) -> list[Mark]:
    """Return the marks in a picture, their corners refined on it."""
    found: list[Mark] = []
    longest = max(picture.shape)
    for size in LONG_SIDES:
        scale = min(1.0, size / longest)
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
        found = _in(small.astype(np.uint8, copy=False), scale)
        if len({mark.number for mark in found}) >= 3 or scale == 1:
            break
    return [Mark(mark.number, _refined(picture, mark.corners)) for mark in found]


def _in(picture: Gray, scale: float) -> list[Mark]:
    options = cv2.aruco.DetectorParameters()
    options.adaptiveThreshWinSizeMin = 7
    options.adaptiveThreshWinSizeMax = 47
    options.adaptiveThreshWinSizeStep = 20
    options.minMarkerPerimeterRate = 0.04
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), options)
    corners, numbers, _ = detector.detectMarkers(picture)
    if numbers is None:
        return []
    return [
        Mark(int(number), (np.asarray(quad, np.float32).reshape(4, 2) + 0.5) / scale - 0.5)
        for quad, number in zip(corners, np.ravel(numbers), strict=True)
        if number < len(layout.MARKS)
    ]


def _refined(picture: Gray, corners: Points) -> Points:
    side = float(np.mean(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)))
    reach = int(np.clip(side / 12, 2, 8))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.03)
    refined = cv2.cornerSubPix(picture, corners.reshape(-1, 1, 2).copy(), (reach, reach), (-1, -1), stop)
    return np.asarray(refined, np.float32).reshape(4, 2)


def fit_page(found: Sequence[Mark]) -> NDArray[np.float64] | Refusal:
    """Return the homography from mm of the live area to the picture, by the largest set of marks that fits one plane.

    Returns a refusal where fewer than three marks fit, or where marks of more than one card do.
    """
    by_number = [[mark for mark in found if mark.number == number][:MAX_OF_ONE] for number in range(len(layout.MARKS))]
    for count in (4, 3):
        fits = []
        for numbers in combinations([number for number in range(4) if by_number[number]], count):
            for chosen in product(*(by_number[number] for number in numbers)):
                fit = _fit(chosen)
                if fit is not None:
                    fits.append(fit)
        if len(fits) > 1 and count == 4:
            return Refusal.SEVERAL_CARDS
        if fits:
            return min(fits, key=lambda fit: fit[0])[1]
    return Refusal.NO_CARD


def _fit(chosen: Sequence[Mark]) -> tuple[float, NDArray[np.float64]] | None:
    """Return the largest error in mm and the homography, ``None`` if the marks do not lie as on a card."""
    printed = np.vstack([corners_in_mm(mark.number) for mark in chosen])
    seen = np.vstack([mark.corners for mark in chosen])
    found, _ = cv2.findHomography(printed, seen, 0)
    matrix = np.asarray(found, np.float64)
    if matrix.shape != (3, 3) or not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-9:
        return None
    back = cv2.perspectiveTransform(seen.reshape(-1, 1, 2), np.linalg.inv(matrix)).reshape(-1, 2)
    error = float(np.abs(back - printed).max())
    return (error, matrix) if error <= MAX_ERROR else None
