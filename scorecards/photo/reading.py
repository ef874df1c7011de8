"""The reader's result: plain data, without arrays."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scorecards.photo.layout import CardCode, Column


class Refusal(StrEnum):
    """Why a picture was not read, or has to be looked at by a person first."""

    NOT_A_PICTURE = "not a picture"
    TOO_LARGE = "too large"
    TOO_SMALL = "too small"
    NO_CARD = "no card"
    NOT_SHARP = "not sharp"
    FAINT = "too faint"
    CODE_UNREAD = "code unread"
    OTHER_EVENT = "other event"
    OTHER_LAYOUT = "other layout"
    UNKNOWN_CARD = "unknown card"

    @classmethod
    def _missing_(cls, value: object) -> "Refusal | None":
        # Readings that were stored by November 2026 told apart that several cards lay over one another.
        return cls.NO_CARD if value == "several cards" else None


NEEDS_ANOTHER_PICTURE = frozenset(
    {
        Refusal.NOT_A_PICTURE,
        Refusal.TOO_LARGE,
        Refusal.TOO_SMALL,
        Refusal.NO_CARD,
        Refusal.NOT_SHARP,
        Refusal.FAINT,
        Refusal.OTHER_LAYOUT,
    }
)


class Doubt(StrEnum):
    """Why a line waits for a person."""

    UNSURE = "unsure"
    """The ink could be read otherwise."""
    STRUCK = "struck"
    """A box is crossed out, written over or not readable."""
    CONTRADICTS = "contradicts itself"
    """The line, as the ink reads best, cannot stand by the rules: points against spread, both columns."""
    INCOMPLETE = "incomplete"
    """Something is written, and something is missing."""
    DIFFERS = "differs from the other card"


@dataclass(frozen=True, slots=True)
class ExpectedCard:
    """A card that may come: an event's entrants by the code that was printed for them. ``games`` is 1 to 22."""

    code: CardCode
    games: int


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A place on the rectified page, in pixels of ``rectify.SCALE`` a mm: left, top, width, height."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class BoxReading:
    """One box: the sign that it most likely holds, and how likely that is, 0 to 1.

    ``sign`` is a digit, "" for blank, "-" for a dash, "x" for crossed out or not readable.
    """

    column: Column
    place: int
    sign: str
    confidence: float
    where: Rectangle


@dataclass(frozen=True, slots=True)
class LineReading:
    """One line as its ink reads best. ``None`` is a blank. Never completed or corrected by a rule or another card.

    ``confidence`` is how likely the whole line is as read, 0 to 1. ``doubt`` is ``None`` for a line that is certain.
    """

    game: int
    points: int | None
    plus: int | None
    minus: int | None
    confidence: float
    doubt: Doubt | None
    boxes: tuple[BoxReading, ...]

    @property
    def values(self) -> tuple[int | None, int | None, int | None]:
        """Return game points, plus and minus."""
        return self.points, self.plus, self.minus

    @property
    def is_blank(self) -> bool:
        """Tell whether nothing is written."""
        return self.values == (None, None, None) and self.doubt is None

    @property
    def doubtful_boxes(self) -> tuple[BoxReading, ...]:
        """Return the boxes to show: those that are unsure themselves, or all with ink where only their sum is off."""
        if self.doubt is None:
            return ()
        unsure = tuple(box for box in self.boxes if box.sign == "x" or box.confidence < UNSURE_BOX)
        return unsure or tuple(box for box in self.boxes if box.sign)


UNSURE_BOX = 0.97


@dataclass(frozen=True, slots=True)
class FootReading:
    """The totals at the foot as read, ``None`` for blank or not readable, and the sums of the lines as read."""

    totals: Mapping[Column, int | None]
    sums: Mapping[Column, int]
    confidence: Mapping[Column, float]
    boxes: tuple[BoxReading, ...]


Homography = tuple[tuple[float, float, float], ...]


@dataclass(frozen=True, slots=True)
class CardReading:
    """What one picture says.

    ``refusals`` is empty where all is well. With one of ``NEEDS_ANOTHER_PICTURE`` no line is read; with the others the
    lines are read, and a person says whose card it is. ``homography`` leads from the rectified page to the picture,
    3 x 3 by rows: :func:`scorecards.photo.pictures.page_jpeg` cuts the page out again.
    """

    refusals: tuple[Refusal, ...] = ()
    code: CardCode | None = None
    lines: tuple[LineReading, ...] = ()
    foot: FootReading | None = None
    homography: Homography = ()
    misfit: float = 0.0
    """How far printed lines lie from where the fit says, in mm: a measure of curl and sharpness."""
