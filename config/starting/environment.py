"""Read from the environment what differs between computers (README.md): the data folder, the key, the database."""

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote
from zoneinfo import available_timezones

from django.core.exceptions import ImproperlyConfigured
from tzlocal import get_localzone_name

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
    """Read SECRET_KEY; only a site in DEBUG may run without one of its own, or with one that can be guessed."""
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


def machine_time_zone() -> str:
    """Return the name of this machine's own time zone, UTC where it does not say.

    Django sets TZ to its own zone as it starts, and workers inherit that: what was found first is kept beside it.
    """
    if "MACHINE_TIME_ZONE" not in os.environ:
        name = "UTC"
        with suppress(LookupError, OSError, ValueError):  # settings that contradict each other, a zone nobody knows
            name = get_localzone_name()
        os.environ["MACHINE_TIME_ZONE"] = name if name in available_timezones() else "UTC"
    return os.environ["MACHINE_TIME_ZONE"]


SECONDS_FOR_A_LOCK = 8
FORMS = (
    "write postgresql://USER:PASSWORD@HOST/NAME, with a standby postgresql://USER:PASSWORD@HOST:5432,HOST:5432/NAME, or"
    " sqlite:////path/file. In names, passwords and paths write @ as %40, : as %3A, / as %2F, ? as %3F."
)


def database(url: str) -> dict[str, Any]:
    """Turn DATABASE_URL into Django's settings, with what SQLite and PostgreSQL each need.

    Raises:
        ImproperlyConfigured: it cannot be read. The error does not show its content: any part may be a password.
    """
    kind, _, rest = url.partition("://")
    if kind in {"postgresql", "postgres"}:
        return _on_postgresql(url)
    if url and not (kind == "sqlite" and re.fullmatch(r"/[^?#]+", rest)):
        raise ImproperlyConfigured(f"DATABASE_URL cannot be read: {FORMS}")
    if not url:
        VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": unquote(rest[1:]) or str(VAR_DIR / "db.sqlite3"),
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            # Without IMMEDIATE three of four concurrent writers fail with "database is locked"; with synchronous
            # below FULL the last saves may be forgotten when the power fails.
            "transaction_mode": "IMMEDIATE",
            "timeout": SECONDS_FOR_A_LOCK,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
            " PRAGMA cache_size=-20000; PRAGMA mmap_size=134217728; PRAGMA temp_store=MEMORY;",
        },
    }


def _on_postgresql(url: str) -> dict[str, Any]:
    """Let PostgreSQL's own library read its address: several hosts, each with its port, and every option it has."""
    from psycopg import Error
    from psycopg.conninfo import conninfo_to_dict

    if "pool" in parse_qs(url.partition("?")[2]):
        raise ImproperlyConfigured(
            "DATABASE_URL has pool: leave it out. The site's threads last, and each keeps a connection of its own."
        )
    try:
        options = conninfo_to_dict(url)
    except Error:
        options = {}
    host, port = str(options.pop("host", "")), str(options.pop("port", ""))
    if not {"dbname", "service"} & options.keys() or not re.fullmatch("[0-9,]*", port):
        raise ImproperlyConfigured(f"DATABASE_URL cannot be read: {FORMS}")
    if "," in host:
        options.setdefault("target_session_attrs", "read-write")  # whichever is the primary now
    options.setdefault("connect_timeout", 5)
    options.setdefault("options", f"-c lock_timeout={SECONDS_FOR_A_LOCK}s")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "HOST": host,
        "PORT": int(port) if port.isdecimal() else port,
        "NAME": options.pop("dbname", ""),
        "USER": options.pop("user", ""),
        "PASSWORD": options.pop("password", ""),
        # A kept connection is tried before its first use in a request; ready pages do without (page_cache/cache.py).
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }


def limit_statements(options: dict[str, Any]) -> None:
    """Let PostgreSQL end what takes too long for a page. Commands may take longer: the workers alone call this."""
    limits = {"statement_timeout": "30s", "idle_in_transaction_session_timeout": "60s"}
    options["options"] = " ".join([options["options"], *(f"-c {name}={value}" for name, value in limits.items())])
