"""Settings from the environment."""

import os
import subprocess
import sys
from pathlib import Path
from zoneinfo import ZoneInfoNotFoundError

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured

from config.starting import environment as site
from judging.rules.rulebook import citation_problem as problem_in_the_index
from scorecards import hooks as of_cards
from scorecards.rules.citations import CITATION_PROBLEMS
from tournaments import hooks
from tournaments.hooks import asked

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
    done = start("import config.settings")

    assert done.returncode == 1
    assert "ImproperlyConfigured: SECRET_KEY is not set." in done.stderr


def test_secret_key_that_could_be_guessed_stops_the_server() -> None:
    done = start("import config.settings", SECRET_KEY="x" * 31)

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


@pytest.mark.parametrize(
    ("address", "hosts", "ports"),
    [
        ("anna@first,second/cards", "first,second", ","),
        ("anna@first:5432,second:5433/cards", "first,second", "5432,5433"),
        ("anna@[::1]:5432,second/cards?target_session_attrs=read-write", "::1,second", "5432,"),
        ("anna@%2Frun%2Fone,%2Frun%2Ftwo/cards", "/run/one,/run/two", ","),
        ("anna@/cards?host=first,second&port=5432,5433", "first,second", "5432,5433"),
    ],
)
def test_postgresql_may_have_a_standby(address: str, hosts: str, ports: str) -> None:
    database = site.database(f"postgresql://{address}")

    assert (database["USER"], database["HOST"], database["PORT"], database["NAME"]) == ("anna", hosts, ports, "cards")
    assert database["OPTIONS"]["target_session_attrs"] == "read-write"


@pytest.mark.parametrize("pool", ["true", "1", "false"])
def test_postgresql_pool_is_refused_in_words(pool: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL has pool: leave it out"):
        site.database(f"postgresql://db.example/cards?pool={pool}")


@pytest.mark.parametrize(
    "url",
    [
        "mysql://anna:secret@db.example/cards",
        "postgresql:anna:secret@db.example/cards",
        "postgresql://anna:secret@db.example",
        "postgresql://anna:secret@db.example:port/cards",
        "postgresql://anna:sec/ret@db.example/cards",
        "postgresql://anna:secret@db.example/cards?sslmod=require",
        "postgresql://anna:secret%@db.example/cards",
        "sqlite://secret.sqlite3",
        "sqlite:////srv/secret.sqlite3?timeout=9",
        "secret.sqlite3",
    ],
)
def test_address_that_cannot_be_read_is_answered_by_the_forms_and_not_repeated(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL cannot be read: write postgresql:") as refused:
        site.database(url)

    assert "sec" not in f"{refused.value}{refused.value.__cause__}"


def test_site_that_cannot_read_its_settings_says_so_in_words(tmp_path: Path) -> None:
    done = start("from config.serve import main; main()", DATA_DIR=str(tmp_path), DATABASE_URL="mysql://a@b/c")

    assert (done.returncode, done.stderr.partition(" cannot")[0]) == (1, "DATABASE_URL")


@pytest.mark.parametrize(
    ("told", "zone"), [(":America/Chicago", "America/Chicago"), ("Pacific/Auckland", "Pacific/Auckland")]
)
def test_time_zone_of_the_machine_is_known_by_its_name(told: str, zone: str) -> None:
    done = start(
        "from config import settings; import django; django.setup(); import os; print(os.environ['MACHINE_TIME_ZONE'])",
        TZ=told, SECRET_KEY="for-tests-only-0123456789-0123456789", DJANGO_SETTINGS_MODULE="config.settings",
    )  # fmt: skip

    assert done.stdout == f"{zone}\n"


def test_machine_whose_time_zone_nobody_knows_has_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    def contradict() -> str:
        raise ZoneInfoNotFoundError

    monkeypatch.delenv("MACHINE_TIME_ZONE", raising=False)
    monkeypatch.setattr(site, "get_localzone_name", contradict)

    assert site.machine_time_zone() == "UTC"


def test_data_folder_may_have_any_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "100% cards? #2"
    monkeypatch.setattr(site, "VAR_DIR", folder)

    assert site.database("")["NAME"] == str(folder / "db.sqlite3")


def test_everything_that_a_lower_app_asks_is_answered_once() -> None:
    answers = {
        hook.__name__: len(hook.listeners)
        for one in (hooks, of_cards)
        for hook in vars(one).values()
        if isinstance(hook, asked)
    }

    assert len(answers) > 10
    assert set(answers.values()) == {1}, answers
    # In this order: players' codes and plan follow what was worked out.
    assert [one.__name__ for one in hooks.event_changes.listeners] == [
        "work_out_after_burst",
        "make_missing_codes",
        "follow_plan",
    ]


def test_rules_that_are_cited_are_held_to_the_rule_index_once() -> None:
    apps.get_app_config("judging").ready()

    assert [problem_in_the_index] == CITATION_PROBLEMS
