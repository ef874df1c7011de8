"""Post, edit and withdraw announcements. Everybody sees them at once; what was posted stays on record."""

from datetime import timedelta

from django.utils import timezone

from brackets.models import Announcement
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, StaffMember, Tournament
from tournaments.refused import Refused


def post_announcement(
    tournament: Tournament, actor: StaffMember, *, text: str, minutes: int | None = None, edits: int | None = None
) -> None:
    """Post an announcement for everybody, with a round timer of so many ``minutes``; or edit one as a new record.

    The same text without ``minutes`` is no edit. The round timer goes on, or with ``minutes`` begins again.

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
        Announcement.objects.create(
            tournament=locked, text=text, made_by=actor.name, replaces=before, timer_until=until
        )
        action = AuditAction.ANNOUNCEMENT_EDITED if before else AuditAction.ANNOUNCEMENT_POSTED
        told = before and {"text": before.text}
        record_change(
            locked, actor, action, before=told, after={"text": text} | ({"minutes": minutes} if minutes else {})
        )


def withdraw_announcement(tournament: Tournament, actor: StaffMember, number: int) -> None:
    """Withdraw an announcement; Refused where it was edited or withdrawn meanwhile."""
    with tournament_change(tournament, affects_cards=False) as locked:
        before = _in_force(locked, number)
        Announcement.objects.filter(pk=before.pk).revoke(actor.name, "withdrawn")
        record_change(locked, actor, AuditAction.ANNOUNCEMENT_WITHDRAWN, before={"text": before.text})


def _in_force(tournament: Tournament, number: int) -> Announcement:
    found = Announcement.objects.active().filter(tournament=tournament, pk=number).first()
    if found is None:
        raise Refused("This announcement was edited or withdrawn. Check the list, then try again.")
    return found
