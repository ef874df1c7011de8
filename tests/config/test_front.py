"""The front: who gets a thread, and who waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from queue import Queue
from threading import Event, current_thread
from typing import Any

import pytest
from django.test import override_settings

from config import front as fronts
from config import turns
from config.addresses import client_address
from config.bodies import MAX_BYTES_OF_PICTURES, Bodies, Receive
from config.followers import Followers
from config.front import Answer, Front, Scope, ask, environ_of

BUSY = Answer(503, [(b"retry-after", b"5")], b"busy")


def scope_of(method: str, path: str, **headers: str) -> Scope:
    fields = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()]
    raw, _, query = path.partition("?")
    return {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": raw,
        "raw_path": raw.encode(),
        "query_string": query.encode(),
        "headers": fields,
        "client": ("192.0.2.7", 4000),
        "server": ("127.0.0.1", "8000"),
    }


def front_of(site: Callable[..., Iterable[bytes]], seconds: float = 5.0, **more: Any) -> Front:
    followers = Followers(lambda _: {}, lambda _: True)
    return Front(site, busy=lambda: BUSY, knows=lambda _: False, followers=followers, seconds_in_queue=seconds, **more)


async def send_to(front: Front, scope: Scope, body: bytes = b"") -> tuple[int, dict[bytes, bytes], bytes]:
    """Return status, headers and body of the answer."""
    sent: list[Mapping[str, Any]] = []

    async def receive() -> Mapping[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    await front(scope, receive, send)
    return sent[0]["status"], dict(sent[0]["headers"]), sent[1]["body"]


def echo(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    start("200 OK", [("X-Length", environ.get("CONTENT_LENGTH", "none"))])
    return [environ["wsgi.input"].read(), b"!"]


def test_a_thread_of_each_kind_gets_ready_before_anybody_asks() -> None:
    ready: Queue[str] = Queue()

    front_of(echo).begin(lambda: ready.put(current_thread().name.partition("_")[0]))

    assert sorted(ready.get(timeout=10) for _ in range(3)) == ["quick", "reader", "writer"]


class Hanging:
    """A site whose event with the lock that hangs answers only when it is told to."""

    def __init__(self) -> None:
        self.lock = Event()

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "POST" and environ["PATH_INFO"].startswith("/t/hangs/"):
            self.lock.wait(30)
        start("200 OK", [])
        return [b"done"]


def test_body_and_its_length_reach_the_site() -> None:
    front = front_of(echo)

    posted = asyncio.run(send_to(front, scope_of("POST", "/", content_length="3"), b"abc"))
    chunked = asyncio.run(send_to(front_of(echo), scope_of("POST", "/", transfer_encoding="chunked"), b"abcd"))

    assert posted == (200, {b"x-length": b"3", b"content-length": b"4"}, b"abc!")
    assert chunked == (200, {b"x-length": b"4", b"content-length": b"5"}, b"abcd!")


def test_request_that_only_reads_has_no_body() -> None:
    answer = asyncio.run(send_to(front_of(echo), scope_of("GET", "/", content_length="99"), b"abc"))

    assert answer == (200, {b"x-length": b"none", b"content-length": b"1"}, b"!")


def test_refused_body_closes_the_connection() -> None:
    status, headers, body = asyncio.run(send_to(front_of(echo), scope_of("POST", "/", content_length="999999")))

    assert (status, headers[b"connection"], body.split(b".")[0]) == (413, b"close", b"This is too large")


def test_headers_are_read_as_a_proxy_meant_them() -> None:
    scope = dict(scope_of("GET", "/t/a%2Fb/caf%C3%A9/?q=%20", host="hall.example", x_forwarded_proto="https"))
    scope["headers"] = [*scope["headers"], (b"x_forwarded_proto", b"http"), (b"cookie", b"a=1"), (b"cookie", b"b=2")]

    environ = environ_of(scope)

    assert environ["HTTP_X_FORWARDED_PROTO"] == "https"
    assert environ["HTTP_COOKIE"] == "a=1; b=2"
    assert environ["PATH_INFO"] == "/t/a/b/caf\u00c3\u00a9/"
    assert (environ["QUERY_STRING"], environ["REMOTE_ADDR"]) == ("q=%20", "192.0.2.7")


def test_site_is_told_in_its_thread_when_its_answer_is_taken() -> None:
    told: list[str] = []

    class Parts(list[bytes]):
        def close(self) -> None:
            told.append("closed")

    def site(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        start("201 Created", [("A", "b")])
        return Parts([b"x", b"y"])

    assert ask(site, {}) == Answer(201, [(b"a", b"b")], b"xy")
    assert told == ["closed"]


def test_event_whose_lock_hangs_holds_up_nobody_but_its_own_writers() -> None:
    site = Hanging()

    async def trial() -> tuple[list[int], list[int]]:
        front = front_of(site, seconds=0.5)
        hanging = [asyncio.create_task(send_to(front, scope_of("POST", "/t/hangs/cards/1/"))) for _ in range(40)]
        await asyncio.sleep(0.05)
        others = [scope_of("GET", "/t/hangs/"), scope_of("POST", "/t/other/cards/1/"), scope_of("POST", "/sign-in/")]
        async with asyncio.timeout(5):
            meanwhile = [(await send_to(front, other))[0] for other in others * 10]
            refused = await asyncio.gather(*hanging[fronts.WRITERS_OF_AN_EVENT :])
        site.lock.set()
        first = await asyncio.gather(*hanging[: fronts.WRITERS_OF_AN_EVENT])
        return meanwhile, sorted(answer[0] for answer in (*refused, *first))

    meanwhile, writers = asyncio.run(trial())
    assert meanwhile == [200] * 30
    assert writers == [200, 200] + [503] * 38


def test_queue_that_is_too_long_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MAX_IN_QUEUE", 5)
    site = Hanging()

    async def trial() -> list[int]:
        front = front_of(site, seconds=30.0)
        writers = [asyncio.create_task(send_to(front, scope_of("POST", "/t/hangs/"))) for _ in range(8)]
        async with asyncio.timeout(5):
            refused = [(await writer)[0] for writer in writers[5:]]
        site.lock.set()
        return [*refused, *[(await writer)[0] for writer in writers[:5]]]

    assert asyncio.run(trial()) == [503] * 3 + [200] * 5


def test_queues_of_events_nobody_writes_to_are_forgotten() -> None:
    async def trial() -> int:
        front = front_of(echo)
        for number in range(50):
            await send_to(front, scope_of("POST", f"/t/event-{number}/"))
        return len(front._writing_in)

    assert asyncio.run(trial()) == 0


def test_error_of_the_site_reaches_the_server_and_takes_no_place() -> None:
    def broken(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        raise ZeroDivisionError

    async def trial() -> int:
        front = front_of(broken)
        for _ in range(3 * fronts.READERS):
            with pytest.raises(ZeroDivisionError):
                await send_to(front, scope_of("GET", "/"))
        return front._reading._taken.total()

    assert asyncio.run(trial()) == 0


@override_settings(PROXIES=1)
def test_bodies_are_counted_by_the_address_that_the_proxy_saw(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    async def read(self: Bodies, receive: Receive, *, address: str, **_: Any) -> bytes:
        seen.append(address)
        return b""

    monkeypatch.setattr(Bodies, "read", read)
    scope = scope_of("POST", "/", content_length="1", x_forwarded_for="6.6.6.6, 198.51.100.1")
    front = front_of(echo, address_of=lambda environ: client_address(environ, 1))
    asyncio.run(send_to(front, scope))

    assert seen == ["198.51.100.1"]


def test_photographs_are_sent_up_to_thirty_megabytes_by_staff_of_their_event_alone() -> None:
    """They come as a file, and the answer to others is that they are too large."""
    seen: list[tuple[str, str]] = []

    def may_photograph(cookie: str, event: str) -> bool:
        seen.append((cookie, event))
        return (cookie, event) == ("mine", "bay")

    def size(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        start("200 OK", [])
        return [type(environ["wsgi.input"]).__name__.encode(), b" %d" % len(environ["wsgi.input"].read())]

    def ask_for(path: str, cookie: str, body: bytes) -> tuple[int, bytes]:
        scope = scope_of("POST", path, content_length=str(len(body)), cookie=cookie)
        front = front_of(size, may_photograph=may_photograph)
        status, _, answer = asyncio.run(send_to(front, scope, body))
        return status, answer

    large, most = bytes(12 * 1024**2), bytes(MAX_BYTES_OF_PICTURES)
    pictures, elsewhere = "/t/bay/cards/photographs/send/", "/t/bay/cards/photographs/"

    assert ask_for(pictures, "mine", most)[1] == b"SpooledTemporaryFile %d" % len(most)
    assert [
        ask_for(path, cookie, body)[0]
        for path, cookie, body in (
            (pictures, "mine", most),
            (pictures, "mine", most + b"1"),
            (pictures, "other", large),
            ("/t/cove/cards/photographs/send/", "mine", large),
            (elsewhere, "mine", large),
            (f"{pictures}more/", "mine", large),
        )
    ] == [200, 413, 413, 413, 413, 413]
    assert set(seen) == {("mine", "bay"), ("other", "bay"), ("mine", "cove")}
