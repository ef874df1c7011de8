"""The ASGI application. Answers from memory run on the event loop, pages in threads that keep their connections.

A request takes a thread only when it can use it. Readers and writers have separate threads. Readers wait in turn by
address: a stranger who asks for a thousand pages at once waits for them alone. Writers wait by event: one whose lock
hangs holds up its own writers and nobody else.
"""

import asyncio
import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler
from django.core.signals import request_started
from django.db import DatabaseError, connection
from django.http import HttpResponse, parse_cookie
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from config.at_once import Answer, address_of, answer_at_once
from config.bodies import DISK_FULL, MAX_BYTES, MAX_BYTES_OF_PICTURES, MAX_BYTES_OF_STRANGERS, Body, BodyRefused
from config.busy import busy_page, closing_connections
from tournaments.models import Role
from tournaments.page_cache.cache import NO_ANSWER
from tournaments.staff.access import works_at

READ = {"GET", "HEAD", "OPTIONS"}
READERS = 8
OF_STRANGERS, OF_STAFF = 1, 4
"""How many pages are made at a time for one address, for those without and with a session's cookie.

More at once would take as long in all, and take it from everybody else.
"""
OF_FILES = 2
WRITERS = 16
WRITERS_OF_AN_EVENT = 2
SECONDS_IN_QUEUE = 8.0
EVENT = re.compile(r"/t/([-\w]+)/")
PICTURES = re.compile(r"/t/([-\w]+)/cards/photographs/send/")
"""Where those who may enter cards of an event send photographs of them."""
FORM = "application/x-www-form-urlencoded"

Found = TypeVar("Found")


class Site(ASGIHandler):
    """Django's handler, whose pages are answered in threads that stay, and with them their database connections."""

    def __init__(self) -> None:
        super().__init__()
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._writers = ThreadPoolExecutor(WRITERS, thread_name_prefix="writer")

    def begin(self) -> None:
        """Start a thread of each kind and connect it: who asks first then waits for that no more."""
        for threads in (self._readers, self._writers):
            threads.submit(_get_ready)

    def load_middleware(self, *_: Any, **__: Any) -> None:
        """Leave all of it as it is: a request passes through in one thread."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        try:
            status, headers, content = await self._answer_to(scope, receive)
        except RequestAborted:
            return
        except BodyRefused as refused:
            close = {"Connection": "close"}  # what is still to come of the body is not wanted
            words = f"{refused.words}\n"
            page = HttpResponse(words, "text/plain; charset=utf-8", refused.status, headers=close)
            status, headers, content = _whole(page)
        except TimeoutError:
            status, headers, content = _whole(busy_page())
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    async def read(self, scope: Any, work: Callable[..., Found], *told: Any) -> Found:
        """Ask the database for something, once it is the turn of the sender.

        Raises:
            TimeoutError: it took too long until then.
        """
        return await self._in_turn(self._reads(scope), self._readers, closing_connections()(work), *told)

    async def _answer_to(self, scope: Any, receive: Any) -> Answer:
        async def limit_of_sender() -> int:
            return await self.read(scope, _limit_of, scope)

        sent = Body(scope, receive, limit_of_sender)
        try:
            body = await self.read_body(sent.receive)
        except TimeoutError:
            raise
        except OSError:
            raise BodyRefused(507, DISK_FULL) from None
        with body:
            if scope["method"] in READ:
                return await self._in_turn(self._reads(scope), self._readers, self._answer, scope, body)
            event = EVENT.match(scope["path"])
            places = (f"event {event[1]}", WRITERS_OF_AN_EVENT) if event else ("no event", WRITERS)
            return await self._in_turn(places, self._writers, self._answer, scope, body)

    def _reads(self, scope: Any) -> tuple[str, int]:
        """Return in which queue a reader waits, and how many of it go on at once. Staff wait for no stranger."""
        if scope["path"] == "/healthz":
            return "", READERS
        address = address_of(scope)
        if scope["path"].startswith(settings.STATIC_URL):
            return f"{address} files", OF_FILES
        is_staff = f"{settings.SESSION_COOKIE_NAME}=".encode() in dict(scope["headers"]).get(b"cookie", b"")
        return (f"{address} staff", OF_STAFF) if is_staff else (address, OF_STRANGERS)

    async def _in_turn(
        self, places: tuple[str, int], threads: ThreadPoolExecutor, work: Callable[..., Found], *told: Any
    ) -> Found:
        """Do something in a thread, once it is its turn.

        Raises:
            TimeoutError: it took too long until then.
        """
        turn = self._turns.setdefault(places[0], asyncio.Semaphore(places[1]))
        async with asyncio.timeout(SECONDS_IN_QUEUE):
            await turn.acquire()
        try:
            return await asyncio.get_running_loop().run_in_executor(threads, work, *told)
        finally:
            turn.release()

    def _answer(self, scope: Any, body: Any) -> Answer:
        """Answer a request, whole: a slow reader holds no thread."""
        set_script_prefix("/")
        request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        if request is not None and request.content_type == FORM:
            # Always UTF-8: Django fails where another encoding is named.
            request.META["CONTENT_TYPE"] = FORM
            request.encoding = None  # type: ignore[assignment]
        response: HttpResponseBase = refusal or self.get_response(request)  # type: ignore[arg-type]
        try:
            return _whole(response)
        finally:
            response.close()  # lets go of what was taken in this thread: its database connection


def _whole(response: HttpResponseBase) -> Answer:
    content = b"".join(response)
    if content:
        response.headers.setdefault("Content-Length", str(len(content)))
    fields = [*response.items(), *(("Set-Cookie", cookie.OutputString()) for cookie in response.cookies.values())]
    headers = [(name.lower().encode("latin-1"), str(value).encode("latin-1")) for name, value in fields]
    return response.status_code, headers, content


def _get_ready() -> None:
    """Connect this thread to the database, which reads what it knows of each table when that is asked for first."""
    with closing_connections(), suppress(DatabaseError), connection.cursor() as cursor:
        for table in connection.introspection.django_table_names():
            cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 0")  # noqa: S608 - our own tables


def _limit_of(scope: Any) -> int:
    """Return how many bytes somebody may send: strangers forms alone, and photographs who enters cards of the event."""
    cookies = dict(scope["headers"]).get(b"cookie", b"").decode("latin-1")
    session = _session_of(cookies)
    if not session:
        return MAX_BYTES_OF_STRANGERS
    pictures = PICTURES.fullmatch(scope["path"])
    return MAX_BYTES_OF_PICTURES if pictures and works_at(session, pictures[1], Role.CHECKER) else MAX_BYTES


def _session_of(cookies: str) -> Mapping[str, Any]:
    """Return what the session holds that the cookies name."""
    key = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME)
    return import_module(settings.SESSION_ENGINE).SessionStore(key).load() if key else {}


SITE = Site()


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer one request."""
    if scope["type"] != "http":
        return
    with suppress(*NO_ANSWER, TimeoutError):  # the pages say so if the database is away
        if scope["method"] in READ and await answer_at_once(scope, receive, send, partial(SITE.read, scope)):
            return
    await SITE(scope, receive, send)
