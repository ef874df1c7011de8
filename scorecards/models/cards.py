"""Scorecards and their lines as written."""

from django.db import models
from django.db.models import CheckConstraint, Q

from tournaments.models import Entrant, StaffMember
from tournaments.rules.constants import MAX_SPREAD, MIN_SPREAD
from tournaments.rules.scorings import GAME_HOLE


def does_not_contradict_itself(prefix: str = "") -> Q:
    """A win has a plus spread and no minus, a loss has no plus; a game sheet has both sides' points, or what was left.

    On a game sheet there are no game points and spreads, and 121 on one side only.
    """
    points, plus, minus, own, theirs, left = (
        f"{prefix}{column}" for column in ("points", "plus", "minus", "own", "theirs", "left")
    )
    no_spreads = Q(**{f"{column}__isnull": True for column in (points, plus, minus)})
    no_sheet = Q(**{f"{column}__isnull": True for column in (own, theirs, left)})
    is_win = Q(**{f"{points}__gt": 0, f"{plus}__isnull": False, f"{minus}__isnull": True})
    is_loss = Q(**{points: 0, f"{plus}__isnull": True})
    has_points = Q(**{f"{own}__isnull": False, f"{theirs}__isnull": False, f"{left}__isnull": True})
    one_wins = Q(**{f"{own}__lt": GAME_HOLE}) | Q(**{f"{theirs}__lt": GAME_HOLE})
    has_left = Q(**{f"{own}__isnull": True, f"{theirs}__isnull": True, f"{left}__isnull": False})
    is_spread = Q(**{f"{points}__isnull": False}) & no_sheet & (is_win | is_loss)
    return is_spread | (no_spreads & ((has_points & one_wins) | has_left))


def checks_of_numbers(name: str, prefix: str = "") -> tuple[CheckConstraint, ...]:
    """Return the constraints on each number of a line by itself; the names of all start with ``name``."""
    holds = {column: ("is_spread", {"gte": MIN_SPREAD, "lte": MAX_SPREAD}) for column in ("plus", "minus")}
    holds |= {column: ("fits_on_the_board", {"lte": GAME_HOLE}) for column in ("own", "theirs", "left")}
    return tuple(
        CheckConstraint(
            name=f"{name}_{column}_{what}",
            condition=Q(**{f"{prefix}{column}__isnull": True})
            | Q(**{f"{prefix}{column}__{bound}": value for bound, value in bounds.items()}),
        )
        for column, (what, bounds) in holds.items()
    )


class Scorecard(models.Model):
    """One entrant's card: the foot totals as written. ``foot_written`` is false where there are none."""

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
    """Who has an entrant's card open: each of two people on one card sees the other's name."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="presences")
    member = models.ForeignKey(StaffMember, on_delete=models.CASCADE, related_name="presences")
    seen_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(name="presence_once", fields=["entrant", "member"]),)

    def __str__(self) -> str:
        return f"{self.member_id} on {self.entrant_id}"


class LineNumbers(models.Model):
    """The numbers of a line: those of an ordinary card, and those of game sheets."""

    points = models.PositiveSmallIntegerField(null=True, blank=True)
    plus = models.PositiveSmallIntegerField(null=True, blank=True)
    minus = models.PositiveSmallIntegerField(null=True, blank=True)
    own = models.PositiveSmallIntegerField(null=True, blank=True)
    theirs = models.PositiveSmallIntegerField(null=True, blank=True)
    left = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        abstract = True


class Line(LineNumbers):
    """One line as written. It may contradict itself, and nothing ever overwrites it."""

    scorecard = models.ForeignKey(Scorecard, on_delete=models.CASCADE, related_name="lines")
    game = models.PositiveSmallIntegerField()
    opponent = models.ForeignKey(Entrant, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(name="line_once_per_game", fields=["scorecard", "game"]),
            *checks_of_numbers("line"),
            models.CheckConstraint(name="line_game_counts_from_one", condition=Q(game__gte=1)),
        )

    def __str__(self) -> str:
        return f"game {self.game}"
