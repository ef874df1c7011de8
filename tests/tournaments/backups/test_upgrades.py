"""Which databases this program opens: what it began with was squashed, and what was squashed is no longer here."""

import gzip
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db.migrations.loader import MigrationLoader

from tests.conftest import ROOT
from tournaments.backups.upgrades import is_too_old, later_migrations

OLD = ROOT / "tests" / "cases" / "old_database" / "before_part_7.sqlite3.gz"


def test_database_of_this_version_is_neither_later_nor_too_old(settings: Any) -> None:
    settings.MIGRATION_MODULES = {}  # also where the tests' own tables are made without them
    here = MigrationLoader(None).disk_migrations
    replaced = [name for migration in here.values() for name in migration.replaces]
    applied = [*here, *replaced, ("judging", "9999_later"), ("removed_app", "0001")]
    assert len(replaced) == 58

    assert (later_migrations(applied), is_too_old(applied)) == (["judging 9999_later"], False)
    assert (later_migrations([]), is_too_old([])) == ([], False)


@pytest.mark.slow
@pytest.mark.parametrize("lacks", [1, 10])
def test_database_that_ran_some_of_what_was_squashed_is_left_alone(tmp_path: Path, lacks: int) -> None:
    file = tmp_path / "db.sqlite3"
    file.write_bytes(gzip.decompress(OLD.read_bytes()))
    with closing(sqlite3.connect(file)) as opened, opened:
        some = "SELECT id FROM django_migrations WHERE app = 'tournaments' ORDER BY id DESC LIMIT ?"
        opened.execute(f"DELETE FROM django_migrations WHERE id IN ({some})", [lacks])  # noqa: S608 - no value in it
    before = file.read_bytes()

    done = subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity=0"],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": f"sqlite:///{file}", "LOG_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert "from before November 24, 2026" in done.stderr
    assert "Nothing was changed." in done.stderr
    assert file.read_bytes() == before
