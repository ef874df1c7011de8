"""The database as it is really opened."""

from pathlib import Path

import pytest
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.utils import ConnectionHandler

from config.starting.environment import database

# A connection of its own, but any is refused without this.
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 8_000)]
)
def test_sqlite_keeps_what_was_saved(pragma: str, value: object, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'site.sqlite3'}"
    connection = ConnectionHandler({"default": database(url)}).create_connection("default")
    assert isinstance(connection, DatabaseWrapper)

    with connection.temporary_connection() as cursor:
        cursor.execute(f"PRAGMA {pragma}")
        assert cursor.fetchone() == (value,)
