"""What browser tests can use: Debian's Chromium, kept inside the live server.

``page`` starts at the live server (``page.goto("/")``). A test fails when its page asks for anything
elsewhere, breaks the content security policy or raises an error in a script.
"""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Condition
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.db import connection, connections
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Playwright, Request, WebError, expect

from tests.browser.own_server import OwnServer
from tests.browser.pages import PATIENCE, WIDE, Event, demo_event, put_up, put_up_gallery, sign_in
from tests.browser.snapshots import Snapshots, Store
from tests.chromium import installed_chromium
from tests.scorecards.cards import card_entry
from tournaments.models import StaffMember, Tournament
from tournaments.rules.types import EventFile

CI = os.environ.get("CI") == "true"

# The browser's own loop runs in the thread of the tests, which may use the database all the same.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

expect.set_options(timeout=PATIENCE)

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
    "--renderer-process-limit=1",
    "--in-process-gpu",
    "--disable-site-isolation-trials",
    "--disable-features=site-per-process,IsolateOrigins,SpareRendererForSitePerProcess",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-sync",
    "--metrics-recording-only",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what lies in this folder, for ``-m browser``."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)


class Answering:
    """How many requests the site is answering."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._open = 0

    def begin(self, **_: Any) -> None:
        with self._changed:
            self._open += 1

    def end(self, **_: Any) -> None:
        with self._changed:
            self._open = max(self._open - 1, 0)
            self._changed.notify_all()

    def wait(self, seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._open <= 0, seconds)
            self._open = 0


ANSWERING = Answering()
request_started.connect(ANSWERING.begin, weak=False)
request_finished.connect(ANSWERING.end, weak=False)


@pytest.fixture(autouse=True)
def _answered(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let the server finish what a page asked for last before its database is emptied: PostgreSQL sees a deadlock."""
    if "transactional_db" in request.fixturenames:
        request.getfixturevalue("transactional_db")
    yield
    ANSWERING.wait(10)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Launch the installed Chromium (or the one that CHROMIUM names)."""
    program = installed_chromium()
    if program is None:
        message = "Browser tests need Chromium (Debian: apt-get install chromium-headless-shell; or set CHROMIUM)."
        if CI:
            pytest.fail(message)
        pytest.skip(message)
    return {**browser_type_launch_args, "executable_path": program, "args": CHROMIUM_FLAGS}


@pytest.fixture(scope="session")
def playwright(playwright: Playwright) -> Iterator[Playwright]:
    """Close the connection that belongs to the browser's loop while that loop still runs.

    While it does, Django keeps the connections of this thread apart from those of before. One that stayed
    open would keep PostgreSQL from removing the database at the end.
    """
    yield playwright
    connections.close_all()


@pytest.fixture(scope="session")
def snapshots(django_db_setup: None, django_db_blocker: Any) -> Iterator[Snapshots | None]:
    """Return the copies of the database; there are none of PostgreSQL's."""
    if connection.vendor != "sqlite":
        yield None
        return
    with django_db_blocker.unblock(), closing(Snapshots(str(connection.settings_dict["NAME"]))) as kept:
        yield kept


@pytest.fixture
def transactional_db(
    request: pytest.FixtureRequest, snapshots: Snapshots | None, django_db_blocker: Any
) -> Iterator[None]:
    """Let a test and the live server use the database, and empty it after the test."""
    if snapshots is None:
        request.getfixturevalue("_django_db_helper")
        yield
        return
    with django_db_blocker.unblock():
        yield
        snapshots.put_back_the_empty_one()


@pytest.fixture
def store(transactional_db: None, snapshots: Snapshots | None) -> Store:
    """Return what stores an event, the first thing of a test: the second time it is only put back."""
    return snapshots.store if snapshots else lambda make, *args, **kwargs: make(*args, **kwargs)


@pytest.fixture
def browser_context_args(
    browser_context_args: dict[str, Any], transactional_db: None, live_server: Any
) -> dict[str, Any]:
    """Open every page at the live server, on a wide screen unless a test says otherwise."""
    return {**browser_context_args, "base_url": live_server.url, "viewport": WIDE, "service_workers": "block"}


