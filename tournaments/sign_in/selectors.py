"""Reading the events of a user."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from tournaments.models import DAYS_TO_RESTORE, Tournament


def events_of(user: User) -> list[Tournament]:
    """Return the events that a user works at, the latest first."""
    return list(Tournament.objects.present().filter(staff__user=user, staff__ended_at=None).distinct())


def directs_any(user: User) -> bool:
    """Tell whether a user directs an event. One query."""
    return Tournament.objects.present().directed_by(user.pk).exists()


def deleted_events_of(user: User) -> list[Tournament]:
    """Return the deleted events that a user may restore, the one deleted last first."""
    since = timezone.now() - timedelta(days=DAYS_TO_RESTORE)
    directed = Tournament.objects.directed_by(user.pk)
    return list(directed.filter(deleted_at__gt=since).order_by("-deleted_at"))
