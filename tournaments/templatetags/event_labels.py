"""Labels for the terms of the event file, for templates."""

import re
from datetime import datetime
from typing import Any

from django import template
from django.conf import settings
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timesince

from tournaments.entrants.members import member_files
from tournaments.hooks import standing_call
from tournaments.log.words.parts import named
from tournaments.models import Entrant, Tournament
from tournaments.rules.constants import GAMES_55PLUS
from tournaments.rules.currency import money, money_in
from tournaments.rules.labels import EDITIONS, KINDS, rounds_in_words
from tournaments.rules.text import points_in

register = template.Library()
WHOLE = re.compile(r"\b[A-Z]{1,2}-\d+\b|(?<!\d)\d+(?:–\d+|/\d+ [+-]\d+)")
"""A seat, a score of a match, a card as it is written."""
_RULES = {
    "qualifiers": {"acc-2020": "rule 13.2.b", "acc-2010": "playoff brackets and byes, 2"},
    "notice": {"acc-2020": "rule 12.2.i", "acc-2010": "guideline 11.h"},
}


@register.inclusion_tag("tournaments/entrants/_member_files.html")
def member_files_note(tournament: Tournament) -> dict[str, object]:
    """Give the day of the list of ACC members that fills in numbers here."""
    return {"files": member_files(tournament), "tournament": tournament}


@register.simple_tag
def call_that_stands(entrant: Entrant) -> Any:
    """Return the call of an entrant to a board that stands, if any."""
    return standing_call(entrant)


register.simple_tag(lambda: settings.VERSION, name="version")
# What starts the site on this computer, and how its commands begin: without a clone they are others than in one.
register.simple_tag(lambda: settings.START, name="start_command")
register.simple_tag(lambda: settings.MANAGE, name="manage_command")
register.filter("kind_in_words", lambda kind: KINDS.get(kind, kind))
register.filter("edition_in_words", lambda edition: EDITIONS.get(edition, edition))


@register.simple_tag
def point_size(text: str, mm: float, most: int) -> str:
    """Return the class of the size in which a name is printed in one line of so many mm."""
    return f"pt-{points_in(text, mm, most)}"


@register.filter
def since_in_words(moment: datetime) -> str:
    """Say how long ago something was."""
    since = timesince(moment, depth=1)
    return "just now" if since.startswith("0") else f"{since} ago"


@register.filter
def games_in_words(tournament: Tournament) -> str:
    """Say how many games everybody plays, and how many extra rounds make up the byes."""
    return rounds_in_words(tournament.games_each, tournament.makeup_rounds)


@register.filter
def qualifiers_rule(edition: str) -> str:
    """Name the rule that one in four qualify."""
    return _RULES["qualifiers"].get(edition, "no rule of this event’s rulebook")


@register.filter
def in_currency(cents: int, currency: str) -> str:
    """Write cents as people write money: $1234.50."""
    return money_in(cents, currency)


register.filter("amount", money)


@register.filter
def kept_whole(text: str) -> SafeString:
    """Let no line of a text end within a seat, a score or a card."""
    return mark_safe(WHOLE.sub(r'<span class="nowrap">\g<0></span>', conditional_escape(text)))  # noqa: S308


@register.filter
def without_number(subject: str) -> str:
    """Name whom an entry of the log is about, without the entrant's number."""
    return named(subject)


@register.filter
def notice_rule(edition: str) -> str:
    """Name the rule by which a player hears of a change of place, with the cards as evidence."""
    return _RULES["notice"].get(edition, "custom")


@register.filter
def charts_printed(edition: str) -> str:
    """Name the rule with the approved charts, and for whom it prints them."""
    if edition == GAMES_55PLUS:
        return "its rulebook prints none"
    if edition == "acc-2010":
        return "playoff brackets and byes, 3, prints charts of 8 to 64 places for up to 256 entrants"
    return "rule 13.2.c prints charts for 12 to 256 entrants"
