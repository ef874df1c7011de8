"""Limits on a request's body: no larger, and no slower, than our forms and lists need.

It is read on the event loop, before a thread is taken: senders who never end hold up nobody but themselves. What
is too large is refused unread.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

MAX_BYTES = 8 * 1024**2
"""The longest list that may be uploaded, with what a form adds to it."""
MAX_BYTES_OF_STRANGERS = 64 * 1024
MAX_BYTES_OF_PICTURES = 31 * 1024**2
"""Photographs and scans that are sent together, with what a form adds to them."""
PAUSE = 15.0
WHOLE = 60.0
BYTES_A_SECOND = 16 * 1024
"""The slowest phone that still works sends more."""

DISK_FULL = "Not saved. The disk of this computer is full. Make room on it, then send this again."
TOO_LARGE = "This is too large. Lists and files may have 8 MB, photographs and scans 30 MB together. Send less at once."
TOO_LARGE_FOR_STRANGERS = "This is too large. Sign in first, then send it again."

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]


class BodyRefused(Exception):
    """The body is not taken: the status of the answer, and why, in words."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.words = words


class Body:
    """What is received of one request, within the limits of time and size."""

    def __init__(self, scope: Any, receive: Receive, limit_of_sender: Callable[[], Awaitable[int]]) -> None:
        """``limit_of_sender`` finds out how many bytes the sender may send, which is asked only where it matters.

        Raises:
            BodyRefused: the length that the headers tell is no number.
        """
        told = dict(scope["headers"]).get(b"content-length", b"0")
        if not told.isdigit():
            raise BodyRefused(400, "The length of the request cannot be read.")
        self._told = int(told) if len(told) <= len(str(MAX_BYTES_OF_PICTURES)) else MAX_BYTES_OF_PICTURES + 1
        self._receive = receive
        self._limit_of_sender = limit_of_sender
        self._limit = MAX_BYTES_OF_STRANGERS
        self._size = 0
        self._end = asyncio.get_running_loop().time() + WHOLE + self._told / BYTES_A_SECOND

    async def receive(self) -> Message:
        """Return the next part.

        Raises:
            BodyRefused: it is too large or too slow.
        """
        if self._size == 0:
            await self._allow(self._told)
        try:
            async with asyncio.timeout_at(min(self._end, asyncio.get_running_loop().time() + PAUSE)):
                message = await self._receive()
        except TimeoutError:
            raise BodyRefused(408, "The request took too long. Send it again.") from None
        self._size += len(message.get("body", b""))
        await self._allow(self._size)
        return message

    async def _allow(self, size: int) -> None:
        if size > MAX_BYTES_OF_STRANGERS == self._limit:
            self._limit = await self._limit_of_sender()
        if size > self._limit:
            is_stranger = self._limit == MAX_BYTES_OF_STRANGERS
            raise BodyRefused(413, TOO_LARGE_FOR_STRANGERS if is_stranger else TOO_LARGE)
