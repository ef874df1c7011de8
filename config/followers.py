"""Open pages that follow an event without asking: each holds one connection, over which it is told of a new version.

The address is the one that pages poll; who asks it for a stream of events gets one, as long as there is room. It tells
what polling tells, and nothing else: the version of what is posted.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from config.bodies import Receive

FOLLOWED = re.compile(r"/t/([-a-zA-Z0-9_]+)/now/")
MAX_FOLLOWERS = 10_000
"""In one process. Others poll, so that there is room for everybody's pages."""
LOOK_EVERY = 0.25
TOLD_AGAIN_AFTER = 2.0
"""Seconds between two versions of an event that pages are told: while forty people save, each is not told of each."""
BEAT_EVERY = 20.0
PATIENCE = 10.0
"""Seconds after which a page that does not take what it is sent is let go."""
AT_ONCE = 100
"""How many are told before others get their turn on the event loop."""
PAGES_A_SECOND = 400
"""How many pages this process may be asked for at the same time: those who are told ask spread over that time.

It could answer twice as many; staff are to notice nothing.
"""

HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]
logger = logging.getLogger(__name__)

Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class _Follower:
    """One open page: what it was told last, and whether that is still on its way."""

    __slots__ = ("beat_at", "ended", "on_its_way", "send", "sent_at", "slug", "tag")

    def __init__(self, slug: str, send: Send) -> None:
        self.slug = slug
        self.send = send
        self.tag: str | None = None
        self.beat_at = 0.0
        self.sent_at = 0.0
        self.on_its_way: asyncio.Task[None] | None = None
        self.ended = asyncio.Event()


class Followers:
    """Those who follow in this process, and one task that tells them."""

    def __init__(
        self,
        tags_of: Callable[[Collection[str]], Mapping[str, str]],
        is_ours: Callable[[str], bool],
        is_ending: Callable[[], bool] = lambda: False,
        max_followers: int = MAX_FOLLOWERS,
    ) -> None:
        """``tags_of`` reads the versions of events in one query, ``is_ours`` tells whether a host is this site.

        ``is_ending`` tells whether the server stops: it waits for its connections, and these would never end.
        """
        self._tags_of = tags_of
        self._is_ours = is_ours
        self._is_ending = is_ending
        self._max = max_followers
        self._tags: Mapping[str, str] = {}
        self._told: dict[str, tuple[str, float]] = {}
        self._by_slug: dict[str, set[_Follower]] = {}
        self._beats: deque[_Follower] = deque()
        self._asked: dict[str, asyncio.Future[None]] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="followers")
        self._task: asyncio.Task[None] | None = None
        self._count = 0

    async def follow(self, slug: str, environ: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Hold the connection of one page until it ends, or refuse it."""
        refusal = 0
        if not self._is_ours(environ.get("HTTP_HOST", "")):
            refusal = 400
        elif self._count >= self._max:
            refusal = 503
        elif not await self._exists(slug):
            refusal = 404
        if refusal:
            await send({"type": "http.response.start", "status": refusal, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body", "body": b""})
            return
        follower = _Follower(slug, send)
        self._count += 1
        self._by_slug.setdefault(slug, set()).add(follower)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            self._tell(follower)
            self._beat_later(follower)
            self._go_on_looking()
            await self._until_one_ends(follower, receive)
        finally:
            self._count -= 1
            follower.ended.set()
            of_event = self._by_slug[slug]
            of_event.discard(follower)
            if not of_event:
                del self._by_slug[slug]

    async def _exists(self, slug: str) -> bool:
        """Tell whether there is such an event, once that is known."""
        if slug not in self._by_slug:
            if len(self._asked) >= AT_ONCE:
                return False
            asked = self._asked.setdefault(slug, asyncio.get_running_loop().create_future())
            self._go_on_looking()
            await asyncio.shield(asked)
        return slug in self._tags

    def _go_on_looking(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._look())

    @staticmethod
    async def _until_one_ends(follower: _Follower, receive: Receive) -> None:
        """Wait until the page leaves or the server ends it."""

        async def leaves() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass

        leaving = asyncio.ensure_future(leaves())
        leaving.add_done_callback(lambda _: follower.ended.set())
        try:
            await follower.ended.wait()
        finally:
            leaving.cancel()
        if follower.on_its_way is not None:
            follower.on_its_way.cancel()

    async def _look(self) -> None:
        """Look for new versions as long as anybody follows, and tell them."""
        loop = asyncio.get_running_loop()
        while (self._by_slug or self._asked) and not self._is_ending():
            asked, self._asked = self._asked, {}
            try:
                self._tags = await loop.run_in_executor(self._thread, self._tags_of, {*self._by_slug, *asked})
            except Exception:  # the pages stay as they are until the database is back
                logger.exception("The versions of events cannot be read.")
            for future in asked.values():
                future.set_result(None)
            await self._tell_all(loop.time())
            self._told = {slug: last for slug, last in self._told.items() if slug in self._by_slug}
            await asyncio.sleep(LOOK_EVERY)
        for future in self._asked.values():
            future.set_result(None)
        self._asked = {}
        for followers in self._by_slug.values():
            for follower in followers:
                follower.ended.set()

    async def _tell_all(self, now: float) -> None:
        told = 0
        for slug, followers in list(self._by_slug.items()):
            tag = self._tags.get(slug)
            told_last, at = self._told.get(slug, ("", -TOLD_AGAIN_AFTER))
            if tag is not None and tag != told_last:
                if now - at < TOLD_AGAIN_AFTER:
                    continue
                self._told[slug] = (tag, now)
            for follower in list(followers):
                if follower.ended.is_set():  # left while others were told, as may have all of the event
                    continue
                if tag is None:
                    follower.ended.set()  # the page then asks, and is told that there is no such event
                elif follower.tag != tag:
                    self._tell(follower)
                    told += 1
                    if told % AT_ONCE == 0:
                        await asyncio.sleep(0)
        while self._beats and self._beats[0].beat_at <= now - BEAT_EVERY:
            follower = self._beats.popleft()
            if not follower.ended.is_set():
                self._send(follower, b"event: beat\ndata:\n\n")
                self._beat_later(follower)

    def _tell(self, follower: _Follower) -> None:
        """Tell one page the version, and within how many milliseconds it asks for its new content."""
        tag = self._tags.get(follower.slug)
        spread = 1000 * len(self._by_slug[follower.slug]) // PAGES_A_SECOND
        if self._send(follower, f"data: {tag} {spread}\n\n".encode()):
            follower.tag = tag

    def _beat_later(self, follower: _Follower) -> None:
        follower.beat_at = asyncio.get_running_loop().time()
        self._beats.append(follower)

    def _send(self, follower: _Follower, data: bytes) -> bool:
        """Send unless something is on its way still; what a page was not told it is told at one of the next looks."""
        now = asyncio.get_running_loop().time()
        if follower.on_its_way is not None and not follower.on_its_way.done():
            if now - follower.sent_at > PATIENCE:
                follower.ended.set()
            return False
        follower.sent_at = now
        message = {"type": "http.response.body", "body": data, "more_body": True}
        follower.on_its_way = asyncio.ensure_future(follower.send(message))
        return True
