"""Give rating points with a reason, enter hands of 28 and 29, and make a consolation or satellite from an event."""

from collections.abc import Collection
from typing import Any

from brackets.models import PointsEdit, SideEvent
from brackets.results.selectors import Results, candidates_of, working_results
from scorecards.models import HighHand
from scorecards.records.high_hands import revoke_high_hand, store_high_hand
from scorecards.records.recalculate import change_by_rulings
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.events.creating import copy_entrants, create_event
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.formats import QUALIFYING_PLAYOFF
from tournaments.staff.services import copy_directors


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


# What a side event takes over from its main event.
KEPT = (
    *("time_zone", "edition", "games_per_opponent", "odd_field", "table_length", "rooms", "scoring", "drop_outs"),
    *("muggins", "deal", "deal_procedure", "venue", "contact"),
)
SIDE_KINDS = ("consolation", "satellite")


def make_side_event(
    tournament: Tournament, actor: StaffMember, *, settings: dict[str, Any], chosen: Collection[int]
) -> Tournament:
    """Make an event of its own from another, with ``chosen`` as entrants, by their numbers there.

    ``settings`` are its name, kind, day, games, best-of and entry fee; the rest is as in the main event.

    They are numbered again in order of their places. All who direct the one direct the other, under the same names.
    Its seats, cards, bracket and money are its own; the two are linked to each other on their public pages.

    Raises:
        Refused: the qualifying round is not settled, somebody is still playing, the kind is another, or one
            of this name has been made already (the button was pressed twice).
    """
    if settings["kind"] not in SIDE_KINDS:
        raise Refused("A side event is a consolation or a satellite.")
    assert actor.user is not None, "a director has an account"
    with change_by_rulings(tournament, affects_cards=False) as locked:
        if SideEvent.objects.filter(main=locked, event__name=settings["name"], event__deleted_at=None).exists():
            raise Refused("An event of this name has been made from this one already.")
        candidates = candidates_of(working_results(locked))
        if not candidates:
            raise Refused("Who did not qualify is known when the qualifying round is settled.")
        numbers = [candidate.number for candidate in candidates if candidate.number in chosen]
        if len(numbers) < len(set(chosen)):
            raise Refused("A player you chose now qualifies or is still playing: choose again.")
        kept = {name: getattr(locked, name) for name in KEPT}
        event = create_event(Tournament(**kept, **settings, format=QUALIFYING_PLAYOFF), actor.user)
        copy_directors(source=locked, target=event)
        SideEvent.objects.create(main=locked, event=event, made_by=actor.name)
        entrants = copy_entrants(source=locked, target=event, numbers=numbers)
        for subject, other, after in (
            (locked, event, {"entrants": len(entrants)}),
            (event, locked, {"entrants": [f"{entrant.number} {entrant.name}" for entrant in entrants]}),
        ):
            record_change(subject, actor, AuditAction.SIDE_EVENT_CREATED, other.name, after=after)
    return event
