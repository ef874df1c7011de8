"""Read announcements."""

from __future__ import annotations

from collections.abc import Sequence

from brackets.models import Announcement
from tournaments.models import Tournament


def announcements_of(tournament: Tournament) -> Sequence[Announcement]:
    """Return the announcements in force, newest first. One query."""
    return list(Announcement.objects.active().filter(tournament=tournament).order_by("-pk"))


def past_announcements(tournament: Tournament) -> Sequence[Announcement]:
    """Return what was edited or withdrawn, newest first. One query."""
    past = Announcement.objects.filter(tournament=tournament, revoked_at__isnull=False)
    return list(past.select_related("replaced_by").order_by("-pk"))
