"""How the copies on the stick stand, in the words of staff pages: what the copier keeps, and every process reads."""

import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from tournaments.backups.state import folder_of_backups

FILE = "stick.json"
AMBER = 10.0
"""Seconds behind from which it is late."""
STOPPED = 20.0
"""Seconds without a sign of the copier after which it has stopped."""


@dataclass(frozen=True, slots=True)
class OnStick:
    """How the copies on the stick stand. Times are of the clock that never goes back, which all processes share.

    ``waiting_since`` is when the first change was made that is not there, at the earliest. ``offers`` are the other
    folders with an event that were found on sticks.
    """

    place: str = ""
    alive_at: float = 0.0
    waiting_since: float | None = None
    problem: str = ""
    pictures: int = 0
    copied_at: str = ""
    offers: Sequence[dict[str, Any]] = ()

    @property
    def behind(self) -> float:
        """By how many seconds the copy is older than what is saved here, at most."""
        return 0.0 if self.waiting_since is None else max(0.0, time.monotonic() - self.waiting_since)

    @property
    def has_stopped(self) -> bool:
        return time.monotonic() - self.alive_at > STOPPED

    @property
    def level(self) -> str:
        """Return ``good``, ``warning`` where it is late, or ``problem``."""
        if self.problem or self.has_stopped:
            return "problem"
        return "warning" if self.behind >= AMBER else "good"

    @property
    def words(self) -> str:
        """Say how far it is, and what helps."""
        if self.has_stopped:
            return "Nothing is copied to the stick any more. Restart the site."
        age = f"{self.behind:.0f} s behind" if self.behind < 120 else f"{self.behind / 60:.0f} min behind"
        if self.problem:
            return f"{self.problem}. The event goes on without it{f', {age}' if self.copied_at else ''}."
        if self.waiting_since is not None:
            return age
        if self.pictures:
            return f"{self.pictures} picture{'s' * (self.pictures != 1)} still to copy"
        return "All on the stick"


_read: tuple[object, OnStick | None] = (None, None)


def _stored() -> OnStick | None:
    global _read
    path = folder_of_backups() / FILE
    try:
        found = path.stat()
        seen = (path, found.st_ino, found.st_mtime_ns)
        if _read[0] != seen:
            _read = (seen, OnStick(**json.loads(path.read_text(encoding="utf-8"))))
    except (OSError, ValueError, TypeError):
        return None
    return _read[1]


def on_stick() -> OnStick | None:
    """Return how the copies on the stick stand; ``None`` where no second place is chosen, as on PostgreSQL."""
    found = _stored()
    return found if found is not None and found.place else None


def offered() -> Sequence[dict[str, Any]]:
    """Return what is on sticks with an event that this laptop could continue."""
    found = _stored()
    return found.offers if found is not None and not found.has_stopped else ()


def store(state: OnStick) -> None:
    """Keep how it stands, for every process of the site."""
    with suppress(OSError):
        path = folder_of_backups() / FILE
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = path.with_suffix(".new")
        part.write_text(json.dumps(asdict(state)), encoding="utf-8")
        part.replace(path)
