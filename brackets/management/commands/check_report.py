"""Check a report to the ACC by its file alone; nothing is stored, and no event is asked."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from brackets.acc_check.check import report_of_file


class Command(BaseCommand):
    help = "Check a report to the ACC by the file alone. Exit 1: something was found. Exit 2: file refused."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a report (acc-report/1, JSON); - is standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            words, code = report_of_file(options["file"])
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror or error}", returncode=2) from error
        self.stdout.write(words)
        sys.exit(code)
