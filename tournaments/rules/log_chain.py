"""The chain of the activity log: each entry is sealed with all entries before it, so that none can be altered alone."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

SHOWN = 16


@dataclass(frozen=True, slots=True)
class LinkedEntry:
    """An entry of the log as it is stored: its place in the chain, what it says, and its digest."""

    number: int | None
    at: datetime
    who: str
    action: str
    subject: str
    before: Any
    after: Any
    rule: str
    digest: str


def digest_after(previous: str, entry: LinkedEntry) -> str:
    """Return the digest of an entry that follows the one with the digest ``previous``, which is blank for the first.

    It is the same for content that was read from a database: keys in another order, 2 for 2.0, a list for a tuple. What
    it is made of never changes, or no log that was written before would fit.
    """
    content = [previous, entry.number, entry.at.astimezone(UTC).isoformat(timespec="microseconds")]
    content += [entry.who, entry.action, entry.subject, _plain(entry.before), _plain(entry.after), entry.rule]
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


def _plain(value: Any) -> Any:
    """Return a value as it comes back from any database that keeps JSON."""
    return json.loads(json.dumps(value), parse_float=_number)


def _number(text: str) -> float | int:
    number = float(text)
    return int(number) if number.is_integer() else number


def first_misfit(entries: Iterable[LinkedEntry]) -> tuple[LinkedEntry, str] | None:
    """Return the first entry that does not fit the chain, with what is wrong with it; ``None`` where all fit."""
    previous, expected = "", 1
    for entry in entries:
        if entry.number != expected:
            return entry, "has no number" if entry.number is None else _what_is_missing(expected, entry.number)
        if digest_after(previous, entry) != entry.digest:
            return entry, "was changed after it was written"
        previous, expected = entry.digest, expected + 1
    return None


def _what_is_missing(expected: int, found: int) -> str:
    if found < expected:
        return "stands twice"
    gap = f"entry {expected} is" if found == expected + 1 else f"entries {expected} to {found - 1} are"
    return f"follows entry {expected - 1}: {gap} missing"


def seal_of(digest: str) -> str:
    """Return the short form of a digest, as it is read to somebody or compared with paper: ``3FA9 12CD 77E0 91AB``."""
    shown = digest[:SHOWN].upper()
    return " ".join(shown[start : start + 4] for start in range(0, len(shown), 4))


def plain_seal(seal: str) -> str:
    """Return a seal as somebody typed it for comparing: without spaces, in capital letters."""
    return "".join(seal.split()).upper()
