"""What a director tells everybody."""

from django.db import models

from scorecards.models import StaffRecord
from tournaments.models import Tournament

MAX_ANNOUNCEMENT_LENGTH = 500


class Announcement(StaffRecord):
    """A message on the event's pages and the hall screen. An edit is a new record that ``replaces`` the one before."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="announcements")
    text = models.CharField(max_length=MAX_ANNOUNCEMENT_LENGTH)
    timer_until = models.DateTimeField(null=True, blank=True, help_text="When the round timer beside it ends.")
    replaces = models.OneToOneField("self", on_delete=models.CASCADE, null=True, blank=True, related_name="replaced_by")

    class Meta(StaffRecord.Meta):
        pass

    def __str__(self) -> str:
        return self.text
