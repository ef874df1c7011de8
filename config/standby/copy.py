"""The second laptop's side: the copy of the database, as far as it has been told."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from config.standby.feed import Place
from config.standby.wal import HEADER, DamagedLog, Head, LogReader, Part, Sums, check_frames, read_head


class DamagedCopy(Exception):
    """The copy cannot be used."""


class Copy:
    """A database file and its log, both as the first laptop wrote them.

    SQLite itself folds the log in: when it begins again, and when the copy is taken into use.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._log = path.with_name(f"{path.name}-wal")
        self._new = path.with_name(f"{path.name}.new")
        self._head: Head | None = None
        self._offset = 0
        self._sums: Sums = (0, 0)
        self._read_log()

    @property
    def exists(self) -> bool:
        return self.path.exists()

    @property
    def place(self) -> Place | None:
        """How far the log is stored; nothing where only a whole copy can go on."""
        if self._head is None or not self.exists or self._new.exists():
            return None
        return Place(self._head.salts, self._offset, self._sums)

    def _read_log(self) -> None:
        """Find out how far the log was stored before."""
        self._head = None
        if not self._log.exists():
            return
        with self._log.open("rb", buffering=0) as file:
            log = LogReader(file)
            while (part := log.read()) is not None:
                self._head = read_head(part.data) if part.offset == 0 else self._head
                self._offset = part.end
        if self._head is not None:
            with self._log.open("rb") as file:
                file.seek(HEADER.size)
                frames = file.read(self._offset - HEADER.size)
            self._sums = check_frames(self._head, frames, self._head.sums)

    def forget_place(self) -> None:
        """Go on with a whole copy only."""
        self._head = None

    def begin(self) -> None:
        """Begin a whole copy; the one before stays until it is complete."""
        self._new.write_bytes(b"")

    def add_copy(self, data: bytes, is_last: bool) -> None:
        """Store the next part of the database's file."""
        with self._new.open("ab") as file:
            file.write(data)
            if is_last:
                to_disk(file.fileno())
        if is_last:
            for left in (self._log, self.path.with_name(f"{self.path.name}-shm")):
                left.unlink(missing_ok=True)
            self._head = None
            self._new.replace(self.path)

    def add(self, part: Part) -> None:
        """Store transactions; they are on the disk when this returns.

        Raises:
            DamagedLog: they do not go on from what is stored.
        """
        if part.offset == 0:
            head = read_head(part.data)
            sums = check_frames(head, part.data[HEADER.size :], head.sums)
            self._fold()
            self._head = head
        elif self._head is None or part.salts != self._head.salts or part.offset != self._offset:
            raise DamagedLog
        else:
            sums = check_frames(self._head, part.data, self._sums)
        with self._log.open("r+b" if part.offset else "wb") as file:
            file.seek(part.offset)
            file.write(part.data)
            file.flush()
            to_disk(file.fileno())
        self._offset, self._sums = part.end, sums

    def _fold(self) -> None:
        """Let SQLite bring the log into the database."""
        self._head = None
        if self._log.exists():
            with closing(sqlite3.connect(self.path)) as database:
                database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._log.unlink(missing_ok=True)

    def take_into_use(self) -> None:
        """Make the copy a database like any other.

        Raises:
            DamagedCopy: there is none yet, or SQLite finds something wrong with it.
        """
        if not self.exists:
            raise DamagedCopy("There is no copy of the first laptop's data yet.")
        self._new.unlink(missing_ok=True)  # one that was never complete
        self._fold()
        with closing(sqlite3.connect(self.path)) as database:
            found = database.execute("PRAGMA quick_check").fetchone()[0]
        if found != "ok":
            raise DamagedCopy(f"The copy of the first laptop's data is damaged: {found}.")


def to_disk(descriptor: int) -> None:
    """Wait until the file is on the disk."""
    os.fsync(descriptor)
