"""A cache of public pages, each rendered once for each version of the event it shows.

When the last game ends a hundred phones ask for the same three pages. A cached page costs one small query for the
version and no rendering; a browser that already has the page gets a 304. The view names the version that its page shows
(:func:`public_page`); :class:`config.middleware.PageCacheMiddleware` stores the page and answers with it.
"""

import gzip
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from functools import wraps
from threading import Lock
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.htmx import EventRequest, htmx_of
from tournaments.models import Tournament
from tournaments.term import Term, current_term

MAX_BYTES = 64 * 1024**2
"""In each process. Pages are kept compressed, some 5 kB each, so these are all pages of many events."""
BYTES_BESIDE_THE_BODY = 2_000
COMPRESSION_LEVEL = 6
NO_ANSWER = (OperationalError, InterfaceError)
"""What Django raises where the database does not answer."""
SECONDS_AWAY = 1.0
SECONDS_TO_MAKE = 5.0

View = Callable[..., HttpResponse]
Version = tuple[int | date | Term, ...]


@dataclass(frozen=True, slots=True)
class PageVersion:
    """The version that a page shows, of one tournament or (``slug`` ``None``) of all; searches are not cacheable."""

    slug: str | None
    version: Version
    is_cacheable: bool = True

    @property
    def tag(self) -> str:
        """The version as open pages poll it."""
        return version_tag(self.version)

    def is_current(self) -> bool:
        """Tell whether nothing has changed since. One small query."""
        return self.version == (version_of_all_events() if self.slug is None else version_of(self.slug))

    def is_known(self) -> bool:
        """Tell whether the public may still know of the event that the page shows. One small query."""
        return self.slug is None or version_of(self.slug)[:1] == self.version[:1]


def with_term(*version: int | date) -> Version:
    """Return a version as it is in this term: after a restore the same number is of another page."""
    term = current_term()
    return (*version, term) if version and term.number else version


def version_tag(version: Version) -> str:
    """Return a version in one word."""
    return "-".join(str(part) for part in version)


def version_of(slug: str) -> Version:
    """Return id and public version of the tournament; nothing where the public may not know of one."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, posted_version FROM tournaments_tournament"
            " WHERE slug = %s AND deleted_at IS NULL AND NOT is_hidden",
            [slug],
        )
        row = cursor.fetchone()
    return with_term(*(row or ()))


def version_of_all_events() -> Version:
    """Return a version that changes with any tournament, and at midnight: past and coming depend on the day."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COUNT(*), COALESCE(MAX(id), 0), COALESCE(SUM(posted_version), 0) FROM tournaments_tournament"
        )
        count, last, versions = cursor.fetchone()
    today = timezone.localdate(timezone=ZoneInfo(settings.MACHINE_TIME_ZONE))
    return with_term(today, int(count), int(last), int(versions))


