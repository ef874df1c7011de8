"""Reading and writing Excel workbooks, which come from strangers: nothing is unpacked that could fill the memory.

Only what passes zip_check.py is given to openpyxl. Formulas are never worked out: a cell that holds one reads as its
text. What people see beside the text comes along: what is struck through, hidden or commented on.
"""

import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO
from typing import Any
from xml.etree.ElementTree import ParseError
from xml.parsers import expat

from openpyxl import Workbook, load_workbook  # type: ignore[import-untyped]
from openpyxl.cell import WriteOnlyCell  # type: ignore[import-untyped]
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE  # type: ignore[import-untyped]
from openpyxl.cell.read_only import EMPTY_CELL  # type: ignore[import-untyped]
from openpyxl.cell.rich_text import CellRichText, TextBlock  # type: ignore[import-untyped]

from tournaments.spreadsheets.csv import safe_cell
from tournaments.spreadsheets.table import MAX_BYTES, MAX_LINES, FileRefused, TableRows, tidy_table
from tournaments.spreadsheets.zip_check import DAMAGED, MAX_CELLS_IN_ROW, NOT_A_WORKBOOK, check_parts

# A larger workbook (some 1,500 rows of 40 columns) is read by the row, which tells no comments and nothing hidden.
MAX_READ_WHOLE = 3 * 1024 * 1024

OLD_EXCEL = b"\xd0\xcf\x11\xe0"

# What zipfile, the parsers and openpyxl raise on damaged workbooks.
FAULTS_OF_WORKBOOKS = (
    *(zipfile.BadZipFile, zlib.error, expat.ExpatError, ParseError, EOFError, OSError, RuntimeError),
    *(KeyError, IndexError, ValueError, TypeError, AttributeError, OverflowError, NotImplementedError, Warning),
)


class EmptySheet(Exception):
    """A sheet without anything in it; the next one may hold the list."""


class Worksheet:
    """The rows of the first sheet with anything in it, its title, and how many others were not read.

    ``marks`` says by number of the row what is struck through or hidden, ``comments`` what is commented there;
    ``colors`` is in which colors each row begins that has a text, blank for none, and ``legends`` are texts that stand
    alone in or beside a color. ``hidden_columns`` counts from 0. ``is_whole`` is false where the workbook is too large
    to tell.
    """

    def __init__(self, sheet: Any, others: int, *, is_whole: bool) -> None:
        self.title, self.others, self.is_whole = str(sheet.title), others, is_whole
        self.marks: dict[int, list[str]] = {}
        self.comments: dict[int, list[str]] = {}
        self.colors: dict[int, str] = {}
        self.legends: list[tuple[str, str]] = []
        # Below the cell of a column that is merged with those under it, by row and place: the last row of these.
        self._merged = {
            (one.min_row, one.min_col - 1): one.max_row
            for one in (sheet.merged_cells.ranges if is_whole else ())
            if one.max_row > one.min_row
        }
        self.table = tidy_table(self._rows_of(sheet))
        # One entry may stand for several columns.
        hidden = [one for one in sheet.column_dimensions.values() if one.hidden] if is_whole else []
        width = len(self.table[0])
        self.hidden_columns = [at for at in range(width) if any(one.min <= at + 1 <= one.max for one in hidden)]

    def _rows_of(self, sheet: Any) -> Iterator[list[str]]:
        is_whole = self.is_whole
        if is_whole and sheet.max_row > MAX_LINES:
            raise FileRefused(f"The list goes on beyond row {MAX_LINES:,}. Copy the list alone into a new workbook.")
        width = min(sheet.max_column, MAX_CELLS_IN_ROW) if is_whole else MAX_CELLS_IN_ROW
        is_empty = True
        over: dict[int, tuple[str, int]] = {}
        for number, row in enumerate(sheet.iter_rows(max_col=width), start=1):
            # A cell far down comes after thousands of rows in which there is nothing.
            cells = [] if all(cell is EMPTY_CELL for cell in row) else [_text_of(cell) for cell in row]
            self._fill_merged(number, row, cells, over)
            if any(cells):
                is_empty = False
                self._note_marks(number, row, is_hidden=is_whole and bool(sheet.row_dimensions[number].hidden))
                self._note_colors(number, row, cells)
            yield cells
        if is_empty:
            raise EmptySheet

    def _fill_merged(self, number: int, row: Sequence[Any], cells: list[str], over: dict[int, tuple[str, int]]) -> None:
        """Write a text again in each row over which its cell goes; an amount may be that of all of them together."""
        for place, cell in enumerate(row):
            if isinstance(cell.value, str) and (last := self._merged.get((number, place))):
                over[place] = cells[place], last
            elif place in over and number <= over[place][1] and not cells[place]:
                cells[place] = over[place][0]

    def _note_marks(self, number: int, row: Sequence[Any], *, is_hidden: bool) -> None:
        marks = ["This row is hidden in the sheet."] if is_hidden else []
        if any(map(_is_struck, row)):
            marks.append("Struck through in the sheet.")
        comments = [_comment_of(cell) for cell in row if getattr(cell, "comment", None)]
        if marks:
            self.marks[number] = marks
        if comments:
            self.comments[number] = comments

    def _note_colors(self, number: int, row: Sequence[Any], cells: Sequence[str]) -> None:
        """Note in which color a row begins, and what stands in it alone, behind a blank colored cell, or far behind."""
        texts = [place for place, cell in enumerate(cells) if any(char.isalpha() for char in cell)]
        if not texts:
            return
        own = _color_of(row[texts[0]])
        self.colors[number] = own
        for place in texts:
            color = _color_of(row[place])
            if place and not cells[place - 1]:
                color = _color_of(row[place - 1]) or color
            if color and (len(texts) == 1 or color != own):
                self.legends.append((color, cells[place]))


