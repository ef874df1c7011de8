"""Lists that are no table: e-mail addresses, numbered lines, columns without headings."""

import re
from collections.abc import Callable, Sequence
from email.utils import unquote
from itertools import pairwise
from string import ascii_lowercase

from tournaments.entrants.imports.cells import NO_ACC_NUMBER
from tournaments.entrants.imports.columns import NAMES, Field, guess_field
from tournaments.entrants.imports.standing import is_title_of_others, is_title_of_players
from tournaments.rules.names import PARTICLES, SUFFIXES, split_name
from tournaments.rules.text import plain_text, tidy
from tournaments.spreadsheets.table import TableRows

OF_PEOPLE = (*NAMES, Field.EMAIL)
_BARE_ADDRESS = re.compile(r"(?:mailto:)?([^\s@<>,;:()\"]+@[^\s@<>,;:()\"]+)", re.IGNORECASE)
_MARKER = re.compile(
    r"^\s*(?:\[[ xX✓✔]?\]|[-*•·–—▪◦‣●○☐☑✓✔>]+|\(\d{1,4}[.)]?\)|#?\d{1,4}[.):\]]+|#\s?\d{1,4})(?:\s+|(?=[^\W\d])|$)"
)
_NUMBERED = re.compile(r"^\s*(\d{1,4})\s+(?=\D)")
_STATES = frozenset(
    re.findall(
        "[A-Z]{2}",
        "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC "
        "ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AB BC MB NB NL NS NT NU ON PE QC SK YT",
    )
)


def address_rows(text: str) -> TableRows | None:
    """Return name and address of each person of a list as mail programs write it; ``None`` where it is none.

    ``Ann Lee <ann@example.org>, "Quist, Bo" <bo@example.org>; cy@example.org``. A line without an address is kept: it
    may be a title.
    """
    rows: TableRows = []
    for line in text.splitlines():
        found = _addresses_in(re.sub(r"^\s*(?:to|cc|bcc|from):", "", line, flags=re.IGNORECASE))
        if found is None:
            return None
        rows += found
    return rows if any(address for _, address in rows) else None


def _addresses_in(line: str) -> TableRows | None:
    if "@" not in line:
        text = tidy(line)
        is_cell = not any(separator in line for separator in ",;\t") and (
            text.endswith(":") or guess_field(text) not in OF_PEOPLE
        )
        return ([[text, ""]] if text else []) if is_cell else None
    rows = []
    for piece in re.split(r"(?<=>)[\s,;]*|;", line):
        text = tidy(piece).strip(" ,")
        front, angle, address = text.rpartition("<")
        if angle:
            whole = _BARE_ADDRESS.fullmatch(address.rstrip("> "))
            *bare, name = front.split(",") if "@" in front else (front,)
        else:
            *bare, name, whole = *text.split(","), None
            words = name.split()
            if words and (whole := _BARE_ADDRESS.fullmatch(words[-1].strip("()"))):
                # A name before a bare address, in a list of tables' kind, may be a column.
                name = "" if len(words) == 1 else " ".join(words[:-1])
        others = [_BARE_ADDRESS.fullmatch(one.strip()) for one in bare if one.strip()]
        if not text:
            continue
        if whole is None or None in others or "\t" in piece:
            return None
        rows += [["", one[1]] for one in others if one]
        rows.append([_unquoted(name.strip(" ,")), whole[1]])
    return rows


def _unquoted(name: str) -> str:
    name = tidy(name)
    for mark in ("'", '"'):
        if len(name) > 1 and name[0] == name[-1] == mark:
            name = name[1:-1]
    return tidy(unquote(name))


_LETTERED = re.compile(r"^\s*\(?([a-z]{1,5})[.):]\s+", re.IGNORECASE)
_ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"]


def without_markers(text: str) -> str:
    """Return a list without numbers, letters or bullets before its lines: ``1.``, ``a)``, ``(1)``, ``-``, ``[ ]``."""
    lines = text.splitlines()
    filled = [line for line in lines if line.strip()]
    letters = [found[1].casefold() if (found := _LETTERED.match(line)) else "" for line in filled]
    # "A. J. Quill" begins so, too: only the beginning of a row of letters or of Roman numbers is none.
    if len(letters) > 1 and any(letters == order[: len(letters)] for order in (list(ascii_lowercase), _ROMAN)):
        return "\n".join(_LETTERED.sub("", line) for line in lines)
    counted = [int(found[1]) for line in filled if (found := _NUMBERED.match(line))]
    if len(counted) > 1 and 3 * len(counted) >= 2 * len(filled) and _is_counted(counted):
        return "\n".join(_NUMBERED.sub("", line) for line in lines)
    if 2 * sum(bool(_MARKER.match(line)) for line in filled) <= len(filled):
        return text
    return "\n".join(without_marker(line) for line in lines)


