"""What became of the last backups: a small file beside them, which every process reads."""

import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

FILE = "state.json"
SECOND_PLACE = "second-place"
FAILURE = "last-failure.json"
NEW_KEY = "new-key"
"""A file that tells the next start to replace the codes of scorecards; it is then called ``CODES_REPLACED``."""
CODES_REPLACED = "codes-replaced"
SHOWN_FOR = timedelta(hours=3)
LATE = timedelta(minutes=15)
"""A change that is not backed up for so long is a failure, whatever the reason."""


@dataclass(frozen=True, slots=True)
class Place:
    """A folder of backups: when the last one came there, and why later ones did not."""

    folder: str
    is_second: bool
    last: datetime | None = None
    error: str = ""

    @property
    def age(self) -> timedelta | None:
        """How old the last backup is."""
        return None if self.last is None else timezone.now() - self.last


@dataclass(frozen=True, slots=True)
class Backups:
    """What the site's backups are up to; ``alive_at`` is when the server last looked for changes."""

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
    """Return the file that is there while pictures are still copied from the stick from which this laptop goes on."""
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
    folder_of_backups().mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder_of_backups() / SECOND_PLACE).write_text(str(folder or ""), encoding="utf-8")


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
    folder = folder_of_backups()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = folder / f"{name}.{time.monotonic_ns()}"
    part.write_text(json.dumps(told, default=_text), encoding="utf-8")
    part.replace(folder / name)


def _text(value: object) -> str:
    assert isinstance(value, datetime), "times alone need it"
    return value.astimezone(UTC).isoformat()


@dataclass(frozen=True, slots=True)
class Failure:
    """A request that failed: when, and its id in the log."""

    at: datetime
    request: str


def note_failure(request: str) -> None:
    """Keep when a request failed, for directors to see. A disk that is full keeps nobody from their page."""
    with suppress(OSError):
        keep(FAILURE, {"at": timezone.now().isoformat(), "request": request})


def last_failure() -> Failure | None:
    """Return what failed within the last hours, the latest; ``None`` where nothing did."""
    try:
        stored = json.loads((folder_of_backups() / FAILURE).read_text(encoding="utf-8"))
        failure = Failure(datetime.fromisoformat(stored["at"]), str(stored["request"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return failure if timezone.now() - failure.at < SHOWN_FOR else None
