"""A list of entrants on its way from the upload through the preview into the database.

Between the two it travels in the page itself, compressed and signed. Nothing lies on the server's disk under a
name, or in a session that two tabs would fight over; the signature keeps strangers from handing in something
that was never checked, or that unpacks without end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from django.core import signing
from django.core.files.uploadedfile import UploadedFile

from tournaments.entrants.imports.columns import (
    FIELD_LABELS,
    MANY,
    NAMES,
    OF_PAIRS,
    Field,
    Remembered,
    field_called,
    fields_by_place,
    first_rows,
    guess_fields,
    heading_cells,
    heading_row,
)
from tournaments.entrants.imports.rows import ListedEntrant, listed_entrants
from tournaments.entrants.imports.services import ImportChoice
from tournaments.models import Tournament
from tournaments.rules.text import whole_number
from tournaments.spreadsheets.table import MAX_BYTES, FileRefused, TableRows, decode, read_text
from tournaments.spreadsheets.xlsx import read_workbook

ZIP, OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
# Well within what Django takes in of fields.
MAX_PACKED_LENGTH = 2_000_000
SAMPLES = 3
MAX_REASON_LENGTH = 200


@dataclass(frozen=True, slots=True)
class ListDraft:
    """A list that was read but not stored: its rows, and where it came from."""

    table: TableRows
    source: str

    def packed(self, tournament: Tournament) -> str:
        """Return the list for a hidden field of the preview; FileRefused if a page cannot carry so much."""
        packed = signing.dumps({"table": self.table, "source": self.source}, salt=_salt(tournament), compress=True)
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


def _salt(tournament: Tournament) -> str:
    return f"entrants of {tournament.pk}"


def read_draft(file: UploadedFile | None, pasted: str) -> ListDraft:
    """Read what was handed in, a file before pasted text; FileRefused if it cannot be read, or there is nothing."""
    if file is None:
        if not pasted.strip():
            raise FileRefused("Choose a file, or paste a list.")
        return ListDraft(read_text(pasted), "the pasted list")
    name = file.name or "the file"
    if (file.size or 0) > MAX_BYTES:
        raise FileRefused(f"The file is larger than {MAX_BYTES // 1024**2} MB. A list of entrants is far smaller.")
    data = file.read()
    if data.startswith((ZIP, OLD_EXCEL)) or name.lower().endswith((".xlsx", ".xls")):
        sheet = read_workbook(data)
        others = f" ({sheet.others} more not read)" if sheet.others else ""
        return ListDraft(sheet.table, f"{name}, sheet “{sheet.title}”{others}")
    return ListDraft(read_text(decode(data)), name)


@dataclass(frozen=True, slots=True)
class ListColumn:
    """One column of the list as the preview shows it: its heading, the cells below, and what it is imported as."""

    name: str
    heading: str
    samples: Sequence[str]
    field: str


class ColumnsForm:
    """What each column holds: guessed at first, then as the director says."""

    def __init__(
        self,
        draft: ListDraft,
        posted: Mapping[str, Any] | None = None,
        *,
        tournament: Tournament,
        remembered: Remembered | None = None,
    ) -> None:
        self.draft = draft
        self.tournament = tournament
        self.remembered = remembered or {}
        self.left_out: Set[Field | None] = frozenset() if tournament.is_of_pairs else OF_PAIRS
        self.first_rows = first_rows(draft.table)
        if posted is None:
            self.headings = heading_row(draft.table)
            self.fields = self._guessed(self.headings)
            return
        self.headings = self._row(posted.get("headings", ""))
        chosen = [field_called(posted.get(f"column-{place}", "")) for place in range(len(draft.table[0]))]
        self.fields = [None if field in self.left_out else field for field in chosen]
        before = self._row(posted.get("headings_before", ""))
        if before != self.headings and self.fields == self._guessed(before):
            # Nothing was chosen by hand, so that the headings of now may say what the columns hold.
            self.fields = self._guessed(self.headings)

    def _row(self, number: str) -> int:
        """Return the number of one of the first rows, 0 for none."""
        return next((row for row, _ in self.first_rows if str(row) == number), 0)

    def _guessed(self, headings: int) -> list[Field | None]:
        table = self.draft.table
        titles = self.titles(headings)
        guessed = guess_fields(titles, self.remembered) if titles else fields_by_place(table)
        return [None if field in self.left_out else field for field in guessed]

    def titles(self, headings: int) -> list[str]:
        """Return the headings of the columns; nothing where no row has them."""
        return heading_cells(self.draft.table, headings) if headings else []

    @property
    def fields_to_choose(self) -> list[tuple[str, str]]:
        return [(field.value, label) for field, label in FIELD_LABELS.items() if field not in self.left_out]

    @property
    def rows_to_choose(self) -> list[tuple[int, str]]:
        """Return the rows that may hold the headings, with what stands in them."""
        return [(number, ", ".join(cell for cell in row if cell)) for number, row in self.first_rows]

    @property
    def error(self) -> str:
        chosen = [field for field in self.fields if field]
        twice = next((field for field in chosen if field not in MANY and chosen.count(field) > 1), None)
        if twice:
            return f"Two columns are imported as “{FIELD_LABELS[twice]}”: choose one."
        whole = {Field.NAME, Field.LAST_FIRST} & set(chosen)
        if len(whole) > 1 or (whole and {Field.FIRST_NAME, Field.LAST_NAME} & set(chosen)):
            return "Choose either one column for the whole name or those for first and last name."
        if not set(NAMES) & set(chosen):
            return "No column is imported as the name. Choose the column with the names."
        if not self.listed():
            return "Nothing to import: no row below the headings holds anything."
        return ""

    def columns(self) -> list[ListColumn]:
        """Return the columns with what they are imported as and a few cells of each."""
        table = self.draft.table
        titles = self.titles(self.headings)
        body = [row for row in table[self.headings :] if any(row)][:SAMPLES]
        return [
            ListColumn(
                name=f"column-{place}",
                heading=titles[place] if titles else f"Column {place + 1}",
                samples=[row[place] for row in body if row[place]],
                field=field.value if field else "",
            )
            for place, field in enumerate(self.fields)
        ]

    def listed(self) -> list[ListedEntrant]:
        """Return what each row states."""
        fee = self.tournament.entry_fee
        return listed_entrants(self.draft.table, self.fields, headings=self.headings, entry_fee=fee)

    @property
    def blank_rows(self) -> int:
        """How many blank rows stand among the others."""
        return sum(not any(row) for row in self.draft.table)


def choices_in(posted: Mapping[str, Any]) -> dict[int, ImportChoice]:
    """Return what was chosen for rows, by row number."""
    by_value = {choice.value: choice for choice in ImportChoice}
    return {
        row: by_value[posted[name]]
        for name in posted
        if name.startswith("row-") and (row := whole_number(name[4:])) is not None and posted[name] in by_value
    }


def acceptance_reason(posted: Mapping[str, Any]) -> str:
    """Return why pairs play that something speaks against, on one line."""
    return " ".join(str(posted.get("acceptance_reason", "")).split())[:MAX_REASON_LENGTH]
