"""The process that backs up the database while the site runs: one for a data folder, beside the workers.

It is a process of its own, started from nothing: a thread of the server could be at work in SQLite at the moment in
which the server forks a worker, which would wait for its locks for ever.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from pathlib import Path

SECONDS_TO_END = 30


@contextmanager
def backups_running(database: Path) -> Iterator[None]:
    """Back up a SQLite database by itself until the end, and once more then."""
    context = get_context("spawn")
    ending = context.Event()
    process = context.Process(target=back_up, args=[database, ending], name="backups", daemon=True)
    process.start()
    try:
        yield
    finally:
        ending.set()
        process.join(SECONDS_TO_END)


def back_up(database: Path, ending: Event) -> None:
    """Run backups until told to end, or until the server is gone."""
    for name in ("SIGINT", "SIGHUP", "SIGBREAK"):  # Ctrl-C and a closed terminal are the server's to hear
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    import django

    django.setup()
    from tournaments.backups.services import keep_backing_up

    server = parent_process()

    def is_ending(seconds: float) -> bool:
        return ending.wait(seconds) or server is None or not server.is_alive()

    keep_backing_up(database, is_ending)
