"""Post, edit and withdraw announcements. Everybody sees them at once; what was posted stays on record."""

from datetime import datetime, timedelta

from django.utils import timezone

from brackets.models import Announcement
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, StaffMember, Tournament


class AnnouncementRefused(Exception):
    """The announcement cannot be changed; the text says why."""


def post_announcement(
    *, tournament: Tournament, actor: StaffMember, text: str, minutes: int | None = None
) -> Announcement:
    """Post an announcement for everybody, with a round timer of so many ``minutes``."""
    with tournament_change(tournament, affects_cards=False) as locked:
        posted = Announcement.objects.create(
            tournament=locked, text=text, made_by=actor.name, timer_until=_in_minutes(minutes)
        )
        timer = {"minutes": minutes} if minutes else {}
        record_change(locked, actor, AuditAction.ANNOUNCEMENT_POSTED, after={"text": text, **timer})
    return posted


def edit_announcement(
    *, tournament: Tournament, actor: StaffMember, number: int, text: str, minutes: int | None = None
) -> Announcement:
    """Replace an announcement with a new record; the same text without ``minutes`` changes nothing.

    Its round timer goes on, or with ``minutes`` begins again.

    Raises:
        AnnouncementRefused: it was edited or withdrawn meanwhile.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        before = _in_force(locked, number)
        if before.text == text and not minutes:
            return before
        Announcement.objects.filter(pk=before.pk).revoke(actor.name, "edited")
        until = _in_minutes(minutes) or before.timer_until
        posted = Announcement.objects.create(
            tournament=locked, text=text, made_by=actor.name, replaces=before, timer_until=until
        )
        timer = {"minutes": minutes} if minutes else {}
        after = {"text": text, **timer}
        record_change(locked, actor, AuditAction.ANNOUNCEMENT_EDITED, before={"text": before.text}, after=after)
    return posted


def withdraw_announcement(*, tournament: Tournament, actor: StaffMember, number: int) -> None:
    """Withdraw an announcement; AnnouncementRefused where it was edited or withdrawn meanwhile."""
    with tournament_change(tournament, affects_cards=False) as locked:
        before = _in_force(locked, number)
        Announcement.objects.filter(pk=before.pk).revoke(actor.name, "withdrawn")
        record_change(locked, actor, AuditAction.ANNOUNCEMENT_WITHDRAWN, before={"text": before.text})


def _in_minutes(minutes: int | None) -> datetime | None:
    return timezone.now() + timedelta(minutes=minutes) if minutes else None


def _in_force(tournament: Tournament, number: int) -> Announcement:
    found = Announcement.objects.active().filter(tournament=tournament, pk=number).first()
    if found is None:
        raise AnnouncementRefused("This announcement was edited or withdrawn. Check the list, then try again.")
    return found
