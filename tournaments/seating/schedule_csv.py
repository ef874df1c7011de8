"""A schedule as CSV, for a spreadsheet: export, and import with the line of every error.

The first line names the columns, in any order and of any case: ``game``, ``first``, ``second``. Each further line is
one pairing: the number of the game, and the two who meet. An entrant is written as the seat of the card (``A-7``),
or as the entrant's number where there is no seat of that name; ``#7`` is always entrant number 7. First
stands the stationary seat. Other columns are left aside, and named. Columns may be parted by comma, semicolon or
tab, and lines end as they like; the text is UTF-8, with or without a byte-order mark.

A cell that a spreadsheet could take for a formula (it begins with ``=``, ``+``, ``-``, ``@``, tab or a line break) is
written with an apostrophe before it, which reading takes away again.
"""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from tournaments.event_file.json_fields import quote
from tournaments.rules.text import whole_number
from tournaments.rules.types import ScheduledGame
from tournaments.spreadsheets.csv import FORMULA_STARTS, plain_cell, safe_cell

COLUMNS = ("game", "first", "second")
MAX_BYTES = 2 * 1024 * 1024
MAX_LINES = 50_000
"""Of one file: twice what 1000 entrants need for 99 games, and few enough to hold in memory at once."""
MAX_ERRORS = 50
MAX_COLUMNS_NAMED = 10


@dataclass(frozen=True, slots=True)
class ScheduleReading:
    """What became of a file.

    ``schedule`` is there only if there are no ``errors``, games ascending and pairs in the order of the file;
    it holds nobody twice in a game. ``errors`` are in words, each with its line, at most 50 and a word that there
    are more. ``ignored`` names the columns that were left aside, the first ten of them.
    """

    schedule: tuple[ScheduledGame, ...] | None
    errors: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()


