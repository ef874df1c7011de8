"""Count a hand or a crib, item by item."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from judging.rules.hand import CARDS_IN_HAND, Card, CardsError, count_hand, parse_cards

REFUSED = 2


class Command(BaseCommand):
    help = "Count four cards and the starter by rule 1.7, and print the items as JSON. Exit 2: cards refused."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "cards",
            nargs="+",
            metavar="CARD",
            help="four cards and then the starter: 5H 5S 5C JD 5D; 10D and TD are the same, small letters will do",
        )
        parser.add_argument("--crib", action="store_true", help="count a crib: a flush needs all five cards")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            *cards, starter = self.five_cards(" ".join(options["cards"]))
            count = count_hand(cards, starter, crib=options["crib"])
        except CardsError as error:
            raise CommandError(str(error), returncode=REFUSED) from error
        items = [
            {"cards": [str(card) for card in item.cards], "kind": item.kind.value, "points": item.points}
            for item in count.items
        ]
        self.stdout.write(json.dumps({"total": count.total, "items": items}, indent=1))

    def five_cards(self, text: str) -> tuple[Card, ...]:
        cards = parse_cards(text)
        if len(cards) != CARDS_IN_HAND + 1:
            raise CardsError(
                f"Write four cards and then the starter, five in all: here are {len(cards)}. Example: 5H 5S 5C JD 5D"
            )
        return cards
