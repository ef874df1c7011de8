"""Store demos: a tournament at a station of its day, and a club season of which all but the last week is posted."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from brackets.demo.club import season_days
from brackets.event_files.store import import_event
from brackets.models import Bracket, ClubSeason, SeasonEvent
from brackets.posting.services import post_qualifiers
from scorecards.checking.items import CheckItem, seen_of_line
from scorecards.checking.selectors.queue import check_queue
from scorecards.club_matches.services import post_matches
from scorecards.models import Confirmation, Signature
from scorecards.records.results import seen_of_errors
from tournaments.models import Audience, Role, StaffMember, Tournament
from tournaments.rules.types import EventFile

MADE_BY = "make_demo"
CHECKER, INITIALS = "Cleo Ashdown", "CA"


def store_tournament(event_file: EventFile, *, is_checked: bool) -> Tournament:
    """Store an event at which everybody is here and every card is in: posted, or with half of the checking done."""
    with transaction.atomic():
        event = import_event(event_file=event_file, imported_by=MADE_BY, standings_shown=Audience.NOBODY)
        event.entrants.filter(house_player=False).update(checked_in_at=timezone.now())
        items = [item for item in check_queue(event).required if not item.kind.is_undecided]
        _initial(event, items if is_checked else items[: len(items) // 2])
        if is_checked:
            posting = post_qualifiers(tournament=event, actor=_director(event), seen=event.version)
            Bracket.objects.filter(tournament=event).update(posting=posting)
    return event


def _initial(event: Tournament, items: Sequence[CheckItem]) -> None:
    """Initial what is to check. One service call for each, as a checker makes them, would take half a minute."""
    entrants = {entrant.number: entrant for entrant in event.entrants.all()}
    by = {"initials": INITIALS, "made_by": CHECKER}
    for item in items:
        for side in item.sides:
            seen = seen_of_errors(item.errors) if item.kind.is_arithmetic else seen_of_line(side.written)
            Confirmation.objects.create(entrant=entrants[side.holder.number], game=item.game, seen=seen, **by)
        if item.ruling is not None:
            Signature.objects.create(ruling_id=item.ruling, **by)


def _director(event: Tournament) -> StaffMember:
    # Nobody directs a demo: whoever wants to work at it is made its director afterwards.
    return StaffMember(tournament=event, role=Role.DIRECTOR, name=MADE_BY, initials="MD")


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
            post_qualifiers(tournament=event, actor=_director(event), seen=event.version)
        if night is not None:
            evening = import_event(event_file=night, imported_by=MADE_BY)
            SeasonEvent.objects.create(season=season, tournament=evening, made_by=MADE_BY)
            post_matches(tournament=evening, actor=_director(evening), seen=evening.version)
        Tournament.objects.filter(pk=events[-1].pk).update(standings_shown=Audience.NOBODY)
    return events[0]
