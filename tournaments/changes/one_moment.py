"""Read everything as it was at one moment, while others keep writing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def one_moment() -> Iterator[None]:
    """Read the database as it is now, whatever others write meanwhile; within a transaction, as that sees it."""
    database: Any = connection
    mode = getattr(database, "transaction_mode", None)
    is_first = not connection.in_atomic_block
    try:
        if connection.vendor == "sqlite":
            database.transaction_mode = "DEFERRED"
        with transaction.atomic():
            if connection.vendor == "postgresql" and is_first:
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    finally:
        if connection.vendor == "sqlite":
            database.transaction_mode = mode
