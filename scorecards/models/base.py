"""Records that are revoked, never deleted."""

from __future__ import annotations

from typing import Self, TypeVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

MAX_REASON_LENGTH = 300
STANDS = Q(ended_at__isnull=True)
_Record = TypeVar("_Record", bound=models.Model)


class StandingQuerySet(models.QuerySet[_Record]):
    """Records of which some were revoked."""

    def active(self) -> Self:
        """Return those that stand."""
        return self.filter(STANDS)

    def revoke(self, by: str, why: str = "") -> int:
        """Mark these records as taken back by somebody and return how many; they stay for everybody to see."""
        return self.update(ended_at=timezone.now(), ended_by=by, ended_why=why[:MAX_REASON_LENGTH])


class Standing(models.Model):
    """A record that stands until it is taken back or another takes its place; it is marked then, never deleted.

    ``ended_why`` says in words what ended it.
    """

    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.CharField(max_length=150, blank=True)
    ended_why = models.CharField(max_length=MAX_REASON_LENGTH, blank=True)

    objects = StandingQuerySet.as_manager()

    class Meta:
        abstract = True
