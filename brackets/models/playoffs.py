"""The bracket, its matches and what happens to them."""

from django.db import models
from django.db.models import Q

from brackets.models.posting import Posting
from scorecards.models import ACTIVE, Revocable, StaffRecord
from tournaments.models import Entrant, Tournament


class Bracket(models.Model):
    """The playoff bracket; ``posting`` is the one it was drawn from, null where an event file brought it along."""

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, null=True, blank=True, related_name="brackets")
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


class Match(Revocable):
    """The result of one slot of the bracket: games won by the upper and the lower side. Byes have none.

    A correction is a new record that ``replaces`` the one before; of each slot one record stands at most.
    ``forfeits`` of the games were not played; ``forfeited_by`` is the side that lost them, ``upper`` or ``lower``,
    blank where both lost some and where an event file brought the result along. ``rule`` is cited where games were
    forfeited, and ``keeps_award`` says that the loser never appeared and still gets what that round's loser gets (rule
    13.1). ``call`` is the number of the judges' call behind a removal (rule 11.4.b), null where none is named: another
    app stores calls, so this is the call's number and no foreign key.
    """

    bracket = models.ForeignKey(Bracket, on_delete=models.CASCADE, related_name="matches")
    round = models.PositiveSmallIntegerField()
    slot = models.PositiveIntegerField()
    upper_games = models.PositiveSmallIntegerField(default=0)
    lower_games = models.PositiveSmallIntegerField(default=0)
    forfeits = models.PositiveSmallIntegerField(default=0)
    forfeited_by = models.CharField(max_length=10, blank=True)
    rule = models.CharField(max_length=20, blank=True)
    keeps_award = models.BooleanField(default=False)
    call = models.PositiveIntegerField(null=True, blank=True)
    replaces = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    made_by = models.CharField(max_length=150, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        verbose_name_plural = "matches"
        constraints = (
            models.UniqueConstraint(name="match_once_per_slot", fields=["bracket", "round", "slot"], condition=ACTIVE),
            models.CheckConstraint(name="match_round_and_slot", condition=Q(round__gte=1, slot__gte=1)),
        )

    def __str__(self) -> str:
        return f"round {self.round}, slot {self.slot}"


class Departure(StaffRecord):
    """A qualifier who left before the draw: ``is_replaced`` in the next posting, else forfeits in the bracket."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="departures")
    is_replaced = models.BooleanField(default=False)

    class Meta(StaffRecord.Meta):
        constraints = (models.UniqueConstraint(name="departure_once", fields=["entrant"], condition=ACTIVE),)

    def __str__(self) -> str:
        return f"{self.entrant_id} has left"


class RoundStart(StaffRecord):
    """When a round of the playoffs is to start: the forfeit clock of its matches runs from here (rule 13.1)."""

    bracket = models.ForeignKey(Bracket, on_delete=models.CASCADE, related_name="starts")
    round = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField()

    class Meta(StaffRecord.Meta):
        constraints = (models.UniqueConstraint(name="round_start_once", fields=["bracket", "round"], condition=ACTIVE),)

    def __str__(self) -> str:
        return f"round {self.round} at {self.starts_at:%H:%M}"


class NonAppearance(StaffRecord):
    """A qualifier who was not there at the start of a round; ``arrived_at`` is filled in once they appear."""

    bracket = models.ForeignKey(Bracket, on_delete=models.CASCADE, related_name="absences")
    round = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    arrived_at = models.DateTimeField(null=True, blank=True)
    arrival_by = models.CharField(max_length=150, blank=True)

    class Meta(StaffRecord.Meta):
        constraints = (
            models.UniqueConstraint(name="absence_once", fields=["bracket", "round", "entrant"], condition=ACTIVE),
        )

    def __str__(self) -> str:
        return f"{self.entrant_id} in round {self.round}"


class TableCall(StaffRecord):
    """The table to which the two sides of a match are called."""

    bracket = models.ForeignKey(Bracket, on_delete=models.CASCADE, related_name="calls")
    round = models.PositiveSmallIntegerField()
    slot = models.PositiveIntegerField()
    table = models.CharField(max_length=20)

    class Meta(StaffRecord.Meta):
        constraints = (
            models.UniqueConstraint(name="table_call_once", fields=["bracket", "round", "slot"], condition=ACTIVE),
        )

    def __str__(self) -> str:
        return f"round {self.round}, slot {self.slot}: table {self.table}"
