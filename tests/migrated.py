"""A database in which the migrations have run once, for every process of the tests to copy.

To run them takes some seconds of a processor, and each process of the tests has a database of its own. The SQLite file
is kept for the next time, until a migration or a library changes.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from filelock import FileLock

from tests.with_postgresql import TEMPORARY

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".pytest_cache" / "migrated"
NAME = "migrated"


def sqlite_file() -> Path:
    """Return a SQLite file with every table, made by whoever asks first."""
    file = KEPT / f"{_fingerprint()}.sqlite3"
    KEPT.mkdir(parents=True, exist_ok=True)
    with FileLock(KEPT / "lock"):
        if not file.exists():
            for earlier in KEPT.glob("*.sqlite3*"):
                earlier.unlink()
            unfinished = KEPT / "unfinished.sqlite3"
            _migrate(f"sqlite:///{unfinished}")
            unfinished.rename(file)
    return file


def postgresql_template(folder: Path) -> str | None:
    """Return the name of such a database on the temporary server, made by whoever of those who share the folder asks
    first; none on another server, where it would be left behind.
    """
    if TEMPORARY not in os.environ:
        return None
    url = os.environ["DATABASE_URL"]
    mark = folder / f"{NAME}.done"
    with FileLock(folder / f"{NAME}.lock"):
        if not mark.exists():
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {NAME}")
            _migrate(urlsplit(url)._replace(path=f"/{NAME}").geturl())
            mark.touch()
    return NAME


def _fingerprint() -> str:
    """Return what changes with the migrations, ours and those of libraries."""
    digest = hashlib.sha256((ROOT / "requirements" / "run.txt").read_bytes())
    for migration in sorted(ROOT.glob("*/migrations/*.py")):
        digest.update(f"{migration.relative_to(ROOT)}\n".encode() + migration.read_bytes())
    return digest.hexdigest()[:16]


def _migrate(url: str) -> None:
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity=0"],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tests.settings"},
        check=True,
    )
