"""Write the archive of an event: every record of it."""

import sys
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from brackets.event_files.command_line import add_slug_argument, tournament_named
from tournaments.archives.export import name_of_archive, write_archive


class Command(BaseCommand):
    help = "Write the archive of an event, with every record of it, to a file."

    def add_arguments(self, parser: CommandParser) -> None:
        add_slug_argument(parser)
        parser.add_argument(
            "file", metavar="FILE", nargs="?", help="default: SLUG.cribbage.zip here; - is standard output"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = tournament_named(options["slug"])
        path = options["file"] or name_of_archive(tournament)
        with TemporaryFile() as file:
            write_archive(tournament, file)
            file.seek(0)
            if path == "-":
                sys.stdout.buffer.write(file.read())
                return
            try:
                Path(path).write_bytes(file.read())
            except OSError as error:
                raise CommandError(f"{path}: {error.strerror or error}") from error
        self.stdout.write(path)
