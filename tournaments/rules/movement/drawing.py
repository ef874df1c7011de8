"""A drawing of the tables with arrows: where seats are, and which way players go, as paths for an SVG."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise

from tournaments.rules.movement.setup import MovementKind, Setup
from tournaments.rules.seating import table_of

PITCH, GAP, EDGE = 12, 16, 22
BOARDS_IN_A_ROW = 18
"""Three tables of six: as wide as a phone shows in letters that can be read."""
ROW, TOP = 76, 20
ODD_LANE, ODD_SEAT, EVEN_SEAT, EVEN_LANE = -9, 0, 26, 35
"""From the upper seats of a row of tables: the way along the odd seats, these, the even ones, the way along them."""

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table: its name, the room where it stands, and where it is drawn."""

    name: str
    room: str
    x: int
    y: int
    width: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """A room: tables, the seats of those who move and who stay, ways with an arrow at the end, and ways back."""

    width: int
    height: int
    tables: tuple[DrawnTable, ...]
    moving: str
    staying: str
    ways: tuple[str, ...]
    returns: tuple[str, ...]


def draw_room(setup: Setup, seats: Sequence[str], room_of: Mapping[str, str] | None = None) -> Drawing:
    """Draw the movement of ``setup``; ``seats`` are all seats in order, an even number, the empty one included.

    Tables are as long as they have seats here; ``room_of`` names the room of a table.
    """
    # Seats of another kind of name are drawn by tables of six boards, which have no name.
    names = [table_of(seat) or f"-{board // 6}" for board, seat in enumerate(seats[::2])]
    tables_of = [(name, len(list(group))) for name, group in groupby(names)]
    room = _Room(tuple(boards for _, boards in tables_of))
    everywhere = range(setup.boards)
    odd = [room.at(board, ODD_SEAT) for board in everywhere]
    even = [room.at(board, EVEN_SEAT) for board in everywhere]
    is_odd = setup.field % 2 == 1
    if setup.form is MovementKind.RING:
        moving, staying = ([*odd, *even[:-1]], even[-1:]) if is_odd else ([*odd[1:], *even], odd[:1])
        ways, returns = _ring(room, is_odd=is_odd)
    else:
        moving, staying = even, odd
        ways, returns = [], []
        start = 0
        for size in setup.sections or (setup.boards,):
            section = range(start, start + size)
            ways += room.along(section, EVEN_LANE)
            returns.append(_curve(room.at(section[-1], EVEN_LANE), room.at(section[0], EVEN_LANE)))
            start += size
    called = [("" if name[:1] == "-" else name, (room_of or {}).get(name, "")) for name, _ in tables_of]
    tables = tuple(room.table(index, *names) for index, names in enumerate(called))
    return Drawing(room.width, room.height, tables, _dots(moving), _dots(staying), tuple(ways), tuple(returns))


@dataclass(frozen=True)
class _Room:
    """Tables in rows that go to and fro, so that the last board of a row is beside the first of the next.

    ``tables`` are the boards of each.
    """

    tables: tuple[int, ...]

    @cached_property
    def _rows(self) -> list[list[int]]:
        """The tables of each row, by index: as many as there is room for."""
        rows: list[list[int]] = []
        for table, boards in enumerate(self.tables):
            if rows and sum(self.tables[other] for other in rows[-1]) + boards <= BOARDS_IN_A_ROW:
                rows[-1].append(table)
            else:
                rows.append([table])
        return rows

    @cached_property
    def starts(self) -> dict[int, int]:
        """The table that begins with a board, by board."""
        return {sum(self.tables[:table]): table for table in range(len(self.tables))}

    @cached_property
    def _spots(self) -> list[tuple[int, int]]:
        """The row of each board, and how far from its beginning."""
        return [
            (row, EDGE + sum(self.tables[other] * PITCH + GAP for other in there[:place]) + board * PITCH + PITCH // 2)
            for row, there in enumerate(self._rows)
            for place, table in enumerate(there)
            for board in range(self.tables[table])
        ]

    @cached_property
    def width(self) -> int:
        longest = max(sum(self.tables[table] * PITCH + GAP for table in row) for row in self._rows)
        return 2 * EDGE + longest - GAP

    @property
    def height(self) -> int:
        return len(self._rows) * ROW

    def at(self, board: int, lane: int) -> Point:
        """Return where a board is, at one of its seats or on the way along them."""
        row, x = self._spots[board]
        return (self.width - x if row % 2 else x), TOP + row * ROW + lane

    def table(self, index: int, name: str, room: str) -> DrawnTable:
        first = sum(self.tables[:index])
        last = first + self.tables[index] - 1
        (one, y), (other, _) = self.at(first, ODD_SEAT), self.at(last, ODD_SEAT)
        return DrawnTable(name, room, min(one, other) - PITCH // 2, y + 5, abs(other - one) + PITCH)

    def along(self, boards: Sequence[int], lane: int) -> list[str]:
        """Return a way along boards that follow each other up or down, with an arrow at each table."""
        ways = []
        stops = [boards[0], *(board for board in boards[1:-1] if board in self.starts), *boards[-1:]]
        for one, other in pairwise(stops):
            points = [self.at(one, lane)]
            low, high = sorted((one, other))
            turn = self._turn(low, high, lane)
            points += turn if one == low else turn[::-1]
            points.append(self.at(other, lane))
            ways.append(_line(points))
        return ways

    def _turn(self, low: int, high: int, lane: int) -> list[Point]:
        """Return the way round the end of a row, between boards of two rows."""
        (_, y), (_, below) = self.at(low, lane), self.at(high, lane)
        if y == below:
            return []
        row, _ = self._spots[low]
        outer = EDGE // 2 if lane == EVEN_LANE else EDGE // 4
        x = outer if row % 2 else self.width - outer
        return [(x, y), (x, below)]


def _ring(room: _Room, *, is_odd: bool) -> tuple[list[str], list[str]]:
    boards = sum(room.tables)
    last = boards - 1
    up = range(0 if is_odd else 1, boards)
    down = range(last - is_odd, -1, -1)
    ways = [*room.along(up, ODD_LANE), *room.along(down, EVEN_LANE)] if boards > 1 else []
    over = _line([room.at(up[-1], ODD_LANE), room.at(down[0], EVEN_LANE)]) if boards > 1 else ""
    back = _line([room.at(0, EVEN_LANE), room.at(up[0], ODD_LANE)]) if boards > 1 else ""
    return ways, [way for way in (over, back) if way]


def _line(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def _curve(one: Point, other: Point) -> str:
    (x, y), (end, below) = one, other
    return f"M{x} {y}C{x} {y + 16} {end} {below + 16} {end} {below}"


def _dots(points: Iterable[Point]) -> str:
    return "".join(f"M{x} {y}h0" for x, y in points)
