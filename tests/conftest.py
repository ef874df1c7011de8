"""What every test can use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

CI = os.environ.get("CI") == "true"
ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "cases"

settings.register_profile("default", deadline=None)
settings.register_profile(
    "ci", deadline=None, derandomize=True, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci" if CI else "default")


@pytest.fixture(scope="session")
def cases_dir() -> Path:
    """Return the folder of sample event files and their reports."""
    return CASES


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Give SQLite a file for its test database: one in memory knows neither WAL nor waiting writers."""
    from django.db import connections

    database = connections.settings["default"]
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(autouse=True)
def _no_ready_pages() -> None:
    """Throw out what an earlier test left ready: its tournaments are gone, and their keys used again."""
    from tournaments.following import VERSIONS
    from tournaments.posted import SHELF

    SHELF.clear()
    VERSIONS.clear()
