"""Postings, frozen as they were posted."""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import models
from django.db.models import Q

from brackets.rules.checklist import TITLES, ChecklistItem
from brackets.rules.report import Report
from scorecards.models import ACTIVE, StaffRecord
from tournaments.models import Tournament
from tournaments.rules.log_chain import seal_of


@dataclass(frozen=True, slots=True)
class JsonText:
    """JSON that is text already: a snapshot is stored as it is. Its megabytes are not copied, as for a kind of str."""

    text: str


class _AsItIs(json.JSONEncoder):
    def encode(self, o: JsonText) -> str:
        return o.text


class SnapshotField(models.JSONField):
    """A field of JSON, which may be given as :class:`JsonText`. In the database it is nothing else."""

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        if isinstance(value, JsonText):
            return connection.ops.adapt_json_value(value, _AsItIs)
        return super().get_db_prep_value(value, connection, prepared)

    def get_placeholder(self, *args: Any) -> str:
        # Each value for itself: in an array of all of them, as PostgreSQL gets them otherwise, every quote is escaped
        # once more, which takes seconds for megabytes of JSON.
        return "%s"

    def deconstruct(self) -> Any:
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs


class Posting(models.Model):
    """A numbered snapshot of what was posted: names in order, seeds, bracket size, byes (appendix 13 and 14).

    Nothing alters it afterwards. A correction after posting makes the next one, and the earlier remain readable.
    ``report`` is the cross-check report as specified, ``people`` every entrant by number as they were named then.
    ``changes`` says what is not as in the posting before; ``waivers`` the conditions that the director waived,
    with the reasons. ``reason`` says why it was posted again, and is blank for the first. ``log_head`` is the digest of
    this posting's log entry, which seals all entries up to it; older postings have none.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="postings")
    number = models.PositiveIntegerField()
    report = models.JSONField()
    people = models.JSONField()
    changes = models.JSONField(default=list)
    waivers = models.JSONField(default=list)
    reason = models.TextField(blank=True)
    is_exempted = models.BooleanField(default=False, help_text="Another number than one in four qualified.")
    exemption_reason = models.TextField(blank=True)
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField(auto_now_add=True)
    log_head = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(name="posting_number_once", fields=["tournament", "number"]),
            models.CheckConstraint(name="posting_counts_from_one", condition=Q(number__gte=1)),
        )

    def __str__(self) -> str:
        return f"posting {self.number}"

    @cached_property
    def result(self) -> Report:
        return Report.from_json(self.report)

    @property
    def log_seal(self) -> str:
        """The short form of ``log_head``, as paper shows it; blank where there is none."""
        return seal_of(self.log_head)

    @property
    def waived_conditions(self) -> list[dict[str, str]]:
        """What was waived for it: by ``title``, ``reason`` and ``by`` whom. Visible to staff only."""
        return [{**waiver, "title": TITLES[ChecklistItem(waiver["item"])][0]} for waiver in self.waivers]


class PostedCard(models.Model):
    """One card as it was posted, stored by the schema of :mod:`brackets.rules.card_snapshot`."""

    posting = models.ForeignKey(Posting, on_delete=models.CASCADE, related_name="cards")
    number = models.PositiveIntegerField(help_text="The entrant's number.")
    snapshot = SnapshotField()

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(name="posted_card_once", fields=["posting", "number"]),)

    def __str__(self) -> str:
        return f"card of {self.number}"


class HeldPosting(StaffRecord):
    """What a director froze to be posted, and does not show to the public before the reveal.

    The reveal makes the first :class:`Posting` of it and revokes this record; so do undoing it, and posting or holding
    something newer. Nothing that the public reads reads this table. The fields are those of a posting; ``cards`` are
    the snapshots by entrant's number (text), ``cards_version`` that of the event then, which every change of a card
    raises. ``log_head`` seals the hold's log entry.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="held_postings")
    report = models.JSONField()
    people = models.JSONField()
    waivers = models.JSONField(default=list)
    is_exempted = models.BooleanField(default=False)
    exemption_reason = models.TextField(blank=True)
    cards = SnapshotField()
    cards_version = models.PositiveIntegerField()
    log_head = models.CharField(max_length=64, blank=True)

    class Meta(StaffRecord.Meta):
        constraints = (models.UniqueConstraint(name="one_posting_held", fields=["tournament"], condition=ACTIVE),)

    def __str__(self) -> str:
        return "held posting"

    @cached_property
    def result(self) -> Report:
        return Report.from_json(self.report)

    @property
    def log_seal(self) -> str:
        """The short form of ``log_head``; blank where there is none."""
        return seal_of(self.log_head)


class Waiver(StaffRecord):
    """A condition of the checklist that the director waived, with the reason, which stays on the page for staff."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="waivers")
    item = models.CharField(max_length=40)
    reason = models.TextField()

    class Meta(StaffRecord.Meta):
        constraints = (models.UniqueConstraint(name="waiver_once", fields=["tournament", "item"], condition=ACTIVE),)

    def __str__(self) -> str:
        return f"{self.item}: {self.reason}"

    @property
    def title(self) -> str:
        return TITLES[ChecklistItem(self.item)][0]
