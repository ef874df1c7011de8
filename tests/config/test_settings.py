"""What the environment decides."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured

from config.starting import environment as site
from judging.rules.rulebook import citation_problem as problem_in_the_index
from scorecards.rules.citations import CITATION_PROBLEMS

ROOT = Path(__file__).resolve().parent.parent.parent


def start(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a Python that knows only the variables given."""
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_missing_secret_key_stops_the_server_with_a_hint() -> None:
    done = start("import config.wsgi")

    assert done.returncode == 1
    assert "ImproperlyConfigured: SECRET_KEY is not set." in done.stderr


def test_secret_key_that_could_be_guessed_stops_the_server() -> None:
    done = start("import config.wsgi", SECRET_KEY="x" * 31)

    assert done.returncode == 1
    assert "SECRET_KEY has 31 characters and could be guessed: use 32 or more at random." in done.stderr


def test_debug_and_https_are_off_unless_set() -> None:
    done = start(
        "from config import settings; print(settings.DEBUG, settings.HTTPS)",
        SECRET_KEY="for-tests-only-0123456789-0123456789",
    )

    assert done.stdout == "False False\n"


@pytest.mark.parametrize(
    ("value", "meant"), [("1", True), ("yes", True), ("True", True), ("0", False), ("off", False), ("", False)]
)
def test_env_bool_reads_switches(monkeypatch: pytest.MonkeyPatch, value: str, meant: bool) -> None:
    monkeypatch.setenv("SWITCH", value)

    assert site.env_bool("SWITCH") is meant


def test_env_bool_refuses_what_is_no_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWITCH", "perhaps")

    with pytest.raises(ImproperlyConfigured, match="SWITCH is 'perhaps': write 1 or 0"):
        site.env_bool("SWITCH")


def test_env_list_splits_at_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOSTS", " a.example, b.example ,")

    assert site.env_list("HOSTS") == ["a.example", "b.example"]


def test_sqlite_waits_and_takes_the_write_lock_at_once() -> None:
    database = site.database("sqlite:////srv/some.sqlite3")

    assert database["NAME"] == "/srv/some.sqlite3"
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert database["OPTIONS"]["timeout"] == 8


def test_postgresql_keeps_its_connections() -> None:
    database = site.database("postgresql://anna:s%40fe@db.example:5433/cards")

    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["USER"], database["PASSWORD"]) == ("anna", "s@fe")
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", 5433, "cards")
    assert database["CONN_MAX_AGE"] == 600


def test_postgresql_may_have_a_standby() -> None:
    database = site.database("postgresql://anna@first,second/cards?target_session_attrs=read-write")

    assert database["HOST"] == "first,second"
    assert database["OPTIONS"]["target_session_attrs"] == "read-write"


def test_postgresql_pool_replaces_kept_connections() -> None:
    database = site.database("postgresql://db.example/cards?pool=true")

    assert database["OPTIONS"]["pool"] is True
    assert database["CONN_MAX_AGE"] == 0


@pytest.mark.parametrize(
    "named", [{"ON_TOURNAMENT_CHANGE": ["scorecards.nowhere.follow"]}, {"TOURNAMENT_PROGRESS": {"has_cards": "no"}}]
)
def test_hook_that_is_not_there_stops_the_site_from_starting(named: dict[str, Any], settings: Any) -> None:
    for name, value in named.items():
        setattr(settings, name, value)

    with pytest.raises(ImportError):
        apps.get_app_config("tournaments").ready()


def test_rules_that_are_cited_are_held_to_the_rule_index_once() -> None:
    apps.get_app_config("scorecards").ready()

    assert [problem_in_the_index] == CITATION_PROBLEMS
