"""Answers that need no thread: cached pages, the versions that pages poll, and pages that follow an event.

They are given on the event loop, before Django is asked. Any unusual request is left to Django.
"""

import asyncio
import io
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host
from django.middleware.security import SecurityMiddleware

from config.addresses import client_address
from config.background.renewal import RENEWAL, WROTE
from config.busy import closing_connections
from config.followers import Followers
from config.guard import TERM
from config.middleware import CARD_NOW, NOW
from scorecards.reporting.access import HEADERS
from scorecards.reporting.polling import CARD_VERSIONS
from tournaments.backups.views import offers_at
from tournaments.hall_check.visits import VISITS
from tournaments.page_cache.cache import PAGE_CACHE
from tournaments.page_cache.versions import VERSIONS, tags_of
from tournaments.sign_in.links import digest_of
from tournaments.term import in_term, signed_term, standing

NOSNIFF = (b"x-content-type-options", b"nosniff")
OF_A_STREAM = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store"), (b"x-accel-buffering", b"no")]

Headers = Mapping[bytes, bytes]
Fields = list[tuple[bytes, bytes]]
Answer = tuple[int, Fields, bytes]
Read = Callable[..., Awaitable[Any]]

FOLLOWERS = Followers(closing_connections()(tags_of))
_READERS = ThreadPoolExecutor(2, thread_name_prefix="versions")
_READING: dict[str | None, asyncio.Future[str | None]] = {}


async def answer_at_once(scope: Any, receive: Any, send: Any, read: Read) -> bool:
    """Answer from memory what is there; tell whether that was done. ``read`` asks the database in the sender's turn."""
    headers = dict(scope["headers"])
    VISITS.note(address_of(scope))
    if not _is_ordinary(headers):
        return False
    asked = NOW.fullmatch(scope["path"])
    if scope["method"] == "GET" and (card := CARD_NOW.fullmatch(scope["path"])):
        answer = _card_version(card[1], digest_of(card[2]))
    elif asked is None:
        answer = await _ready_page(scope, headers)
    elif b"text/event-stream" in headers.get(b"accept", b""):
        return await _follow(asked[1], receive, send, read)
    else:
        answer = _version(await _tag_of(asked[1]), headers)
    if answer is None:
        return False
    status, fields, body = answer
    await send({"type": "http.response.start", "status": status, "headers": [*fields, *_of_term()]})
    await send({"type": "http.response.body", "body": body if scope["method"] == "GET" else b""})
    return True


def address_of(scope: Any) -> str:
    """Return from where a request comes, which may be behind a proxy."""
    passed_on = dict(scope["headers"]).get(b"x-forwarded-for", b"") if settings.PROXIES else b""
    return _address((scope.get("client") or ("",))[0], passed_on.decode("latin-1"), settings.PROXIES)


@lru_cache(1000)
def _address(nearest: str, passed_on: str, proxies: int) -> str:
    return client_address({"REMOTE_ADDR": nearest, "HTTP_X_FORWARDED_FOR": passed_on}, proxies)


def _is_ordinary(headers: Headers) -> bool:
    """Tell whether this laptop serves, by this name and scheme, and the browser has met no other term."""
    return (
        standing().serves
        and _is_ours(headers.get(b"host", b"").decode("latin-1"), tuple(settings.ALLOWED_HOSTS))
        and headers.get(TERM.lower().encode(), signed_term().encode()) == signed_term().encode()
        and (not settings.HTTPS or headers.get(b"x-forwarded-proto") == b"https")
    )


@lru_cache(1000)
def _is_ours(host: str, allowed: tuple[str, ...]) -> bool:
    return validate_host(split_domain_port(host)[0], allowed)


def _of_term() -> Fields:
    term = signed_term()
    return [(TERM.lower().encode(), term.encode())] if term else []


