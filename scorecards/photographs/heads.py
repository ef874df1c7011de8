"""What kind of picture a file is, and how large: from its first bytes, before anything of it is decoded.

Neither its name nor what the browser says of it counts.
"""

from __future__ import annotations

import mmap
from importlib.util import find_spec
from pathlib import Path

from scorecards.photo.reading import Refusal

MAX_BYTES = 30_000_000
"""Of a file, as many as the reader takes."""
MAX_PIXELS = 64_000_000
MAX_SIDE = 16_000
MIN_SIDE = 700
MAX_PAGES = 40

JPEG, PNG, PDF = ".jpg", ".png", ".pdf"
CONTENT_TYPES = {JPEG: "image/jpeg", PNG: "image/png", PDF: "application/pdf"}
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
_SEGMENTS = 2_000
_HEIC = {b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif"}
HEIC = "heic"
"""Why a file is refused: the format in which iPhones keep photographs."""


class NotTaken(Exception):
    """The file is not taken. ``refusal`` says why, as ``refusals.py`` knows it."""

    def __init__(self, refusal: str) -> None:
        super().__init__(refusal)
        self.refusal = refusal


def is_reader_installed() -> bool:
    """Tell whether the extra ``photo`` is there, without loading it."""
    return all(find_spec(name) is not None for name in ("numpy", "cv2", "pypdfium2"))


def kind_of(path: Path) -> str:
    """Return the kind of a picture: :data:`JPEG`, :data:`PNG` or :data:`PDF`.

    Raises:
        NotTaken: another kind, no size in it, or too many bytes or pixels, or too few.
    """
    size = path.stat().st_size
    if not size:
        raise NotTaken(Refusal.NOT_A_PICTURE)
    if size > MAX_BYTES:
        raise NotTaken(Refusal.TOO_LARGE)
    # Of a map only those pages come into memory that are looked at.
    with path.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return _kind(data)


def _kind(data: mmap.mmap) -> str:
    if data[:5] == b"%PDF-":
        return PDF
    if data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR":
        kind, width, height = PNG, int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    elif data[:3] == b"\xff\xd8\xff":
        kind, (width, height) = JPEG, _size_of_jpeg(data)
    else:
        raise NotTaken(HEIC if data[4:8] == b"ftyp" and data[8:12] in _HEIC else Refusal.NOT_A_PICTURE)
    if max(width, height) > MAX_SIDE or width * height > MAX_PIXELS:
        raise NotTaken(Refusal.TOO_LARGE)
    if min(width, height) < MIN_SIDE:
        raise NotTaken(Refusal.TOO_SMALL)
    return kind


def _size_of_jpeg(data: mmap.mmap) -> tuple[int, int]:
    place = 2
    for _ in range(_SEGMENTS):
        head = data[place : place + 9]
        if len(head) < 9 or head[0] != 0xFF or head[1] in (0xD9, 0xDA):
            break
        if head[1] == 0xFF:
            place += 1
        elif head[1] in _FRAMES:
            return int.from_bytes(head[7:9], "big"), int.from_bytes(head[5:7], "big")
        else:
            place += 2 + int.from_bytes(head[2:4], "big")
    raise NotTaken(Refusal.NOT_A_PICTURE)