@pytest.fixture(scope="session")
def contexts_kept(browser: Browser) -> Iterator[dict[str, BrowserContext]]:
    """Keep the context that most tests open their pages in: a new one is a new process of Chromium."""
    contexts: dict[str, BrowserContext] = {}
    yield contexts
    for context in contexts.values():
        context.close()


@pytest.fixture
def context(
    request: pytest.FixtureRequest,
    browser: Browser,
    browser_context_args: dict[str, Any],
    contexts_kept: dict[str, BrowserContext],
    live_server: Any,
) -> Iterator[BrowserContext]:
    """Return a context that reaches nothing but the live server, and watch what its pages complain of.

    It is the same one for all tests, emptied after each; one of its own where the test asks for other arguments.
    """
    marked = request.node.get_closest_marker("browser_context_args")
    context = None if marked else contexts_kept.pop("context", None)
    if context is None:
        context = browser.new_context(**browser_context_args, **(marked.kwargs if marked else {}))
        context.set_default_timeout(PATIENCE)
        if not marked:
            context.new_page()  # stays empty, and keeps the process with what it has compiled for the next test's page
    faults: list[str] = []

    def only_ours(request: Request) -> None:
        if not request.url.startswith((f"{live_server.url}/", "blob:", "data:")):
            faults.append(f"asked for {request.url}")

    def listen(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            faults.append(message.text)

    def hear(error: WebError) -> None:
        faults.append(f"script error: {error.error}")

    listeners: list[tuple[Any, Any]] = [("request", only_ours), ("console", listen), ("weberror", hear)]
    for event, listener in listeners:
        context.on(event, listener)
    yield context
    for event, listener in listeners:
        context.remove_listener(event, listener)
    if marked or not _emptied(context, live_server.url):
        context.close()
    else:
        contexts_kept["context"] = context
    assert faults == []


def _emptied(context: BrowserContext, address: str) -> bool:
    """Close the pages of a context but the empty one; tell whether the next test can have it: it has no clock."""
    context.set_offline(False)
    empty, *opened = context.pages
    try:
        has_clock = any(page.evaluate("'__pwClock' in window") for page in context.pages)
    except Error:  # a page that is still on its way, after a test that failed
        return False
    context.clear_cookies()
    for page in opened:  # first: one that has something to send writes down how that goes
        page.close()
    storage = {"origin": address, "storageTypes": "local_storage,indexeddb,cache_storage"}
    context.new_cdp_session(empty).send("Storage.clearDataForOrigin", storage)
    return not has_clock


@pytest.fixture
def demo(store: Store) -> Event:
    """Store the demo of 124 players, two rounds of the playoffs played."""
    return store(put_up, demo_event())


@pytest.fixture
def gallery(store: Store) -> dict[str, str]:
    """Store a few small events; return the address of every kind of page by what it shows."""
    return store(put_up_gallery)


@pytest.fixture
def event_file() -> EventFile:
    """Return what is on the papers of an event of 24 players."""
    return card_entry.written(players=24, games=22)


@pytest.fixture
def tournament(store: Store, event_file: EventFile) -> Tournament:
    """Store that event before its first card is keyed."""
    return store(card_entry.put_up, event_file)


@pytest.fixture
def member(tournament: Tournament, context: BrowserContext, live_server: Any) -> StaffMember:
    """Sign in somebody who may key its cards."""
    member = card_entry.checker(tournament)
    sign_in(context, member, live_server.url)
    return member


@pytest.fixture(scope="session")
def production(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Iterator[OwnServer]:
    """Return the production server, which the first test that needs it starts."""
    server = OwnServer(tmp_path_factory.mktemp("own"))
    yield server
    server.kill()


@pytest.fixture
def own_server(production: OwnServer, transactional_db: None) -> OwnServer:
    """Start the production server on the database of the test, which may kill it."""
    production.start()
    return production


@pytest.fixture
def own_context(browser: Browser, own_server: OwnServer, tournament: Tournament) -> Iterator[BrowserContext]:
    """Sign in somebody at the server that the test may kill."""
    context = browser.new_context(base_url=own_server.address, viewport=WIDE)
    sign_in(context, card_entry.checker(tournament), own_server.address)
    yield context
    context.close()
