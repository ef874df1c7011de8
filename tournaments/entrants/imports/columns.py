"""The columns of a list of entrants: what each may hold, and how it is guessed from the headings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from itertools import islice

from tournaments.spreadsheets.table import LOOKED_FOR_HEADINGS, TableRows


class Field(Enum):
    """What a column of the list may hold."""

    NAME = "name"
    FIRST_NAME = "first_name"
    LAST_NAME = "last_name"
    LAST_FIRST = "last_first"
    SUFFIX = "suffix"
    PARTNER = "partner"
    ACC_NUMBER = "acc_number"
    CLUB = "club"
    CITY = "city"
    NUMBER = "number"
    FEE_OWED = "fee_owed"
    FEE_PAID = "fee_paid"
    NOTE = "note"
    EMAIL = "email"
    PHONE = "phone"
    STAYS_SEATED = "stays_seated"
    SEATING_NOTE = "seating_note"
    JOINS = "joins"
    PROVINCE = "province"
    BIRTH_YEAR = "birth_year"
    PARTNER_BIRTH_YEAR = "partner_birth_year"
    POOL = "pool"


NAMES = (Field.NAME, Field.FIRST_NAME, Field.LAST_NAME, Field.LAST_FIRST)
# What may stand in several columns.
MANY = frozenset({Field.NOTE, Field.JOINS})
# What only a list of pairs may hold.
OF_PAIRS = frozenset({Field.BIRTH_YEAR, Field.PARTNER_BIRTH_YEAR, Field.POOL})
FIELD_LABELS = {
    Field.NAME: "Name",
    Field.FIRST_NAME: "First name",
    Field.LAST_NAME: "Last name",
    Field.LAST_FIRST: "Name as Last, First",
    Field.SUFFIX: "Suffix",
    Field.PARTNER: "Partner",
    Field.ACC_NUMBER: "ACC number",
    Field.CLUB: "Club",
    Field.CITY: "City",
    Field.NUMBER: "Entrant number",
    Field.FEE_OWED: "Fee owed",
    Field.FEE_PAID: "Fee paid",
    Field.NOTE: "Note",
    Field.EMAIL: "E-mail",
    Field.PHONE: "Phone",
    Field.STAYS_SEATED: "Must stay seated",
    Field.SEATING_NOTE: "Seating note",
    Field.JOINS: "Side pool or event (kept as a note)",
    Field.PROVINCE: "State or province",
    Field.BIRTH_YEAR: "Born (year)",
    Field.PARTNER_BIRTH_YEAR: "Partner born (year)",
    Field.POOL: "Pool",
}
# What people write above their columns, in small letters and without anything but letters.
HEADINGS = {
    Field.NAME: ("name", "player", "playername", "playersname", "players", "fullname", "entrant", "entrants", "names"),
    Field.FIRST_NAME: ("firstname", "first", "fname", "givenname", "forename", "playerfirst", "playerfirstname"),
    Field.LAST_NAME: ("lastname", "last", "lname", "surname", "familyname", "playerlast", "playerlastname"),
    Field.LAST_FIRST: (
        *("lastfirst", "lastnamefirst", "lastnamefirstname", "namelastfirst", "playerlastfirst"),
        "playernamelastfirst",
    ),
    Field.SUFFIX: ("suffix", "jrsr", "namesuffix"),
    Field.PARTNER: ("partner", "partnername", "secondplayer"),
    Field.ACC_NUMBER: (
        *("acc", "accnumber", "accno", "accid", "accnum", "accmember", "accmembernumber", "accmembership"),
        *("accmembershipnumber", "member", "membernumber", "memberno", "memberid", "membership", "membershipnumber"),
        "membershipno",
    ),
    Field.CLUB: ("club", "clubname", "homeclub", "accclub", "cribbageclub", "grassroots", "grassrootsclub"),
    Field.CITY: (
        *("city", "town", "place", "hometown", "citystate", "citystateprovince", "cityprovince", "cityst", "location"),
        "homecity",
    ),
    Field.NUMBER: ("number", "no", "nr", "entrantnumber", "entrantno"),
    Field.FEE_OWED: ("feeowed", "owed", "fee", "entryfee", "due"),
    Field.FEE_PAID: ("feepaid", "paid", "payment", "paidyn", "paidyesno", "amountpaid", "amtpaid", "pd", "pmt"),
    Field.NOTE: ("note", "notes", "remark", "remarks", "comment", "comments"),
    Field.EMAIL: ("email", "emailaddress", "mail", "eaddress"),
    Field.PHONE: ("phone", "phonenumber", "phoneno", "telephone", "tel", "cell", "cellphone", "mobile", "mobilephone"),
    Field.STAYS_SEATED: (
        *("muststayseated", "muststay", "staysseated", "stayseated", "stays", "stationary", "stationaryseat", "anchor"),
        *("anchorseat", "needsanchor", "cannotmove", "doesnotmove", "nomove", "fixedseat", "permanentseat"),
        *("handicapped", "disabled", "disability", "wheelchair", "mobility", "needsstationaryseat"),
        *("needsanchorseat", "stationaryplayer", "stationaryyn", "anchoryn", "muststayseatedyn"),
    ),
    Field.SEATING_NOTE: ("seatingnote", "seatnote", "reasonforstayingseated", "seatingnotes"),
    Field.JOINS: (
        *("qpool", "qpools", "sidepool", "sidepools", "highhandpool", "pools", "poolentry", "sideevent", "sideevents"),
        *("consolation", "consy", "doubles", "canadiandoubles", "satellite", "earlybird", "warmup", "saturdaynight"),
    ),
    Field.PROVINCE: (
        *("province", "territory", "provinceterritory", "provinceorterritory", "prov", "state", "st", "stateprovince"),
        *("stateorprovince", "provincestate", "provincestateorterritory", "stateprov", "provstate"),
    ),
    Field.BIRTH_YEAR: ("birthyear", "yearofbirth", "born", "bornyear", "birthdate", "dateofbirth", "dob"),
    Field.PARTNER_BIRTH_YEAR: (
        *("partnersbirthyear", "partnerbirthyear", "partneryearofbirth", "partnerborn", "partnerbornyear"),
        *("partnersbirthdate", "partnerbirthdate", "partnerdateofbirth", "partnerdob"),
    ),
    Field.POOL: ("pool", "group", "division"),
}
FIELD_OF_HEADING = {heading: field for field, headings in HEADINGS.items() for heading in headings}


Remembered = Mapping[str, str]
"""What a director chose before for a heading, in the letters of :func:`heading_key`; blank for not imported."""


def heading_key(heading: str) -> str:
    """Return the letters of a heading, small: capitals, blanks and signs make no difference."""
    return "".join(char for char in heading.casefold() if char.isalpha())


def guess_field(heading: str) -> Field | None:
    """Return what a column holds, as far as its heading says."""
    return Field.NUMBER if heading.strip() in {"#", "No.", "Nr."} else FIELD_OF_HEADING.get(heading_key(heading))


def is_heading(cell: str) -> bool:
    """Whether a cell is a heading rather than somebody: ``Player``, not ``Player 1``."""
    return guess_field(cell) is not None and not any(char.isdigit() for char in cell)


def guess_fields(row: Sequence[str], remembered: Remembered | None = None) -> list[Field | None]:
    """Return what each column holds, as chosen before or as its heading says; few fields are given to two columns."""
    known = remembered or {}
    found: list[Field | None] = []
    for heading in row:
        key = heading_key(heading)
        field = field_called(known[key]) if key and key in known else guess_field(heading)
        found.append(None if field in found and field not in MANY else field)
    return found


def field_called(value: str) -> Field | None:
    """Return the field of a choice, ``None`` for none of them."""
    return next((field for field in Field if field.value == value), None)


def has_headings(row: Sequence[str]) -> bool:
    """Whether a row names its columns rather than being somebody: the name alone, or any two things."""
    fields = [field for field in guess_fields(row) if field and field not in OF_PAIRS]
    return len(fields) > 1 or bool({Field.NAME, Field.LAST_NAME, Field.LAST_FIRST} & set(fields))


def first_rows(table: TableRows) -> list[tuple[int, list[str]]]:
    """Return the first rows that hold anything, with their numbers: among these the headings are looked for."""
    filled = ((number, row) for number, row in enumerate(table, start=1) if any(row))
    return list(islice(filled, LOOKED_FOR_HEADINGS))


def heading_row(table: TableRows) -> int:
    """Return the number of the row with the headings, 0 where there is none; a title may stand above it.

    Of two rows that name the columns together it is the lower one.
    """
    rows = first_rows(table)
    for place, (number, row) in enumerate(rows):
        if has_headings(row):
            lower = rows[place + 1 : place + 2]
            is_below = lower and lower[0][0] == number + 1 and _names_columns(lower[0][1])
            return number + 1 if is_below else number
    return 0


def _names_columns(row: Sequence[str]) -> bool:
    """Whether a row below one with headings is a second one rather than somebody."""
    cells = [cell for cell in row if cell]
    known = sum(is_heading(cell) for cell in cells)
    return known > 1 and known * 2 > len(cells)


def heading_cells(table: TableRows, headings: int) -> list[str]:
    """Return the headings of the columns; of two rows that name them together, both words (``ACC``, ``Number``)."""
    row = table[headings - 1]
    above = table[headings - 2] if headings > 1 else []
    if not any(guess_field(cell) for cell in above):
        return row
    joined = [_joined(upper, lower) for upper, lower in zip(above, row, strict=True)]
    return joined if _known(joined) >= _known(row) else row


def _joined(upper: str, lower: str) -> str:
    both = f"{upper} {lower}".strip()
    return both if guess_field(both) or not guess_field(lower) else lower


def _known(row: Sequence[str]) -> tuple[bool, int]:
    """Return whether a row of headings has one of a name, and how many of them are known."""
    fields = guess_fields(row)
    return (any(field in NAMES for field in fields), sum(field is not None for field in fields))


def fields_by_place(table: TableRows) -> list[Field | None]:
    """Return what the columns hold where no row names them: as the quick add has them, the name first."""
    order = (Field.NAME, Field.ACC_NUMBER, Field.CLUB, Field.CITY)
    return [order[place] if place < len(order) else None for place in range(len(table[0]))]
