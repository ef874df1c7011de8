"""Writing awards: rating points that the director gives with a reason, and hands of 28 and 29."""

from brackets.models import PointsEdit
from brackets.results.selectors.results import Results, working_results
from scorecards.models import HighHand
from scorecards.records.high_hands import revoke_high_hand, store_high_hand
from scorecards.records.recalculate import change_by_rulings
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.refused import Refused


def edit_points(tournament: Tournament, actor: StaffMember, *, number: int, points: int, reason: str) -> PointsEdit:
    """Give an entrant other rating points than those worked out, with a reason that everybody sees.

    What was worked out stays beside it. An edit before is marked as replaced.

    Raises:
        Refused: there is no such entrant, or the qualifying round is not settled.
    """
    with change_by_rulings(tournament, affects_cards=False) as locked:
        entrant = _entrant(locked, number)
        computed = _computed(working_results(locked), number)
        active = PointsEdit.objects.active().filter(tournament=locked, entrant=entrant)
        before = active.first()
        active.revoke(actor.name, "edited again")
        edit = PointsEdit.objects.create(
            tournament=locked, entrant=entrant, computed=computed, points=points, reason=reason, made_by=actor.name
        )
        record_change(
            locked,
            actor,
            AuditAction.RATING_POINTS_EDITED,
            _subject(entrant),
            before={"points": before.points if before is not None else computed},
            after={"points": points, "worked out": computed, "reason": reason},
        )
    return edit


def _computed(results: Results | None, number: int) -> int | None:
    if results is None or not results.outcome.is_settled:
        raise Refused("Rating points come when the qualifying round is settled.")
    row = next((row for row in results.rows if row.number == number), None)
    if row is None:
        raise Refused("This entrant is not in the standings.")
    return row.computed.total if row.computed is not None else None


def revoke_points_edit(tournament: Tournament, actor: StaffMember, *, number: int) -> None:
    """Revoke an edit: the calculated points count again. Do nothing if there is none."""
    with tournament_change(tournament, affects_cards=False) as locked:
        active = PointsEdit.objects.active().filter(tournament=locked, entrant__number=number)
        edit = active.select_related("entrant").first()
        if edit is None:
            return
        active.revoke(actor.name, "undone")
        record_change(
            locked,
            actor,
            AuditAction.RATING_POINTS_UNDONE,
            _subject(edit.entrant),
            before={"points": edit.points, "reason": edit.reason},
        )


def register_hand(
    tournament: Tournament, actor: StaffMember, *, number: int, points: int, game: str, hand: str, witnesses: str
) -> HighHand:
    """Enter a hand of 28 or 29; Refused: there is no such entrant."""
    texts = {name: " ".join(text.split()) for name, text in (("game", game), ("hand", hand), ("witnesses", witnesses))}
    with tournament_change(tournament, affects_cards=False) as locked:
        entrant = _entrant(locked, number)
        return store_high_hand(HighHand(tournament=locked, entrant=entrant, points=points, **texts), actor)


def revoke_hand(tournament: Tournament, actor: StaffMember, *, hand: int) -> None:
    """Revoke a hand of the list. Do nothing if it is revoked already."""
    with tournament_change(tournament, affects_cards=False) as locked:
        revoke_high_hand(locked, actor, hand, reason="undone")


def _entrant(tournament: Tournament, number: int) -> Entrant:
    found = Entrant.objects.filter(tournament=tournament, number=number).first()
    if found is None:
        raise Refused("There is no entrant of this number.", "number")
    return found


def _subject(entrant: Entrant) -> str:
    return f"{entrant.number} {entrant.name}"[:200]
