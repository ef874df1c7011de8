"""Club matches: who plays whom by match points, game by game, and what was posted of them."""

from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from django.db import models
from django.db.models import Q

from scorecards.models.base import ACTIVE, Revocable
from scorecards.rules.clubs.match_points import MatchCourse, PlayedGame, follow
from scorecards.rules.clubs.match_terms import MAX_TARGET, SCHEMES, MatchFormat, MatchTerms
from tournaments.models import Entrant, Tournament

FORMS = [(form.value, form.value) for form in MatchFormat]


class MatchSide(NamedTuple):
    """One side of a match: its players' numbers and its name."""

    numbers: tuple[int, ...]
    name: str


class ClubMatch(Revocable):
    """A match by match points. ``scheme`` is blank in every form but ``two``, as they count in their own way.

    ``number`` counts all matches of the event from 1, undone ones too.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="club_matches")
    number = models.PositiveIntegerField()
    form = models.CharField(max_length=20, choices=FORMS)
    scheme = models.CharField(max_length=20, choices=[(scheme, scheme) for scheme in SCHEMES], blank=True)
    target = models.PositiveSmallIntegerField()
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("number",)
        verbose_name_plural = "club matches"
        constraints = (
            models.UniqueConstraint(name="club_match_number_once", fields=["tournament", "number"]),
            models.CheckConstraint(
                name="club_match_is_to_1_or_more", condition=Q(target__gte=1, target__lte=MAX_TARGET)
            ),
        )

    def __str__(self) -> str:
        return f"match {self.number}"

    @property
    def terms(self) -> MatchTerms:
        return MatchTerms(MatchFormat(self.form), self.scheme, self.target)

    @cached_property
    def sides(self) -> list[MatchSide]:
        """Who plays; without a query where :func:`scorecards.club_matches.selectors.matches_of` read it."""
        sides = groupby(self.players.all(), key=lambda player: player.side)
        people = [sorted((one.entrant for one in players), key=lambda one: one.number) for _, players in sides]
        return [
            MatchSide(tuple(one.number for one in side), " and ".join(one.shown_name for one in side))
            for side in people
        ]

    @cached_property
    def played(self) -> list[PlayedGame]:
        """Its games in order, those that were undone left out."""
        return [PlayedGame(tuple(game.pegged), tuple(game.out)) for game in self.games.all() if not game.revoked_at]

    @cached_property
    def course(self) -> MatchCourse:
        """What follows from its games."""
        return follow(self.terms, self.played)

    @property
    def is_over(self) -> bool:
        return self.course.winner is not None

    @property
    def next_game(self) -> int:
        """The number of the game to come."""
        return len(self.played) + 1

    @property
    def first_dealer(self) -> str:
        """Who deals first in the next game; blank where the source does not say, and once the match is over."""
        steps = self.course.steps
        if self.is_over or not steps or steps[-1].dealer is None:
            return ""
        return self.sides[steps[-1].dealer].name


class ClubMatchPlayer(models.Model):
    """One player of a side of a match; sides count from 0, partners have the same."""

    match = models.ForeignKey(ClubMatch, on_delete=models.CASCADE, related_name="players")
    side = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("side", "pk")
        verbose_name = "club match"
        constraints = (models.UniqueConstraint(name="club_match_player_once", fields=["match", "entrant"]),)

    def __str__(self) -> str:
        return f"{self.entrant_id} on side {self.side}"


class ClubGame(Revocable):
    """One game of a match: points pegged by side, and the sides that went out after the winner, where play went on.

    An undone game stays as a record that has ended.
    """

    match = models.ForeignKey(ClubMatch, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    pegged = models.JSONField()
    out = models.JSONField(default=list)
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("number", "pk")
        constraints = (models.UniqueConstraint(name="club_game_once", fields=["match", "number"], condition=ACTIVE),)

    def __str__(self) -> str:
        return f"game {self.number}: {self.pegged}"


class ClubMatchPosting(models.Model):
    """A numbered snapshot of the finished matches and their standings, as plain data. Nothing alters it afterwards."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="match_postings")
    number = models.PositiveIntegerField()
    shown = models.JSONField()
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(name="match_posting_number_once", fields=["tournament", "number"]),)

    def __str__(self) -> str:
        return f"posting {self.number} of matches"
