"""Calls, what was ruled on them and who signed; who is close to whom; the register of high hands.

Nothing here is overwritten: a corrected ruling is a new ruling, and what no longer holds is marked as ended.
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from judging.rules.call_state import FINAL, CallState, state_of
from judging.rules.conflicts import Bond
from judging.rules.remedy import GAME_HOLE, pegging_in_words
from scorecards.models import ACTIVE, Revocable
from tournaments.models import Entrant, StaffMember, Tournament


class Call(models.Model):
    """Judges called to a table. ``game`` is null in the playoffs; the two players are parties until shown otherwise.

    The schedule proposes the two players and may be wrong: the card is the truth.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="calls")
    number = models.PositiveIntegerField()
    key = models.UUIDField(unique=True)
    game = models.PositiveSmallIntegerField(null=True, blank=True)
    place = models.CharField(max_length=40, blank=True, help_text="The board, as the two seats at it.")
    first = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    asked = models.TextField(blank=True)
    opened_by = models.CharField(max_length=150)
    opened_at = models.DateTimeField(auto_now_add=True)
    closed_by = models.CharField(max_length=150, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(name="call_number_once", fields=["tournament", "number"]),
            models.CheckConstraint(name="call_of_two", condition=~Q(first=F("second"))),
            models.CheckConstraint(name="call_game_counts_from_one", condition=Q(game__gte=1)),
        )

    def __str__(self) -> str:
        return f"call {self.number}"

    def get_absolute_url(self) -> str:
        """Return the address of the call's page."""
        return reverse("judging:call", args=[self.tournament.slug, self.number])

    @property
    def where(self) -> str:
        """Game and board in words."""
        game = f"Game {self.game}" if self.game else "Playoffs"
        return f"{game}, {self.place}" if self.place else game

    @property
    def ruling(self) -> CallRuling | None:
        """The ruling in force, which is the latest; without a query where rulings were read before."""
        return max(self.rulings.all(), key=lambda ruling: ruling.pk, default=None)

    @property
    def earlier_rulings(self) -> list[CallRuling]:
        """The rulings that another has replaced, the latest first."""
        return sorted(self.rulings.all(), key=lambda ruling: -ruling.pk)[1:]

    @property
    def wants_signature(self) -> bool:
        """Whether a judge is still to sign the ruling in force."""
        return self.ruling is not None and not self.closed_at and len(self.signed) < (3 if self.disagreement else 2)

    @property
    def judges_on_it(self) -> list[CallJudge]:
        """Who judges it, the first one first."""
        return sorted((judge for judge in self.judges.all() if judge.revoked_at is None), key=lambda judge: judge.place)

    @property
    def signed(self) -> list[CallSignature]:
        """The signatures under the ruling in force, in order of the judges."""
        ruling = self.ruling
        found = [] if ruling is None else [one for one in ruling.signatures.all() if one.revoked_at is None]
        return sorted(found, key=lambda signature: signature.judge.place)

    @property
    def disagreement(self) -> Disagreement | None:
        """The player's disagreement, if there is one."""
        return next((one for one in self.disagreements.all() if one.revoked_at is None), None)

    @property
    def state(self) -> CallState:
        """How far it has come."""
        return state_of(
            has_ruling=self.ruling is not None,
            signatures=len(self.signed),
            disagreed=self.disagreement is not None,
            closed=self.closed_at is not None,
        )


class CallJudge(Revocable):
    """A judge on a call, 1 to 3; ``member`` is null for one who only wrote down a name. Who signs, before it is stored.

    ``bonds`` is what ties the judge to a player, in words, and ``reason`` why they judge all the same.
    """

    call = models.ForeignKey(Call, on_delete=models.CASCADE, related_name="judges")
    place = models.PositiveSmallIntegerField()
    member = models.ForeignKey(StaffMember, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    name = models.CharField(max_length=150)
    initials = models.CharField(max_length=10)
    bonds = models.JSONField(default=list)
    reason = models.TextField(blank=True)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(name="call_judge_place_once", fields=["call", "place"], condition=ACTIVE),
            models.CheckConstraint(name="call_has_three_judges_at_most", condition=Q(place__gte=1, place__lte=FINAL)),
        )

    def __str__(self) -> str:
        return f"{self.initials} {self.name}"

    def is_same_as(self, other: CallJudge) -> bool:
        """Whether both are one person: by access where both have one, else by name."""
        if self.member_id is not None and other.member_id is not None:
            return self.member_id == other.member_id
        return self.name.casefold() == other.name.casefold()


