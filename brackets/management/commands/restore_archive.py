"""Restore an event from its archive."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from brackets.event_files.command_line import director_named, require_tables
from tournaments.archives.container import ArchiveRefused
from tournaments.archives.restore import restore_archive
from tournaments.hooks import differences_of
from tournaments.pages import page_url

REFUSED = 2


class Command(BaseCommand):
    help = "Restore an event from its archive and print its address. Exit 2: file refused, nothing stored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="an archive, as export_archive writes it")
        parser.add_argument("--director", metavar="NAME", help="the user who is to direct it")

    def handle(self, *args: Any, **options: Any) -> None:
        require_tables()
        user = director_named(options["director"])
        try:
            with Path(options["file"]).open("rb") as file:
                restored = restore_archive(file, user=user, by="restore_archive")
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror or error}", returncode=REFUSED) from error
        except ArchiveRefused as refusal:
            raise CommandError(str(refusal), returncode=REFUSED) from refusal
        for other in restored.beside:
            self.stderr.write(f"The same event is here already, at {page_url('event', other.slug)}.", style_func=str)
        for difference in differences_of(restored.tournament):
            self.stderr.write(difference, style_func=str)
        who = "its director shows" if user else "somebody is made its director (--director) and shows"
        self.stderr.write(f"The public does not see it until {who} it under Settings.", style_func=str)
        self.stdout.write(restored.tournament.get_absolute_url())
