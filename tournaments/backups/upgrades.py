"""Which databases this program can open: none that a later one changed, and none from before its first migrations."""

from collections.abc import Iterable
from typing import Any

from django.core.checks import Error
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

TOO_OLD = (
    "The data was last used with a version from before November 24, 2026. Start a version of November 25, 2026 with it"
    " once, then this one."
)

Applied = Iterable[tuple[str, str]]


def later_migrations(applied: Applied) -> list[str]:
    """Return the changes of a database, of apps that this program has, which it does not know."""
    loader = MigrationLoader(None)
    known = {name for migration in loader.disk_migrations.values() for name in migration.replaces}
    known |= loader.disk_migrations.keys()
    return [f"{app} {name}" for app, name in applied if app in loader.migrated_apps and (app, name) not in known]


def is_too_old(applied: Applied) -> bool:
    """Tell whether some of the migrations that others replaced were run, and some not: those are no longer here."""
    applied = set(applied)
    replaced = (set(one.replaces) for one in MigrationLoader(None).disk_migrations.values())
    return any(names & applied and not names <= applied for names in replaced)


def check_age(app_configs: Any, databases: Iterable[str] | None = None, **_: Any) -> list[Error]:
    """Find what keeps ``manage.py migrate`` from going on from the middle: it checks databases first."""
    applied = [MigrationRecorder(connections[name]).applied_migrations() for name in databases or ()]
    return [Error(f"{TOO_OLD} Nothing was changed.")] if any(map(is_too_old, applied)) else []
