"""Where everything stands on a scorecard for photographs, in mm from the top left of its live area, y downwards.

The printed page, the simulator and the reader use these places and no others. The live area is centered on the paper,
so that the same print fits A5 and half-Letter. Pure data: standard library only.
"""

import hashlib
import re
from base64 import b32encode
from dataclasses import dataclass
from enum import StrEnum

LAYOUT_VERSION = 1
"""Printed in the code. A change of a place below needs a new version."""

WIDTH, HEIGHT = 128.0, 198.0
MAX_GAMES = 22

MARK_SIZE = 9.0
MARK_CELLS = 6
MARKS = (
    ((0, 0, 0, 0, 0, 0), (0, 1, 0, 1, 1, 0), (0, 0, 1, 0, 1, 0), (0, 0, 0, 1, 1, 0), (0, 0, 0, 1, 0, 0), (0,) * 6),
    ((0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0), (0, 1, 1, 1, 1, 0), (0, 1, 0, 0, 1, 0), (0, 1, 0, 1, 0, 0), (0,) * 6),
    ((0, 0, 0, 0, 0, 0), (0, 0, 0, 1, 1, 0), (0, 0, 0, 1, 1, 0), (0, 0, 0, 1, 0, 0), (0, 1, 1, 0, 1, 0), (0,) * 6),
    ((0, 0, 0, 0, 0, 0), (0, 1, 0, 0, 1, 0), (0, 1, 0, 0, 1, 0), (0, 0, 1, 0, 0, 0), (0, 0, 1, 1, 0, 0), (0,) * 6),
)
"""ArUco marks 0 to 3 of the dictionary 4x4_50 with their black border, by row; 1 is white.

Source: OpenCV, ``aruco.getPredefinedDictionary(DICT_4X4_50)``; ``tests/scorecards/photo/test_layout.py`` compares.
"""
MARK_PLACES = ((0.0, 0.0), (WIDTH - MARK_SIZE, 0.0), (0.0, HEIGHT - MARK_SIZE), (WIDTH - MARK_SIZE, HEIGHT - MARK_SIZE))
"""The top left corner of each mark, by its number: top left, top right, bottom left, bottom right."""

CODE_SIZE = 17.0
CODE_MODULES = 33
"""A QR code of version 2 has 25 modules, and 4 of quiet zone on each side."""
CODE_PLACE = (WIDTH - MARK_SIZE - 2.0 - CODE_SIZE, 0.0)

BOX_WIDTH, BOX_HEIGHT = 6.2, 6.0
PITCH = 7.0
EXAMPLE_TOP = 23.5
FIRST_ROW = 32.0
FOOT_TOP = 188.0

GAME_RIGHT = 6.0
SEAT_RIGHT = 16.0
NAME_RIGHT = 51.0
INITIALS = (113.5, WIDTH)


class Column(StrEnum):
    """What a group of boxes holds."""

    POINTS = "points"
    PLUS = "plus"
    MINUS = "minus"
    GAMES_WON = "games_won"


LINE_COLUMNS = {Column.POINTS: (53.0,), Column.PLUS: (64.0, 71.0, 78.0), Column.MINUS: (90.0, 97.0, 104.0)}
"""The left edge of each box of a line."""
FOOT_COLUMNS = {
    Column.GAMES_WON: (25.0, 32.0),
    Column.POINTS: (46.0, 53.0),
    Column.PLUS: (64.0, 71.0, 78.0),
    Column.MINUS: (90.0, 97.0, 104.0),
}
FOOT = 0
"""The row number of the foot; games have theirs."""


@dataclass(frozen=True, slots=True)
class Box:
    """One box for one digit. ``row`` is a game or ``FOOT``, ``place`` counts from the left within its column."""

    row: int
    column: Column
    place: int
    left: float
    top: float

    @property
    def center(self) -> tuple[float, float]:
        """Return x and y in mm."""
        return self.left + BOX_WIDTH / 2, self.top + BOX_HEIGHT / 2


def row_top(game: int) -> float:
    """Return the top of the row of a game, from 1, in mm."""
    return FIRST_ROW + (game - 1) * PITCH


def boxes(games: int = MAX_GAMES) -> tuple[Box, ...]:
    """Return the boxes of a card of 1 to 22 games: 7 for each game, then the 10 of the foot."""
    above = (PITCH - BOX_HEIGHT) / 2
    return tuple(
        Box(row, column, place, left, top)
        for row, columns, top in (
            *((game, LINE_COLUMNS, row_top(game) + above) for game in range(1, games + 1)),
            (FOOT, FOOT_COLUMNS, FOOT_TOP + above),
        )
        for column, lefts in columns.items()
        for place, left in enumerate(lefts)
    )


QR_VERSION = 2
QR_ERROR = "q"
_TEXT = re.compile(r"CRIB(\d)/([A-Z2-7]{8})/(\d{1,4})/(\d{1,3})")


@dataclass(frozen=True, slots=True)
class CardCode:
    """Names one printed scorecard. ``event`` is :func:`event_key`; ``version`` counts the printings, 1 to 999."""

    event: str
    entrant: int
    version: int
    layout: int = LAYOUT_VERSION

    @property
    def text(self) -> str:
        """Return the text of the code: at most 24 characters that QR codes hold at 5.5 bits each."""
        return f"CRIB{self.layout}/{self.event}/{self.entrant}/{self.version}"


def event_key(slug: str) -> str:
    """Return eight characters that stand for an event in codes: 40 bits of the SHA-256 of its address."""
    return b32encode(hashlib.sha256(slug.encode()).digest()[:5]).decode()


def parse_code(text: str) -> CardCode | None:
    """Return what a code says, ``None`` if it is not the code of a scorecard."""
    found = _TEXT.fullmatch(text)
    if found is None:
        return None
    layout, event, entrant, version = found.groups()
    return CardCode(event, int(entrant), int(version), int(layout))
