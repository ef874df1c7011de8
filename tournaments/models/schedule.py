"""Games of the schedule and their pairings."""

from django.db import models
from django.db.models import F, Q

from tournaments.models.entrants import Entrant
from tournaments.models.tournament import Tournament


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
