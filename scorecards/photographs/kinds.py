"""What kind of file somebody sends, and whether what reads pictures is installed."""

import mmap
from importlib.util import find_spec
from pathlib import Path

from django.conf import settings

from scorecards.photo.heads import MAX_BYTES, MIN_SIDE, Data, RefusedPicture, checked_size, is_png
from scorecards.photo.reading import Refusal
from scorecards.photographs.refusals import HEIC_UNREAD

JPEG, PNG, PDF, HEIC = ".jpg", ".png", ".pdf", ".heic"
CONTENT_TYPES = {JPEG: "image/jpeg", PNG: "image/png", PDF: "application/pdf", HEIC: "image/heic"}
SHOWN_BY_BROWSERS = {JPEG, PNG}
_STILL = {b"heic", b"heix", b"heim", b"heis", b"mif1"}
MAX_PIXELS_OF_HEIC = 25_000_000
"""It is decoded whole before it is halved. Phones make 12 or 24 million unless asked for more."""
_HEIC = _STILL | {b"hevc", b"msf1", b"avif"}
"""Kinds of one family: still pictures, and moving ones and others, which nobody photographs a card as."""


class NotTaken(Exception):
    """The file is not taken, or the process ended that read it. ``refusal`` says why, as ``refusals.py`` knows it."""

    def __init__(self, refusal: str) -> None:
        super().__init__(refusal)
        self.refusal = refusal


def is_reader_installed() -> bool:
    """Tell whether the extra ``photo`` is there, without loading it."""
    return all(find_spec(name) is not None for name in ("numpy", "cv2", "pypdfium2"))


def is_heic_read() -> bool:
    """Tell whether what decodes HEIC is there, which the extra ``photo`` has on most computers."""
    return find_spec("pi_heif") is not None


def is_reader_wanted() -> bool:
    """Tell whether a process is needed that reads pictures, or deletes those that are kept from before."""
    folder = Path(settings.PICTURES_DIR)
    return is_reader_installed() or (folder.is_dir() and any(folder.iterdir()))


def kind_of(path: Path) -> str:
    """Return the kind of a picture, as its own first bytes tell it: :data:`JPEG`, :data:`PNG`, PDF or HEIC.

    Raises:
        NotTaken: another kind, no size in it, or too many bytes or pixels, or too few.
    """
    if not path.stat().st_size:
        raise NotTaken(Refusal.NOT_A_PICTURE)
    # Only the parts of a map that are read come into memory.
    with path.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if data[:5] == b"%PDF-":
            if len(data) > MAX_BYTES:
                raise NotTaken(Refusal.TOO_LARGE)
            return PDF
        if data[4:8] == b"ftyp" and data[8:12] in _HEIC:
            if data[8:12] not in _STILL or not is_heic_read():
                raise NotTaken(HEIC_UNREAD)
            _check_heic(data)
            return HEIC
        try:
            checked_size(data)
        except RefusedPicture as refused:
            raise NotTaken(refused.refusal) from refused
        return PNG if is_png(data) else JPEG


def _check_heic(data: Data) -> None:
    """Refuse a HEIC that says too many pixels: the size of each picture in it stands in a property named ``ispe``.

    Their decoder refuses a picture of another size than it says.

    Raises:
        NotTaken: too many bytes or pixels, too few, or no size.
    """
    if len(data) > MAX_BYTES:
        raise NotTaken(Refusal.TOO_LARGE)
    sizes = []
    place = data.find(b"ispe")
    while place >= 0:
        # The property has its version and flags, width and height, in four bytes each.
        sizes.append([int.from_bytes(data[place + at : place + at + 4], "big") for at in (8, 12)])
        place = data.find(b"ispe", place + 1)
    if not sizes:
        raise NotTaken(Refusal.NOT_A_PICTURE)
    if any(width * height > MAX_PIXELS_OF_HEIC for width, height in sizes):
        raise NotTaken(Refusal.TOO_LARGE)
    if max(min(size) for size in sizes) < MIN_SIDE:
        raise NotTaken(Refusal.TOO_SMALL)
