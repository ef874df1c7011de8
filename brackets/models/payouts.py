"""Money (in whole cents), edited points, high hands and the other events of the weekend."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from brackets.rules.payouts import Measure, PayoutRow, PoolSharing, Rounding
from scorecards.models import ACTIVE, StaffRecord
from tournaments.models import CentsField, Entrant, Tournament

PRIZES = ACTIVE & Q(pool__isnull=True)
FROM_POOLS = ACTIVE & Q(pool__isnull=False)


class MoneyPlan(models.Model):
    """What comes to the prize fund besides the fees, deductions, and how the fund is paid out.

    ``sanctioning`` is for each player. ``table`` holds rows of first place, last place and what each of them gets,
    as ``measure`` says. ``unit`` is what shares are rounded to; ``remainder_to`` the place that gets what rounding
    leaves over, null where that is only stated.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="money_plan")
    added = CentsField(default=0)
    sanctioning = CentsField(default=0)
    kept = CentsField(default=0)
    measure = models.CharField(max_length=20, choices=Measure.choices(), default=Measure.PERCENT.value)
    rounding = models.CharField(max_length=20, choices=Rounding.choices(), default=Rounding.DOWN.value)
    unit = CentsField(default=100)
    remainder_to = models.PositiveIntegerField(null=True, blank=True)
    table = models.JSONField(default=list)

    class Meta:
        constraints = (models.CheckConstraint(name="rounded_to_cents", condition=Q(unit__gte=1)),)

    def __str__(self) -> str:
        return f"money of {self.tournament_id}"

    @property
    def rows(self) -> list[PayoutRow]:
        return [PayoutRow(*row) for row in self.table]


class PayoutTemplate(StaffRecord):
    """A payout table that a director saved by name, for other events. Saving the name again revokes the one before."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="payout_templates")
    name = models.CharField(max_length=80)
    measure = models.CharField(max_length=20, choices=Measure.choices())
    rounding = models.CharField(max_length=20, choices=Rounding.choices())
    unit = CentsField()
    remainder_to = models.PositiveIntegerField(null=True, blank=True)
    table = models.JSONField()

    class Meta(StaffRecord.Meta):
        constraints = (
            models.UniqueConstraint(name="payout_template_name_once", fields=["owner", "name"], condition=ACTIVE),
            models.CheckConstraint(name="template_rounded_to_cents", condition=Q(unit__gte=1)),
        )

    def __str__(self) -> str:
        return self.name


class SidePool(StaffRecord):
    """A Q pool: ``stake`` cents from each who joins, shared among those of them who qualify."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="side_pools")
    name = models.CharField(max_length=80)
    sharing = models.CharField(max_length=20, choices=PoolSharing.choices(), default=PoolSharing.EQUAL.value)
    stake = CentsField()
    unit = CentsField(default=100)

    class Meta(StaffRecord.Meta):
        constraints = (
            models.UniqueConstraint(name="pool_name_once", fields=["tournament", "name"], condition=ACTIVE),
            models.CheckConstraint(name="pool_of_some_money", condition=Q(stake__gte=1, unit__gte=1)),
        )

    def __str__(self) -> str:
        return self.name


class Stake(StaffRecord):
    """What an entrant put into a side pool, in cents."""

    pool = models.ForeignKey(SidePool, on_delete=models.CASCADE, related_name="stakes")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="stakes")
    amount = CentsField()

    class Meta(StaffRecord.Meta):
        constraints = (models.UniqueConstraint(name="stake_once", fields=["pool", "entrant"], condition=ACTIVE),)

    def __str__(self) -> str:
        return f"{self.entrant_id} in {self.pool_id}"


class Payment(StaffRecord):
    """A payment, in cents: a prize by final place, or from a side pool where one is named."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="payments")
    pool = models.ForeignKey(SidePool, on_delete=models.PROTECT, null=True, blank=True, related_name="payments")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="payments")
    amount = CentsField()

    class Meta(StaffRecord.Meta):
        constraints = (
            models.UniqueConstraint(name="prize_paid_once", fields=["tournament", "entrant"], condition=PRIZES),
            models.UniqueConstraint(name="pool_paid_once", fields=["pool", "entrant"], condition=FROM_POOLS),
        )

    def __str__(self) -> str:
        return f"{self.amount} to {self.entrant_id}"


class PointsEdit(StaffRecord):
    """Master rating points by the director, with the reason, in place of those ``computed`` (null: there were none)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="points_edits")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="points_edits")
    computed = models.PositiveIntegerField(null=True, blank=True)
    points = models.PositiveIntegerField()
    reason = models.TextField()

    class Meta(StaffRecord.Meta):
        constraints = (
            models.UniqueConstraint(name="points_edit_once", fields=["tournament", "entrant"], condition=ACTIVE),
        )

    def __str__(self) -> str:
        return f"{self.points} for {self.entrant_id}"


class SideEvent(models.Model):
    """A consolation or satellite that was made from another event of the same weekend."""

    main = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="side_events")
    event = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="made_from")
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.CheckConstraint(name="side_event_of_another", condition=~Q(main=F("event"))),)

    def __str__(self) -> str:
        return f"{self.event_id} from {self.main_id}"
