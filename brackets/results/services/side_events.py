"""Making a consolation or satellite from an event, with those of its entrants who play in it."""

from collections.abc import Collection
from typing import Any

from brackets.models import SideEvent
from brackets.results.selectors.results import working_results
from brackets.results.selectors.side_events import candidates_of
from scorecards.records.recalculate import change_by_rulings
from tournaments.changes.audit import record_change
from tournaments.events.creating import copy_entrants, create_event
from tournaments.models import AuditAction, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.formats import QUALIFYING_PLAYOFF
from tournaments.staff.services import copy_directors

# What a side event takes over from its main event.
KEPT = (
    *("time_zone", "edition", "games_per_opponent", "odd_field", "table_length", "rooms", "scoring", "drop_outs"),
    *("muggins", "deal", "deal_procedure", "venue", "contact"),
)
SIDE_KINDS = ("consolation", "satellite")


def make_side_event(
    tournament: Tournament, actor: StaffMember, *, settings: dict[str, Any], chosen: Collection[int]
) -> Tournament:
    """Make an event of its own from another, with ``chosen`` as entrants, by their numbers there.

    ``settings`` are its name, kind, day, games, best-of and entry fee; the rest is as in the main event.

    They are numbered again in order of their places. All who direct the one direct the other, under the same names.
    Its seats, cards, bracket and money are its own; the two are linked to each other on their public pages.

    Raises:
        Refused: the qualifying round is not settled, somebody is still playing, the kind is another, or one
            of this name has been made already (the button was pressed twice).
    """
    if settings["kind"] not in SIDE_KINDS:
        raise Refused("A side event is a consolation or a satellite.")
    assert actor.user is not None, "a director has an account"
    with change_by_rulings(tournament, affects_cards=False) as locked:
        if SideEvent.objects.filter(main=locked, event__name=settings["name"], event__deleted_at=None).exists():
            raise Refused("An event of this name has been made from this one already.")
        candidates = candidates_of(working_results(locked))
        if not candidates:
            raise Refused("Who did not qualify is known when the qualifying round is settled.")
        numbers = [candidate.number for candidate in candidates if candidate.number in chosen]
        if len(numbers) < len(set(chosen)):
            raise Refused("A player you chose now qualifies or is still playing: choose again.")
        kept = {name: getattr(locked, name) for name in KEPT}
        event = create_event(Tournament(**kept, **settings, format=QUALIFYING_PLAYOFF), actor.user)
        copy_directors(source=locked, target=event)
        SideEvent.objects.create(main=locked, event=event, made_by=actor.name)
        entrants = copy_entrants(source=locked, target=event, numbers=numbers)
        for subject, other, after in (
            (locked, event, {"entrants": len(entrants)}),
            (event, locked, {"entrants": [f"{entrant.number} {entrant.name}" for entrant in entrants]}),
        ):
            record_change(subject, actor, AuditAction.SIDE_EVENT_CREATED, other.name, after=after)
    return event
