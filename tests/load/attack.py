"""What a normal page costs its reader while strangers try to hold the server up, as a multiple of its usual time."""

import multiprocessing
import selectors
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from threading import Event, Thread

from tests.load.client import Connection, read_answer, request_bytes
from tests.load.following import SLUG
from tests.load.saving import environment_on, server_on
from tests.load.streams import room_for_files
from tests.load.timing import verdict

SECONDS = 8.0
PAUSE = 0.02
GOAL = 3.0
STRANGER = "127.0.0.2"
IDLE = 2_000
SENDERS = 64
PAGE = f"/t/{SLUG}/standings/"


def measure_attack() -> Iterator[str]:
    """Read a ready page and one that is rendered each time, alone and during each attack, on SQLite."""
    room_for_files()
    with tempfile.TemporaryDirectory() as folder:
        environment = environment_on(f"sqlite:///{folder}/attack.sqlite3", Path(folder))
        with server_on(environment) as port:
            _read(port)
            usual = _read(port)
            for name, attack in ATTACKS.items():
                with ExitStack() as held:
                    ending = Event()
                    held.callback(ending.set)
                    Thread(target=_until, args=(ending, attack(port, held)), daemon=True).start()
                    times = _read(port)
                pairs = zip(times, usual, strict=True)
                ready, made = (verdict(median(during) / median(alone), GOAL) for during, alone in pairs)
                yield (
                    f"during {name}, times its usual time: a ready page {ready}, one to be made {made};"
                    f" slowest {max(map(max, times)) * 1000:.0f} ms"
                )
    yield "  usually " + " and ".join(f"{median(alone) * 1000:.1f} ms" for alone in usual)


def _read(port: int) -> tuple[list[float], list[float]]:
    """Ask for both pages in turn over a connection each time, as a new visitor does; return how long each took."""
    times: tuple[list[float], list[float]] = ([], [])
    until, number = time.monotonic() + SECONDS, 0
    while time.monotonic() < until:
        number += 1
        path = PAGE if number % 2 else f"{PAGE}?afresh={number}"
        start = time.perf_counter()
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        times[1 - number % 2].append(time.perf_counter() - start)
        if answer.status != 200:
            raise RuntimeError(f"a page was answered {answer.status}")
        time.sleep(PAUSE)
    return times


@contextmanager
def _flood(port: int, path: str) -> Iterator[None]:
    """Let a process ask for pages without a pause, from another address than the readers', and take each answer."""
    work = multiprocessing.Process(target=_ask_without_pause, args=(port, path), daemon=True)
    work.start()
    try:
        yield
    finally:
        work.kill()
        work.join()


def _ask_without_pause(port: int, path: str) -> None:
    poll, number = selectors.DefaultSelector(), 0
    for _ in range(SENDERS):
        sock = socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(STRANGER, 0))
        poll.register(sock, selectors.EVENT_READ, Connection(sock))
    for key in poll.get_map().values():
        number += 1
        key.data.sock.sendall(request_bytes(path.format(number)))
    while True:
        for key, _ in poll.select(1.0):
            with suppress(ConnectionError):
                if read_answer(key.data) is not None:
                    number += 1
                    key.data.sock.sendall(request_bytes(path.format(number)))


def _asked_without_pause(path: str) -> Callable[[int, ExitStack], Callable[[], None]]:
    """Keep as many requests waiting as there are senders: each is followed by the next one."""

    def begin(port: int, held: ExitStack) -> Callable[[], None]:
        held.enter_context(_flood(port, path))
        time.sleep(1.0)
        return lambda: None

    return begin


def _until(ending: Event, once: Callable[[], None]) -> None:
    while not ending.is_set():
        with suppress(OSError):
            once()
        ending.wait(PAUSE)


def _sent(port: int, text: bytes) -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", port), timeout=10)
    sock.sendall(text)
    return sock


def _head(method: str, path: str, *fields: str) -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *fields, "", ""]).encode()


def _held(text: bytes, number: int) -> Callable[[int, ExitStack], Callable[[], None]]:
    """Open connections that send this and then nothing, and keep them."""

    def begin(port: int, held: ExitStack) -> Callable[[], None]:
        for _ in range(number):
            held.enter_context(_sent(port, text))
        return lambda: None

    return begin


def _again(text: bytes) -> Callable[[int, ExitStack], Callable[[], None]]:
    """Send this again and again, each time over a connection of its own."""

    def begin(port: int, held: ExitStack) -> Callable[[], None]:
        def once() -> None:
            with _sent(port, text) as sock:
                sock.recv(4_096)

        return once

    return begin


FORM = "Content-Type: application/x-www-form-urlencoded"
WRONG = b"username=bench&password=wrong-password"
ATTACKS = {
    f"{IDLE} connections that say nothing": _held(b"", IDLE),
    f"{IDLE} heads that never end": _held(b"GET / HTTP/1.1\r\nHost: 127", IDLE),
    f"{SENDERS} bodies that never end": _held(
        _head("POST", "/sign-in/", FORM, "Content-Length: 50000") + b"a", SENDERS
    ),
    "uploads of 512 MB": _again(_head("POST", "/sign-in/", "Content-Length: 536870912") + b"x" * 60_000),
    "wrong passwords": _again(_head("POST", "/sign-in/", FORM, f"Content-Length: {len(WRONG)}") + WRONG),
    "floods of headers": _again(_head("GET", "/", *(f"X-{number}: a" for number in range(5_000)))),
    "readers who take nothing": _held(_head("GET", PAGE) * 50, SENDERS),
    f"{SENDERS} readers without a pause, of a page that is ready": _asked_without_pause(PAGE),
    f"{SENDERS} readers without a pause, of pages that are not": _asked_without_pause(PAGE + "?made={}"),
}
