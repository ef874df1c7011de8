"""Excel workbooks: read as they look, and refused in words where they are broken or meant to do harm."""

import io
import time
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from unittest.mock import patch

import pytest
from openpyxl import Workbook, load_workbook

from tournaments.entrants.imports.columns import Field
from tournaments.entrants.imports.rows import listed_entrants
from tournaments.spreadsheets.table import FileRefused
from tournaments.spreadsheets.xlsx import read_workbook, write_sheets, write_workbook
from tournaments.spreadsheets.zip_check import MAX_CELLS_IN_ROW, MAX_UNPACKED

MEGABYTE = 1024**2
SHEET = "xl/worksheets/sheet1.xml"
NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def workbook(rows: Sequence[Sequence[Any]] = (("Name",), ("Ann Lee",))) -> bytes:
    book = Workbook()
    book.active.title = "Entrants"
    for row in rows:
        book.active.append(row)
    return saved(book)


def saved(book: Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def with_part(name: str, content: bytes, data: bytes | None = None) -> bytes:
    """Return a workbook with one part replaced or added."""
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data or workbook())) as old,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for part in old.namelist():
            if part != name:
                new.writestr(part, old.read(part))
        new.writestr(name, content)
    return file.getvalue()


def sheet_of(inner: bytes) -> bytes:
    return b"<worksheet %s><sheetData>%s</sheetData></worksheet>" % (NAMESPACE.encode(), inner)


@contextmanager
def memory_below(megabytes: int) -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < megabytes * MEGABYTE


def test_workbook_is_read_as_it_looks() -> None:
    data = workbook(
        [
            ["Name", "ACC", "Paid", "On"],
            ["Ann Lee", 296, 20.5, datetime(2026, 5, 1)],  # noqa: DTZ001
            ["Bo", 7.0, True, None],
        ]
    )

    sheet = read_workbook(data)

    assert sheet.table == [
        ["Name", "ACC", "Paid", "On"],
        ["Ann Lee", "296", "20.5", "2026-05-01"],
        ["Bo", "7", "yes", ""],
    ]
    assert (sheet.title, sheet.others) == ("Entrants", 0)


def test_first_sheet_with_anything_in_it_is_read_and_the_others_counted() -> None:
    book = Workbook()
    book.create_sheet("Players").append(["Ann Lee"])
    book.create_sheet("Fees").append(["x"])

    sheet = read_workbook(saved(book))

    assert (sheet.title, sheet.table, sheet.others) == ("Players", [["Ann Lee"]], 2)


def test_formula_is_not_worked_out_but_a_fault_of_its_row() -> None:
    sheet = read_workbook(workbook([["=1+1"], ['=HYPERLINK("http://x")']]))

    entrants = listed_entrants(sheet.table, [Field.NAME], headings=0)

    assert [entrant.errors[0][:29] for entrant in entrants] == [
        "Name is a formula (=1+1). For",
        "Name is a formula (=HYPERLINK",
    ]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        pytest.param(lambda: b"Name\nAnn\n", "not an Excel workbook", id="text"),
        pytest.param(lambda: b"PK\x03\x04 and no more", "not an Excel workbook", id="half a zip"),
        pytest.param(lambda: b"\xd0\xcf\x11\xe0 old", r"old Excel form \(.xls\)", id="old Excel"),
        pytest.param(lambda: workbook()[:-30], "not an Excel workbook", id="cut off"),
        pytest.param(lambda: with_part(SHEET, b"<worksheet><sheetData>"), "damaged", id="broken XML"),
        pytest.param(lambda: with_part("xl/workbook.xml", b""), "damaged", id="no list of sheets"),
        pytest.param(lambda: workbook([[]]), "no sheet holds anything", id="empty"),
        pytest.param(lambda: workbook([["a"] * 201]), "Row 1 has 201 columns", id="too many columns"),
        pytest.param(
            lambda: with_part(SHEET, sheet_of(b"<row><c><v>1</v></c></row>" * 5002)),
            "more than 5,000 rows",
            id="too many rows",
        ),
        pytest.param(lambda: b"x" * (5 * MEGABYTE + 1), "larger than 5 MB", id="too large"),
    ],
)
def test_workbook_that_cannot_be_read_is_refused_in_words(make: Callable[[], bytes], message: str) -> None:
    data = make()

    with pytest.raises(FileRefused, match=message):
        read_workbook(data)


def test_zip_without_a_workbook_is_refused() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as parts:
        parts.writestr("letter.txt", "hello")

    with pytest.raises(FileRefused, match="not an Excel workbook"):
        read_workbook(file.getvalue())


@pytest.mark.parametrize("row", range(1, len(workbook()), 211))
def test_workbook_with_a_damaged_byte_is_read_or_refused(row: int) -> None:
    data = bytearray(workbook())
    data[row] ^= 0x55

    try:
        table = read_workbook(bytes(data)).table
    except FileRefused:
        return
    assert table == [["Name"], ["Ann Lee"]]


