"""Reading the events of a user."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from tournaments.models import DAYS_TO_RESTORE, Role, StaffMember, Tournament


def events_of(user: User) -> list[Tournament]:
    """Return the events that a user works at, the latest first."""
    return list(Tournament.objects.present().filter(staff__user=user, staff__ended_at=None).distinct())


def directs_any(user: User) -> bool:
    """Tell whether a user directs an event. One query."""
    return StaffMember.objects.filter(
        user=user, role=Role.DIRECTOR, ended_at=None, tournament__deleted_at=None
    ).exists()


def deleted_events_of(user: User) -> list[Tournament]:
    """Return the deleted events that a user may restore, the one deleted last first."""
    since = timezone.now() - timedelta(days=DAYS_TO_RESTORE)
    directed = StaffMember.objects.filter(user=user, role=Role.DIRECTOR, ended_at=None).values("tournament")
    return list(Tournament.objects.filter(pk__in=directed, deleted_at__gt=since).order_by("-deleted_at"))
