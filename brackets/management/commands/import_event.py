"""Store an event file as a new tournament."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from brackets.event_files.command_line import add_file_argument, director_named, read_event_or_exit, require_tables
from brackets.event_files.export import NOT_IN_AN_EVENT_FILE
from brackets.event_files.store import import_event
from tournaments.models import Audience


class Command(BaseCommand):
    help = "Store an event file as a new tournament and print its address. Exit 2: file refused, nothing stored."

    def add_arguments(self, parser: CommandParser) -> None:
        add_file_argument(parser)
        parser.add_argument("--director", metavar="NAME", help="the user who is to direct it")

    def handle(self, *args: Any, **options: Any) -> None:
        require_tables()
        director = director_named(options["director"])
        event_file = read_event_or_exit(self, options["file"])
        tournament = import_event(event_file=event_file, director=director, standings_shown=Audience.NOBODY)
        self.stderr.write(NOT_IN_AN_EVENT_FILE, style_func=str)
        self.stdout.write(tournament.get_absolute_url())
