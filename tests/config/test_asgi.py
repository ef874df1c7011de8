"""The ASGI application: which requests get a thread, which wait, and which are answered without one."""

import asyncio
import errno
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from queue import Queue
from threading import Event, current_thread
from typing import Any

import pytest
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings

from brackets.event_files.store import import_event
from config import asgi, at_once
from config.asgi import Site, application
from config.at_once import address_of
from config.background.renewal import RENEWAL
from config.bodies import MAX_BYTES_OF_PICTURES
from scorecards.reporting.polling import CARD_VERSIONS
from scorecards.reporting.services.codes import addresses_of_cards
from tests.events import round_robin
from tests.scorecards.reporting.phones import switch_phones
from tournaments.models import Tournament
from tournaments.page_cache.cache import PAGE_CACHE
from tournaments.page_cache.versions import VERSIONS
from tournaments.term import begin_term

Answer = tuple[int, dict[bytes, bytes], bytes]
MANY = 40


def scope_of(method: str, path: str, client: str = "192.0.2.7", **headers: str) -> dict[str, Any]:
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
        "client": (client, 4000),
        "server": ("127.0.0.1", "8000"),
    }


async def send_to(site: Any, scope: Mapping[str, Any], body: bytes = b"") -> Answer:
    """Return status, headers and body of the answer."""
    sent: list[Mapping[str, Any]] = []

    async def receive() -> Mapping[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    await site(scope, receive, send)
    return sent[0]["status"], dict(sent[0]["headers"]), sent[1]["body"]


def site_of(page: Callable[[HttpRequest], HttpResponse]) -> Site:
    """Return a site that has one page for everything."""
    site = Site()
    site._middleware_chain = page  # type: ignore[attr-defined]
    return site


def echo(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.read() + b"!", headers={"X-Length": request.META.get("CONTENT_LENGTH", "none")})


class Hanging:
    """A page of an event whose lock hangs, which answers who writes only when it is told to."""

    def __init__(self) -> None:
        self.lock = Event()
        self.hanging = 0

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path in ("/t/hangs/cards/1/", "/slow/"):
            self.hanging += 1
            self.lock.wait(60)
        return HttpResponse(b"done")


def test_a_thread_of_each_kind_gets_ready_before_anybody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    ready: Queue[str] = Queue()
    monkeypatch.setattr(asgi, "_get_ready", lambda: ready.put(current_thread().name.partition("_")[0]))

    Site().begin()

    assert sorted(ready.get(timeout=10) for _ in range(2)) == ["reader", "writer"]


def test_body_reaches_the_site() -> None:
    posted = asyncio.run(send_to(site_of(echo), scope_of("POST", "/", content_length="3"), b"abc"))
    chunked = asyncio.run(send_to(site_of(echo), scope_of("POST", "/", transfer_encoding="chunked"), b"abcd"))

    assert (posted[0], posted[1][b"x-length"], posted[2]) == (200, b"3", b"abc!")
    assert (chunked[0], chunked[1][b"content-length"], chunked[2]) == (200, b"5", b"abcd!")


def test_form_is_read_as_utf8_whatever_encoding_it_names() -> None:
    def name(request: HttpRequest) -> HttpResponse:
        return HttpResponse(request.POST["name"])

    form = b"name=%C3%81da"
    kind = "application/x-www-form-urlencoded; charset=utf-16"
    asked = scope_of("POST", "/", content_length=str(len(form)), content_type=kind)

    assert asyncio.run(send_to(site_of(name), asked, form))[2].decode() == "Áda"


def test_refused_body_closes_the_connection() -> None:
    status, headers, body = asyncio.run(send_to(site_of(echo), scope_of("POST", "/", content_length="999999")))

    assert (status, headers[b"connection"], body.split(b".")[0]) == (413, b"close", b"This is too large")


def test_full_disk_refuses_a_body_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(self: Site, receive: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Site, "read_body", full)
    status, _, body = asyncio.run(send_to(site_of(echo), scope_of("POST", "/", content_length="1"), b"1"))

    assert (status, b"disk of this computer is full" in body) == (507, True)


def test_site_is_told_in_its_thread_when_its_answer_is_taken() -> None:
    told: list[str] = []

    class Page(HttpResponse):
        def close(self) -> None:
            told.append(current_thread().name.partition("_")[0])
            super().close()

    asyncio.run(send_to(site_of(lambda _: Page(b"x")), scope_of("GET", "/")))

    assert told == ["reader"]


def test_event_whose_lock_hangs_holds_up_nobody_but_its_own_writers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "SECONDS_IN_QUEUE", 0.5)
    page = Hanging()

    async def trial() -> tuple[list[int], list[int]]:
        site = site_of(page)
        hanging = [asyncio.create_task(send_to(site, scope_of("POST", "/t/hangs/cards/1/"))) for _ in range(MANY)]
        async with asyncio.timeout(20):
            while page.hanging < asgi.WRITERS_OF_AN_EVENT:
                await asyncio.sleep(0.005)
        others = [scope_of("GET", "/t/hangs/"), scope_of("POST", "/t/other/cards/1/"), scope_of("POST", "/sign-in/")]
        async with asyncio.timeout(20):
            meanwhile = [(await send_to(site, other))[0] for other in others * 10]
            refused = await asyncio.gather(*hanging[asgi.WRITERS_OF_AN_EVENT :])
        page.lock.set()
        first = await asyncio.gather(*hanging[: asgi.WRITERS_OF_AN_EVENT])
        return meanwhile, sorted(answer[0] for answer in (*refused, *first))

    meanwhile, writers = asyncio.run(trial())
    assert meanwhile == [200] * 30
    assert writers == [200, 200] + [503] * (MANY - 2)


