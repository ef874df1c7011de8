"""Who plays, where they sit, who may do what, and the record of who did what."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from tournaments.eventfile import EDITIONS, FORMATS, KINDS, SCORINGS


def _one_of(*values: str) -> list[tuple[str, str]]:
    return [(value, value) for value in values]


class Tournament(models.Model):
    """One event: a qualifying round and, usually, playoffs.

    ``version`` grows with every change that a page could show; pages are kept ready by it. ``best_of`` is the
    best-of for each playoff round, first round first, or null while the playoffs have no record.
    """

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=200)
    starts_on = models.DateField(null=True, blank=True)
    kind = models.CharField(max_length=20, choices=_one_of(*KINDS), default="main")
    edition = models.CharField(max_length=20, choices=_one_of(*EDITIONS), default="acc-2020")
    format = models.CharField(max_length=30, choices=_one_of(*FORMATS), default="qualifying-playoff")
    scoring = models.CharField(max_length=20, choices=_one_of(*SCORINGS), default="acc")
    games = models.PositiveSmallIntegerField()
    muggins = models.BooleanField(default=False)
    qualifiers = models.PositiveIntegerField(
        null=True, blank=True, help_text="Only for an exemption from one in four (rule 13.2.b)."
    )
    qualifiers_reason = models.TextField(blank=True)
    best_of = models.JSONField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-starts_on", "-pk")
        constraints = (models.CheckConstraint(name="tournament_has_games", condition=Q(games__gte=1)),)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the event's public page."""
        return reverse("brackets:event", args=[self.slug])


class Player(models.Model):
    """A person, known across events."""

    name = models.CharField(max_length=200)
    acc_number = models.CharField(max_length=40, blank=True)
    club = models.CharField(max_length=200, blank=True)
    city = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("name", "pk")
        indexes = (
            models.Index(name="player_by_name", fields=["name"]),
            models.Index(name="player_by_acc_number", fields=["acc_number"]),
        )

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    """Whoever holds a scorecard in one tournament; the details as they were on the day."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="entries"
    )
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=200)
    partner = models.CharField(max_length=200, blank=True)
    acc_number = models.CharField(max_length=40, blank=True)
    club = models.CharField(max_length=200, blank=True)
    city = models.CharField(max_length=200, blank=True)
    seat = models.CharField(max_length=20, blank=True)
    house_player = models.BooleanField(default=False)
    withdrawn_after_game = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(name="entrant_number_once", fields=["tournament", "number"]),
            models.UniqueConstraint(name="seat_once", fields=["tournament", "seat"], condition=~Q(seat="")),
            models.CheckConstraint(name="entrant_number_positive", condition=Q(number__gte=1)),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class ScheduledGame(models.Model):
    """One game of the planned movement. The card is the truth about who played whom; this only pre-fills it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="scheduled_games")
    game = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(name="scheduled_game_once", fields=["tournament", "game"]),)

    def __str__(self) -> str:
        return f"game {self.game}"


class Pairing(models.Model):
    """Two entrants who are to meet in a scheduled game."""

    scheduled_game = models.ForeignKey(ScheduledGame, on_delete=models.CASCADE, related_name="pairings")
    first = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(name="pairing_first_once", fields=["scheduled_game", "first"]),
            models.UniqueConstraint(name="pairing_second_once", fields=["scheduled_game", "second"]),
            models.CheckConstraint(name="pairing_of_two", condition=~Q(first=F("second"))),
        )

    def __str__(self) -> str:
        return f"{self.first_id}-{self.second_id}"


class Membership(models.Model):
    """What a user may do in one tournament."""

    class Role(models.TextChoices):
        DIRECTOR = "director"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role.choices)

    class Meta:
        constraints = (
            models.UniqueConstraint(name="membership_once", fields=["tournament", "user", "role"]),
        )

    def __str__(self) -> str:
        return f"{self.user_id} {self.role}"


class AuditEntry(models.Model):
    """Who did what and when: one record for each change, never altered afterwards.

    ``before`` and ``after`` hold what changed as plain data; ``rule`` is cited where a rule made the change.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="audit_entries")
    at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True)
    who = models.CharField(max_length=150)
    action = models.CharField(max_length=60)
    subject = models.CharField(max_length=200, blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    rule = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ("-pk",)
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.action} {self.subject}".strip()
