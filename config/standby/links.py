"""What a laptop knows of the other one, in a file beside its database: it must be known before anything is served."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from config.standby.sealing import new_code

NAME = "second-laptop.json"


@dataclass(frozen=True, slots=True)
class Links:
    """Addresses are such as ``http://192.168.1.20:8000``; blank where there is no such laptop.

    ``epoch`` grows by one with each taking over: of two that have the same data, the one with the higher is right.
    """

    code: str
    epoch: int = 1
    second: str = ""
    """Which laptop follows this one, as far as is known."""
    replaced_by: str = ""
    """Which laptop has taken over from this one."""
    took_over_from: str = ""
    """From which laptop this one has taken over."""


class LinksFile:
    """The links of one data folder. Several processes read it; each change replaces the file whole."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._read: tuple[float, Links] | None = None

    def read(self) -> Links:
        """Return what is known; a new code where nothing is."""
        try:
            written = self._path.stat().st_mtime_ns
        except FileNotFoundError:
            return self.write(Links(new_code()))
        if self._read is None or self._read[0] != written:
            self._read = (written, Links(**json.loads(self._path.read_text())))
        return self._read[1]

    def write(self, links: Links) -> Links:
        """Store what is known, readable by the owner of the folder only."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        beside = self._path.with_suffix(f".{os.getpid()}")
        with suppress(FileNotFoundError):
            beside.unlink()
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump(asdict(links), file)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._path)
        return links

    def change(self, **values: Any) -> Links:
        """Change some of it."""
        return self.write(replace(self.read(), **values))
