"""Store the demo of a club season: a match night, and every week but the last, are posted."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from brackets.demo.club import season_days
from brackets.event_files.store import import_event
from brackets.models import ClubSeason, SeasonEvent
from brackets.posting.services import post_qualifiers
from scorecards.club_matches.services import post_matches
from tournaments.models import Audience, Role, StaffMember, Tournament
from tournaments.rules.types import EventFile

MADE_BY = "make_demo"


def store_season(*, weeks: Sequence[EventFile], club: str, name: str, night: EventFile | None = None) -> Tournament:
    """Store weekly events as one season of which all but two weeks count, and return its first event.

    ``night`` is a night of matches of the same club that belongs to the season too.
    """
    starts_on, ends_on = season_days(weeks)
    with transaction.atomic():
        season = ClubSeason.objects.create(
            club=club,
            name=name,
            starts_on=starts_on,
            ends_on=ends_on,
            best_of=max(1, len(weeks) - 2),
            points=[12, 9, 7, 5, 4, 3, 2],
            points_others=1,
            points_source="invented for this demo",
            made_by=MADE_BY,
        )
        events = [import_event(event_file=week, imported_by=MADE_BY) for week in weeks]
        for event in events:
            SeasonEvent.objects.create(season=season, tournament=event, made_by=MADE_BY)
        for event in events[:-1]:
            # Nobody directs a demo: whoever wants to work at it is made its director afterwards.
            member = StaffMember(tournament=event, role=Role.DIRECTOR, name=MADE_BY, initials="MD")
            post_qualifiers(tournament=event, actor=member, seen=event.version)
        if night is not None:
            evening = import_event(event_file=night, imported_by=MADE_BY)
            SeasonEvent.objects.create(season=season, tournament=evening, made_by=MADE_BY)
            member = StaffMember(tournament=evening, role=Role.DIRECTOR, name=MADE_BY, initials="MD")
            post_matches(tournament=evening, actor=member, seen=evening.version)
        Tournament.objects.filter(pk=events[-1].pk).update(standings_shown=Audience.NOBODY)
    return events[0]
