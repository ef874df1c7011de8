"""Seats: what they are called, who faces whom, how they are drawn, and what is wrong with who sits where.

A seat is ``TABLE-NUMBER``: ``A-1``, ``A-2`` ... and after table ``Z`` comes ``AA``. Seats 1 and 2, 3 and 4 ... of a
table face each other over a board. An odd number is an anchor's seat, an even one a mover's. ``A-7B`` is the second
card of seat ``A-7``: of somebody who took over the seat from a player whose card has games already.

The draw needs no trust in this program. Everybody's lot is the SHA-256 of ``SEED:NUMBER`` (the kept seed, a
colon, the entrant's number, in UTF-8), written in hexadecimal; the lowest lot takes the first free seat, the next
lowest the second, and so on; before that those who must stay seated take the first free seats that do not move, in the
order of their lots. ``printf 'SEED:7' | sha256sum`` gives entrant 7's lot on any machine.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import chain, islice, repeat
from string import ascii_uppercase
from typing import Any

SEATS_AT_A_TABLE = 12

_LABEL = re.compile(r"([A-Z]{1,4})-([1-9][0-9]{0,5})(B?)")


class SeatingError(Exception):
    """The seats asked for cannot be had; the text says why, and what could be done."""


def seats(count: int, *, table_length: int = SEATS_AT_A_TABLE, rooms: Sequence[Room] = ()) -> tuple[str, ...]:
    """Name ``count`` seats in card order, table by table: ``A-1`` to ``A-12``, ``B-1`` and so on.

    The first tables are those of ``rooms``; those after them have ``table_length`` seats.

    Raises:
        SeatingError: a table is of an odd length or below 2, or ``count`` is negative.
    """
    lengths = [length for room in rooms for length in room.tables]
    for length in (table_length, *lengths):
        if length < 2 or length % 2:
            raise SeatingError(
                f"a table of {length} seats would leave a board with one seat: "
                f"{max(length - 1, 2)} or {max(length + 1, 4)} would work"
            )
    if count < 0:
        raise SeatingError(f"{count} is not a number of seats")
    named = (
        f"{_table_name(table)}-{seat}"
        for table, length in enumerate(chain(lengths, repeat(table_length)))
        for seat in range(1, length + 1)
    )
    return tuple(islice(named, count))


@dataclass(frozen=True, slots=True)
class Room:
    """A room of the hall: its name, which may be blank, and how many seats each of its tables has, in order."""

    name: str
    tables: tuple[int, ...]


MAX_TABLES = 200
_TABLES = re.compile(r"(?:(\d{1,3})\s*[x×*]\s*)?(\d{1,3})")


def read_rooms(text: str) -> tuple[Room, ...]:
    """Return the rooms of a hall from a line for each, such as ``Annex: 12, 12, 8`` or ``Annex: 2 x 12, 8``.

    Raises:
        SeatingError: a line says something else, or a table has no even number of seats.
    """
    rooms: list[Room] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        name, _, numbers = line.rpartition(":")
        tables: list[int] = []
        for part in re.split(r"[,;+]|\band\b", numbers):
            found = _TABLES.fullmatch(part.strip())
            if found is None:
                raise SeatingError(
                    f"“{line[:60]}” is not a room and the seats of its tables: Annex: 12, 12, 8 would be"
                )
            tables += [int(found[2])] * int(found[1] or 1)
        rooms.append(Room(" ".join(name.split()), tuple(tables)))
    if sum(len(room.tables) for room in rooms) > MAX_TABLES:
        raise SeatingError(f"there can be {MAX_TABLES} tables at most")
    seats(0, rooms=rooms)
    return tuple(rooms)


def room_by_table(rooms: Sequence[Room]) -> dict[str, str]:
    """Return in which room each table is, by the table's name; nothing where there is only one room."""
    names = [room.name or f"Room {place}" for place, room in enumerate(rooms, start=1) for _ in room.tables]
    return {_table_name(table): name for table, name in enumerate(names)} if len(rooms) > 1 else {}


def table_of(seat: str) -> str:
    """Return the table of a seat: what stands before the last dash."""
    return seat.rpartition("-")[0]


def _table_name(index: int) -> str:
    """Return A to Z, then AA, AB and so on, as the columns of a spreadsheet are named."""
    name = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, len(ascii_uppercase))
        name = ascii_uppercase[letter] + name
    return name


# What seats sort by; see :func:`seat_key`.
SeatKey = tuple[bool, tuple[tuple[int, int, str], ...]]


@lru_cache(maxsize=8192)
def seat_key(seat: str) -> SeatKey:
    """Return what sorts seats as the stack of cards lies: A-2 before A-10, Z-1 before AA-1, no seat last.

    Seats may be called anything: numbers come before letters, and a shorter word before a longer one.
    """
    parts = re.findall(r"[0-9]+|[^\W\d_]+|.", seat.casefold(), re.DOTALL)
    key = tuple((0, int(part), "") if part.isdecimal() else (len(part), 0, part) for part in parts)
    return (not seat, key)


