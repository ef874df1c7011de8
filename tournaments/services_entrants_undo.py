"""Undoing a change of entrants: the log holds their fields before and after, which is all that it takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.models import AuditEntry, Entrant, StaffMember, Tournament
from tournaments.models_audit import AuditAction, spellings_of
from tournaments.services import LONGEST_SUBJECT, changing, record_change
from tournaments.services_entrants_log import STORED, Change, as_plain, record_many, type_plain
from tournaments.services_entrants_players import forget_players, link_players, relink_players
from tournaments.services_entrants_removal import delete_entrants, what_rests_on

# What is written to the log with an entrant's own fields before and after.
UNDOABLE = spellings_of(
    AuditAction.ENTRANT_ADDED,
    AuditAction.ENTRANT_CHANGED,
    AuditAction.ENTRANT_CHECKED_IN,
    AuditAction.CHECK_IN_UNDONE,
    AuditAction.ENTRANT_FEE_PAID,
    AuditAction.ENTRANT_WITHDRAWN,
    AuditAction.ENTRANT_REINSTATED,
    AuditAction.ENTRANT_REMOVED,
    AuditAction.ENTRANTS_IMPORTED,
    AuditAction.ENTRANTS_UNDONE,
)


class UndoRefused(Exception):
    """A change that cannot be undone any more; the message says why."""


def undo_change(*, tournament: Tournament, actor: StaffMember, entry: int) -> AuditEntry:
    """Undo one change of entrants, whole or not at all. What undoing did can itself be undone.

    Raises:
        UndoRefused: something has happened since that rests on the change.
    """
    with changing(tournament) as locked:
        found = AuditEntry.objects.filter(tournament=locked, pk=entry, action__in=UNDOABLE).first()
        if found is None:
            raise UndoRefused("That change is not in the log of this event.")
        before, after = _sides(found)
        known = {
            entrant.number: entrant
            for entrant in Entrant.objects.filter(tournament=locked, number__in=[*before, *after])
        }
        for number, state in after.items():
            _check_unchanged(number, state, known.get(number))
        _remove([known[number] for number in after if number not in before])
        _bring_back(locked, {number: state for number, state in before.items() if number not in after})
        _put_back(locked, actor, [known[number] for number in before if number in after], before)
        return _record(locked, actor, found, before, after)


type_states = dict[int, type_plain]


def _sides(entry: AuditEntry) -> tuple[type_states, type_states]:
    """Return the entrants before and after a change, by number; of a change of many, all of them."""
    entries = [entry]
    if span := (entry.after or {}).get("entries"):
        entries = list(AuditEntry.objects.filter(tournament=entry.tournament_id, pk__range=span))
    before = {one.before["number"]: one.before for one in entries if one.before}
    return before, {one.after["number"]: one.after for one in entries if one.after}


def _record(
    tournament: Tournament, actor: StaffMember, undone: AuditEntry, before: type_states, after: type_states
) -> AuditEntry:
    subject = f"{undone.action_in_words}: {undone.subject}"[:LONGEST_SUBJECT]
    if "entries" not in (undone.after or {}):
        return record_change(
            tournament=tournament,
            actor=actor,
            action=AuditAction.ENTRANTS_UNDONE,
            subject=subject,
            before=undone.after,
            after=undone.before,
        )
    names = dict(Entrant.objects.filter(tournament=tournament).values_list("number", "name"))
    changes = [
        Change(
            f"{number} {(after.get(number) or {}).get('name') or names.get(number, '')}",
            after.get(number),
            before.get(number),
        )
        for number in sorted({*before, *after})
    ]
    return record_many(
        tournament=tournament,
        actor=actor,
        action=AuditAction.ENTRANTS_UNDONE,
        subject=subject,
        changes=changes,
    )


def _check_unchanged(number: int, state: type_plain, entrant: Entrant | None) -> None:
    if entrant is None:
        raise UndoRefused(f"Number {number} has been removed since.")
    now = as_plain(entrant)
    if any(now[field] != value for field, value in state.items()):
        raise UndoRefused(f"{entrant} has been changed since: change what is wrong by hand.")


def _remove(entrants: list[Entrant]) -> None:
    if why_not := what_rests_on(entrants):
        raise UndoRefused(f"There is {why_not} by now: withdrawal is the way to let somebody go.")
    delete_entrants(entrants)


def _bring_back(tournament: Tournament, states: Mapping[int, type_plain]) -> None:
    for number in states:
        if taken := Entrant.objects.filter(tournament=tournament, number=number).first():
            raise UndoRefused(f"Number {number} has gone to {taken.name} since.")
    entrants = [Entrant(tournament=tournament, **_values(state)) for state in states.values()]
    link_players(entrants)
    Entrant.objects.bulk_create(entrants)


def _put_back(
    tournament: Tournament, actor: StaffMember, entrants: list[Entrant], states: Mapping[int, type_plain]
) -> None:
    players = [entrant.player_id for entrant in entrants]
    now = [as_plain(entrant) for entrant in entrants]
    for entrant in entrants:
        for field, value in _values(states[entrant.number]).items():
            setattr(entrant, field, value)
    relink_players(tournament=tournament, actor=actor, changed=list(zip(entrants, now, strict=True)))
    for entrant in entrants:
        entrant.save()
    forget_players(players)


def _values(state: type_plain) -> dict[str, Any]:
    """Return what the log wrote of an entrant as the model has it."""
    fields = {field.name: field for field in Entrant._meta.concrete_fields}
    return {name: fields[name].to_python(value) for name, value in state.items() if name in STORED}
