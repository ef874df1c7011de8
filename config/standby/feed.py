"""The first laptop's side: its database as a copy and as what is written from then on.

A reader that holds the database open keeps the log from beginning again before it was read to its end. From time to
time, when everything was read and nobody can write, the log is let go of, so that it does not grow for ever.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from config.standby.messages import Kind, Message
from config.standby.pictures import names_in
from config.standby.wal import LogReader, Part, Sums

LOOK_EVERY = 0.01
BEAT_EVERY = 1.0
LONGEST_LOG = 800 * 4096
"""Bytes; SQLite itself folds the log into the database from 1,000 pages on."""
SECONDS_FOR_THE_LOCK = 0.2
LONGEST_DOUBT = 3.0
PART_OF_COPY = 4 * 1024**2


@dataclass(frozen=True, slots=True)
class Place:
    """How far the second laptop has stored the log."""

    salts: bytes
    offset: int
    sums: Sums

    def to_text(self) -> str:
        return f"{self.salts.hex()} {self.offset} {self.sums[0]} {self.sums[1]}"

    @classmethod
    def from_text(cls, text: str) -> Place | None:
        """Read it back; nothing where it is none."""
        with suppress(ValueError):
            salts, offset, first, second = text.split()
            return cls(bytes.fromhex(salts), int(offset), (int(first), int(second)))
        return None


class Feed:
    """What one second laptop is told, until the connection ends."""

    def __init__(
        self,
        database: Path,
        hello: dict[str, Any],
        *,
        is_wanted_since: Callable[[], float],
        is_ending: Callable[[], bool],
        pictures: Path | None = None,
    ) -> None:
        """``hello`` is said first. ``is_wanted_since`` is when somebody last began to wait for an answer to this.

        ``pictures`` is the folder of pictures.
        """
        self._database = database
        self._hello = hello
        self._wanted = is_wanted_since
        self._is_ending = is_ending
        self._pictures = pictures
        self._named: frozenset[str] | None = None

    def messages(self, place: Place | None) -> Generator[Message, None, None]:
        """Tell everything from ``place`` on, or the whole database and everything since; one thread calls this."""
        with closing(self._connect()) as holding:
            self._hold(holding)
            with self._database.with_name(f"{self._database.name}-wal").open("rb", buffering=0) as file:
                yield from self._follow(holding, LogReader(file), place)

    def _follow(self, holding: sqlite3.Connection, log: LogReader, place: Place | None) -> Iterator[Message]:
        goes_on = place is not None and log.can_go_on(place.salts, place.offset, place.sums)
        yield Message(Kind.HELLO, {**self._hello, "goes_on": goes_on})
        if not goes_on:
            yield from self._copy(holding)
        told_at = doubted_at = 0.0
        while not self._is_ending():
            read_at = time.monotonic()
            part = log.read()
            is_awaited = told_at < min(self._wanted(), read_at) or told_at + BEAT_EVERY < read_at
            if part is not None or is_awaited:
                told_at = read_at
                yield from self._new_pictures()
                yield message_of(part, read_at) if part is not None else Message(Kind.BEAT, {"read_at": read_at})
            if part is not None and part.end > LONGEST_LOG:
                for last in self._let_go_of_log(holding, log):
                    yield message_of(last, read_at)
            if not log.is_in_doubt:
                doubted_at = read_at
            elif read_at - doubted_at > LONGEST_DOUBT:
                return  # what was told is not what stands there now: it begins again
            if part is None:
                time.sleep(LOOK_EVERY)

    def _new_pictures(self) -> Iterator[Message]:
        """Tell which pictures there are, if there are others than before. A row is written after its picture."""
        names = names_in(self._pictures)
        if names is not None and names != self._named:
            self._named = names
            yield Message(Kind.PICTURES, {}, json.dumps(sorted(names)).encode())

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self._database, timeout=SECONDS_FOR_THE_LOCK, isolation_level=None)

    @staticmethod
    def _hold(holding: sqlite3.Connection) -> None:
        """Begin to read: from here on the log is not written again from its beginning."""
        holding.execute("BEGIN")
        holding.execute("SELECT count(*) FROM sqlite_master").fetchone()

    def _copy(self, holding: sqlite3.Connection) -> Iterator[Message]:
        """Tell the whole database, as it is in one moment after the log has begun."""
        folder = Path(tempfile.mkdtemp(prefix="copy-", dir=self._database.parent))
        try:
            path = folder / "copy.sqlite3"
            with closing(sqlite3.connect(path)) as copy:
                holding.backup(copy)
            with path.open("rb") as file:
                data = file.read(PART_OF_COPY)
                while data:
                    following = file.read(PART_OF_COPY)
                    yield Message(Kind.COPY, {"is_last": not following}, data)
                    data = following
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _let_go_of_log(self, holding: sqlite3.Connection, log: LogReader) -> list[Part]:
        """Fold the log into the database, so that the next writer begins it again; return what was still new in it.

        Nobody writes meanwhile. Where somebody is just writing, it is tried again after the next transaction.
        """
        parts = []
        with closing(self._connect()) as writer, suppress(sqlite3.OperationalError):
            writer.execute("BEGIN IMMEDIATE")
            while (part := log.read()) is not None:
                parts.append(part)
            holding.execute("ROLLBACK")
            try:
                with closing(self._connect()) as folding:
                    folding.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            finally:
                self._hold(holding)
                writer.execute("ROLLBACK")
        return parts


def message_of(part: Part, read_at: float) -> Message:
    """Return a part of the log as a message."""
    return Message(Kind.LOG, {"salts": part.salts.hex(), "offset": part.offset, "read_at": read_at}, part.data)
