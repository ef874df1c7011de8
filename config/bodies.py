"""What a request may carry, and how long it may take: no more than our forms and lists need.

A body is read before a thread is taken, so that senders who never end hold up nobody but themselves. What is too large
is refused unread.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import IO, Any

MAX_BYTES = 8 * 1024**2
"""The longest list that may be uploaded, with what a form adds to it."""
MAX_BYTES_OF_STRANGERS = 64 * 1024
MAX_BYTES_OF_PICTURES = 31 * 1024**2
"""Photographs and scans that are sent together, with what a form adds to them."""

DISK_FULL = "Not saved. The disk of this computer is full. Make room on it, then send this again."

Receive = Callable[[], Awaitable[Mapping[str, Any]]]


class BodyRefused(Exception):
    """The body is not taken: the status of the answer, and why, in words."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.words = words


@dataclass(frozen=True, slots=True)
class Patience:
    """How long bodies are waited for. The slowest phone that still works sends more than ``bytes_a_second``."""

    pause: float = 15.0
    whole: float = 60.0
    bytes_a_second: int = 16 * 1024
    unfinished: int = 8
    """Of one address at once; more push out the one that has waited longest."""
    young: float = 3.0
    """Younger ones are not pushed out: a hall behind one address sends many forms at once, and they come whole."""


@dataclass(slots=True)
class Bodies:
    """The bodies that this process is reading, by the address from which they come."""

    patience: Patience = field(default_factory=Patience)
    _waiting: defaultdict[str, OrderedDict[asyncio.Timeout, float]] = field(
        default_factory=lambda: defaultdict(OrderedDict)
    )

    async def read(
        self,
        receive: Receive,
        *,
        told: str | None,
        address: str,
        may_send_files: Callable[[], Awaitable[bool]],
        limit: int = MAX_BYTES,
        into: IO[bytes] | None = None,
    ) -> bytes:
        """Return the whole body; ``told`` is its length as the headers tell it, ``None`` where it comes in chunks.

        At most ``limit`` bytes are read of those who may send files. What is read goes ``into`` a file if there is one.

        Raises:
            BodyRefused: it is too large, too slow, or breaks off; or the disk is full.
        """
        most = MAX_BYTES_OF_STRANGERS
        length = length_told(told, limit)
        if length > limit or (length > most and not await may_send_files()):
            raise too_large(limit, is_known=length > limit)
        if length > most:
            most = limit
        body = bytearray()
        size = 0
        loop = asyncio.get_running_loop()
        end = loop.time() + self.patience.whole + length / self.patience.bytes_a_second
        waiting = self._waiting[address]
        try:
            async with asyncio.timeout_at(min(end, loop.time() + self.patience.pause)) as wait:
                waiting[wait] = loop.time()
                self._push_out(waiting, loop.time())
                is_whole = False
                while not is_whole:
                    message = await receive()
                    if message["type"] != "http.request":
                        raise BodyRefused(400, "The request broke off.")
                    part = message.get("body", b"")
                    size += len(part)
                    if into is None:
                        body += part
                    else:
                        _write(into, part)
                    is_whole = not message.get("more_body")
                    if size > most:
                        if most == limit or not await may_send_files():
                            raise too_large(limit, is_known=most == limit)
                        most = limit
                    if not wait.expired():
                        wait.reschedule(min(end, loop.time() + self.patience.pause))
        except TimeoutError:
            raise BodyRefused(408, "The request took too long. Send it again.") from None
        finally:
            waiting.pop(wait, None)
            if not waiting:
                self._waiting.pop(address, None)
        return bytes(body)

    def _push_out(self, waiting: OrderedDict[asyncio.Timeout, float], now: float) -> None:
        while len(waiting) > self.patience.unfinished:
            oldest, since = next(iter(waiting.items()))
            if now - since < self.patience.young:
                return
            del waiting[oldest]
            if not oldest.expired():
                oldest.reschedule(now)


def _write(file: IO[bytes], part: bytes) -> None:
    try:
        file.write(part)
    except OSError:
        raise BodyRefused(507, DISK_FULL) from None


def length_told(told: str | None, limit: int = MAX_BYTES) -> int:
    """Read the length that the headers tell; more than ``limit`` is all the same.

    Raises:
        BodyRefused: it is no number.
    """
    if not told:
        return 0
    if not (told.isascii() and told.isdecimal()):
        raise BodyRefused(400, "The length of the request cannot be read.")
    return int(told) if len(told) <= len(str(limit)) else limit + 1


def too_large(limit: int, *, is_known: bool) -> BodyRefused:
    """Say how much may be sent."""
    if limit == MAX_BYTES_OF_PICTURES:
        what, advice = "Photographs and scans may have 30 MB together.", "Send fewer at once."
    else:
        what, advice = f"Lists and files may have {limit // 1024**2} MB.", "Send a smaller file."
    return BodyRefused(413, f"This is too large. {what} {advice if is_known else 'Sign in first, then send it again.'}")
