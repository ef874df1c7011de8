"""A queue that serves writers in the order in which they come, where the database does not.

SQLite lets one writer in at a time, and a waiting writer tries again after a pause: with twenty checkers one of
them may wait for seconds while others pass by. A file lock is served in order.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import OperationalError, connection

if sys.platform != "win32":
    import fcntl


@contextmanager
def write_queue(*, wait: bool = True) -> Iterator[None]:
    """Wait for the turn to write. PostgreSQL keeps its own queue, and an open transaction has its turn already.

    Raises:
        OperationalError: somebody else is writing, and the caller would not ``wait``.
    """
    database = Path(str(connection.settings_dict["NAME"]))
    is_queued = connection.vendor == "sqlite" and not connection.in_atomic_block and database.is_file()
    if sys.platform == "win32" or not is_queued:
        yield
        return
    with Path(f"{database}.turn").open("w") as turn:
        # Let go when the file is closed, also when the server is killed.
        try:
            fcntl.flock(turn, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError as busy:
            raise OperationalError("somebody else is writing") from busy
        yield
