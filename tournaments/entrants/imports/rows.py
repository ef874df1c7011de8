"""The rows of a list of entrants: whom each states, and which are nobody and left out with the reason."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from decimal import Decimal
from typing import Any

from tournaments.entrants.imports.cells import (
    MAX_PAYMENT_LENGTH,
    NotAnAccNumber,
    acc_number,
    entrant_number,
    fee,
    is_formula,
    is_numeric,
    is_payment,
    is_refund,
    is_yes,
    payment,
    plain_text_of,
)
from tournaments.entrants.imports.columns import FIELD_LABELS, NAMES, Field, heading_cells, is_heading_of
from tournaments.entrants.imports.headless import is_doubtful_last_name, without_marker
from tournaments.entrants.imports.standing import (
    is_of_main,
    is_title_of_others,
    is_title_of_players,
    mark_doubt,
    name_doubt,
    not_playing,
    status_doubt,
    usual_cell,
    without_mark,
)
from tournaments.rules.names import in_order
from tournaments.rules.pairs import birth_year_in
from tournaments.rules.round_robin import pool_name
from tournaments.rules.text import folded, plain_text, tidy, whole_number
from tournaments.spreadsheets.table import MAX_CELL_LENGTH, TableRows

MAX_TEXT_LENGTH = 200
NO_TEXT = frozenset(("none", "n/a", "na", "nil", "-", "--", "–", "—", "?"))
MAX_LENGTHS = {
    Field.NOTE: MAX_CELL_LENGTH,
    Field.PROVINCE: 60,
    Field.PHONE: 60,
    Field.SUFFIX: 20,
    Field.JOINS: MAX_PAYMENT_LENGTH,
}
# Beyond this a title or a row of totals is cut where the preview shows it.
SHOWN_LENGTH = 120
# What these say may also put in doubt whether somebody plays.
DOUBTED = frozenset({Field.STATUS, Field.NOTE, Field.JOINS, Field.FEE_PAID, Field.FEE_OWED})
ABOVE = "Above the headings."
AGAIN = "Repeats the headings."
TOTALS = "A row of totals."
NO_NAME = "Only numbers: no name."
SECTION = "A title between the rows."
REFUND = "A refund."
Stated = Mapping[str, str | int | Decimal]


@dataclass(frozen=True, slots=True)
class ListedEntrant:
    """One row of a list: the row it stood in, what it states, and why it cannot be imported, if so.

    ``stated`` holds only what the row states: a blank cell says nothing. ``omitted`` says which cells besides the name
    cannot be read; the row is imported without them. ``remarks`` are lines for the note. ``is_fee_paid`` says that what
    is owed is paid, whatever it is. ``left_out`` says why a row is nobody; one that could be somebody all the same
    (``may_be_put_back``) is imported where the director says so. ``doubts`` say why somebody may not play, or why the
    row may be read wrongly. ``pools`` are the headings of the side pools that a row joins, with what its cells say.
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
    doubts: tuple[str, ...] = ()
    pools: Mapping[str, str] = dataclass_field(default_factory=dict)

    @property
    def name(self) -> str:
        return str(self.stated.get("name", ""))


@dataclass(frozen=True, slots=True)
class SheetMarks:
    """What a sheet shows besides the text of its cells: reasons to doubt a row, and remarks, by number of the row."""

    doubts: Mapping[int, Sequence[str]] = dataclass_field(default_factory=dict)
    comments: Mapping[int, Sequence[str]] = dataclass_field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """How rows are read: the columns, their titles, the event's fee and games, whether it is of pairs."""

    fields: Sequence[Field | None]
    titles: Sequence[str] = ()
    entry_fee: Decimal = Decimal(0)
    games: int | None = None
    are_pairs: bool = False
    width: int | None = None
    """How many columns have a heading; ``None`` where any may hold something."""
    usual: Sequence[str] = ()
    """What stands in most rows of each column alike."""


