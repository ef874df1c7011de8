"""The process in the background, which each worker asks over connections of its own."""

import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path
from threading import Thread, local
from typing import Any

from config.beside import IsEnding

PATIENCE = 30.0
"""Seconds after which an answer that does not come is not waited for any more."""
A_WHILE = 3_600.0
BREATH = 0.1
BACKLOG = 64
UNREACHABLE = (OSError, EOFError, AuthenticationError)

Job = tuple[str, Any]
"""The name of what is to be done, and what it is told."""


class NotThere(Exception):
    """The process in the background does not answer: who asked does it for itself."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the process is asked, by whom it is told the key: nobody else on the machine."""

    path: str = field(default_factory=lambda: _new_path())
    key: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    def forget(self) -> None:
        """Delete the folder of the address, where it has one."""
        if sys.platform != "win32":
            shutil.rmtree(Path(self.path).parent, ignore_errors=True)


def _new_path() -> str:
    if sys.platform == "win32":
        return rf"\\.\pipe\cribbage-{secrets.token_hex(16)}"
    return str(Path(tempfile.mkdtemp(prefix="cribbage-")) / "asked")  # a folder that nobody else may read


class Asking:
    """What a worker asks the process in the background; each of its threads has a connection of its own."""

    def __init__(self, address: Address, patience: float = PATIENCE) -> None:
        self._address = address
        self._patience = patience
        self._own = local()

    def __call__(self, job: Job) -> Any:
        """Have a job done, and return what it comes to.

        Raises:
            NotThere: nobody did it.
        """
        try:
            connection: Connection | None = getattr(self._own, "connection", None)
            if connection is None:
                connection = self._own.connection = Client(self._address.path, authkey=self._address.key)
            connection.send(job)
            if connection.poll(self._patience):
                is_done, found = connection.recv()
                if is_done:
                    return found
                raise NotThere
        except UNREACHABLE:
            pass
        connection, self._own.connection = getattr(self._own, "connection", None), None
        if connection is not None:
            connection.close()
        raise NotThere


def _answer(connection: Connection, do: Callable[[Job], Any]) -> None:
    with connection, suppress(*UNREACHABLE):
        while True:
            job = connection.recv()
            try:
                answer = (True, do(job))
            except Exception:  # noqa: BLE001 - logged where it happens; who asked then does it, and fails where it is seen
                answer = (False, None)
            connection.send(answer)


def answer_workers(address: Address, load_jobs: Callable[[], Callable[[Job], Any]], is_ending: IsEnding) -> None:
    """Answer the workers of a server until it ends; ``load_jobs`` returns what does a job (:mod:`config.beside`)."""
    do = load_jobs()
    # The server may have deleted the folder already when the listener closes.
    with suppress(FileNotFoundError), Listener(address.path, backlog=BACKLOG, authkey=address.key) as listener:
        Thread(target=_accept, args=[listener, do], daemon=True).start()
        while not is_ending(A_WHILE):
            pass
    address.forget()


def _accept(listener: Listener, do: Callable[[Job], Any]) -> None:
    """Answer each connection in a thread of its own."""
    while True:
        try:
            Thread(target=_answer, args=[listener.accept(), do], daemon=True).start()
        except UNREACHABLE:
            time.sleep(BREATH)
