"""One card as typed, not read yet, and the entrants that seats and numbers on it mean.

What was typed is text until :func:`scorecards.rules.entry.card_reading.read_typed` has read it, so that nothing of it
is lost where a part cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.rules.text import whole_number


@dataclass(frozen=True, slots=True)
class TypedLine:
    """One line as typed. ``is_blank`` is true where the paper is blank, not where the line is not entered yet.

    The columns are those of :class:`tournaments.rules.types.Line`.
    """

    game: int
    opponent: str = ""
    points: str = ""
    plus: str = ""
    minus: str = ""
    is_blank: bool = False
    own: str = ""
    theirs: str = ""
    left: str = ""

    @property
    def is_entered(self) -> bool:
        """Whether this line is entered. An opponent alone does not count: the schedule fills that in."""
        return self.is_blank or any((self.points, self.plus, self.minus, self.own, self.theirs, self.left))

    def value(self, column: str) -> str:
        return str(getattr(self, column))


@dataclass(frozen=True, slots=True)
class TypedCard:
    """A card as typed: every line, and the foot totals by name."""

    lines: Sequence[TypedLine]
    foot: Mapping[str, str]


class InvalidCard(Exception):
    """Errors in a typed card, by field: ``plus-3``, ``foot-game_points``."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__("; ".join(errors.values()))
        self.errors = errors


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who holds a card, by number and by seat. ``seats`` and ``numbers`` are of the same entrants."""

    seats: Mapping[str, int]
    numbers: Collection[int]

    @classmethod
    def of(cls, people: Iterable[tuple[int, str]]) -> SeatPlan:
        people = list(people)
        return cls({seat.casefold(): number for number, seat in people if seat}, {n for n, _ in people})

    def find(self, text: str) -> int | None:
        """Return the number of the entrant at a seat or with a number: ``B-5``, ``b5``, ``2-5`` (table 2) or ``17``."""
        wanted = text.strip().casefold()
        if wanted in self.seats:
            return self.seats[wanted]
        if (number := whole_number(wanted)) is not None:
            return number if number in self.numbers else None
        return self.seats.get(full_label(wanted))


def full_label(text: str) -> str:
    """Return the seat that a shorter text in small letters means: ``b-5`` for ``b5`` and ``2-5``; blank for others."""
    parts = re.fullmatch(r"([a-z]{1,9}|[0-9]{1,9})-?([0-9]{1,9})", text)
    if parts is None:
        return ""
    table, seat = parts.groups()
    label = table_letters(int(table)) if table.isdecimal() else table
    return f"{label}-{int(seat)}"


def table_letters(table: int) -> str:
    """Return the letters of a table, counted from 1: a to z, then aa; a number pad has no letters."""
    letters = ""
    while table > 0:
        table, rest = divmod(table - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters
