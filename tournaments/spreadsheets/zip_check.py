"""What a workbook may unpack to: it is a zip file of XML, and it comes from a stranger.

Its directory is checked first, then every part is read once by a streaming parser that keeps nothing.
"""

import zipfile
from contextlib import suppress
from xml.parsers import expat

from tournaments.spreadsheets.table import MAX_COLUMNS, MAX_LINES, MAX_ROWS, FileRefused

MAX_UNPACKED = 16 * 1024 * 1024
MAX_PARTS = 500
# Text shrinks to a tenth or so, the emptiest of ordinary sheets to a fiftieth.
MAX_RATIO = 200
RATIO_COUNTS_FROM = 1024 * 1024
# Blank cells with a format of their own count too.
MAX_CELLS_IN_ROW = 300
# Elements of cells and their text cost little; each of the others becomes an object of openpyxl.
MAX_CELL_ELEMENTS = 600_000
MAX_OTHER_ELEMENTS = 40_000
MAX_DEPTH = 64
CELL_ELEMENTS = {"row", "c", "v", "f", "is", "t", "si"}
PIECE = 64 * 1024

NOT_A_WORKBOOK = "This is not an Excel workbook (.xlsx). Save the list as .xlsx or as “CSV UTF-8”."
DAMAGED = "This Excel workbook is damaged: it cannot be read. Open it, save it again as .xlsx, and try again."


def check_parts(parts: zipfile.ZipFile) -> None:
    """Raise FileRefused at the first limit that a workbook passes; other faults as zipfile and zlib raise them."""
    _check_directory(parts)
    for part in parts.infolist():
        _PartCheck().read(parts, part)


def _check_directory(parts: zipfile.ZipFile) -> None:
    """Refuse what would unpack to more than a list of entrants can need. Nothing is unpacked for this."""
    directory = parts.infolist()
    if "[Content_Types].xml" not in parts.namelist():
        raise FileRefused(NOT_A_WORKBOOK)
    if len(directory) > MAX_PARTS or len(set(parts.namelist())) < len(directory):
        raise FileRefused(DAMAGED)
    if any(part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for part in directory):
        raise FileRefused(DAMAGED)
    if any(part.flag_bits & 1 for part in directory):
        raise FileRefused("This workbook is locked with a password. Save it without one.")
    unpacked = sum(part.file_size for part in directory)
    packed = sum(part.compress_size for part in directory)
    is_bomb = unpacked > RATIO_COUNTS_FROM and unpacked > MAX_RATIO * packed
    if unpacked > MAX_UNPACKED or is_bomb:
        raise FileRefused(
            f"This workbook unpacks to {max(1, unpacked // 1024**2):,} MB, far more than a list of entrants."
            " Copy the list alone into a new workbook."
        )


class _PartCheck:
    """Reads one part as it streams by and refuses it at the first limit that is passed."""

    def __init__(self) -> None:
        self.depth = self.rows = self.cells_in_row = self.cell_elements = self.other_elements = 0

    def read(self, parts: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        # Entities can only be declared here, and no workbook declares any.
        parser.StartDoctypeDeclHandler = self._refuse_declaration
        # A picture is no XML, and nothing says so but its bytes: a sheet may have any name. Whatever the
        # parser stumbles over stops openpyxl at the same place.
        with parts.open(part) as stream, suppress(expat.ExpatError):
            while piece := stream.read(PIECE):
                parser.Parse(piece, False)

    def _refuse_declaration(self, *_: object) -> None:
        raise FileRefused(DAMAGED)

    def _start(self, name: str, _: object) -> None:
        element = name.rpartition(" ")[2]
        self.depth += 1
        if element in CELL_ELEMENTS:
            self.cell_elements += 1
        else:
            self.other_elements += 1
        if element == "row":
            self.rows += 1
            self.cells_in_row = 0
        elif element == "c":
            self.cells_in_row += 1
        self._check()

    def _end(self, _: str) -> None:
        self.depth -= 1

    def _check(self) -> None:
        if self.rows > MAX_LINES:
            raise FileRefused(
                f"A sheet has more than {MAX_LINES:,} rows; a list may have {MAX_ROWS:,}."
                " Copy the list alone into a new workbook, or divide it. Nothing was read."
            )
        if self.cells_in_row > MAX_CELLS_IN_ROW:
            raise FileRefused(
                f"Row {self.rows} of a sheet has more than {MAX_CELLS_IN_ROW} cells. A list may have"
                f" {MAX_COLUMNS} columns: copy it alone into a new workbook."
            )
        if self.depth > MAX_DEPTH or self.cell_elements > MAX_CELL_ELEMENTS or self.other_elements > MAX_OTHER_ELEMENTS:
            raise FileRefused(
                "There is far more in this workbook than a list of entrants needs."
                " Copy the list alone into a new workbook."
            )
