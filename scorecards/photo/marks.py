"""Finds the four marks in the corners of a card."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecards.photo import layout
from scorecards.photo.pictures import Gray
from scorecards.photo.rectify import Matrix

Points = NDArray[np.float32]

LONG_SIDES = (1400, 2400)
"""The picture is searched at the first size; at the second if a card has fewer than four marks."""
MAX_ERROR = 3.0
"""How far in mm a corner may lie from where the others say: paper curls."""
MAX_OF_ONE = 4
"""Marks of one number that are looked at: so many cards in one picture are found."""
MAX_MISSHAPEN = 2.5
"""How much longer or shorter in mm than printed a side of a mark may be: marks of two cards make no page."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark found: its number 0 to 3, and its corners from the top left clockwise in pixels, 4 x 2."""

    number: int
    corners: Points


@dataclass(frozen=True, slots=True)
class _Fit:
    """A card seen: its largest error in mm, which of the marks found are its, and mm of the card to the picture."""

    error: float
    places: tuple[int, ...]
    matrix: Matrix


def corners_in_mm(number: int) -> Points:
    """Return the corners of a printed mark, from the top left clockwise."""
    x, y = layout.MARK_PLACES[number]
    size = layout.MARK_SIZE
    return np.array([[x, y], [x + size, y], [x + size, y + size], [x, y + size]], np.float32)


def find_marks(picture: Gray) -> list[Mark]:
    """Return the marks in a picture, their corners refined on it.

    There may be several cards: the larger size is searched until each card found has its four marks.
    """
    found: list[Mark] = []
    longest = max(picture.shape)
    for size in LONG_SIDES:
        scale = min(1.0, size / longest)
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
        found = _together(found, _in(small.astype(np.uint8, copy=False), scale))
        numbers = Counter(mark.number for mark in found)
        if (len(numbers) == 4 and len(set(numbers.values())) == 1) or scale == 1:
            break
    return [Mark(mark.number, _refined(picture, mark.corners)) for mark in found]


def _together(found: Sequence[Mark], more: Sequence[Mark]) -> list[Mark]:
    """Return marks seen at two sizes, each once: as it was seen at the larger one."""
    middles = [mark.corners.mean(axis=0) for mark in more]
    sides = [float(np.linalg.norm(mark.corners[1] - mark.corners[0])) for mark in more]

    def is_new(mark: Mark) -> bool:
        middle = mark.corners.mean(axis=0)
        return all(np.linalg.norm(middle - at) > side / 2 for at, side in zip(middles, sides, strict=True))

    return [*more, *filter(is_new, found)]


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


def fit_pages(found: Sequence[Mark]) -> tuple[list[Matrix], int]:
    """Return the homography of each card in a picture, and of how many more cards only two marks show.

    Numbers repeat where there are several cards: those sets of four marks that fit best go together, then sets of
    three, then of two, of the marks that are left. Cards come as they lie: row by row, each from the left.
    """
    taken: set[int] = set()
    pages: list[Matrix] = []
    partly = 0
    for count in (4, 3, 2):
        for fit in _fits(found, count):
            if taken.intersection(fit.places):
                continue
            taken.update(fit.places)
            if count == 2:
                partly += 1
            else:
                pages.append(fit.matrix)
    return _as_they_lie(pages), partly


def _as_they_lie(pages: Sequence[Matrix]) -> list[Matrix]:
    corners = np.array([[[0, 0]], [[layout.WIDTH, 0]], [[layout.WIDTH, layout.HEIGHT]], [[0, layout.HEIGHT]]])
    seen = [cv2.perspectiveTransform(corners.astype(np.float64), page).reshape(-1, 2) for page in pages]
    left = sorted(range(len(pages)), key=lambda number: float(seen[number][:, 1].mean()))
    ordered: list[int] = []
    while left:
        bottom = float(seen[left[0]][:, 1].max())
        row = [number for number in left if float(seen[number][:, 1].mean()) < bottom]
        left = left[len(row) :]
        ordered += sorted(row, key=lambda number: float(seen[number][:, 0].mean()))
    return [pages[number] for number in ordered]


def _fits(found: Sequence[Mark], count: int) -> list[_Fit]:
    """Return each way in which so many marks of different numbers lie as on one card, the best first."""
    by_number = [
        [place for place, mark in enumerate(found) if mark.number == number][:MAX_OF_ONE]
        for number in range(len(layout.MARKS))
    ]
    fits = []
    for numbers in combinations([number for number in range(4) if by_number[number]], count):
        for places in product(*(by_number[number] for number in numbers)):
            fit = _fit([found[place] for place in places], places)
            if fit is not None:
                fits.append(fit)
    return sorted(fits, key=lambda fit: fit.error)


def _fit(chosen: Sequence[Mark], places: tuple[int, ...]) -> _Fit | None:
    """Return how marks lie on a card, ``None`` if they do not lie as on one."""
    printed = np.vstack([corners_in_mm(mark.number) for mark in chosen])
    seen = np.vstack([mark.corners for mark in chosen])
    found, _ = cv2.findHomography(printed, seen, 0)
    matrix = np.asarray(found, np.float64)
    if matrix.shape != (3, 3) or not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-9:
        return None
    back = cv2.perspectiveTransform(seen.reshape(-1, 1, 2), np.linalg.inv(matrix)).reshape(-1, 4, 2)
    error = float(np.abs(back - printed.reshape(-1, 4, 2)).max())
    sides = np.linalg.norm(back - np.roll(back, 1, axis=1), axis=2)
    is_misshapen = float(np.abs(sides - layout.MARK_SIZE).max()) > MAX_MISSHAPEN
    return None if error > MAX_ERROR or is_misshapen else _Fit(error, places, matrix)