def listed_entrants(
    table: TableRows,
    fields: Sequence[Field | None],
    *,
    headings: int,
    entry_fee: Decimal = Decimal(0),
    games: int | None = None,
    are_pairs: bool = False,
    marks: SheetMarks | None = None,
) -> list[ListedEntrant]:
    """Return what each row states, blank rows left out; ``headings`` is the row that names the columns (0: none).

    ``entry_fee`` is what is paid where a cell says only that it is; ``games`` is how many the event has.
    """
    titles = heading_cells(table, headings) if headings else []
    # The upper one of two rows of headings belongs to them.
    first = headings - 1 if headings and titles != table[headings - 1] else headings
    above = [_nobody(number, row, ABOVE) for number, row in enumerate(table[: max(first - 1, 0)], start=1) if any(row)]
    body = [(number, row) for number, row in enumerate(table, start=1) if number > headings and any(row)]
    how = Reading(
        fields,
        [tidy(title) for title in titles],
        entry_fee,
        games,
        are_pairs,
        heading_width(table, headings) if headings else None,
        [usual_cell([row[place] for _, row in body]) for place in range(len(fields))],
    )
    return [*above, *_without_refunded(_with_single_words(list(_sections(body, how, marks or SheetMarks()))))]


def heading_width(table: TableRows, headings: int) -> int | None:
    """Return up to which column there are headings; ``None`` where most rows go on beyond them."""
    titles = table[headings - 1]
    width = max((place for place, cell in enumerate(titles, start=1) if cell), default=0)
    body = [row for row in table[headings:] if any(row)]
    return None if 2 * sum(any(row[width:]) for row in body) > len(body) else width


def _sections(body: Sequence[tuple[int, Sequence[str]]], how: Reading, marks: SheetMarks) -> Iterator[ListedEntrant]:
    """Read the rows; those below a title such as *Cancelled* are in doubt until another title comes."""
    title = ""
    for number, row in body:
        listed = _listed(number, row, how)
        if listed.left_out == SECTION:
            title = listed.text if is_title_of_others(listed.text) else ""
            yield listed
            continue
        comments = [f"Comment: {tidy(comment)}" for comment in marks.comments.get(number, ())]
        doubts = [
            *listed.doubts,
            *([f"Under “{title}”."] if title else ()),
            *marks.doubts.get(number, ()),
            *(f"{comment.rstrip('.')}." for comment in comments if not_playing(comment)),
        ]
        yield replace(listed, doubts=tuple(dict.fromkeys(doubts)), remarks=(*listed.remarks, *comments))


def _with_single_words(rows: list[ListedEntrant]) -> list[ListedEntrant]:
    """Return the rows; names of one word are in doubt where others have more."""
    named = [row for row in rows if row.name and not row.left_out]
    single = {row.row for row in named if " " not in row.name and not row.stated.get("house_player")}
    if 2 * len(single) >= len(named):
        return rows
    return [
        replace(row, doubts=(*row.doubts, f"“{row.name}” is one word: is it a name?")) if row.row in single else row
        for row in rows
    ]


def _without_refunded(rows: list[ListedEntrant]) -> list[ListedEntrant]:
    """Return the rows, those in doubt of whom another row says that the money was given back."""
    refunds = {folded(row.name): row.row for row in rows if row.name and REFUND in row.doubts}
    return [
        replace(row, doubts=(*row.doubts, f"Row {refunds[folded(row.name)]} is a refund for this name."))
        if row.name and refunds.get(folded(row.name), row.row) != row.row and REFUND not in row.doubts
        else row
        for row in rows
    ]


def _nobody(number: int, row: Sequence[str], why: str) -> ListedEntrant:
    return ListedEntrant(number, {}, left_out=why, text=_shown(row))


def _shown(row: Sequence[str]) -> str:
    text = ", ".join(tidy(cell) for cell in row if cell)
    return text if len(text) <= SHOWN_LENGTH else f"{text[:SHOWN_LENGTH]}…"


