"""What was written on the cards, and everything that was ruled, corrected or decided about it.

A line as written is never altered by a ruling: corrections are records of their own, and the line in force is
the line as written with its corrections applied in order.
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from scorecards.models_columns import fits_on_the_board_or_is_blank, is_spread_or_blank
from scorecards.models_matches import ClubGame, ClubMatch, ClubMatchPlayer, ClubMatchPosting
from scorecards.models_rulings import (
    Correction,
    DecidedLine,
    Decision,
    GameRecord,
    Ruling,
    Signature,
)
from scorecards.models_standing import STANDS, Standing
from tournaments.models import Entrant, StaffMember, Tournament

__all__ = [
    "STANDS",
    "CardPresence",
    "CardSave",
    "ClubGame",
    "ClubMatch",
    "ClubMatchPlayer",
    "ClubMatchPosting",
    "Confirmation",
    "Correction",
    "DecidedLine",
    "Decision",
    "GameRecord",
    "HighHand",
    "Line",
    "Reckoning",
    "Ruling",
    "Scorecard",
    "Signature",
    "Standing",
    "TableHold",
    "TieGame",
    "TieOrder",
    "TieOrderPlace",
    "TieRecord",
]


class Scorecard(models.Model):
    """One entrant's card: the foot totals as written. ``foot_written`` tells whether any were given at all."""

    entrant = models.OneToOneField(Entrant, on_delete=models.CASCADE, related_name="scorecard")
    foot_written = models.BooleanField(default=False)
    game_points = models.PositiveIntegerField(null=True, blank=True)
    games_won = models.PositiveIntegerField(null=True, blank=True)
    plus = models.PositiveIntegerField(null=True, blank=True)
    minus = models.PositiveIntegerField(null=True, blank=True)
    total = models.PositiveIntegerField(
        null=True, blank=True, help_text="On game sheets: what was pegged, or was left, over all games."
    )
    version = models.PositiveIntegerField(default=1)
    saved_by = models.CharField(max_length=150, blank=True)
    saved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"card of {self.entrant_id}"


class CardSave(models.Model):
    """A save that was answered, by the key its browser gave it: the same save sent again counts once."""

    scorecard = models.ForeignKey(Scorecard, on_delete=models.CASCADE, related_name="saves")
    key = models.UUIDField(unique=True)
    version = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now_add=True)
    who = models.CharField(max_length=150)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"save {self.key}"


class CardPresence(models.Model):
    """Who has an entrant's card open, so that two people on one card are told of each other."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="presences")
    member = models.ForeignKey(StaffMember, on_delete=models.CASCADE, related_name="presences")
    seen_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(name="presence_once", fields=["entrant", "member"]),)

    def __str__(self) -> str:
        return f"{self.member_id} on {self.entrant_id}"


class Line(models.Model):
    """One line as written. It may contradict itself, and nothing ever overwrites it."""

    scorecard = models.ForeignKey(Scorecard, on_delete=models.CASCADE, related_name="lines")
    game = models.PositiveSmallIntegerField()
    opponent = models.ForeignKey(Entrant, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    points = models.PositiveSmallIntegerField(null=True, blank=True)
    plus = models.PositiveSmallIntegerField(null=True, blank=True)
    minus = models.PositiveSmallIntegerField(null=True, blank=True)
    own = models.PositiveSmallIntegerField(null=True, blank=True)
    theirs = models.PositiveSmallIntegerField(null=True, blank=True)
    left = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(name="line_once_per_game", fields=["scorecard", "game"]),
            models.CheckConstraint(name="line_plus_is_spread", condition=is_spread_or_blank("plus")),
            models.CheckConstraint(name="line_minus_is_spread", condition=is_spread_or_blank("minus")),
            models.CheckConstraint(
                name="line_own_fits_on_the_board", condition=fits_on_the_board_or_is_blank("own")
            ),
            models.CheckConstraint(
                name="line_theirs_fits_on_the_board", condition=fits_on_the_board_or_is_blank("theirs")
            ),
            models.CheckConstraint(
                name="line_left_fits_on_the_board", condition=fits_on_the_board_or_is_blank("left")
            ),
            models.CheckConstraint(name="line_game_counts_from_one", condition=Q(game__gte=1)),
        )

    def __str__(self) -> str:
        return f"game {self.game}"


class TieRecord(Standing):
    """What settles a tie; ``made_by`` is blank where an event file brought it along."""

    made_by = models.CharField(max_length=150, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        abstract = True


class TieGame(TieRecord):
    """A one-game playoff between two entrants who were level on everything else (App.7.f)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tie_games")
    winner = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    loser = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                name="tie_game_once", fields=["tournament", "winner", "loser"], condition=STANDS
            ),
            models.CheckConstraint(name="tie_game_of_two", condition=~Q(winner=F("loser"))),
        )

    def __str__(self) -> str:
        return f"{self.winner_id} beat {self.loser_id}"


class TieOrder(TieRecord):
    """The order the director entered for entrants who were level on everything else, with the reason."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tie_orders")
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.reason


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


class Reckoning(models.Model):
    """What the cards came to when they were last worked out (:mod:`scorecards.reckoning`), as plain data.

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
    reckoned_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"reckoning of {self.tournament_id}"


class Confirmation(Standing):
    """Somebody looked at the paper and found a line, or the foot totals, typed as written.

    ``game`` is null for the foot totals. ``seen`` is what was confirmed, as plain data: it holds for nothing else,
    so that a line keyed anew has to be confirmed anew.
    """

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="confirmations")
    game = models.PositiveSmallIntegerField(null=True, blank=True)
    seen = models.JSONField()
    initials = models.CharField(max_length=10)
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(name="confirmation_once", fields=["entrant", "game"], condition=STANDS),
            models.UniqueConstraint(
                name="foot_confirmation_once", fields=["entrant"], condition=STANDS & Q(game__isnull=True)
            ),
        )

    def __str__(self) -> str:
        return f"{self.initials}: {self.entrant_id}, game {self.game}"


class TableHold(models.Model):
    """Who is checking which table at the moment, so that two checkers do not read the same cards."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="table_holds")
    table = models.CharField(max_length=20)
    member = models.ForeignKey(StaffMember, on_delete=models.CASCADE, related_name="table_holds")
    taken_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ("table",)
        constraints = (models.UniqueConstraint(name="table_held_once", fields=["tournament", "table"]),)

    def __str__(self) -> str:
        return f"{self.table} by {self.member_id}"


class HighHand(Standing):
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
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.CheckConstraint(name="hand_of_28_or_29", condition=Q(points__in=(28, 29))),)

    def __str__(self) -> str:
        return f"{self.points}: {self.hand}"

    @property
    def is_proved(self) -> bool:
        """Whether the cards have been counted."""
        return bool(self.cards)
