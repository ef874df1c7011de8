"""Work a stored tournament out again and report any difference."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from brackets.event_files.command_lookup import add_slug_argument, tournament_named
from brackets.event_files.verify import all_differences


class Command(BaseCommand):
    help = "Work everything out again from what is stored. Exit 1: something differs."

    def add_arguments(self, parser: CommandParser) -> None:
        add_slug_argument(parser)
        parser.add_argument("--seal", default="", help="a log seal read from paper or a copy: an entry must have it")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = tournament_named(options["slug"])
        found = all_differences(tournament, options["seal"])
        for difference in found:
            self.stdout.write(difference)
        if found:
            sys.exit(1)
        if tournament.log_length:
            entries = "entry" if tournament.log_length == 1 else "entries"
            self.stdout.write(f"Log: {tournament.log_length} {entries}, seal {tournament.log_seal}")
        self.stdout.write(f"{tournament.slug}: everything stored follows from the cards as written")
