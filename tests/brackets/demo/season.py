"""The weekly events of an invented club's season, and a night of matches of the same people."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from brackets.demo.club import make_matches
from brackets.demo.event import FIRST_DAY, make_event
from brackets.demo.people import as_person
from brackets.demo.store import MADE_BY, director_of
from brackets.event_files.store import import_event
from brackets.models import ClubSeason, SeasonEvent
from brackets.posting.services import post_qualifiers
from scorecards.club_matches.services import post_matches
from tests.factories.rows import row
from tournaments.models import Tournament
from tournaments.rules.types import EntrantRecord, EventFile

CLUB = "Harbor Peggers"


def make_weeks(*, players: int = 16, weeks: int = 8) -> tuple[EventFile, ...]:
    """Make the weekly events of a club season: the same people each week, all cards in and agreed."""
    found = [
        make_event(
            players=players,
            games=9,
            seed=2026 + week,
            name=f"{CLUB}, week {week + 1}",
            starts_on=FIRST_DAY + timedelta(weeks=week),
            errors=False,
        )
        for week in range(weeks)
    ]
    events = [replace(week.event, kind="club", format="qualifying") for week in found]
    return tuple(
        replace(week, event=event, entrants=_people(week.entrants, found[0].entrants))
        for week, event in zip(found, events, strict=True)
    )


def make_match_night(weeks: Sequence[EventFile]) -> EventFile:
    """Make a night of matches of the people of a season, on the eve of the day in its middle. All of them are over."""
    middle = weeks[len(weeks) // 2]
    people = [one for one in middle.entrants if not one.house_player]
    night = make_matches(players=len(people), name=f"{CLUB}, night of matches")
    assert middle.event.starts_on is not None, "weeks of a season have their days"
    return replace(
        night,
        event=replace(night.event, starts_on=middle.event.starts_on - timedelta(days=1)),
        entrants=_people(night.entrants, people),
        club_matches=night.club_matches[:-1],
    )


def _people(entrants: Sequence[EntrantRecord], people: Sequence[EntrantRecord]) -> tuple[EntrantRecord, ...]:
    return tuple(replace(as_person(one, who), club=CLUB) for one, who in zip(entrants, people, strict=True))


def store_season(*, weeks: Sequence[EventFile], night: EventFile | None = None) -> Tournament:
    """Store weekly events as one season of which all but two weeks count, and return its first event.

    All but the last week are posted. ``night`` is a night of matches of the same club that belongs to the season too.
    """
    season: ClubSeason = row(
        ClubSeason,
        club=CLUB,
        name="Summer",
        starts_on=weeks[0].event.starts_on,
        ends_on=weeks[-1].event.starts_on,
        best_of=max(1, len(weeks) - 2),
        points=[12, 9, 7, 5, 4, 3, 2],
        points_others=1,
    )
    events = [import_event(event_file=one, imported_by=MADE_BY) for one in (*weeks, *([night] if night else []))]
    for event in events:
        SeasonEvent.objects.create(season=season, tournament=event, made_by=MADE_BY)
    for event in events[: len(weeks) - 1]:
        post_qualifiers(tournament=event, actor=director_of(event), seen=event.version)
    for event in events[len(weeks) :]:
        post_matches(tournament=event, actor=director_of(event), seen=event.version)
    Tournament.objects.filter(pk=events[len(weeks) - 1].pk).update(standings_shown="nobody")
    return events[0]
