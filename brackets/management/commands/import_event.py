"""Store an event file as a new tournament."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from brackets.eventfiles.command_input import add_file_argument, read_event_or_exit
from brackets.eventfiles.command_lookup import require_tables
from brackets.eventfiles.store import import_event


class Command(BaseCommand):
    help = "Store an event file as a new tournament and print its address. Exit 2: file refused, nothing stored."

    def add_arguments(self, parser: CommandParser) -> None:
        add_file_argument(parser)
        parser.add_argument("--director", metavar="NAME", help="the user who is to direct it")

    def handle(self, *args: Any, **options: Any) -> None:
        require_tables()
        director = _director(options["director"])
        event_file = read_event_or_exit(self, options["file"])
        tournament = import_event(event_file=event_file, director=director)
        self.stdout.write(tournament.get_absolute_url())


def _director(name: str | None) -> User | None:
    if not name:
        return None
    user = User.objects.filter(username=name).first()
    if user is None:
        raise CommandError(f"There is no user named {name}. `manage.py createsuperuser` makes one.")
    return user
