"""The rows of a list of entrants: whom each states, and which are nobody and left out with the reason."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from tournaments.entrants.imports.cells import (
    MAX_PAYMENT_LENGTH,
    acc_number,
    entrant_number,
    fee,
    is_numeric,
    is_yes,
    payment,
    plain_text_of,
)
from tournaments.entrants.imports.columns import FIELD_LABELS, NAMES, Field, guess_field, heading_cells, is_heading
from tournaments.rules.names import in_order
from tournaments.rules.pairs import birth_year_in
from tournaments.rules.round_robin import pool_name
from tournaments.rules.text import folded
from tournaments.spreadsheets.table import MAX_CELL_LENGTH, TableRows

MAX_TEXT_LENGTH = 200
MAX_ACC_NUMBER_LENGTH = 40
MAX_LENGTHS = {
    Field.ACC_NUMBER: MAX_ACC_NUMBER_LENGTH,
    Field.NOTE: MAX_CELL_LENGTH,
    Field.PROVINCE: 60,
    Field.PHONE: 60,
    Field.SUFFIX: 20,
    Field.JOINS: MAX_PAYMENT_LENGTH,
}
# Beyond this a title or a row of totals is cut where the preview shows it.
SHOWN_LENGTH = 120
ABOVE = "Above the headings."
AGAIN = "Repeats the headings."
TOTALS = "A row of totals."
NO_NAME = "Only numbers: no name."
SECTION = "A title between the rows."
Stated = Mapping[str, str | int | Decimal]


@dataclass(frozen=True, slots=True)
class ListedEntrant:
    """One row of a list: the row it stood in, what it states, and why it cannot be imported, if so.

    ``stated`` holds only what the row states: a blank cell says nothing. ``omitted`` says which cells besides the name
    cannot be read; the row is imported without them. ``remarks`` are lines for the note. ``is_fee_paid`` says that what
    is owed is paid, whatever it is. ``left_out`` says why a row is nobody; one that could be somebody all the same
    (``may_be_put_back``) is imported where the director says so.
    """

    row: int
    stated: Stated
    errors: tuple[str, ...] = ()
    omitted: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    is_fee_paid: bool = False
    left_out: str = ""
    may_be_put_back: bool = False
    text: str = ""

    @property
    def name(self) -> str:
        return str(self.stated.get("name", ""))


def listed_entrants(
    table: TableRows, fields: Sequence[Field | None], *, headings: int, entry_fee: Decimal = Decimal(0)
) -> list[ListedEntrant]:
    """Return what each row states, blank rows left out; ``headings`` is the row that names the columns (0: none).

    ``entry_fee`` is what is paid where a cell says only that it is.
    """
    titles = heading_cells(table, headings) if headings else []
    # The upper one of two rows of headings belongs to them.
    first = headings - 1 if headings and titles != table[headings - 1] else headings
    above = [_nobody(number, row, ABOVE) for number, row in enumerate(table[: max(first - 1, 0)], start=1) if any(row)]
    body = [(number, row) for number, row in enumerate(table, start=1) if number > headings and any(row)]
    return [*above, *(_listed(number, row, fields, titles, entry_fee) for number, row in body)]


def _nobody(number: int, row: Sequence[str], why: str) -> ListedEntrant:
    return ListedEntrant(number, {}, left_out=why, text=_shown(row))


def _shown(row: Sequence[str]) -> str:
    text = ", ".join(cell for cell in row if cell)
    return text if len(text) <= SHOWN_LENGTH else f"{text[:SHOWN_LENGTH]}…"


def _listed(
    number: int, row: Sequence[str], fields: Sequence[Field | None], titles: Sequence[str], entry_fee: Decimal
) -> ListedEntrant:
    if why := _why_nobody(row, fields, titles):
        if why not in (TOTALS, SECTION):
            return _nobody(number, row, why)
        read = _Reading(titles, entry_fee).read(row, fields)
        may_be = not read.errors
        return ListedEntrant(number, read.stated, left_out=why, may_be_put_back=may_be, text=_shown(row))
    read = _Reading(titles, entry_fee).read(row, fields)
    return ListedEntrant(
        number, read.stated, tuple(read.errors), tuple(read.omitted), tuple(read.remarks), read.is_fee_paid
    )


_TOTAL = re.compile(
    r"(?:grand |sub-?)?totals?\b.{0,40}|(?:sum|count|average|avg|number of (?:players|entrants|entries))\b[:\s]*",
    re.IGNORECASE,
)
_SECTION = re.compile(
    r".{1,60}:|(?:waiting|wait|stand-?by) ?list|alternates?|reserves?"
    r"|(?:late|pre|early)[- ]?(?:entries|registrations?|registered)|registered|cancel+(?:ed|ations?)|withdrawn"
    r"|withdrawals|no[- ]shows?|walk-?ins?|at the door|paid|unpaid|notes?"
    r"|(?:printed|updated|as of|page|sheet|revised|last updated) .{1,60}|(?:end|end of list)|[-_=*. ]{2,}",
    re.IGNORECASE,
)


def _why_nobody(row: Sequence[str], fields: Sequence[Field | None], titles: Sequence[str]) -> str:
    """Return why a row is nobody; blank where it may be somebody."""
    cells = [cell for cell in row if cell]
    if _is_headings(row, fields, titles):
        return AGAIN
    if all(is_numeric(cell) for cell in cells) and not _is_formula_of_name(row, fields):
        return NO_NAME
    others = [cell for cell in cells if not is_numeric(cell)]
    if len(others) == 1 and len(row) > 1 and _TOTAL.fullmatch(others[0]):
        return TOTALS
    if len(cells) == 1 and len(row) > 1 and len(cells[0]) <= SHOWN_LENGTH and _SECTION.fullmatch(cells[0]):
        return SECTION
    return ""


def _is_formula_of_name(row: Sequence[str], fields: Sequence[Field | None]) -> bool:
    return any(field in NAMES and cell.startswith("=") for field, cell in zip(fields, row, strict=False))


def _is_headings(row: Sequence[str], fields: Sequence[Field | None], titles: Sequence[str]) -> bool:
    filled = [(cell, title) for cell, title in zip(row, titles, strict=False) if cell]
    if filled and all(folded(cell) == folded(title) for cell, title in filled):
        return True
    same = [field for field, cell in zip(fields, row, strict=False) if field is guess_field(cell) and is_heading(cell)]
    return bool(titles) and len(same) > 1


class _Reading:
    """Reads one row, cell by cell."""

    def __init__(self, titles: Sequence[str], entry_fee: Decimal) -> None:
        self.titles = titles
        self.entry_fee = entry_fee
        self.stated: dict[str, str | int | Decimal] = {}
        self.errors: list[str] = []
        self.omitted: list[str] = []
        self.remarks: list[str] = []
        self.is_fee_paid = False

    def read(self, row: Sequence[str], fields: Sequence[Field | None]) -> _Reading:
        for place, (field, cell) in enumerate(zip(fields, row, strict=False)):
            if field is None or not cell:
                continue
            try:
                self._cell(field, cell, self.titles[place] if self.titles else "")
            except ValueError as error:
                (self.errors if field in NAMES else self.omitted).append(str(error))
        if self.is_fee_paid:
            self._assume_fee()
        self._make_name()
        return self

    def _cell(self, field: Field, cell: str, title: str) -> None:
        label = FIELD_LABELS[field]
        text = plain_text_of(cell, title or label if field is Field.JOINS else label)
        if field is Field.FEE_PAID:
            self._payment(text, label)
        elif field is Field.JOINS:
            self.remarks.append(f"{title or 'Joins'}: {_short(text, field)}")
        elif field is Field.STAYS_SEATED:
            self._staying(text)
        elif field is Field.NOTE and field.value in self.stated:
            self.remarks.append(f"{title}: {text}" if title else text)
        elif (value := _value(field, text)) != "":
            self.stated[field.value] = value

    def _staying(self, text: str) -> None:
        """Take a yes, a no, or in place of a yes the reason: ``wheelchair``."""
        is_said = is_yes(text)
        self.stated[Field.STAYS_SEATED.value] = is_said is not False
        if is_said is None:
            self.stated[Field.SEATING_NOTE.value] = _short(text, Field.SEATING_NOTE)

    def _payment(self, text: str, label: str) -> None:
        try:
            paid = payment(text, label)
        except ValueError as error:
            if len(text) > MAX_PAYMENT_LENGTH:
                raise
            self.remarks.append(f"Paid: {text}")
            raise ValueError(f"{error} Kept as a note.") from None
        if paid.amount is not None:
            self.stated[Field.FEE_PAID.value] = paid.amount
        self.is_fee_paid = paid.is_fee
        if paid.text:
            self.remarks.append(f"Paid: {paid.text}")

    def _assume_fee(self) -> None:
        owed = self.stated.get(Field.FEE_OWED.value, self.entry_fee)
        if owed:
            self.stated[Field.FEE_PAID.value] = owed
        else:
            self.omitted.append("Fee paid: paid, but the event has no entry fee. Set the fee under Settings.")

    def _make_name(self) -> None:
        stated = self.stated
        if "last_first" in stated:
            stated["name"] = stated.pop("last_first")
        if "name" in stated:
            stated["name"] = in_order(str(stated["name"]))
        elif names := [str(stated[part]) for part in ("first_name", "last_name", "suffix") if part in stated]:
            stated["name"] = " ".join(names)
        if "last_name" not in stated:
            # A first name alone is no reason not to split the name by rule.
            stated.pop("first_name", None)
            stated.pop("suffix", None)
        if not stated.get("name") and not self.errors:
            self.errors.append("There is no name in this row.")
        elif len(str(stated.get("name", ""))) > MAX_TEXT_LENGTH:
            self.errors.append(f"The name is longer than {MAX_TEXT_LENGTH} characters.")


def _value(field: Field, text: str) -> Any:
    label = FIELD_LABELS[field]
    if field is Field.NUMBER:
        return entrant_number(text)
    if field is Field.FEE_OWED:
        return fee(text, label)
    if field in (Field.BIRTH_YEAR, Field.PARTNER_BIRTH_YEAR):
        return birth_year_in(text, label)
    if field is Field.POOL:
        return pool_name(text)
    if field is Field.EMAIL and "@" not in text:
        raise ValueError(f"E-mail: “{text[:30]}” is not an address such as ann@example.org.")
    return _short(acc_number(text) if field is Field.ACC_NUMBER else text, field)


def _short(text: str, field: Field) -> str:
    longest = MAX_LENGTHS.get(field, MAX_TEXT_LENGTH)
    if len(text) > longest:
        raise ValueError(f"{FIELD_LABELS[field]} is longer than {longest:,} characters.")
    return text
