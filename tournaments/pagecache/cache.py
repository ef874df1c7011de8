"""Pages that everybody may see, rendered once for each version of what they show and kept ready.

When the last game ends a hundred phones ask for the same three pages. A ready page costs one small query
for the version and no rendering; what the browser already has is answered with 304. The view says what its
page rests on (:func:`posted_page`), and :class:`config.middleware.PostedPagesMiddleware` keeps and answers it.
"""

from __future__ import annotations

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import wraps
from threading import Lock
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.htmx import htmx_of
from tournaments.models import Tournament

PAGES_KEPT = 256
COMPRESSION_LEVEL = 6

type_view = Callable[..., HttpResponse]
type_version = tuple[int | date, ...]


@dataclass(frozen=True, slots=True)
class Posting:
    """What a page rests on: the version of one tournament, or of all of them where ``slug`` is ``None``.

    ``is_kept`` is false for pages that few will ask for again, such as a search for a name.
    """

    slug: str | None
    version: type_version
    is_kept: bool = True

    @property
    def tag(self) -> str:
        """The version as pages that follow are told of it."""
        return tag_of(self.version)

    def is_current(self) -> bool:
        """Whether nothing has changed since. One small query."""
        return self.version == (version_of_all() if self.slug is None else version_of(self.slug))


def tag_of(version: type_version) -> str:
    """Return a version in one word."""
    return "-".join(str(part) for part in version)


def version_of(slug: str) -> type_version:
    """Return which tournament has this address, and the version of what is posted of it.

    Nothing where there is none (any more), which equals no version.

    Both, because the address of a tournament that is gone may be used again.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, posted_version FROM tournaments_tournament WHERE slug = %s", [slug])
        row = cursor.fetchone()
    return tuple(row or ())


def version_of_all() -> type_version:
    """Return what changes when any tournament does, and every midnight: past and coming depend on the day."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COUNT(*), COALESCE(MAX(id), 0), COALESCE(SUM(posted_version), 0) FROM tournaments_tournament"
        )
        count, last, versions = cursor.fetchone()
    return (timezone.localdate(), int(count), int(last), int(versions))


class PostedResponse(HttpResponse):
    """A rendered page that may be kept ready."""

    posting: Posting


def post(response: HttpResponse, posting: Posting) -> PostedResponse:
    """Return the page with what it rests on, for the middleware to keep."""
    posted = PostedResponse(response.content, status=response.status_code, headers=response.headers)
    posted.posting = posting
    return posted


def posted_page(
    *, choices: Mapping[str, tuple[str, ...]] | None = None, fragment: str = ""
) -> Callable[[type_view], type_view]:
    """Make a view of one tournament a posted page: public and read-only, called with the tournament for its slug.

    ``choices`` names the query parameters that change the page, with the values for which it is worth keeping
    ready, ``fragment`` the part that htmx may ask for alone. Anything else is rendered afresh each time, so that
    no stranger can crowd out the pages that everybody asks for.
    """
    queries = {"", *(f"{name}={value}" for name, values in (choices or {}).items() for value in values)}

    def decorate(view: type_view) -> type_view:
        @wraps(view)
        def wrapper(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            # The version is read before anything else: a page may be older than its data, never newer.
            tournament = get_object_or_404(Tournament, slug=slug)
            is_kept = (
                fragment_asked_for(request) in ("", fragment)
                and request.META.get("QUERY_STRING", "") in queries
                # Not /01/ for /1/: each page is kept under one address only.
                and all(f"/{value}/" in request.path_info for value in kwargs.values())
            )
            posting = Posting(slug, (tournament.pk, tournament.posted_version), is_kept)
            return post(view(request, tournament, **kwargs), posting)

        return login_not_required(require_safe(wrapper))

    return decorate


def is_fragment(request: HttpRequest, target: str) -> bool:
    """Tell whether htmx asks for the fragment with this id rather than for the page."""
    return fragment_asked_for(request) == target


def fragment_asked_for(request: HttpRequest) -> str:
    """Return the id of the element that htmx is going to swap, or nothing where a whole page is wanted."""
    htmx = htmx_of(request)
    return (htmx.target or "") if htmx else ""


@dataclass(frozen=True, slots=True)
class ReadyPage:
    """A rendered page as it is sent: plain, compressed, its headers, and the tag that names this very content."""

    posting: Posting
    body: bytes
    compressed: bytes
    headers: Mapping[str, str]
    etag: str

    def answer(self, request: HttpRequest) -> HttpResponse:
        """Return 304 where the browser has the page, else the page, compressed where the browser reads that."""
        meta = request.META
        if self.etag in meta.get("HTTP_IF_NONE_MATCH", ""):
            return HttpResponseNotModified(headers=self.headers)
        is_compressed = "gzip" in meta.get("HTTP_ACCEPT_ENCODING", "")
        body = self.compressed if is_compressed else self.body
        response = HttpResponse(body, headers=self.headers)
        response.headers["Content-Length"] = str(len(body))
        if is_compressed:
            response.headers["Content-Encoding"] = "gzip"
        return response


def ready_page(response: PostedResponse) -> ReadyPage:
    """Make a rendered page ready: tagged by its content, and compressed once."""
    body = response.content
    etag = f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {name: value for name, value in response.items() if name != "Content-Length"}
    headers |= {"ETag": etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding, HX-Request, HX-Target"}
    # Not in the page itself, which keeps its tag where a new version looks the same.
    headers["Posted-Version"] = response.posting.tag
    # mtime=0: the same page must give the same bytes in every worker.
    return ReadyPage(response.posting, body, gzip.compress(body, COMPRESSION_LEVEL, mtime=0), headers, etag)


type_key = tuple[str, ...]


def key_of(request: HttpRequest) -> type_key:
    """Return what tells one page from another: the address, and the fragment that htmx asks for."""
    return (request.path_info, request.META.get("QUERY_STRING", ""), fragment_asked_for(request))


class Shelf:
    """The pages kept ready in this process; the one not asked for longest makes way."""

    def __init__(self, most: int = PAGES_KEPT) -> None:
        self._most = most
        self._pages: OrderedDict[type_key, ReadyPage] = OrderedDict()
        self._lock = Lock()

    def get(self, key: type_key) -> ReadyPage | None:
        """Return the page kept under ``key``, if there is one."""
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
            return page

    def put(self, key: type_key, page: ReadyPage) -> None:
        """Keep a page."""
        with self._lock:
            self._pages[key] = page
            self._pages.move_to_end(key)
            while len(self._pages) > self._most:
                self._pages.popitem(last=False)

    def clear(self) -> None:
        """Throw everything out."""
        with self._lock:
            self._pages.clear()


SHELF = Shelf()
