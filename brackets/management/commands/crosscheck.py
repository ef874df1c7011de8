"""Check an event file and print the report; nothing is stored."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from brackets.event_files.command_line import add_file_argument, read_event_or_exit
from brackets.event_files.report_text import as_text
from brackets.rules.report import report_on


class Command(BaseCommand):
    help = "Check an event file and print the cross-check report as JSON. Stores nothing. Exit 2: file refused."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        add_file_argument(parser)
        parser.add_argument("--text", action="store_true", help="print the report for people to read")

    def handle(self, *args: Any, **options: Any) -> None:
        event_file = read_event_or_exit(self, options["file"])
        report = report_on(event_file)
        if options["text"]:
            self.stdout.write(as_text(event_file, report))
        else:
            self.stdout.write(json.dumps(report.to_json(), indent=1, ensure_ascii=False))
