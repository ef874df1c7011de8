"""A club season: which events add up, how many weeks count, and the club's own points table."""

from django.db import models
from django.db.models import F, Q

from scorecards.models import ACTIVE, Revocable
from scorecards.rules.clubs.season import PointsTable
from tournaments.models import Tournament


class ClubSeason(models.Model):
    """A season of one club. ``best_of`` weeks of each player count, all where it is null.

    ``points`` are season points by place, first place first, and ``points_others`` those of everybody further down;
    an empty list is no table. ``points_source`` names where the club has its table from.
    """

    club = models.CharField(max_length=200)
    name = models.CharField(max_length=200)
    starts_on = models.DateField()
    ends_on = models.DateField()
    best_of = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.JSONField(default=list)
    points_others = models.PositiveSmallIntegerField(default=0)
    points_source = models.CharField(max_length=200, blank=True)
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-starts_on", "pk")
        constraints = (
            models.CheckConstraint(name="season_ends_after_it_starts", condition=Q(ends_on__gte=F("starts_on"))),
            models.CheckConstraint(name="season_counts_a_week", condition=Q(best_of__isnull=True) | Q(best_of__gte=1)),
        )

    def __str__(self) -> str:
        return f"{self.club}, {self.name}"

    @property
    def table(self) -> PointsTable | None:
        return PointsTable(tuple(self.points), self.points_others) if self.points else None


class SeasonEvent(Revocable):
    """An event that belongs to a season. An event belongs to one season at a time."""

    season = models.ForeignKey(ClubSeason, on_delete=models.CASCADE, related_name="season_events")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="season_events")
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(name="event_in_one_season", fields=["tournament"], condition=ACTIVE),)

    def __str__(self) -> str:
        return f"{self.tournament_id} in {self.season_id}"
