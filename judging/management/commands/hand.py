"""Count a hand or a crib, item by item."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from judging.rules.hand import Card, CardsError, cards_counted, count_hand, parse_cards

REFUSED = 2
WANTED = {
    4: "Write four cards and then the starter, five in all: here are {here}. Example: 5H 5S 5C JD 5D",
    3: "Write three cards and then the starter, four in all: here are {here}. Example: 5H 5S JD 5D",
}


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
        parser.add_argument(
            "--five-card",
            action="store_true",
            help="the five-card game (general-rules 97): a hand has three cards, without a flush; a crib has four",
        )
        parser.add_argument("--crib", action="store_true", help="count a crib: a flush needs all five cards")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            game = {"crib": options["crib"], "five_card": options["five_card"]}
            *cards, starter = self.cards_and_starter(" ".join(options["cards"]), cards_counted(**game))
            count = count_hand(cards, starter, **game)
        except CardsError as error:
            raise CommandError(str(error), returncode=REFUSED) from error
        items = [
            {"cards": [str(card) for card in item.cards], "kind": item.kind.value, "points": item.points}
            for item in count.items
        ]
        self.stdout.write(json.dumps({"total": count.total, "items": items}, indent=1))

    def cards_and_starter(self, text: str, wanted: int) -> tuple[Card, ...]:
        cards = parse_cards(text)
        if len(cards) != wanted + 1:
            raise CardsError(WANTED[wanted].format(here=len(cards)))
        return cards
