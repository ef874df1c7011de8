"""Copies of the SQLite database in a folder: made while others write, checked, and the old ones deleted."""

import os
import shutil
import sqlite3
from collections.abc import Collection
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic_ns

NAME = "%Y-%m-%d-%H%M%S"
ENDING = ".sqlite3"
RESERVE = 100 * 1024**2
"""Bytes that backups leave free: the site itself needs them to store cards."""
AT_LEAST = 3
"""How many copies stay, however little room there is."""


class BackupFailed(Exception):
    """No copy was made; the text says why, and what to do."""


class CopyDamaged(Exception):
    """A file is no whole copy of a database of this site; the text says why."""


def copies_in(folder: Path) -> dict[datetime, Path]:
    """Return the copies in a folder by their times, the latest first."""
    found = {}
    for file in folder.glob(f"*{ENDING}"):
        with suppress(ValueError):
            found[datetime.strptime(file.name.removesuffix(ENDING), NAME).replace(tzinfo=UTC)] = file
    return dict(sorted(found.items(), reverse=True))


def back_up(database: Path, folder: Path, now: datetime) -> Path:
    """Copy a database into a folder, as of one moment. The copy is whole and on the disk, or not there.

    Nobody who saves meanwhile waits or fails. Copies that the schedule does not keep are deleted afterwards; and
    before, where there is too little room, the oldest.

    Raises:
        BackupFailed: there is no room, or the folder cannot be written to.
    """
    target = folder / f"{now.astimezone(UTC):{NAME}}{ENDING}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make_room(folder, database.stat().st_size)
        copy_database(database, target)
    except (OSError, sqlite3.Error) as error:
        raise BackupFailed(_why(error)) from error
    _delete_old(folder, now)
    return target


def copy_to(copy: Path, folder: Path, now: datetime) -> Path:
    """Put a copy into a second folder too, which must exist: a USB stick that is not plugged in is not made up for.

    Raises:
        BackupFailed: the folder is not there, has no room, or cannot be written to.
    """
    if not folder.is_dir():
        raise BackupFailed("the folder is not there. Plug in the stick or connect the network folder")
    target = folder / copy.name
    part = _part_of(target)
    try:
        _make_room(folder, copy.stat().st_size)
        try:
            shutil.copyfile(copy, part)
            to_disk(part)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise BackupFailed(_why(error)) from error
    _delete_old(folder, now)
    return target


def check_copy(file: Path) -> None:
    """Look through a whole copy.

    Raises:
        CopyDamaged: it cannot be read, its pages do not fit together, or it is no database of this site.
    """
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?immutable=1", uri=True)) as copy:
            found = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
            broken = copy.execute("PRAGMA foreign_key_check").fetchone()
            copy.execute("SELECT id, slug FROM tournaments_tournament LIMIT 1")
    except (OSError, sqlite3.Error) as error:
        raise CopyDamaged(str(error)) from error
    if found != "ok" or broken is not None:
        raise CopyDamaged(found if found != "ok" else "rows of it are missing")


def copy_database(database: Path, target: Path) -> None:
    """Copy a SQLite database, as of one moment, also while others write to it. The copy is whole or not there.

    Raises:
        OSError, sqlite3.Error: it could not be copied.
    """
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = _part_of(target)
    try:
        with closing(sqlite3.connect(database)) as read, closing(sqlite3.connect(part)) as written:
            # In one step: with write-ahead logging nobody who writes waits for who reads.
            read.backup(written)
            written.execute("PRAGMA journal_mode=DELETE")  # one file, which opens from a stick that is read-only too
            if written.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise sqlite3.DatabaseError("the copy is damaged")
        to_disk(part)
        part.replace(target)
    finally:
        for file in (part, Path(f"{part}-journal"), Path(f"{part}-wal"), Path(f"{part}-shm")):
            file.unlink(missing_ok=True)


def _part_of(target: Path) -> Path:
    """Return under which name a copy is written: one of its own, for a second place may be chosen while one is made."""
    return target.with_suffix(f".{monotonic_ns()}.part")


def to_disk(file: Path) -> None:
    """Wait until a file that was written is on the disk."""
    with file.open("r+b") as opened:
        os.fsync(opened.fileno())


def sync_folder(path: Path) -> None:
    """Write the names in a folder to the disk too, where this is possible: Windows does so by itself."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _make_room(folder: Path, size: int) -> None:
    """Delete the oldest copies where there is too little room.

    Raises:
        OSError: there still is.
    """
    oldest = list(copies_in(folder).values())[AT_LEAST:]
    while shutil.disk_usage(folder).free < size + RESERVE:
        if not oldest:
            raise OSError(28, "the disk is almost full. Delete files that you do not need")
        oldest.pop().unlink(missing_ok=True)


def _delete_old(folder: Path, now: datetime) -> None:
    found = copies_in(folder)
    kept = to_keep(found, now)
    for time, file in found.items():
        if time not in kept:
            with suppress(OSError):
                file.unlink()


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


ALL = timedelta(hours=1)
HOURLY = timedelta(hours=24)
DAYS = 30


def to_keep(times: Collection[datetime], now: datetime) -> set[datetime]:
    """Return the times of the copies to keep. The latest is always among them, whatever the clock says."""
    kept = {max(times)} if times else set()
    hours: dict[datetime, datetime] = {}
    days: dict[object, datetime] = {}
    for time in sorted(times):
        age = now - time
        if age <= ALL:  # also those from the future, where the clock was set back
            kept.add(time)
        if age <= HOURLY:
            hours[time.replace(minute=0, second=0, microsecond=0)] = time
        days[time.date()] = time
    return kept | set(hours.values()) | {days[day] for day in sorted(days, key=str)[-DAYS:]}
