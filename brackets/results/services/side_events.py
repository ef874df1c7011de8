"""Making a consolation or satellite from an event, with those of its entrants who play in it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from brackets.models import SideEvent
from brackets.results.selectors.results import working_results
from brackets.results.selectors.side_events import candidates_of
from scorecards.records.recalculate import change_by_rulings
from tournaments.changes.audit import record_change
from tournaments.events.copying import copy_entrants
from tournaments.events.services import EventSettings, create_event
from tournaments.models import Audience, AuditAction, StaffMember, Tournament
from tournaments.rules.constants import QUALIFYING_PLAYOFF
from tournaments.staff.services.directors import copy_directors

SIDE_KINDS = ("consolation", "satellite")


class SideEventRefused(Exception):
    """No event was made; the text says why."""


@dataclass(frozen=True, slots=True)
class SideSettings:
    """Settings of a side event that differ from its main event's."""

    name: str
    kind: str
    starts_on: date | None
    games: int
    best_of: tuple[int, ...]
    entry_fee: int


def make_side_event(
    *, tournament: Tournament, actor: StaffMember, settings: SideSettings, chosen: Collection[int]
) -> Tournament:
    """Make an event of its own from another, with ``chosen`` as entrants, by their numbers there.

    They are numbered again in order of their places. All who direct the one direct the other, under the same names.
    Its seats, cards, bracket and money are its own; the two are linked to each other on their public pages.

    Raises:
        SideEventRefused: the qualifying round is not settled, somebody is still playing, the kind is another, or one
            of this name has been made already (the button was pressed twice).
    """
    if settings.kind not in SIDE_KINDS:
        raise SideEventRefused("A side event is a consolation or a satellite.")
    assert actor.user is not None, "a director has an account"
    with change_by_rulings(tournament, affects_cards=False) as locked:
        if SideEvent.objects.filter(main=locked, event__name=settings.name, event__deleted_at=None).exists():
            raise SideEventRefused("An event of this name has been made from this one already.")
        candidates = candidates_of(working_results(locked))
        if not candidates:
            raise SideEventRefused("Who did not qualify is known when the qualifying round is settled.")
        numbers = [candidate.number for candidate in candidates if candidate.number in chosen]
        if len(numbers) < len(set(chosen)):
            raise SideEventRefused("Somebody who was chosen qualifies or is still playing by now: choose again.")
        event = create_event(settings=_settings(locked, settings), user=actor.user)
        copy_directors(source=locked, target=event)
        SideEvent.objects.create(main=locked, event=event, made_by=actor.name)
        entrants = copy_entrants(source=locked, target=event, numbers=numbers)
        for subject, other, after in (
            (locked, event, {"entrants": len(entrants)}),
            (event, locked, {"entrants": [f"{entrant.number} {entrant.name}" for entrant in entrants]}),
        ):
            record_change(subject, actor, AuditAction.SIDE_EVENT_CREATED, other.name, after=after)
    return event


def _settings(main: Tournament, settings: SideSettings) -> EventSettings:
    return EventSettings(
        name=settings.name,
        starts_on=settings.starts_on,
        time_zone=main.time_zone,
        kind=settings.kind,
        edition=main.edition,
        games=settings.games,
        games_per_opponent=main.games_per_opponent,
        odd_field=main.odd_field,
        table_length=main.table_length,
        rooms=main.rooms,
        format=QUALIFYING_PLAYOFF,
        best_of=settings.best_of,
        scoring=main.scoring,
        drop_outs=main.drop_outs,
        muggins=main.muggins,
        deal=main.deal,
        deal_procedure=main.deal_procedure,
        standings_shown=Audience.NOBODY,
        entry_fee=settings.entry_fee,
        venue=main.venue,
        contact=main.contact,
    )
