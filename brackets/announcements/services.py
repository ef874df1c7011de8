"""Post, edit and withdraw announcements. Everybody sees them at once; what was posted stays on record."""

from __future__ import annotations

from brackets.models import Announcement
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, StaffMember, Tournament


class AnnouncementRefused(Exception):
    """The announcement cannot be changed; the text says why."""


def post_announcement(*, tournament: Tournament, actor: StaffMember, text: str) -> Announcement:
    """Post an announcement for everybody."""
    with tournament_change(tournament, affects_cards=False) as locked:
        posted = Announcement.objects.create(tournament=locked, text=text, made_by=actor.name)
        record_change(locked, actor, AuditAction.ANNOUNCEMENT_POSTED, after={"text": text})
    return posted


def edit_announcement(*, tournament: Tournament, actor: StaffMember, number: int, text: str) -> Announcement:
    """Replace an announcement with a new record; the same text changes nothing.

    Raises:
        AnnouncementRefused: it was edited or withdrawn meanwhile.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        before = _in_force(locked, number)
        if before.text == text:
            return before
        Announcement.objects.filter(pk=before.pk).revoke(actor.name, "edited")
        posted = Announcement.objects.create(tournament=locked, text=text, made_by=actor.name, replaces=before)
        record_change(
            locked, actor, AuditAction.ANNOUNCEMENT_EDITED, before={"text": before.text}, after={"text": text}
        )
    return posted


def withdraw_announcement(*, tournament: Tournament, actor: StaffMember, number: int) -> None:
    """Withdraw an announcement; AnnouncementRefused where it was edited or withdrawn meanwhile."""
    with tournament_change(tournament, affects_cards=False) as locked:
        before = _in_force(locked, number)
        Announcement.objects.filter(pk=before.pk).revoke(actor.name, "withdrawn")
        record_change(locked, actor, AuditAction.ANNOUNCEMENT_WITHDRAWN, before={"text": before.text})


def _in_force(tournament: Tournament, number: int) -> Announcement:
    found = Announcement.objects.active().filter(tournament=tournament, pk=number).first()
    if found is None:
        raise AnnouncementRefused("This announcement was edited or withdrawn. Check the list, then try again.")
    return found
