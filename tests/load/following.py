"""What a thousand open pages cost that poll, and how soon the last of them shows what is new."""

import heapq
import os
import re
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from tests.load.client import request_bytes
from tests.load.pages import ROOT, children
from tests.load.saving import environment_on, on_each, process_on
from tests.load.timing import verdict

PAGES = 1000
# The rate at which pages ask, as it is shipped.
EVERY = int(re.search(r"EVERY = ([\d_]+);", (ROOT / "static/js/live/follow.js").read_text())[1]) / 1000  # type: ignore[index]
QUIET_SECONDS = 8.0
CHANGES = 3
MAX_SECONDS = 10.0
SLUG = "harbor-lights-open"

# Runs with the server's settings, in a process of its own: changes the demo for each line that it reads, and tells
# when that was stored, by the clock that all processes of a machine share.
CHANGE = f"""
import sys
import time
import django
django.setup()
from tournaments.models import Tournament
from tournaments.changes.transaction import tournament_change
tournament = Tournament.objects.get(slug="{SLUG}")
for number, _ in enumerate(sys.stdin):
    with tournament_change(tournament) as locked:
        locked.name = f"Harbor Lights Open {{number}}"
        locked.save(update_fields=["name"])
    print(time.monotonic(), flush=True)
"""


def measure_polling() -> Iterator[str]:
    """Measure on SQLite and, where it is installed, on PostgreSQL."""
    yield from on_each("following", _measure)


def _measure(name: str, url: str, folder: Path) -> Iterator[str]:
    environment = environment_on(url, folder)
    port = int(environment["PORT"])
    with process_on(environment) as server, changer(environment) as who:
        hall = Hall(port)
        hall.ask_until(time.monotonic() + 2 * EVERY)  # every page knows the version
        hall.asked = 0
        used, start = processor_seconds(server), time.monotonic()
        hall.ask_until(start + QUIET_SECONDS)
        seconds = time.monotonic() - start
        share = (processor_seconds(server) - used) / seconds
        rate = hall.asked / seconds
        told: list[float] = []
        shown: list[float] = []
        for _ in range(CHANGES):
            changed_at = who.change()
            hall.ask_until_all_have(changed_at)
            told.append(max(page.told_at for page in hall.pages) - changed_at)
            shown.append(max(page.shown_at for page in hall.pages) - changed_at)
        hall.close()
    yield (
        f"{PAGES} open pages on {name}, each asking every {EVERY:g} s ({rate:.0f} answers/s), as a share of one core:"
        f" {verdict(share, 0.5)}"
    )
    yield (
        f"  from a change to the last of them told {median(told):.2f} s, to the last of them having the new page, in"
        f" seconds: {verdict(max(shown), 2.0)} (worst of {CHANGES})"
    )


@dataclass(slots=True)
class OpenPage:
    """One phone: its connection, what it knows, and when it was told of the last change and had the new page."""

    sock: socket.socket
    received: bytearray = field(default_factory=bytearray)
    tag: str = ""
    is_fetching: bool = False
    told_at: float = 0.0
    shown_at: float = 0.0


class Hall:
    """A thousand pages that are open at once. They ask as ``follow.js`` does, spread over the time between."""

    def __init__(self, port: int) -> None:
        self.pages: list[OpenPage] = []
        self.asked = 0
        self._poll = selectors.DefaultSelector()
        self._due: list[tuple[float, int]] = []
        start = time.monotonic()
        for number in range(PAGES):
            sock = socket.create_connection(("127.0.0.1", port), timeout=30)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            page = OpenPage(sock)
            self.pages.append(page)
            self._poll.register(sock, selectors.EVENT_READ, number)
            heapq.heappush(self._due, (start + EVERY * number / PAGES, number))

    def ask_until(self, end: float) -> None:
        """Let all pages ask until a time."""
        while (now := time.monotonic()) < end:
            self._step(now)

    def ask_until_all_have(self, changed_at: float) -> None:
        """Let all pages ask until each has the page of after the change."""
        while any(page.shown_at < changed_at for page in self.pages):
            if (now := time.monotonic()) > changed_at + MAX_SECONDS:
                raise RuntimeError("not every page was told of a change")
            for _ in range(20):
                self._step(now)

    def close(self) -> None:
        """Close all pages."""
        for page in self.pages:
            page.sock.close()
        self._poll.close()

    def _step(self, now: float) -> None:
        while self._due and self._due[0][0] <= now:
            _, number = heapq.heappop(self._due)
            page = self.pages[number]
            headers = {"If-None-Match": f'"{page.tag}"'} if page.tag else {}
            page.sock.sendall(request_bytes(f"/t/{SLUG}/now/", headers))
        wait = max(0.0, min(0.05, self._due[0][0] - now)) if self._due else 0.05
        for key, _ in self._poll.select(timeout=wait):
            self._read(key.data)

    def _read(self, number: int) -> None:
        page = self.pages[number]
        data = page.sock.recv(262_144)
        if not data:
            raise ConnectionError("the server closed the connection")
        page.received += data
        answer = whole_answer(page.received)
        if answer is None:
            return
        status, body = answer
        page.received.clear()
        now = time.monotonic()
        if page.is_fetching:
            page.is_fetching, page.shown_at = False, now
        else:
            self.asked += 1
            if status not in (200, 304):
                raise RuntimeError(f"a page was answered {status}")
            if status == 200:
                page.tag, page.told_at, page.is_fetching = body.decode(), now, True
                page.sock.sendall(request_bytes(f"/t/{SLUG}/standings/"))
                return
        heapq.heappush(self._due, (now + EVERY, number))


def whole_answer(received: bytearray) -> tuple[int, bytes] | None:
    """Return status and body once an answer is whole."""
    head, end, body = bytes(received).partition(b"\r\n\r\n")
    if not end:
        return None
    found = re.search(rb"content-length: *(\d+)", head.lower())
    return (int(head[9:12]), body) if len(body) >= (int(found[1]) if found else 0) else None


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process and all that it has started have used."""
    ticks = 0
    for process in (pid, *children(pid)):
        with suppress(FileNotFoundError):
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Changer:
    """A process that changes the event when it is told to."""

    process: subprocess.Popen[str]

    def change(self) -> float:
        """Change the event; return when that was stored."""
        if self.process.stdin is None or self.process.stdout is None:
            raise RuntimeError("the process that changes the event has no pipes")
        self.process.stdin.write("change\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


@contextmanager
def changer(environment: dict[str, str]) -> Iterator[Changer]:
    process = subprocess.Popen(
        [sys.executable, "-c", CHANGE],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Changer(process)
    finally:
        process.terminate()
        process.wait(timeout=30)
