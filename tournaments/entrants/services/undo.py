"""Undo a change of entrants: its step holds their fields before and after."""

from collections.abc import Mapping
from typing import Any

from tournaments.changes.transaction import tournament_change
from tournaments.entrants.fields import NAMES
from tournaments.entrants.known import people_known_to
from tournaments.entrants.services.history import Fields, LoggedChange, entrant_to_dict, record_many, record_one
from tournaments.entrants.services.players import forget_players, link_players, relink_players
from tournaments.entrants.services.removal import delete_entrants, what_rests_on
from tournaments.hooks import forget_stakes
from tournaments.models import AuditAction, AuditEntry, Entrant, StaffMember, Tournament, UndoStep
from tournaments.refused import Refused
from tournaments.rules.undo_states import EntrantsState, UnknownForm


def undo_change(tournament: Tournament, actor: StaffMember, *, entry: int) -> AuditEntry:
    """Undo one change of entrants, even an undo, whole or not at all; Refused where something rests on it."""
    with tournament_change(tournament) as locked:
        steps = UndoStep.objects.filter(entry__tournament=locked, of=UndoStep.Of.ENTRANTS)
        step = steps.select_related("entry").filter(entry=entry).first()
        if step is None:
            raise Refused("That change is not in the log of this event.")
        state = _state_of(step)
        before, after = state.before, state.after
        known = {
            entrant.number: entrant
            for entrant in Entrant.objects.filter(tournament=locked, number__in=[*before, *after])
        }
        for number, fields in after.items():
            _check_unchanged(number, fields, known.get(number))
        _remove([known[number] for number in after if number not in before], step.entry)
        _bring_back(locked, actor, {number: fields for number, fields in before.items() if number not in after})
        _put_back(locked, actor, [known[number] for number in before if number in after], before)
        return _record(locked, actor, step.entry, state)


def _state_of(step: UndoStep) -> EntrantsState:
    try:
        return EntrantsState.from_json(step.version, step.state)
    except UnknownForm as error:
        raise Refused("A later version of this program made that change: nothing was undone.") from error


def _record(tournament: Tournament, actor: StaffMember, undone: AuditEntry, state: EntrantsState) -> AuditEntry:
    """Write the undoing to the log: the same change the other way round."""
    subject = f"{undone.action_in_words}: {undone.subject}"
    action = AuditAction.ENTRANTS_UNDONE
    before, after = state.after, state.before
    if not state.is_of_many:
        [change] = state.changes
        return record_one(tournament, actor, action=action, change=LoggedChange(subject, change.after, change.before))
    names = dict(Entrant.objects.filter(tournament=tournament).values_list("number", "name"))
    changes = [
        LoggedChange(
            f"{number} {(before.get(number) or {}).get('name') or names.get(number, '')}",
            before.get(number),
            after.get(number),
        )
        for number in sorted({*before, *after})
    ]
    return record_many(tournament, actor, action=action, subject=subject, changes=changes)


def _check_unchanged(number: int, state: Fields, entrant: Entrant | None) -> None:
    if entrant is None:
        raise Refused(f"Number {number} has been removed since.")
    now = entrant_to_dict(entrant)
    if any(now[field] != value for field, value in state.items()):
        raise Refused(f"{entrant} has been changed since: change what is wrong by hand.")


def _remove(entrants: list[Entrant], entry: AuditEntry) -> None:
    # What their own import did goes with it; what came later stays in the way.
    forget_stakes(entrants, entry.at)
    if why_not := what_rests_on(entrants):
        raise Refused(f"There is {why_not} by now: withdrawal is the way to let somebody go.")
    delete_entrants(entrants)


def _bring_back(tournament: Tournament, actor: StaffMember, states: Mapping[int, Fields]) -> None:
    for number in states:
        if taken := Entrant.objects.filter(tournament=tournament, number=number).first():
            raise Refused(f"Number {number} has gone to {taken.name} since.")
    entrants = [Entrant(tournament=tournament, **_values(state)) for state in states.values()]
    link_players(entrants, people_known_to(actor, besides=tournament))
    Entrant.objects.bulk_create(entrants)


def _put_back(
    tournament: Tournament, actor: StaffMember, entrants: list[Entrant], states: Mapping[int, Fields]
) -> None:
    players = [entrant.player_id for entrant in entrants]
    now = [entrant_to_dict(entrant) for entrant in entrants]
    for entrant in entrants:
        for field, value in _values(states[entrant.number]).items():
            setattr(entrant, field, value)
        if "name" in states[entrant.number] and "last_name" not in states[entrant.number]:
            entrant.split_name()
    relink_players(tournament, actor, changed=list(zip(entrants, now, strict=True)))
    for entrant in entrants:
        entrant.save()
    forget_players(players)


def _values(state: Fields) -> dict[str, Any]:
    """Return what the log wrote of an entrant as the model has it."""
    fields = {field.name: field for field in Entrant._meta.concrete_fields}
    return {name: fields[name].to_python(value) for name, value in state.items() if name in NAMES}
