"""The bracket as drawn, match results, and the outcome of the last reckoning."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.models import Entrant, Tournament


class Reckoning(models.Model):
    """What the cards came to when they were last worked out: the cross-check report, kept as it was found.

    It is made anew in the transaction of every change to what it rests on, and can be proved at any time by
    working everything out again (``manage.py verify_tournament``).
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="reckoning")
    report = models.JSONField()
    version = models.PositiveIntegerField(default=1, help_text="The tournament's version that it rests on.")
    reckoned_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"reckoning of {self.tournament_id}"


class Bracket(models.Model):
    """The playoff bracket of a tournament: a power of two from 2 up."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="bracket")
    size = models.PositiveIntegerField()

    class Meta:
        constraints = (models.CheckConstraint(name="bracket_of_two_or_more", condition=Q(size__gte=2)),)

    def __str__(self) -> str:
        return f"bracket of {self.size}"


class Seed(models.Model):
    """A qualifier's place in the bracket, 1 for the top seed."""

    bracket = models.ForeignKey(Bracket, on_delete=models.CASCADE, related_name="seeds")
    seed = models.PositiveIntegerField()
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("seed",)
        constraints = (
            models.UniqueConstraint(name="seed_once", fields=["bracket", "seed"]),
            models.UniqueConstraint(name="seeded_entrant_once", fields=["bracket", "entrant"]),
            models.CheckConstraint(name="seed_counts_from_one", condition=Q(seed__gte=1)),
        )

    def __str__(self) -> str:
        return f"seed {self.seed}"


class Match(models.Model):
    """The result of one slot of the bracket: games won by the upper and the lower side. Byes have none."""

    bracket = models.ForeignKey(Bracket, on_delete=models.CASCADE, related_name="matches")
    round = models.PositiveSmallIntegerField()
    slot = models.PositiveIntegerField()
    upper_games = models.PositiveSmallIntegerField(default=0)
    lower_games = models.PositiveSmallIntegerField(default=0)
    forfeits = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("pk",)
        verbose_name_plural = "matches"
        constraints = (
            models.UniqueConstraint(name="match_once_per_slot", fields=["bracket", "round", "slot"]),
            models.CheckConstraint(name="match_round_and_slot", condition=Q(round__gte=1, slot__gte=1)),
        )

    def __str__(self) -> str:
        return f"round {self.round}, slot {self.slot}"
