"""One row of a list of entrants: what each of its cells states, and the name that they make."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.entrants.imports.cells import (
    MAX_PAYMENT_LENGTH,
    NotAnAccNumber,
    acc_number,
    entrant_number,
    fee,
    is_payment,
    is_refund,
    is_yes,
    payment,
    plain_text_of,
)
from tournaments.entrants.imports.columns import FIELD_LABELS, NAMES, Field, is_heading
from tournaments.entrants.imports.headless import is_doubtful_last_name, without_marker
from tournaments.entrants.imports.standing import (
    cut,
    is_in_doubt,
    is_marked,
    is_of_main,
    name_doubt,
    not_playing,
    without_mark,
)
from tournaments.models import Entrant
from tournaments.rules.names import in_order
from tournaments.rules.pairs import birth_year_in
from tournaments.rules.round_robin import pool_name
from tournaments.rules.text import plain_text, tidy, whole_number
from tournaments.spreadsheets.table import MAX_CELL_LENGTH

MAX_TEXT_LENGTH = 200
NO_TEXT = frozenset(("none", "n/a", "na", "nil", "-", "--", "–", "—", "?"))
MAX_LENGTHS = {
    **{field.name: field.max_length for field in Entrant._meta.concrete_fields if field.max_length},
    Field.NOTE: MAX_CELL_LENGTH,
    Field.JOINS: MAX_PAYMENT_LENGTH,
}
# Beyond this a title or a row of totals is cut where the preview shows it.
SHOWN_LENGTH = 120
# What these say may also put in doubt whether somebody plays.
DOUBTED = frozenset({Field.STATUS, Field.NOTE, Field.JOINS, Field.FEE_PAID, Field.FEE_OWED})
REFUND = "A refund."
Stated = Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Columns:
    """How rows are read: the columns, their titles, the event's fee and games, whether it is of pairs."""

    fields: Sequence[str | None]
    titles: Sequence[str] = ()
    entry_fee: int = 0
    games: int | None = None
    are_pairs: bool = False
    width: int | None = None
    """How many columns have a heading; ``None`` where any may hold something."""
    usual: Sequence[str] = ()
    """What stands in most rows of each column alike."""
    seen: Callable[[str], str] = str
    """Reads what names an event, which says another thing at another event."""


_QUANTITY = re.compile(
    r"(?:(?:ticket|item|order|total) )?(?:quantity|qty)\.?|tickets"
    r"|(?:number|no\.?|#) of (?:tickets|players|entries|people|seats).*"
)


def shown(row: Sequence[str]) -> str:
    """Return a row as the preview shows it, cut where it is long."""
    text = ", ".join(tidy(cell) for cell in row if cell)
    return text if len(text) <= SHOWN_LENGTH else f"{text[:SHOWN_LENGTH]}…"


