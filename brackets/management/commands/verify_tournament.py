"""Work a stored tournament out again and report any difference."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from brackets.event_files.command_line import add_slug_argument, tournament_named
from brackets.event_files.verify import differences, earlier_rules, log_differences

FOLLOWS = "everything stored follows from the cards as written"


class Command(BaseCommand):
    help = "Work everything out again from what is stored. Exit 1: something differs."

    def add_arguments(self, parser: CommandParser) -> None:
        add_slug_argument(parser)
        parser.add_argument("--seal", default="", help="a log seal read from paper or a copy: an entry must have it")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = tournament_named(options["slug"])
        found, of_cards = log_differences(tournament, options["seal"]), differences(tournament)
        # A posting stays as the rules of its time made it, until somebody changes something.
        before = earlier_rules(tournament) if of_cards else None
        for difference in [*found, *(f"by the rules of today: {one}" if before else one for one in of_cards)]:
            self.stdout.write(difference)
        if found or (of_cards and not before):
            sys.exit(1)
        if tournament.log_length:
            entries = "entry" if tournament.log_length == 1 else "entries"
            self.stdout.write(f"Log: {tournament.log_length} {entries}, seal {tournament.log_seal}")
        follows = f"posted by version {before} of the rules, and stays so" if before else FOLLOWS
        self.stdout.write(f"{tournament.slug}: {follows}")
