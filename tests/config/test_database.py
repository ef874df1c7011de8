"""The database as it is really opened."""

import pytest
from django.db import connection

pytestmark = pytest.mark.django_db


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="about SQLite")
@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 20_000)],
)
def test_sqlite_keeps_what_was_saved(pragma: str, value: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {pragma}")
        assert cursor.fetchone() == (value,)
