"""Registration: delete entrants whom no other record needs yet, and tell which records need the others."""

from collections.abc import Sequence
from typing import Any

from django.db.models import ProtectedError
from django.db.models.deletion import Collector

from tournaments.changes.transaction import tournament_change
from tournaments.entrants.services.history import LoggedChange, entrant_to_dict, record_one, said_fields, subject_of
from tournaments.entrants.services.players import forget_players
from tournaments.entrants.services.registration import Done
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.currency import money_in

# What shows only that somebody has a page open, and what goes without harm with the entrant.
NOTHING_RESTS_ON = {"card presence", "card code"}


def remove_entrant(tournament: Tournament, actor: StaffMember, *, number: int) -> Done:
    """Remove an entrant; Refused where a seat, card, pairing or anything else rests on it."""
    with tournament_change(tournament) as locked:
        entrant = Entrant.objects.get(tournament=locked, number=number)
        if why_not_removed := why_not_deleted(entrant):
            raise Refused(why_not_removed)
        before = entrant_to_dict(entrant)
        delete_entrants([entrant])
        change = LoggedChange(subject_of(entrant), said_fields(before), None)
        entry = record_one(locked, actor, action=AuditAction.ENTRANT_REMOVED, change=change)
    return Done(entrant, entry)


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
