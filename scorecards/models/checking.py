"""Confirmations of what was entered, and tables that somebody checks."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import models
from django.db.models import Q
from django.utils import timezone

from scorecards.models.base import ACTIVE, StaffRecord
from scorecards.rules.entry.line_notation import line_in_words
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.rules.types import Line

HELD_FOR = timedelta(minutes=10)
"""A table that its checker has not touched for so long may be taken by anybody."""


class Confirmation(StaffRecord):
    """Somebody looked at the paper card and found a line, or the foot totals, entered as written.

    ``game`` is null for the foot totals. ``seen`` is the confirmed content as JSON. The confirmation covers nothing
    else: a re-entered line has to be confirmed again. ``replaced`` is the line that this one was re-entered for, in the
    form of ``seen``; null where it was not re-entered.
    """

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="confirmations")
    game = models.PositiveSmallIntegerField(null=True, blank=True)
    seen = models.JSONField()
    replaced = models.JSONField(null=True, blank=True)
    initials = models.CharField(max_length=10)

    class Meta(StaffRecord.Meta):
        constraints = (
            models.UniqueConstraint(name="confirmation_once", fields=["entrant", "game"], condition=ACTIVE),
            models.UniqueConstraint(
                name="foot_confirmation_once", fields=["entrant"], condition=ACTIVE & Q(game__isnull=True)
            ),
        )

    def __str__(self) -> str:
        return f"{self.initials}: {self.entrant_id}, game {self.game}"

    @property
    def entered(self) -> str:
        """The line as it was confirmed, in words."""
        return self._in_words(self.seen)

    @property
    def before(self) -> str:
        """The line that it was re-entered for, in words."""
        return self._in_words(self.replaced)

    def _in_words(self, values: Sequence[int | None] | None) -> str:
        return line_in_words(Line(self.game or 0, *values) if values else None)


class TableHold(models.Model):
    """Who is checking which table at the moment, so that two checkers do not read the same cards."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="table_holds")
    table = models.CharField(max_length=20)
    member = models.ForeignKey(StaffMember, on_delete=models.CASCADE, related_name="table_holds")
    taken_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ("table",)
        constraints = (models.UniqueConstraint(name="table_held_once", fields=["tournament", "table"]),)

    def __str__(self) -> str:
        return f"{self.table} by {self.member_id}"

    @property
    def is_idle(self) -> bool:
        """Whether anybody may take it over."""
        return self.seen_at < timezone.now() - HELD_FOR
