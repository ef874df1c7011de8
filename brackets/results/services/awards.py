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

MAX_POINTS = 99_999
HIGH_HANDS = (28, 29)


def edit_points(tournament: Tournament, actor: StaffMember, *, number: int, points: int, reason: str) -> PointsEdit:
    """Give an entrant other rating points than those worked out, with a reason that everybody sees.

    What was worked out stays beside it. An edit before is marked as replaced.

    Raises:
        Refused: there is no reason, no such entrant, the qualifying round is not settled, or the points are
            below 0 or beyond any schedule.
    """
    if not 0 <= points <= MAX_POINTS:
        raise Refused(f"Points are a number from 0 to {MAX_POINTS}.", "points")
    if not reason.strip():
        raise Refused("Say why: the reason stands beside the points for everybody.", "reason")
    with change_by_rulings(tournament, affects_cards=False) as locked:
        entrant = _entrant(locked, number)
        computed = _computed(working_results(locked), number)
        active = PointsEdit.objects.active().filter(tournament=locked, entrant=entrant)
        before = active.first()
        active.revoke(actor.name, "edited again")
        edit = PointsEdit.objects.create(
            tournament=locked,
            entrant=entrant,
            computed=computed,
            points=points,
            reason=reason.strip(),
            made_by=actor.name,
        )
        record_change(
            locked,
            actor,
            AuditAction.RATING_POINTS_EDITED,
            _subject(entrant),
            before={"points": before.points if before is not None else computed},
            after={"points": points, "worked out": computed, "reason": reason.strip()},
        )
    return edit


def _computed(results: Results | None, number: int) -> int | None:
    if results is None or not results.outcome.is_settled:
        raise Refused("Rating points come when the qualifying round is settled.")
    row = next((row for row in results.rows if row.number == number), None)
    if row is None:
        raise Refused("This entrant is not in the standings.")
    return row.points.computed.total if row.points.computed is not None else None


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
    """Enter a hand of 28 or 29; Refused: no such entrant, other points, or something is left blank."""
    if points not in HIGH_HANDS:
        raise Refused("Hands of 28 and 29 are registered, no others.", "points")
    texts = {"game": game, "hand": hand, "witnesses": witnesses}
    texts = {name: " ".join(text.split()) for name, text in texts.items()}
    for name, text in texts.items():
        if not text:
            raise Refused(f"Fill in the {name}.", name)
    with tournament_change(tournament, affects_cards=False) as locked:
        entrant = _entrant(locked, number)
        hand_held = HighHand(tournament=locked, entrant=entrant, points=points, **texts)
        return store_high_hand(hand_held, actor)


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
