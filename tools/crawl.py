"""Save what every page of the demo events says, to compare two versions of the site: ``make crawl``.

    make crawl DATABASE=/tmp/demo.sqlite3 INTO=/tmp/before
    make crawl DATABASE=/tmp/demo.sqlite3 INTO=/tmp/after  # in a checkout of the other version
    diff -r /tmp/before /tmp/after

A database that is not there is made first, by the demo of this version; each crawl migrates a copy of it and changes
nothing. From the home page it follows every link and fragment, as a stranger and as a director; of an event's
addresses of one kind, with the same names in the query, ``MOST``. What differs in each run is replaced by a word.
"""

import io
import os
import re
import shutil
import sys
import tempfile
from collections import Counter, deque
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urldefrag, urljoin, urlsplit

import django
from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import Resolver404, resolve

MOST = 3
DEMOS = [
    *(["--format", kind] for kind in ("pairs-55plus", "points-left", "match-points")),
    *(["--at", station, "--players", "24"] for station in ("door", "play", "cards", "check")),
    ["--players", "60"],
]
LINK = re.compile(r'\b(?:href|hx-get|src)="([^"]*)"')
REPLACED = [
    (re.compile(r"\b(?:\w{64}|\w{32})\b"), "TOKEN"),
    (re.compile(r"(?<=as_of=)\d+-\d+|(?<=seen=)[\w~]+|(?<=no-backups-)\d+|(?<=Version )[\d.]+"), "MARK"),
    (re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"), "UUID"),
    (re.compile(r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?)?"), "DATE"),
    (re.compile(r"\b\d{1,2}:\d\d(?::\d\d)?(?:[\s\xa0][ap]\.?m\.?)?"), "TIME"),
    (re.compile(r"\b\d+[\s\xa0](?:second|minute)s?\b"), "AGO"),
    (re.compile(r"[ \t\r\f\v]+"), " "),
    (re.compile(r"\s*\n\s*|(?<=>)(?=<)"), "\n"),
]


def main(database: Path, into: Path) -> None:
    """Crawl a copy of the database as everybody, and say how much was saved."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "copy.sqlite3")
        os.environ |= {"DATABASE_URL": f"sqlite:///{copy}", "DJANGO_SETTINGS_MODULE": "tests.settings"}
        if database.exists():
            shutil.copy(database, copy)
        django.setup()
        call_command("migrate", verbosity=0)
        if not database.exists():
            make_events()
            shutil.copy(copy, database)
        for who in ("stranger", "director"):
            client = Client(raise_request_exception=False)
            if who == "director":
                client.force_login(get_user_model().objects.get(username=who))
            statuses = crawl(client, into / who)
            print(f"{who}: {sum(statuses.values())} addresses, by status {dict(statuses)}")


def make_events() -> None:
    """Make an event in each station and format, and one director of all."""
    for options in DEMOS:
        call_command("make_demo", *options, stdout=io.StringIO())
    director = get_user_model().objects.create_user("director")
    for event in apps.get_model("tournaments", "Tournament").objects.all():
        event.staff.create(user=director, role="director", name="Dana", initials="D")
    connection.close()


def crawl(client: Client, folder: Path) -> Counter[int]:
    """Save every address that can be reached from the home page. Return how many answered with each status."""
    statuses: Counter[int] = Counter()
    seen, kinds = {"/"}, Counter()
    waiting = deque(["/"])
    while waiting:
        address = waiting.popleft()
        response = client.get(address, headers={"sec-fetch-mode": "navigate"})
        statuses[response.status_code] += 1
        kind = response.get("Content-Type", "").partition(";")[0]
        if kind == "text/event-stream":
            continue
        body = response.getvalue()
        is_text = kind.startswith("text/") or kind in ("application/json", "image/svg+xml")
        text = body.decode("utf-8-sig") if is_text else ""
        save(folder, address, f"{response.status_code} {kind} {response.get('Location', '')}", text)
        links = LINK.findall(text) if kind == "text/html" else []
        for link in [*map(unescape, links), response.get("Location", "")]:
            to = urldefrag(urljoin(address, link)).url
            url = urlsplit(to)
            if not link or to in seen or url.netloc or not to.startswith("/") or to.startswith(("/static/", "//")):
                continue
            seen.add(to)
            try:
                match = resolve(unquote(url.path))
            except Resolver404:
                continue
            of_event = match.kwargs.get("slug", "")
            sort = match.view_name, of_event, tuple(sorted(name for name, _ in parse_qsl(url.query)))
            kinds[sort] += 1
            if kinds[sort] <= MOST:
                waiting.append(to)
    return statuses


def save(folder: Path, address: str, head: str, text: str) -> None:
    """Save one answer under its address, without what differs each time."""
    text, address = without_what_differs(f"{head}\n{text}"), without_what_differs(address)
    file = folder / (re.sub(r"[^\w.=-]+", "_", address).strip("_")[:150] or "home")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text + "\n", encoding="utf-8")


def without_what_differs(text: str) -> str:
    """Return a text without what differs in each run."""
    for pattern, word in REPLACED:
        text = pattern.sub(word, text)
    return text


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("python -m tools.crawl DATABASE FOLDER")
    main(Path(sys.argv[1]).absolute(), Path(sys.argv[2]).absolute())
