"""Export the boxes of confirmed cards as small pictures, to train the reader with real hands."""

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from scorecards.models import PictureConfirmation
from scorecards.photo.layout import LINE_COLUMNS, Column
from scorecards.photographs.engine import SIDE, Engine, Place
from scorecards.photographs.files import path_of
from scorecards.photographs.kinds import NotTaken
from tournaments.models import Tournament

_NAMES = {"": "blank", "-": "loss", "x": "struck"}


def labels_of(reading: Mapping[str, Any], confirmed: Mapping[str, Any]) -> dict[Place, str]:
    """Return the folder of each box of confirmed lines: ``0`` to ``9``, ``blank``, ``loss``, ``struck``.

    ``reading`` is a reading as JSON; ``confirmed`` has by game opponent, points, plus and minus. Where the digits that
    were confirmed could stand in other boxes than the ink does, the column is left out.
    """
    found: dict[Place, str] = {}
    for line in reading["lines"]:
        values = confirmed.get(str(line["game"]))
        if values is None:
            continue
        for column, value in zip(LINE_COLUMNS, values[1:4], strict=True):
            boxes = sorted((place, sign) for name, place, sign, *_ in line["boxes"] if name == column.value)
            signs = _signs([sign for _, sign in boxes], value, is_points=column is Column.POINTS)
            for (place, _), sign in zip(boxes, signs, strict=False):
                found[line["game"], column, place] = _NAMES.get(sign, sign)
    return found


def _signs(read: Sequence[str], value: int | None, *, is_points: bool) -> Sequence[str]:
    """Return what stands in the boxes of a column, given what was confirmed; nothing where that is not certain."""
    inked = [place for place, sign in enumerate(read) if sign]
    if not value and not (value == 0 and is_points):
        return read if all(sign in _NAMES for sign in read) else ()
    if is_points and value == 0 and list(read) == ["-"]:
        return read
    text = str(value).zfill(len(inked))
    stand_together = inked == list(range(inked[0], inked[0] + len(inked))) if inked else False
    if len(text) != len(inked) or not stand_together or not {"-", "x"}.isdisjoint(read):
        return ()
    signs = [""] * len(read)
    for place, digit in zip(inked, text, strict=True):
        signs[place] = digit
    return signs


def png(pixels: bytes) -> bytes:
    """Return a crop, 32 x 32 bytes of gray, as a PNG."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(b"\0" + pixels[start : start + SIDE] for start in range(0, SIDE * SIDE, SIDE))
    head = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


EPOCH = (1980, 1, 1, 0, 0, 0)


def boxes_of(tournament: Tournament, engine: Engine) -> bytes:
    """Return a zip file with a folder for each sign, as ``make model ARGS="--real FOLDER"`` takes them. No names.

    Pictures that were deleted, or cannot be read any more, are left out.
    """
    confirmed = PictureConfirmation.objects.active().filter(picture__file__tournament=tournament).order_by("pk")
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w") as archive:
        for number, one in enumerate(confirmed.select_related("picture"), start=1):
            labels = labels_of(one.picture.reading, one.confirmed) if one.picture.reading else {}
            if not labels or not one.picture.stored or not path_of(one.picture.stored).is_file():
                continue
            with suppress(NotTaken):
                crops = engine.cut(path_of(one.picture.stored), tournament.games)
                for (game, column, place), folder in labels.items():
                    name = f"{folder}/{number:04}-{game:02}-{column.value}-{place}.png"
                    archive.writestr(zipfile.ZipInfo(name, EPOCH), png(crops[game, column, place]))
    return found.getvalue()
