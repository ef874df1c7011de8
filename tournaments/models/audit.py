"""The activity log."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournaments.models.audit_actions import words_of_action
from tournaments.models.tournament import Tournament
from tournaments.rules.log_chain import LinkedEntry, seal_of


class AuditEntry(models.Model):
    """Who did what and when, never altered: what changed as plain data, ``rule`` where a rule made the change.

    ``number`` counts the entries of one event. ``digest`` seals this entry and all before it
    (:mod:`tournaments.rules.log_chain`); ``user`` is not sealed, since accounts may be deleted.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="audit_entries")
    number = models.PositiveIntegerField(null=True, editable=False)
    digest = models.CharField(max_length=64, blank=True, editable=False)
    at = models.DateTimeField(default=timezone.now, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True)
    who = models.CharField(max_length=150)
    action = models.CharField(max_length=60)
    subject = models.CharField(max_length=200, blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    rule = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ("-pk",)
        verbose_name_plural = "audit entries"
        constraints = (models.UniqueConstraint(name="audit_entry_once", fields=["tournament", "number"]),)

    def __str__(self) -> str:
        return f"{self.action_in_words} {self.subject}".strip()

    @property
    def action_in_words(self) -> str:
        """What was done, in the words of today; what is stored stays as it was written."""
        return words_of_action(self.action)

    @property
    def seal(self) -> str:
        """The short form of the digest, as it is read to somebody or printed."""
        return seal_of(self.digest)

    @property
    def linked(self) -> LinkedEntry:
        return LinkedEntry(
            number=self.number,
            at=self.at,
            who=self.who,
            action=str(self.action),
            subject=self.subject,
            before=self.before,
            after=self.after,
            rule=self.rule,
            digest=self.digest,
        )


class UndoStep(models.Model):
    """What undoing a change puts back; written in the transaction of the change, and never altered afterwards.

    ``state`` is in the form of ``version`` (:mod:`tournaments.rules.undo_states`); ``digest`` tells the seating that
    the change led to, and ``undoes`` is the step that it undid.
    """

    class Of(models.TextChoices):
        """What was changed."""

        SEATING = "seating"
        ENTRANTS = "entrants"

    entry = models.OneToOneField(AuditEntry, on_delete=models.CASCADE, related_name="undo_step")
    of = models.CharField(max_length=20, choices=Of.choices)
    version = models.PositiveSmallIntegerField()
    state = models.JSONField()
    digest = models.CharField(max_length=64, blank=True)
    undoes = models.ForeignKey("self", on_delete=models.CASCADE, null=True, blank=True, related_name="undone_by")

    class Meta:
        ordering = ("-entry_id",)

    def __str__(self) -> str:
        return f"undo of {self.of} {self.entry_id}"
