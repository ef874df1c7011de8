"""Items of the cross-check queue: a game on which two cards differ, or a card that does not add up."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from scorecards.cards.card_sheet import COLUMN_LABELS, figure_of
from scorecards.models import Confirmation, Signature
from scorecards.rules.discrepancies import columns_that_differ
from scorecards.rules.entry.line_notation import line_in_words, reading
from scorecards.rules.entry.sheet_notation import is_of_sheet
from scorecards.rules.line_points import CardError
from scorecards.rules.ruling_notes import notes_on
from tournaments.models import Entrant
from tournaments.rules.names import split_name
from tournaments.rules.text import whole_number
from tournaments.rules.types import Line

SEATS_READ_TOGETHER = 12
MAX_ENTRANTS = 2


class CheckItemKind(Enum):
    """The kinds of items in the queue: a rule settles the game, no rule does, or a card does not add up."""

    RULING = "ruling"
    UNDECIDED = "undecided"
    ARITHMETIC = "arithmetic"

    @property
    def is_ruling(self) -> bool:
        return self is CheckItemKind.RULING

    @property
    def is_undecided(self) -> bool:
        return self is CheckItemKind.UNDECIDED

    @property
    def is_arithmetic(self) -> bool:
        return self is CheckItemKind.ARITHMETIC


def table_of(seat: str) -> str:
    """Return the table that a seat is at: ``B`` of ``B-5``. Seats that are only numbered go by twelves: ``13-24``."""
    if seat.isascii() and seat.isdigit():
        first = (int(seat) - 1) // SEATS_READ_TOGETHER * SEATS_READ_TOGETHER + 1
        return f"{first}-{first + SEATS_READ_TOGETHER - 1}"
    return re.split(r"[-\d]", seat, maxsplit=1)[0]


def table_in_words(table: str) -> str:
    """Return the name of a table: ``table B``, ``seats 13-24``, ``the cards without a seat``."""
    if not table:
        return "the cards without a seat"
    return f"seats {table}" if table[0].isdigit() else f"table {table}"


def _short(holder: Entrant) -> str:
    """Return the last names on a card and its seat: ``Saddlemoor A-1``, ``Lee & Birch 17``."""
    names = [holder.parts.last, *([split_name(holder.partner).last] if holder.partner else [])]
    return f"{' & '.join(names)} {holder.place}"


def _called(holder: Entrant) -> str:
    """Return the card's name when it is asked for aloud: ``Seat B-5``, or ``Card 17`` where there is no seat."""
    return f"Seat {holder.seat}" if holder.seat else f"Card {holder.number}"


@dataclass(frozen=True, slots=True)
class CheckSide:
    """One card's side of a game: the line as written, whom it names, and what the ruling makes of it.

    ``names`` is seat and name of whom the line names, blank where that is the other side. ``before`` and ``after``
    are ``None`` where the ruling leaves this card as it is; ``before`` has its own arithmetic put right. A flag is
    never undone: ``is_in_places`` tells whether a flagged card is still in the qualifying places. ``read_in_favor`` are
    the games for whose lines alone a card of the dead zone is flagged.
    """

    holder: Entrant
    written: Line | None
    names: str
    is_flagged: bool
    before: Line | None = None
    after: Line | None = None
    confirmed: Confirmation | None = None
    is_in_places: bool = False
    read_in_favor: Sequence[int] = ()

    @property
    def is_changed(self) -> bool:
        return self.after is not None

    @property
    def standing(self) -> str:
        if self.is_in_places:
            return "qualifier so far"
        if self.read_in_favor:
            return "may still qualify"
        return "qualified for a time" if self.is_flagged else "not a qualifier"

    @property
    def why_checked(self) -> str:
        """Why a card of the dead zone is checked; blank for every other."""
        if not self.read_in_favor:
            return ""
        games = " and ".join(filter(None, (", ".join(map(str, self.read_in_favor[:-1])), str(self.read_in_favor[-1]))))
        several = len(self.read_in_favor) > 1
        return f"would qualify if game{'s' if several else ''} {games} {'were wins' if several else 'were a win'}"

    @property
    def claims(self) -> str:
        return line_in_words(self.written)

    @property
    def counts(self) -> str:
        """What will count for this card by the ruling: ``C-12 counts as won by 27, 2 points``."""
        if self.after is None:
            return f"{self.holder.place} stays as written"
        points = f", {self.after.points} points" if self.after.points else ""
        return f"{self.holder.place} counts as {line_in_words(self.after)}{points}"