class RowReader:
    """Reads one row, cell by cell."""

    def __init__(self, how: Columns) -> None:
        self.how = how
        self.stated: dict[str, str | int] = {}
        self.errors: list[str] = []
        self.omitted: list[str] = []
        self.remarks: list[str] = []
        self.doubts: list[str] = []
        self.pools: dict[str, str] = {}
        self.is_fee_paid = False

    def read(self, row: Sequence[str]) -> RowReader:
        fields = self.how.fields
        for place, cell in enumerate(row):
            field = fields[place] if place < len(fields) else None
            title = self.how.titles[place] if self.how.titles else ""
            if not cell:
                if field == Field.STATUS and is_of_main(self.how.seen(title)):
                    self.doubts.append(f"{title}: blank.")
                continue
            # Where nothing names the columns, any may say it.
            if field is None or field in DOUBTED or not (self.how.titles or field in NAMES):
                self._look_at(field, cell, title, place)
            if field is None or field == Field.STATUS:
                continue
            try:
                self._cell(field, cell, title)
            except NotAnAccNumber as error:
                self.doubts.append(str(error))
            except ValueError as error:
                (self.errors if field in NAMES else self.omitted).append(str(error))
        if self.how.width is not None and (more := [cell for cell in row[self.how.width :] if cell]):
            self.doubts.append(f"More columns than headings: “{shown(more)}”.")
        self._make_name()
        if self.is_fee_paid:
            self._assume_fee()
        self._check_games()
        return self

    def _look_at(self, field: str | None, cell: str, title: str, place: int) -> None:
        """Note what a cell says about whether somebody plays."""
        seen = self.how.seen
        if field == Field.STATUS:
            doubt = f"{title or 'Status'}: {cell}." if is_in_doubt(seen(title), seen(cell)) else ""
        elif field == Field.FEE_PAID and is_refund(cell):
            doubt = REFUND
        elif _QUANTITY.fullmatch(plain_text(title)) and (whole_number(cell) or 1) > 1:
            doubt = f"{title}: {cell}. Who else?"
        elif place < len(self.how.usual) and cell == self.how.usual[place]:
            doubt = ""
        else:
            label = title or (FIELD_LABELS[field] if field else f"Column {place + 1}")
            doubt = f"{label}: {cut(cell)}." if is_marked(seen(label), seen(cell)) else ""
        if doubt:
            self.doubts.append(doubt)

    def _cell(self, field: str, cell: str, title: str) -> None:
        label = FIELD_LABELS[field]
        text = _unquoted(plain_text_of(cell, title or label if field == Field.JOINS else label))
        if field != Field.NOTE and field not in NAMES:
            text = tidy(text)
        if field == Field.FEE_PAID:
            self._payment(text, label)
        elif field == Field.STAYS_SEATED:
            self._staying(text)
        elif field == Field.JOINS:
            self.pools[title or "Joins"] = _short(text, field)
        elif field == Field.HOUSE_PLAYER:
            self._house_player(text, label)
        elif field in (Field.FIRST_GAME, Field.WITHDRAWN):
            self._game(field, text)
        elif field == Field.NOTE and field in self.stated:
            self.remarks.append(f"{title}: {text}" if title else text)
        elif (value := _value(field, text)) != "":
            self.stated[field] = value

    def _house_player(self, text: str, label: str) -> None:
        is_said = is_yes(text)
        if is_said is None:
            raise ValueError(f"{label}: “{text[:30]}” is neither yes nor no.")
        if is_said:
            self.stated[Field.HOUSE_PLAYER] = True

    def _game(self, field: str, text: str) -> None:
        number = whole_number(text, digits=3)
        if number is None or number < (field == Field.FIRST_GAME):
            raise ValueError(f"{FIELD_LABELS[field]}: “{text[:30]}” is no game.")
        self.stated[field] = number

    def _check_games(self) -> None:
        """Leave out games that the event does not have; who left is in doubt, as another event is another day."""
        first, left = (self.stated.get(field) for field in (Field.FIRST_GAME, Field.WITHDRAWN))
        games = self.how.games
        if games is not None and isinstance(first, int) and first > games:
            del self.stated[Field.FIRST_GAME]
            self.omitted.append(f"First game: {first}. The event has games 1 to {games}.")
        if not isinstance(left, int):
            return
        if games is not None and left >= games:
            del self.stated[Field.WITHDRAWN]
            self.doubts.append(f"Withdrawn after game {left}.")
            self.omitted.append(f"Withdrawn after game: {left}. The event has games 1 to {games}.")

    def _staying(self, text: str) -> None:
        """Take a yes, a no, or in place of a yes the reason: ``wheelchair``."""
        is_said = is_yes(text)
        self.stated[Field.STAYS_SEATED] = is_said is not False
        if is_said is None:
            self.stated[Field.SEATING_NOTE] = _short(text, Field.SEATING_NOTE)

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
            self.stated[Field.FEE_PAID] = paid.amount
        self.is_fee_paid = paid.is_fee
        if paid.text:
            self.remarks.append(f"Paid: {paid.text}")

    def _assume_fee(self) -> None:
        owed = self.stated.get(Field.FEE_OWED, self.how.entry_fee)
        if owed:
            self.stated[Field.FEE_PAID] = owed
        else:
            self.omitted.append("Fee paid: paid, but the event has no entry fee. Set the fee under Settings.")

    def _make_name(self) -> None:
        stated = self.stated
        if middle := stated.pop(Field.MIDDLE_NAME, ""):
            stated["first_name"] = f"{stated.get('first_name', '')} {middle}".strip()
        last = str(stated.get("last_name", ""))
        if last and "first_name" not in stated and len(last.split()) > 1 and "," not in last:
            # A whole name among those with the last name first.
            stated["name"] = stated.pop("last_name")
        elif last and "first_name" in stated and not self.how.titles and is_doubtful_last_name(last):
            self.doubts.append(f"Read as last and first name: “{last}”, “{stated['first_name']}”.")
        if "last_first" in stated:
            stated["name"] = stated.pop("last_first")
        if "name" in stated and "suffix" in stated:
            stated["name"] = f"{stated['name']} {stated['suffix']}"
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
        if len(name) > MAX_TEXT_LENGTH:
            self.stated["name"] = name
            return
        if not_playing(name):
            self.doubts.append(f"{FIELD_LABELS[Field.NAME]}: {tidy(name)}.")
            name = without_mark(name)
        name = _BEFORE_NAME.sub("", without_marker(name))
        name = _BEHIND_NAME.sub(lambda found: f" - {found[1]}" if found[1] else "", name)
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
        doubt = f"“{tidy(name)}” is a heading." if is_heading(tidy(name)) else name_doubt(name)
        if doubt and self.stated.get("house_player") is not True:
            self.doubts.append(doubt)
        self.stated["name"] = in_order(tidy(name))
        last, _, first = name.partition(",")
        if (
            Field.LAST_FIRST not in self.how.fields
            and self.stated["name"] != tidy(name)
            and is_doubtful_last_name(last)
        ):
            self.doubts.append(f"Read as last and first name: “{last}”, “{first.strip()}”.")