def test_pages_of_strangers_leave_threads_to_staff_and_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "SECONDS_IN_QUEUE", 60.0)
    page = Hanging()
    taken: list[str] = []

    def counting(request: HttpRequest) -> HttpResponse:
        taken.append(request.path)
        return page(request)

    async def trial() -> None:
        site = site_of(counting)
        flood = [asyncio.create_task(send_to(site, scope_of("GET", "/slow/"))) for _ in range(MANY)]
        async with asyncio.timeout(20):
            while not taken:
                await asyncio.sleep(0.005)
            await send_to(site, scope_of("GET", "/", client="192.0.2.8"))
            await send_to(site, scope_of("GET", "/", cookie="sessionid=abc"))
            await send_to(site, scope_of("GET", "/healthz"))
            await send_to(site, scope_of("GET", "/static/css/base.css"))
        assert taken.count("/slow/") == asgi.OF_STRANGERS
        page.lock.set()
        await asyncio.gather(*flood)

    asyncio.run(trial())
    assert taken.count("/slow/") == MANY


def test_queues_in_which_nobody_stands_are_forgotten() -> None:
    async def trial() -> int:
        site = site_of(echo)
        for number in range(50):
            await send_to(site, scope_of("POST", f"/t/event-{number}/"))
            await send_to(site, scope_of("GET", "/", client=f"192.0.2.{number}"))
        return len(site._turns)

    assert asyncio.run(trial()) == 0


def test_who_leaves_while_sending_gets_no_answer() -> None:
    sent: list[object] = []

    async def receive() -> Mapping[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: object) -> None:
        sent.append(message)

    asyncio.run(site_of(echo)(scope_of("POST", "/", content_length="9"), receive, send))

    assert sent == []


@pytest.mark.parametrize(("proxies", "address"), [(0, "192.0.2.7"), (1, "198.51.100.1")])
def test_turns_are_by_the_address_that_the_proxy_saw(proxies: int, address: str) -> None:
    with override_settings(PROXIES=proxies):
        assert address_of(scope_of("GET", "/", x_forwarded_for="6.6.6.6, 198.51.100.1")) == address


def test_photographs_are_sent_up_to_thirty_megabytes_by_staff_of_their_event_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[tuple[str, str]] = []

    def works_at(session: Mapping[str, str], event: str, role: str) -> bool:
        seen.append((session["cookie"], event))
        return (session["cookie"], event) == ("mine", "bay")

    monkeypatch.setattr(asgi, "_session_of", lambda cookie: {"cookie": cookie} if cookie else {})
    monkeypatch.setattr(asgi, "works_at", works_at)

    def ask_for(path: str, cookie: str, body: bytes) -> int:
        scope = scope_of("POST", path, content_length=str(len(body)), cookie=cookie)
        return asyncio.run(send_to(site_of(lambda request: HttpResponse(str(len(request.read())))), scope, body))[0]

    large, most = bytes(12 * 1024**2), bytes(MAX_BYTES_OF_PICTURES)
    pictures, elsewhere = "/t/bay/cards/photographs/send/", "/t/bay/cards/photographs/"

    assert [
        ask_for(path, cookie, body)
        for path, cookie, body in (
            (pictures, "mine", most),
            (pictures, "mine", most + b"1"),
            (pictures, "other", large),
            ("/t/cove/cards/photographs/send/", "mine", large),
            (elsewhere, "mine", large),
            (f"{pictures}more/", "mine", large),
            (elsewhere, "", bytes(65 * 1024)),
            (elsewhere, "forged", bytes(65 * 1024)),
        )
    ] == [200, 413, 413, 413, 413, 413, 413, 200]
    assert set(seen) == {("mine", "bay"), ("other", "bay"), ("mine", "cove")}


