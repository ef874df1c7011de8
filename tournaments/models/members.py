"""A list of ACC members that a director has. It is never published, and in no archive, event file or copy."""

from django.conf import settings
from django.db import models


class MemberFile(models.Model):
    """The members of a director's list, for the events that they direct. Backups of the site keep it."""

    owner = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="member_file")
    source = models.CharField(max_length=200)
    loaded_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"members of {self.owner_id}"


class Member(models.Model):
    """One member; ``folded_name`` is what names are compared by (:func:`tournaments.rules.text.folded`)."""

    file = models.ForeignKey(MemberFile, on_delete=models.CASCADE, related_name="members")
    acc_number = models.CharField(max_length=40)
    name = models.CharField(max_length=200)
    folded_name = models.CharField(max_length=200)
    club = models.CharField(max_length=200, blank=True)
    expires_on = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        indexes = (
            models.Index(name="member_by_name", fields=["file", "folded_name"]),
            models.Index(name="member_by_number", fields=["file", "acc_number"]),
        )

    def __str__(self) -> str:
        return self.acc_number
