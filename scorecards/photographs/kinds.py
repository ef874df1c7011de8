"""What kind of file somebody sends, and whether what reads pictures is installed."""

from __future__ import annotations

import mmap
from importlib.util import find_spec
from pathlib import Path

from django.conf import settings

from scorecards.photo.heads import MAX_BYTES, RefusedPicture, checked_size, is_png
from scorecards.photo.reading import Refusal
from scorecards.photographs.refusals import HEIC

JPEG, PNG, PDF = ".jpg", ".png", ".pdf"
CONTENT_TYPES = {JPEG: "image/jpeg", PNG: "image/png", PDF: "application/pdf"}
_HEIC = {b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif"}


class NotTaken(Exception):
    """The file is not taken. ``refusal`` says why, as ``refusals.py`` knows it."""

    def __init__(self, refusal: str) -> None:
        super().__init__(refusal)
        self.refusal = refusal


def is_reader_installed() -> bool:
    """Tell whether the extra ``photo`` is there, without loading it."""
    return all(find_spec(name) is not None for name in ("numpy", "cv2", "pypdfium2"))


def is_reader_wanted() -> bool:
    """Tell whether a process is needed that reads pictures, or deletes those that are kept from before."""
    folder = Path(settings.PICTURES_DIR)
    return is_reader_installed() or (folder.is_dir() and any(folder.iterdir()))


def kind_of(path: Path) -> str:
    """Return the kind of a picture, as its own first bytes tell it: :data:`JPEG`, :data:`PNG` or :data:`PDF`.

    Raises:
        NotTaken: another kind, no size in it, or too many bytes or pixels, or too few.
    """
    if not path.stat().st_size:
        raise NotTaken(Refusal.NOT_A_PICTURE)
    # Of a map only those pages come into memory that are looked at.
    with path.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if data[:5] == b"%PDF-":
            if len(data) > MAX_BYTES:
                raise NotTaken(Refusal.TOO_LARGE)
            return PDF
        if data[4:8] == b"ftyp" and data[8:12] in _HEIC:
            raise NotTaken(HEIC)
        try:
            checked_size(data)
        except RefusedPicture as refused:
            raise NotTaken(refused.refusal) from refused
        return PNG if is_png(data) else JPEG
