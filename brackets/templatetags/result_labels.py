"""Other events of the weekend, as pages show them."""

from django import template

from brackets.results.selectors import Weekend, weekend_of
from brackets.rules.awards import no_schedule_reason
from tournaments.models import Tournament

register = template.Library()


@register.simple_tag
def other_events(tournament: Tournament) -> Weekend:
    """Return the events that this one was made from or that were made from it. One query."""
    return weekend_of(tournament)


@register.filter
def has_rating_points(tournament: Tournament) -> bool:
    """Return whether there is a schedule of rating points for such an event."""
    return no_schedule_reason(tournament.kind, tournament.games_each, tournament.scoring) is None
