"""Several people who do something at the same moment, each on a connection to the database of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connections

Argument = TypeVar("Argument")
Answer = TypeVar("Answer")


def at_once(job: Callable[[Argument], Answer], arguments: Iterable[Argument]) -> list[Answer]:
    """Run a job for each argument in a thread of its own, all beginning together; return what came of each."""
    given = list(arguments)
    barrier = Barrier(len(given), timeout=60)

    def run(argument: Argument) -> Answer:
        try:
            barrier.wait()
            return job(argument)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(given)) as pool:
        return list(pool.map(run, given))


def call(job: Callable[[], Answer]) -> Answer:
    """Do one of several jobs that differ."""
    return job()
