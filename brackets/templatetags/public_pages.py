"""What public pages ask for: their tabs, what changed since the posting before, and other events of the weekend."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.urls import reverse

from brackets.results.selectors import Weekend, weekend_of
from brackets.rules.awards import no_schedule_reason
from tournaments.hooks import has_cards
from tournaments.models import Audience, Entrant, Tournament

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


Changes = Sequence[Mapping[str, Any]]


@register.filter
def own_changes(changes: Changes) -> Changes:
    """Return the changes of a card, of who qualifies, and of who is in the standings at all."""
    return [change for change in changes if not _is_move_only(change)]


@register.filter
def moves_only(changes: Changes) -> Changes:
    """Return changes of place only, caused by other entrants."""
    return [change for change in changes if _is_move_only(change)]


def _is_move_only(change: Mapping[str, Any]) -> bool:
    before, after = change["before"], change["after"]
    return bool(before and after) and {**before, "rank": None} == {**after, "rank": None}


@register.simple_tag
def other_events(tournament: Tournament) -> Weekend:
    """Return the events that this one was made from or that were made from it. One query."""
    return weekend_of(tournament)


@register.filter
def has_rating_points(tournament: Tournament) -> bool:
    """Return whether there is a schedule of rating points for such an event."""
    return no_schedule_reason(tournament.kind, tournament.games_each, tournament.scoring) is None
