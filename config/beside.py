"""Processes beside the workers, one of each for a data folder.

One makes pages again, backs up and copies to the stick, in a thread for each. What reads photographs has its own, since
the libraries that open strangers' pictures may end it; and so has what publishes, since it reads rows without the names
that are hidden, and nothing that it keeps in memory may meet what others keep.

They are spawned, not forked: a thread of the server could be at work in SQLite at the moment in which the server forks
a worker, which would wait for its locks forever.
"""

import multiprocessing.process
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event, Thread

import psutil

SECONDS_TO_END = 30.0
SECONDS_TO_LEAVE = 2.0
"""How long a process may take to go when its works are done: a stick that hangs may hold it."""
POLITE = 5
"""The priority where the system counts it by ``nice``: below that of everything that somebody waits for."""
OF_THE_SERVER = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""Signals that the whole group gets: the server hears them, ends, and this process with it."""

IsEnding = Callable[[float], bool]
Work = Callable[[IsEnding], None]


@contextmanager
def running_beside(name: str, *works: Work, seconds_to_end: float = SECONDS_TO_END) -> Iterator[None]:
    """Let a process do these works until the end, each in a thread. A work can be pickled.

    It gets a way to ask whether the end has come: that waits for so many seconds, or less where the end comes.
    """
    context = get_context("spawn")
    # A pipe and no event of multiprocessing, which waits forever for a process that was killed.
    here, there = context.Pipe()
    # Not a daemon, as those cannot start processes: it ends by itself when the other end is gone.
    process = context.Process(target=do, args=[works, there], name=name)
    process.start()
    there.close()
    try:
        yield
    finally:
        with suppress(OSError):
            here.send_bytes(b"end")
            here.poll(seconds_to_end)  # until the other end is closed
        process.join(SECONDS_TO_LEAVE)
        process.kill()
        process.join(1)
        if process.is_alive():  # a stick holds it in the kernel: Python would wait for it forever at its own end
            multiprocessing.process._children.discard(process)  # type: ignore[attr-defined]


def do(works: Sequence[Work], server: Connection) -> None:
    """Work until told to end, or until the server and its workers are gone."""
    for name in OF_THE_SERVER:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    with suppress(OSError, psutil.Error):  # who saves comes first
        own, lower = psutil.Process(), getattr(psutil, "BELOW_NORMAL_PRIORITY_CLASS", None)  # Windows has classes
        own.nice(max(int(own.nice() or 0), POLITE) if lower is None else lower)
    import django

    django.setup()
    ending = Event()
    threads = [Thread(target=work, args=[ending.wait], daemon=True) for work in works]
    for thread in threads:
        thread.start()
    with suppress(OSError):  # the other end is closed, which Windows says so
        server.poll(None)
    ending.set()
    for thread in threads:
        thread.join()
    server.close()


def back_up(database: Path, is_ending: IsEnding) -> None:
    """Back up a SQLite database by itself, and once more at the end."""
    from tournaments.backups.services import keep_backing_up

    keep_backing_up(database, is_ending)


def copy_to_stick(database: Path, is_ending: IsEnding) -> None:
    """Keep a SQLite database on the stick, and once more at the end."""
    from tournaments.backups.copying import keep_copying

    keep_copying(database, is_ending)


def publish(is_ending: IsEnding) -> None:
    """Send the published site wherever it goes."""
    from brackets.published.queue import keep_publishing

    keep_publishing(is_ending)


def read_photographs(is_ending: IsEnding) -> None:
    """Read photographed scorecards."""
    from scorecards.photographs.services.reading import keep_reading

    keep_reading(is_ending)
