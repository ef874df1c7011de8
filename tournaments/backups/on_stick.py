"""How the copies on the stick stand, in the words of staff pages: what the copier keeps, and every process reads."""

import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from tournaments.backups.state import folder_of_backups, keep

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


def _stored() -> OnStick:
    with suppress(OSError, ValueError, TypeError):
        return OnStick(**json.loads((folder_of_backups() / FILE).read_text(encoding="utf-8")))
    return OnStick()


def on_stick() -> OnStick | None:
    """Return how the copies on the stick stand; ``None`` where no second place is chosen, as on PostgreSQL."""
    return found if (found := _stored()).place else None


def offered() -> Sequence[dict[str, Any]]:
    """Return what is on sticks with an event that this laptop could continue."""
    return () if (found := _stored()).has_stopped else found.offers


def store(state: OnStick) -> None:
    """Keep how it stands, for every process of the site."""
    with suppress(OSError):
        keep(FILE, asdict(state))