def read_workbook(data: bytes, *, is_list: Callable[[TableRows], object] = bool) -> Worksheet:
    """Return the rows of a workbook's first sheet; FileRefused if it is none, damaged, or larger than a list can be.

    Where ``is_list`` says that the first sheet is no list, it is the first longer one that is, if there is any.
    """
    if len(data) > MAX_BYTES:
        raise FileRefused(f"The file is larger than {MAX_BYTES // 1024**2} MB. A list of entrants is far smaller.")
    if data.startswith(OLD_EXCEL):
        raise FileRefused(
            "This workbook is in the old Excel form (.xls) or locked with a password."
            " Save it as .xlsx without a password."
        )
    try:
        parts = zipfile.ZipFile(BytesIO(data))
    except zipfile.BadZipFile as error:
        raise FileRefused(NOT_A_WORKBOOK) from error
    try:
        with parts:
            check_parts(parts)
            is_whole = sum(part.file_size for part in parts.infolist()) <= MAX_READ_WHOLE
        return _sheet_of_list(data, is_list, is_whole=is_whole)
    except FAULTS_OF_WORKBOOKS as error:
        raise FileRefused(DAMAGED) from error


def _sheet_of_list(data: bytes, is_list: Callable[[TableRows], object], *, is_whole: bool) -> Worksheet:
    book = load_workbook(BytesIO(data), read_only=not is_whole, data_only=False, keep_links=False, rich_text=is_whole)
    try:
        sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
        first = None
        for sheet in sheets:
            # A sheet may be wrong about its own size.
            if not is_whole:
                sheet.reset_dimensions()
            try:
                read = Worksheet(sheet, len(sheets) - 1, is_whole=is_whole)
            except EmptySheet:
                continue
            except FileRefused:
                if first is None:
                    raise
                continue
            if is_list(read.table) and (first is None or len(read.table) > len(first.table)):
                return read
            first = first or read
    finally:
        book.close()
    if first is None:
        raise FileRefused("There is nothing in this workbook: no sheet holds anything.")
    return first


def _color_of(cell: Any) -> str:
    """Return what tells the fill and the ink of a cell from others; blank where it has those of a blank sheet."""
    fill, font = getattr(cell, "fill", None), getattr(cell, "font", None)
    filled = fill.fgColor if fill is not None and fill.fill_type else None
    return " ".join(
        f"{what}{color.value}{color.tint or ''}"
        for what, color, plain in (("fill", filled, _WHITE), ("ink", font and font.color, _BLACK))
        if color is not None and (color.type, color.value, color.tint) not in plain
    )


_WHITE = {
    ("rgb", "FFFFFFFF", 0.0),
    ("rgb", "00FFFFFF", 0.0),
    ("theme", 0, 0.0),
    ("indexed", 9, 0.0),
    ("indexed", 65, 0.0),
}
_BLACK = {
    ("rgb", "FF000000", 0.0),
    ("rgb", "00000000", 0.0),
    ("theme", 1, 0.0),
    ("indexed", 8, 0.0),
    ("indexed", 64, 0.0),
}


