"""The facts of an event, from its row."""

from tournaments.models import Tournament
from tournaments.rules.types import EventFacts


def event_facts(tournament: Tournament) -> EventFacts:
    """Return the event as the event file states it."""
    return EventFacts(
        name=tournament.name,
        games=tournament.games,
        starts_on=tournament.starts_on,
        kind=tournament.kind,
        edition=tournament.edition,
        format=tournament.format,
        scoring=tournament.scoring,
        muggins=tournament.muggins,
        qualifiers=tournament.qualifiers,
        qualifiers_reason=tournament.qualifiers_reason,
        drop_outs=tournament.drop_outs,
    )
