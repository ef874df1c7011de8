"""The columns of a list of entrants, and what their cells mean."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from enum import Enum
from itertools import islice

from tournaments.rules.pairs import birth_year_in
from tournaments.rules.round_robin import pool_name
from tournaments.spreadsheets.csv import plain_cell
from tournaments.spreadsheets.table import LOOKED_FOR_HEADINGS, MAX_CELL_LENGTH, TableRows


class Field(Enum):
    """What a column of the list may hold."""

    NAME = "name"
    FIRST_NAME = "first_name"
    LAST_NAME = "last_name"
    LAST_FIRST = "last_first"
    PARTNER = "partner"
    ACC_NUMBER = "acc_number"
    CLUB = "club"
    CITY = "city"
    NUMBER = "number"
    FEE_OWED = "fee_owed"
    FEE_PAID = "fee_paid"
    NOTE = "note"
    PROVINCE = "province"
    BIRTH_YEAR = "birth_year"
    PARTNER_BIRTH_YEAR = "partner_birth_year"
    POOL = "pool"


NAMES = (Field.NAME, Field.FIRST_NAME, Field.LAST_NAME, Field.LAST_FIRST)
# What only a list of pairs may hold.
OF_PAIRS = frozenset({Field.PROVINCE, Field.BIRTH_YEAR, Field.PARTNER_BIRTH_YEAR, Field.POOL})
FIELD_LABELS = {
    Field.NAME: "Name",
    Field.FIRST_NAME: "First name",
    Field.LAST_NAME: "Last name",
    Field.LAST_FIRST: "Name as Last, First",
    Field.PARTNER: "Partner",
    Field.ACC_NUMBER: "ACC number",
    Field.CLUB: "Club",
    Field.CITY: "City",
    Field.NUMBER: "Entrant number",
    Field.FEE_OWED: "Fee owed",
    Field.FEE_PAID: "Fee paid",
    Field.NOTE: "Note",
    Field.PROVINCE: "Province or territory",
    Field.BIRTH_YEAR: "Born (year)",
    Field.PARTNER_BIRTH_YEAR: "Partner born (year)",
    Field.POOL: "Pool",
}
# What people write above their columns, in small letters and without anything but letters.
HEADINGS = {
    Field.NAME: ("name", "player", "playername", "fullname", "entrant", "names"),
    Field.FIRST_NAME: ("firstname", "first", "givenname", "forename"),
    Field.LAST_NAME: ("lastname", "last", "surname", "familyname"),
    Field.LAST_FIRST: ("lastfirst", "lastnamefirstname", "lastnamefirst", "namelastfirst", "playerlastfirst"),
    Field.PARTNER: ("partner", "partnername", "secondplayer"),
    Field.ACC_NUMBER: ("acc", "accnumber", "accno", "accid", "member", "membernumber", "memberno", "membership"),
    Field.CLUB: ("club", "clubname", "homeclub", "accclub", "cribbageclub", "grassroots", "grassrootsclub"),
    Field.CITY: ("city", "town", "place", "hometown", "citystate", "location"),
    Field.NUMBER: ("number", "no", "nr", "entrantnumber", "entrantno"),
    Field.FEE_OWED: ("feeowed", "owed", "fee", "entryfee", "due"),
    Field.FEE_PAID: ("feepaid", "paid", "payment"),
    Field.NOTE: ("note", "notes", "remark", "remarks", "comment", "comments"),
    Field.PROVINCE: ("province", "territory", "provinceterritory", "provinceorterritory", "prov"),
    Field.BIRTH_YEAR: ("birthyear", "yearofbirth", "born", "bornyear", "birthdate", "dateofbirth", "dob"),
    Field.PARTNER_BIRTH_YEAR: (
        *("partnersbirthyear", "partnerbirthyear", "partneryearofbirth", "partnerborn", "partnerbornyear"),
        *("partnersbirthdate", "partnerbirthdate", "partnerdateofbirth", "partnerdob"),
    ),
    Field.POOL: ("pool", "group", "division"),
}
FIELD_OF_HEADING = {heading: field for field, headings in HEADINGS.items() for heading in headings}


def guess_fields(row: Sequence[str]) -> list[Field | None]:
    """Return what each column holds, as far as its heading says; no field is given to two columns."""
    found: list[Field | None] = []
    for heading in row:
        letters = "".join(char for char in heading.casefold() if char.isalpha())
        field = FIELD_OF_HEADING.get(letters)
        if heading.strip() in {"#", "No.", "Nr."}:
            field = Field.NUMBER
        found.append(None if field in found else field)
    return found


def has_headings(row: Sequence[str]) -> bool:
    """Whether a row names its columns rather than being somebody: the name alone, or any two things."""
    fields = [field for field in guess_fields(row) if field and field not in OF_PAIRS]
    return len(fields) > 1 or bool({Field.NAME, Field.LAST_NAME, Field.LAST_FIRST} & set(fields))


def first_rows(table: TableRows) -> list[tuple[int, list[str]]]:
    """Return the first rows that hold anything, with their numbers: among these the headings are looked for."""
    filled = ((number, row) for number, row in enumerate(table, start=1) if any(row))
    return list(islice(filled, LOOKED_FOR_HEADINGS))


def heading_row(table: TableRows) -> int:
    """Return the number of the row with the headings, 0 where there is none; a title may stand above it."""
    return next((number for number, row in first_rows(table) if has_headings(row)), 0)


def fields_by_place(table: TableRows) -> list[Field | None]:
    """Return what the columns hold where no row names them: as the quick add has them, the name first."""
    order = (Field.NAME, Field.ACC_NUMBER, Field.CLUB, Field.CITY)
    return [order[place] if place < len(order) else None for place in range(len(table[0]))]


@dataclass(frozen=True, slots=True)
class ListedEntrant:
    """One row of a list: the row it stood in, what it states, and why it cannot be imported, if so.

    ``stated`` holds only what the row states: a blank cell says nothing. ``omitted`` says which cells besides the name
    cannot be read; the row is imported without them.
    """

    row: int
    stated: Mapping[str, str | int | Decimal]
    errors: tuple[str, ...] = ()
    omitted: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return str(self.stated.get("name", ""))


def listed_entrants(table: TableRows, fields: Sequence[Field | None], *, headings: int) -> list[ListedEntrant]:
    """Return what each row below the one with the ``headings`` states (0: there is none), blank rows left out."""
    body = [(number, row) for number, row in enumerate(table, start=1) if number > headings and any(row)]
    return [_listed(number, row, fields) for number, row in body]


def _listed(number: int, row: Sequence[str], fields: Sequence[Field | None]) -> ListedEntrant:
    cells = {field: cell for field, cell in zip(fields, row, strict=False) if field is not None and cell}
    errors: list[str] = []
    omitted: list[str] = []
    stated: dict[str, str | int | Decimal] = {}
    for field, cell in cells.items():
        try:
            stated[field.value] = _value(field, cell)
        except ValueError as error:
            (errors if field in NAMES else omitted).append(str(error))
    if "last_first" in stated:
        last, _, first = str(stated.pop("last_first")).partition(",")
        stated["name"] = f"{first} {last}".strip()
    names = [stated.pop(part.value, "") for part in (Field.FIRST_NAME, Field.LAST_NAME)]
    if any(names) and "name" not in stated:
        stated["name"] = " ".join(str(name) for name in names if name)
    if not stated.get("name") and not errors:
        errors.append("There is no name in this row.")
    elif len(str(stated.get("name", ""))) > MAX_TEXT_LENGTH:
        errors.append(f"The name is longer than {MAX_TEXT_LENGTH} characters.")
    return ListedEntrant(number, stated, tuple(errors), tuple(omitted))


MAX_TEXT_LENGTH = 200
MAX_ACC_NUMBER_LENGTH = 40
MAX_LENGTHS = {Field.ACC_NUMBER: MAX_ACC_NUMBER_LENGTH, Field.NOTE: MAX_CELL_LENGTH, Field.PROVINCE: 60}
MAX_NUMBER = 100_000
MAX_FEE = Decimal("999999.99")


def _value(field: Field, cell: str) -> str | int | Decimal:
    label = FIELD_LABELS[field]
    if cell.startswith("="):
        raise ValueError(f"{label} is a formula ({cell[:30]}). Formulas are not worked out here: write its result.")
    cell = plain_cell(cell)
    if any(unicodedata.category(char) in ("Cc", "Cs") for char in cell):
        raise ValueError(f"{label} holds a character that cannot be printed.")
    if field is Field.NUMBER:
        return _entrant_number(cell)
    if field in (Field.FEE_OWED, Field.FEE_PAID):
        return fee(cell, label)
    if field in (Field.BIRTH_YEAR, Field.PARTNER_BIRTH_YEAR):
        return birth_year_in(cell, label)
    if field is Field.POOL:
        return pool_name(cell)
    value = tidy_acc_number(cell) if field is Field.ACC_NUMBER else cell
    longest = MAX_LENGTHS.get(field, MAX_TEXT_LENGTH)
    if len(value) > longest:
        raise ValueError(f"{label} is longer than {longest:,} characters.")
    return value


def _entrant_number(cell: str) -> int:
    if not (cell.isascii() and cell.isdigit() and 1 <= int(cell[:9]) <= MAX_NUMBER and len(cell) < 9):
        raise ValueError(f"“{cell[:30]}” is not an entrant number: whole numbers from 1 to {MAX_NUMBER:,} are.")
    return int(cell)


def amount_digits(text: str) -> str:
    """Return an amount without currency and separators of thousands, with a point: ``$1,200.5`` is ``1200.5``."""
    digits = "".join(text.strip("$€£ \t").split())
    whole, comma, cents = digits.rpartition(",")
    if not comma:
        return digits
    is_decimal_comma = len(cents) <= 2 and "." not in digits
    return f"{whole.replace(',', '')}.{cents}" if is_decimal_comma else digits.replace(",", "")


def fee(cell: str, label: str) -> Decimal:
    """Return an amount as people write it: ``20``, ``$20.00``, ``20,50``, ``1,200.00``; ValueError if it is none."""
    try:
        amount = Decimal(amount_digits(cell)).quantize(Decimal("0.01"))
    except InvalidOperation:
        raise ValueError(f"{label}: “{cell[:30]}” is not an amount.") from None
    if not (amount.is_finite() and 0 <= amount <= MAX_FEE):
        raise ValueError(f"{label}: “{cell[:30]}” is not an amount between 0 and {MAX_FEE:,}.")
    return amount


def tidy_acc_number(text: str) -> str:
    """Return an ACC number as it is printed: capitals, nothing between them (``hi-296`` is ``HI296``)."""
    return "".join(char for char in text.upper() if not (char.isspace() or char in "-–.#/"))
