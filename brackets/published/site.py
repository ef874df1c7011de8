"""The published site: a folder of plain files, of all events that are published; and an event as one page to mail.

``files.json`` names each file with its SHA-256. ``feed.json`` names it, and whatever changed since: ``null`` is a file
that is gone. So one more result sends a small feed. A page says of when it is; one whose content is still the same
keeps its time, and its bytes, so that few files change.
"""

import hashlib
import json
import zipfile
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone

from brackets.public.selectors.printed_bracket import sheets_of
from brackets.published.names import names_hidden
from brackets.published.pages import AS_OF, Published, as_files, page_of_template, pages_of, static_file, with_static
from brackets.results.exports import PublicResults
from brackets.standings.postings import latest_posting
from scorecards.rules.pools import by_pool
from tournaments.models import Tournament
from tournaments.page_cache.read_once import reading_once

FEED = "feed.json"
ALL = "files.json"
TRIES = 3
"""How often pages are made again because the event changed meanwhile."""
FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The time of each file in a ZIP: the same files make the same bytes."""


@dataclass(frozen=True, slots=True)
class Site:
    """The files of the site by path, and for each page of when it is. ``versions`` has that of each event, by slug."""

    files: Mapping[str, bytes]
    times: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, int] = field(default_factory=dict)

    @property
    def digests(self) -> dict[str, str]:
        return {path: digest(content) for path, content in self.files.items()}


def digest(content: bytes) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(content).hexdigest()


Read = Callable[[str], bytes | None]
"""Returns a file of a site, ``None`` if there is none."""


def nothing(path: str) -> None:
    """Read a site that is not there yet."""


def make_site(events: Sequence[Tournament], read: Read = nothing, indexed: frozenset[str] = frozenset()) -> Site:
    """Return the site of these events; ``read`` has the feeds of the one before, so that pages keep their times.

    ``indexed`` are the slugs of events that search engines may find.
    """
    before = read_feeds(read)
    answers, times, versions = dict[str, HttpResponse](), dict[str, str](), dict[str, int]()
    zones = dict[str, ZoneInfo]()
    now = timezone.now()
    for event in events:
        for _ in range(TRIES):
            versions[event.slug] = event.posted_version
            posting = latest_posting(event)
            with names_hidden(event.pk), reading_once():
                pages = pages_of(event, Published(posting, event.slug in indexed))
            event.refresh_from_db()
            if event.posted_version == versions[event.slug]:
                break
        answers |= pages
        zones |= dict.fromkeys(pages, ZoneInfo(event.time_zone))
    files = as_files(answers)
    files["index.html"] = page_of_template("brackets/published/index.html", "index.html", files, events=list(events))
    for path, content in files.items():
        if AS_OF.encode() in content:
            zone = zones.get(path, ZoneInfo(settings.MACHINE_TIME_ZONE))
            times[path], files[path] = _dated(content, before.get(path, {}), now, zone)
    files = with_static(files)
    return Site({**files, **_feeds(events, Site(files, times, versions), read(ALL))}, times, versions)


def _dated(content: bytes, before: Mapping[str, str], now: datetime, zone: ZoneInfo) -> tuple[str, bytes]:
    """Return of when a page is, and the page with that: the former time if nothing else has changed."""
    if known := before.get("as_of"):
        same = _with_time(content, datetime.fromisoformat(known).astimezone(zone))
        if digest(same) == before.get("sha256"):
            return known, same
    return now.isoformat(), _with_time(content, now.astimezone(zone))


def _with_time(content: bytes, at: datetime) -> bytes:
    said = f"{at:%I:%M %p}".lstrip("0")
    return content.replace(AS_OF.encode(), said.encode())


def _feeds(events: Sequence[Tournament], site: Site, before: bytes | None) -> dict[str, bytes]:
    """Return the feeds. The one of all files stays as it was ``before`` until the half of it is not right any more."""
    told = {
        path: {"sha256": value} | ({"as_of": site.times[path]} if path in site.times else {})
        for path, value in sorted(site.digests.items())
    }
    known = _files_of(before)
    changed = {path: told.get(path) for path in sorted(told.keys() | known) if told.get(path) != known.get(path)}
    if before is None or len(changed) > len(told) / 2:
        before, changed = _json({"document": "published site", "version": 1, "files": told}), {}
    listed = [
        {"slug": one.slug, "name": one.name, "posting": one.latest_posting or None, "page": f"{one.slug}/index.html"}
        for one in events
    ]
    files = changed | {ALL: {"sha256": digest(before)}}
    return {ALL: before, FEED: _json({"document": "published site", "version": 1, "events": listed, "files": files})}


def _json(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False, indent=0).encode()


def read_feeds(read: Read) -> dict[str, dict[str, str]]:
    """Return what a site says of each of its files, by path.

    A feed that is damaged, or of somebody else, says nothing.
    """
    changed = _files_of(read(FEED))
    told = (_files_of(read(ALL)) if ALL in changed else {}) | changed
    return {path: one for path, one in told.items() if one is not None}


def _files_of(feed: bytes | None) -> dict[str, dict[str, str] | None]:
    try:
        files = json.loads(feed or b"{}").get("files", {})
        return {path: None if told is None else {**told} for path, told in files.items()}
    except (ValueError, AttributeError, TypeError):
        return {}


def as_zip(files: Mapping[str, bytes]) -> bytes:
    """Return the files in one ZIP."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(path, FIRST_DAY), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


STYLES = "static/css/published_page.css"


def one_page(tournament: Tournament) -> bytes:
    """Return standings, bracket and results of an event, as far as they are public, with their styles in the page."""
    with names_hidden(tournament.pk):
        event = Tournament.objects.get(pk=tournament.pk)
        public = PublicResults(event)
        outcome, results = public.outcome, public.results
        context = {
            "tournament": event,
            "public": public,
            "posting": public.posting,
            "outcome": outcome,
            "bracket": public.bracket,
            "sheets": sheets_of(public.bracket),
            "pools": by_pool(outcome.rows) if outcome is not None and outcome.has_cards else [],
            "results": results,
            "now": timezone.now(),
            "styles": b64encode(static_file(STYLES) or b"").decode(),
        }
        return render_to_string("brackets/published/page.html", context).encode()
