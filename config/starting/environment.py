"""Read from the environment what differs from place to place (README.md): the data folder, the key, the database."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent.parent
VAR_DIR = Path(os.environ.get("DATA_DIR", "").strip() or BASE_DIR / "var")


def env_bool(name: str) -> bool:
    """Read a switch: 1, true, yes or on; 0, false, no, off or nothing."""
    value = os.environ.get(name, "").strip().lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"", "0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} is {value!r}: write 1 or 0.")


def env_number(name: str, most: int) -> int:
    """Read a number from 0, which is what nothing means."""
    value = os.environ.get(name, "").strip() or "0"
    if not (value.isascii() and value.isdecimal() and int(value[:9]) <= most):
        raise ImproperlyConfigured(f"{name} is {value!r}: write a number from 0 to {most}.")
    return int(value)


def env_list(name: str, default: str = "") -> list[str]:
    """Read a list whose parts are separated by commas."""
    value = os.environ.get(name, "").strip() or default
    return [part.strip() for part in value.split(",") if part.strip()]


SHORTEST_KEY = 32


def secret_key(debug: bool) -> str:
    """Read SECRET_KEY; only a site in DEBUG may do without one of its own, or with one that can be guessed."""
    key = os.environ.get("SECRET_KEY", "")
    if len(key) >= SHORTEST_KEY or (key and debug):
        return key
    if key:
        raise ImproperlyConfigured(
            f"SECRET_KEY has {len(key)} characters and could be guessed: use {SHORTEST_KEY} or more at random."
        )
    if debug:
        return "for-development-only-never-where-anybody-else-can-reach-the-site"
    raise ImproperlyConfigured(
        "SECRET_KEY is not set. `make run` makes one and keeps it in var/secret_key; elsewhere put a long"
        " random text in the environment, or DEBUG=1 while developing."
    )


def of_windows() -> str:
    """Return the time zone that Windows is set to, by the name that all others have for it."""
    if sys.platform == "win32":
        from tzlocal import get_localzone_name

        with suppress(LookupError, OSError, ValueError):  # a zone that nobody else knows
            return str(get_localzone_name())
    return ""


def machine_time_zone() -> str:
    """Return the name of this machine's own time zone, blank where it does not say.

    Django sets TZ to its own zone as it starts, and workers inherit that: what was found first is kept beside it.
    """
    if "MACHINE_TIME_ZONE" not in os.environ:
        link = os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]
        names = (os.environ.get("TZ", "").removeprefix(":"), link, of_windows())
        os.environ["MACHINE_TIME_ZONE"] = next((name for name in names if name in available_timezones()), "")
    return os.environ["MACHINE_TIME_ZONE"]


SECONDS_FOR_A_LOCK = 8


def database(url: str) -> dict[str, Any]:
    """Turn DATABASE_URL into Django's settings, with what SQLite and PostgreSQL each need."""
    if not url:
        VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
        url = f"sqlite:///{VAR_DIR / 'db.sqlite3'}"
    # A kept connection is tried out before its first use in a request; ready pages do without (page_cache/cache.py).
    parsed: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True))
    options = parsed.setdefault("OPTIONS", {})
    if parsed["ENGINE"] == "django.db.backends.sqlite3":
        # Without IMMEDIATE three of four concurrent writers fail with "database is locked"; with synchronous
        # below FULL the last saves may be forgotten when the power fails.
        options.setdefault("transaction_mode", "IMMEDIATE")
        options.setdefault("timeout", SECONDS_FOR_A_LOCK)
        options.setdefault(
            "init_command",
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
            " PRAGMA cache_size=-20000; PRAGMA mmap_size=134217728; PRAGMA temp_store=MEMORY;",
        )
    else:
        options.setdefault("connect_timeout", 5)
        options.setdefault("options", f"-c lock_timeout={SECONDS_FOR_A_LOCK}s")
        if options.get("pool"):
            parsed["CONN_MAX_AGE"] = 0  # the pool keeps the connections instead
    return parsed


def limit_statements(options: dict[str, Any]) -> None:
    """Let PostgreSQL end what takes too long for a page. Commands may take longer: the workers alone call this."""
    limits = {"statement_timeout": "30s", "idle_in_transaction_session_timeout": "60s"}
    options["options"] = " ".join([options["options"], *(f"-c {name}={value}" for name, value in limits.items())])
