"""The register of high hands."""

from django.db import models
from django.db.models import Q

from scorecards.models.base import StaffRecord
from tournaments.models import Entrant, Tournament


class HighHand(StaffRecord):
    """A hand of 28 or 29. ``game`` and ``hand`` say it in words, as its witnesses report it.

    Where a judge has counted it the cards prove it (rule 1.7): four, and the starter, as ``5H``. ``cards`` is empty
    where nobody has; ``game_number`` is null in the playoffs, and where it was written down in words only.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="high_hands")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="high_hands")
    points = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=40)
    game_number = models.PositiveSmallIntegerField(null=True, blank=True)
    hand = models.CharField(max_length=60)
    cards = models.JSONField(default=list)
    starter = models.CharField(max_length=3, blank=True)
    is_crib = models.BooleanField(default=False)
    witnesses = models.CharField(max_length=300)

    class Meta(StaffRecord.Meta):
        constraints = (models.CheckConstraint(name="hand_of_28_or_29", condition=Q(points__in=(28, 29))),)

    def __str__(self) -> str:
        return f"{self.points}: {self.hand}"

    @property
    def is_proved(self) -> bool:
        return bool(self.cards)
