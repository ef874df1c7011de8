"""The list from which a player chooses who sat across."""

from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scorecards.reporting.selectors.phone import Person

register = template.Library()
SELECTED, NOTHING = SafeString(" selected"), SafeString("")


@lru_cache(maxsize=4096)
def _option(person: Person, selected: SafeString) -> str:
    seat = f" ({person.seat})" if person.seat else ""
    return format_html('<option value="{}"{}>{}{}</option>', person.number, selected, person.name, seat)


@register.simple_tag
def opponent_options(people: Iterable[Person], chosen: Person | None) -> SafeString:
    """Return an option for each person. Each is made once: every card's page has a few hundred of them twice."""
    number = chosen.number if chosen is not None else None
    return SafeString("".join(_option(one, SELECTED if one.number == number else NOTHING) for one in people))
