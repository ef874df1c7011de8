"""What is written to the log of the site: for people at the terminal, and a line of JSON for each event in a file."""

from __future__ import annotations

import atexit
import json
import logging
import os
import re
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock, Timer
from typing import Any

from config.requests import request_id

SECRET = re.compile(r"(/(?:join|sign-in|me)/)[\w-]{8,}")
"""Addresses that are keys: an invitation, a link to sign in, a card's own page."""
MAX_TEXT = 20_000
MAX_IDS = 100
MAX_KINDS = 200
REST = ("other failures",)
"""What is counted as one where there are too many kinds."""


def without_secrets(text: str) -> str:
    """Return a text with the keys in its addresses cut out."""
    return SECRET.sub(r"\1…", text)


class SecretsHidden(logging.Formatter):
    """Write a line, its traceback too, without the secrets of addresses, and with the id of the request."""

    def format(self, record: logging.LogRecord) -> str:
        number = request_id()
        return without_secrets(super().format(record)) + (f" [request {number}]" if number else "")


class JsonLine(logging.Formatter):
    """Write a record as one line of JSON, without the secrets of addresses."""

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_secrets(record.getMessage())[:MAX_TEXT],
            "process": record.process,
        }
        if number := request_id():
            said["request"] = number
        if count := getattr(record, "repeated", 0):
            said |= {"repeated": count, "requests": getattr(record, "requests", [])}
        if record.exc_info and record.exc_info[0] is not None:
            said["error"] = without_secrets(self.formatException(record.exc_info))[-MAX_TEXT:]
        return json.dumps(said, ensure_ascii=False)


class DailyFile(logging.Handler):
    """Append lines to a file for each day, which several processes share.

    No file is ever renamed, so that none of them need wait for another: each line is one write to the end of the file,
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


@dataclass(slots=True)
class _Kind:
    """A failure that may be repeated: when and in which request it was last written, and how often it came since."""

    logger: str
    level: int
    message: str
    at: float
    count: int = 0
    requests: list[str] = field(default_factory=list)


class Repeats(logging.Filter):
    """Let a failure pass once; what is repeated within a minute becomes one line with a count and the requests."""

    def __init__(self, seconds: float = 60) -> None:
        super().__init__()
        self.seconds = seconds
        self._kinds: dict[tuple[Any, ...], _Kind] = {}
        self._lock = Lock()
        atexit.register(self._end)

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING or hasattr(record, "repeated"):
            return True
        # Several handlers ask: all get the same answer.
        answer = f"is first of {id(self)}"
        if answer not in vars(record):
            vars(record)[answer] = self._is_first(record)
        return bool(vars(record)[answer])

    def _is_first(self, record: logging.LogRecord) -> bool:
        key = _key(record)
        with self._lock:
            if key not in self._kinds and len(self._kinds) >= MAX_KINDS:
                self._kinds = {other: found for other, found in self._kinds.items() if found.count or other == REST}
                key = key if len(self._kinds) < MAX_KINDS else REST
            kind = self._kinds.get(key)
            if kind is not None and (kind.count or record.created - kind.at < self.seconds):
                kind.count += 1
                kind.requests = [*kind.requests, *filter(None, [request_id()])][:MAX_IDS]
                if kind.count == 1:
                    timer = Timer(self.seconds, self.flush, [[key]])
                    timer.daemon = True
                    timer.start()
                return False
            self._kinds[key] = _Kind(record.name, record.levelno, record.getMessage(), record.created)
            return True

    def _end(self) -> None:
        logging.raiseExceptions = False  # standard error may be closed by now
        self.flush()

    def flush(self, keys: Iterable[tuple[Any, ...]] | None = None) -> None:
        """Write what was repeated since."""
        with self._lock:
            done = [self._kinds.pop(key, None) for key in list(self._kinds if keys is None else keys)]
        for kind in done:
            if kind is None or not kind.count:
                continue
            said = {"name": kind.logger, "levelno": kind.level, "levelname": logging.getLevelName(kind.level)}
            times = "once more" if kind.count == 1 else f"{kind.count} more times"
            ids = f" in requests {', '.join(kind.requests)}" if kind.requests else ""
            message = f"{times}{ids}: {kind.message}"
            more = {"msg": message, "repeated": kind.count, "requests": kind.requests}
            logging.getLogger(kind.logger).handle(logging.makeLogRecord(said | more))


def _key(record: logging.LogRecord) -> tuple[Any, ...]:
    """Return what is the same for the same failure: an error by its kind and place, else the line without its details.

    Paths and names of hosts are details: else strangers who vary them would fill the log.
    """
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return (record.name, record.levelno, str(record.msg)[:200])
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    place = (traceback.tb_frame.f_code.co_filename, traceback.tb_lineno) if traceback is not None else ()
    return (record.name, record.levelno, type(error), place)
