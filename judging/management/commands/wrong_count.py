"""Look up what is done about a wrong number of cards."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from judging.rules.wrong_number import Number, wrong_number
from tournaments.rules.constants import EDITIONS


class Command(BaseCommand):
    help = "Look up the action of rule 4.4.c for a wrong number of cards, and print it as JSON."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        numbers = [number.value for number in Number]
        parser.add_argument("--edition", required=True, choices=EDITIONS)
        for name, whose in (("pone", "the pone's hand"), ("dealer", "the dealer's hand"), ("crib", "the crib")):
            parser.add_argument(f"--{name}", required=True, choices=numbers, help=f"number of cards in {whose}")
        when = parser.add_mutually_exclusive_group(required=True)
        when.add_argument("--before-starter", dest="after_starter", action="store_false", help="column A")
        when.add_argument("--after-starter", dest="after_starter", action="store_true", help="column B")

    def handle(self, *args: Any, **options: Any) -> None:
        found = wrong_number(
            edition=options["edition"],
            pone=Number(options["pone"]),
            dealer=Number(options["dealer"]),
            crib=Number(options["crib"]),
            after_starter=options["after_starter"],
        )
        self.stdout.write(json.dumps({"action": found.action, "rule": found.rule, "summary": found.summary}))
