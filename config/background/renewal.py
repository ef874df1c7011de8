"""Serve public pages from a moment ago while an event keeps changing, and render them again in the background.

Otherwise the next reader would wait for a large page after each saved card. Nobody gets less than
they know of: a browser that has just changed something, and a page that was told of a version, get the newest page.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from threading import Condition, Thread
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.page_cache.cache import CachedPage, PageKey

SECONDS_OLD = 15.0
"""How old a page may be at most. One that nobody has asked for as long is made while its reader waits.

With scripts it asks for the version a second later, and then for the newest page.
"""
REST = 2.0
"""Seconds between the ends of two renewals of a page: rendering does not take a whole processor."""
WAITING = 64
TOLD = "HTTP_POSTED_VERSION"
"""The version that an open page was told of (static/js/live/follow.js)."""
NEWEST = "newest"
WROTE = "wrote"
SECONDS_AFTER_WRITING = 10
LEFT_OUT = {"HTTP_COOKIE", "HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_RANGE"}

Make = Callable[[PageKey, dict[str, Any]], object]


class Renewal:
    """The pages of this process that must be rendered again, and one thread that does so."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._make: Make | None = None
        self._waiting: OrderedDict[PageKey, dict[str, Any]] = OrderedDict()
        self._made_at: OrderedDict[PageKey, float] = OrderedDict()
        self._news = Condition()

    def begin(self, make: Make) -> None:
        """Answer older pages from here on; ``make`` gets the newest page by its key and what was asked for, by WSGI."""
        self._make = make
        Thread(target=self._run, name="renewal", daemon=True).start()

    def allows(self, page: CachedPage, request: HttpRequest) -> bool:
        """Tell whether this reader may get a page that is outdated, of an event that the public still knows of."""
        return (
            self._make is not None
            and self._clock() - page.current_at <= SECONDS_OLD
            and WROTE not in request.COOKIES
            and request.META.get(TOLD, page.page_version.tag) == page.page_version.tag
        )

    def renew(self, key: PageKey, environ: Mapping[str, Any]) -> None:
        """Have a page rendered again soon."""
        with self._news:
            if key not in self._waiting and len(self._waiting) < WAITING:
                texts = {name: value for name, value in environ.items() if isinstance(value, str)}
                kept = {name: value for name, value in texts.items() if name not in LEFT_OUT}
                self._waiting[key] = kept | {"REQUEST_METHOD": "GET", TOLD: NEWEST}
                self._news.notify()

    def note_writer(self, response: HttpResponse) -> HttpResponse:
        """Let the browser of somebody who changed something get the newest pages for a while."""
        if self._make is not None and response.status_code < 400:
            response.set_cookie(
                WROTE,
                "1",
                max_age=SECONDS_AFTER_WRITING,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    def renew_next(self) -> None:
        """Wait for the next page that is due, and make it. A failure is logged where it happens; readers then wait."""
        with self._news:
            while True:
                now = self._clock()
                due = {key: self._made_at.get(key, now - REST) + REST for key in self._waiting}
                key = min(due, key=lambda one: due[one], default=None)
                if key is not None and due[key] <= now:
                    environ = self._waiting[key]
                    break
                self._news.wait(None if key is None else due[key] - now)
        try:
            if self._make is not None:
                self._make(key, environ)
        finally:
            with self._news:
                self._waiting.pop(key, None)
                self._made_at[key] = self._clock()
                self._made_at.move_to_end(key)
                while len(self._made_at) > WAITING:
                    self._made_at.popitem(last=False)

    def _run(self) -> None:
        while True:
            self.renew_next()


RENEWAL = Renewal()
