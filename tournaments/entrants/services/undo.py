"""Undo a change of entrants: its step holds their fields before and after."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import ProtectedError
from django.db.models.deletion import Collector

from tournaments.changes.transaction import tournament_change
from tournaments.entrants.fields import NAMES
from tournaments.entrants.known import people_known_to
from tournaments.entrants.services.history import (
    Fields,
    change,
    entrant_to_dict,
    record_many,
    record_one,
    said_fields,
    subject_of,
)
from tournaments.entrants.services.players import forget_players, link_players, relink_players
from tournaments.hooks import forget_stakes
from tournaments.models import AuditAction, AuditEntry, Entrant, StaffMember, Tournament, UndoStep
from tournaments.refused import Refused
from tournaments.rules.currency import money_in
from tournaments.rules.undo_states import EntrantsState, UnknownForm


def undo_change(tournament: Tournament, actor: StaffMember, *, entry: int) -> AuditEntry:
    """Undo one change of entrants, even an undo, whole or not at all; Refused where something rests on it."""
    with tournament_change(tournament) as locked:
        steps = UndoStep.objects.filter(entry__tournament=locked, of=UndoStep.Of.ENTRANTS)
        step = steps.select_related("entry").filter(entry=entry).first()
        if step is None:
            raise Refused("That change is not in the log of this event.")
        try:
            state = EntrantsState.from_json(step.version, step.state)
        except UnknownForm as error:
            raise Refused("A later version of this program made that change: nothing was undone.") from error
        before, after = state.before, state.after
        known = {
            entrant.number: entrant
            for entrant in Entrant.objects.filter(tournament=locked, number__in=[*before, *after])
        }
        for number, fields in after.items():
            _check_unchanged(number, fields, known.get(number))
        gone = [known[number] for number in after if number not in before]
        # What their own import did goes with it; what came later stays in the way.
        forget_stakes(gone, step.entry.at)
        if why_not := what_rests_on(gone):
            raise Refused(f"There is {why_not} by now: withdrawal is the way to let somebody go.")
        delete_entrants(gone)
        _bring_back(locked, actor, {number: fields for number, fields in before.items() if number not in after})
        _put_back(locked, actor, [known[number] for number in before if number in after], before)
        return _record(locked, actor, step.entry, state)


def _record(tournament: Tournament, actor: StaffMember, undone: AuditEntry, state: EntrantsState) -> AuditEntry:
    """Write the undoing to the log: the same change the other way round."""
    subject = f"{undone.action_in_words}: {undone.subject}"
    action = AuditAction.ENTRANTS_UNDONE
    before, after = state.after, state.before
    if not state.is_of_many:
        [one] = state.changes
        return record_one(tournament, actor, action, change(subject, one.after, one.before))
    names = dict(Entrant.objects.filter(tournament=tournament).values_list("number", "name"))
    changes = [
        change(
            f"{number} {(before.get(number) or {}).get('name') or names.get(number, '')}",
            before.get(number),
            after.get(number),
        )
        for number in sorted({*before, *after})
    ]
    return record_many(tournament, actor, action, subject, changes)


def _check_unchanged(number: int, state: Fields, entrant: Entrant | None) -> None:
    if entrant is None:
        raise Refused(f"Number {number} has been removed since.")
    now = entrant_to_dict(entrant)
    if any(now[field] != value for field, value in state.items()):
        raise Refused(f"{entrant} has been changed since: change what is wrong by hand.")


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


# What shows only that somebody has a page open, and what goes without harm with the entrant.
NOTHING_RESTS_ON = {"card presence", "card code"}


def remove_entrant(tournament: Tournament, actor: StaffMember, *, number: int) -> AuditEntry:
    """Remove an entrant; Refused where a seat, card, pairing or anything else rests on it."""
    with tournament_change(tournament) as locked:
        entrant = Entrant.objects.get(tournament=locked, number=number)
        if why_not_removed := why_not_deleted(entrant):
            raise Refused(why_not_removed)
        before = entrant_to_dict(entrant)
        delete_entrants([entrant])
        gone = change(subject_of(entrant), said_fields(before), None)
        return record_one(locked, actor, AuditAction.ENTRANT_REMOVED, gone)


def why_not_deleted(entrant: Entrant) -> str:
    """Say why an entrant cannot be deleted, and what to do instead; blank where they can."""
    if entrant.fee_paid:
        paid = money_in(entrant.fee_paid, entrant.tournament.currency)
        why, instead = f"they paid {paid}", "Choose Did not come: it asks what becomes of the money."
    elif rests_on := what_rests_on([entrant]):
        why, instead = f"of {rests_on}", "Choose Did not come, or Withdraw for one who has played."
    else:
        return ""
    return f"{entrant.shown_name} cannot be deleted because {why}." + (f" {instead}" if entrant.counts else "")


def what_rests_on(entrants: Sequence[Entrant]) -> str:
    """Say what, of whichever app, would be lost with these entrants; nothing where they can be removed."""
    seats = [entrant for entrant in entrants if entrant.seat]
    if seats:
        return f"a seat ({seats[0].seat})"
    collector = Collector(using="default")
    try:
        collector.collect(entrants)
    except ProtectedError as error:
        return _a(min(error.protected_objects, key=lambda row: (row._meta.label, row.pk)))  # the same each time
    found = [
        *(model for model, rows in collector.data.items() if rows and model is not Entrant),
        *(rows.model for rows in collector.fast_deletes if rows.exists()),
    ]
    return next((_a(model) for model in found if model._meta.verbose_name not in NOTHING_RESTS_ON), "")


def _a(model: Any) -> str:
    name = str(model._meta.verbose_name)
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def delete_entrants(entrants: Sequence[Entrant]) -> None:
    """Delete entrants on whom nothing rests, and players who were only known by them."""
    Entrant.objects.filter(pk__in=[entrant.pk for entrant in entrants]).delete()
    forget_players([entrant.player_id for entrant in entrants])
