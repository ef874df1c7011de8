"""The printed form of a scorecard for photographs: rectangles and labels in mm, black only.

The page that prints it and the simulator draw the same shapes. Standard library only.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorecards.photo import layout
from scorecards.photo.layout import Column

HAIR = 0.2
"""The width in mm of the thin lines of boxes."""
INK = 0
GRAY = 110
"""0 is black, 255 white. Boxes are gray, so that pencil and pen stand out."""

BESIDE, BESIDE_ALONE = 9.5, 25.0
"""The width in mm of what stands beside a name: a seat, or that the opponent left."""

EXAMPLE = {Column.POINTS: "2", Column.PLUS: " 09", Column.MINUS: "   "}
INSTRUCTION = "One digit in each box. Loss: 0 points. Mistake: cross it out and tell the checker."


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle: ``fill`` and ``stroke`` are gray levels, ``None`` for none."""

    x: float
    y: float
    width: float
    height: float
    fill: int | None = None
    stroke: int | None = None


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text on the baseline ``y``. ``anchor`` is start, middle or end; ``size`` in mm.

    ``room`` is the width in mm it may take: what is longer is printed smaller, then cut.
    """

    x: float
    y: float
    text: str
    size: float
    anchor: str = "start"
    is_bold: bool = False
    room: float = 0.0


@dataclass(frozen=True, slots=True)
class FormRow:
    """What is printed in a row before play; blank where the schedule does not say.

    ``beside`` stands beside the opponent: their seat, or that they left.
    """

    seat: str = ""
    opponent: str = ""
    beside: str = ""
    is_off: bool = False


@dataclass(frozen=True, slots=True)
class FormContent:
    """What is printed on one card. ``modules`` is the code's square of dark modules without its quiet zone.

    ``rooms`` tells which tables are in which room, where there are several.
    """

    event: str
    seat: str
    name: str
    rows: Sequence[FormRow]
    modules: Sequence[Sequence[int]]
    rooms: str = ""


Shape = Rect | Label


def shapes(content: FormContent) -> Iterator[Shape]:
    """Yield all shapes of a card. Raises ``ValueError`` for no games or more than 22."""
    games = len(content.rows)
    if not 1 <= games <= layout.MAX_GAMES:
        raise ValueError(f"A scorecard for photographs has 1 to {layout.MAX_GAMES} games, not {games}.")
    yield from _marks()
    yield from _code(content.modules)
    yield from _head(content)
    for game, row in enumerate(content.rows, start=1):
        yield from _row(game, row)
    yield Rect(0, layout.FIRST_ROW, layout.WIDTH, games * layout.PITCH, stroke=INK)
    yield from _foot()
    for box in layout.boxes(games):
        if not (box.row and content.rows[box.row - 1].is_off):
            yield Rect(box.left, box.top, layout.BOX_WIDTH, layout.BOX_HEIGHT, stroke=GRAY)


def _marks() -> Iterator[Shape]:
    for (x, y), cells in zip(layout.MARK_PLACES, layout.MARKS, strict=True):
        yield from _cells(x, y, layout.MARK_SIZE / layout.MARK_CELLS, [[not cell for cell in row] for row in cells])


def _code(modules: Sequence[Sequence[int]]) -> Iterator[Shape]:
    x, y = layout.CODE_PLACE
    size = layout.CODE_SIZE / layout.CODE_MODULES
    quiet = (layout.CODE_MODULES - len(modules)) / 2 * size
    yield from _cells(x + quiet, y + quiet, size, modules)


def _cells(x: float, y: float, size: float, rows: Sequence[Sequence[int]]) -> Iterator[Shape]:
    """Yield the dark cells, those beside one another as one rectangle: no hairline of paper between them."""
    for number, row in enumerate(rows):
        start = None
        for column, is_dark in enumerate([*row, 0]):
            if is_dark and start is None:
                start = column
            elif not is_dark and start is not None:
                yield Rect(x + start * size, y + number * size, (column - start) * size, size, fill=INK)
                start = None


def _head(content: FormContent) -> Iterator[Shape]:
    left, right = layout.MARK_SIZE + 2, layout.CODE_PLACE[0] - 1
    yield Label(left, 3.2, content.event, 3, room=right - left)
    yield Label(left, 12.2, content.seat, 8, is_bold=True, room=24)
    yield Label(left + 26, 12, content.name, 5, is_bold=True, room=right - left - 26)
    yield Label(left, 15.9, content.rooms, 2.8, room=right - left)
    yield Label(0, 19, INSTRUCTION, 3.1, room=layout.WIDTH)
    for x, text in (
        (3.4, "Game"),
        ((layout.GAME_RIGHT + layout.SEAT_RIGHT) / 2, "Seat"),
        (33.5, "Opponent"),
        (_middle(layout.LINE_COLUMNS[Column.POINTS]), "Points"),
        (_middle(layout.LINE_COLUMNS[Column.PLUS]), "Plus +"),
        (_middle(layout.LINE_COLUMNS[Column.MINUS]), "Minus −"),
        (sum(layout.INITIALS) / 2, "Initials"),
    ):
        yield Label(x, 22, text, 2.6, "middle", is_bold=True)
    yield Label(0, layout.EXAMPLE_TOP + 4.6, "Example: you win by 9", 3.2)
    above = (layout.PITCH - layout.BOX_HEIGHT) / 2
    for column, digits in EXAMPLE.items():
        for left, digit in zip(layout.LINE_COLUMNS[column], digits, strict=True):
            yield Rect(left, layout.EXAMPLE_TOP + above, layout.BOX_WIDTH, layout.BOX_HEIGHT, stroke=GRAY)
            if digit.strip():
                yield Label(left + layout.BOX_WIDTH / 2, layout.EXAMPLE_TOP + 5.3, digit, 5, "middle")


def _row(game: int, row: FormRow) -> Iterator[Shape]:
    top = layout.row_top(game)
    if game > 1:
        yield Rect(0, top, layout.NAME_RIGHT, 0, stroke=GRAY)
        yield Rect(layout.INITIALS[0], top, layout.INITIALS[1] - layout.INITIALS[0], 0, stroke=GRAY)
    yield Label(layout.GAME_RIGHT / 2, top + 4.9, str(game), 3.8, "middle", is_bold=True)
    if row.is_off:
        yield Label(layout.SEAT_RIGHT + 1, top + 4.8, "no game", 3.2)
        return
    yield Label((layout.GAME_RIGHT + layout.SEAT_RIGHT) / 2, top + 4.8, row.seat, 3.4, "middle", room=9)
    aside = BESIDE if row.seat else BESIDE_ALONE
    left = layout.SEAT_RIGHT + 1 if row.seat else layout.GAME_RIGHT + 1
    right = layout.NAME_RIGHT - 1
    yield Label(left, top + 4.8, row.opponent, 3.4, room=right - left - aside)
    yield Label(right, top + 4.8, row.beside, 3.4, "end", is_bold=True, room=aside - 1)


def _foot() -> Iterator[Shape]:
    for column, text in (
        (Column.GAMES_WON, "Games won"),
        (Column.POINTS, "Game points"),
        (Column.PLUS, "Plus total"),
        (Column.MINUS, "Minus total"),
    ):
        yield Label(_middle(layout.FOOT_COLUMNS[column]), layout.FOOT_TOP + 9.1, text, 2.3, "middle", is_bold=True)
    yield Label(layout.MARK_SIZE + 2, layout.FOOT_TOP + 4.8, "Totals", 3.4, is_bold=True)


def _middle(lefts: Sequence[float]) -> float:
    return (lefts[0] + lefts[-1] + layout.BOX_WIDTH) / 2
