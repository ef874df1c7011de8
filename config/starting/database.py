"""Check the database before the site starts: it is intact, not newer than the program, and copied before an upgrade."""

import sqlite3
import sys
from contextlib import closing
from datetime import datetime
from pathlib import Path

from config.starting.folder import say
from tournaments.backups.copies import copy_database

KEPT_COPIES = 5
COPIES = "before-upgrades"
EMPTY = Path(__file__).resolve().parent / "empty.sql"
"""In an installed program: a database as the migrations make it, which takes them a quarter of a minute."""


def refuse_damaged(database: Path, copies: Path) -> None:
    """End with a message where the file cannot be read or written, or its pages do not fit together.

    Nothing is repaired here: the rest of a damaged file may be all that is left.
    """
    if not database.exists():
        return
    try:
        with database.open("r+b"):
            pass
    except OSError as error:
        sys.exit(
            f"Cannot write to the database {database}: {error.strerror}. Nothing was changed.\n"
            "Allow this user to write to the file, then start again."
        )
    try:
        with closing(sqlite3.connect(database)) as connection:
            found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        said = f"The database {database} is damaged ({found}). Nothing was changed."
        sys.exit(f"{said}\n{_how_to_mend(database, copies)}")


def _how_to_mend(database: Path, copies: Path) -> str:
    kept = sorted(copies.glob("*.sqlite3"), key=lambda file: file.stat().st_mtime)
    newest = f"The newest copy in {copies} is {kept[-1].name}." if kept else f"There is no copy in {copies}."
    return (
        f"1. Copy the whole folder {database.parent} to another disk.\n"
        f"2. Move {database.name}, {database.name}-wal and {database.name}-shm out of the folder.\n"
        f"3. Copy your newest backup there as {database.name}. {newest}\n"
        "4. Start again."
    )


def upgrade(copies: Path) -> None:
    """Bring the database up to this version of the program. Copy it first; put the copy back where that fails.

    Ends with a message, and with the database as it was, where it is newer than the program or cannot be upgraded.
    """
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    from tournaments.backups.upgrades import TOO_OLD, is_too_old, later_migrations

    if EMPTY.exists() and connection.vendor == "sqlite" and not connection.introspection.table_names():
        connection.close()
        with closing(sqlite3.connect(connection.settings_dict["NAME"])) as database:
            database.executescript(EMPTY.read_text(encoding="utf-8"))
    executor = MigrationExecutor(connection)
    loader = executor.loader
    if newer := sorted(later_migrations(loader.applied_migrations)):
        sys.exit(
            f"The data is newer than this program: a later version has changed the database ({newer[-1]}).\n"
            "Nothing was changed. Start the later version. To go back to this one, restore a backup from before the"
            f" upgrade; upgrades leave one in {copies}."
        )
    if is_too_old(loader.applied_migrations):
        sys.exit(f"{TOO_OLD} Nothing was changed.")
    plan = executor.migration_plan(loader.graph.leaf_nodes())
    is_new = not loader.applied_migrations
    copy = None
    if plan and not is_new:
        say(f"The database is upgraded to this version: {len(plan)} change{'s' * (len(plan) != 1)}.")
        if connection.vendor == "sqlite":
            copy = _copy_before_upgrade(Path(str(connection.settings_dict["NAME"])), copies)
            say(f"  A copy as it was: {copy}")
    if not plan:
        return
    connection.close()
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except Exception as error:
        connection.close()
        if copy is None:
            raise
        with closing(sqlite3.connect(copy)) as read, closing(sqlite3.connect(connection.settings_dict["NAME"])) as put:
            read.backup(put)
        sys.exit(
            f"The upgrade failed ({error}). The database is as it was before, and so is the copy {copy}.\n"
            "Start the earlier version, and report this message."
        )
    if copy is not None:
        say("  Done.")


def _copy_before_upgrade(database: Path, copies: Path) -> Path:
    copy = copies / f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}.sqlite3"
    try:
        copy_database(database, copy)
    except (OSError, sqlite3.Error) as error:
        sys.exit(
            f"The database must be upgraded, but it cannot be copied to {copies} first: {error}. Nothing was changed.\n"
            "Make room on the disk, then start again."
        )
    for old in sorted(copies.glob("*.sqlite3"))[:-KEPT_COPIES]:
        old.unlink(missing_ok=True)
    return copy
