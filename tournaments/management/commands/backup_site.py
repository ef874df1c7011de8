"""Back up the whole site now, or choose a second place for backups."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.backups.services import back_up_site, database_file
from tournaments.backups.state import backups, choose_second_place


class Command(BaseCommand):
    help = "Copy the database to the folder of backups and to the second place, also while the site runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--also", metavar="DIR", help="a second folder for this and all later backups; blank for none"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        database = database_file()
        if database is None:
            raise CommandError("PostgreSQL has its own backups: docs/deploying.md tells how.")
        if not database.exists():
            raise CommandError(f"There is no database {database} yet.")
        if options["also"] is not None:
            folder = Path(options["also"]).expanduser().resolve() if options["also"] else None
            if folder is not None and not folder.is_dir():
                raise CommandError(f"There is no folder {folder}. Make it first.")
            choose_second_place(folder)
        found = back_up_site(database, backups())
        for place in found.places:
            self.stdout.write(f"{place.folder}: {place.error or 'backed up'}")
        if found.is_failing:
            raise CommandError("Not every backup was made.")
