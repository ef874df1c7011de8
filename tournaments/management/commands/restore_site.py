"""Replace the database of the site by a backup."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.backups.services import RestoreRefused, database_file, newest_copy, restore_site
from tournaments.backups.state import folder_of_backups


class Command(BaseCommand):
    help = "Replace the database by a backup, which is checked first; what was there is kept. Stop the site before."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", nargs="?", help="a backup, or its name; default: the latest one")

    def handle(self, *args: Any, **options: Any) -> None:
        database = database_file()
        if database is None:
            raise CommandError("PostgreSQL has its own backups: docs/deploying.md tells how.")
        copy = Path(options["file"]) if options["file"] else newest_copy()
        if copy is not None and not copy.exists() and (folder_of_backups() / copy.name).exists():
            copy = folder_of_backups() / copy.name  # by its name alone, as the page of backups lists it
        if copy is None or not copy.exists():
            raise CommandError(f"There is no backup {copy}." if copy else "There is no backup yet.")
        try:
            kept = restore_site(database, copy)
        except RestoreRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"Restored from {copy}.")
        if kept is not None:
            self.stdout.write(f"What was there is kept in {kept}.")
        self.stdout.write("Start the site. It upgrades the database if the backup is of an older version.")
