"""Store a demo tournament at a station of its day."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from brackets.demo.event import Station
from brackets.event_files.store import import_event
from brackets.models import Bracket
from brackets.posting.services import post_qualifiers
from scorecards.checking.check_queue import CheckQueue
from scorecards.checking.items import CheckItem, seen_of_line
from scorecards.models import Confirmation, Signature
from scorecards.records.results import seen_of_errors
from tournaments.events.time_zones import today_in, usual_time_zone
from tournaments.models import Audience, Role, StaffMember, Tournament
from tournaments.rules.types import EventFile

MADE_BY = "make_demo"
CHECKER, INITIALS = "Cleo Ashdown", "CA"


def store_tournament(event_file: EventFile, station: Station, director: User | None = None) -> Tournament:
    """Store an event: from the first game on everybody is here; half of the checking is done, or it is posted.

    With a director it is practice of today, which the public never sees; its checking is still to do.
    """
    with transaction.atomic():
        event = import_event(
            event_file=event_file, director=director, imported_by=MADE_BY, standings_shown=Audience.NOBODY
        )
        if director is not None:
            event.practice, event.is_hidden = station, True
            event.time_zone = usual_time_zone(one.time_zone for one in Tournament.objects.worked_at_by(director))
            event.starts_on = today_in(event.time_zone)
            event.save(update_fields=["practice", "is_hidden", "time_zone", "starts_on"])
        if station is not Station.DOOR:
            event.entrants.filter(house_player=False).update(checked_in_at=timezone.now())
        if station is Station.PLAYOFFS or (station is Station.CHECK and director is None):
            items = [item for item in CheckQueue(event).required if not item.kind.is_undecided]
            _initial(event, items if station is Station.PLAYOFFS else items[: len(items) // 2])
        if station is Station.PLAYOFFS:
            posting = post_qualifiers(tournament=event, actor=director_of(event), seen=event.version)
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


def director_of(event: Tournament) -> StaffMember:
    """Return who acts for a demo: it has no director until somebody who wants to work at it is made one."""
    return StaffMember(tournament=event, role=Role.DIRECTOR, name=MADE_BY, initials="MD")
