"""Answer what open public pages keep asking: is there anything new?

A thousand phones ask every second, so the answer is kept in memory and the database is asked at most four
times a second for each tournament, in each process of the server. Together with the time between two questions of
a page (``static/js/live/follow.js``) that makes the two seconds within which a page follows.
"""

import time
from collections.abc import Collection, Mapping
from threading import Lock
from typing import NamedTuple

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.page_cache.cache import (
    NO_ANSWER,
    SECONDS_AWAY,
    version_of,
    version_of_all_events,
    version_tag,
    with_term,
)

SECONDS_KEPT = 0.25


class _Known(NamedTuple):
    tag: str
    read_at: float


class Versions:
    """The posted version of each tournament that exists, read again where it is older than :data:`SECONDS_KEPT`."""

    def __init__(self) -> None:
        self._seconds = SECONDS_KEPT
        self._clock = time.monotonic
        self._known: dict[str | None, _Known] = {}
        self._lock = Lock()

    def knows(self, slug: str | None) -> bool:
        """Tell whether somebody has asked for it, and it was there."""
        return slug is None or slug in self._known

    def is_stale(self, slug: str | None) -> bool:
        """Tell whether the database is asked for the version next time."""
        known = self._known.get(slug)
        return known is None or self._clock() - known.read_at >= self._seconds

    def tag(self, slug: str | None) -> str | None:
        """Return the version of what is posted in a tournament, or in all (``None``), in one word.

        ``None`` where there is no such tournament.
        """
        known = self._read(slug) if self.is_stale(slug) else self._known.get(slug)
        return None if known is None else known.tag

    def _read(self, slug: str | None) -> _Known | None:
        # One thread asks the database, the others wait for its answer instead of asking too.
        with self._lock:
            now = self._clock()
            known = self._known.get(slug)
            if known is not None and now - known.read_at < self._seconds:
                return known
            try:
                version = version_of_all_events() if slug is None else version_of(slug)
            except NO_ANSWER:
                if known is None:
                    raise
                self._known[slug] = kept = _Known(known.tag, self._clock() + SECONDS_AWAY)
                return kept
            if not version:
                self._known.pop(slug, None)
                return None
            self._known[slug] = known = _Known(version_tag(version), now)
            return known

    def clear(self) -> None:
        with self._lock:
            self._known.clear()

    def __len__(self) -> int:
        return len(self._known)


VERSIONS = Versions()


def tags_of(slugs: Collection[str]) -> Mapping[str, str]:
    """Return the versions of those of these tournaments that are public."""
    known = Tournament.objects.public().filter(slug__in=slugs).values_list("slug", "pk", "posted_version")
    return {slug: version_tag(with_term(pk, version)) for slug, pk, version in known}


@login_not_required
@require_safe
def now(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with the version of what is posted, in a few bytes or none; the middleware asks this first of all."""
    tag = VERSIONS.tag(slug)
    if tag is None:
        return HttpResponse("There is no such tournament.\n", status=404, content_type="text/plain")
    etag = f'"{tag}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"}
    if etag in request.META.get("HTTP_IF_NONE_MATCH", ""):
        return HttpResponseNotModified(headers=headers)
    body = b"" if request.method == "HEAD" else tag.encode()
    return HttpResponse(body, content_type="text/plain", headers=headers | {"Content-Length": str(len(tag))})
