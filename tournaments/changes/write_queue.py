"""A queue that serves writers in the order of their arrival, which SQLite does not, with a time limit.

SQLite lets one writer in at a time, and a waiting writer tries again after a pause: with twenty checkers one of
them may wait for seconds while others pass by. The writers of one process stand in line here; the two or three whose
turn it is in their process try for the lock of the file.
"""

import sqlite3
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from django.db import DatabaseError, connection
from filelock import FileLock, Timeout

SECONDS = 8.0
"""How long a writer waits in all. PostgreSQL waits as long for a row (``config/settings.py``)."""
PAUSE = 0.002

MILLISECONDS_OF_AN_ATTEMPT = 50

_LINES: defaultdict[Path, Lock] = defaultdict(Lock)


class EventIsBusy(Exception):
    """Another writer did not come to an end in time. Nothing was stored."""


@contextmanager
def write_queue(seconds: float = SECONDS) -> Iterator[None]:
    """Wait for the turn to write. PostgreSQL keeps its own queue, and an open transaction has its turn already.

    Raises:
        EventIsBusy: it did not come in time.
    """
    database = Path(str(connection.settings_dict["NAME"]))
    is_queued = connection.vendor == "sqlite" and not connection.in_atomic_block and database.is_file()
    if not is_queued:
        yield
        return
    end = time.monotonic() + seconds
    line = _LINES[database]
    if not line.acquire(timeout=seconds):
        raise EventIsBusy
    try:
        with _locked_file(database, end), _waiting(max(MILLISECONDS_OF_AN_ATTEMPT, 1000 * (end - time.monotonic()))):
            yield
    finally:
        line.release()


@contextmanager
def _locked_file(database: Path, end: float) -> Iterator[None]:
    # Let go also when the server is killed.
    turn = FileLock(f"{database}.turn", thread_local=False)
    try:
        turn.acquire(timeout=max(0.0, end - time.monotonic()), poll_interval=PAUSE)
    except Timeout:
        raise EventIsBusy from None
    try:
        yield
    finally:
        turn.release()


@contextmanager
def hardly_waiting() -> Iterator[None]:
    """Let SQLite give up soon where somebody else writes, instead of holding the thread."""
    if connection.vendor != "sqlite":
        yield
        return
    with _waiting(MILLISECONDS_OF_AN_ATTEMPT):
        yield


@contextmanager
def _waiting(milliseconds: float) -> Iterator[None]:
    """Let SQLite wait so long for its lock."""
    connection.ensure_connection()
    usual = connection.connection.execute("PRAGMA busy_timeout").fetchone()[0]
    connection.connection.execute(f"PRAGMA busy_timeout={milliseconds:.0f}")
    try:
        yield
    finally:
        connection.connection.execute(f"PRAGMA busy_timeout={usual}")


@contextmanager
def attempt() -> Iterator[None]:
    """Try a small write on which no page depends, such as who was here when. It may fail."""
    with suppress(DatabaseError), hardly_waiting():
        yield


def is_busy(error: DatabaseError) -> bool:
    """Tell whether a write failed only because another one was at work."""
    code = getattr(error.__cause__, "sqlite_errorcode", None) or 0
    # The lower byte is the kind of error: SQLITE_BUSY, which has subkinds. PostgreSQL: lock_not_available.
    return code & 0xFF == sqlite3.SQLITE_BUSY or getattr(error.__cause__, "sqlstate", None) == "55P03"
