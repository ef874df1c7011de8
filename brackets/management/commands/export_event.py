"""Print a stored tournament as an event file."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from brackets.event_files.command_line import add_slug_argument, tournament_named
from brackets.event_files.export import event_file_of, missing_in_event_file
from tournaments.event_file.writing import write_event_file


class Command(BaseCommand):
    help = "Print a stored tournament as an event file."

    def add_arguments(self, parser: CommandParser) -> None:
        add_slug_argument(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = tournament_named(options["slug"])
        if lost := missing_in_event_file(tournament):
            self.stderr.write(lost)
        self.stdout.write(write_event_file(event_file_of(tournament)), ending="")
