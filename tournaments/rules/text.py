"""Reading what people type: names, numbers, accents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol
from unicodedata import combining, normalize


class Seated(Protocol):
    """Somebody with a number and a name, and mostly a seat."""

    @property
    def number(self) -> int:
        """The number, by which they are known as long as they have no seat."""

    @property
    def seat(self) -> str:
        """The seat, blank where there is none."""

    @property
    def name(self) -> str:
        """The name."""


def whole_number(text: str, *, digits: int = 9) -> int | None:
    """Return the whole number that a text is; ``None`` where it is none, or has more digits.

    Only 0 to 9 are digits. A number of a million digits would take minutes to work out.
    """
    is_number = text.isascii() and text.isdecimal() and len(text) <= digits
    return int(text) if is_number else None


def number_of(count: int, one: str, many: str = "") -> str:
    """Return a number with its noun: ``1 card``, ``3 cards``; ``many`` where the plural is not an added s."""
    return f"{count} {one if count == 1 else many or f'{one}s'}"


def folded(text: str) -> str:
    """Return text for comparing: capitals and spaces make no difference."""
    return " ".join(text.casefold().split())


def plain_text(text: str) -> str:
    """Return the text as people type it who are looking for it: no capitals, no accents."""
    if text.isascii():
        return text.casefold()
    return "".join(letter for letter in normalize("NFKD", text) if not combining(letter)).casefold()


def pair_name(name: str, partner: str) -> str:
    """Return the name of a card's holder: one name, or both names of a pair."""
    return f"{name} & {partner}" if partner else name


def place_of(holder: Seated) -> str:
    """Return where somebody is found: their seat, or the number where they have none."""
    return holder.seat or str(holder.number)


def seat_and_name(holder: Seated) -> str:
    """Return what somebody is called in the log: ``B-5 Otis Lane``."""
    return f"{place_of(holder)} {holder.name}"


def is_same_name(one: str, other: str) -> bool:
    """Tell whether two names are the same to somebody who reads them: capitals and spaces do not count."""
    return folded(one) == folded(other)


def number_in(data: Mapping[str, str], name: str) -> int | None:
    """Return a whole number of a form, ``None`` where it has none."""
    return whole_number(data.get(name, "").strip())
