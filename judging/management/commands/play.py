"""Score one series of the play, card by card."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from judging.rules.hand import CardsError, split_cards
from judging.rules.play import parse_played_card, score_series

REFUSED = 2


class Command(BaseCommand):
    help = (
        "Score one series of the play in order (rule 7.2), and print the items as JSON."
        " Exit 2: cards that cannot be played so."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "cards",
            nargs="+",
            metavar="CARD",
            help="the cards in the order of play: 8S 7S 7D 6C; the rank alone will do (8 7 7 6)",
        )
        parser.add_argument(
            "--last",
            action="store_true",
            help="nobody could play after the last card: it scores 1 point, unless it made 31",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            cards = [parse_played_card(text) for text in split_cards(" ".join(options["cards"]))]
            series = score_series(cards, no_more=options["last"])
        except CardsError as error:
            raise CommandError(str(error), returncode=REFUSED) from error
        items = [{"card": str(item.card), "kind": item.kind.value, "points": item.points} for item in series.items]
        self.stdout.write(json.dumps({"total": series.total, "count": series.count, "items": items}, indent=1))