def _is_counted(numbers: Sequence[int]) -> bool:
    return all(after - before == 1 for before, after in pairwise(numbers))


def without_marker(line: str) -> str:
    """Return a line, or a name, without the number or bullet before it, and a box to tick after that."""
    for _ in range(2):
        line = _MARKER.sub("", line)
    return line


def _all(test: Callable[[str], object]) -> Callable[[Sequence[str]], bool]:
    return lambda cells: bool(cells) and all(test(cell) for cell in cells)


_ACC = re.compile(r"[A-Za-z]{1,3}[- ]?\d{1,5}[A-Za-z]?")
_KINDS: tuple[tuple[str, Callable[[Sequence[str]], bool]], ...] = (
    (Field.EMAIL, _all(lambda cell: _BARE_ADDRESS.fullmatch(cell))),
    (
        Field.ACC_NUMBER,
        lambda cells: (
            any(_ACC.fullmatch(cell) for cell in cells)
            and all(_ACC.fullmatch(cell) or cell.casefold() in NO_ACC_NUMBER for cell in cells)
        ),
    ),
    (Field.SUFFIX, _all(lambda cell: plain_text(cell).strip(".") in SUFFIXES)),
    (Field.PHONE, _all(lambda cell: re.fullmatch(r"\+?[\d\s().-]{7,20}", cell))),
    (Field.CITY, _all(lambda cell: "," in cell and cell.rpartition(",")[2].strip() in _STATES)),
    (Field.PROVINCE, _all(lambda cell: cell in _STATES)),
    (Field.FEE_PAID, _all(lambda cell: re.fullmatch(r"[$€£]\s?\d[\d.,]*|\d+[.,]\d\d", cell))),
)


def _is_name_like(cell: str, longest: int = 3) -> bool:
    words = cell.split()
    return 0 < len(words) <= longest and all(re.fullmatch(r"[^\W\d_][^\W\d_.'’\"()-]*[^\d_]*", word) for word in words)


def is_whole_name(cell: str) -> bool:
    """Whether a cell looks like somebody's first and last name."""
    return " " in cell and _is_name_like(cell, 4)


def people_of_lines(text: str) -> str:
    """Return a list of whole names that runs on, ``Ann Lee, Bo Quist and Cy Fox``, with each in a line of their own."""
    *lines, last = [line.strip() for line in text.splitlines() if line.strip()] or [""]
    people = [tidy(one) for one in re.split(r"[,;]\s*and\s|[,;]|\sand\s", " ".join((*lines, last))) if one.strip()]
    runs_on = len(people) > 2 and all(line.endswith((",", ";")) for line in lines) and ("," in last or ";" in last)
    return "\n".join(people) if runs_on and all(map(is_whole_name, people)) else text


def is_last_name(cell: str) -> bool:
    """Whether a cell looks like a last name alone: one word, with particles and suffixes (``van der Berg Jr.``)."""
    words = [word for word in cell.split() if plain_text(word).strip(".") not in PARTICLES | SUFFIXES]
    return len(words) == 1 and _is_name_like(cell, 5)


def last_first_joined(row: Sequence[str], place: int) -> list[str] | None:
    """Return a row with ``Last, First`` in one cell that its comma divided; ``None`` where there is no such name."""
    row = with_suffix(row, place)
    last, first = (*row[place : place + 2], "", "")[:2]
    suffix = row[place + 2] if len(row) > place + 2 and plain_text(row[place + 2]).strip(".") in SUFFIXES else ""
    if not (is_last_name(last) and _is_name_like(first)) or first in _STATES:
        return None
    whole = f"{last} {suffix}".strip() + f", {first}"
    return [*row[:place], whole, *row[place + (3 if suffix else 2) :]]


