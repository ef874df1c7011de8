"""Tie games and orders that settle ties."""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from scorecards.models.base import ACTIVE, Revocable
from tournaments.models import Entrant, Tournament


class TieRecord(Revocable):
    """A record that settles a tie; ``made_by`` is blank where it was imported with an event file."""

    made_by = models.CharField(max_length=150, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    is_game = False

    class Meta:
        abstract = True

    @property
    def numbers(self) -> list[int]:
        """Whose tie it settles, best first."""
        raise NotImplementedError

    def told(self) -> dict[str, Any]:
        """Return what the log has of it."""
        raise NotImplementedError


class TieGame(TieRecord):
    """A one-game playoff between two entrants who were level on everything else (App.7.f)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tie_games")
    winner = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    loser = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    is_game = True

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(name="tie_game_once", fields=["tournament", "winner", "loser"], condition=ACTIVE),
            models.CheckConstraint(name="tie_game_of_two", condition=~Q(winner=F("loser"))),
        )

    def __str__(self) -> str:
        return f"{self.winner_id} beat {self.loser_id}"

    @property
    def numbers(self) -> list[int]:
        return [self.winner.number, self.loser.number]

    def told(self) -> dict[str, Any]:
        return {"winner": self.winner.number}


class TieOrder(TieRecord):
    """The order the director entered for entrants who were level on everything else, with the reason."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tie_orders")
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.reason

    @property
    def numbers(self) -> list[int]:
        return [place.entrant.number for place in self.places.all()]

    def told(self) -> dict[str, Any]:
        return {"order": self.numbers, "reason": self.reason}


class TieOrderPlace(models.Model):
    """One entrant's place in a tie order, 1 for the best."""

    tie_order = models.ForeignKey(TieOrder, on_delete=models.CASCADE, related_name="places")
    place = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("place",)
        constraints = (
            models.UniqueConstraint(name="tie_order_place_once", fields=["tie_order", "place"]),
            models.UniqueConstraint(name="tie_order_entrant_once", fields=["tie_order", "entrant"]),
        )

    def __str__(self) -> str:
        return f"{self.place}"