@cache
def _of_security(is_https: bool) -> Fields:
    """Return the headers that Django's middleware adds to everything; it stands before the cache of pages."""
    request = HttpRequest()
    request.META = {"HTTP_X_FORWARDED_PROTO": "https"} if is_https else {}
    answer = SecurityMiddleware(lambda _: HttpResponse()).process_response(request, HttpResponse())
    del answer["Content-Type"]
    return [(name.lower().encode(), value.encode()) for name, value in answer.items()]


async def _follow(slug: str, receive: Any, send: Any, read: Read) -> bool:
    tag = await _tag_of(slug) or await read(VERSIONS.tag, slug)
    if tag is None or not FOLLOWERS.has_room:
        return False  # it polls, or learns that there is no such event
    await send({"type": "http.response.start", "status": 200, "headers": [*OF_A_STREAM, NOSNIFF, *_of_term()]})
    telling = asyncio.ensure_future(FOLLOWERS.tell(slug, tag, send))
    leaving = asyncio.ensure_future(_leave(receive))
    try:
        await asyncio.wait((telling, leaving), return_when=asyncio.FIRST_COMPLETED)
    finally:
        telling.cancel()
        leaving.cancel()
    return True


async def _leave(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _version(tag: str | None, headers: Headers) -> Answer | None:
    if tag is None:
        return None
    etag = b'"%b"' % tag.encode()
    fields = [(b"etag", etag), (b"cache-control", b"no-cache"), NOSNIFF]
    if etag in headers.get(b"if-none-match", b""):
        return 304, fields, b""
    return 200, [*fields, (b"content-type", b"text/plain"), (b"content-length", b"%d" % len(tag))], tag.encode()


def _card_version(slug: str, digest: str) -> Answer | None:
    """Return the version of a card's page; where it was not read just now, Django reads it for all that ask next."""
    version = CARD_VERSIONS.peek(slug, digest)
    if version is None:
        return None
    text = in_term(version).encode()
    of_card = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
    fields = [*of_card, NOSNIFF, (b"content-type", b"text/plain"), (b"content-length", b"%d" % len(text))]
    return 200, fields, text


async def _ready_page(scope: Any, headers: Headers) -> Answer | None:
    """Return the page that everybody gets if it is current, or was a moment ago and is made again behind that."""
    key = (scope["path"], scope["query_string"].decode("latin-1"), "")
    page = None if b"hx-request" in headers else PAGE_CACHE.get(key)
    if page is None or WROTE.encode() in headers.get(b"cookie", b""):
        return None  # who has just changed something asks the database
    if key[0] == "/" and offers_at(ASGIRequest(scope, io.BytesIO())):
        return None
    tag = await _tag_of(page.page_version.slug, has_page=True)
    if tag is None or headers.get(b"posted-version", tag.encode()) != tag.encode():
        return None
    if tag == page.page_version.tag:
        page.current_at = time.monotonic()
    else:
        request = ASGIRequest(scope, io.BytesIO())
        is_same_event = tag.partition("-")[0] == page.page_version.tag.partition("-")[0]
        if not (is_same_event and RENEWAL.allows(page, request)):
            return None
        RENEWAL.renew(key, request.META)
    status, fields, body = page.raw_answer(headers.get(b"if-none-match", b""), headers.get(b"accept-encoding", b""))
    return status, [*fields, *_of_security(settings.HTTPS)], body


async def _tag_of(slug: str | None, *, has_page: bool = False) -> str | None:
    """Return the version of an event, read in a thread once a quarter of a second.

    ``None`` where nobody has asked Django for it or for a page of it: who asks for any names waits for a turn there.
    """
    if not VERSIONS.is_stale(slug):
        return VERSIONS.tag(slug)
    if not (has_page or VERSIONS.knows(slug)):
        return None
    if slug not in _READING:
        loop = asyncio.get_running_loop()
        reading = _READING[slug] = loop.run_in_executor(_READERS, closing_connections()(VERSIONS.tag), slug)
        reading.add_done_callback(lambda _: _READING.pop(slug, None))
    return await asyncio.shield(_READING[slug])
