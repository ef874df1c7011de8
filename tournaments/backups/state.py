"""Whether the last backups and copies on the stick succeeded: small files beside them, which every process reads."""

import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

FILE = "state.json"
ON_STICK = "stick.json"
SECOND_PLACE = "second-place"
FAILURE = "last-failure.json"
NEW_KEY = "new-key"
"""A file that tells the next start to replace the codes of scorecards; it is then called ``CODES_REPLACED``."""
CODES_REPLACED = "codes-replaced"
SHOWN_FOR = timedelta(hours=3)
LATE = timedelta(minutes=15)
"""A change that is not backed up for so long is a failure, whatever the reason."""
AMBER = 10.0
"""Seconds behind from which it is late."""
STOPPED = 20.0
"""Seconds without a sign of the copier after which it has stopped."""


@dataclass(frozen=True, slots=True)
class Place:
    """A folder of backups: when the last one came there, and why later ones did not."""

    folder: str
    is_second: bool
    last: datetime | None = None
    error: str = ""

    @property
    def age(self) -> timedelta | None:
        return None if self.last is None else timezone.now() - self.last


@dataclass(frozen=True, slots=True)
class Backups:
    """The state of the site's backups; ``alive_at`` is when the server last looked for changes."""

    places: Sequence[Place]
    alive_at: datetime
    waiting_since: datetime | None = None

    @property
    def has_stopped(self) -> bool:
        """Whether nobody makes backups any more, or a change has waited too long."""
        now = timezone.now()
        return now - self.alive_at > LATE or (self.waiting_since is not None and now - self.waiting_since > LATE)

    @property
    def is_failing(self) -> bool:
        return self.has_stopped or any(place.error for place in self.places)


def folder_of_backups() -> Path:
    """Return the folder in which the site keeps its backups."""
    return Path(settings.BACKUP_DIR)


def pictures_to_come() -> Path:
    """Return the file that exists while pictures are still copied from the stick of the event continued here."""
    return folder_of_backups() / "pictures-to-come"


def new_key_at() -> datetime | None:
    """Return when codes of scorecards were replaced because a stick was lost, within the last day: print them again."""
    with suppress(OSError):
        at = datetime.fromtimestamp((folder_of_backups() / CODES_REPLACED).stat().st_mtime, UTC)
        return at if timezone.now() - at < timedelta(days=1) else None
    return None


def second_place() -> Path | None:
    """Return the second folder for backups: from the setting, else as ``backup_site --also`` chose it."""
    if settings.BACKUP_TO:
        return Path(settings.BACKUP_TO)
    try:
        chosen = (folder_of_backups() / SECOND_PLACE).read_text(encoding="utf-8").strip()
    except OSError:
        return None
    return Path(chosen) if chosen else None


def choose_second_place(folder: Path | None) -> None:
    """Keep which folder is the second one, nothing for none; the server follows within seconds."""
    _keep(SECOND_PLACE, str(folder or ""))


def backups() -> Backups | None:
    """Return how the site's backups are; ``None`` where the site makes none, as on PostgreSQL."""
    if connection.vendor != "sqlite":
        return None
    try:
        stored = json.loads((folder_of_backups() / FILE).read_text(encoding="utf-8"))
        places = [
            Place(**{**place, "last": place["last"] and datetime.fromisoformat(place["last"])})
            for place in stored["places"]
        ]
        waiting = stored["waiting_since"]
        alive_at = datetime.fromisoformat(stored["alive_at"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return Backups(places, alive_at, datetime.fromisoformat(waiting) if waiting else None)


def store(found: Backups) -> None:
    """Keep it for every process."""
    keep(FILE, asdict(found))


def keep(name: str, told: object) -> None:
    """Keep something in a file beside the backups, which every process reads whole."""
    _keep(name, json.dumps(told, default=_text))


def _keep(name: str, text: str) -> None:
    folder = folder_of_backups()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = folder / f"{name}.{time.monotonic_ns()}"
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(folder / name)
    finally:
        part.unlink(missing_ok=True)  # on a full disk each look would leave another one


def _text(value: object) -> str:
    assert isinstance(value, datetime), "times alone need it"
    return value.astimezone(UTC).isoformat()


def note_failure(request: str) -> None:
    """Keep when a request failed, for directors to see. A disk that is full keeps nobody from their page."""
    with suppress(OSError):
        keep(FAILURE, {"at": timezone.now().isoformat(), "request": request})


def last_failure() -> dict[str, Any] | None:
    """Return when (``at``) a request failed within the last hours, the latest, and its id in the log (``request``)."""
    try:
        stored = json.loads((folder_of_backups() / FAILURE).read_text(encoding="utf-8"))
        at, request = datetime.fromisoformat(stored["at"]), str(stored["request"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return {"at": at, "request": request} if timezone.now() - at < SHOWN_FOR else None


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


def _stored_on_stick() -> OnStick:
    with suppress(OSError, ValueError, TypeError):
        return OnStick(**json.loads((folder_of_backups() / ON_STICK).read_text(encoding="utf-8")))
    return OnStick()


def on_stick() -> OnStick | None:
    """Return how the copies on the stick stand; ``None`` where no second place is chosen, as on PostgreSQL."""
    return found if (found := _stored_on_stick()).place else None


def offered() -> Sequence[dict[str, Any]]:
    """Return what is on sticks with an event that this laptop could continue."""
    return () if (found := _stored_on_stick()).has_stopped else found.offers


def store_on_stick(state: OnStick) -> None:
    """Keep how it stands, for every process of the site."""
    with suppress(OSError):
        keep(ON_STICK, asdict(state))
