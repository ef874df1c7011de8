"""The first laptop: what it answers the second, and for how long a change waits for it.

A change is answered once the second laptop has it on its disk, so that nothing that was answered "saved" is lost with
the first; what sends a picture, once the picture is there too. Where the second does not answer in time, nobody waits
for it any more until it has caught up.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import logging
import secrets
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from multiprocessing.sharedctypes import RawValue
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from config.standby.feed import Feed, Place
from config.standby.links import Links, LinksFile
from config.standby.messages import Message
from config.standby.pictures import messages_of
from config.standby.sealing import Sealer, is_proof, proof

logger = logging.getLogger(__name__)

PREFIX = "/standby/"
PATIENCE = 1.0
"""Seconds that a change waits for the second laptop before it is answered without."""
PATIENCE_WITH_PICTURES = 10.0
"""The same for what sends a picture: megabytes over the hall's network, while the phone does something else."""
SLEPT = 15.0
"""Seconds without a look at the second laptop after which this one was asleep, and may have been replaced meanwhile."""
SILENCE = 6.0
"""Seconds without a word from the second laptop after which nobody follows."""
NONCE = 32

Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class SharedState(ctypes.Structure):
    """What the processes of the server know together. Times are of the machine's clock that never goes back."""

    _fields_ = [
        ("connection", ctypes.c_longlong),  # the number of the one that feeds; 0: none
        ("heard_at", ctypes.c_double),  # when the second laptop last said something
        ("stored", ctypes.c_double),  # it has what was written until then
        ("wanted", ctypes.c_double),  # when somebody last began to wait
        ("is_late", ctypes.c_bool),  # it did not answer in time: nobody waits
        ("pictures", ctypes.c_double),  # it has the pictures that there were until then
        ("pictures_late", ctypes.c_bool),  # it had none in time: nobody waits for its pictures
        ("must_be_asked", ctypes.c_bool),  # it followed before the server was started, and has not been heard since
        ("is_replaced", ctypes.c_bool),
        ("looked_at", ctypes.c_double),  # when it was last looked for, by `time_with_sleep`; 0: there is none
    ]


