"""Find the entrants that seats and numbers on a card mean, without reading the whole field."""

from collections.abc import Iterable

from django.db.models import Q

from scorecards.rules.entry.typed_cards import SeatPlan, full_label
from tournaments.models import Entrant, Tournament

MOST_DIGITS = 9


def seats_meant(tournament: Tournament, texts: Iterable[str]) -> SeatPlan:
    """Return the seats and numbers that texts mean. One query; another for all seats where one is not found at once."""
    wanted = {text.strip() for text in texts} - {""}
    labels = wanted | {full_label(text.casefold()) for text in wanted} - {""}
    spellings = {spelling for label in labels for spelling in (label, label.upper(), label.lower())}
    numbers = {int(text) for text in wanted if text.isdecimal() and len(text) <= MOST_DIGITS}
    entrants = Entrant.objects.filter(tournament=tournament).values_list("number", "seat").order_by()
    found = SeatPlan.of(entrants.filter(Q(seat__in=spellings) | Q(number__in=numbers)) if wanted else ())
    if all(found.find(text) is not None for text in wanted):
        return found
    return SeatPlan.of(entrants)
