"""Back up the site now or by itself while it runs, and restore it."""

import logging
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from django.db import connection
from filelock import FileLock, Timeout

from tournaments.backups.copies import BackupFailed, CopyDamaged, back_up, check_copy, copies_in, copy_to, to_disk
from tournaments.backups.state import Backups, Place, backups, folder_of_backups, second_place, store
from tournaments.backups.upgrades import TOO_OLD, is_too_old, later_migrations
from tournaments.models import AuditAction
from tournaments.term import take_term

EVERY = 180.0
"""Seconds between two backups while something changes."""
AFTER_A_FAILURE = 60.0
LOOK_EVERY = 2.0
POSTED = (AuditAction.STANDINGS_POSTED.value, AuditAction.POSTING_HELD.value)
BEFORE_RESTORING = "before-restoring"

logger = logging.getLogger(__name__)


class RestoreRefused(Exception):
    """Nothing was replaced; the text says why, and what to do."""


def database_file() -> Path | None:
    """Return the file of the database; ``None`` where it is none, as on PostgreSQL."""
    return Path(str(connection.settings_dict["NAME"])) if connection.vendor == "sqlite" else None


def back_up_site(database: Path, before: Backups | None = None, now: datetime | None = None) -> Backups:
    """Copy the database to its folder and to the second place, and keep what became of it."""
    now = now or datetime.now(UTC)
    known = {place.folder: place for place in before.places} if before else {}
    first, second = folder_of_backups(), second_place()
    copy: Path | None = None
    places = []
    for folder in (first, *([second] if second else [])):
        place = known.get(str(folder), Place(str(folder), is_second=folder is second))
        try:
            if folder is first:
                copy = back_up(database, folder, now)
            elif copy is not None:
                copy_to(copy, folder, now)
            else:
                back_up(database, folder, now)
            place = replace(place, last=now, error="")
        except BackupFailed as failure:
            place = replace(place, error=str(failure))
            logger.error("No backup in %s: %s", folder, failure)
        places.append(place)
    found = Backups(places, now)
    with suppress(OSError):
        store(found)
    return found


class Watch:
    """Looks for changes of the database, and says when the next backup is due."""

    def __init__(self, database: Path) -> None:
        self._connection = sqlite3.connect(database, check_same_thread=False)
        self._backed_up = self._seen = self._version()
        self._read_to = 0
        self._is_posted()
        self._last = 0.0
        self._failed = False
        self.is_first = True

    def is_due(self, now: float) -> bool:
        """Tell whether to back up now: at the start, after a posting or a hold, else some minutes after a change."""
        self._seen, is_posted = self._version(), self._is_posted()
        if self.is_first or is_posted:
            return True
        pause = AFTER_A_FAILURE if self._failed else EVERY
        return (self.has_changes or self._failed) and now - self._last >= pause

    @property
    def has_changes(self) -> bool:
        return self._seen != self._backed_up

    def note(self, now: float, *, failed: bool) -> None:
        """Take note of a backup that was tried."""
        self._last, self._failed, self.is_first = now, failed, False
        if not failed:
            self._backed_up = self._seen

    def _version(self) -> int:
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def _is_posted(self) -> bool:
        """Whether the log has a posting, public or held for the reveal, that it had not when this was asked last."""
        told = "SELECT MAX(id), SUM(action IN (?, ?)) FROM tournaments_auditentry WHERE id > ?"
        last, postings = self._connection.execute(told, (*POSTED, self._read_to)).fetchone()
        self._read_to = last or self._read_to
        return bool(postings)

    def close(self) -> None:
        self._connection.close()


def keep_backing_up(database: Path, is_ending: Callable[[float], bool]) -> None:
    """Back up a database whenever that is due, until the end; then once more where something has changed.

    ``is_ending`` waits for so many seconds, or less where the end comes, and tells whether it has come.
    """
    found: Backups | None = None
    watch: Watch | None = None
    is_last = False
    while not is_last:
        is_last = is_ending(LOOK_EVERY if watch is not None else 0)
        try:
            watch = watch or Watch(database)
            if watch.is_due(time.monotonic()) or (is_last and watch.has_changes):
                found = back_up_site(database, backups() or found)
                watch.note(time.monotonic(), failed=found.is_failing)
            elif found is not None:
                now = datetime.now(UTC)
                waiting = (found.waiting_since or now) if watch.has_changes else None
                found = replace(backups() or found, alive_at=now, waiting_since=waiting)
                with suppress(OSError):
                    store(found)
        except (OSError, sqlite3.Error):
            logger.exception("A backup could not be made. It is tried again.")
            is_last = is_last or is_ending(LOOK_EVERY)
    if watch is not None:
        watch.close()


def restore_site(database: Path, copy: Path, now: datetime | None = None) -> Path | None:
    """Replace the database by a copy, which is checked first, and return where the former database is kept.

    The site must not run. A copy of an older version is upgraded when the site starts.

    Raises:
        RestoreRefused: the copy is damaged, newer or far older than this program, the site runs, or the disk is full.
    """
    try:
        check_copy(copy)
    except CopyDamaged as damage:
        raise RestoreRefused(f"{copy} is not a whole copy of a site: {damage}. Use another one.") from damage
    applied = migrations_in(copy)
    if newer := later_migrations(applied):
        raise RestoreRefused(f"{copy} was made by a later version of this program ({newer[-1]}). Start that version.")
    if is_too_old(applied):
        raise RestoreRefused(f"{copy} cannot be used here. {TOO_OLD}")
    lock = FileLock(f"{database}.lock", timeout=0)
    try:
        with lock:
            return _replace(database, copy, now or datetime.now(UTC))
    except Timeout:
        raise RestoreRefused("The site is running. Stop it first: press Ctrl and C together in its window.") from None
    except OSError as error:
        raise RestoreRefused(f"Nothing was replaced: {error.strerror or error}.") from error


def migrations_in(copy: Path) -> list[tuple[str, str]]:
    """Return the migrations that were run in the database in a copy, in order."""
    with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?immutable=1", uri=True)) as opened:
        return opened.execute("SELECT app, name FROM django_migrations ORDER BY id").fetchall()


def _replace(database: Path, copy: Path, now: datetime) -> Path | None:
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = database.with_suffix(".restored")
    shutil.copyfile(copy, part)
    to_disk(part)
    kept: Path | None = None
    if database.exists():
        kept = folder_of_backups() / BEFORE_RESTORING / f"{now:%Y-%m-%d-%H%M%S}"
        kept.mkdir(mode=0o700, parents=True)
    # The former database is kept as it is, damaged or not, with what was not yet written into its file.
    for ending in ("-wal", "-shm", ""):
        file = Path(f"{database}{ending}")
        if kept is not None and file.exists():
            shutil.copy2(file, kept / file.name)
    part.replace(database)
    for ending in ("-wal", "-shm"):
        Path(f"{database}{ending}").unlink(missing_ok=True)
    take_term()  # what browsers saw of a card meanwhile is not what it is now
    return kept


def newest_copy() -> Path | None:
    """Return the latest backup in the data folder or the second place."""
    places = [folder for folder in (folder_of_backups(), second_place()) if folder is not None]
    found = {time: file for folder in reversed(places) for time, file in copies_in(folder).items()}
    return found[max(found)] if found else None