def _comment_of(cell: Any) -> str:
    """Return what a comment says, without its author and what Excel writes before it for older versions of itself."""
    text = str(cell.comment.text or "")
    _, threaded, said = text.partition("Comment:")
    if threaded and text.startswith("[Threaded comment]"):
        return said.strip()
    return text.removeprefix(f"{cell.comment.author}:").strip()


def _is_struck(cell: Any) -> bool:
    """Whether a cell, or some of the words in it, is struck through."""
    if isinstance(cell.value, CellRichText):
        return any(isinstance(part, TextBlock) and part.font.strike for part in cell.value)
    return cell.value is not None and cell.font is not None and bool(cell.font.strike)


def _text_of(cell: Any) -> str:
    """Return a cell as text: formulas as they are written, numbers as the sheet shows them."""
    value = cell.value
    if value is None:
        return ""
    if cell.data_type == "f":
        return value if isinstance(value, str) else "="
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float) and (shown := _as_shown(value, str(cell.number_format))):
        return safe_cell(shown)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime) and value.time() == datetime.min.time():
        return value.date().isoformat()
    # A text may begin like a formula without being one: only the type of its cell tells.
    return safe_cell(value)


_FORMAT_PART = re.compile(r'"([^"]*)"|\\(.)|\[[^\]]*\]|[_*].|([0#?])|(.)', re.DOTALL)


def _as_shown(value: float, number_format: str) -> str:
    """Return a number in which a format writes more than digits, ``MN041`` for 41 in ``"MN"000``; blank for others.

    Amounts, which are read as numbers, have a point or separators of thousands in their format.
    """
    if number_format.endswith("%"):
        return f"{round(value * 100, 6):g}%"
    parts = _FORMAT_PART.findall(number_format.split(";")[0])
    digits = [found[2] for found in parts if found[2]]
    signs = "".join(found[0] or found[1] or found[3] for found in parts)
    is_plain = not signs.strip("$€£ ") and digits.count("0") < 2
    if (
        not digits
        or is_plain
        or value < 0
        or any(sign in "".join(f[3] for f in parts) for sign in ".,/EeGgyYmMdDhHsS@")
    ):
        return ""
    left = list(str(round(value)).zfill(digits.count("0")))
    shown = []
    for place, found in reversed(list(enumerate(parts))):
        if found[2]:
            shown.append(left.pop() if left else "")
            if not any(part[2] for part in parts[:place]):
                # The first place holds all digits that are left.
                shown.extend(reversed(left))
        else:
            shown.append(found[0] or found[1] or found[3])
    return "".join(reversed(shown)).strip()


WorksheetData = tuple[str, Sequence[str], Iterable[Sequence[object]]]


def write_workbook(title: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Return a workbook of one sheet. Text stays text: no cell of it is a formula."""
    return write_sheets([(title, header, rows)])


def write_sheets(sheets: Iterable[WorksheetData]) -> bytes:
    """Return a workbook of sheets, each with its title, header and rows. Text stays text: no cell is a formula.

    The same sheets make the same bytes: nothing says when the file was made.
    """
    book = Workbook(write_only=True)
    for title, header, rows in sheets:
        sheet = book.create_sheet(title)
        sheet.freeze_panes = "A2"
        for row in (header, *rows):
            sheet.append([_cell(sheet, value) for value in row])
    file, timeless = BytesIO(), BytesIO()
    book.save(file)
    with zipfile.ZipFile(file) as made, zipfile.ZipFile(timeless, "w", zipfile.ZIP_DEFLATED) as parts:
        for name in made.namelist():
            part = made.read(name)
            if name == "docProps/core.xml":
                part = re.sub(r"<dcterms:.*</dcterms:\w+>", "", part.decode()).encode()
            parts.writestr(zipfile.ZipInfo(name), part, zipfile.ZIP_DEFLATED)
    return timeless.getvalue()


def _cell(sheet: Any, value: object) -> Any:
    if value is None or isinstance(value, int | float | Decimal | date):
        return WriteOnlyCell(sheet, value)
    cell = WriteOnlyCell(sheet)
    cell.value = ILLEGAL_CHARACTERS_RE.sub("", str(value))
    # openpyxl takes a text that begins with "=" for a formula unless it is told otherwise.
    cell.data_type = "s"
    return cell
