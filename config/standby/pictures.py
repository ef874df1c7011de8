"""Pictures, which lie beside the database: the second laptop fetches each that the first has, and deletes the others.

A picture is written once, under a name at random, and never changed: names are all that has to be compared.
"""

from __future__ import annotations

import http.client
import logging
import re
import secrets
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, suppress
from http import HTTPStatus
from pathlib import Path
from threading import Condition, Event
from urllib.parse import urlencode

from config.standby.messages import BrokenMessage, Kind, Message, read_message
from config.standby.sealing import NotOfThisCode, Sealer, proof
from scorecards.photographs import files

logger = logging.getLogger(__name__)

NAME = re.compile(r"[0-9a-f]{32}\.(?!part)[a-z]{3,4}")
PART_OF_PICTURE = 1024**2
MOST_BYTES = 40 * 1024**2
"""Of one picture; a laptop that takes 30 MB has none that is longer."""
NONCE_BYTES = 16
PATIENCE = 5.0
AGAIN = 2.0
NO_ROOM = "Photographs are not copied: the disk of this laptop is full, or nearly."


class NotPicture(Exception):
    """What came is longer than any picture."""


def names_in(folder: Path | None) -> frozenset[str] | None:
    """Return the names of the pictures in a folder; nothing where there is none, or it cannot be read."""
    if folder is None:
        return None
    with suppress(OSError):
        return frozenset(path.name for path in folder.iterdir() if NAME.fullmatch(path.name))
    return None


def messages_of(folder: Path, name: str) -> Iterator[Message]:
    """Tell one picture, in parts; that it is gone where it was deleted meanwhile."""
    path = folder / name
    if not NAME.fullmatch(name) or not path.is_file():
        yield Message(Kind.PICTURE, {"is_last": True, "is_gone": True})
        return
    with path.open("rb") as file:
        data = file.read(PART_OF_PICTURE)
        is_last = False
        while not is_last:
            following = file.read(PART_OF_PICTURE)
            is_last = not following
            yield Message(Kind.PICTURE, {"is_last": is_last, "is_gone": False}, data)
            data = following


Fetch = Callable[[str], Iterator[Message]]


class PictureCopies:
    """The second laptop's pictures. One thread hears what the first has, another one fetches (:meth:`run`)."""

    def __init__(self, fetch: Fetch, has_more: Callable[[], None]) -> None:
        """``fetch`` asks the first for one; ``has_more`` is called after each that came."""
        self._fetch = fetch
        self._has_more = has_more
        self._changed = Condition()
        self._listed: frozenset[str] | None = None
        self._missing: dict[str, float] = {}
        self._heard_at = 0.0
        self._stored = frozenset[str]()
        self.problem = ""

    @property
    def stored_until(self) -> float:
        """Until when, by the first's clock, all pictures are here that it had."""
        with self._changed:
            return min(self._missing.values(), default=self._heard_at)

    @property
    def counts(self) -> tuple[int, int]:
        """How many pictures of how many are here."""
        with self._changed:
            listed = len(self._listed or ())
            return listed - len(self._missing), listed

    def begin(self) -> None:
        """Forget what was heard on the connection before."""
        with self._changed:
            self._listed, self._missing, self._heard_at = None, {}, 0.0

    def listed(self, names: Collection[str]) -> None:
        """Hear which pictures the first has now."""
        with self._changed:
            self._listed = frozenset(name for name in names if NAME.fullmatch(name))
            wanted = self._listed - self._stored
            # Those that were missing before come first.
            kept = {name: since for name, since in self._missing.items() if name in wanted}
            self._missing = kept | dict.fromkeys(sorted(wanted - kept.keys()), self._heard_at)
            self._changed.notify()

    def heard(self, read_at: float) -> None:
        """Hear that nothing else was there at this time, by the first's clock."""
        with self._changed:
            self._heard_at = max(self._heard_at, read_at)

    def run(self, stopped: Event) -> None:
        """Fetch and delete until it is stopped."""
        self._remove_parts()
        with self._changed:
            self._stored = names_in(files.folder()) or frozenset()
            self._missing = {name: since for name, since in self._missing.items() if name not in self._stored}
        while not stopped.is_set():
            try:
                is_done = self._step()
            except files.NoRoom:
                self.problem, is_done = NO_ROOM, False
            except (OSError, http.client.HTTPException, BrokenMessage, NotOfThisCode, NotPicture, ValueError, KeyError):
                is_done = False  # the first is away, or was just replaced: the other thread says so
            if not is_done:
                stopped.wait(AGAIN)
        self._remove_parts()

    def _step(self) -> bool:
        """Delete what is to be deleted and fetch one picture; wait where there is none."""
        with self._changed:
            if not self._missing and (self._listed is None or self._stored <= self._listed):
                self._changed.wait(1.0)
            gone = self._stored - self._listed if self._listed is not None else frozenset()
            name = next(iter(self._missing), None)
        for one in gone:
            files.path_of(one).unlink(missing_ok=True)
        with self._changed:
            self._stored -= gone
        if name is not None:
            self._store(name)
        return True

    def _store(self, name: str) -> None:
        is_gone = False
        with files.being_written() as part:
            size = 0
            with part.open("wb") as written:
                for message in self._fetch(name):
                    is_gone = bool(message.values["is_gone"])
                    size += len(message.content)
                    if size > MOST_BYTES:
                        raise NotPicture
                    written.write(message.content)
            if not is_gone:
                files.put(part, name)
        self.problem = ""
        with self._changed:
            if not is_gone:
                self._stored |= {name}
            self._missing.pop(name, None)
        self._has_more()

    @staticmethod
    def _remove_parts() -> None:
        for part in files.folder().glob(f"*{files.PART}"):
            part.unlink(missing_ok=True)


def fetched(host: str, port: int, code: str, name: str) -> Iterator[Message]:
    """Ask the first laptop for a picture, and return what it tells.

    Raises:
        BrokenMessage: it has another code, or the connection ended.
        NotOfThisCode: somebody else answered.
        OSError, HTTPException: it does not answer.
    """
    nonce = secrets.token_hex(NONCE_BYTES)
    asked = {"nonce": nonce, "name": name, "proof": proof(code, "picture", nonce, name)}
    with closing(http.client.HTTPConnection(host, port, timeout=PATIENCE)) as connection:
        connection.request("GET", f"/standby/picture?{urlencode(asked)}")
        answer = connection.getresponse()
        if answer.status != HTTPStatus.OK:
            raise BrokenMessage
        sealer = Sealer(code, nonce + answer.read(2 * NONCE_BYTES).decode())
        while True:
            message = read_message(answer.read, sealer)
            yield message
            if message.values["is_last"]:
                return
