"""The jobs of the background process, and how a worker asks for them."""

import io
import time
from collections.abc import Callable, Mapping
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.db import connections

from config.background.process import Asking, Job, NotThere
from config.background.renewal import RENEWAL
from config.busy import closing_connections
from config.starting.environment import limit_statements
from scorecards.records.recalculate import BURSTS, work_out_event
from tournaments.page_cache.cache import PAGE_CACHE, CachedPage, PageKey

SITE = get_wsgi_application()
"""Pages are asked for here by WSGI; ``config/asgi.py`` serves the site."""


def make_page(key: PageKey, environ: Mapping[str, Any]) -> CachedPage | None:
    """Make the newest page in this process; nothing if the page is no longer the same for everybody."""
    SITE({**environ, "wsgi.input": io.BytesIO(), "wsgi.url_scheme": "http"}, _start).close()
    return PAGE_CACHE.peek(key)


def _start(*_: Any) -> Callable[[bytes], object]:
    return lambda _: None


def do_job(job: Job) -> Any:
    """Do what a worker asks for."""
    name, told = job
    return make_page(*told) if name == "page" else work_out_event(told)


def keep_page(key: PageKey, page: CachedPage | None, asked_at: float) -> None:
    """Answer with a page from here on, unless a reader made a later one or found the former one current."""
    known = PAGE_CACHE.peek(key)
    if known is not None and known.current_at > asked_at:
        return
    if page is None:
        PAGE_CACHE.drop(key)
    else:
        page.current_at = asked_at
        PAGE_CACHE.put(key, page)


class Left:
    """What a worker leaves to the process in the background, and does here where that is not there."""

    def __init__(self, asking: Callable[[Job], Any]) -> None:
        """``asking`` has a job done, or raises :class:`NotThere`."""
        self._asking = asking

    def make(self, key: PageKey, environ: Mapping[str, Any]) -> None:
        """Have this process make the newest page."""
        asked_at = time.monotonic()
        try:
            page = self._asking(("page", (key, environ)))
        except NotThere:
            make_page(key, environ)
        else:
            keep_page(key, page, asked_at)

    def work_out(self, event: int) -> None:
        """Have an event worked out, and stored for everybody."""
        try:
            self._asking(("work out", event))
        except NotThere:
            work_out_event(event)


def leave_to_background(address: str) -> None:
    """Let the process in the background make pages again and work events out from here on."""
    left = Left(Asking(address))
    RENEWAL.begin(closing_connections()(left.make))
    BURSTS.begin(left.work_out)


def limit_connections() -> None:
    """Let PostgreSQL end in this process what takes too long for a page."""
    for told in connections.settings.values():
        if told["ENGINE"] == "django.db.backends.postgresql":
            limit_statements(told["OPTIONS"])