def test_workbook_of_100_000_rows_is_refused_with_little_memory() -> None:
    row = b"<row><c t='inlineStr'><is><t>Ann Lee</t></is></c></row>"
    data = with_part(SHEET, sheet_of(row * 100_000))

    with memory_below(40), pytest.raises(FileRefused, match="20,000 rows|unpacks to"):
        read_workbook(data)


def test_workbook_that_unpacks_without_end_is_refused_before_it_is_unpacked() -> None:
    data = with_part(SHEET, b" " * (MAX_UNPACKED + MEGABYTE))

    with memory_below(10), pytest.raises(FileRefused, match="unpacks to 17 MB"):
        read_workbook(data)


def test_workbook_packed_more_tightly_than_text_can_be_is_refused() -> None:
    data = with_part(SHEET, b" " * (MAX_UNPACKED - MEGABYTE))

    with memory_below(10), pytest.raises(FileRefused, match="unpacks to 15 MB"):
        read_workbook(data)


def test_size_that_the_directory_states_wrongly_is_not_believed() -> None:
    data = with_part(SHEET, sheet_of(b"<row><c t='inlineStr'><is><t>%s</t></is></c></row>" % (b"a" * MEGABYTE)))
    file = io.BytesIO(data)
    with zipfile.ZipFile(file) as parts:
        stated = parts.getinfo(SHEET).file_size
    lie = data.replace(stated.to_bytes(4, "little"), (100).to_bytes(4, "little"))

    with memory_below(10), pytest.raises(FileRefused, match="damaged"):
        read_workbook(lie)


def test_entities_that_multiply_are_refused() -> None:
    lol = b"".join(b'<!ENTITY l%d "%s">' % (n, b"&l%d;" % (n - 1) * 10) for n in range(1, 10))
    bomb = b'<!DOCTYPE x [<!ENTITY l0 "lol">%s]>' % lol + sheet_of(b"<row><c><v>&l9;</v></c></row>")

    with memory_below(10), pytest.raises(FileRefused, match="damaged"):
        read_workbook(with_part(SHEET, bomb))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("inner", "message"),
    [
        pytest.param(b"<row/>" * 20_001, "20,000 rows", id="rows"),
        pytest.param(b"<row>%s</row>" % (b"<c/>" * (MAX_CELLS_IN_ROW + 1)), "Row 1 of a sheet", id="cells"),
        pytest.param(b"<x/>" * 50_000, "far more in this workbook", id="elements"),
        pytest.param(b"<x>" * 100 + b"</x>" * 100, "far more in this workbook", id="depth"),
        pytest.param(b'<row r="1048576"><c><v>1</v></c></row>', "beyond row 20,000", id="a row far down"),
    ],
)
def test_sheet_that_would_fill_the_memory_is_refused(inner: bytes, message: str) -> None:
    data = with_part(SHEET, sheet_of(inner))

    with memory_below(40), pytest.raises(FileRefused, match=message):
        read_workbook(data)


def test_part_with_another_ending_is_checked_too() -> None:
    relations = b"".join(
        [
            b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">',
            b'<Relationship Id="rId1" Target="media/x.png" Type="http://schemas.openxmlformats.org/',
            b'officeDocument/2006/relationships/worksheet"/></Relationships>',
        ]
    )
    data = with_part("xl/_rels/workbook.xml.rels", relations)

    with memory_below(40), pytest.raises(FileRefused, match="far more in this workbook"):
        read_workbook(with_part("xl/media/x.png", sheet_of(b"<x/>" * 50_000), data))


def test_written_workbook_holds_no_formula_and_comes_back_the_same() -> None:
    rows = [[1, "=1+1", Decimal("20.50"), date(2026, 5, 1)], [2, "@Ann\x01", None, "+1"], [3, "-1", "\t=1", "x"]]

    data = write_workbook("Entrants", ["Number", "Name", "Paid", "On"], rows)

    cells = [cell for row in load_workbook(io.BytesIO(data)).active.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} == {"n", "s", "d"}
    assert read_workbook(data).table == [
        ["Number", "Name", "Paid", "On"],
        ["1", "'=1+1", "20.5", "2026-05-01"],
        ["2", "'@Ann", "", "'+1"],
        ["3", "'-1", "' =1", "x"],
    ]


def test_the_same_sheets_make_the_same_bytes_at_any_time() -> None:
    sheets = [("Places", ["Place", "Name"], [[1, "Ann Lee"]])]
    with patch("time.time", return_value=1e9), patch("time.localtime", return_value=time.gmtime(1e9)):
        before = write_sheets(sheets)

    assert write_sheets(sheets) == before
