"""What stands between the server and the site: nobody takes a thread who is not ready to use it.

It takes each request on the event loop, reads its body (:mod:`config.bodies`), and gives it to the site in a thread.
Those who read and those who write have threads of their own, and the writers of one event few of them: an event whose
lock hangs holds up its own writers and nobody else. Readers are served in turn by address: a stranger who asks for a
thousand pages at once waits for them alone. Pages that follow an event are held here without any thread
(:mod:`config.followers`).
"""

from __future__ import annotations

import asyncio
import io
import re
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from config.bodies import MAX_BYTES, MAX_BYTES_OF_PICTURES, Bodies, BodyRefused, Receive
from config.followers import FOLLOWED, Followers
from config.turns import QueueIsFull, Shares, Turn

QUICK = 4
"""Threads for what is ready, which wait for no page that has to be worked out."""
QUICK_OF_AN_ADDRESS = 2
READERS = 8
OF_STRANGERS, OF_STAFF = 1, 4
"""How many of them are rendered at a time for one address: for those without and with a session's cookie.

More at once would take as long in all, and take it from everybody else.
"""
WRITERS = 8
WRITERS_OF_AN_EVENT = 2
SECONDS_IN_QUEUE = 8.0
EVENT = re.compile(r"/t/([-\w]+)/")
PICTURES = re.compile(r"/t/([-\w]+)/cards/photographs/send/")
"""Where those who may enter cards of an event send photographs of them."""
IN_MEMORY = 1024**2
"""Bytes of photographs that are not put on the disk while they come."""
FORM = "application/x-www-form-urlencoded"
PLAIN = (b"content-type", b"text/plain; charset=utf-8")

