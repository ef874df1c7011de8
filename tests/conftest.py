"""Fixtures for all tests."""

import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings

from tests.migrated import postgresql_template, sqlite_file
from tournaments.term import Term, begin_term

CI = os.environ.get("CI") == "true"
ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "cases"

# While working a quarter of the examples is tried, by chance others each time; where changes are taken, half, always
# the same: twice as many found no break more. On PostgreSQL it is a quarter, too: what they are about is our own code.
ON_POSTGRESQL = os.environ.get("DATABASE_URL", "").startswith("postgres")
SHARE_OF_EXAMPLES = 2 if CI and not ON_POSTGRESQL else 4
settings.register_profile("default", deadline=None, max_examples=100 // SHARE_OF_EXAMPLES)
settings.register_profile(
    "ci",
    deadline=None,
    max_examples=100 // SHARE_OF_EXAMPLES,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ci" if CI else "default")


# What a test asks for, itself or by another fixture, when it uses the database.
DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}


COMMITTING_FIXTURES = DATABASE_FIXTURES - {"db"}


# What a module or a folder is called whose tests ask for pages and read them.
PAGES = ("_page", "_pages", ".pages", ".public")

# Thousands of tests and what they import live as long as the run: nothing there is worth looking through.
gc.disable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what uses the database, a client and pages, and let all of a module see what it stored for all."""
    sharing = {item.module for item in items if isinstance(item, pytest.Function) and _shares(item)}
    for item in items:
        names = getattr(item, "fixturenames", [])
        module = getattr(item, "module", None)
        if module is not None and _reads_pages(module.__name__):
            item.add_marker(pytest.mark.page)
        if "client" in names or _makes_a_client(item):
            item.add_marker(pytest.mark.client)
        if _commits(item):
            item.add_marker(pytest.mark.commits)
        if item.get_closest_marker("django_db") or not DATABASE_FIXTURES.isdisjoint(names):
            if not item.get_closest_marker("once"):
                item.add_marker(pytest.mark.database)
            if module in sharing:
                # Before all others: what is stored later is taken back with the test.
                names[:] = ["shared_event", *(name for name in names if name != "shared_event")]


def _shares(item: pytest.Function) -> bool:
    return "shared_event" in item.fixturenames or hasattr(item.module, "shared_event")


def _commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    is_told = marker is not None and bool(marker.kwargs.get("transaction"))
    return is_told or not COMMITTING_FIXTURES.isdisjoint(getattr(item, "fixturenames", []))


def _makes_a_client(item: pytest.Item) -> bool:
    code = getattr(getattr(item, "function", None), "__code__", None)
    return code is not None and not {"Client", "get_page"}.isdisjoint(code.co_names)


def _reads_pages(module: str) -> bool:
    folder, _, name = module.rpartition(".")
    return name.endswith(PAGES) or folder.endswith(PAGES)


def pytest_collection_finish() -> None:
    """Collect garbage from here on, only what tests leave behind, and seldom: that is a twentieth of their time."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)
    gc.enable()


@pytest.fixture(scope="session")
def cases_dir() -> Path:
    """Return the folder of sample event files and their reports."""
    return CASES


@pytest.fixture
def first_term(tmp_path: Path, settings: Any) -> Term:
    """Begin the first term of a site: forms and pages carry it."""
    settings.BACKUP_DIR = tmp_path / "backups"
    return begin_term()


@pytest.fixture
def keeps_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a process keep what its pages read, as it does outside of a test's transaction."""
    keep_rows(monkeypatch)


def keep_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what is read be kept until the patch is taken back."""
    for module in ("tournaments.records.kept", "scorecards.records.results"):
        monkeypatch.setattr(f"{module}.connection", SimpleNamespace(in_atomic_block=False))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest,
    django_db_modify_db_settings_parallel_suffix: None,
    django_db_use_migrations: bool,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Give SQLite a file for its test database: one in memory knows neither WAL nor waiting writers.

    With migrations the database is a copy of one in which they have run, for all processes of the tests.
    """
    from django.db import connections

    database = connections.settings["default"]
    if database["ENGINE"] == "django.db.backends.sqlite3":
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        database["TEST"]["NAME"] = str(file)
        if django_db_use_migrations:
            shutil.copy(sqlite_file(), file)
    elif django_db_use_migrations:
        shared = tmp_path_factory.getbasetemp()
        if hasattr(request.config, "workerinput"):
            shared = shared.parent
        database["TEST"]["TEMPLATE"] = postgresql_template(shared)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool, django_db_use_migrations: bool) -> bool:
    """Keep the copy of the migrated file; it goes with the run's temporary folder."""
    from django.db import connections

    engine = connections.settings["default"]["ENGINE"]
    return django_db_keepdb or (django_db_use_migrations and engine == "django.db.backends.sqlite3")


@pytest.fixture(scope="session", autouse=True)
def _emptied_quickly() -> Iterator[None]:
    """Empty the database after a test with real transactions by what takes least."""
    from django.test import TransactionTestCase

    from tests.emptying import empty

    with patch.object(TransactionTestCase, "_fixture_teardown", empty):
        yield


@pytest.fixture(scope="session", autouse=True)
def _context_of_the_page_alone() -> Iterator[None]:
    """Keep what a view hands its template, and no copy of it for each of hundreds that are included."""
    from django.test import client

    keep = client.store_rendered_templates

    def keep_first(store: dict[str, Any], **rendered: Any) -> None:
        if "context" not in store:
            keep(store, **rendered)

    with patch.object(client, "store_rendered_templates", keep_first):
        yield


@pytest.fixture(scope="module")
def module_db(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Let a module store what its tests share; after the last of them it is rolled back.

    What a test itself stores is taken back at its own end. Not for tests with real transactions. A module or its
    folder calls the fixture ``shared_event``, and every test of that module finds the event in the database, in
    whatever order they run.
    """
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def tournament(db: None, shared_event: Any) -> Any:
    """Return the module's event as it is in the database, so that no test sees what another did to the object."""
    return type(shared_event)._default_manager.get(pk=shared_event.pk)


@pytest.fixture(autouse=True)
def _no_ready_pages() -> None:
    """Throw out what an earlier test left ready: its tournaments are gone, and their keys used again.

    What it let fail is forgotten too: every director would be told of it.
    """
    from config.health import HEALTH
    from scorecards.reporting.polling import CARD_VERSIONS
    from scorecards.reporting.selectors.phone import plan_of
    from tournaments.backups.state import FAILURE, folder_of_backups
    from tournaments.page_cache.cache import FRESHNESS, PAGE_CACHE
    from tournaments.page_cache.versions import VERSIONS

    PAGE_CACHE.clear()
    FRESHNESS.clear()
    VERSIONS.clear()
    CARD_VERSIONS.clear()
    plan_of.cache_clear()
    HEALTH.clear()
    (folder_of_backups() / FAILURE).unlink(missing_ok=True)
