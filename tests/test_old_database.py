"""A database of the commit before part 7 goes on working, and shows what it showed.

``tests/cases/old_database/`` holds the database (demos of every format, an event posted three times with a card
corrected in between, playoffs, money, calls, and one in registration with changes of seats still to undo) and, beside
it, what that commit answered. Neither is ever made anew: what is read from them is what people have stored.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

OLD = ROOT / "tests" / "cases" / "old_database"
FOLLOWS = "everything stored follows from the cards as written"

type_seen = dict[str, Any]


@pytest.fixture(scope="module")
def recorded() -> type_seen:
    """Return what the commit answered that made the database."""
    answers: type_seen = json.loads((OLD / "before_part_7.json").read_text(encoding="utf-8"))
    return answers


@pytest.fixture(scope="module")
def seen(recorded: type_seen, tmp_path_factory: pytest.TempPathFactory) -> type_seen:
    """Return what this commit answers, from a copy of the database."""
    database: Path = tmp_path_factory.mktemp("old") / "copy.sqlite3"
    database.write_bytes(gzip.decompress((OLD / "before_part_7.sqlite3.gz").read_bytes()))
    visit = subprocess.run(
        [sys.executable, "-m", "tests.old_database"],
        input=json.dumps(recorded),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": f"sqlite:///{database}", "DJANGO_SETTINGS_MODULE": "tests.settings"},
    )
    assert visit.returncode == 0, visit.stderr
    answers: type_seen = json.loads(visit.stdout)
    return answers


def test_what_is_stored_follows_from_the_cards(recorded: type_seen, seen: type_seen) -> None:
    assert len(seen["verified"]) == len(recorded["verified"])
    assert seen["verified"] == {slug: [0, f"{slug}: {FOLLOWS}\n"] for slug in recorded["verified"]}


def test_every_page_is_served_in_every_role(recorded: type_seen, seen: type_seen) -> None:
    assert sorted(recorded["pages"]) == ["checker", "director", "judge", "stranger"]
    assert all(len(paths) > 30 for paths in recorded["pages"].values())
    assert seen["not_served"] == []


def test_what_was_posted_shows_what_it_showed(recorded: type_seen, seen: type_seen) -> None:
    texts = recorded["texts"]
    assert {path: text for path, text in seen["texts"].items() if text != texts[path]} == {}
    assert seen["texts"].keys() == texts.keys()


def test_changes_of_seats_are_still_undone(recorded: type_seen, seen: type_seen) -> None:
    assert len(recorded["undone"]) > 1
    assert seen["undone"] == recorded["undone"]