def seat_order(seat: str) -> str:
    """Return :func:`seat_key` as digits and letters a to f, which every database sorts alike: to find the next seat."""
    is_missing, key = seat_key(seat)
    parts = (f"00{number:020d}" if not length else f"{length:02x}{part.encode().hex()}" for length, number, part in key)
    return f"{is_missing:d}{''.join(parts)}"


def in_seat_order(seat_of: Mapping[int, str]) -> tuple[int, ...]:
    """Return the entrants' numbers as they sit, table by table; who has no seat yet is left out."""
    placed = ((seat_key(seat), number) for number, seat in seat_of.items() if seat)
    return tuple(number for _, number in sorted(placed))


@lru_cache(maxsize=4096)
def _label(seat: str) -> tuple[str, int, str] | None:
    """Return table, number and second card of a seat, or ``None`` where it is not ``TABLE-NUMBER``."""
    label = _LABEL.fullmatch(seat)
    return None if label is None else (label[1], int(label[2]), label[3])


@lru_cache(maxsize=4096)
def facing(seat: str) -> str:
    """Return the seat on the other side of the board, or nothing where the seat is not ``TABLE-NUMBER``."""
    label = _label(seat)
    if label is None:
        return ""
    table, number, _ = label
    return f"{table}-{number + 1 if number % 2 else number - 1}"


@lru_cache(maxsize=4096)
def base_seat(seat: str) -> str:
    """Return the seat at the table: ``A-7`` for ``A-7B``; a seat of another kind of name is itself."""
    label = _label(seat)
    return seat[:-1] if label is not None and label[2] else seat


def second_seat(seat: str) -> str:
    """Return the name of a seat for a second card, or nothing where it has one already or is no ``TABLE-NUMBER``."""
    label = _label(seat)
    return f"{seat}B" if label is not None and not label[2] else ""


def is_anchor_seat(seat: str) -> bool:
    """Tell whether who starts here keeps the seat while anchors and movers play (an odd number does)."""
    label = _label(seat)
    return label is not None and label[1] % 2 == 1


@lru_cache(maxsize=4096)
def board_of(seat: str) -> str:
    """Return the name of a board, which is the odd seat at it; nothing where the seat is not ``TABLE-NUMBER``."""
    return base_seat(seat) if is_anchor_seat(seat) else facing(seat)


@dataclass(frozen=True, slots=True)
class Lot:
    """What one entrant drew: ``digest`` is 64 hexadecimal digits, and the lowest sits first."""

    number: int
    digest: str


def lots(numbers: Iterable[int], seed: str) -> tuple[Lot, ...]:
    """Return everybody's lot, lowest first. The same seed always gives the same order, on any machine."""
    drawn = (Lot(number, hashlib.sha256(f"{seed}:{number}".encode()).hexdigest()) for number in sorted(numbers))
    return tuple(sorted(drawn, key=lambda lot: lot.digest))


def draw_seats(
    numbers: Iterable[int],
    labels: Sequence[str],
    seed: str,
    *,
    kept: Mapping[int, str] | None = None,
    stay: Collection[int] = (),
    stationary: Collection[str] = (),
) -> dict[int, str]:
    """Draw a seat for each entrant by ``seed``, as the head of this module describes, in seat order.

    Those who ``stay`` draw first, among the ``stationary`` seats; for whom there is none draws with the others.

    ``labels`` are the seats there are, in seat order; those not needed stay empty at the end. ``kept`` seats
    are left out of the draw, with the entrants who hold them (somebody who cannot move, say).

    Raises:
        SeatingError: too few seats, nobody's seat kept, a kept seat that is unknown or kept twice.
    """
    everybody = frozenset(numbers)
    held = dict(kept or {})
    _refuse_wrong_keeping(everybody, labels, held)
    taken = frozenset(held.values())
    free = [label for label in labels if label not in taken]
    to_draw = everybody - held.keys()
    if len(free) < len(to_draw):
        raise SeatingError(
            f"{len(everybody)} entrants cannot sit on {len(labels)} seats: "
            f"{len(everybody) - len(labels)} more are needed"
        )
    first = lots(to_draw.intersection(stay), seed)
    seat_of = held | {
        lot.number: seat for lot, seat in zip(first, (seat for seat in free if seat in stationary), strict=False)
    }
    left = [seat for seat in free if seat not in seat_of.values()]
    seat_of |= {lot.number: seat for lot, seat in zip(lots(to_draw - seat_of.keys(), seed), left, strict=False)}
    return {number: seat_of[number] for number in in_seat_order(seat_of)}


