"""Empty the database after a test with real transactions.

Django's own ``flush`` truncates 80 tables, for which PostgreSQL makes hundreds of files anew, and then stores what says
which models there are again. Most tests fill a few tables with a few rows: to delete those is quicker by far.
"""

from functools import cache
from typing import Any

from django.db import connection, transaction
from django.test import TransactionTestCase

STAYS = {"django_content_type", "auth_permission"}
"""What follows from the models alone."""
FLUSH = TransactionTestCase._fixture_teardown


@cache
def _statements() -> tuple[str, ...]:
    tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False)) - STAYS
    return tuple(f"DELETE FROM {connection.ops.quote_name(table)}" for table in sorted(tables))  # noqa: S608 - our own


def empty(test_case: Any) -> None:
    """Delete every row, in whatever order, of which a test in a transaction of its own left anything."""
    if connection.vendor == "sqlite":
        with connection.constraint_checks_disabled(), transaction.atomic(), connection.cursor() as cursor:
            for statement in _statements():
                cursor.execute(statement)
        return
    with connection.cursor() as cursor:
        cursor.execute("SHOW is_superuser")
        if cursor.fetchone() != ("on",):  # Only a superuser may do without the checks of foreign keys.
            FLUSH(test_case)
            return
        checks = "SET session_replication_role = "
        cursor.execute("; ".join([f"{checks}replica", *_statements(), f"{checks}DEFAULT"]))
