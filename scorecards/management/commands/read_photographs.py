"""Read photographed scorecards on another computer than the one that serves the site, with the same database."""

from threading import Event
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scorecards.photographs.engine import Engine
from scorecards.photographs.kinds import is_reader_installed
from scorecards.photographs.services.reading import keep_reading, read_waiting


class Command(BaseCommand):
    help = (
        "Read photographed scorecards until Ctrl-C. The site does so by itself; start this on other computers of one"
        " PostgreSQL, which share the folder of pictures."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="read what waits, then end")

    def handle(self, *args: Any, **options: Any) -> None:
        if not is_reader_installed():
            raise CommandError("What reads photographs is not installed. Run `make install-photo` first.")
        if options["once"]:
            with Engine() as engine:
                self.stdout.write(f"{read_waiting(engine)} files read")
            return
        try:
            keep_reading(Event().wait)
        except KeyboardInterrupt:
            self.stdout.write("Ended.")
