"""The published site: a folder of plain files, of all events that are published.

``feed.json`` names each file with its SHA-256. The scorecards of an event, which hardly ever change, have a feed of
their own, which it names. A page says of when it is; one whose content is still the same keeps its time, and its bytes,
so that few files change.
"""

import hashlib
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

from brackets.published.names import names_hidden
from brackets.published.pages import AS_OF, Published, page_of_template, pages_of, with_static
from brackets.standings.postings import latest_posting
from tournaments.models import Tournament

FEED = "feed.json"
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


def make_site(
    events: Sequence[Tournament], before: Mapping[str, Mapping[str, str]], indexed: frozenset[str] = frozenset()
) -> Site:
    """Return the site of these events; ``before`` is what :func:`read_feeds` found, so that pages keep their times.

    ``indexed`` are the slugs of events that search engines may find.
    """
    slugs = frozenset(event.slug for event in events)
    files, times, versions = dict[str, bytes](), dict[str, str](), dict[str, int]()
    zones = dict[str, ZoneInfo]()
    now = timezone.now()
    for event in events:
        for _ in range(TRIES):
            versions[event.slug] = event.posted_version
            posting = latest_posting(event)
            with names_hidden(event.pk):
                pages = pages_of(event, Published(posting, event.slug in indexed), slugs)
            event.refresh_from_db()
            if event.posted_version == versions[event.slug]:
                break
        files |= pages
        zones |= dict.fromkeys(pages, ZoneInfo(event.time_zone))
    files["index.html"] = page_of_template("brackets/published/index.html", "index.html", files, events=list(events))
    for path, content in files.items():
        if AS_OF.encode() in content:
            zone = zones.get(path, ZoneInfo(settings.MACHINE_TIME_ZONE or "UTC"))
            times[path], files[path] = _dated(content, before.get(path, {}), now, zone)
    files = with_static(files)
    return Site({**files, **_feeds(events, Site(files, times, versions))}, times, versions)


def _dated(content: bytes, before: Mapping[str, str], now: datetime, zone: ZoneInfo) -> tuple[str, bytes]:
    """Return of when a page is, and the page with that: the time of before where nothing else has changed."""
    if known := before.get("as_of"):
        same = _with_time(content, datetime.fromisoformat(known).astimezone(zone))
        if digest(same) == before.get("sha256"):
            return known, same
    return now.isoformat(), _with_time(content, now.astimezone(zone))


def _with_time(content: bytes, at: datetime) -> bytes:
    said = f"{at:%I:%M %p}".lstrip("0")
    return content.replace(AS_OF.encode(), said.encode())


def _feeds(events: Sequence[Tournament], site: Site) -> dict[str, bytes]:
    """Return the feeds: the first one has the digests of the others."""
    told = {
        path: {"sha256": value} | ({"as_of": site.times[path]} if path in site.times else {})
        for path, value in sorted(site.digests.items())
    }
    feeds = {}
    for event in events:
        own = f"{event.slug}/standings/"
        if cards := {path: told.pop(path) for path in [*told] if path.startswith(own) and path != f"{own}index.html"}:
            feeds[f"{own}{FEED}"] = _json({"document": "published site", "version": 1, "files": cards})
    told |= {path: {"sha256": digest(content)} for path, content in feeds.items()}
    listed = [
        {"slug": one.slug, "name": one.name, "posting": one.latest_posting or None, "page": f"{one.slug}/index.html"}
        for one in events
    ]
    return feeds | {FEED: _json({"document": "published site", "version": 1, "events": listed, "files": told})}


def _json(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False, indent=0).encode()


def read_feeds(read: Callable[[str], bytes | None]) -> dict[str, dict[str, str]]:
    """Return what a site says of each of its files, by path; ``read`` returns a file of it, ``None`` if there is none.

    A feed that is damaged, or of somebody else, says nothing.
    """
    told = _files_of(read(FEED))
    for path in [path for path in told if path.endswith(f"/{FEED}")]:
        told |= _files_of(read(path))
    return told


def _files_of(feed: bytes | None) -> dict[str, dict[str, str]]:
    try:
        return {path: {**told} for path, told in json.loads(feed or b"{}").get("files", {}).items()}
    except (ValueError, AttributeError, TypeError):
        return {}


def as_zip(files: Mapping[str, bytes]) -> bytes:
    """Return the files in one ZIP."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(path, FIRST_DAY), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