def _refuse_wrong_keeping(everybody: frozenset[int], labels: Sequence[str], held: Mapping[int, str]) -> None:
    holder: dict[str, int] = {}
    known = frozenset(labels)
    for number, seat in held.items():
        if number not in everybody:
            raise SeatingError(f"entrant {number} keeps seat {seat}, but is not in the draw")
        if seat not in known:
            raise SeatingError(f"entrant {number} keeps seat {seat}, and there is no such seat")
        if seat in holder:
            raise SeatingError(f"entrants {holder[seat]} and {number} both keep seat {seat}")
        holder[seat] = number


def draw_differences(seat_of: Mapping[int, str], labels: Sequence[str], seed: str, **how: Any) -> tuple[str, ...]:
    """Draw again by ``seed``, as :func:`draw_seats` with ``how``, and say in words where ``seat_of`` differs.

    Raises:
        SeatingError: as :func:`draw_seats`.
    """
    drawn = draw_seats(seat_of, labels, seed, **how)
    return tuple(
        f"entrant {number} drew seat {seat} and sits in {seat_of[number] or 'none'}"
        for number, seat in drawn.items()
        if seat_of[number] != seat
    )


class SeatWarningKind(Enum):
    """What can be wrong with who sits where."""

    NO_SEAT = "no seat"
    UNKNOWN_SEAT = "unknown seat"
    TAKEN_TWICE = "seat taken twice"
    UNKNOWN_ENTRANT = "unknown entrant"
    EMPTY_BETWEEN = "empty seat among taken ones"


@dataclass(frozen=True, slots=True)
class SeatWarning:
    """One warning in words, with the seat and the entrants it is about."""

    kind: SeatWarningKind
    seat: str
    entrants: tuple[int, ...]
    text: str


def seat_warnings(seat_of: Mapping[int, str], numbers: Iterable[int], labels: Sequence[str]) -> tuple[SeatWarning, ...]:
    """Return every warning about a seating: nobody without a seat, nobody on another's, no gap, no unknown seat.

    ``numbers`` are those who need a seat, ``labels`` the seats there are, in seat order. A gap matters because
    the schedule pairs neighbours: an empty seat among the others would turn movers into anchors.
    """
    needed = frozenset(numbers)
    holders: dict[str, list[int]] = {}
    for number, seat in seat_of.items():
        if seat:
            holders.setdefault(seat, []).append(number)
    warnings = [
        SeatWarning(SeatWarningKind.NO_SEAT, "", (number,), f"entrant {number} has no seat")
        for number in sorted(needed)
        if not seat_of.get(number)
    ]
    places = {label: place for place, label in enumerate(labels)}
    taken = {base_seat(seat) for seat in holders}
    for seat in sorted(holders, key=seat_key):
        entrants = tuple(sorted(holders[seat]))
        warnings += _warnings_of_one_seat(seat, entrants, needed, base_seat(seat) in places)
    last = max((places[seat] for seat in taken if seat in places), default=-1)
    warnings += (
        SeatWarning(SeatWarningKind.EMPTY_BETWEEN, label, (), f"seat {label} is empty, and seats after it are taken")
        for label in labels[:last]
        if label not in taken
    )
    return tuple(warnings)


def _warnings_of_one_seat(
    seat: str, entrants: tuple[int, ...], needed: frozenset[int], is_known: bool
) -> Iterable[SeatWarning]:
    names = " and ".join(map(str, entrants))
    if not is_known:
        who = "entrant" if len(entrants) == 1 else "entrants"
        text = f"there is no seat {seat}, which {who} {names} {'has' if len(entrants) == 1 else 'have'}"
        yield SeatWarning(SeatWarningKind.UNKNOWN_SEAT, seat, entrants, text)
    if len(entrants) > 1:
        text = f"seat {seat} is given to entrants {names}"
        yield SeatWarning(SeatWarningKind.TAKEN_TWICE, seat, entrants, text)
    for number in entrants:
        if number not in needed:
            text = f"seat {seat} is held by entrant {number}, who is not in the field"
            yield SeatWarning(SeatWarningKind.UNKNOWN_ENTRANT, seat, (number,), text)


def assign_seat(
    seat_of: Mapping[int, str], number: int, seat: str, labels: Sequence[str], *, swap: bool = False
) -> dict[int, str]:
    """Return the seating with entrant ``number`` in ``seat``; with ``swap`` its holder gets the old seat.

    Raises:
        SeatingError: there is no such seat, or it is taken and ``swap`` is off.
    """
    if seat not in labels:
        raise SeatingError(f"there is no seat {seat}: seats go from {labels[0]} to {labels[-1]}")
    changed = dict(seat_of)
    holder = next((other for other, held in seat_of.items() if held == seat and other != number), None)
    if holder is not None:
        if not swap:
            raise SeatingError(f"seat {seat} is taken by entrant {holder}: swap the two, or choose a free seat")
        changed[holder] = seat_of.get(number, "")
    changed[number] = seat
    return changed
