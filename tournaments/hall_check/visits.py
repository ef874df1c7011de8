"""Which other devices have just reached this computer: proof that its address, network and firewall work.

Each worker writes what it saw to a file of its own beside the data, and the hall check reads them all. It goes by
address: a device that moves to another network counts twice.
"""

import json
import os
import shutil
import time
from contextlib import suppress
from pathlib import Path

from django.conf import settings

SECONDS_BETWEEN = 10.0
"""A device that comes again is written down so seldom: pages ask every few seconds."""
MOST = 500


def folder() -> Path:
    """Return where the workers write."""
    return Path(settings.VAR_DIR) / "visits"


class Visits:
    """What one worker saw: when each address came last, in seconds since 1970."""

    def __init__(self) -> None:
        self._seen: dict[str, float] = {}

    def note(self, address: str) -> None:
        """Write down that a request came from an address."""
        now = time.time()
        if 0 <= now - self._seen.get(address, 0.0) < SECONDS_BETWEEN:
            return
        self._seen.pop(address, None)
        self._seen[address] = now
        if len(self._seen) > MOST:
            del self._seen[next(iter(self._seen))]
        with suppress(OSError):  # another check reports a full disk; no request stops for it
            folder().mkdir(mode=0o700, exist_ok=True)
            (folder() / f"{os.getpid()}.json").write_text(json.dumps(self._seen), encoding="utf-8")


VISITS = Visits()


def seen_by_all() -> dict[str, float]:
    """Return when each address came last, in seconds since 1970, as all workers together saw it."""
    seen: dict[str, float] = {}
    for file in folder().glob("*.json"):
        with suppress(OSError, ValueError):  # being written just now: the next look finds it
            for address, at in json.loads(file.read_text(encoding="utf-8")).items():
                seen[address] = max(at, seen.get(address, 0.0))
    return seen


def forget_visits() -> None:
    """Forget what was seen before this start."""
    shutil.rmtree(folder(), ignore_errors=True)
