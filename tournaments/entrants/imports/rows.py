"""The rows of a list of entrants: the entrant each describes, and which rows are left out and why."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field

from tournaments.entrants.imports.cells import is_formula, is_numeric
from tournaments.entrants.imports.columns import NAMES, heading_cells, is_heading_of
from tournaments.entrants.imports.one_row import SHOWN_LENGTH, Columns, RowReader, Stated, shown
from tournaments.entrants.imports.standing import is_title_of_others, is_title_of_players, not_playing, usual_cell
from tournaments.rules.text import folded, tidy
from tournaments.spreadsheets.table import TableRows

ABOVE = "Above the headings."
AGAIN = "Repeats the headings."
TOTALS = "A row of totals."
NO_NAME = "Only numbers: no name."
SECTION = "A title between the rows."
Marks = Mapping[int, Sequence[str]]
"""Texts by the number of a row."""


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


def listed_entrants(
    table: TableRows,
    fields: Sequence[str | None],
    *,
    headings: int,
    entry_fee: int = 0,
    games: int | None = None,
    are_pairs: bool = False,
    marks: Sequence[Marks] = ({}, {}),
    seen: Callable[[str], str] = str,
) -> list[ListedEntrant]:
    """Return what each row states, blank rows left out; ``headings`` is the row that names the columns (0: none).

    ``entry_fee`` is what is paid where a cell says only that it is; ``games`` is how many the event has; ``marks`` are
    reasons to doubt a row, and remarks, that a sheet shows besides its cells; ``seen`` reads what names an event.
    """
    titles = heading_cells(table, headings) if headings else []
    # The upper one of two rows of headings belongs to them.
    first = headings - 1 if headings and titles != table[headings - 1] else headings
    above = [_nobody(number, row, ABOVE) for number, row in enumerate(table[: max(first - 1, 0)], start=1) if any(row)]
    body = [(number, row) for number, row in enumerate(table, start=1) if number > headings and any(row)]
    how = Columns(
        fields,
        [tidy(title) for title in titles],
        entry_fee,
        games,
        are_pairs,
        heading_width(table, headings) if headings else None,
        [usual_cell([row[place] for _, row in body]) for place in range(len(fields))],
        seen,
    )
    return [*above, *_without_refunded(_with_single_words(list(_sections(body, how, *marks))))]


def heading_width(table: TableRows, headings: int) -> int | None:
    """Return up to which column there are headings; ``None`` where most rows go on beyond them."""
    titles = table[headings - 1]
    width = max((place for place, cell in enumerate(titles, start=1) if cell), default=0)
    body = [row for row in table[headings:] if any(row)]
    return None if 2 * sum(any(row[width:]) for row in body) > len(body) else width


def _sections(
    body: Sequence[tuple[int, Sequence[str]]], how: Columns, doubted: Marks, commented: Marks
) -> Iterator[ListedEntrant]:
    """Read the rows; those below a title such as *Cancelled* are in doubt until another title comes."""
    title = ""
    for number, row in body:
        listed = _listed(number, row, how)
        if listed.left_out == SECTION:
            said = how.seen(listed.text)
            title = listed.text if is_title_of_others(said) or not_playing(said) else ""
            yield listed
            continue
        comments = [f"Comment: {tidy(comment)}" for comment in commented.get(number, ())]
        doubts = [
            *listed.doubts,
            *([f"Under “{title}”."] if title else ()),
            *doubted.get(number, ()),
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
    refunds = {folded(row.name): row.row for row in rows if row.name and _is_refund(row)}
    return [
        replace(row, doubts=(*row.doubts, f"Row {refunds[folded(row.name)]} is a refund for this name."))
        if row.name and refunds.get(folded(row.name), row.row) != row.row and not _is_refund(row)
        else row
        for row in rows
    ]


def _is_refund(row: ListedEntrant) -> bool:
    return any("refund" in doubt.casefold() for doubt in row.doubts)


def _nobody(number: int, row: Sequence[str], why: str) -> ListedEntrant:
    return ListedEntrant(number, {}, left_out=why, text=shown(row))


def _listed(number: int, row: Sequence[str], how: Columns) -> ListedEntrant:
    why = _why_nobody(row, how)
    if why and why not in (TOTALS, SECTION):
        return _nobody(number, row, why)
    read = RowReader(how).read(row)
    if why:
        return ListedEntrant(number, read.stated, left_out=why, may_be_put_back=not read.errors, text=shown(row))
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


_TOTAL = re.compile(
    r"(?:grand |sub-?)?totals?\b.{0,40}|(?:sum|count|average|avg|number)(?: of .{1,40})?[:\s]*\d*", re.IGNORECASE
)
# Only before a number in a cell of its own: alone they may be a title.
_SUM = re.compile(
    r"(?:players|entrants|entries|registrations|balance|(?:net )?amount|fees|income|expenses|collected|net|(?:un)?paid"
    r"|(?:amount )?due|outstanding):?",
    re.IGNORECASE,
)
# Besides those that say who plays and who does not.
_SECTION = re.compile(
    r".{1,60}:|(?:late|pre|early)[- ]?(?:entries|registrations?|registered)"
    r"|walk-?ins?|at the door|notes?|(?:end|end of list)|[-_=*. ]{2,}"
    r"|(?:table|board|section|flight|division|group|pool)s?\s*#?(?:\d{1,3}|[a-z])"
    r"|(?:gr[ae]y|red|yellow|green|blue|orange|pink|purple|highlighted|shaded)\s*(?:[=:–-]|means?\b).{1,60}"
    r"|(?:printed|updated|as of|page|sheet|revised|last updated) .{1,60}",
    re.IGNORECASE,
)


def _why_nobody(row: Sequence[str], how: Columns) -> str:
    """Return why a row is nobody; blank where it may be somebody."""
    cells = [cell for cell in row if cell]
    if _is_headings(row, how.fields, how.titles):
        return AGAIN
    of_names = [cell for field, cell in zip(how.fields, row, strict=False) if field in NAMES]
    if all(map(is_numeric, cells)) and not any(map(is_formula, of_names)):
        return NO_NAME
    others = [cell for cell in cells if not is_numeric(cell)]
    if len(others) == 1 and (_TOTAL.fullmatch(others[0]) or (len(cells) > 1 and _SUM.fullmatch(others[0]))):
        return TOTALS
    if len(others) == 1 and len(others[0]) <= SHOWN_LENGTH:
        said = how.seen(others[0])
        is_title = len(cells) == 1 and (_SECTION.fullmatch(said) or is_title_of_players(said))
        return SECTION if is_title or is_title_of_others(said) else ""
    return ""


def _is_headings(row: Sequence[str], fields: Sequence[str | None], titles: Sequence[str]) -> bool:
    filled = [(cell, title) for cell, title in zip(row, titles, strict=False) if cell]
    if filled and all(folded(cell) == folded(title) for cell, title in filled):
        return True
    same = [field for field, cell in zip(fields, row, strict=False) if field and is_heading_of(field, cell)]
    return bool(titles) and len(same) > 1
