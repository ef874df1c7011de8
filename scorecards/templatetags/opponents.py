"""The list from which a player chooses who sat across."""

from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.models import Entrant

register = template.Library()
SELECTED, NOTHING = SafeString(" selected"), SafeString("")


@lru_cache(maxsize=4096)
def _option(number: int, name: str, seat: str, selected: SafeString) -> str:
    return format_html('<option value="{}"{}>{}{}</option>', number, selected, name, f" ({seat})" if seat else "")


@register.simple_tag
def opponent_options(people: Iterable[Entrant], chosen: Entrant | None) -> SafeString:
    """Return an option for each person. Each is made once: every card's page has a few hundred of them twice."""
    number = chosen.number if chosen is not None else None
    return SafeString(
        "".join(
            _option(one.number, one.shown_name, one.seat, SELECTED if one.number == number else NOTHING)
            for one in people
        )
    )
