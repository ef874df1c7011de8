"""The photographed lines that a ruling is about."""

from collections.abc import Mapping

from django import template

from scorecards.records.pictures import Crop
from scorecards.rules.ruled_cards import CardPlayer, CardRuling

register = template.Library()


@register.filter
def of_ruling(crops: Mapping[tuple[int, int | None], Crop], ruling: CardRuling) -> list[tuple[CardPlayer, Crop]]:
    """Return both players of a ruling with the photographed line of each, as far as there are any."""
    players = [side.entrant for side in ruling.sides]
    return [(one, crops[one.number, ruling.game]) for one in players if (one.number, ruling.game) in crops]
