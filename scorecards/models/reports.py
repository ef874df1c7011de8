"""Games reported at the table: the code on a card, what players report with it, and how the round is closed."""

from base64 import urlsafe_b64encode

from django.db import models
from django.db.models import F, Q
from django.utils.crypto import salted_hmac

from scorecards.models.base import ACTIVE, StaffRecord
from tournaments.models import Entrant, Tournament
from tournaments.rules.constants import MAX_SPREAD, MIN_SPREAD
from tournaments.rules.initials import MAX_INITIALS
from tournaments.sign_in.links import digest_of

SECRET_BYTES = 16


class CardCode(StaffRecord):
    """The code of one scorecard, which opens its page on a phone. Only a digest of its secret is stored.

    The secret follows from the site's key, the entrant and ``serial``, so that the same code is printed again; a
    replaced code is revoked, and its successor has the next serial. ``device`` is the digest of the secret kept by the
    phone that opened it last. ``version`` grows with whatever changes its page, which asks for it every second.
    """

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="card_codes")
    serial = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64, unique=True)
    device = models.CharField(max_length=64, blank=True)
    device_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta(StaffRecord.Meta):
        constraints = (
            models.UniqueConstraint(name="card_code_serial_once", fields=["entrant", "serial"]),
            models.UniqueConstraint(name="card_code_once", fields=["entrant"], condition=ACTIVE),
        )

    def __str__(self) -> str:
        return f"code {self.serial} of {self.entrant_id}"

    def own_digest(self) -> str:
        """Return the digest of the code that this site prints: one printed by another site opens nothing here."""
        return digest_of(secret_of(self.entrant_id, self.serial))


def secret_of(entrant: int, serial: int) -> str:
    """Return the secret of a code, from the site's own key: 128 bits that nobody can guess, and the same each time."""
    digest = salted_hmac("scorecards.card-code", f"{entrant}/{serial}", algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:SECRET_BYTES]).decode().rstrip("=")


class GameReport(models.Model):
    """What a player reported of one game of their own card; never altered. ``key`` is made by the phone, once.

    ``device`` is the digest of the phone that sent it: the opponent's where ``how`` is ``initialed``.
    """

    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="game_reports")
    game = models.PositiveSmallIntegerField()
    opponent = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    won = models.BooleanField()
    spread = models.PositiveSmallIntegerField()
    how = models.CharField(max_length=10)
    initials = models.CharField(max_length=MAX_INITIALS, blank=True)
    key = models.UUIDField(unique=True)
    device = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                name="report_spread_is_spread", condition=Q(spread__gte=MIN_SPREAD, spread__lte=MAX_SPREAD)
            ),
            models.CheckConstraint(name="report_of_two", condition=~Q(entrant=F("opponent"))),
            models.CheckConstraint(name="report_game_counts_from_one", condition=Q(game__gte=1)),
        )

    def __str__(self) -> str:
        return f"game {self.game} of {self.entrant_id}"


class GameUnlock(models.Model):
    """A reported game of two that staff unlocked, with the reason: reports up to ``after`` count no longer."""

    game = models.PositiveSmallIntegerField()
    first = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    after = models.PositiveBigIntegerField()
    reason = models.CharField(max_length=300)
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.CheckConstraint(name="unlock_of_two", condition=~Q(first=F("second"))),)

    def __str__(self) -> str:
        return f"unlock of game {self.game}"


class SignedCard(models.Model):
    """A card that its owner signed on a phone, with the foot totals as the owner wrote them. ``key`` as a report's."""

    entrant = models.OneToOneField(Entrant, on_delete=models.PROTECT, related_name="signed_card")
    game_points = models.PositiveIntegerField()
    games_won = models.PositiveIntegerField()
    plus = models.PositiveIntegerField()
    minus = models.PositiveIntegerField()
    key = models.UUIDField(unique=True)
    device = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"signed card of {self.entrant_id}"


class CardHandover(models.Model):
    """A card that a phone without a network handed over as a code, and who took it; each code is taken once.

    ``reports`` is how many reports of the card the phone knew of: an older code than the last one is refused.
    """

    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="card_handovers")
    reports = models.PositiveIntegerField()
    seal = models.CharField(max_length=64)
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(name="handover_once", fields=["entrant", "reports"]),)

    def __str__(self) -> str:
        return f"card handed over by {self.entrant_id}"


class LeaverLine(StaffRecord):
    """The win by ten on a phone's card over an opponent who had left before that game, until that is undone.

    Custom, no rule: ``made_by`` is who recorded the leaving. What the owner reports, and what stands on the scorecard,
    goes before.
    """

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="leaver_lines")
    game = models.PositiveSmallIntegerField()
    opponent = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")

    class Meta(StaffRecord.Meta):
        constraints = (
            models.UniqueConstraint(name="leaver_line_once", fields=["entrant", "game"], condition=ACTIVE),
            models.CheckConstraint(name="leaver_line_of_two", condition=~Q(entrant=F("opponent"))),
        )

    def __str__(self) -> str:
        return f"game {self.game} of {self.entrant_id}, opponent left"


class RoundClosing(StaffRecord):
    """The end of the qualifying round for phones; revoked where the director reopens the round.

    ``written`` has the games that it wrote on each card, and the version of the card that came of it, by number:
    reopening removes just those lines from cards that nobody has changed since.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="round_closings")
    written = models.JSONField(default=dict)

    class Meta(StaffRecord.Meta):
        constraints = (models.UniqueConstraint(name="round_closed_once", fields=["tournament"], condition=ACTIVE),)

    def __str__(self) -> str:
        return f"closing of {self.tournament_id}"