# Ticks of a chat, and what is no part of a name by which people are known again.
_TICK = "[✅✔✓☑👍☐]\ufe0f?"
_BEFORE_NAME = re.compile(rf"^(?:{_TICK}\s*)+|^(?:mr|mrs|ms|miss|dr)\b\.?\s+(?!and\b)(?=\w\S*\s+\S)", re.IGNORECASE)
_BEHIND_NAME = re.compile(rf"(?:{_TICK}\s*)+(\w?)")
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


_BLANKABLE = (Field.PARTNER, Field.CLUB, Field.CITY, Field.EMAIL, Field.PHONE)
_IN_QUOTES = re.compile("“([^“”]+)”|‘([^‘’]+)’|'([^']+)'")


def _unquoted(text: str) -> str:
    """Return a cell without quotation marks around the whole of it, other than those that divide cells."""
    found = _IN_QUOTES.fullmatch(text)
    return next(filter(None, found.groups())) if found else text


def _value(field: str, text: str) -> Any:
    label = FIELD_LABELS[field]
    if field == Field.NUMBER:
        return entrant_number(text)
    if field == Field.FEE_OWED:
        return fee(text, label)
    if field in (Field.BIRTH_YEAR, Field.PARTNER_BIRTH_YEAR):
        return birth_year_in(text, label)
    if field == Field.POOL:
        return pool_name(text)
    if field in _BLANKABLE and text.casefold() in NO_TEXT:
        return ""
    if field == Field.PHONE:
        # A spreadsheet writes so of a number.
        text = re.sub(r"(?<=\d{7})\.0$", "", text)
    elif field == Field.EMAIL:
        text = re.sub(r"^<|^mailto:|>$", "", text, flags=re.IGNORECASE)
    if field == Field.EMAIL and "@" not in text:
        raise ValueError(f"E-mail: “{text[:30]}” is not an address such as ann@example.org.")
    return _short(acc_number(text) if field == Field.ACC_NUMBER else text, field)


def _short(text: str, field: str) -> str:
    longest = MAX_LENGTHS.get(field, MAX_TEXT_LENGTH)
    if len(text) > longest:
        raise ValueError(f"{FIELD_LABELS[field]} is longer than {longest:,} characters.")
    return text
