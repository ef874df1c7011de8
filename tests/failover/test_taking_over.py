"""The first laptop dies under twenty checkers and 150 phones, once; ``make bench ARGS=failover``: a hundred times."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.load.failover import PHONES, SAVES_AFTER, prepare_both, try_once
from tests.load.saving import CHECKERS, environment_on
from tests.migrated import sqlite_file

pytestmark = [pytest.mark.slow, pytest.mark.thorough]


@pytest.mark.thorough
def test_nothing_that_was_answered_is_lost_or_doubled(tmp_path: Path) -> None:
    shutil.copy(sqlite_file(), tmp_path / "db.sqlite3")
    environment = environment_on(f"sqlite:///{tmp_path}/db.sqlite3", tmp_path)
    prepared = prepare_both(environment)

    trial = try_once(tmp_path, environment, prepared, alive_for=3.0, is_power=True)

    # That each is there once, and that all follows from the cards, was verified.
    assert trial.saves > CHECKERS * SAVES_AFTER
    assert trial.reports_after >= trial.reports > PHONES / 2