def write_schedule(schedule: Sequence[ScheduledGame], seat_of: Mapping[int, str]) -> str:
    """Return the schedule as CSV; who has no seat is written by number. Reading it gives the same schedule."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    names = _Names(seat_of)
    for scheduled in sorted(schedule, key=lambda scheduled: scheduled.game):
        for pair in scheduled.pairs:
            writer.writerow([scheduled.game, *(names.written(number) for number in pair)])
    return out.getvalue()


class _Names:
    """How entrants are called in a file, both ways."""

    def __init__(self, seat_of: Mapping[int, str]) -> None:
        self._seat_of = seat_of
        self._by_seat = {seat.casefold(): number for number, seat in seat_of.items() if seat}

    def written(self, number: int) -> str:
        """Return the seat, or the number where there is no seat or where reading it would find somebody else."""
        seat = self._seat_of.get(number)
        cell = safe_cell(seat or "")
        return cell if seat and self.find(_value(cell)) == number else f"#{number}"

    def find(self, name: str) -> int | None:
        """Return the number of the entrant of this name; of one who is not there it is ``None``."""
        if not name.startswith("#") and (number := self._by_seat.get(name.casefold())) is not None:
            return number
        number = _whole_number(name.removeprefix("#"))
        return number if number in self._seat_of else None


def _value(cell: str) -> str:
    return plain_cell(cell.strip())


def _whole_number(text: str) -> int | None:
    return whole_number(text, digits=10)


class _TooManyErrors(Exception):
    """So many errors are noted already that reading on helps nobody."""


def read_schedule(data: bytes, seat_of: Mapping[int, str], *, rounds: int) -> ScheduleReading:
    """Read a schedule of games 1 to ``rounds`` for the entrants in ``seat_of`` (number to seat, may be blank).

    The caller need not read more than ``MAX_BYTES + 1`` bytes of the file. Nothing is raised, whatever
    the bytes are. What one line cannot show, such as a game without somebody, is left to
    :func:`tournaments.rules.schedule_check.check_schedule`.
    """
    text = _decoded(data)
    if isinstance(text, ScheduleReading):
        return text
    reader = _ScheduleReader(text, seat_of, rounds)
    try:
        reader.read()
    except csv.Error as error:
        reader.errors.append(f"line {reader.line}: this is not CSV ({error})")
    except _TooManyErrors:
        reader.errors.append(f"line {reader.line}: reading stopped here, after {MAX_ERRORS} faults")
    schedule = tuple(ScheduledGame(game, tuple(pairs)) for game, pairs in sorted(reader.pairs.items()))
    return ScheduleReading(None if reader.errors else schedule, tuple(reader.errors), reader.ignored)


def _decoded(data: bytes) -> str | ScheduleReading:
    """Return the text, or the reading of a file that is none."""
    refusal = None
    if len(data) > MAX_BYTES:
        refusal = f"the file is larger than {MAX_BYTES // 1024**2} MiB, which no schedule needs"
    elif data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        refusal = "this is an Excel or zip file: save the sheet as CSV (UTF-8)"
    elif data.startswith((b"\xff\xfe", b"\xfe\xff")):
        refusal = "the text is UTF-16: save it as CSV (UTF-8)"
    elif b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        refusal = f"line {line}: this is not a text file"
    else:
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            refusal = f"line {line}: the text is not UTF-8: save it as CSV (UTF-8)"
    return ScheduleReading(None, (refusal,))


class _ScheduleReader:
    """Reads line by line, and knows who plays already in which game."""

    def __init__(self, text: str, seat_of: Mapping[int, str], rounds: int) -> None:
        header = text[: text.find("\n") + 1 or len(text)]
        self._separator = max(",;\t", key=header.count)
        self._rows = csv.reader(io.StringIO(text, newline=""), delimiter=self._separator, strict=True)
        self._rounds = rounds
        self._names = _Names(seat_of)
        self._lines_of: dict[tuple[int, int], int] = {}
        self.pairs: dict[int, list[tuple[int, int]]] = {}
        self.errors: list[str] = []
        self.ignored: tuple[str, ...] = ()

    @property
    def line(self) -> int:
        return max(self._rows.line_num, 1)

    def read(self) -> None:
        columns = self._read_header()
        if columns is None:
            return
        for cells in self._rows:
            if self.line > MAX_LINES:
                self.add_error("", f"the file has more than {MAX_LINES} lines, which no schedule needs")
                return
            if any(cell.strip() for cell in cells):
                self._read_pairing(cells, columns)
        if not self.pairs and not self.errors:
            self.add_error("", "no pairing follows the names of the columns")

    def add_error(self, column: str, text: str) -> None:
        if len(self.errors) >= MAX_ERRORS:
            raise _TooManyErrors
        self.errors.append(f"line {self.line}{f', {column}' if column else ''}: {text}")

    def _read_header(self) -> list[int] | None:
        names = [cell.strip().casefold() for cell in next(self._rows, [])]
        if not any(names):
            self.add_error("", f"the first line must name the columns: {', '.join(COLUMNS)}")
            return None
        for column in COLUMNS:
            if (times := names.count(column)) != 1:
                what = "is missing" if times == 0 else f"is there {times} times"
                self.add_error(
                    "",
                    f"the column {column} {what} (columns found: {', '.join(map(quote, names[:MAX_COLUMNS_NAMED]))})",
                )
        if self.errors:
            return None
        others = (name for name in names if name and name not in COLUMNS)
        self.ignored = tuple(map(quote, islice(others, MAX_COLUMNS_NAMED)))
        return [names.index(column) for column in COLUMNS]

    def _read_pairing(self, cells: list[str], columns: list[int]) -> None:
        if len(cells) <= max(columns):
            self.add_error("", f"there are {len(cells)} cells where {max(columns) + 1} are needed")
            return
        values = [_value(cells[column]) for column in columns]
        game = self._game(values[0])
        first, second = (self._entrant(*named) for named in zip(COLUMNS[1:], values[1:], strict=True))
        if first is not None and first == second:
            self.add_error("", f"{values[1]} is paired with themselves")
            return
        if game is None or first is None or second is None:
            return
        for number, name in ((first, values[1]), (second, values[2])):
            earlier = self._lines_of.setdefault((game, number), self.line)
            if earlier != self.line:
                self.add_error("", f"{name} plays already in game {game}, in line {earlier}")
                return
        self.pairs.setdefault(game, []).append((first, second))

    def _game(self, value: str) -> int | None:
        game = _whole_number(value)
        if game is not None and 1 <= game <= self._rounds:
            return game
        self.add_error("game", f"{quote(value)} is not a game of this event (1 to {self._rounds})")
        return None

    def _entrant(self, column: str, value: str) -> int | None:
        if (number := self._names.find(value)) is not None:
            return number
        if (digits := _whole_number(value.removeprefix("#"))) is not None:
            self.add_error(column, f"no entrant has the number {digits}")
        elif not value:
            self.add_error(column, "nobody is named: the seat is blank")
        elif value.startswith(FORMULA_STARTS):
            self.add_error(column, f"{quote(value)} is a formula: only its result can be read, such as A-7")
        else:
            self.add_error(column, f"nobody sits in {quote(value)}")
        return None