@dataclass(frozen=True)
class CheckItem:
    """One thing to check: a game on which two cards differ, or a card that does not add up.

    ``stamp`` is a digest of the item's content: an act on it sends the stamp back and is refused if the content has
    changed. ``joined_in_pass`` is 1 for the items of the first pass, higher for those that corrections added.
    ``is_required`` tells whether posting waits for it.
    """

    key: str
    kind: CheckItemKind
    table: str
    sides: Sequence[CheckSide]
    stamp: str
    game: int | None = None
    rules: Sequence[tuple[str, str]] = ()
    reason: str = ""
    errors: Sequence[CardError] = ()
    ruling: int | None = None
    signed: Confirmation | Signature | None = None
    joined_in_pass: int = 1
    is_required: bool = True

    @property
    def table_named(self) -> str:
        return table_in_words(self.table)

    @property
    def is_confirmed(self) -> bool:
        """Whether somebody has found every line typed as written."""
        return all(side.confirmed is not None for side in self.sides)

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to do: there are initials, and every line is confirmed."""
        return self.signed is not None and self.is_confirmed

    @property
    def is_open(self) -> bool:
        """Whether posting waits for somebody to do something about it."""
        return self.is_required and not self.is_done

    @property
    def is_up_to_director(self) -> bool:
        """Whether checkers have done what they can: both papers were looked at, and no rule covers the game."""
        return self.kind.is_undecided and self.is_confirmed

    @cached_property
    def reader(self) -> CheckSide:
        """The side whose card is read, an apparent qualifier's."""
        return (self.qualifiers or self.sides)[0]

    @cached_property
    def other(self) -> CheckSide | None:
        """The side whose card is compared with it; ``None`` where there is only one."""
        return next((side for side in self.sides if side is not self.reader), None)

    @property
    def in_order(self) -> list[CheckSide]:
        """The sides in reading order: first the card that is read aloud."""
        return [self.reader, *(side for side in self.sides if side is not self.reader)]

    @property
    def heading(self) -> str:
        """What the item is about: ``Game 22: Saddlemoor A-1 against Cobblecombe G-12``."""
        if self.game is None:
            return f"Sums of {_short(self.reader.holder)}"
        sides = " against ".join(_short(side.holder) for side in self.in_order)
        return f"Game {self.game}: {sides}"

    @property
    def counts(self) -> str:
        """What will count by the ruling, in one sentence."""
        if not self.changes:
            return "Both cards stay as written"
        return "; ".join(side.counts for side in self.in_order)

    def cards(self, columns: Sequence[str]) -> list[tuple[CheckSide, list[tuple[str, str, bool]]]]:
        """Return each side with its figures as written: the column's heading, the figure, whether it differs."""
        found = []
        for side in self.in_order:
            other = next((one.written for one in self.sides if one is not side), None)
            off = columns_that_differ(side.written, other) if side.written is not None and other is not None else ()
            figures = [(COLUMN_LABELS[name][0], figure_of(side.written, name), name in off) for name in columns]
            found.append((side, figures))
        return found

    @property
    def title(self) -> str:
        """The text that a checker reads aloud (appendix 10): ``Seat B-5, game 8, lost by 15``."""
        if self.game is None:
            return f"{_called(self.reader.holder)}, sums"
        if self.other is None:
            return f"{_called(self.reader.holder)}, game {self.game}"
        return f"{_called(self.other.holder)}, game {self.game}, {reading(self.reader.written)}"

    @property
    def found(self) -> str:
        """What the other card says instead."""
        if self.game is None:
            count = len(self.errors)
            return f"{count} figure{'s' if count > 1 else ''} wrong"
        side, reader = self.other or self.reader, self.reader
        said = side.claims + (f", against {side.names}" if side.names else "")
        if side is not reader and reader.names:
            return f"{said}; {reader.holder.place} is against {reader.names}"
        # The slip may be on the card that is read.
        if side is not reader and not side.names and side.claims == reading(reader.written):
            return f"{said}; {reader.holder.place} has {reader.claims}"
        return said

    @property
    def named(self) -> str:
        places = " and ".join(side.holder.place for side in self.sides)
        return f"sums of {places}" if self.game is None else f"game {self.game}, {places}"

    @property
    def changes(self) -> Sequence[CheckSide]:
        """The sides whose card the ruling changes."""
        return [side for side in self.sides if side.is_changed]

    @property
    def notes(self) -> Sequence[str]:
        sides = [(side.written, side.after or side.written) for side in self.sides]
        return notes_on([rule for rule, _ in self.rules], sides)

    @cached_property
    def qualifiers(self) -> Sequence[CheckSide]:
        """The sides that are apparent qualifiers, whose cards are read."""
        return [side for side in self.sides if side.is_flagged]

    def concerns(self, number: int) -> bool:
        return any(side.holder.number == number for side in self.sides)


def key_of_game(game: int, entrants: Sequence[int]) -> str:
    """Return the key of a game in addresses: its number and the entrants' numbers, ascending."""
    return "-".join(str(part) for part in (game, *sorted(entrants)))


def seen_of_line(line: Line | None) -> list[int | None]:
    """Return a line in the form that a confirmation stores; empty where the card has no line for the game."""
    if line is None:
        return []
    spreads = [line.opponent, line.points, line.plus, line.minus]
    return [*spreads, line.own, line.theirs, line.left] if is_of_sheet(line) else spreads


def line_of_seen(game: int, seen: Sequence[int | None]) -> Line | None:
    """Return the line that a confirmation stores; ``None`` where the card had no line for the game."""
    return Line(game, *seen) if seen else None


@dataclass(frozen=True, slots=True)
class RequestedGame:
    """What an address asks for: a game of two cards, or without a game the sums of one. Numbers ascend."""

    game: int | None
    numbers: tuple[int, ...]


def requested_game(key: str) -> RequestedGame | None:
    """Read an item's key: ``8-3-14`` is game 8 of entrants 3 and 14, ``card-3`` the sums of entrant 3."""
    head, *rest = key.split("-")
    found = {whole_number(part, digits=6) for part in rest}
    numbers = tuple(sorted(number for number in found if number is not None))
    if not numbers or len(numbers) > MAX_ENTRANTS or len(numbers) != len(rest):
        return None
    if head == "card":
        return RequestedGame(None, numbers) if len(numbers) == 1 else None
    game = whole_number(head, digits=3)
    return RequestedGame(game, numbers) if game else None
