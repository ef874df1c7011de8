"""The second laptop: it stores what the first tells it, and says so."""

from __future__ import annotations

import http.client
import json
import logging
import secrets
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import urlencode, urlsplit

from config.standby.copy import Copy
from config.standby.links import Links, LinksFile
from config.standby.messages import BrokenMessage, Kind, read_message
from config.standby.pictures import PictureCopies, fetched
from config.standby.sealing import NotOfThisCode, Sealer, is_proof, proof
from config.standby.wal import DamagedLog, Part

logger = logging.getLogger(__name__)

DATABASE = "db.sqlite3"
SECRET_KEY = "secret_key"  # noqa: S105 - a file's name
PATIENCE = 5.0
AGAIN = 1.0
NONCE_BYTES = 16


class WrongCode(Exception):
    """The first laptop has another code."""


@dataclass(slots=True)
class State:
    """What the second laptop's page tells. Times are of its own clock that never goes back."""

    problem: str = ""
    heard_at: float = 0.0
    """When the first laptop last said something; 0: never."""
    is_complete: bool = False
    """Whether it has a whole copy, which can be taken into use."""
    copied: int = 0
    """Bytes of the copy that has begun."""
    started_at: float = field(default_factory=time.monotonic)

    @property
    def silent_for(self) -> float:
        """Seconds since the first laptop last said something."""
        return time.monotonic() - (self.heard_at or self.started_at)


class Follower:
    """Follows one first laptop into one folder."""

    def __init__(self, first: str, code: str, folder: Path, port: int) -> None:
        """``first`` is its address, such as ``http://192.168.1.5:8000``; ``port`` is where this one would serve."""
        parts = urlsplit(first)
        self.first = f"http://{parts.netloc}"
        self._host, self._port = parts.hostname or "", parts.port or 80
        self._code = code
        self._own_port = port
        self.folder = folder
        self.links = LinksFile(folder)
        self.state = State()
        self.stopped = Event()
        self.pictures = PictureCopies(partial(fetched, self._host, self._port, code), self._tell_of_pictures)
        self._connection = 0
        self._copy = Copy(folder / DATABASE)
        self.state.is_complete = self._copy.place is not None

    def run(self) -> None:
        """Follow until it is stopped; connect again whenever the connection ends."""
        Thread(target=self.pictures.run, args=[self.stopped], daemon=True).start()
        while not self.stopped.is_set():
            try:
                self._follow()
                self.state.problem = "The first laptop does not answer."
            except WrongCode:
                self.state.problem = "The first laptop has another code: look at its page “Second laptop”."
            except (OSError, http.client.HTTPException, BrokenMessage):
                self.state.problem = "The first laptop does not answer."
            except (NotOfThisCode, DamagedLog, ValueError, KeyError):
                logger.exception("What the first laptop said does not go on from what is stored.")
                self._copy.forget_place()
                self.state.problem = "The copy begins again."
            self.stopped.wait(AGAIN)

    def _follow(self) -> None:
        nonce = secrets.token_hex(NONCE_BYTES)
        place = self._copy.place.to_text() if self._copy.place is not None else ""
        asked = {"nonce": nonce, "port": str(self._own_port), "place": place}
        asked["proof"] = proof(self._code, "feed", *asked.values())
        with closing(http.client.HTTPConnection(self._host, self._port, timeout=PATIENCE)) as connection:
            connection.request("GET", f"/standby/feed?{urlencode(asked)}")
            answer = connection.getresponse()
            if answer.status == 403:
                raise WrongCode
            if answer.status != 200:
                raise BrokenMessage
            sealer = Sealer(self._code, nonce + answer.read(2 * NONCE_BYTES).decode())
            with closing(Teller(self._host, self._port, self._code)) as teller:
                self._take_all(answer, sealer, teller)

    def _take_all(self, answer: http.client.HTTPResponse, sealer: Sealer, teller: Teller) -> None:
        while not self.stopped.is_set():
            message = read_message(answer.read, sealer)
            self.state.heard_at = time.monotonic()
            self.state.problem = ""
            values = message.values
            if message.kind is Kind.HELLO:
                self._connection = values["connection"]
                self.pictures.begin()
                self._greet(values)
            elif message.kind is Kind.COPY:
                self._copy.add_copy(message.content, values["is_last"])
                self.state.copied += len(message.content)
                self.state.is_complete |= values["is_last"]
            elif message.kind is Kind.LOG:
                self._copy.add(Part(bytes.fromhex(values["salts"]), values["offset"], message.content))
            elif message.kind is Kind.PICTURES:
                self.pictures.listed(json.loads(message.content))
            read_at = values.get("read_at", 0.0)
            self.pictures.heard(read_at)
            if not self._tell_stored(teller, read_at):
                return
        teller.tell("leave", connection=self._connection)

    def _tell_stored(self, teller: Teller, read_at: float) -> bool:
        """Say until when everything is here, by the first laptop's clock, and until when all its pictures."""
        return teller.tell("stored", connection=self._connection, read_at=read_at, pictures=self.pictures.stored_until)

    def _tell_of_pictures(self) -> None:
        """Say that one more picture is here: somebody may wait for it."""
        with closing(Teller(self._host, self._port, self._code)) as teller:
            self._tell_stored(teller, 0.0)

    def _greet(self, values: Mapping[str, Any]) -> None:
        """Keep what is needed to serve in the first laptop's place."""
        self.links.write(Links(self._code, epoch=values["epoch"]))
        key = self.folder / SECRET_KEY
        key.touch(mode=0o600)
        key.write_text(values["secret_key"])
        if not values["goes_on"]:
            self.state.copied = 0
            self._copy.begin()

    def take_over(self) -> None:
        """Make the copy the event's data, after telling the first laptop if it can still be reached.

        Raises:
            DamagedCopy: there is no whole copy.
        """
        self.stopped.set()
        epoch = self.links.read().epoch + 1
        self._copy.take_into_use()
        self.links.change(epoch=epoch, took_over_from=self.first)
        with closing(Teller(self._host, self._port, self._code, timeout=2.0)) as teller:
            teller.tell("replaced", epoch=epoch, port=self._own_port)


class Teller:
    """Says something to the first laptop, each with the proof that it is meant."""

    def __init__(self, host: str, port: int, code: str, timeout: float = PATIENCE) -> None:
        self._connection = http.client.HTTPConnection(host, port, timeout=timeout)
        self._code = code

    def tell(self, name: str, **values: Any) -> bool:
        """Say it, and return whether it was heard."""
        told = {key: str(value) for key, value in values.items()}
        told["proof"] = proof(self._code, name, *(f"{key}={told[key]}" for key in sorted(told)))
        with suppress(OSError, http.client.HTTPException):
            self._connection.request("POST", f"/standby/{name}", json.dumps(told))
            answer = self._connection.getresponse()
            answer.read()
            return answer.status == 200
        self._connection.close()
        return False

    def close(self) -> None:
        self._connection.close()


def ask_state(address: str, code: str, timeout: float = 2.0) -> int | None:
    """Return the epoch of the laptop at an address; nothing where none answers that has the code."""
    parts = urlsplit(address)
    nonce = secrets.token_hex(NONCE_BYTES)
    with (
        suppress(OSError, http.client.HTTPException, ValueError, KeyError),
        closing(http.client.HTTPConnection(parts.hostname or "", parts.port or 80, timeout=timeout)) as connection,
    ):
        connection.request("GET", f"/standby/state?{urlencode({'nonce': nonce})}")
        told = json.loads(connection.getresponse().read())
        if is_proof(told["proof"], code, "state", nonce, str(told["epoch"])):
            return int(told["epoch"])
    return None
