"""What tests of seasons share: weekly events of one club, played and posted."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from brackets.event_files.store import import_event
from brackets.models import ClubSeason
from brackets.seasons.services import join_season, make_season
from tests.brackets.posting.posting import post
from tests.events import round_robin
from tests.scorecards.checking.check_pages import staff
from tournaments.models import StaffMember, Tournament

FIRST_WEEK = date(2026, 1, 6)


def spring(**other: Any) -> ClubSeason:
    """Return a season that is not stored."""
    usual = {
        "club": "Harbor Peggers",
        "name": "Spring 2026",
        "starts_on": date(2026, 1, 1),
        "ends_on": date(2026, 6, 30),
    }
    return ClubSeason(**{**usual, **other})


WEEKS = ((40, 20, 15, 12, 11, 10), (31, 30, 16, 61, 12, 11), (5, 6, 7, 8, 9, 10))
"""Spreads of the six games of four entrants, of whom 1 wins all and 4 none."""


def club_week(at: int, *, is_posted: bool = True) -> Tournament:
    """Store the event of a week, 0 for the first: the same four players each time."""
    event_file = round_robin(spreads=WEEKS[at])
    day = FIRST_WEEK + timedelta(weeks=at)
    facts = replace(event_file.event, kind="club", name=f"Week {at + 1}", starts_on=day, format="qualifying")
    tournament = import_event(event_file=replace(event_file, event=facts))
    if is_posted:
        post(tournament, staff(tournament, "director", "Ada Birch", "AB"))
        tournament.refresh_from_db()
    return tournament


def director_of(*events: Tournament) -> StaffMember:
    """Return somebody with an account who directs all of them, as a member of the first."""
    first, *others = events
    me = staff(first, "director", "Dee Rector", "DR")
    for event in others:
        StaffMember.objects.create(tournament=event, user=me.user, role="director", name=me.name, initials=me.initials)
    return me


def season_of_weeks(
    *events: Tournament, settings: ClubSeason | None = None, me: StaffMember | None = None
) -> ClubSeason:
    """Make a season of these events."""
    me = me or director_of(*events)
    season = make_season(tournament=events[0], actor=me, season=settings or spring())
    for event in events[1:]:
        join_season(tournament=event, actor=me, season=season.pk)
    return season
