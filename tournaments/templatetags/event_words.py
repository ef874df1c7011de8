"""What the event file calls things, in words for people."""

from django import template

register = template.Library()

KINDS = {"main": "Main event", "consolation": "Consolation", "satellite": "Satellite", "club": "Club event"}
EDITIONS = {
    "acc-2020": "American Cribbage Congress rulebook, 2020 edition",
    "acc-2010": "American Cribbage Congress rulebook, 2010 edition",
}
FORMATS = {
    "qualifying-playoff": "Qualifying round, then playoffs",
    "qualifying": "Qualifying round only",
    "double-round-robin": "Double round robin",
}
SCORINGS = {
    "acc": "2 points for a win, 3 for a skunk",
    "double-skunk": "2 points for a win, 3 for a skunk, 4 for a double skunk",
    "free-play": "1 point for a win, 2 for a skunk, 4 for a double skunk",
    "total-points": "Points pegged over all games",
    "points-left": "Points left to 121, fewest first",
}


@register.filter
def kind_in_words(kind: str) -> str:
    """Say what kind of event it is."""
    return KINDS.get(kind, kind)


@register.filter
def edition_in_words(edition: str) -> str:
    """Say which rulebook governs the event."""
    return EDITIONS.get(edition, edition)


@register.filter
def format_in_words(event_format: str) -> str:
    """Say what is played."""
    return FORMATS.get(event_format, event_format)


@register.filter
def scoring_in_words(scoring: str) -> str:
    """Say what a win is worth."""
    return SCORINGS.get(scoring, scoring)


@register.filter
def qualifiers_rule(edition: str) -> str:
    """Name the rule that one in four qualify."""
    return "playoff brackets and byes, 2" if edition == "acc-2010" else "rule 13.2.b"


@register.filter
def charts_rule(edition: str) -> str:
    """Name the rule with the approved charts."""
    return "playoff brackets and byes, 3," if edition == "acc-2010" else "rule 13.2.c"