@pytest.fixture
def event(
    transactional_db: None, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Tournament]:
    """An event whose public page is ready, and known to be current; threads keep no connection to its database."""
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 0)
    settings.BACKUP_DIR = tmp_path
    begin_term()
    VERSIONS.clear()
    PAGE_CACHE.clear()
    tournament = import_event(event_file=round_robin())
    Client().get(tournament.get_absolute_url())
    assert VERSIONS.tag(tournament.slug)
    yield tournament
    VERSIONS.clear()
    PAGE_CACHE.clear()


@pytest.fixture
def left_to_django(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was not answered at once."""
    left: list[str] = []

    async def note(scope: Any, receive: Any, send: Any) -> None:
        left.append(scope["path"])
        await send({"type": "http.response.start", "status": 299, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    monkeypatch.setattr(Site, "__call__", lambda self, *told: note(*told))
    return left


def ask(path: str, method: str = "GET", **headers: str) -> Answer:
    return asyncio.run(send_to(application, scope_of(method, path, **{"host": "testserver", **headers})))


@pytest.mark.parametrize("headers", [{}, {"accept_encoding": "gzip"}, {"if_none_match": "mine"}])
@pytest.mark.parametrize("part", ["", "now/"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_what_is_answered_at_once_is_what_django_answers(
    method: str, part: str, headers: dict[str, str], event: Tournament, left_to_django: list[str], client: Client
) -> None:
    path = f"{event.get_absolute_url()}{part}"
    known = client.get(path)["ETag"]
    sent = {name: known if value == "mine" else value for name, value in headers.items()}
    asked = {name.replace("_", "-"): value for name, value in sent.items()}
    by_django = client.generic(method, path, headers=asked)

    status, fields, body = ask(path, method, **sent)

    assert left_to_django == []
    assert (status, body) == (by_django.status_code, by_django.content)
    assert status == (304 if "if_none_match" in headers else 200)
    assert {name: value for name, value in fields.items() if name != b"content-length" or status == 200} == {
        name.lower().encode(): value.encode() for name, value in by_django.items()
    }


def test_what_the_page_of_a_card_polls_is_read_by_django_once_and_then_answered_at_once(
    event: Tournament, left_to_django: list[str], client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CARD_VERSIONS, "_seconds", 60.0)  # on a busy machine two answers are far apart
    switch_phones(event, is_on=True)
    CARD_VERSIONS.clear()
    path = f"{addresses_of_cards(event)[1]}now/"

    assert (ask(path)[0], left_to_django) == (299, [path])
    by_django = client.get(path)
    status, fields, body = ask(path)
    ask(path, "HEAD")
    ask(f"{path.removesuffix('/now/')}x/now/")
    CARD_VERSIONS.clear()

    assert (status, body, by_django.status_code) == (200, by_django.content, 200)
    assert {name: value for name, value in fields.items() if name != b"content-length"} == {
        name.lower().encode(): value.encode() for name, value in by_django.items()
    }
    assert left_to_django == [path, path, f"{path.removesuffix('/now/')}x/now/"]


@pytest.mark.parametrize(
    ("headers", "is_ours"),
    [
        ({}, True),
        ({"host": "evil.example"}, False),
        ({"hx_request": "true"}, False),
        ({"cookie": "wrote=1"}, False),
        ({"posted_version": "1-999"}, False),
        ({"site_term": "9-badokiru:signed"}, False),
    ],
)
def test_whatever_is_out_of_the_ordinary_is_left_to_django(
    headers: dict[str, str], is_ours: bool, event: Tournament, left_to_django: list[str]
) -> None:
    ask(event.get_absolute_url(), **headers)

    assert (left_to_django == []) is is_ours


def test_pages_by_http_are_led_to_https_where_there_is_a_proxy(event: Tournament, left_to_django: list[str]) -> None:
    with override_settings(HTTPS=True):
        statuses = [ask(event.get_absolute_url(), **headers)[0] for headers in ({}, {"x_forwarded_proto": "https"})]

    assert statuses == [299, 200]


def test_version_of_an_event_that_nobody_has_asked_for_takes_a_turn(
    event: Tournament, left_to_django: list[str]
) -> None:
    asked = [f"/t/{slug}/now/" for slug in ("none", event.slug, "none-either")]

    assert [ask(path)[0] for path in asked] == [299, 200, 299]


@pytest.mark.parametrize("facts", [{"is_hidden": True}, {"deleted_at": "2026-05-16T12:00Z"}])
def test_hidden_event_is_gone_within_a_quarter_of_a_second(
    facts: dict[str, Any], event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    Tournament.objects.filter(pk=event.pk).update(**facts)
    monkeypatch.setattr(VERSIONS, "_seconds", 0.0)

    assert [ask(f"{event.get_absolute_url()}{page}")[0] for page in ("", "now/")] == [404, 404]


def test_page_of_a_moment_ago_is_answered_and_made_again_behind_that(
    event: Tournament, left_to_django: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    renewed: list[tuple[str, ...]] = []
    monkeypatch.setattr(RENEWAL, "_make", lambda *_: None)
    monkeypatch.setattr(RENEWAL, "renew", lambda key, environ: renewed.append(key))
    Tournament.objects.filter(pk=event.pk).update(posted_version=event.posted_version + 7)
    monkeypatch.setattr(VERSIONS, "_seconds", 0.0)

    status, headers, _ = ask(event.get_absolute_url())

    assert (status, left_to_django) == (200, [])
    assert headers[b"posted-version"] != VERSIONS.tag(event.slug)
    assert renewed == [(event.get_absolute_url(), "", "")]


def test_page_is_not_that_of_an_event_whose_address_another_has_now(
    event: Tournament, left_to_django: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RENEWAL, "_make", lambda *_: None)
    Tournament.objects.filter(pk=event.pk).update(slug="elsewhere")
    other = import_event(event_file=round_robin())
    Tournament.objects.filter(pk=other.pk).update(slug=event.slug)
    monkeypatch.setattr(VERSIONS, "_seconds", 0.0)

    assert (ask(event.get_absolute_url())[0], left_to_django) == (299, [event.get_absolute_url()])


def test_page_that_is_read_is_not_the_first_to_leave_the_memory(event: Tournament, left_to_django: list[str]) -> None:
    page = PAGE_CACHE.peek((event.get_absolute_url(), "", ""))
    assert page is not None
    page.current_at = 0.0

    ask(event.get_absolute_url())

    assert page.current_at > 0.0


def test_laptop_that_may_not_serve_answers_nothing_from_memory(
    event: Tournament, left_to_django: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_once, "standing", lambda: type("Standing", (), {"serves": False}))

    assert [ask(f"{event.get_absolute_url()}{page}")[0] for page in ("", "now/")] == [299, 299]


def test_first_page_asks_django_where_a_stick_is_offered(
    event: Tournament, left_to_django: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Client().get("/")
    monkeypatch.setattr(at_once, "offers_at", lambda request: [{}] if request.META["REMOTE_ADDR"] == "::1" else ())
    statuses = [
        asyncio.run(send_to(application, scope_of("GET", "/", client=client, host="testserver")))[0]
        for client in ("192.0.2.7", "::1")
    ]

    assert statuses == [200, 299]


def test_headers_that_could_pass_for_those_of_a_proxy_are_left_out() -> None:
    scope = scope_of("GET", "/", x_forwarded_proto="https")
    scope["headers"].append((b"x_forwarded_proto", b"http"))

    assert ASGIRequest(scope, None).META["HTTP_X_FORWARDED_PROTO"] == "https"


@pytest.mark.parametrize(
    ("has_room", "headers", "status"), [(True, {}, 200), (False, {}, 299), (True, {"host": "x"}, 299)]
)
def test_page_that_follows_is_told_the_version_until_it_leaves_though_nobody_has_asked_for_it(
    has_room: bool, headers: dict[str, str], status: int, event: Tournament, left_to_django: list[str], monkeypatch: Any
) -> None:
    monkeypatch.setattr(type(at_once.FOLLOWERS), "has_room", has_room)
    VERSIONS.clear()
    asked = {"host": "testserver", "accept": "text/event-stream", **headers}

    async def trial() -> list[Mapping[str, Any]]:
        sent: list[Mapping[str, Any]] = []
        is_told = asyncio.Event()

        async def receive() -> Mapping[str, Any]:
            await is_told.wait()
            return {"type": "http.disconnect"}

        async def send(message: Mapping[str, Any]) -> None:
            sent.append(message)
            if "body" in message:
                is_told.set()

        async with asyncio.timeout(20):
            await application(scope_of("GET", f"{event.get_absolute_url()}now/", **asked), receive, send)
        return sent

    start, told = asyncio.run(trial())
    assert start["status"] == status
    assert told["body"].decode() == (f"data: {VERSIONS.tag(event.slug)} 2\n\n" if status == 200 else "")
    assert dict(start["headers"]).get(b"content-type") == (b"text/event-stream" if status == 200 else None)
