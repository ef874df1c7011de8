"""Open pages follow an event over one connection and hear of each new version on it."""

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

MAX_FOLLOWERS = 10_000
"""In one process. Others poll, so that there is room for everybody's pages."""
LOOK_EVERY = 0.25
TOLD_AGAIN_AFTER = 2.0
TOLD_AGAIN_SOONEST = 0.5
"""Seconds between two versions of an event that pages hear of: while forty people save, each is not told of each.

So long for 400 and more who follow, so short for 100 and fewer: a call to the board is to be there within two seconds.
"""
BEAT_EVERY = 20.0
PATIENCE = 10.0
"""Seconds after which a page that does not take what it is sent is let go."""
AT_ONCE = 100
"""How many are told before others get their turn on the event loop."""
PAGES_A_SECOND = 400
"""How many pages this process may be asked for at the same time: the pages then ask, spread over that time.

It could answer twice as many; staff are to notice nothing.
"""
logger = logging.getLogger(__name__)


class Followers:
    """Those who follow in this process, and one task that looks for new versions while there are any."""

    def __init__(self, tags_of: Callable[[Collection[str]], Mapping[str, str]]) -> None:
        """``tags_of`` reads the versions of events in one query."""
        self._tags_of = tags_of
        self.is_ending: Callable[[], bool] = lambda: False
        """Tells whether the server stops: it waits for its connections, and these would never end."""
        self._tags: Mapping[str, str] = {}
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="followers")
        self._task: asyncio.Task[None] | None = None

    @property
    def has_room(self) -> bool:
        return sum(map(len, self._waiting.values())) < MAX_FOLLOWERS

    async def tell(self, slug: str, tag: str, send: Any) -> None:
        """Tell one page the versions until there is no such event any more, the page takes none, or the server ends.

        Each version comes with the milliseconds within which to ask for the new content.
        """
        news = asyncio.Event()
        self._waiting.setdefault(slug, set()).add(news)
        told, tag = "", self._tags.get(slug) or tag  # blank since the event was hidden, until this finds it again
        is_silent = False
        try:
            while tag and not self.is_ending():
                if self._task is None or self._task.done():
                    self._task = asyncio.create_task(self._look())
                spread = 1000 * len(self._waiting[slug]) // PAGES_A_SECOND
                data = f"data: {tag} {spread}\n\n" if tag != told else "event: beat\ndata:\n\n"
                if tag != told or is_silent:
                    async with asyncio.timeout(PATIENCE):
                        await send({"type": "http.response.body", "body": data.encode(), "more_body": True})
                    told = tag
                is_silent = not await _is_set(news, BEAT_EVERY)
                news.clear()
                tag = self._tags.get(slug, tag)  # the same where nothing could be read yet
        except TimeoutError:
            return
        finally:
            self._waiting[slug].discard(news)
            if not self._waiting[slug]:
                del self._waiting[slug]

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        told_at: dict[str, float] = {}
        while self._waiting and not self.is_ending():
            asked = list(self._waiting)
            try:
                found = await loop.run_in_executor(self._thread, self._tags_of, asked)
            except Exception:  # the pages stay as they are until the database is back
                logger.exception("The versions of events cannot be read.")
            else:
                await self._pass_on({slug: found.get(slug, "") for slug in asked}, told_at, loop.time())
            await asyncio.sleep(LOOK_EVERY)
        self._tags = {}
        for news in [news for waiting in self._waiting.values() for news in waiting]:
            news.set()

    async def _pass_on(self, found: Mapping[str, str], told_at: dict[str, float], now: float) -> None:
        known, self._tags = self._tags, dict(self._tags)
        for slug, tag in found.items():
            waiting = self._waiting.get(slug, set())
            again = min(TOLD_AGAIN_AFTER, max(TOLD_AGAIN_SOONEST, 2 * len(waiting) / PAGES_A_SECOND))
            if tag == known.get(slug) or (tag and now - told_at.get(slug, -again) < again):
                continue
            self._tags[slug], told_at[slug] = tag, now
            for number, news in enumerate(list(waiting), 1):
                news.set()
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)


async def _is_set(news: asyncio.Event, seconds: float) -> bool:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await news.wait()
    return news.is_set()
