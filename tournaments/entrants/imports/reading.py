"""A list of entrants on its way from the upload through the preview into the database.

Between the two it is kept in the page itself, compressed and signed. Nothing lies on the server's disk under a
name, or in a session that two tabs would fight over; the signature keeps strangers from handing in something
that was never checked, or that unpacks without end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from dataclasses import field as dataclass_field
from html import unescape

from django.core import signing
from django.core.files.uploadedfile import UploadedFile

from tournaments.entrants.imports.columns import Field, guess_fields, heading_row
from tournaments.entrants.imports.headless import address_rows, people_of_lines, tidy_columns, without_markers
from tournaments.entrants.imports.rows import Marks
from tournaments.entrants.imports.standing import doubts_by_color
from tournaments.models import Tournament
from tournaments.spreadsheets.table import (
    MAX_BYTES,
    MAX_CHARACTERS,
    FileRefused,
    TableRows,
    decode,
    read_text,
    separator_of,
    tidy_table,
)
from tournaments.spreadsheets.xlsx import read_workbook

ZIP, OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
# Well within what Django takes in of fields.
MAX_PACKED_LENGTH = 2_000_000
_GAP = re.compile(r"(?<=[^\s.])(?=[ .]*\.{4})[ .]+(?=[^\s.])|(?<=\S) {3,}(?=\S)")
_NARROW_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
_RULE = re.compile(r"(?=.*?[-=]{2})[-+=|: ]+")
_ENTITY = re.compile(r"&(?:#\d{1,6}|#x[0-9a-f]{1,5}|[a-z]{2,8});", re.IGNORECASE)
_QUOTED_LINE = re.compile(r'"(?:[^"\n]|"")*"')


@dataclass(frozen=True, slots=True)
class ListDraft:
    """A list that was read but not stored: its rows, where it came from, and what else the sheet shows.

    ``doubts`` and ``comments`` are by number of the row, as text; ``hidden`` are columns, from 0. ``separator``
    is what stands between the columns of a text, with the blank after it, as in ``Last, First``.
    """

    table: TableRows
    source: str
    doubts: Mapping[str, Sequence[str]] = dataclass_field(default_factory=dict)
    comments: Mapping[str, Sequence[str]] = dataclass_field(default_factory=dict)
    hidden: Sequence[int] = ()
    separator: str = ""

    @property
    def marks(self) -> list[Marks]:
        return [{int(row): texts for row, texts in one.items()} for one in (self.doubts, self.comments)]

    def packed(self, tournament: Tournament) -> str:
        """Return the list for a hidden field of the preview; FileRefused if a page cannot carry so much."""
        packed = signing.dumps(asdict(self), salt=_salt(tournament), compress=True)
        if len(packed) > MAX_PACKED_LENGTH:
            raise FileRefused("There is far more text in this list than entrants need. Nothing was read.")
        return packed

    @classmethod
    def unpacked(cls, packed: str, tournament: Tournament) -> ListDraft:
        """Return the list that a preview carried; FileRefused if it was damaged, or is of another event."""
        try:
            return cls(**signing.loads(packed, salt=_salt(tournament)))
        except signing.BadSignature as error:
            raise FileRefused("The preview was damaged on its way. Hand the list in again.") from error


def _columns_drawn(text: str) -> str:
    """Return a text whose columns are drawn, by spaces, dots or upright lines, with tabs between them."""
    if "\t" in text:
        return text
    lines = text.split("\n")
    filled = [line for line in lines if line.strip() and not _RULE.fullmatch(line)]
    if 2 * sum("|" in line.strip("| ") for line in filled) > len(filled):
        return "\n".join(
            "" if _RULE.fullmatch(line) else "\t".join(map(str.strip, line.strip().strip("|").split("|")))
            for line in lines
        )
    if 2 * sum(bool(_GAP.search(line)) for line in filled) <= len(filled):
        return text
    wide = [_GAP.sub("\t", line) for line in lines]
    columns = max(line.count("\t") for line in wide)
    # A long cell leaves but two spaces before the next column.
    narrow = [_NARROW_GAP.sub("\t", line) for line in lines]
    return "\n".join(near if near.count("\t") == columns else far for far, near in zip(wide, narrow, strict=True))


def _lines_unquoted(text: str) -> str:
    """Return a list each of whose lines is in quotation marks as a whole, ``"Name,Club"``, without them."""
    filled = [line.strip() for line in text.split("\n") if line.strip()]
    if not filled or not all(map(_QUOTED_LINE.fullmatch, filled)):
        return text
    bare = "\n".join(line.strip()[1:-1].replace('""', '"') for line in text.split("\n"))
    table = read_text(bare)
    headings = heading_row(table)
    return bare if headings and sum(field is not None for field in guess_fields(table[headings - 1])) > 1 else text


def _salt(tournament: Tournament) -> str:
    return f"entrants of {tournament.pk}"


def read_draft(file: UploadedFile | None, pasted: str) -> ListDraft:
    """Read what was handed in, a file before pasted text; FileRefused if it cannot be read, or there is nothing."""
    if file is None:
        if not pasted.strip():
            raise FileRefused("Choose a file, or paste a list.")
        return read_list(pasted, "the pasted list")
    name = file.name or "the file"
    if (file.size or 0) > MAX_BYTES:
        raise FileRefused(f"The file is larger than {MAX_BYTES // 1024**2} MB. A list of entrants is far smaller.")
    data = file.read()
    if data.startswith((ZIP, OLD_EXCEL)) or name.lower().endswith((".xlsx", ".xls")):
        sheet = read_workbook(data, is_list=heading_row)
        others = f" ({sheet.others} more not read)" if sheet.others else ""
        part = "" if sheet.is_whole else ", without comments and what is hidden"
        marks = doubts_by_color(sheet.colors, sheet.legends)
        for row, texts in sheet.marks.items():
            marks[row] = [*texts, *marks.get(row, ())]
        doubts, comments = ({str(row): texts for row, texts in one.items()} for one in (marks, sheet.comments))
        source = f"{name}, sheet “{sheet.title}”{others}{part}"
        return ListDraft(sheet.table, source, doubts, comments, sheet.hidden_columns)
    return read_list(decode(data), name)


def read_list(text: str, source: str) -> ListDraft:
    """Read a list that is text: a table, lines with numbers or bullets, or addresses of a mail program."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    # UTF-8 that was read as Western once: "JosÃ©".
    with suppress(UnicodeError):
        text = text if text.isascii() else text.encode("cp1252").decode()
    # As web pages write them: "O&#39;Brien".
    text = _ENTITY.sub(lambda found: unescape(found[0]), text)
    text = people_of_lines(_columns_drawn(_lines_unquoted(text)))
    if len(text) <= MAX_CHARACTERS and (rows := address_rows(text)):
        return ListDraft(tidy_table(rows), source)
    table = read_text(text)
    headings = heading_row(table)
    if not headings and (bare := without_markers(text)) != text:
        text, table = bare, read_text(bare)
    separator = separator_of(text.split("\n"))
    if separator != ",":
        return ListDraft(table, source, separator=separator)
    is_spaced = all(line.count(",") == line.count(", ") for line in text.split("\n"))
    titles = guess_fields(table[headings - 1]) if headings else []
    if headings and Field.NAME in titles:
        width = max(place for place, cell in enumerate(table[headings - 1], start=1) if cell)
        table = tidy_columns(table, width, titles.index(Field.NAME))
    elif not headings and is_spaced:
        table = tidy_columns(table, 0, 0)
    return ListDraft(table, source, separator=", " if is_spaced else ",")
