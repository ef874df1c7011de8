"""Records that are revoked, never deleted."""

from typing import Self, TypeVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

MAX_REASON_LENGTH = 300
ACTIVE = Q(revoked_at__isnull=True)
_Record = TypeVar("_Record", bound=models.Model)


class RevocableQuerySet(models.QuerySet[_Record]):
    """Records of which some may be revoked."""

    def active(self) -> Self:
        return self.filter(ACTIVE)

    def revoke(self, by: str, reason: str = "") -> int:
        """Mark these records as revoked and return how many. They stay for everybody to see."""
        return self.update(revoked_at=timezone.now(), revoked_by=by, revoked_reason=reason[:MAX_REASON_LENGTH])


class Revocable(models.Model):
    """A record that counts until it is revoked or replaced, for ``revoked_reason``. It is marked, never deleted."""

    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.CharField(max_length=150, blank=True)
    revoked_reason = models.CharField(max_length=MAX_REASON_LENGTH, blank=True)

    objects = RevocableQuerySet.as_manager()

    class Meta:
        abstract = True


class StaffRecord(Revocable):
    """A record with the name of the member of staff who made it."""

    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
        ordering = ("pk",)
