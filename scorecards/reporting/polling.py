"""Answer from memory what open card pages ask every second: three hundred phones ask at once.

The codes of an event are read at most four times a second in each process of the server, all in one query.
"""

import time
from collections.abc import Mapping
from threading import Lock
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse

from scorecards.models import CardCode
from scorecards.reporting.access import HEADERS
from scorecards.reporting.selectors.phone import version_in_words
from tournaments.page_cache.cache import NO_ANSWER
from tournaments.page_cache.versions import SECONDS_KEPT
from tournaments.rules.scorings import SCORINGS
from tournaments.sign_in.links import digest_of
from tournaments.term import in_term

MAX_EVENTS = 50


class _Known(NamedTuple):
    versions: Mapping[str, str]
    read_at: float


class CardVersions:
    """The version of each card's page, by event and digest of its code, read again after :data:`SECONDS_KEPT`."""

    def __init__(self) -> None:
        self._seconds = SECONDS_KEPT
        self._known: dict[str, _Known] = {}
        self._lock = Lock()

    def version(self, slug: str, digest: str) -> str | None:
        """Return the version of a card's page; ``None`` where the code is none of this event's."""
        known = self._known.get(slug)
        if known is None or time.monotonic() - known.read_at >= self._seconds:
            known = self._read(slug)
        return known.versions.get(digest)

    def peek(self, slug: str, digest: str) -> str | None:
        """Return the version if the codes of the event were read just now."""
        known = self._known.get(slug)
        is_fresh = known is not None and time.monotonic() - known.read_at < self._seconds
        return known.versions.get(digest) if known is not None and is_fresh else None

    def _read(self, slug: str) -> _Known:
        # One thread asks the database, the others wait for its answer instead of asking too.
        with self._lock:
            now = time.monotonic()
            known = self._known.get(slug)
            if known is not None and now - known.read_at < self._seconds:
                return known
            codes = CardCode.objects.active().filter(
                entrant__tournament__slug=slug, entrant__tournament__deleted_at=None
            )
            rows = codes.order_by().values_list(
                "digest",
                "version",
                "entrant__scorecard__version",
                "entrant__tournament__reporting",
                "entrant__tournament__scoring",
            )
            found = _Known(
                {
                    digest: version_in_words(version, card or 0, reporting)
                    for digest, version, card, reporting, scoring in rows
                    if not SCORINGS[scoring].is_of_sheets
                },
                now,
            )
            if not found.versions:
                self._known.pop(slug, None)
                return found
            if len(self._known) >= MAX_EVENTS:
                self._known.clear()
            self._known[slug] = found
            return found

    def clear(self) -> None:
        with self._lock:
            self._known.clear()


CARD_VERSIONS = CardVersions()


def card_now(request: HttpRequest, slug: str, code: str) -> HttpResponse | None:
    """Answer what an open page asks; ``None`` if the page itself must say what is wrong."""
    if request.method != "GET":
        return None
    try:
        version = CARD_VERSIONS.version(slug, digest_of(code))
    except NO_ANSWER:
        return None
    if version is None:
        return None
    return HttpResponse(
        in_term(version), content_type="text/plain", headers=HEADERS | {"X-Content-Type-Options": "nosniff"}
    )