def guess_by_content(table: TableRows, *, separator: str, are_pairs: bool) -> tuple[list[str | None], bool]:
    """Return what each column holds where no heading says so, and whether that is certain.

    ``separator`` is what stands between them: ``Last, First`` is written with a comma and a blank.
    """
    filled = [(row, [cell for cell in row if cell]) for row in table]
    body = [row for row, cells in filled if len(cells) > 1 or (cells and not _is_title(cells[0]))]
    columns = [[row[place] for row in body if row[place]] for place in range(len(table[0]))]
    fields: list[str | None] = []
    for cells in columns:
        kind = next((field for field, test in _KINDS if test(cells)), None)
        fields.append(kind if kind not in fields else None)
    are_ordinals = [bool(cells) and all(cell.isdecimal() for cell in cells) for cells in columns]
    texts = [
        place
        for place, cells in enumerate(columns)
        if fields[place] is None and 2 * sum(any(map(str.isalpha, cell)) for cell in cells) >= max(len(cells), 1)
    ]
    if not texts and Field.EMAIL in fields and not columns[0]:
        # Addresses without a name: it may be in them.
        return [Field.NAME, *fields[1:]], True
    if not texts:
        return fields, False
    # A date or a kind of payment may stand before the names.
    named = (place for place in texts if 2 * sum(map(is_whole_name, columns[place])) > len(columns[place]))
    start = texts[0] if are_last_and_first(body, texts[0]) else next(named, texts[0])
    first, *others = [place for place in texts if place >= start]
    numbers = [columns[place] for place, are in enumerate(are_ordinals) if are]
    is_certain = all(_is_counted([*map(int, cells)]) for cells in numbers)
    if others and others[0] == first + 1 and not are_pairs and are_last_and_first(body, first):
        other = others.pop(0)
        is_turned = separator.startswith(",")
        fields[first], fields[other] = (
            (Field.LAST_NAME, Field.FIRST_NAME) if is_turned else (Field.FIRST_NAME, Field.LAST_NAME)
        )
        is_certain = is_certain and separator == ", "
    else:
        fields[first] = Field.NAME
        is_certain = is_certain and (len(table[0]) == 1 or any(" " in cell for cell in columns[first]))
    left = [Field.PARTNER, Field.CLUB, Field.CITY] if are_pairs else [Field.CLUB, Field.CITY]
    for place in others:
        is_city = place + 1 < len(fields) and fields[place + 1] == Field.PROVINCE and Field.CITY in left
        field = Field.CITY if is_city else next(iter(left), None)
        if field:
            left.remove(field)
        fields[place] = field
    is_left = any(
        cells and field is None and not are for cells, field, are in zip(columns, fields, are_ordinals, strict=True)
    )
    return fields, is_certain and not others and not is_left


def _is_title(cell: str) -> bool:
    return is_title_of_others(cell) or is_title_of_players(cell) or cell.endswith(":")


def are_last_and_first(body: Sequence[Sequence[str]], place: int) -> bool:
    """Whether most rows have one word in a column, as a last name has, and something like a name in the next."""
    both = [row[place : place + 2] for row in body if all(row[place : place + 2]) and len(row) > place + 1]
    alike = sum(is_last_name(last) and _is_name_like(first, 2) for last, first in both)
    return 2 * len(both) > len(body) and 4 * alike >= 3 * len(both)


def tidy_columns(table: TableRows, headings_width: int, name_at: int) -> TableRows:
    """Return a list with commas between its columns where ``Last, First`` of some rows was divided, with them joined.

    These are the rows that have one cell more than the headings (``headings_width``), or, without headings, one more
    than the other rows need for a name that was written first name first.
    """
    joined: dict[int, list[str] | None]
    if headings_width:
        wide = [row for row in table if any(row[headings_width:])]
        joined = {id(row): last_first_joined(row, name_at) or with_suffix(row, name_at) for row in wide}
    else:
        table = [with_suffix(row, 0) for row in table]
        whole = [
            row for row in table if row[0] and " " in row[0] and not is_last_name(row[0]) and not _is_title(row[0])
        ]
        joined = {id(row): last_first_joined(row, 0) for row in table if is_last_name(row[0])}
        # "Ann Lee, Duluth" beside "Quill, Alder, Duluth": only where every whole name has a cell less behind it.
        if not whole or max(map(_width, whole)) >= max(
            (_width(row) for row in table if joined.get(id(row))), default=0
        ):
            return table
    rows = [joined.get(id(row)) or list(row) for row in table]
    width = max(map(_width, rows), default=0)
    return [(row + [""] * width)[:width] for row in rows]


def with_suffix(row: Sequence[str], place: int) -> list[str]:
    """Return a row whose suffix was divided from the name, ``Quill, Jr., Alder``, with it there again."""
    is_suffix = row[place : place + 1] and plain_text("".join(row[place + 1 : place + 2])).strip(".") in SUFFIXES
    return [*row[:place], f"{row[place]} {row[place + 1]}", *row[place + 2 :], ""] if is_suffix else list(row)


def _width(row: Sequence[str]) -> int:
    return max((place for place, cell in enumerate(row, start=1) if cell), default=0)


def is_doubtful_last_name(last: str) -> bool:
    """Whether two words before a comma may be a whole name rather than a last name: ``Bryony Sage, Duluth``."""
    return len(last.split()) > 1 and not is_last_name(last) and bool(split_name(last).first)
