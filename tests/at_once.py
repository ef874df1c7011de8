"""Several people who act at the same moment, each over their own database connection."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from time import sleep
from typing import TypeVar

from django.db import connection, connections, transaction

Argument = TypeVar("Argument")
Answer = TypeVar("Answer")


def at_once(job: Callable[[Argument], Answer], arguments: Iterable[Argument]) -> list[Answer]:
    """Run a job for each argument in a thread of its own, all beginning together; return what came of each."""
    given = list(arguments)
    barrier = Barrier(len(given), timeout=60)

    def run(argument: Argument) -> Answer:
        barrier.wait()
        return job(argument)

    with ThreadPoolExecutor(len(given)) as pool:
        return list(pool.map(lambda argument: _closing(partial(run, argument)), given))


def call(job: Callable[[], Answer]) -> Answer:
    """Do one of several jobs that differ."""
    return job()


def meanwhile(first: Callable[[], object], second: Callable[[], Answer]) -> Answer:
    """Do a second job while the first has changed rows and not committed yet; return what came of the second.

    On PostgreSQL the first commits when the second waits for one of its rows, or has ended without waiting.
    """
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            first()
            found = pool.submit(_closing, second)
            while connection.vendor == "postgresql" and not found.done() and not _somebody_waits():
                sleep(0.01)
        return found.result()


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        # For one of this transaction: other tests have their locks on the same server.
        cursor.execute("SELECT EXISTS (SELECT FROM pg_locks WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid)))")
        return bool(cursor.fetchone()[0])


def _closing(job: Callable[[], Answer]) -> Answer:
    try:
        return job()
    finally:
        connections.close_all()
