"""Announcements."""

from django.db import models

from scorecards.models import ACTIVE, StaffRecord
from tournaments.models import Entrant, Tournament

MAX_ANNOUNCEMENT_LENGTH = 500


class Announcement(StaffRecord):
    """A message on the event's pages and the hall screen. An edit is a new record that ``replaces`` the one before.

    One for an ``entrant`` is a call: its text is where they are called to, and their own page says so to them.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="announcements")
    text = models.CharField(max_length=MAX_ANNOUNCEMENT_LENGTH)
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, null=True, blank=True, related_name="calls")
    timer_until = models.DateTimeField(null=True, blank=True, help_text="When the round timer beside it ends.")
    replaces = models.OneToOneField("self", on_delete=models.CASCADE, null=True, blank=True, related_name="replaced_by")

    class Meta(StaffRecord.Meta):
        constraints = (models.UniqueConstraint(name="call_once", fields=["entrant"], condition=ACTIVE),)

    def __str__(self) -> str:
        return self.said

    @property
    def said(self) -> str:
        """What everybody reads; the name of who is called comes with the record, or costs a query."""
        return f"{self.entrant.shown_name} is called: {self.text}" if self.entrant else self.text
