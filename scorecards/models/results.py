"""What the cards come to, kept with the event."""

from __future__ import annotations

from django.db import models

from tournaments.models import Tournament


class Reckoning(models.Model):
    """What the cards came to when they were last worked out (:mod:`scorecards.rules.calculation`), as plain data.

    ``report`` is the cross-check report as specified, but for the bracket.

    It is made anew in the transaction of every change to what it rests on, and can be proved at any time by
    working everything out again (``manage.py verify_tournament``).
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="reckoning")
    report = models.JSONField()
    passes = models.JSONField(
        default=list, help_text="Who was flagged at first, and by each round of rulings."
    )
    before = models.JSONField(default=list, help_text="The standings as they were before any ruling.")
    version = models.PositiveIntegerField(default=1, help_text="The tournament's version that it rests on.")
    rules = models.PositiveSmallIntegerField(
        default=1, help_text="The version of the rules by which it was calculated."
    )
    reckoned_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"reckoning of {self.tournament_id}"