def time_with_sleep() -> float:
    """Return a time in seconds that never goes back, and goes on while the laptop sleeps with its lid closed."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    if sys.platform == "darwin":
        return time.clock_gettime(time.CLOCK_MONOTONIC)
    return time.monotonic()


def new_state() -> Any:
    """Make what the processes share, before they are started."""
    return RawValue(SharedState)


class First:
    """What stands beside the site in each process."""

    def __init__(
        self,
        state: Any,
        database: Path,
        *,
        secret_key: str,
        pictures: Path,
        is_ending: Callable[[], bool] = lambda: False,
        patience: float = PATIENCE,
        patience_with_pictures: float = PATIENCE_WITH_PICTURES,
    ) -> None:
        """``state`` is what :func:`new_state` made, ``pictures`` a folder. The links lie beside the database."""
        self.state = state
        self.links = LinksFile(database.parent)
        self._database = database
        self._pictures = pictures
        self._secret_key = secret_key
        self._is_ending = is_ending
        self._patience = patience
        self._patience_with_pictures = patience_with_pictures
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="standby")
        self._picture_thread = ThreadPoolExecutor(1, thread_name_prefix="standby-pictures")

    @property
    def is_followed(self) -> bool:
        """Whether a second laptop has said something lately."""
        return bool(self.state.connection) and time.monotonic() - self.state.heard_at < SILENCE

    def refuses(self, environ: Mapping[str, Any]) -> bool:
        """Tell whether this is not answered here because another laptop has, or may have, taken over."""
        if self.state.is_replaced:
            return not str(environ["PATH_INFO"]).startswith("/static/")
        return self._may_be_replaced and environ["REQUEST_METHOD"] not in {"GET", "HEAD"}

    @property
    def _may_be_replaced(self) -> bool:
        """Whether nobody can tell: the second laptop was not asked since this one was started, or has slept."""
        looked_at = self.state.looked_at
        return bool(self.state.must_be_asked or (looked_at and time_with_sleep() - looked_at > SLEPT))

    async def settled(self, *, has_pictures: bool = False) -> None:
        """Wait until the second laptop has what was written before this, if one follows and answers in time.

        Only what sends pictures waits for them.
        """
        now = time.monotonic()
        if not await self._until("stored", "is_late", now, self._patience):
            logger.warning("The second laptop does not keep up: changes do not wait for it.")
        if has_pictures and not await self._until("pictures", "pictures_late", now, self._patience_with_pictures):
            logger.warning("The second laptop does not keep up with pictures: nobody waits until it has them.")

    async def _until(self, reached: str, late: str, now: float, patience: float) -> bool:
        """Wait until the second laptop has reached this moment; return false where it is late from now on."""
        state = self.state
        if not self.is_followed or getattr(state, late):
            return True
        state.wanted = max(state.wanted, now)
        while getattr(state, reached) < now and self.is_followed:
            if time.monotonic() - now > patience:
                setattr(state, late, True)
                return False
            await asyncio.sleep(0.004)
        return True

    async def answer(self, environ: Mapping[str, Any], body: bytes, send: Send) -> None:
        """Answer one request under :data:`PREFIX`."""
        name = environ["PATH_INFO"].removeprefix(PREFIX)
        method = environ["REQUEST_METHOD"]
        asked = {key: values[-1] for key, values in parse_qs(environ["QUERY_STRING"]).items()}
        if (method, name) == ("GET", "feed"):
            await self._feed(environ, asked, send)
        elif (method, name) == ("GET", "picture"):
            await self._picture(asked, send)
        elif (method, name) == ("GET", "second"):
            links = self.links.read()
            told = {"second": links.replaced_by or links.second, "is_replaced": bool(links.replaced_by)}
            await send_json(send, 200, told)
        elif (method, name) == ("GET", "state"):
            await send_json(send, 200, self._state(asked.get("nonce", "")))
        elif method == "POST" and name in {"stored", "leave", "replaced"}:
            await send_json(send, *self._told(name, body, environ))
        else:
            await send_json(send, 404, {})

    def _state(self, nonce: str) -> dict[str, Any]:
        """Say which of two this is, with the proof for who asks."""
        return state_of(self.links.read(), nonce)

    def _told(self, name: str, body: bytes, environ: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        """Take what the second laptop says: how far it is, that it leaves, or that it has taken over."""
        code = self.links.read().code
        try:
            told = json.loads(body)
            values = {key: str(value) for key, value in told.items()}
            is_right = is_proof(values.pop("proof"), code, name, *(f"{key}={values[key]}" for key in sorted(values)))
        except (ValueError, KeyError, AttributeError):
            return 400, {}
        if not is_right:
            return 403, {}
        now = time.monotonic()
        if name == "replaced":
            if int(values["epoch"]) > self.links.read().epoch:
                self.replace(address_of(environ, values["port"]))
            return 200, {}
        if int(values["connection"]) != self.state.connection:
            return 409, {}
        self.state.heard_at = now
        if name == "leave":
            self.state.connection = 0
            self.links.change(second="")
        else:
            self.state.stored = max(self.state.stored, float(values["read_at"]))
            if now - self.state.stored < self._patience:
                self.state.is_late = False
            self.state.pictures = max(self.state.pictures, float(values["pictures"]))
            if now - self.state.pictures < self._patience_with_pictures:
                self.state.pictures_late = False
        return 200, {}

    def replace(self, address: str) -> None:
        """Another laptop has taken over: from now on this one changes nothing."""
        self.links.change(replaced_by=address)
        self.state.is_replaced = True

    async def _feed(self, environ: Mapping[str, Any], asked: Mapping[str, str], send: Send) -> None:
        """Tell one second laptop everything, for as long as it stays."""
        code = self.links.read().code
        nonce, port, place = (asked.get(name, "") for name in ("nonce", "port", "place"))
        if len(nonce) != NONCE or not is_proof(asked.get("proof", ""), code, "feed", nonce, port, place):
            await send_json(send, 403, {})
            return
        own = secrets.token_hex(NONCE // 2)
        number = secrets.randbelow(2**53) + 1
        self.links.change(second=address_of(environ, port))
        state = self.state
        state.connection, state.heard_at = number, time.monotonic()
        state.stored, state.is_late, state.pictures, state.pictures_late = 0.0, True, 0.0, True
        state.must_be_asked = False
        hello = {"epoch": self.links.read().epoch, "secret_key": self._secret_key, "connection": number}
        feed = Feed(
            self._database,
            hello,
            is_wanted_since=lambda: float(state.wanted),
            is_ending=lambda: self._is_ending() or state.connection != number or not self.is_followed,
            pictures=self._pictures,
        )
        messages = feed.messages(Place.from_text(place))
        try:
            await self._tell(messages, Sealer(code, nonce + own), own, self._thread, send)
        finally:
            await asyncio.get_running_loop().run_in_executor(self._thread, messages.close)
            if state.connection == number:
                state.connection = 0

    async def _picture(self, asked: Mapping[str, str], send: Send) -> None:
        """Tell the second laptop one picture."""
        code = self.links.read().code
        nonce, name = (asked.get(key, "") for key in ("nonce", "name"))
        if len(nonce) != NONCE or not is_proof(asked.get("proof", ""), code, "picture", nonce, name):
            await send_json(send, 403, {})
            return
        own = secrets.token_hex(NONCE // 2)
        messages = messages_of(self._pictures, name)
        await self._tell(messages, Sealer(code, nonce + own), own, self._picture_thread, send)

    @staticmethod
    async def _tell(messages: Iterator[Message], sealer: Sealer, own: str, thread: Executor, send: Send) -> None:
        """Answer with this server's part of the connection's number, then with sealed messages."""
        headers = [(b"content-type", b"application/octet-stream"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": own.encode(), "more_body": True})
        loop = asyncio.get_running_loop()
        while (sealed := await loop.run_in_executor(thread, next_sealed, messages, sealer)) is not None:
            await send({"type": "http.response.body", "body": sealed, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


def state_of(links: Links, nonce: str) -> dict[str, Any]:
    """Return which of two laptops this is, with the proof for who asks."""
    return {"epoch": links.epoch, "proof": proof(links.code, "state", nonce, str(links.epoch))}


def address_of(environ: Mapping[str, Any], port: str) -> str:
    """Return where the laptop that asks would serve: its address in the network, with the port that it names."""
    host = str(environ["REMOTE_ADDR"])
    return f"http://[{host}]:{int(port)}" if ":" in host else f"http://{host}:{int(port)}"


def next_sealed(messages: Iterator[Message], sealer: Sealer) -> bytes | None:
    """Return the next message as it is sent; nothing after the last."""
    message = next(messages, None)
    return message.to_bytes(sealer) if message is not None else None


async def send_json(send: Send, status: int, values: Mapping[str, Any]) -> None:
    """Answer in one piece."""
    body = json.dumps(values).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"cache-control", b"no-store"),
        (b"content-length", b"%d" % len(body)),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
