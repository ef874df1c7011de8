"""Print a stored tournament as an event file."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from brackets.management.stored_tournament import add_slug_argument, tournament_named
from brackets.selectors import event_file_of
from brackets.selectors_playoffs import departures_of
from tournaments.eventfile import write_event_file


class Command(BaseCommand):
    help = "Print a stored tournament as an event file."

    def add_arguments(self, parser: CommandParser) -> None:
        add_slug_argument(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = tournament_named(options["slug"])
        if departures_of(tournament, is_replaced=True):
            self.stderr.write(
                "Somebody was replaced before the draw. An event file cannot say so: where this one is imported,"
                " the bracket is seeded by the cards alone."
            )
        self.stdout.write(write_event_file(event_file_of(tournament)), ending="")
