"""The database copies that browser tests start from."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.browser.snapshots import Snapshots


@pytest.fixture
def site(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Return a connection of the site to a database without rows, opened as the site opens it."""
    with closing(sqlite3.connect(tmp_path / "site.sqlite3", isolation_level=None)) as connection:
        connection.executescript("PRAGMA journal_mode=WAL; CREATE TABLE entrant (name TEXT)")
        yield connection


@pytest.fixture
def snapshots(site: sqlite3.Connection, tmp_path: Path) -> Iterator[Snapshots]:
    with closing(Snapshots(str(tmp_path / "site.sqlite3"))) as kept:
        yield kept


def names(site: sqlite3.Connection) -> list[str]:
    return [name for (name,) in site.execute("SELECT name FROM entrant")]


def adding(site: sqlite3.Connection, calls: list[str]) -> Callable[[str], str]:
    def add(name: str) -> str:
        calls.append(name)
        site.execute("INSERT INTO entrant VALUES (?)", [name])
        return name.upper()

    return add


def test_what_was_stored_is_put_back_without_what_came_after(site: sqlite3.Connection, snapshots: Snapshots) -> None:
    calls: list[str] = []
    add = adding(site, calls)

    stored = snapshots.store(add, "Ada")
    site.execute("UPDATE entrant SET name = 'Bo'")
    snapshots.put_back_the_empty_one()
    between = names(site)

    assert (snapshots.store(add, "Ada"), stored, between, names(site)) == ("ADA", "ADA", [], ["Ada"])
    assert calls == ["Ada"]


def test_what_comes_second_is_made_anew_and_not_kept(site: sqlite3.Connection, snapshots: Snapshots) -> None:
    calls: list[str] = []
    add = adding(site, calls)
    for _ in range(2):
        snapshots.put_back_the_empty_one()
        snapshots.store(add, "Ada")
        snapshots.store(add, "Cy")

    assert (names(site), calls) == (["Ada", "Cy"], ["Ada", "Cy", "Cy"])
