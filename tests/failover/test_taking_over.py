"""The first laptop is killed under twenty checkers, once; ``make bench ARGS=failover`` does it a hundred times."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.load.failover import SAVES_AFTER, try_once
from tests.load.saving import CARDS, CHECKERS, environment_on, prepare
from tests.migrated import sqlite_file

pytestmark = pytest.mark.slow


def test_nothing_that_was_answered_is_lost_or_doubled(tmp_path: Path) -> None:
    shutil.copy(sqlite_file(), tmp_path / "db.sqlite3")
    environment = environment_on(f"sqlite:///{tmp_path}/db.sqlite3", tmp_path)
    slug, sessions = prepare(environment, CARDS, CHECKERS)

    trial = try_once(tmp_path, environment, slug, sessions, alive_for=1.5)

    # That each is there once, and that all follows from the cards, was verified.
    assert trial.saves > CHECKERS * SAVES_AFTER
