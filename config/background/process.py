"""The background process. Each worker asks it over its own connections."""

import secrets
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import current_process
from multiprocessing.managers import BaseManager
from pathlib import Path
from threading import Thread
from typing import Any

from config.beside import IsEnding

PATIENCE = 30.0
"""Seconds after which an answer that does not come is not waited for any more."""
A_WHILE = 3_600.0

Job = tuple[str, Any]
"""The name of a job, and its arguments."""


class NotThere(Exception):
    """The process in the background does not answer: who asked does it for itself."""


class Jobs(BaseManager):
    """Has jobs done in the process in the background. Processes that one server started know its key, no others."""


Jobs.register("jobs")


@contextmanager
def new_address() -> Iterator[str]:
    """Give where the process is asked: in a folder that nobody else may read, which is deleted at the end."""
    if sys.platform == "win32":
        yield rf"\\.\pipe\cribbage-{secrets.token_hex(16)}"
        return
    folder = Path(tempfile.mkdtemp(prefix="cribbage-"))
    try:
        yield str(folder / "asked")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Asking:
    """What a worker asks the process in the background; each thread that waits for it has a connection of its own."""

    def __init__(self, address: str, patience: float = PATIENCE) -> None:
        self._address, self._patience = address, patience
        self._threads = ThreadPoolExecutor(8, thread_name_prefix="asking")
        self._jobs: Any = None

    def __call__(self, job: Job) -> Any:
        """Have a job done, and return what it comes to.

        Raises:
            NotThere: nobody did it.
        """
        try:
            return self._threads.submit(self._ask, job).result(self._patience)
        except Exception:  # noqa: BLE001 - logged where it happens; who asked then does it, and fails where it is seen
            self._jobs = None
            raise NotThere from None

    def _ask(self, job: Job) -> Any:
        jobs = self._jobs  # another thread, which got no answer, may forget it at any moment
        if jobs is None:
            manager = Jobs(self._address, current_process().authkey)
            manager.connect()
            self._jobs = jobs = manager.jobs()  # type: ignore[attr-defined]
        return jobs.do(job)


def answer_workers(address: str, load_jobs: Callable[[], Callable[[Job], Any]], is_ending: IsEnding) -> None:
    """Answer the workers of a server until it ends; ``load_jobs`` returns what does a job (:mod:`config.beside`)."""
    Jobs.register("jobs", type("Does", (), {"do": staticmethod(load_jobs())}))
    server = Jobs(address, current_process().authkey).get_server()
    Thread(target=server.serve_forever, daemon=True).start()
    while not is_ending(A_WHILE):
        pass
