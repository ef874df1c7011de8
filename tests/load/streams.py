"""What ten thousand open pages cost that are told of changes over a connection each, and how soon the last one is."""

from __future__ import annotations

import http.client
import random
import re
import selectors
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any
from urllib.parse import urlencode

from tests.load.client import request_bytes
from tests.load.following import SLUG, changer, processor_seconds, serving
from tests.load.pages import free_port
from tests.load.saving import environment_on
from tests.load.timing import verdict
from tests.with_postgresql import find_programs, temporary_server

PAGES = 10_000
FETCHERS = 64
QUIET_SECONDS = 20.0
CHANGES = 3
MAX_SECONDS = 60.0
PASSWORD = "harbor gull lantern 42"
DATA = re.compile(rb"data: (\S+) (\d+)\n\n")

MAKE_DIRECTOR = f"""
import django
django.setup()
from django.contrib.auth.models import User
User.objects.create_user("bench director", password="{PASSWORD}")
"""


def measure_streams() -> Iterator[str]:
    """Measure on SQLite and, where it is installed, on PostgreSQL."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _measure("SQLite", f"sqlite:///{folder}/streams.sqlite3", Path(folder))
    programs = find_programs()
    if programs is None:
        yield "open pages that are told on PostgreSQL: not measured, its programs are not installed"
        return
    with temporary_server(programs) as url, tempfile.TemporaryDirectory() as folder:
        yield from _measure("PostgreSQL", url, Path(folder))


def _measure(name: str, url: str, folder: Path) -> Iterator[str]:
    pages = min(PAGES, _allowed_files() - 500)
    environment = environment_on(url, folder)
    port = free_port()
    environment["PORT"] = str(port)
    with serving(environment, port) as server, changer(environment) as one_who_changes:
        _run(MAKE_DIRECTOR, environment)
        alone = [_sign_in(port) for _ in range(5)]
        memory = _memory(server.pid)
        hall = StreamHall(port, pages)
        hall.hear_until_all_have("")
        per_page = (_memory(server.pid) - memory) / pages
        used, start = processor_seconds(server.pid), time.monotonic()
        hall.hear_for(QUIET_SECONDS)
        share = (processor_seconds(server.pid) - used) / (time.monotonic() - start)
        told: list[float] = []
        shown: list[float] = []
        meanwhile: list[float] = []
        for _ in range(CHANGES):
            signing_in = Thread(target=lambda: meanwhile.extend(_sign_in(port) for _ in range(5)))
            signing_in.start()
            changed_at = one_who_changes.change()
            told.append(hall.hear_until_all_have(hall.tag_of_all) - changed_at)
            shown.append(hall.fetch_all() - changed_at)
            signing_in.join()
        hall.close()
    yield (
        f"{pages} open pages on {name}, each with a connection ({per_page:.0f} kB of the server's memory for each),"
        f" as a share of one core: {verdict(share, 0.1)}"
    )
    yield (
        f"  from a change to the last of them told, in seconds: {verdict(max(told), 1.0)} (worst of {CHANGES}); to the"
        f" last having the new page {median(shown):.1f} s"
    )
    yield (
        f"  a director signs in meanwhile in {median(meanwhile) * 1000:.0f} ms (median; slowest"
        f" {max(meanwhile) * 1000:.0f} ms), alone in {median(alone) * 1000:.0f} ms"
    )


class StreamHall:
    """Pages that are open at once, each with a connection, as ``stream.js`` has it."""

    def __init__(self, port: int, pages: int) -> None:
        self._port = port
        self._poll = selectors.DefaultSelector()
        self._tags: dict[int, str] = {}
        self._due: list[float] = []
        self.tag_of_all = ""
        self._socks: list[socket.socket] = []
        request = request_bytes(f"/t/{SLUG}/now/", {"Accept": "text/event-stream"})
        for number in range(pages):
            sock = socket.create_connection(("127.0.0.1", port), timeout=30)
            sock.sendall(request)
            sock.setblocking(False)
            self._socks.append(sock)
            self._poll.register(sock, selectors.EVENT_READ, number)
            if number % 200 == 0:
                self._hear(0.0)

    def hear_for(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while (now := time.monotonic()) < until:
            self._hear(until - now)

    def hear_until_all_have(self, before: str) -> float:
        """Hear until every page has another version than this one; return when the last had it."""
        self._due = []
        until = time.monotonic() + MAX_SECONDS
        while len(self._tags) < len(self._socks) or before in self._tags.values():
            if time.monotonic() > until:
                raise RuntimeError("not every page was told of a change")
            self._hear(0.5)
        self.tag_of_all = next(iter(self._tags.values()))
        return time.monotonic()

    def fetch_all(self) -> float:
        """Fetch the page once for each page that was told, at the times that they were told; return the end."""
        due = sorted(self._due)
        threads = [Thread(target=self._fetch, args=[due[number::FETCHERS]]) for number in range(FETCHERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return time.monotonic()

    def _fetch(self, due: list[float]) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        for at in due:
            time.sleep(max(0.0, at - time.monotonic()))
            connection.request("GET", f"/t/{SLUG}/standings/", headers={"Accept-Encoding": "gzip"})
            answer = connection.getresponse()
            answer.read()
            if answer.status != 200:
                raise RuntimeError(f"a page was answered {answer.status}")
        connection.close()

    def _hear(self, seconds: float) -> None:
        for key, _ in self._poll.select(timeout=seconds):
            data = key.fileobj.recv(65_536)  # type: ignore[union-attr]
            if not data:
                raise ConnectionError("the server closed a connection")
            found = DATA.search(data)
            if found:
                self._tags[key.data] = found[1].decode()
                self._due.append(time.monotonic() + random.random() * int(found[2]) / 1000)

    def close(self) -> None:
        for sock in self._socks:
            sock.close()
        self._poll.close()


def _sign_in(port: int) -> float:
    """Sign in; return how long that took."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    token = "t" * 32
    headers = {"Cookie": f"csrftoken={token}", "Content-Type": "application/x-www-form-urlencoded"}
    fields = {"csrfmiddlewaretoken": token, "username": "bench director", "password": PASSWORD}
    start = time.monotonic()
    connection.request("POST", "/sign-in/", urlencode(fields), headers)
    answer = connection.getresponse()
    answer.read()
    if answer.status != 302:
        raise RuntimeError(f"signing in was answered {answer.status}")
    return time.monotonic() - start


def _allowed_files() -> int:
    if sys.platform == "win32":
        return 100_000
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return int(most)


def _memory(pid: int) -> float:
    """Return how many kB a server and its workers hold for themselves."""
    total = 0.0
    for process in [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]:
        found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{process}/smaps_rollup").read_text(), re.MULTILINE)
        total += float(found[1]) if found else 0.0
    return total


def _run(program: str, environment: dict[str, Any]) -> None:
    import subprocess

    subprocess.run([sys.executable, "-c", program], env=environment, check=True)
