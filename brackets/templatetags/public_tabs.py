"""The tabs of an event's public pages: those that have something to show."""

from typing import Any

from django import template
from django.urls import reverse

from tournaments.hooks import has_cards
from tournaments.models import Audience, Entrant

register = template.Library()


@register.simple_tag(takes_context=True)
def public_tabs(context: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return label, address, and ``aria-current`` of the open one. Two queries, none once posted.

    A page that must still be empty has no tab, unless it is the open one.
    """
    tournament, here = context["tournament"], context["request"].resolver_match.view_name
    is_open = tournament.standings_shown == Audience.EVERYBODY
    outcome = context.get("outcome")
    is_shown = tournament.latest_posting or (is_open and (outcome.has_cards if outcome else has_cards(tournament)))
    is_club = tournament.kind == "club"
    tabs = {
        "brackets:event": ("Event", True),
        "tournaments:seats": (
            "Seats",
            is_shown or Entrant.objects.filter(tournament=tournament).exclude(seat="").exists(),
        ),
        "brackets:standings": ("Standings", is_shown),
        "brackets:bracket": ("Bracket", is_shown and tournament.has_playoffs),
        "brackets:results": ("Results", is_shown),
        "scorecards:matches": ("Matches", is_club),
        "brackets:season": ("Season", is_club),
    }
    below = {"brackets:card": "brackets:standings"}
    return [
        (label, reverse(page, args=[tournament.slug]), "page" if page == here else "true" if is_here else "")
        for page, (label, has_something) in tabs.items()
        if (is_here := page in (here, below.get(here))) or has_something
    ]
