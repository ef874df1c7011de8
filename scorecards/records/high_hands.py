"""Store the register of high hands: one record and one log entry for each hand, counted by a judge or only reported."""

from scorecards.models import HighHand
from tournaments.changes.audit import record_change
from tournaments.models import AuditAction, StaffMember, Tournament


def store_high_hand(hand: HighHand, actor: StaffMember, *, rule: str = "") -> HighHand:
    """Save a hand of 28 or 29 and log it. Runs inside the caller's transaction."""
    hand.made_by = actor.name
    hand.save()
    record_change(
        hand.tournament, actor, AuditAction.HIGH_HAND_ENTERED, str(hand.entrant)[:200], after=_to_json(hand), rule=rule
    )
    return hand


def revoke_high_hand(
    tournament: Tournament, actor: StaffMember, key: int, *, reason: str, rule: str = ""
) -> HighHand | None:
    """Revoke a registered hand and log it; ``None`` without such a hand. Runs inside the caller's transaction."""
    active = HighHand.objects.active().filter(tournament=tournament, pk=key)
    hand = active.select_related("entrant").first()
    if hand is None:
        return None
    active.revoke(actor.name, reason)
    record_change(
        tournament, actor, AuditAction.HIGH_HAND_UNDONE, str(hand.entrant)[:200], before=_to_json(hand), rule=rule
    )
    return hand


def _to_json(hand: HighHand) -> dict[str, object]:
    return {"points": hand.points, "game": hand.game, "hand": hand.hand, "witnesses": hand.witnesses}