def _on_the_board(column: str) -> models.CheckConstraint:
    return models.CheckConstraint(name=f"call_{column}_on_the_board", condition=Q(**{f"{column}__lte": GAME_HOLE}))


class CallRuling(models.Model):
    """What was ruled: the remedy, the rules of the event's edition, and what each side pegs back and forward.

    ``situation`` and ``answers`` are what was worked out (:mod:`judging.rules.call_questions`), ``proposed`` the
    text that came of
    it. ``reason`` says why it takes the place of an earlier one that had been signed.
    """

    call = models.ForeignKey(Call, on_delete=models.CASCADE, related_name="rulings")
    text = models.TextField()
    rules = models.JSONField(default=list)
    first_back = models.PositiveSmallIntegerField(default=0)
    first_forward = models.PositiveSmallIntegerField(default=0)
    second_back = models.PositiveSmallIntegerField(default=0)
    second_forward = models.PositiveSmallIntegerField(default=0)
    situation = models.CharField(max_length=40, blank=True)
    answers = models.JSONField(default=dict)
    proposed = models.TextField(blank=True)
    reason = models.TextField(blank=True)
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            _on_the_board("first_back"),
            _on_the_board("first_forward"),
            _on_the_board("second_back"),
            _on_the_board("second_forward"),
        )

    def __str__(self) -> str:
        return ", ".join(self.rules)

    @property
    def first_pegs(self) -> tuple[int, int]:
        """How far the first player pegs back and forward."""
        return self.first_back, self.first_forward

    @property
    def second_pegs(self) -> tuple[int, int]:
        """How far the second player pegs back and forward."""
        return self.second_back, self.second_forward

    @property
    def pegging(self) -> list[tuple[Entrant, str]]:
        """Both players with what they peg, in words."""
        both = ((self.call.first, self.first_pegs), (self.call.second, self.second_pegs))
        return [(entrant, pegging_in_words(*pegs)) for entrant, pegs in both]

    @property
    def moves_pegs(self) -> bool:
        """Whether anybody pegs anything."""
        return any((*self.first_pegs, *self.second_pegs))

    @property
    def for_log(self) -> dict[str, Any]:
        """The ruling as the log keeps it."""
        pegs = {"first": list(self.first_pegs), "second": list(self.second_pegs)}
        return {"text": self.text, "rules": self.rules, **pegs, "reason": self.reason}

    def says_the_same_as(self, other: CallRuling) -> bool:
        """Whether both put the same remedy in the same words."""
        return {**self.for_log, "reason": ""} == {**other.for_log, "reason": ""}


class CallSignature(Revocable):
    """A judge's initials under a ruling. ``made_by`` is whose phone it was."""

    ruling = models.ForeignKey(CallRuling, on_delete=models.CASCADE, related_name="signatures")
    judge = models.ForeignKey(CallJudge, on_delete=models.CASCADE, related_name="signatures")
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(name="call_signature_once", fields=["ruling", "judge"], condition=ACTIVE),
        )

    def __str__(self) -> str:
        return f"{self.judge_id} under {self.ruling_id}"


class Disagreement(Revocable):
    """A player who disagrees with what the first two judges ruled (11.4.a)."""

    call = models.ForeignKey(Call, on_delete=models.CASCADE, related_name="disagreements")
    ruling = models.ForeignKey(CallRuling, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    note = models.TextField(blank=True)
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(name="disagreement_once", fields=["call"], condition=ACTIVE),)

    def __str__(self) -> str:
        return f"{self.player_id} on {self.call_id}"


class Relation(Revocable):
    """Two people who are close, by name: nobody judges the other's call without saying why (JP.i)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="relations")
    first = models.CharField(max_length=200)
    second = models.CharField(max_length=200)
    bond = models.CharField(max_length=20, choices=[(bond.value, bond.value) for bond in Bond])
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.first}, {self.second}: {self.bond}"


class Whereabouts(models.TextChoices):
    """Where a judge can be found."""

    AVAILABLE = "available", "available"
    AT_TABLE = "at-table", "at table until the hand is done"
    AWAY = "away", "away"


class JudgePost(models.Model):
    """A judge at an event: whether they lead the others (JP.h), and where they are."""

    member = models.OneToOneField(StaffMember, on_delete=models.CASCADE, related_name="judge_post")
    is_head = models.BooleanField(default=False)
    whereabouts = models.CharField(max_length=20, choices=Whereabouts.choices, default=Whereabouts.AVAILABLE)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.member_id}: {self.whereabouts}"
