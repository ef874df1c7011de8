"""What readers notice while forty people save in an event of 1,000 and the lock of another event hangs."""

import heapq
import multiprocessing
import random
import selectors
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median, quantiles
from threading import Thread
from typing import Any

from tests.load.client import Connection, read_answer, request_bytes
from tests.load.pages import ROOT
from tests.load.saving import PREPARE, Client, environment_on, on_each, run_program, server_on
from tests.load.timing import verdict

PLAYERS = 1_000
CHECKERS = 40
READERS = 4
SECONDS = 30.0
PAUSE = 0.02
BETWEEN_SAVES = 10.0
"""Nobody keys 22 games faster."""

OTHER_EVENT = """
other = import_event(event_file=make_event(players=60, name="Other Open"))
print(json.dumps([tournament.slug, other.slug, sessions]))
"""
HANG = """
import sys
import time
import django
django.setup()
from django.db import transaction
from tournaments.models import Tournament
with transaction.atomic():
    Tournament.objects.select_for_update().get(slug=sys.argv[1])
    print("held", flush=True)
    time.sleep(600)
"""


def prepared() -> str:
    """Return the program that makes an event of 1,000 with its checkers, and another beside it."""
    return PREPARE.rpartition("print(")[0] + OTHER_EVENT


def measure_readers() -> Iterator[str]:
    """Measure on SQLite and, where it is installed, on PostgreSQL."""
    yield from on_each("readers", measure_on)


def measure_on(name: str, url: str, folder: Path, seconds: float = SECONDS) -> Iterator[str]:
    """Measure readers alone, while people save, and while a lock hangs too."""
    environment = environment_on(url, folder)
    slug, other, sessions = run_program(prepared(), environment | {"PLAYERS": str(PLAYERS), "CHECKERS": str(CHECKERS)})
    addresses = [f"/t/{slug}/", f"/t/{slug}/standings/", f"/t/{other}/standings/", "/healthz"]
    with server_on(environment) as port:
        _read(port, addresses, seconds / 3)  # renders each page once in each worker
        alone = _read(port, addresses, seconds / 3)
        with _saving(port, slug, sessions) as saved:
            while_saving = _read(port, addresses, seconds)
        before = Counter(saved)
        with hanging(environment, other), _saving(port, slug, sessions, CHECKERS) as saved:
            while_hanging = _read(port, addresses, seconds)
    yield (
        f"public pages and /healthz on {name}, 99th percentile in ms: alone {_late(alone):.0f}, while {CHECKERS} people"
        f" save in an event of {PLAYERS}: {verdict(_late(while_saving), 50)}"
    )
    yield (
        f"  while the lock of another event hangs too: {verdict(_late(while_hanging), 50)}; medians {_mid(alone):.1f},"
        f" {_mid(while_saving):.1f}, {_mid(while_hanging):.1f}"
    )
    mid, late = (
        [_mid(times) / _mid(alone) for times in (while_saving, while_hanging)],
        _late(while_saving) / _late(alone),
    )
    yield f"  as multiples of alone: medians {mid[0]:.1f} and {mid[1]:.1f}, 99th percentile while saving {late:.1f}"
    yield f"  saves: {_said(before)}; while the lock hangs: {_said(Counter(saved))}"


def _late(times: list[float]) -> float:
    return quantiles(times, n=100)[98] * 1000


def _mid(times: list[float]) -> float:
    return median(times) * 1000


def _said(saved: Counter[int]) -> str:
    return ", ".join(f"{count} answered {status}" for status, count in sorted(saved.items())) or "no save answered"


def _read(port: int, addresses: list[str], seconds: float) -> list[float]:
    """Ask for these addresses again and again, as a few readers do; return how long each answer took.

    One thread on bare sockets: what the client costs is not to be counted as the server's.
    """
    times: list[float] = []
    requests = [request_bytes(address) for address in addresses]
    poll = selectors.DefaultSelector()
    connections = [Connection(socket.create_connection(("127.0.0.1", port), timeout=60)) for _ in range(READERS)]
    for number, connection in enumerate(connections):
        poll.register(connection.sock, selectors.EVENT_READ, number)
    until = time.monotonic() + seconds
    due = [(time.monotonic(), number) for number in range(READERS)]
    asked_at, turns, busy = [0.0] * READERS, [0] * READERS, 0
    while due or busy:
        while due and due[0][0] <= time.monotonic():
            _, number = heapq.heappop(due)
            asked_at[number] = time.monotonic()
            connections[number].sock.sendall(requests[turns[number] % len(requests)])
            busy += 1
        for key, _ in poll.select(max(0.0, due[0][0] - time.monotonic()) if due else 1.0):
            number = key.data
            status = read_answer(connections[number])
            if status is None:
                continue
            now = time.monotonic()
            times.append(now - asked_at[number])
            if status != 200:
                raise RuntimeError(f"{addresses[turns[number] % len(addresses)]} was answered {status}")
            turns[number] += 1
            busy -= 1
            if now < until:
                heapq.heappush(due, (now + PAUSE, number))
    for connection in connections:
        connection.sock.close()
    poll.close()
    return times


@contextmanager
def _saving(port: int, slug: str, sessions: list[str], done: int = 0) -> Iterator[list[int]]:
    """Let everybody save cards, in a process of its own; the list has the status of each answer at the end.

    The first ``done`` cards are left out: they were saved before.
    """
    statuses: list[int] = []
    results: Any = multiprocessing.SimpleQueue()
    ending = multiprocessing.Event()
    process = multiprocessing.Process(target=_save, args=(port, slug, sessions, done, results, ending))
    process.start()
    time.sleep(2)
    try:
        yield statuses
    finally:
        ending.set()
        statuses.extend(results.get())
        process.join()


def _save(port: int, slug: str, sessions: list[str], done: int, results: Any, ending: Any) -> None:
    statuses: list[int] = []

    def work(number: int) -> None:
        client = Client(port, sessions[number])
        card, version, spread = done + number + 1, 0, 0
        ending.wait(BETWEEN_SAVES * random.random())
        while not ending.is_set():
            spread += 1
            status, version = client.try_to_save(slug, card, version, 1 + spread % 90)
            statuses.append(status)
            ending.wait(BETWEEN_SAVES * (0.5 + random.random()))

    threads = [Thread(target=work, args=[number]) for number in range(len(sessions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    results.put(statuses)


@contextmanager
def hanging(environment: dict[str, str], slug: str) -> Iterator[None]:
    """Hold the lock of an event in another process."""
    command = [sys.executable, "-c", HANG, slug]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        if process.stdout is None or process.stdout.readline() != "held\n":
            raise RuntimeError("the lock was not taken")
        yield
    finally:
        process.kill()
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=30)
