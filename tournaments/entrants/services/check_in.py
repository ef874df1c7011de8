"""Check in everybody at once."""

from django.utils import timezone

from tournaments.changes.transaction import tournament_change
from tournaments.entrants.pairs import pair_states, pairs_in
from tournaments.entrants.services.history import LoggedChange, changed_fields, entrant_to_dict, record_many, subject_of
from tournaments.models import AuditAction, AuditEntry, Entrant, StaffMember, Tournament
from tournaments.records.pairs import pair_terms
from tournaments.refused import Refused
from tournaments.rules.text import number_of


def check_in_all(tournament: Tournament, actor: StaffMember) -> AuditEntry:
    """Check in everybody who plays and is not checked in; pairs about which something is open stay as they are.

    Raises:
        Refused: there is nobody to check in.
    """
    with tournament_change(tournament, public=False) as locked:
        awaited = Entrant.objects.counting().filter(tournament=locked, withdrawn_after_game=None, checked_in_at=None)
        entrants = list(awaited.order_by("number"))
        if locked.is_of_pairs:
            states = pair_states(pairs_in(locked), pair_terms(locked))
            entrants = [entrant for entrant in entrants if states[entrant.number].is_settled]
        if not entrants:
            raise Refused("Nobody to check in.")
        now = timezone.now()
        changes = []
        for entrant in entrants:
            before = entrant_to_dict(entrant)
            entrant.checked_in_at = now
            changes.append(LoggedChange(subject_of(entrant), *changed_fields(before, entrant_to_dict(entrant))))
        Entrant.objects.bulk_update(entrants, ["checked_in_at"], batch_size=200)
        return record_many(
            locked,
            actor,
            action=AuditAction.ENTRANTS_CHECKED_IN,
            subject=number_of(len(entrants), "entrant"),
            changes=changes,
        )
