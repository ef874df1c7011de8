"""What ten thousand open pages cost that are told of changes over a connection each, and how soon the last one is."""

import http.client
import os
import random
import re
import selectors
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from threading import Thread
from urllib.parse import urlencode

from tests.load.client import Connection, read_answer, request_bytes
from tests.load.following import SLUG, changer, processor_seconds
from tests.load.pages import ROOT
from tests.load.saving import environment_on, on_each, process_on
from tests.load.timing import verdict

PAGES = int(os.environ.get("PAGES", "10000"))
FETCHERS = 64
QUIET_SECONDS = 20.0
CHANGES = 3
MAX_SECONDS = 60.0
SIGN_INS = 5
MOST_MS = 100
PASSWORD = "harbor gull lantern 42"
DATA = re.compile(rb"data: (\S+) (\d+)\n\n")

MAKE_DIRECTOR = f"""
import django
django.setup()
from django.contrib.auth.models import User
User.objects.create_user("bench director", password="{PASSWORD}")
"""
# Another process than the one that holds thousands of pages: it would measure that one's own load.
SIGN_IN = """
import sys
from tests.load.streams import sign_in
for _ in sys.stdin:
    print(sign_in(int(sys.argv[1])), flush=True)
"""


def measure_streams() -> Iterator[str]:
    """Measure on SQLite and, where it is installed, on PostgreSQL: 10,000 pages, or ``PAGES``."""
    yield from on_each("open pages that are told", _measure)


def _measure(name: str, url: str, folder: Path) -> Iterator[str]:
    pages = min(PAGES, room_for_files() - 500)
    environment = environment_on(url, folder)
    port = int(environment["PORT"])
    with process_on(environment) as server, changer(environment) as one_who_changes:
        subprocess.run([sys.executable, "-c", MAKE_DIRECTOR], env=environment, check=True)
        with _director(port) as director:
            alone = [director() for _ in range(SIGN_INS + 1)][1:]
            memory = _memory(server)
            hall = StreamHall(port, pages)
            hall.hear_until_all_have("")
            per_page = (_memory(server) - memory) / pages
            used, start = processor_seconds(server), time.monotonic()
            hall.hear_for(QUIET_SECONDS)
            share = (processor_seconds(server) - used) / (time.monotonic() - start)
            told: list[float] = []
            shown: list[float] = []
            meanwhile: list[float] = []
            for _ in range(CHANGES):
                signing_in = Thread(target=lambda: meanwhile.extend(director() for _ in range(SIGN_INS)))
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
        f"  a director signs in meanwhile, in ms: {verdict(median(meanwhile) * 1000, MOST_MS)} (median; slowest of"
        f" {len(meanwhile)} {max(meanwhile) * 1000:.0f}), alone in {median(alone) * 1000:.0f}"
    )


class StreamHall:
    """Pages that are open at once, each with a connection, as ``stream.js`` has it."""

    def __init__(self, port: int, pages: int) -> None:
        self._port = port
        self._poll = selectors.DefaultSelector()
        self._tags: dict[int, str] = {}
        self._due: list[float] = []
        self._before = ""
        self._waiting: set[int] = set()
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
        self._before = before
        self._waiting = {number for number in range(len(self._socks)) if self._tags.get(number, before) == before}
        while self._waiting:
            if time.monotonic() > until:
                raise RuntimeError("not every page was told of a change")
            self._hear(0.5)
        self.tag_of_all = next(iter(self._tags.values()))
        return time.monotonic()

    def fetch_all(self) -> float:
        """Fetch the page once for each page that was told, at the times that they were told; return the end."""
        due = deque(sorted(self._due))
        poll, free, busy = selectors.DefaultSelector(), list[Connection](), 0
        for _ in range(FETCHERS):
            sock = socket.create_connection(("127.0.0.1", self._port), timeout=60)
            free.append(Connection(sock))
            poll.register(sock, selectors.EVENT_READ, free[-1])
        request = request_bytes(f"/t/{SLUG}/standings/")
        while due or busy:
            now = time.monotonic()
            while due and free and due[0] <= now:
                due.popleft()
                free.pop().sock.sendall(request)
                busy += 1
            for key, _ in poll.select(max(0.0, due[0] - now) if due and free else 1.0):
                status = read_answer(key.data)
                if status is None:
                    continue
                if status != 200:
                    raise RuntimeError(f"a page was answered {status}")
                free.append(key.data)
                busy -= 1
        for key in list(poll.get_map().values()):
            key.data.sock.close()
        poll.close()
        return time.monotonic()

    def _hear(self, seconds: float) -> None:
        for key, _ in self._poll.select(timeout=seconds):
            data = key.fileobj.recv(65_536)  # type: ignore[union-attr]
            if not data:
                raise ConnectionError("the server closed a connection")
            if found := DATA.findall(data):
                tag, spread = found[-1]
                self._tags[key.data] = told = tag.decode()
                if told != self._before:
                    self._waiting.discard(key.data)
                self._due.append(time.monotonic() + random.random() * int(spread) / 1000)

    def close(self) -> None:
        for sock in self._socks:
            sock.close()
        self._poll.close()


@contextmanager
def _director(port: int) -> Iterator[Callable[[], float]]:
    """Let a director sign in, in a process of its own, each time that is called; it returns how long that took."""
    command = [sys.executable, "-c", SIGN_IN, str(port)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        told, heard = process.stdin, process.stdout
        if told is None or heard is None:
            raise RuntimeError("the director has no pipes")

        def once() -> float:
            told.write("\n")
            told.flush()
            return float(heard.readline())

        yield once


def sign_in(port: int) -> float:
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


def room_for_files() -> int:
    """Let this process open as many files as it may; return how many."""
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
