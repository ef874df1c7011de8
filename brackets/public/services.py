"""Post, edit and withdraw announcements. Everybody sees them at once; what was posted stays on record."""

from datetime import timedelta

from django.utils import timezone

from brackets.models import Announcement
from brackets.public.selectors.announcements import place_to_call_to
from scorecards.models.base import RevocableQuerySet
from scorecards.reporting.services.codes import renew_pages_of
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.refused import Refused


def post_announcement(
    tournament: Tournament, actor: StaffMember, *, text: str, minutes: int | None = None, edits: int | None = None
) -> None:
    """Post an announcement for everybody, with a round timer of so many ``minutes``; or edit one as a new record.

    The same text without ``minutes`` is no edit. The round timer continues, or with ``minutes`` begins again.
    Announcing a game ends the calls to the game before.

    Raises:
        Refused: the one that it ``edits`` was edited or withdrawn meanwhile.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        before = _in_force(locked, edits) if edits else None
        if before and before.text == text and not minutes:
            return
        until = before.timer_until if before else None
        if minutes:
            until = timezone.now() + timedelta(minutes=minutes)
        if before:
            Announcement.objects.filter(pk=before.pk).revoke(actor.name, "edited")
        entrant = before.entrant if before else None
        made = Announcement.objects.create(
            tournament=locked, text=text, made_by=actor.name, replaces=before, timer_until=until, entrant=entrant
        )
        if text.startswith("Game "):
            _end_calls(actor, Announcement.objects.filter(tournament=locked, entrant__isnull=False), "next game")
        action = AuditAction.ANNOUNCEMENT_EDITED if before else AuditAction.ANNOUNCEMENT_POSTED
        told = before and {"text": before.said}
        record_change(
            locked, actor, action, before=told, after={"text": made.said} | ({"minutes": minutes} if minutes else {})
        )


def withdraw_announcement(tournament: Tournament, actor: StaffMember, number: int) -> None:
    """Withdraw an announcement; Refused where it was edited or withdrawn meanwhile."""
    with tournament_change(tournament, affects_cards=False) as locked:
        before = _in_force(locked, number)
        _end_calls(actor, Announcement.objects.filter(pk=before.pk), "withdrawn")
        record_change(locked, actor, AuditAction.ANNOUNCEMENT_WITHDRAWN, before={"text": before.said})


def call_player(tournament: Tournament, actor: StaffMember, entrant: Entrant) -> str:
    """Call somebody to the board where they are due, and return which; a call that stands is not repeated.

    Raises:
        Refused: they have left the event.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        entrant.refresh_from_db()
        if entrant.withdrawn_after_game is not None:
            raise Refused(f"{entrant.shown_name} has left. Reinstate them first, then call.")
        text = place_to_call_to(locked, entrant)
        calls = Announcement.objects.filter(entrant=entrant)
        if not calls.active().filter(text=text).exists():
            _end_calls(actor, calls, "called again")
            made = Announcement.objects.create(tournament=locked, text=text, made_by=actor.name, entrant=entrant)
            renew_pages_of([entrant.pk])
            record_change(locked, actor, AuditAction.ANNOUNCEMENT_POSTED, after={"text": made.said})
        return text


def _end_calls(actor: StaffMember, found: RevocableQuerySet[Announcement], why: str) -> None:
    """End announcements in force; the phones of those who were called follow."""
    standing = found.active()
    called = list(standing.exclude(entrant=None).values_list("entrant", flat=True))
    standing.revoke(actor.name, why)
    renew_pages_of(called)


def _in_force(tournament: Tournament, number: int) -> Announcement:
    found = Announcement.objects.active().filter(tournament=tournament, pk=number).select_related("entrant").first()
    if found is None:
        raise Refused("This announcement was edited or withdrawn. Check the list, then try again.")
    return found
