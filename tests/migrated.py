"""A database in which the migrations have run once, for every process of the tests to copy.

To run them takes 18 seconds of a processor, and each process of the tests has a database of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from filelock import FileLock

from tests.with_postgresql import TEMPORARY

ROOT = Path(__file__).resolve().parent.parent
NAME = "migrated"


def sqlite_file(folder: Path) -> Path:
    """Return a SQLite file with every table, made by whoever of those who share the folder asks first."""
    file = folder / f"{NAME}.sqlite3"
    _once(file, f"sqlite:///{file}")
    return file


def postgresql_template(folder: Path) -> str | None:
    """Return the name of such a database on the temporary server; none on another, where it would be left behind."""
    if TEMPORARY not in os.environ:
        return None
    url = os.environ["DATABASE_URL"]

    def create() -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {NAME}")

    _once(folder / NAME, urlsplit(url)._replace(path=f"/{NAME}").geturl(), create)
    return NAME


def _once(made: Path, url: str, create: Callable[[], None] = lambda: None) -> None:
    """Migrate the database at ``url``, one process at a time, unless the mark beside ``made`` says that it is done."""
    mark = made.with_name(f"{made.name}.done")
    with FileLock(made.with_name(f"{made.name}.lock")):
        if mark.exists():
            return
        create()
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity=0"],
            cwd=ROOT,
            env=os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tests.settings"},
            check=True,
        )
        mark.touch()
