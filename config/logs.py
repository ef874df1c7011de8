"""The log of the site: the same lines in the terminal and in a file for each day."""

import logging
import os
import re
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from config.requests import request_id

SECRET = re.compile(r"(/(?:join|sign-in|me)/)[\w-]{8,}")
"""Addresses that are keys: an invitation, a link to sign in, a card's own page."""


class SecretsHidden(logging.Formatter):
    """Write a line and its traceback, without the secrets in addresses and with the id of the request."""

    def format(self, record: logging.LogRecord) -> str:
        number = request_id()
        return SECRET.sub(r"\1…", super().format(record)) + (f" [request {number}]" if number else "")


class DailyFile(logging.Handler):
    """Append lines to a file for each day, which several processes share.

    No file is ever renamed, so no process has to wait for another: each line is one write to the end of the file,
    and the name follows from the day. A file that is full is followed by another of the same day. Old files are
    deleted when a new one begins.
    """

    def __init__(self, folder: str | Path, *, days: int = 30, files_a_day: int = 5, most: int = 10 * 1024**2) -> None:
        super().__init__()
        self.folder, self.days, self.files_a_day, self.most = Path(folder), days, files_a_day, most

    def emit(self, record: logging.LogRecord) -> None:
        # A full disk stops nobody from working: standard error has the line, too.
        with suppress(OSError):
            file = self._file(record.created)
            if file is None:
                return
            line = f"{self.format(record)}\n".encode("utf-8", "backslashreplace")
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab", buffering=0) as end:
                end.write(line)

    def _file(self, seconds: float) -> Path | None:
        """Return the file to write to; ``None`` where all files of the day are full."""
        day = datetime.fromtimestamp(seconds, UTC).date().isoformat()
        for number in range(1, self.files_a_day + 1):
            file = self.folder / (f"{day}.log" if number == 1 else f"{day}-{number}.log")
            if not file.exists():
                self._make_room()
                return file
            if file.stat().st_size < self.most:
                return file
        return None

    def _make_room(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        oldest = datetime.fromtimestamp(time.time() - self.days * 86_400, UTC).date().isoformat()
        for file in self.folder.glob("????-??-??*.log"):
            if file.name[:10] < oldest:
                file.unlink(missing_ok=True)
