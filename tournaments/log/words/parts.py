"""Shared by all readers of log entries: a stored entry, who is who, and how to write a change."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import Any, NamedTuple, Protocol

from tournaments.models import AuditAction

MOST = 3
"""How many changes a sentence names; more are listed beneath it."""
NUMBER_FIRST = re.compile(r"(^|: )\d+ (?=\D)")
"""The entrant's number before a name in a subject."""


class Stored(Protocol):
    """An entry of the log as it is stored."""

    subject: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class People:
    """The entrants of the event by number, as they are called today, and the clock of the hall."""

    names: Mapping[int, str] = field(default_factory=dict)
    seats: Mapping[int, str] = field(default_factory=dict)
    zone: tzinfo = UTC

    def name(self, number: Any) -> str:
        """Return somebody's name; somebody who was deleted since has none."""
        return self.names.get(_whole(number), "a deleted entrant")

    def seat(self, number: Any) -> str:
        """Return somebody's seat, or the name where there is none."""
        return self.seats.get(_whole(number)) or self.name(number)

    def seat_and_name(self, number: Any) -> str:
        """Return seat and name: ``A-3 Rosa Lunde``."""
        return f"{self.seats.get(_whole(number), '')} {self.name(number)}".strip()

    def time(self, stored: str) -> str:
        """Return a stored time on the clock of the hall: ``Sat, May 16, 9:30 AM``."""
        try:
            when = datetime.fromisoformat(stored).astimezone(self.zone)
        except (TypeError, ValueError):
            return str(stored)
        return f"{when:%a, %b} {when.day}, {when.hour % 12 or 12}:{when:%M %p}"


class Words(NamedTuple):
    """What an entry says: a sentence, and what else belongs to it, one line each."""

    text: str
    details: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "; ".join((self.text, *self.details))


Reader = Callable[[Stored, People], Words]
READERS: dict[str, Reader] = {}


def reads(*actions: AuditAction) -> Callable[[Reader], Reader]:
    """Register a reader for these actions."""

    def register(reader: Reader) -> Reader:
        READERS.update(dict.fromkeys(actions, reader))
        return reader

    return register


def fields_of(state: Any) -> Mapping[str, Any]:
    """Return a stored state as fields; an empty one where it has none."""
    return state if isinstance(state, Mapping) else {}


def named(subject: str) -> str:
    """Return a subject without the entrant's number before the name."""
    return NUMBER_FIRST.sub(r"\1", subject)


def value(stored: Any) -> str:
    """Return a stored value in words."""
    if stored is None or stored == "" or stored == []:
        return "blank"
    if isinstance(stored, bool):
        return "yes" if stored else "no"
    if isinstance(stored, Mapping):
        return ", ".join(f"{label(name)} {value(part)}" for name, part in stored.items()) or "blank"
    if isinstance(stored, list | tuple):
        return ", ".join(map(value, stored))
    return str(stored)


def label(name: Any) -> str:
    """Return the name of a field for people: ``fee_paid`` is ``fee paid``."""
    return str(name).replace("_", " ")


def change(what: str, before: str, after: str) -> str:
    """Return one change: ``city: Lantern Bay → Gull Harbor``."""
    return f"{what}: {before} → {after}"


def changes(before: Any, after: Any, *, labels: Mapping[str, str] = {}, blank: str = "blank") -> list[str]:
    """Return every field that differs between two stored states, in words."""
    was, now = fields_of(before), fields_of(after)
    return [
        change(labels.get(name, label(name)), *(value(side.get(name)).replace("blank", blank) for side in (was, now)))
        for name in dict.fromkeys((*was, *now))
        if was.get(name) != now.get(name)
    ]


def sentence(*parts: str) -> str:
    """Join what there is of the parts of a sentence with commas; the first letter is a capital."""
    text = ", ".join(part for part in parts if part)
    return text[:1].upper() + text[1:]


def with_reason(text: str, state: Any, *names: str) -> str:
    """Add the reason to a sentence where one was stored."""
    reason = next((said for name in names or ("reason", "why") if (said := fields_of(state).get(name))), "")
    return f"{text}. Reason: {reason}" if reason else text


def count(number: Any, one: str) -> str:
    """Return a number of things: ``1 game``, ``3 games``."""
    many = (
        f"{one[:-1]}ies"
        if one.endswith("y") and one[-2] not in "aeiou"
        else f"{one}es"
        if one.endswith(("ch", "s"))
        else f"{one}s"
    )
    return f"{number} {one if number == 1 else many}"


def short(text: str, details: Iterable[str]) -> Words:
    """Put a few details into the sentence and leave many beneath it."""
    listed = tuple(details)
    if 0 < len(listed) <= MOST:
        return Words(f"{text}: {'; '.join(listed)}" if text else sentence("; ".join(listed)))
    return Words(text, listed)


def plainly(entry: Stored, people: People) -> Words:
    """Say what is known about an entry that has no reader: whom it is about, and every difference."""
    if isinstance(entry.before, Mapping) or isinstance(entry.after, Mapping):
        return short(named(entry.subject), changes(entry.before, entry.after))
    said = " → ".join(value(state) for state in (entry.before, entry.after) if state is not None)
    return Words(sentence(": ".join(part for part in (named(entry.subject), said) if part)))


def _whole(number: Any) -> int:
    try:
        return int(number)
    except (TypeError, ValueError):
        return 0
