"""Records that stand until they are taken back, never deleted."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Standing(models.Model):
    """A record that stands until it is taken back or another takes its place; it is marked then, never deleted.

    ``ended_why`` says in words what ended it.
    """

    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.CharField(max_length=150, blank=True)
    ended_why = models.CharField(max_length=300, blank=True)

    class Meta:
        abstract = True


STANDS = Q(ended_at__isnull=True)
