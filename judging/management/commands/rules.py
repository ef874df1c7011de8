"""Print the rule index."""

import json
import textwrap
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from judging.rules.rulebook import BOOKS, IN_FORCE, Rule, depth_of, parts_of, rules_of

WIDTH = 100


class Command(BaseCommand):
    help = "Print the rule index: number, title, summary and status of every rule of a rulebook."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--edition", choices=BOOKS, default=IN_FORCE, help="which rulebook (default: %(default)s)")
        parser.add_argument("--json", action="store_true", help="print it for programs to read")

    def handle(self, *args: Any, **options: Any) -> None:
        edition = options["edition"]
        if options["json"]:
            index = [as_plain_data(rule) for rule in rules_of(edition).values()]
            self.stdout.write(json.dumps(index, indent=1, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(lines_for_people(edition)))


def as_plain_data(rule: Rule) -> dict[str, str]:
    return {"number": rule.number, "title": rule.title, "summary": rule.summary, "status": rule.status.value}


def lines_for_people(edition: str) -> Iterable[str]:
    for name, rules in parts_of(edition):
        yield f"\n{name.upper()}"
        for rule in rules:
            margin = "  " * depth_of(rule.number)
            state = f" [{rule.status}]" if rule.is_withdrawn else ""
            yield f"\n{margin}{rule.number}  {rule.title}{state}"
            yield textwrap.fill(rule.summary, WIDTH, initial_indent=f"{margin}  ", subsequent_indent=f"{margin}  ")