Environment = dict[str, Any]
Application = Callable[[Environment, Callable[..., Any]], Iterable[bytes]]
Scope = Mapping[str, Any]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the site answers, whole: a slow reader holds no thread."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Front:
    """The site as an ASGI server calls it."""

    def __init__(
        self,
        site: Application,
        *,
        busy: Callable[[], Answer],
        knows: Callable[[str], bool],
        may_photograph: Callable[[str, str], bool] = lambda cookie, event: False,
        is_quick: Callable[[Environment], bool] = lambda environ: False,
        followers: Followers,
        address_of: Callable[[Environment], str] = lambda environ: str(environ["REMOTE_ADDR"]),
        saw: Callable[[str], None] = lambda address: None,
        bodies: Bodies | None = None,
        seconds_in_queue: float = SECONDS_IN_QUEUE,
        session_cookie: str = "sessionid",
    ) -> None:
        """``busy`` makes the page for those who waited in vain, ``knows`` reads whether a cookie is of a session.

        ``may_photograph`` tells by cookie and event who may send photographs of its cards. ``is_quick`` tells whether
        the answer to a reader is ready, without waiting for anything. ``address_of`` tells from where a request comes,
        which may be behind a proxy; ``saw`` is told of each.
        """
        self._site = site
        self._busy = busy
        self._knows = knows
        self._may_photograph = may_photograph
        self._followers = followers
        self._address_of = address_of
        self._saw = saw
        self._bodies = bodies or Bodies()
        self._seconds = seconds_in_queue
        self._is_quick = is_quick
        self._session_cookie = f"{session_cookie}="
        self._at_once = Shares(QUICK, seconds_in_queue)
        self._reading = Shares(READERS, seconds_in_queue)
        self._writing = Turn(WRITERS, seconds_in_queue)
        self._writing_in: dict[str, Turn] = {}
        self._quick = ThreadPoolExecutor(QUICK, thread_name_prefix="quick")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._writers = ThreadPoolExecutor(WRITERS, thread_name_prefix="writer")

    def begin(self, get_ready: Callable[[], None]) -> None:
        """Start a thread of each kind and let it get ready: who asks first then waits for that no more."""
        for threads in (self._quick, self._readers, self._writers):
            threads.submit(get_ready)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        environ = environ_of(scope)
        address = self._address_of(environ)
        self._saw(address)
        followed = FOLLOWED.fullmatch(environ["PATH_INFO"])
        if followed and "text/event-stream" in environ.get("HTTP_ACCEPT", ""):
            await self._followers.follow(followed[1], environ, receive, send)
            return
        try:
            if is_read(environ):
                answer = await self._read(environ, address)
            else:
                answer = await self._write(environ, receive, address)
        except BodyRefused as refused:
            close = (b"connection", b"close")  # what is still to come of the body is not wanted
            answer = Answer(refused.status, [PLAIN, close], f"{refused.words}\n".encode())
        except QueueIsFull:
            answer = self._busy()
        headers = answer.headers
        if answer.body and not any(name == b"content-length" for name, _ in headers):
            headers = [*headers, (b"content-length", b"%d" % len(answer.body))]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body})

    async def _read(self, environ: Environment, address: str) -> Answer:
        environ.pop("CONTENT_LENGTH", None)
        is_quick = self._is_quick(environ)
        async with self._at_once.of(address, QUICK_OF_AN_ADDRESS) if is_quick else self._share_of(environ, address):
            threads = self._quick if is_quick else self._readers
            return await asyncio.get_running_loop().run_in_executor(threads, ask, self._site, environ)

    def _share_of(self, environ: Environment, address: str) -> AbstractAsyncContextManager[None]:
        """Return what to hold while a page is rendered. Staff wait for no stranger who comes from the same address."""
        if self._session_cookie in environ.get("HTTP_COOKIE", ""):
            return self._reading.of(f"{address} staff", OF_STAFF)
        return self._reading.of(address, OF_STRANGERS)

    async def _body(self, environ: Environment, receive: Receive, address: str, into: IO[bytes] | None = None) -> bytes:
        """Read what is sent, within its limits; photographs ``into`` a file."""
        pictures = PICTURES.fullmatch(environ["PATH_INFO"]) if into is not None else None

        async def may_send_files() -> bool:
            async with self._share_of(environ, address):
                cookie = environ.get("HTTP_COOKIE", "")
                asked = partial(self._may_photograph, cookie, pictures[1]) if pictures else partial(self._knows, cookie)
                return await asyncio.get_running_loop().run_in_executor(self._readers, asked)

        is_chunked = "HTTP_TRANSFER_ENCODING" in environ
        if not is_chunked and environ.get("CONTENT_LENGTH", "0") == "0":
            return b""
        told = None if is_chunked else environ["CONTENT_LENGTH"]
        limit = MAX_BYTES_OF_PICTURES if pictures else MAX_BYTES
        return await self._bodies.read(
            receive, told=told, address=address, may_send_files=may_send_files, limit=limit, into=into
        )

    async def _write(self, environ: Environment, receive: Receive, address: str) -> Answer:
        if not PICTURES.fullmatch(environ["PATH_INFO"]):
            body = await self._body(environ, receive, address)
            return await self._write_form(environ, io.BytesIO(body), len(body))
        # Many at once, and large ones: on the disk from the second megabyte on, so that memory stays bounded.
        with SpooledTemporaryFile(IN_MEMORY) as file:
            await self._body(environ, receive, address, file)
            length = file.tell()
            file.seek(0)
            return await self._write_form(environ, file, length)

    async def _write_form(self, environ: Environment, body: IO[bytes], length: int) -> Answer:
        if environ.get("CONTENT_TYPE", "").startswith(FORM):
            environ["CONTENT_TYPE"] = FORM  # always UTF-8; Django fails where another encoding is named
        environ["CONTENT_LENGTH"] = str(length)
        environ["wsgi.input"] = body
        with self._turn_in(environ["PATH_INFO"]) as turn:
            async with turn, self._writing:
                return await asyncio.get_running_loop().run_in_executor(self._writers, ask, self._site, environ)

    @contextmanager
    def _turn_in(self, path: str) -> Iterator[Turn]:
        """Give the queue of the event that is written to, which exists as long as somebody stands in it."""
        event = EVENT.match(path)
        key = event[1] if event else ""
        turn = self._writing_in.setdefault(key, Turn(WRITERS_OF_AN_EVENT if event else WRITERS, self._seconds))
        try:
            yield turn
        finally:
            if not turn.users:
                self._writing_in.pop(key, None)


def is_read(environ: Environment) -> bool:
    """Tell whether a request changes nothing."""
    return environ["REQUEST_METHOD"] in {"GET", "HEAD", "OPTIONS"}


def environ_of(scope: Scope) -> Environment:
    """Return the request as WSGI has it.

    Headers with an underscore are left out: they could pass for those with a hyphen that a proxy sets or removes.
    """
    raw = scope.get("raw_path") or scope["path"].encode()
    server = scope.get("server") or ("localhost", 80)
    client = scope.get("client") or ("", 0)
    environ: Environment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(raw.partition(b"?")[0]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        name = raw_name.decode("latin-1")
        if "_" in name:
            continue
        name = name.upper().replace("-", "_")
        if name not in {"CONTENT_LENGTH", "CONTENT_TYPE"}:
            name = f"HTTP_{name}"
        value = raw_value.decode("latin-1")
        joint = "; " if name == "HTTP_COOKIE" else ","
        environ[name] = f"{environ[name]}{joint}{value}" if name in environ else value
    return environ


def ask(site: Application, environ: Environment) -> Answer:
    """Ask the site, in the thread that calls this, and return the whole answer."""
    status = 500
    headers: list[tuple[bytes, bytes]] = []

    def start_response(line: str, fields: Iterable[tuple[str, str]], *_: object) -> None:
        nonlocal status, headers
        status = int(line[:3])
        headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in fields]

    parts = site(environ, start_response)
    try:
        body = b"".join(parts)
    finally:
        # Lets the site give back what it took for this request, in this thread: its database connection.
        getattr(parts, "close", lambda: None)()
    return Answer(status, headers, body)
