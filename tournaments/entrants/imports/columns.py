"""The columns of a list of entrants: what each may hold, and how it is guessed from the headings."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import islice

from tournaments.entrants.fields import FIELDS, OF_PAIRS, TITLES, exported
from tournaments.entrants.imports.standing import is_status_heading
from tournaments.rules.text import plain_text
from tournaments.spreadsheets.table import LOOKED_FOR_HEADINGS, TableRows


class Field:
    """What a column may hold: those that are read in a way of their own, in the order in which people choose."""

    NAME = "name"
    FIRST_NAME = "first_name"
    MIDDLE_NAME = "middle_name"
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
    STATUS = "status"
    HOUSE_PLAYER = "house_player"
    FIRST_GAME = "first_game"
    WITHDRAWN = "withdrawn_after_game"
    PROVINCE = "province"
    BIRTH_YEAR = "birth_year"
    PARTNER_BIRTH_YEAR = "partner_birth_year"
    POOL = "pool"


NAMES = (Field.NAME, Field.FIRST_NAME, Field.LAST_NAME, Field.LAST_FIRST)
# What may stand in several columns.
MANY = frozenset({Field.NOTE, Field.JOINS, Field.STATUS})
_CHOICES = dict.fromkeys(
    (
        *(value for name, value in vars(Field).items() if name.isupper()),
        *(one.name for one in FIELDS if one.is_imported),
    )
)
FIELD_LABELS = {field: TITLES.get(field, "") for field in _CHOICES} | {
    Field.MIDDLE_NAME: "Middle name",
    Field.LAST_FIRST: "Name as Last, First",
    Field.NUMBER: "Entrant number",
    Field.JOINS: "Side pool or event",
    Field.STATUS: "Status (who does not play)",
    Field.BIRTH_YEAR: "Born (year)",
    Field.PARTNER_BIRTH_YEAR: "Partner born (year)",
}
"""What each column may be chosen to hold, in order."""
# What people write above columns that are no fields of an entrant.
HEADINGS = {
    Field.MIDDLE_NAME: "middle middlename middleinitial mi",
    Field.LAST_FIRST: "lastfirst lastnamefirst lastnamefirstname namelastfirst playerlastfirst playernamelastfirst",
    Field.JOINS: "qpool qpools sidepool sidepools highhandpool pools poolentry sideevent sideevents consolation consy "
    "doubles canadiandoubles satellite earlybird warmup saturdaynight",
}


Remembered = Mapping[str, str]
"""What a director chose before for a heading, in the letters of :func:`heading_key`; blank for not imported."""


def heading_key(heading: str) -> str:
    """Return the letters of a heading, small: capitals, blanks and signs make no difference."""
    return "".join(char for char in heading.casefold() if char.isalpha())


FIELD_OF_HEADING: Mapping[str, str | None] = {
    **{heading: field for field, headings in HEADINGS.items() for heading in headings.split()},
    **{heading: one.name for one in FIELDS for heading in one.headings.split()},
    # One of our own exports is imported, except what belongs to that event only.
    **{heading_key(one.title): one.name if one.is_imported else None for one in exported(of_pairs=True)},
}
_POLITE = re.compile(
    r"^(?:(?:please|enter|give|write|your|the|attendee'?s?|registrant'?s?|participant'?s?|player'?s?|entrant'?s?|customer'?s?|payer'?s?|home"
    r"|contact|mailing|address|primary|from|full|what|which|who|is|are|do|does|will|you|in|of)\b[\s:-]*)+"
)
# What a question asks for, the first that is in it; columns about other people, or asked for other purposes, are left
# out.
_NO_ANSWER = re.compile(
    r"emergency|spouse|company|billing|on card|card ?holder|refer+ed|roommate|hear about|guest|hotel|dinner|banquet"
    r"|lunch|breakfast|meal|shirt|user ?name|allerg|agree|waiver|polic|vegetarian|director|volunteer"
)
_ASKED = (
    (re.compile(r"partner\S*.*\b(?:acc|member|phone|e-?mail|city|club)|partner\S*.*\byear.*|acc rating|rating"), None),
    (re.compile(r"(?:\bq|side|high hand)[- ]?pools?\b|\bpools?\b"), Field.JOINS),
    (re.compile(r"partner"), Field.PARTNER),
    (re.compile(r"\bacc\b|member(?:ship)? (?:number|no|id|#)"), Field.ACC_NUMBER),
    (re.compile(r"\bclubs?\b|grass ?roots"), Field.CLUB),
    (re.compile(r"e-?mail"), Field.EMAIL),
    (re.compile(r"\b(?:tele)?phone|mobile|\bcell\b"), Field.PHONE),
    (re.compile(r"\b(?:city|town|where do you live|where are you from)\b"), Field.CITY),
    (re.compile(r"\b(?:state|province)\b"), Field.PROVINCE),
    (re.compile(r"first (?:and|&|name and) last|last (?:and|&|name and) first|full name"), Field.NAME),
    (re.compile(r"first name|given name"), Field.FIRST_NAME),
    (re.compile(r"last name|surname|family name"), Field.LAST_NAME),
    (re.compile(r"\bname\b"), Field.NAME),
    (re.compile(r"(?:stay|remain) seated|stationary|wheelchair"), Field.STAYS_SEATED),
    (re.compile(r"paid|pay\b"), Field.FEE_PAID),
    (re.compile(r"comments?|anything else|notes?\b|remarks?"), Field.NOTE),
)
MAX_HEADING = 200


@lru_cache(maxsize=2048)
def guess_field(heading: str) -> str | None:
    """Return what a column holds, as far as its heading says: a word that is known, or a question."""
    if heading.strip() in {"#", "No.", "Nr."}:
        return Field.NUMBER
    plain = plain_text(heading[:MAX_HEADING])
    bare = re.sub(r"\([^()]*\)|\[[^\[\]]*\]", " ", plain).strip()
    for text in (plain, bare, _POLITE.sub("", bare)):
        if (key := heading_key(text)) in FIELD_OF_HEADING:
            field = FIELD_OF_HEADING[key]
            # "Attendee #" counts them.
            return None if field == Field.NAME and "#" in heading else field
    if is_status_heading(heading):
        return Field.STATUS
    if re.fullmatch(r"(?:q|side|high hand)[- ]?pool\b.{0,20}", bare):
        return Field.JOINS
    is_question = "?" in heading or _POLITE.match(bare) or len(bare.split()) > 3
    if not is_question or _NO_ANSWER.search(plain):
        return None
    return next((field for asked, field in _ASKED if asked.search(plain)), None)


def is_heading(cell: str) -> bool:
    """Whether a cell is a heading rather than somebody: ``Player``, not ``Player 1``."""
    return not any(char.isdigit() for char in cell) and guess_field(cell) is not None


def is_heading_of(field: str, cell: str) -> bool:
    """Whether a cell is a heading of this field, not a person or something about a person."""
    return not any(char.isdigit() for char in cell) and guess_field(cell) == field


def guess_fields(
    row: Sequence[str], remembered: Remembered | None = None, seen: Callable[[str], str] = str
) -> list[str | None]:
    """Return what each column holds, as chosen before or as its heading says; few fields are given to two columns.

    ``seen`` reads headings that name an event, which say another thing at another event.
    """
    known = remembered or {}
    found: list[str | None] = []
    keys = [heading_key(heading) for heading in row]
    # What a payment service keeps for itself is no entry fee.
    is_of_payments = bool({"gross", "grossamount", "grosssales", "net", "netamount", "netsales"} & set(keys))
    for heading, key in zip(row, keys, strict=True):
        is_known = key and key in known and seen(heading) == heading
        field = field_called(known[key]) if is_known else guess_field(seen(heading))
        if is_of_payments and key == "fee":
            field = None
        found.append(None if field in found and field not in MANY else field)
    # If a list has names both whole and in parts, one of the two is enough.
    whole, parts = {Field.NAME, Field.LAST_FIRST}, {Field.FIRST_NAME, Field.LAST_NAME}
    spare = whole if parts <= set(found) else parts if whole & set(found) else ()
    return [None if field in spare else field for field in found]


def field_called(value: str) -> str | None:
    """Return the field of a choice, ``None`` for none of them."""
    return value if value in FIELD_LABELS else None


def has_headings(row: Sequence[str]) -> bool:
    """Whether a row names its columns rather than being somebody: the name alone, or any two things."""
    cells = [cell for cell in row if cell]
    if len(cells) == 1 and cells[0].endswith(":"):
        return False
    fields = [field for field in guess_fields(row) if field and field not in OF_PAIRS]
    return len(fields) > 1 or bool({Field.NAME, Field.LAST_NAME, Field.LAST_FIRST} & set(fields))


def first_rows(table: TableRows) -> list[tuple[int, list[str]]]:
    """Return the first rows that hold anything, with their numbers: among these the headings are looked for."""
    filled = ((number, row) for number, row in enumerate(table, start=1) if any(row))
    return list(islice(filled, LOOKED_FOR_HEADINGS))


def heading_row(table: TableRows) -> int:
    """Return the number of the row with the headings, 0 where there is none; a title may stand above it.

    If two rows together name the columns, it is the lower one.
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