def _listed(number: int, row: Sequence[str], how: Reading) -> ListedEntrant:
    why = _why_nobody(row, how.fields, how.titles)
    if why and why not in (TOTALS, SECTION):
        return _nobody(number, row, why)
    read = _Reading(how).read(row)
    if why:
        return ListedEntrant(number, read.stated, left_out=why, may_be_put_back=not read.errors, text=_shown(row))
    return ListedEntrant(
        number,
        read.stated,
        tuple(read.errors),
        tuple(read.omitted),
        tuple(read.remarks),
        read.is_fee_paid,
        doubts=tuple(dict.fromkeys(read.doubts)),
        pools=read.pools,
    )


_QUANTITY = re.compile(
    r"(?:(?:ticket|item|order|total) )?(?:quantity|qty)\.?|tickets"
    r"|(?:number|no\.?|#) of (?:tickets|players|entries|people|seats).*"
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
    if len(others) == 1 and _TOTAL.fullmatch(others[0]):
        return TOTALS
    if len(others) == 1 and len(others[0]) <= SHOWN_LENGTH and _is_section(others[0], is_alone=len(cells) == 1):
        return SECTION
    return ""


def _is_section(cell: str, *, is_alone: bool) -> bool:
    return is_title_of_others(cell) or (is_alone and (bool(_SECTION.fullmatch(cell)) or is_title_of_players(cell)))


def _is_formula_of_name(row: Sequence[str], fields: Sequence[Field | None]) -> bool:
    return any(field in NAMES and is_formula(cell) for field, cell in zip(fields, row, strict=False))


def _is_headings(row: Sequence[str], fields: Sequence[Field | None], titles: Sequence[str]) -> bool:
    filled = [(cell, title) for cell, title in zip(row, titles, strict=False) if cell]
    if filled and all(folded(cell) == folded(title) for cell, title in filled):
        return True
    same = [field for field, cell in zip(fields, row, strict=False) if field and is_heading_of(field, cell)]
    return bool(titles) and len(same) > 1


class _Reading:
    """Reads one row, cell by cell."""

    def __init__(self, how: Reading) -> None:
        self.how = how
        self.stated: dict[str, str | int | Decimal] = {}
        self.errors: list[str] = []
        self.omitted: list[str] = []
        self.remarks: list[str] = []
        self.doubts: list[str] = []
        self.pools: dict[str, str] = {}
        self.is_fee_paid = False

    def read(self, row: Sequence[str]) -> _Reading:
        fields = self.how.fields
        for place, cell in enumerate(row):
            field = fields[place] if place < len(fields) else None
            title = self.how.titles[place] if self.how.titles else ""
            if not cell:
                if field is Field.STATUS and is_of_main(title):
                    self.doubts.append(f"{title}: blank.")
                continue
            # Where nothing names the columns, any may say it.
            if field is None or field in DOUBTED or not (self.how.titles or field in NAMES):
                self._look_at(field, cell, title, place)
            if field is None or field is Field.STATUS:
                continue
            try:
                self._cell(field, cell, title)
            except NotAnAccNumber as error:
                self.doubts.append(str(error))
            except ValueError as error:
                (self.errors if field in NAMES else self.omitted).append(str(error))
        if self.how.width is not None and (more := [cell for cell in row[self.how.width :] if cell]):
            self.doubts.append(f"More columns than headings: “{_shown(more)}”.")
        self._make_name()
        if self.is_fee_paid:
            self._assume_fee()
        self._check_games()
        return self

    def _look_at(self, field: Field | None, cell: str, title: str, place: int) -> None:
        """Note what a cell says of whether somebody plays."""
        if field is Field.STATUS:
            doubt = status_doubt(title, cell)
        elif field is Field.FEE_PAID and is_refund(cell):
            doubt = REFUND
        elif _QUANTITY.fullmatch(plain_text(title)) and (whole_number(cell) or 1) > 1:
            doubt = f"{title}: {cell}. Who else?"
        elif place < len(self.how.usual) and cell == self.how.usual[place]:
            doubt = ""
        else:
            doubt = mark_doubt(title or (FIELD_LABELS[field] if field else f"Column {place + 1}"), cell)
        if doubt:
            self.doubts.append(doubt)

    def _cell(self, field: Field, cell: str, title: str) -> None:
        label = FIELD_LABELS[field]
        text = plain_text_of(cell, title or label if field is Field.JOINS else label)
        if field is not Field.NOTE and field not in NAMES:
            text = tidy(text)
        if field is Field.FEE_PAID:
            self._payment(text, label)
        elif field is Field.STAYS_SEATED:
            self._staying(text)
        elif field is Field.JOINS:
            self.pools[title or "Joins"] = _short(text, field)
        elif field is Field.HOUSE_PLAYER:
            self._house_player(text, label)
        elif field in (Field.FIRST_GAME, Field.WITHDRAWN):
            self._game(field, text)
        elif field is Field.NOTE and field.value in self.stated:
            self.remarks.append(f"{title}: {text}" if title else text)
        elif (value := _value(field, text)) != "":
            self.stated[field.value] = value

    def _house_player(self, text: str, label: str) -> None:
        is_said = is_yes(text)
        if is_said is None:
            raise ValueError(f"{label}: “{text[:30]}” is neither yes nor no.")
        if is_said:
            self.stated[Field.HOUSE_PLAYER.value] = True

    def _game(self, field: Field, text: str) -> None:
        number = whole_number(text, digits=3)
        if number is None or number < (field is Field.FIRST_GAME):
            raise ValueError(f"{FIELD_LABELS[field]}: “{text[:30]}” is no game.")
        self.stated[field.value] = number

    def _check_games(self) -> None:
        """Leave out games that the event does not have; who left is in doubt, as another event is another day."""
        first, left = (self.stated.get(field.value) for field in (Field.FIRST_GAME, Field.WITHDRAWN))
        games = self.how.games
        if games is not None and isinstance(first, int) and first > games:
            del self.stated[Field.FIRST_GAME.value]
            self.omitted.append(f"First game: {first}. The event has games 1 to {games}.")
        if not isinstance(left, int):
            return
        if games is not None and left >= games:
            del self.stated[Field.WITHDRAWN.value]
            self.doubts.append(f"Withdrawn after game {left}.")
            self.omitted.append(f"Withdrawn after game: {left}. The event has games 1 to {games}.")

    def _staying(self, text: str) -> None:
        """Take a yes, a no, or in place of a yes the reason: ``wheelchair``."""
        is_said = is_yes(text)
        self.stated[Field.STAYS_SEATED.value] = is_said is not False
        if is_said is None:
            self.stated[Field.SEATING_NOTE.value] = _short(text, Field.SEATING_NOTE)

    def _payment(self, text: str, label: str) -> None:
        if is_refund(text):
            self.remarks.append(f"Paid: {text}")
            return
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
        owed = self.stated.get(Field.FEE_OWED.value, self.how.entry_fee)
        if owed:
            self.stated[Field.FEE_PAID.value] = owed
        else:
            self.omitted.append("Fee paid: paid, but the event has no entry fee. Set the fee under Settings.")

    def _make_name(self) -> None:
        stated = self.stated
        last = str(stated.get("last_name", ""))
        if last and "first_name" not in stated and len(last.split()) > 1 and "," not in last:
            # A whole name among those with the last name first.
            stated["name"] = stated.pop("last_name")
        elif last and not self.how.titles and is_doubtful_last_name(last):
            self.doubts.append(f"Read as last and first name: “{last}”, “{stated['first_name']}”.")
        if "last_first" in stated:
            stated["name"] = stated.pop("last_first")
        if "name" not in stated and (
            names := [str(stated[part]) for part in ("first_name", "last_name", "suffix") if part in stated]
        ):
            stated["name"] = " ".join(names)
        if "name" not in stated and not self.errors and (name := _name_in(str(stated.get("email", "")))):
            self.doubts.append(f"No name: {name} is made of the address.")
            stated["name"] = name
        if "name" in stated:
            self._tidy_name(str(stated["name"]))
        if "last_name" not in stated:
            # A first name alone is no reason not to split the name by rule.
            stated.pop("first_name", None)
            stated.pop("suffix", None)
        if not stated.get("name") and not self.errors:
            self.errors.append("There is no name in this row.")
        elif len(str(stated.get("name", ""))) > MAX_TEXT_LENGTH:
            self.errors.append(f"The name is longer than {MAX_TEXT_LENGTH} characters.")

    def _tidy_name(self, name: str) -> None:
        """Turn a name round, take off numbers and marks, and say what is odd about it."""
        if not_playing(name):
            self.doubts.append(f"{FIELD_LABELS[Field.NAME]}: {tidy(name)}.")
            name = without_mark(name)
        name = without_marker(name)
        if (found := _NAME_AND_PAID.fullmatch(name)) and is_payment(found[2]):
            name = found[1]
            try:
                self._payment(found[2], FIELD_LABELS[Field.FEE_PAID])
            except ValueError as error:
                self.omitted.append(str(error))
        if "acc_number" not in self.stated and (found := _NAME_AND_ACC.fullmatch(name)):
            name, self.stated["acc_number"] = found[1], acc_number(found[2])
        if self.how.are_pairs and "partner" not in self.stated and (both := _partners(name)):
            name, self.stated["partner"] = both
        if self.stated.get("house_player") is not True and (doubt := name_doubt(name)):
            self.doubts.append(doubt)
        self.stated["name"] = in_order(tidy(name))
        last, _, first = name.partition(",")
        if (
            Field.LAST_FIRST not in self.how.fields
            and self.stated["name"] != tidy(name)
            and is_doubtful_last_name(last)
        ):
            self.doubts.append(f"Read as last and first name: “{last}”, “{first.strip()}”.")


_NAME_AND_PAID = re.compile(r"(.+?)\s*(?:\s[-–—]\s|[(\[])\s*([^()\[\]]+?)[)\]]?")
_NAME_AND_ACC = re.compile(
    r"(\S+\s.*?[^\W\d_]{2}[.'’]?)[\s,(\[–—-]+(?:ACC\s?)?(?:(?:no\.?|number)\s?)?[#:]?\s?([A-Z]{2}[- ]?\d{1,4})[)\]]?",
    re.IGNORECASE,
)


def _name_in(address: str) -> str:
    """Return the name that an address has, ``Ann Lee`` of ``ann.lee@example.org``; blank where it has none."""
    words = re.split(r"[._]", address.partition("@")[0])
    return " ".join(words).title() if len(words) > 1 and all(word.isalpha() for word in words) else ""


def _partners(name: str) -> tuple[str, str] | None:
    """Return both names of a cell with two whole names, ``Ann Lee & Bo Quist``."""
    people = [in_order(tidy(one)) for one in re.split(r"\s(?:&|and|\+)\s|/|\n", name)]
    is_whole = len(people) == 2 and all(len(one.split()) > 1 for one in people)
    return (people[0], people[1]) if is_whole else None


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
    if field in (Field.PARTNER, Field.CLUB, Field.CITY) and text.casefold() in NO_TEXT:
        return ""
    return _short(acc_number(text) if field is Field.ACC_NUMBER else text, field)


def _short(text: str, field: Field) -> str:
    longest = MAX_LENGTHS.get(field, MAX_TEXT_LENGTH)
    if len(text) > longest:
        raise ValueError(f"{FIELD_LABELS[field]} is longer than {longest:,} characters.")
    return text
