"""How long an import takes, against inserting the same lines into a bare SQLite table."""

import os
import secrets
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from brackets.demo.event import make_event
from tests.load.timing import best_times
from tournaments.rules.types import EventFile


def measure_import() -> Iterator[str]:
    """Measure the import of 500 cards of 22 games into SQLite, everything worked out and stored."""
    event_file = make_event(players=500, games=22)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/bench.sqlite3"
        os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(64))
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        from brackets.event_files.store import import_event

        call_command("migrate", verbosity=0)
        bare, stored = best_times(
            lambda: insert_bare(event_file, Path(folder) / "bare.sqlite3"),
            lambda: import_event(event_file=event_file),
            rounds=3,
        )
        connections.close_all()
    yield (
        f"import of 500 cards of 22 games, checked and stored: {stored:.2f} s,"
        f" {stored / bare:.1f} times inserting the bare lines"
    )


def insert_bare(event_file: EventFile, path: Path) -> None:
    """Insert every line into a table of its own, in one transaction as durable as the site's."""
    path.unlink(missing_ok=True)
    database = sqlite3.connect(path)
    database.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;")
    database.execute("CREATE TABLE line (id INTEGER PRIMARY KEY, entrant, game, opponent, points, plus, minus)")
    with database:
        database.executemany(
            "INSERT INTO line (entrant, game, opponent, points, plus, minus) VALUES (?, ?, ?, ?, ?, ?)",
            [
                (card.entrant, line.game, line.opponent, line.points, line.plus, line.minus)
                for card in event_file.scorecards
                for line in card.lines
            ],
        )
    database.close()
