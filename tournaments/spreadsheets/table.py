"""Read a table as typed, pasted or uploaded: text into rows, within limits."""

import codecs
import csv
import re
from collections.abc import Iterable, Iterator, Sequence

from tournaments.rules.text import tidy

MAX_BYTES = 5 * 1024 * 1024
MAX_ROWS = 5_000
# Blank rows count too.
MAX_LINES = 20_000
# Exports of ticket shops have 60 and more.
MAX_COLUMNS = 200
MAX_CHARACTERS = 1_500_000
MAX_CELL_LENGTH = 2_000
SEPARATORS = ("\t", ";", ",")
# Rows with anything in them: a title and a few remarks may stand above the headings.
LOOKED_FOR_HEADINGS = 10
NO_LISTS = {b"%pdf-": "a PDF", b"{\\rtf": "a document (RTF)", b"<html": "a web page", b"<!doctype": "a web page"}
"""What the bytes of other files begin with, in small letters."""
TableRows = list[list[str]]


class FileRefused(Exception):
    """The file cannot be read as a list of entrants; the message says why and what to do."""


def decode(data: bytes) -> str:
    """Return the text of UTF-8, UTF-16 with its mark, or the Western encodings of spreadsheets; else FileRefused."""
    if len(data) > MAX_BYTES:
        raise FileRefused(f"The file is larger than {MAX_BYTES // 1024**2} MB. A list of entrants is far smaller.")
    begins = data.removeprefix(codecs.BOM_UTF8).lstrip()[:9].lower()
    if other := next((name for start, name in NO_LISTS.items() if begins.startswith(start)), ""):
        raise FileRefused(
            f"This is {other}, which is not a list. Save the list as “CSV UTF-8” or as an Excel workbook (.xlsx)."
        )
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _decoded(data, "utf-16")
    if b"\0" in data:
        raise FileRefused("This is not a text file. Save the list as “CSV UTF-8” or as an Excel workbook (.xlsx).")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # Lines that end without a line feed come from Excel's “CSV (Macintosh)”.
        if b"\r" in data and b"\n" not in data:
            return _decoded(data, "mac_roman")
        # A list to which lines of another were added may be in both.
        return "".join(map(_decoded_line, data.removeprefix(codecs.BOM_UTF8).splitlines(keepends=True)))


def _decoded_line(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return _decoded(line, "cp1252")


def _decoded(data: bytes, encoding: str) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise FileRefused(
            "The letters of this file cannot be read: it is not in UTF-8, UTF-16 or Western (Windows-1252)."
            " Save the list as “CSV UTF-8” and try again."
        ) from error
    if "\0" in text:
        raise FileRefused("This is not a text file. Save the list as “CSV UTF-8” and try again.")
    return text


def read_text(text: str) -> TableRows:
    """Return the rows of a list whose columns are separated by commas, semicolons or tabs.

    Raises:
        FileRefused: there is nothing in it, or too much.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    separator = separator_of(lines)
    try:
        # Limits are looked at row by row: a list that is far too long is never a table.
        return tidy_table(csv.reader((f"{line}\n" for line in lines), delimiter=separator, strict=True))
    except csv.Error:
        return tidy_table(_rows_with_loose_quotes("\n".join(lines), separator))


def separator_of(lines: Sequence[str]) -> str:
    """Return the separator of a list: the first of tab, semicolon, comma that at least half of the first lines have.

    If half of them have none, it is the one that divides the first line with any into the most columns.
    """
    begun = [line for line in lines if line.strip()][:LOOKED_FOR_HEADINGS]
    outside = ["".join(line.split('"')[::2]) for line in begun]
    first = next((text for text in outside if any(separator in text for separator in SEPARATORS)), "")
    usual = (one for one in SEPARATORS if one in first and 2 * sum(one in text for text in outside) >= len(outside))
    return next(usual, "") or max(reversed(SEPARATORS), key=first.count)


def _rows_with_loose_quotes(text: str, separator: str) -> Iterator[list[str]]:
    """Yield the rows of a list in which quotation marks are also written as such: ``"Bob" Smith``, ``5" board``.

    A cell is in quotation marks where the closing one ends it. One that is never closed ends with its cell.
    """
    cell = re.compile(rf'(?:"((?:[^"]|"")*+)"|([^\n{separator}]*))({separator}|\n|$)')
    row: list[str] = []
    place = 0
    while place < len(text):
        found = cell.match(text, place)
        assert found is not None, "any text is a cell"
        row.append(found[2] if found[1] is None else found[1].replace('""', '"'))
        place = found.end()
        if found[3] != separator:
            yield row
            row = []
    if row:
        yield row


def tidy_table(rows: Iterable[Sequence[str]]) -> TableRows:
    """Return the rows with tidy lines in their cells, all of one width, stopping at the first limit that is passed.

    A cell that begins with "=" is a formula; a text that only looks like one has an apostrophe before it.
    Blank rows between others are kept, so that rows are numbered as people see them.

    Raises:
        FileRefused: there are no rows, or there is more than a list of entrants can need.
    """
    table: TableRows = []
    characters = filled = last = 0
    for number, row in enumerate(rows, start=1):
        if number > MAX_LINES:
            raise FileRefused(f"The list goes on beyond row {MAX_LINES:,}. Copy the list alone into a new file.")
        cells = ["\n".join(filter(None, map(tidy, cell.splitlines()))) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        _check_row(number, cells)
        table.append(cells)
        if not cells:
            continue
        filled, last = filled + 1, number
        characters += sum(map(len, cells))
        if characters > MAX_CHARACTERS:
            raise FileRefused("There is far more text in this file than a list of entrants needs. Nothing was read.")
        # One more than fit: the first row may hold the headings.
        if filled > MAX_ROWS + 1:
            raise FileRefused(
                f"There are more than {MAX_ROWS:,} rows. Divide the list into smaller files. Nothing was read."
            )
    if not last:
        raise FileRefused("There is nothing in it: no row holds anything.")
    width = max(map(len, table))
    return [row + [""] * (width - len(row)) for row in table[:last]]


def _check_row(number: int, cells: Sequence[str]) -> None:
    if len(cells) > MAX_COLUMNS:
        raise FileRefused(f"Row {number} has {len(cells)} columns; at most {MAX_COLUMNS} are read.")
    if any(len(cell) > MAX_CELL_LENGTH for cell in cells):
        raise FileRefused(f"Row {number} has a cell of more than {MAX_CELL_LENGTH:,} characters. Is it the right file?")
