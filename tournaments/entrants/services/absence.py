"""Mark entrants who did not come: they leave every count, and what they paid stays on record (domain 5)."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from enum import StrEnum

from tournaments.changes.audit import record_change
from tournaments.changes.transaction import bump_public_version, tournament_change
from tournaments.entrants.services.history import change_of, entrant_to_dict, record_many, record_one, subject_of
from tournaments.entrants.services.registration import MoneyOpen, refuse_lines
from tournaments.hooks import entered_lines
from tournaments.models import AuditAction, AuditEntry, Entrant, Role, StaffMember, Tournament
from tournaments.records.entrants import entrants_by_number
from tournaments.refused import Refused
from tournaments.rules.currency import money, money_in
from tournaments.rules.text import folded, number_of


class Paid(StrEnum):
    """What becomes of a fee that was paid by somebody who does not play."""

    REFUND = "refund"
    KEEP = "keep"
    MOVE = "move"


@dataclass(frozen=True, slots=True)
class Settlement:
    """What becomes of one fee: to keep it takes a ``reason``, to move it another ``event`` by primary key."""

    paid: Paid
    reason: str = ""
    event: int | None = None


def not_here(tournament: Tournament) -> list[Entrant]:
    """Return who counts and neither checked in nor has a line, by number: whom the door proposes. Two queries."""
    with_lines = {number for number, _ in entered_lines(tournament)}
    awaited = Entrant.objects.counting().filter(tournament=tournament, withdrawn_after_game=None, checked_in_at=None)
    return [entrant for entrant in awaited.order_by("number") if entrant.number not in with_lines]


def record_absence(
    tournament: Tournament,
    actor: StaffMember,
    *,
    numbers: Collection[int],
    settlements: Mapping[int, Settlement] | None = None,
    was_here: bool = False,
) -> AuditEntry:
    """Write down who did not come, or with ``was_here`` who left before game 1; undoing puts all of them back.

    Where somebody is out already, only their fee is settled. Of several, those checked in meanwhile are left out; else
    nobody is changed where one is refused.

    Raises:
        MoneyOpen: somebody has paid, and ``settlements`` does not say what becomes of it.
        Refused: nobody is left, somebody is checked in or has a line on a card, a fee that is kept has no
            reason, or it cannot be moved there.
    """
    asked = settlements or {}
    events = {one.event for one in asked.values() if one.event is not None and one.paid is Paid.MOVE}
    with ExitStack() as stack:
        # In one order, so that two who move fees between the same events do not wait for each other.
        wanted = Tournament.objects.present().filter(pk__in={tournament.pk, *events}).order_by("pk")
        locked = {one.pk: stack.enter_context(tournament_change(one, public=False)) for one in wanted}
        here = locked[tournament.pk]
        people = list(entrants_by_number(here, numbers).values())
        if len(people) > 1:
            people = [entrant for entrant in people if was_here or not entrant.checked_in_at]
        if not people:
            raise Refused("Nobody is left to write down.")
        refuse_lines(here, people)
        changes = []
        for entrant in people:
            if entrant.counts and entrant.checked_in_at and not was_here:
                raise Refused(f"{entrant.shown_name} is checked in. Undo the check-in first.")
            before = entrant_to_dict(entrant)
            if entrant.fee_paid:
                entry = _settle(locked, actor, entrant, asked.get(entrant.number))
                if entry.action == AuditAction.FEE_MOVED:
                    before["fee_paid"] = "0.00"  # it is at the other event, which undoing this does not change
            entrant.withdrawn_after_game = 0
            entrant.save()
            changes.append(change_of(entrant, before))
        bump_public_version(here)
        if len(changes) == 1:
            if changes[0].before == changes[0].after:
                return entry
            action = AuditAction.ENTRANT_WITHDRAWN if was_here else AuditAction.ENTRANT_ABSENT
            return record_one(here, actor, action, changes[0])
        return record_many(here, actor, AuditAction.ENTRANTS_ABSENT, number_of(len(changes), "entrant"), changes)


def _settle(
    locked: Mapping[int, Tournament], actor: StaffMember, entrant: Entrant, settlement: Settlement | None
) -> AuditEntry:
    """Do with a paid fee what the director chose, and log it."""
    tournament = locked[entrant.tournament_id]
    paid, amount = entrant.fee_paid, money_in(entrant.fee_paid, tournament.currency)
    if settlement is None:
        raise MoneyOpen(entrant)
    if settlement.paid is Paid.KEEP:
        if not settlement.reason:
            raise Refused(f"Say why the {amount} of {entrant.shown_name} is kept.", "reason")
        said = {"amount": money(paid), "reason": settlement.reason}
        return record_change(tournament, actor, AuditAction.FEE_KEPT, subject_of(entrant), after=said)
    more = {}
    if settlement.paid is Paid.MOVE:
        other = locked.get(settlement.event or 0)
        there = namesake_at(other, entrant) if other is not None and other != tournament else None
        if other is None or there is None or not any(one.pk == other.pk for one in other_events(actor, entrant)):
            raise Refused(f"Choose an event at which {entrant.shown_name} is entered.", "event")
        there.fee_paid += paid
        there.save()
        said = {"amount": money(paid), "event": tournament.name}
        actor_there = StaffMember.objects.get(user=actor.user_id, tournament=other, role=Role.DIRECTOR)
        record_change(other, actor_there, AuditAction.FEE_RECEIVED, subject_of(there), after=said)
        more = {"event": other.name}
    entrant.fee_paid = 0
    action = AuditAction.FEE_MOVED if settlement.paid is Paid.MOVE else AuditAction.FEE_REFUNDED
    return record_change(tournament, actor, action, subject_of(entrant), after={"amount": money(paid), **more})


def other_events(actor: StaffMember, entrant: Entrant) -> Sequence[Tournament]:
    """Return the other events that this person directs, at which the entrant is entered too. Two queries and more."""
    directed = Tournament.objects.present().directed_by(actor.user_id)
    events = directed.filter(currency=actor.tournament.currency, archived_at=None)
    others = events.exclude(pk=actor.tournament_id).order_by("-starts_on", "-pk")
    return [event for event in others if namesake_at(event, entrant) is not None]


def namesake_at(tournament: Tournament, entrant: Entrant) -> Entrant | None:
    """Return who counts at an event and is the same player, else the only one of the same name. One query."""
    there = list(Entrant.objects.counting().filter(tournament=tournament).order_by("number"))
    same = [one for one in there if entrant.player_id is not None and one.player_id == entrant.player_id]
    name = (folded(entrant.name), folded(entrant.partner))
    found = same or [one for one in there if (folded(one.name), folded(one.partner)) == name]
    return found[0] if len(found) == 1 else None
