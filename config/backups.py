"""The process that backs up the database while the site runs: one for a data folder, beside the workers.

It is a process of its own, started from nothing: a thread of the server could be at work in SQLite at the moment in
which the server forks a worker, which would wait for its locks for ever.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

SECONDS_TO_END = 30
OF_THE_SERVER = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""Signals that the whole group gets: the server hears them, ends, and this process with it."""


@contextmanager
def backups_running(database: Path) -> Iterator[None]:
    """Back up a SQLite database by itself until the end, and once more then."""
    context = get_context("spawn")
    # A pipe and no event of multiprocessing, which waits for ever for a process that was killed.
    there, here = context.Pipe(duplex=False)
    process = context.Process(target=back_up, args=[database, there], name="backups", daemon=True)
    process.start()
    there.close()
    try:
        yield
    finally:
        with suppress(OSError):
            here.send_bytes(b"end")
        here.close()
        process.join(SECONDS_TO_END)


def back_up(database: Path, server: Connection) -> None:
    """Run backups until told to end, or until the server and its workers are gone."""
    for name in OF_THE_SERVER:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    import django

    django.setup()
    from tournaments.backups.services import keep_backing_up

    def is_ending(seconds: float) -> bool:
        try:
            return server.poll(seconds)
        except OSError:  # the other end is closed, which Windows says so
            return True

    keep_backing_up(database, is_ending)
