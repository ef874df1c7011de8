"""Which events are published, and where the published site is sent."""

from collections.abc import Iterable
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.models import Tournament


class Publication(models.Model):
    """An event of the published site. ``wanted`` is the version that a director wanted there, at least.

    With ``by_itself`` each later version goes out, too. ``is_indexed`` lets search engines find it.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="publication")
    by_itself = models.BooleanField(default=False)
    is_indexed = models.BooleanField(default=False)
    wanted = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"publication of {self.tournament_id}"


class PublishTarget(models.Model):
    """A place to which the site sends all published events, and how far that has come: the queue itself.

    ``sent`` has the version of each event that is there, by slug. What is not sent
    has waited since ``waiting_since``, for the reason ``problem`` after so many ``tries``, until ``next_at``.
    ``host_key`` is the public key of the server that somebody compared, as in OpenSSH's files. What opens it
    is in no database (``brackets/published/passwords.py``).
    """

    class Kind(models.TextChoices):
        """How the files get there."""

        FOLDER = "folder", "Folder"
        ZIP = "zip", "ZIP file"
        SFTP = "sftp", "Web host by SFTP"
        GIT = "git", "Git repository"

    kind = models.CharField(max_length=10, choices=Kind.choices)
    place = models.CharField(max_length=400)
    host_key = models.TextField(blank=True)
    sent = models.JSONField(default=dict)
    published_at = models.DateTimeField(null=True, blank=True)
    waiting_since = models.DateTimeField(null=True, blank=True)
    problem = models.TextField(blank=True)
    tries = models.PositiveIntegerField(default=0)
    next_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(name="publish_target_once", fields=["kind", "place"]),
            models.CheckConstraint(name="publish_target_has_a_place", condition=~Q(place="")),
        )

    def __str__(self) -> str:
        return self.place

    def changes_waiting(self, publications: Iterable[Publication]) -> int:
        """Return how many changes of what is published are not there yet. No query."""
        sent, waiting = dict(self.sent), 0
        for one in publications:
            now = one.tournament.posted_version
            there = sent.pop(one.tournament.slug, None)
            if there is None or there > now:  # new there, or the event was restored from an older copy
                waiting += 1
            else:
                waiting += max(0, (now if one.by_itself else one.wanted) - there)
        return waiting + len(sent)

    def in_words(self, waiting: int, zone: str) -> str:
        """Say since when all is there; or how much waits, since when and why, in the time of ``zone``."""
        if not waiting:
            return f"Published {self._published_ago}" if self.published_at else "Nothing is published yet"
        changes = f"{waiting} change{'s wait' if waiting > 1 else ' waits'}"
        if not self.problem:
            return f"{changes} to be sent"
        since = (self.waiting_since or timezone.now()).astimezone(ZoneInfo(zone))
        return f"{changes}: {self.problem}, since {since:%I:%M %p}".replace("since 0", "since ")

    @property
    def _published_ago(self) -> str:
        minutes = int((timezone.now() - self.published_at).total_seconds() // 60) if self.published_at else 0
        if minutes < 1:
            return "just now"
        if minutes < 120:
            return f"{minutes} minute{'s' * (minutes > 1)} ago"
        return f"{minutes // 60} hours ago" if minutes < 2880 else f"{minutes // 1440} days ago"
