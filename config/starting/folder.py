"""The data folder: whether it can be written to, which server uses it, and the secret key in it."""

import os
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from tournaments.hall_check.addresses import EVERYWHERE, in_brackets

LEAST_FREE = 50 * 1024**2
"""Bytes. With less the site does not start: the database could not be upgraded, or store a card."""


def say(text: str) -> None:
    """Tell the person who started the site."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def kept_secret_key(path: Path) -> str:
    """Read the key kept in the file; make it, readable by its owner only, when there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not (path.exists() and path.read_text().strip()):
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
    return path.read_text().strip()


def close_to_others(folder: Path) -> None:
    """Let nobody else on the machine read the folder, including files that an earlier version wrote."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(OSError):  # of somebody else, who must do it
        folder.chmod(0o700)


def open_folder(folder: Path) -> None:
    """Make the folder if there is none. End with a message where nothing can be written to it, or little."""
    try:
        close_to_others(folder)
        probe = folder / f".writable-{os.getpid()}"
        probe.write_bytes(b"x" * 4096)
        probe.unlink()
    except OSError as error:
        sys.exit(
            f"Cannot write to the data folder {folder}: {error.strerror}. Nothing was changed.\n"
            "Allow this user to write there, or choose another folder with --data DIR (make run: DATA_DIR=DIR)."
        )
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE:
        sys.exit(
            f"The disk of the data folder {folder} is full: {free / 1024**2:.0f} MB are free, and"
            f" {LEAST_FREE / 1024**2:.0f} MB are needed. Nothing was changed.\n"
            "Delete files that you do not need, empty the trash, then start again."
        )


@dataclass(frozen=True, slots=True)
class Running:
    """Who serves a database: the process, and where it listens."""

    process: int
    host: str
    port: int
    name: str = ""

    @property
    def address(self) -> str:
        """Where it is opened on this computer; blank where that is not known."""
        host = "127.0.0.1" if self.host in EVERYWHERE else in_brackets(self.host)
        return f"http://{host}:{self.port}/" if self.port else ""


def _notes_of(database: Path) -> tuple[Path, Path]:
    return Path(f"{database}.lock"), Path(f"{database}.running")


def who_runs(database: Path) -> Running | None:
    """Return who serves the database now, on this machine or on another that has the same folder."""
    lock, notes = _notes_of(database)
    if not lock.exists():
        return None
    try:
        with FileLock(lock, timeout=0):
            return None
    except Timeout:
        with suppress(OSError, ValueError):
            process, host, port, name = notes.read_text().split(" ")
            return Running(int(process), host, int(port), name)
        return Running(0, "127.0.0.1", 0)


@contextmanager
def the_only_one(database: Path) -> Iterator[None]:
    """Hold the database for this process. The lock ends with the process, however it ends.

    Raises:
        AlreadyRunning: another process serves it.
    """
    lock, notes = _notes_of(database)
    held = FileLock(lock, timeout=0)
    try:
        held.acquire()
    except Timeout:
        raise AlreadyRunning(who_runs(database)) from None
    try:
        notes.unlink(missing_ok=True)  # of a server that was killed
        yield
    finally:
        notes.unlink(missing_ok=True)
        held.release()


def note_running(database: Path, host: str, port: int, name: str) -> None:
    """Write down who serves the database, with the name in the network, if there is one."""
    _notes_of(database)[1].write_text(f"{os.getpid()} {host} {port} {name}")


class AlreadyRunning(Exception):
    """Another process serves the database."""

    def __init__(self, running: Running | None) -> None:
        """``running`` tells which, ``None`` where it has just ended."""
        super().__init__(running)
        self.address = running.address if running else ""
        self.process = running.process if running else 0

    def __str__(self) -> str:
        """Return what to tell the person who started the site once more."""
        if not self.address:
            return "Another process uses this data. Nothing was changed. Wait some seconds, then start again."
        return (
            f"This site runs already at {self.address}, as process {self.process}. Nothing was changed.\n"
            "Use that one. Or stop it first: press Ctrl and C together in the window where it runs."
        )
