"""Tell the kind and size of a picture from its first bytes: without numpy, before anything is decoded.

Its name and the type that the browser claims do not count.
"""

import mmap

from scorecards.photo.reading import Refusal

MAX_BYTES = 30_000_000
MAX_PIXELS = 64_000_000
MAX_PIXELS_OF_PNG = 40_000_000
"""A PNG is decoded whole before it is halved."""
MAX_PIXELS_OF_PROGRESSIVE = 24_000_000
"""A progressive JPEG is held whole, 6 bytes a pixel, until its last part has come."""
MAX_SIDE = 16_000
MIN_SIDE = 700

MAX_CHUNKS = 20_000
_MOVING = {b"acTL", b"fcTL", b"fdAT"}
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
_AT_ONCE = {0xC0, 0xC1}

Data = bytes | mmap.mmap


class RefusedPicture(Exception):
    """A picture that is not decoded, or cannot be. ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal


def is_png(data: Data) -> bool:
    """Tell whether a file begins as a PNG."""
    return data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR"


def checked_size(data: Data) -> tuple[int, int]:
    """Return width and height of a picture that may be decoded.

    Raises:
        RefusedPicture: too many bytes or pixels, too few pixels, neither JPEG nor PNG, or a head that says nothing.
    """
    if len(data) > MAX_BYTES:
        raise RefusedPicture(Refusal.TOO_LARGE)
    width, height = size_of(data)
    if max(width, height) > MAX_SIDE or width * height > _most_pixels(data):
        raise RefusedPicture(Refusal.TOO_LARGE)
    if min(width, height) < MIN_SIDE:
        raise RefusedPicture(Refusal.TOO_SMALL)
    return width, height


def size_of(data: Data) -> tuple[int, int]:
    """Return width and height as the file's head tells them.

    Raises:
        RefusedPicture: neither JPEG nor PNG, or a head that says nothing.
    """
    if is_png(data) and _chunks_fit(data):
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data[:3] == b"\xff\xd8\xff":
        frame = _frame_of_jpeg(data)
        return int.from_bytes(data[frame + 7 : frame + 9], "big"), int.from_bytes(data[frame + 5 : frame + 7], "big")
    raise RefusedPicture(Refusal.NOT_A_PICTURE)


def _chunks_fit(data: Data) -> bool:
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


def _frame_of_jpeg(data: Data) -> int:
    """Return where the frame's head begins: it tells what kind of JPEG it is, and its size."""
    place = 2
    while place + 9 <= len(data) and data[place] == 0xFF:
        marker = data[place + 1]
        if marker == 0xFF:
            place += 1
        elif marker in _FRAMES:
            return place
        elif marker in (0xD9, 0xDA):
            break
        else:
            place += 2 + int.from_bytes(data[place + 2 : place + 4], "big")
    raise RefusedPicture(Refusal.NOT_A_PICTURE)


def _most_pixels(data: Data) -> int:
    if is_png(data):
        return MAX_PIXELS_OF_PNG
    return MAX_PIXELS if data[_frame_of_jpeg(data) + 1] in _AT_ONCE else MAX_PIXELS_OF_PROGRESSIVE
