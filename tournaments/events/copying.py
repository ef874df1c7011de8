"""Copy an event: its settings, directors and what other apps plan for it; its entrants where wished."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, time

from django.conf import settings as django_settings
from django.db import transaction
from django.utils.module_loading import import_string

from tournaments.changes.audit import record_change
from tournaments.events.services import create_event, just_created, settings_of
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.staff.services.directors import copy_directors

COPIED = (
    *(
        "player_id",
        "name",
        "last_name",
        "first_name",
        "suffix",
        "is_name_doubtful",
        "partner",
        "acc_number",
        "club",
        "city",
    ),
    *("province", "birth_year", "partner_birth_year", "ages_confirmed"),
    *("stays_seated", "seating_note"),
)


@dataclass(frozen=True, slots=True)
class CopySettings:
    """What is not the same in a copy."""

    name: str
    starts_on: date | None
    start_time: time | None
    venue: str
    entrants: bool


def copy_event(*, tournament: Tournament, actor: StaffMember, settings: CopySettings) -> Tournament:
    """Create an event like this one, directed by the same people. Asked for twice at once, it is created once.

    Seats, scorecards, postings and payments are not copied. ``ON_EVENT_COPIED`` names what other apps copy.
    """
    assert actor.user is not None, "a director has an account"
    wanted = replace(
        settings_of(tournament),
        name=settings.name,
        starts_on=settings.starts_on,
        start_time=settings.start_time,
        venue=settings.venue,
    )
    with transaction.atomic():
        if earlier := just_created(settings=wanted, user=actor.user):
            return earlier
        copy = create_event(settings=wanted, user=actor.user)
        copy_directors(source=tournament, target=copy)
        people = Entrant.objects.counting().filter(tournament=tournament, withdrawn_after_game=None)
        numbers = list(people.order_by("number").values_list("number", flat=True)) if settings.entrants else []
        copy_entrants(source=tournament, target=copy, numbers=numbers)
        for path in django_settings.ON_EVENT_COPIED:
            import_string(path)(source=tournament, target=copy, actor=actor)
        record_change(
            copy,
            actor,
            AuditAction.EVENT_COPIED,
            copy.name,
            after={"copy of": tournament.name, "entrants": len(numbers)},
        )
    return copy


def copy_entrants(*, source: Tournament, target: Tournament, numbers: Sequence[int]) -> list[Entrant]:
    """Add entrants to another event in the order given, under new numbers, without seats and fees.

    Runs inside the caller's transaction.
    """
    known = {entrant.number: entrant for entrant in Entrant.objects.filter(tournament=source)}
    return Entrant.objects.bulk_create(
        Entrant(
            tournament=target,
            number=new_number,
            fee_owed=target.entry_fee,
            **{name: getattr(known[number], name) for name in COPIED},
        )
        for new_number, number in enumerate(numbers, start=1)
    )
