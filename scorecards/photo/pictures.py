"""Pictures from files: JPEG and PNG only, and their size is known before anything is decoded."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecards.photo.reading import BoxReading, CardReading, Homography, Rectangle, Refusal
from scorecards.photo.rectify import SIZE, part_of

Gray = NDArray[np.uint8]

MAX_BYTES = 30_000_000
MAX_PIXELS = 64_000_000
MAX_PIXELS_OF_PNG = 40_000_000
"""A PNG is decoded whole before it is halved."""
MAX_SIDE = 16_000
MIN_SIDE = 700
HALVED_FROM = 14_000_000
"""Pixels from which a picture is read at half its size: 350 MB have to be enough."""
MAX_PARTS = 200
"""Scans of a progressive JPEG: each costs as much time as the picture."""

MAX_CHUNKS = 20_000
_MOVING = {b"acTL", b"fcTL", b"fdAT"}
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
_GRAY = np.array([[0.1, 0.4, 0.5]], np.float32)
"""Blue, green, red: blue ink is darkest in red."""


class RefusedPicture(Exception):
    """A picture that is not decoded, or cannot be. ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal


def size_of(data: bytes) -> tuple[int, int]:
    """Return width and height as the file's head tells them.

    Raises:
        RefusedPicture: neither JPEG nor PNG, or a head that says nothing.
    """
    if data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR" and _chunks_fit(data):
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data[:3] == b"\xff\xd8\xff":
        return _size_of_jpeg(data)
    raise RefusedPicture(Refusal.NOT_A_PICTURE)


def _chunks_fit(data: bytes) -> bool:
    """Tell whether a PNG has its chunks whole, up to its end, and does not move.

    OpenCV makes room for a chunk as large as it says it is: a gigabyte of which the file has a few bytes.
    """
    place = 8
    for _ in range(MAX_CHUNKS):
        length, name = int.from_bytes(data[place : place + 4], "big"), data[place + 4 : place + 8]
        place += length + 12
        if place > len(data) or name in _MOVING:
            return False
        if name == b"IEND":
            return True
    return False


def _size_of_jpeg(data: bytes) -> tuple[int, int]:
    place = 2
    while place + 9 <= len(data) and data[place] == 0xFF:
        marker = data[place + 1]
        if marker == 0xFF:
            place += 1
        elif marker in _FRAMES:
            return int.from_bytes(data[place + 7 : place + 9], "big"), int.from_bytes(
                data[place + 5 : place + 7], "big"
            )
        elif marker in (0xD9, 0xDA):
            break
        else:
            place += 2 + int.from_bytes(data[place + 2 : place + 4], "big")
    raise RefusedPicture(Refusal.NOT_A_PICTURE)


def decoded(data: bytes) -> Gray:
    """Return a picture in gray, 0 to 255, at half its size from 14 million pixels on.

    Raises:
        RefusedPicture: too many bytes or pixels, too few pixels, not JPEG or PNG, or broken.
    """
    return gray_of(_in_color(data))


def _in_color(data: bytes) -> NDArray[np.uint8]:
    if len(data) > MAX_BYTES:
        raise RefusedPicture(Refusal.TOO_LARGE)
    width, height = size_of(data)
    is_jpeg = data[:2] == b"\xff\xd8"
    parts = data.count(b"\xff\xda") if is_jpeg else 1
    most = MAX_PIXELS if is_jpeg else MAX_PIXELS_OF_PNG
    if max(width, height) > MAX_SIDE or width * height > most or parts > MAX_PARTS:
        raise RefusedPicture(Refusal.TOO_LARGE)
    if min(width, height) < MIN_SIDE:
        raise RefusedPicture(Refusal.TOO_SMALL)
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
    """Return a picture, gray or blue-green-red, in the gray that keeps blue ink dark."""
    if picture.ndim == 2:
        return picture
    return cv2.transform(picture, _GRAY).astype(np.uint8, copy=False)


def page_jpeg(
    picture: bytes | NDArray[np.uint8], homography: Homography, where: Rectangle | None = None, *, quality: int = 80
) -> bytes:
    """Return the page laid flat, or a rectangle of it, as a JPEG to look at; in color where the picture has it.

    ``picture`` and ``homography`` are those of the reading: places of boxes on this page are in its pixels.

    Raises:
        RefusedPicture: the file cannot be decoded any more.
        ValueError: no homography; the reading found no card.
    """
    if not homography:
        raise ValueError("No card was found in this picture, so it has no page.")
    seen = _in_color(picture) if isinstance(picture, bytes) else picture
    at = where or Rectangle(0, 0, *SIZE)
    part = part_of(seen, np.array(homography, np.float64), at.left, at.top, at.width, at.height)
    _, data = cv2.imencode(".jpg", part, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes()


def crop_of(picture: bytes | NDArray[np.uint8], reading: CardReading, box: BoxReading) -> bytes:
    """Return what lies around one box of a reading, 64 x 64, as a JPEG. Raises what :func:`page_jpeg` raises."""
    return page_jpeg(picture, reading.homography, box.where, quality=90)
