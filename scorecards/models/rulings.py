"""Rulings, decisions and corrections of games: records beside the lines as written, which they never change."""

from django.db import models
from django.db.models import F, Q

from scorecards.models.base import ACTIVE, Revocable, StaffRecord
from scorecards.models.cards import LineNumbers, checks_of_numbers, does_not_contradict_itself
from tournaments.models import Entrant, Tournament
from tournaments.rules.scorings import LINE_COLUMNS
from tournaments.rules.types import Line


class GameRecord(Revocable):
    """A record about one game between two entrants. ``first`` and ``second`` stand as they were entered."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="%(class)ss")
    game = models.PositiveSmallIntegerField()
    first = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    made_by = models.CharField(max_length=150, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                name="%(class)s_once_per_game", fields=["tournament", "game", "first", "second"], condition=ACTIVE
            ),
            models.CheckConstraint(name="%(class)s_of_two", condition=~Q(first=F("second"))),
        )


class Ruling(GameRecord):
    """A discrepancy that a rule settles. ``rules`` are cited in the order they were applied.

    Rulings follow from the cards. If a change of the cards leads to another ruling, this one is revoked, and the other
    is a new record that needs initials again.
    """

    rules = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"game {self.game}: {', '.join(self.rules)}"


class Decision(GameRecord):
    """A decided game: ``decided_by`` whom, under 14.1 the head judge; ``made_by`` is the director who entered it."""

    rule = models.CharField(max_length=40, default="14.1")
    reason = models.TextField(blank=True)
    decided_by = models.CharField(max_length=150, blank=True)

    def __str__(self) -> str:
        return f"game {self.game}: {self.rule}"


class DecidedLine(LineNumbers):
    """One side of a decided game."""

    decision = models.ForeignKey(Decision, on_delete=models.CASCADE, related_name="lines")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(name="decided_line_once", fields=["decision", "entrant"]),
            *checks_of_numbers("decided"),
            models.CheckConstraint(name="decided_line_is_consistent", condition=does_not_contradict_itself()),
        )

    def __str__(self) -> str:
        return f"decided line of {self.entrant_id}"

    @property
    def record(self) -> Line:
        """The line as engines take it; ``game`` is 0, and it names nobody."""
        return Line(0, None, *(getattr(self, name) for name in LINE_COLUMNS))


class Correction(Revocable):
    """One change of one line: before, after, the rule, who and when. Who initialled it stands on its ruling.

    It comes from the card's own arithmetic (neither ``ruling`` nor ``decision``), from a ruling, or from a
    decision. ``before_*`` are null throughout where the card had no line for the game.
    """

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="corrections")
    game = models.PositiveSmallIntegerField()
    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, null=True, blank=True, related_name="corrections")
    decision = models.ForeignKey(Decision, on_delete=models.CASCADE, null=True, blank=True, related_name="corrections")
    before_opponent = models.ForeignKey(Entrant, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    before_points = models.PositiveSmallIntegerField(null=True, blank=True)
    before_plus = models.PositiveSmallIntegerField(null=True, blank=True)
    before_minus = models.PositiveSmallIntegerField(null=True, blank=True)
    before_own = models.PositiveSmallIntegerField(null=True, blank=True)
    before_theirs = models.PositiveSmallIntegerField(null=True, blank=True)
    before_left = models.PositiveSmallIntegerField(null=True, blank=True)
    after_opponent = models.ForeignKey(Entrant, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    after_points = models.PositiveSmallIntegerField(null=True, blank=True)
    after_plus = models.PositiveSmallIntegerField(null=True, blank=True)
    after_minus = models.PositiveSmallIntegerField(null=True, blank=True)
    after_own = models.PositiveSmallIntegerField(null=True, blank=True)
    after_theirs = models.PositiveSmallIntegerField(null=True, blank=True)
    after_left = models.PositiveSmallIntegerField(null=True, blank=True)
    rule = models.CharField(max_length=80)
    made_by = models.CharField(max_length=150, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            *checks_of_numbers("correction", "after_"),
            models.CheckConstraint(name="line_in_force_is_consistent", condition=does_not_contradict_itself("after_")),
            models.CheckConstraint(
                name="correction_has_one_cause", condition=Q(ruling__isnull=True) | Q(decision__isnull=True)
            ),
        )

    def __str__(self) -> str:
        return f"game {self.game}: {self.rule}"


class Signature(StaffRecord):
    """The initials of the checker under a ruling (appendix 1.e)."""

    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="signatures")
    initials = models.CharField(max_length=10)

    class Meta(StaffRecord.Meta):
        constraints = (models.UniqueConstraint(name="signature_once", fields=["ruling"], condition=ACTIVE),)

    def __str__(self) -> str:
        return f"{self.initials} under {self.ruling_id}"
