"""Decode pictures: JPEG and PNG only, and only once their size is known."""

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecards.photo.heads import MAX_PIXELS, MAX_SIDE, MIN_SIDE, RefusedPicture, checked_size
from scorecards.photo.reading import Homography, Refusal
from scorecards.photo.rectify import rectified

Gray = NDArray[np.uint8]

HALVED_FROM = 14_000_000
"""Pixels from which a picture is read at half its size: 350 MB have to be enough."""
MAX_PARTS = 200
"""Scans of a progressive JPEG: each costs as much time as the picture."""
_GRAY = np.array([[0.1, 0.4, 0.5]], np.float32)
"""Blue, green, red: blue ink is darkest in red."""


def decoded(data: bytes) -> Gray:
    """Return a picture in gray, 0 to 255, at half its size from 14 million pixels on.

    Raises:
        RefusedPicture: too many bytes or pixels, too few pixels, not JPEG or PNG, or broken.
    """
    return gray_of(_in_color(data))


def _in_color(data: bytes) -> NDArray[np.uint8]:
    width, height = checked_size(data)
    if data[:2] == b"\xff\xd8" and data.count(b"\xff\xda") > MAX_PARTS:
        raise RefusedPicture(Refusal.TOO_LARGE)
    is_halved = width * height >= HALVED_FROM
    flags = cv2.IMREAD_REDUCED_COLOR_2 if is_halved else cv2.IMREAD_COLOR
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error as error:
        raise RefusedPicture(Refusal.NOT_A_PICTURE) from error
    if picture is None:
        raise RefusedPicture(Refusal.NOT_A_PICTURE)
    return picture.astype(np.uint8, copy=False)


def gray_of(picture: NDArray[np.uint8]) -> Gray:
    """Return a picture, gray or blue-green-red, in the gray that keeps blue ink dark.

    Raises:
        RefusedPicture: not 8 bits of one or three channels, or of a size that a file may not have.
    """
    if picture.dtype != np.uint8 or picture.ndim not in (2, 3) or picture.shape[2:] not in ((), (3,)):
        raise RefusedPicture(Refusal.NOT_A_PICTURE)
    if max(picture.shape[:2]) > MAX_SIDE or picture.shape[0] * picture.shape[1] > MAX_PIXELS:
        raise RefusedPicture(Refusal.TOO_LARGE)
    if min(picture.shape[:2]) < MIN_SIDE:
        raise RefusedPicture(Refusal.TOO_SMALL)
    if picture.ndim == 2:
        return picture
    return cv2.transform(picture, _GRAY).astype(np.uint8, copy=False)


def page_jpeg(picture: bytes | NDArray[np.uint8], homography: Homography) -> bytes:
    """Return the page laid flat as a JPEG to look at; in color where the picture has it.

    ``picture`` and ``homography`` are those of the reading: places of boxes on this page are in its pixels.

    Raises:
        RefusedPicture: the file cannot be decoded any more.
    """
    seen = _in_color(picture) if isinstance(picture, bytes) else picture
    page = rectified(seen, np.array(homography, np.float64))
    return cv2.imencode(".jpg", page, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()


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