class Freshness:
    """Tells whether a cached page may be shown: it is current, or the database is away.

    Then nothing has changed that anybody heard of, and the posting stays up. The database is asked again after a
    moment, by one request at a time.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._away_until = 0.0

    def allows(self, page_version: PageVersion) -> bool:
        """Tell whether the page may be shown."""
        if self._clock() < self._away_until:
            return True
        was_away = self._away_until > 0
        if was_away:
            self._away_until = self._clock() + SECONDS_AWAY  # the others need not find out too
        for _ in range(1 if was_away else 2):  # a connection that turns out to be broken is opened again
            try:
                is_current = page_version.is_current()
            except NO_ANSWER:
                if not connection.in_atomic_block:
                    connection.close()
            else:
                self._away_until = 0.0
                return is_current
        self._away_until = self._clock() + SECONDS_AWAY
        return True

    def clear(self) -> None:
        self._away_until = 0.0


FRESHNESS = Freshness()


class VersionedResponse(HttpResponse):
    """A rendered page with the version that it shows."""

    page_version: PageVersion


def with_version(response: HttpResponse, page_version: PageVersion) -> VersionedResponse:
    """Return the page with the version that it shows, for the middleware to cache."""
    versioned = VersionedResponse(response.content, status=response.status_code, headers=response.headers)
    versioned.page_version = page_version
    return versioned


def public_page(*, choices: Mapping[str, tuple[str, ...]] | None = None, fragment: str = "") -> Callable[[View], View]:
    """Make a view of one tournament public, read-only and cached; the request has the event of its slug.

    ``choices`` names the query parameters that change the page, with the values for which it is cached,
    ``fragment`` the part that htmx may ask for alone. Anything else is rendered each time, so that no stranger
    can crowd out the pages that everybody asks for.
    """
    queries = {"", *(f"{name}={value}" for name, values in (choices or {}).items() for value in values)}

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapper(request: EventRequest, slug: str, **kwargs: Any) -> HttpResponse:
            # The version is read before anything else: a page may be older than its data, never newer.
            request.event = get_object_or_404(Tournament.objects.public(), slug=slug)
            is_cacheable = (
                fragment_asked_for(request) in ("", fragment)
                and request.META.get("QUERY_STRING", "") in queries
                # Not /01/ for /1/: each page is cached under one address only.
                and all(f"/{value}/" in request.path_info for value in kwargs.values())
            )
            page_version = PageVersion(slug, with_term(request.event.pk, request.event.posted_version), is_cacheable)
            return with_version(view(request, **kwargs), page_version)

        return login_not_required(require_safe(wrapper))

    return decorate


def is_fragment(request: HttpRequest, target: str) -> bool:
    """Tell whether htmx asks for the fragment with this id rather than for the page."""
    return fragment_asked_for(request) == target


def fragment_asked_for(request: HttpRequest) -> str:
    """Return the id of the element that htmx is going to swap, or nothing where a whole page is wanted."""
    htmx = htmx_of(request)
    return (htmx.target or "") if htmx else ""


@dataclass(slots=True)
class CachedPage:
    """A rendered page as it is sent: compressed, its headers, and the tag that names this very content.

    ``current_at`` is when it was known to be current last, by the clock that never goes back.
    """

    page_version: PageVersion
    compressed: bytes
    headers: Mapping[str, str]
    etag: str
    current_at: float = 0.0
    _raw: list[tuple[bytes, bytes]] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def size(self) -> int:
        """How many bytes it takes to keep, roughly."""
        return len(self.compressed) + BYTES_BESIDE_THE_BODY

    def raw_answer(self, known: bytes, encodings: bytes) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """Return the same as :meth:`answer` as ASGI has it: status, headers, body."""
        if self._raw is None:
            self._raw = [(name.lower().encode(), value.encode()) for name, value in self.headers.items()]
        if self.etag.encode() in known:
            return 304, [field for field in self._raw if field[0] != b"content-type"], b""
        if b"gzip" in encodings:
            length = (b"content-length", b"%d" % len(self.compressed))
            return 200, [*self._raw, (b"content-encoding", b"gzip"), length], self.compressed
        body = gzip.decompress(self.compressed)
        return 200, [*self._raw, (b"content-length", b"%d" % len(body))], body

    def answer(self, request: HttpRequest) -> HttpResponse:
        """Return 304 where the browser has the page, else the page, compressed where the browser reads that."""
        meta = request.META
        if self.etag in meta.get("HTTP_IF_NONE_MATCH", ""):
            return HttpResponseNotModified(headers=self.headers)
        is_compressed = "gzip" in meta.get("HTTP_ACCEPT_ENCODING", "")
        body = self.compressed if is_compressed else gzip.decompress(self.compressed)
        response = HttpResponse(body, headers=self.headers)
        response.headers["Content-Length"] = str(len(body))
        if is_compressed:
            response.headers["Content-Encoding"] = "gzip"
        return response


def make_cached_page(response: VersionedResponse) -> CachedPage:
    """Make a cached page of a rendered one: tagged by its content, and compressed once."""
    body = response.content
    content = hashlib.sha256(body + str(current_term()).encode())
    etag = f'W/"{content.hexdigest()[:32]}"'
    headers = {name: value for name, value in response.items() if name != "Content-Length"}
    headers |= {"ETag": etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding, HX-Request, HX-Target"}
    if response.page_version.slug is not None:
        # Not in the page itself, which keeps its tag where a new version looks the same. The version of all events
        # would tell of hidden ones.
        headers["Posted-Version"] = response.page_version.tag
    # mtime=0: the same page must give the same bytes in every worker.
    return CachedPage(response.page_version, gzip.compress(body, COMPRESSION_LEVEL, mtime=0), headers, etag)


PageKey = tuple[str, ...]


def page_key(request: HttpRequest) -> PageKey:
    """Return what tells one page from another: the address, and the fragment that htmx asks for."""
    return (request.path_info, request.META.get("QUERY_STRING", ""), fragment_asked_for(request))


class PageCache:
    """The cached pages of this process, up to so many bytes; then the least recently used go."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._pages: OrderedDict[PageKey, CachedPage] = OrderedDict()
        self._being_made: dict[PageKey, list[Lock]] = {}
        self._lock = Lock()

    def get(self, key: PageKey) -> CachedPage | None:
        """Return the page cached under ``key``, if there is one."""
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
            return page

    def peek(self, key: PageKey) -> CachedPage | None:
        """Return the page as :meth:`get` does, without counting that as a use of it."""
        return self._pages.get(key)

    def put(self, key: PageKey, page: CachedPage) -> None:
        with self._lock:
            self._forget(key)
            self._pages[key] = page
            self._bytes += page.size
            while self._bytes > self._max_bytes:
                self._forget(next(iter(self._pages)))

    @contextmanager
    def being_made(self, key: PageKey) -> Iterator[None]:
        """Let one after the other make the page under ``key``, but let nobody wait forever."""
        with self._lock:
            waiting = self._being_made.setdefault(key, [])
            turn = waiting[0] if waiting else Lock()
            waiting.append(turn)
        has_turn = turn.acquire(timeout=SECONDS_TO_MAKE)
        try:
            yield
        finally:
            if has_turn:
                turn.release()
            with self._lock:
                waiting.pop()
                if not waiting:
                    del self._being_made[key]

    def drop(self, key: PageKey) -> None:
        """Forget the page cached under ``key``."""
        with self._lock:
            self._forget(key)

    def clear(self) -> None:
        with self._lock:
            self._pages.clear()
            self._bytes = 0

    def _forget(self, key: PageKey) -> None:
        page = self._pages.pop(key, None)
        if page is not None:
            self._bytes -= page.size


PAGE_CACHE = PageCache()
