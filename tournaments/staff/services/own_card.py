"""Which card is a staff member's own: nobody checks their own card."""

from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.rules.text import seat_and_name


def name_own_card(tournament: Tournament, actor: StaffMember, *, member: StaffMember, entrant: Entrant | None) -> None:
    """Note which entrant a staff member plays as, ``None`` for nobody; the log keeps who said so."""
    with tournament_change(tournament, affects_cards=False) as locked:
        fresh = StaffMember.objects.select_related("entrant").get(pk=member.pk, tournament=locked)
        if fresh.entrant == entrant:
            return
        before = fresh.entrant
        fresh.entrant = entrant
        fresh.save(update_fields=["entrant"])
        record_change(
            locked,
            actor,
            AuditAction.OWN_CARD_NAMED,
            member.name,
            before={"plays as": seat_and_name(before)} if before is not None else None,
            after={"plays as": seat_and_name(entrant) if entrant is not None else None},
        )
