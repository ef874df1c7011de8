"""Change the fees of existing entrants when the event's entry fee changes."""

from tournaments.entrants.services.history import LoggedChange, changed_fields, entrant_to_dict, record_many, subject_of
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.rules.currency import money


def follow_entry_fee(tournament: Tournament, actor: StaffMember, *, before: int) -> None:
    """Let everybody who owed the entry fee of before owe the one of now.

    Another amount was somebody's own and stays, as it does for house players and for those who left before the first
    game. Works inside the change of the settings: ``tournament`` is locked and has the new fee.
    """
    meant = Entrant.objects.counting().filter(tournament=tournament, fee_owed=before)
    entrants = list(meant.order_by("number"))
    changes = []
    for entrant in entrants:
        state = entrant_to_dict(entrant)
        entrant.fee_owed = tournament.entry_fee
        changes.append(LoggedChange(subject_of(entrant), *changed_fields(state, entrant_to_dict(entrant))))
    if changes:
        Entrant.objects.bulk_update(entrants, ["fee_owed"], batch_size=200)
        subject = f"{money(before)} to {money(tournament.entry_fee)}"
        record_many(
            tournament,
            actor,
            action=AuditAction.ENTRY_FEE_CHANGED,
            subject=subject,
            changes=changes,
            may_be_undone=False,
        )
