"""The form of an import preview: what each column is imported as, and what happens to each row."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from tournaments.entrants.fields import OF_PAIRS
from tournaments.entrants.imports.cells import fee, is_yes
from tournaments.entrants.imports.columns import (
    FIELD_LABELS,
    MANY,
    NAMES,
    Field,
    Remembered,
    field_called,
    first_rows,
    guess_field,
    guess_fields,
    heading_cells,
    heading_key,
    heading_row,
)
from tournaments.entrants.imports.compare import ImportChoice
from tournaments.entrants.imports.headless import are_last_and_first, guess_by_content
from tournaments.entrants.imports.reading import ListDraft
from tournaments.entrants.imports.rows import ListedEntrant, heading_width, listed_entrants
from tournaments.entrants.imports.standing import seen_from
from tournaments.models import Tournament
from tournaments.rules.text import folded, tidy, whole_number

SAMPLES = 3
MAX_REASON_LENGTH = 200


class ListColumn(NamedTuple):
    """One column of the list as the preview shows it: its heading, the cells below, and what it is imported as."""

    name: str
    heading: str
    samples: Sequence[str]
    field: str
    is_hidden: bool = False


class PoolColumn(NamedTuple):
    """A column of a side pool or event: what it is called, and the stake with which its entrants join, as text.

    Without a stake what its cells say is kept as a note. ``is_open``: there is a pool of this name; its stake holds.
    """

    place: int
    title: str
    pool: str
    stake: str
    is_open: bool

    @property
    def cents(self) -> int | None:
        """The stake in cents; ``None`` where there is none. ValueError where it is no amount."""
        return fee(self.stake, f"Stake of {self.pool}") or None if self.stake else None


def pool_called(title: str) -> str:
    """Return what a side pool is called by its heading: ``Q pool`` for ``Are you in the Q pool?`` or ``Q pool Y/N``."""
    found = re.search(r"\b(?:q|side|high[- ]hand)[- ]?pools?\b", title, re.IGNORECASE)
    return (
        found[0]
        if found
        else re.sub(r"\([^()]*\)|[?$€£]|\by/n\b|\b[\d.]+$", "", title, flags=re.IGNORECASE).strip()[:80]
    )


class ColumnsForm:
    """What each column holds: guessed at first, then as the director says."""

    def __init__(
        self,
        draft: ListDraft,
        posted: Mapping[str, Any] | None = None,
        *,
        tournament: Tournament,
        remembered: Remembered | None = None,
        open_pools: Mapping[str, int] | None = None,
    ) -> None:
        self.open_pools = open_pools or {}
        self.draft = draft
        self.tournament = tournament
        self.remembered = remembered or {}
        self.seen = seen_from(tournament.kind, tournament.name)
        self.left_out: AbstractSet[str | None] = frozenset() if tournament.is_of_pairs else OF_PAIRS
        self.first_rows = first_rows(draft.table)
        self.is_confirmed = bool(posted and posted.get("columns_right"))
        self.posted = posted or {}
        if posted is None:
            self.headings = heading_row(draft.table)
            self.fields = self._guessed(self.headings)
            return
        self.headings = self._row(posted.get("headings", ""))
        chosen = [field_called(posted.get(f"column-{place}", "")) for place in range(len(draft.table[0]))]
        self.fields = [None if field in self.left_out else field for field in chosen]
        before = self._row(posted.get("headings_before", ""))
        if before != self.headings and self.fields == self._guessed(before):
            # Nothing was chosen by hand, so the present headings may say what the columns hold.
            self.fields = self._guessed(self.headings)

    def _row(self, number: str) -> int:
        """Return the number of one of the first rows, 0 for none."""
        return next((row for row, _ in self.first_rows if str(row) == number), 0)

    def _guessed(self, headings: int) -> list[str | None]:
        table = self.draft.table
        titles = self.titles(headings)
        if titles:
            guessed = guess_fields(titles, self.remembered, self.seen)
            if (place := self._beside_name(headings)) is not None and are_last_and_first(table[headings:], place):
                guessed[place : place + 2] = [Field.LAST_NAME, Field.FIRST_NAME]
            seconds = [place for place, title in enumerate(titles) if guess_field(title) == Field.NAME][1:2]
            if self.tournament.is_of_pairs and Field.PARTNER not in guessed and Field.NAME in guessed and seconds:
                guessed[seconds[0]] = Field.PARTNER
            if not set(NAMES) & set(guessed):
                proposed, _ = self._by_content(headings)
                guessed = [
                    one or (field if field in NAMES else None) for one, field in zip(guessed, proposed, strict=True)
                ]
        else:
            guessed, _ = self._by_content()
        hidden = set(self.draft.hidden)
        return [None if field in self.left_out or place in hidden else field for place, field in enumerate(guessed)]

    def _by_content(self, headings: int = 0) -> tuple[list[str | None], bool]:
        draft = self.draft
        return guess_by_content(
            draft.table[headings:] or draft.table, separator=draft.separator, are_pairs=self.tournament.is_of_pairs
        )

    def _beside_name(self, headings: int) -> int | None:
        """Return the column of the names where the next one has no heading, but cells: it may be the other half."""
        table = self.draft.table
        titles = self.titles(headings)
        place = next((at for at, field in enumerate(guess_fields(titles)) if field == Field.NAME), len(titles))
        is_half = place + 1 < len(titles) and not titles[place + 1]
        filled = sum(bool(row[place + 1]) for row in table[headings:]) if is_half else 0
        return place if 2 * filled > len(table) - headings else None

    def _named_twice(self) -> str:
        """Return a heading of names that stands above two columns, as where a list goes on beside itself."""
        body = self.draft.table[self.headings :]
        titles = [title for place, title in enumerate(self.titles(self.headings)) if any(row[place] for row in body)]
        named = [title for title in titles if guess_field(title) in NAMES]
        return next((title for title in named if sum(heading_key(title) == heading_key(one) for one in named) > 1), "")

    @property
    def question(self) -> str:
        """What is not certain about the columns, so that the director must say that they are right; blank if nothing.

        A director who changed a column has looked at them.
        """
        if self.is_confirmed or self.fields != self._guessed(self.headings):
            return ""
        if not self.headings:
            return "" if self._by_content()[1] else "No row names the columns. Check what each one is imported as."
        if not set(NAMES) & set(guess_fields(self.titles(self.headings), self.remembered)):
            return "No heading says where the names are. Check what each column is imported as."
        if heading_width(self.draft.table, self.headings) is None:
            return "Most rows have more columns than there are headings. Check what each one is imported as."
        if Field.PARTNER not in self.fields and (twice := self._named_twice()):
            return f"More than one column is headed “{twice}”, and only the first is imported. Put all names into one."
        if self._beside_name(self.headings) is not None:
            return "The column beside the names has no heading. Check what each one is imported as."
        return ""

    @property
    def asks(self) -> bool:
        """Whether the page asks about the columns, answered or not."""
        return self.is_confirmed or bool(self.question)

    def filled_columns(self) -> list[ListColumn]:
        """Return the columns with anything in them or imported; exports have dozens of blank ones."""
        return [column for column in self.columns() if column.samples or column.field]

    @property
    def not_imported(self) -> list[str]:
        """The columns that hold something and are not imported, by heading."""
        return [column.heading or column.name for column in self.columns() if column.samples and not column.field]

    def titles(self, headings: int) -> list[str]:
        """Return the headings of the columns; nothing where no row has them."""
        return heading_cells(self.draft.table, headings) if headings else []

    @property
    def fields_to_choose(self) -> list[tuple[str, str]]:
        return [(field, label) for field, label in FIELD_LABELS.items() if field not in self.left_out]

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
        try:
            self.stakes  # noqa: B018
        except ValueError as error:
            return str(error)
        if not self.listed:
            return "Nothing to import: no row below the headings holds anything."
        return ""

    def columns(self) -> list[ListColumn]:
        """Return the columns with what they are imported as and a few cells of each."""
        table = self.draft.table
        titles = self.titles(self.headings)
        body = [row for row in table[self.headings :] if any(row)]
        return [
            ListColumn(
                name=f"column-{place}",
                heading=(tidy(titles[place]) if titles else "") or f"Column {place + 1}",
                samples=[row[place] for row in body if row[place]][:SAMPLES],
                field=field or "",
                is_hidden=place in self.draft.hidden,
            )
            for place, field in enumerate(self.fields)
        ]

    @cached_property
    def listed(self) -> list[ListedEntrant]:
        """What each row states."""
        rows = listed_entrants(
            self.draft.table,
            self.fields,
            headings=self.headings,
            entry_fee=self.tournament.entry_fee,
            games=self.tournament.games,
            are_pairs=self.tournament.is_of_pairs,
            marks=self.draft.marks,
            seen=self.seen,
        )
        pools = {pool.title: pool for pool in self.pools()}
        return [_with_pools(row, pools) for row in rows]

    def pools(self) -> list[PoolColumn]:
        """Return the columns of side pools and events, with the stake that was typed, or that the list has."""
        titles = self.titles(self.headings)
        found = []
        names = {folded(name): name for name in self.open_pools}
        for place, field in enumerate(self.fields):
            if field != Field.JOINS:
                continue
            title = tidy(titles[place] if titles else "") or "Joins"
            name = pool_called(title)
            name, is_open = names.get(folded(name), name), folded(name) in names
            cells = {tidy(row[place]) for row in self.draft.table[self.headings :] if row[place]}
            said = f"{self.open_pools[name] / 100:.2f}" if is_open else _stake_in(title, cells)
            stake = said if is_open else tidy(str(self.posted.get(f"stake-{place}", said)))
            found.append(PoolColumn(place, title, name, stake, is_open))
        return found

    @property
    def stakes(self) -> dict[str, int]:
        """The side pools that rows join, with their stakes in cents."""
        return {pool.pool: pool.cents for pool in self.pools() if pool.cents}

    @property
    def blank_rows(self) -> int:
        """How many blank rows stand among the others."""
        return sum(not any(row) for row in self.draft.table)


def _stake_in(title: str, cells: AbstractSet[str]) -> str:
    """Return the stake that a heading names, or that all who join have paid: ``Q pool $10``; blank for none."""
    if found := re.search(r"[$€£]\s?(\d+(?:\.\d\d)?)\b", title):
        return found[1]
    joining = {cell for cell in cells if is_yes(cell) is not False}
    paid = re.fullmatch(r"[$€£]?\s?(\d+(?:\.\d\d)?)", joining.pop()) if len(joining) == 1 else None
    return paid[1] if paid and paid[1] != "1" else ""


def _with_pools(row: ListedEntrant, pools: Mapping[str, PoolColumn]) -> ListedEntrant:
    """Return a row with the pools that it joins; what a column without a stake says, or nobody can read, is noted."""
    joined, remarks, omitted = {}, list(row.remarks), list(row.omitted)
    for title, cell in row.pools.items():
        pool = pools[title]
        says = is_yes(cell)
        if says and not pool.cents:
            says = None
        if pool.cents and says is None:
            with suppress(ValueError):
                says = {pool.cents: True, 0: False}.get(fee(cell, title))
            if says is None:
                omitted.append(f"{title}: “{cell[:30]}” is neither yes nor the stake. Kept as a note.")
        if says:
            joined[pool.pool] = cell
        elif says is None:
            remarks.append(f"{title}: {cell}")
    return replace(row, pools=joined, remarks=tuple(remarks), omitted=tuple(omitted))


def choices_in(posted: Mapping[str, Any]) -> dict[int, ImportChoice]:
    """Return what was chosen for rows, by row number."""
    by_value = {choice.value: choice for choice in ImportChoice}
    return {
        row: by_value[posted[name]]
        for name in posted
        if name.startswith("row-") and (row := whole_number(name[4:])) is not None and posted[name] in by_value
    }


def players_in(posted: Mapping[str, Any]) -> dict[int, int]:
    """Return who of the people known from other events rows are, by row number; 0 for somebody else."""
    found = {}
    for name in posted:
        if name.startswith("player-") and (row := whole_number(name[7:])) is not None:
            player = whole_number(str(posted[name]), digits=18)
            if player is not None:
                found[row] = player
    return found


def acceptance_reason(posted: Mapping[str, Any]) -> str:
    """Return why pairs play that something speaks against, on one line."""
    return " ".join(str(posted.get("acceptance_reason", "")).split())[:MAX_REASON_LENGTH]
