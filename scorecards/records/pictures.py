"""Where lines lie on the pictures of their cards: staff see the paper beside a line."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from scorecards.models import CardPicture
from scorecards.photo.as_json import reading_from_json
from scorecards.photo.layout import HEIGHT, WIDTH
from scorecards.photo.reading import BoxReading, CardReading, Rectangle
from tournaments.models import Tournament

PIXELS_A_MM = 8
"""Of a rectified page, as ``scorecards/photo/rectify.py`` makes it."""
PAGE = Rectangle(0, 0, round(WIDTH * PIXELS_A_MM), round(HEIGHT * PIXELS_A_MM))
LABELS = 10
"""How much of the page below the boxes of the totals says what they are, in pixels."""
_AROUND = 10
_INSET = 8
"""How much more than its boxes a crop shows, and how much less than its rectangle the mark of a box takes; pixels."""


@dataclass(frozen=True, slots=True)
class Crop:
    """A part of the rectified page of a picture (its key), and the boxes to mark in it; pixels of the page."""

    picture: int
    part: Rectangle
    marks: Sequence[Rectangle] = ()

    page: Rectangle = PAGE


def crop_of(picture: int, boxes: Sequence[BoxReading], marked: Collection[BoxReading] = (), more: int = 0) -> Crop:
    """Return the part of a page with these boxes (at least one), of which some are marked; ``more`` pixels below."""
    left = min(box.where.left for box in boxes) - _AROUND
    top = min(box.where.top for box in boxes) - _AROUND
    right = max(box.where.left + box.where.width for box in boxes) + _AROUND
    bottom = max(box.where.top + box.where.height for box in boxes) + _AROUND + more
    marks = [
        Rectangle(at.left + _INSET, at.top + _INSET, at.width - 2 * _INSET, at.height - 2 * _INSET)
        for at in (box.where for box in marked)
    ]
    return Crop(picture, Rectangle(left, top, right - left, bottom - top), marks)


def has_picture() -> Exists:
    """Return what tells, in a query of entrants, whether their cards were photographed."""
    return Exists(CardPicture.objects.active().filter(entrant=OuterRef("pk")).exclude(stored=""))


def crops_of_lines(
    tournament: Tournament, asked: Iterable[tuple[int, int | None]]
) -> dict[tuple[int, int | None], Crop]:
    """Return where lines lie on the newest picture of their cards: by entrant's number and game, ``None`` the foot.

    Staff see them beside the lines. Cards that nobody photographed, and pictures that were deleted, have none. One
    query.
    """
    asked = list(asked)
    pictures = CardPicture.objects.active().filter(
        file__tournament=tournament, entrant__number__in={number for number, _ in asked}, reading__isnull=False
    )
    newest = {
        number: (key, reading_from_json(reading or {}))
        for key, number, reading in pictures.exclude(stored="").values_list("pk", "entrant__number", "reading")
    }
    found = {}
    for number, game in asked:
        if number not in newest:
            continue
        key, reading = newest[number]
        boxes = _boxes_of(reading, game)
        if boxes:
            found[number, game] = crop_of(key, boxes, more=LABELS if game is None else 0)
    return found


def _boxes_of(reading: CardReading, game: int | None) -> Sequence[BoxReading]:
    if game is None:
        return reading.foot.boxes if reading.foot is not None else ()
    return next((line.boxes for line in reading.lines if line.game == game), ())
