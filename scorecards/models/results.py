"""The stored result of an event."""

from django.db import models

from tournaments.models import Tournament


class StoredResult(models.Model):
    """The result of an event at its last calculation (:mod:`scorecards.records.outcomes`), as JSON.

    ``report`` is the cross-check report as specified, without the bracket. Every change that affects the cards
    replaces it in its own transaction; ``manage.py verify_tournament`` calculates it again and compares.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="stored_result")
    report = models.JSONField()
    passes = models.JSONField(default=list, help_text="Who was flagged at first, and by each round of rulings.")
    before = models.JSONField(default=list, help_text="The standings as they were before any ruling.")
    version = models.PositiveIntegerField(default=1, help_text="The tournament's version that it rests on.")
    rules = models.PositiveSmallIntegerField(
        default=1, help_text="The version of the rules by which it was calculated."
    )
    is_complete = models.GeneratedField(
        expression=models.Case(models.When(report__complete=True, then=True), default=False),
        output_field=models.BooleanField(),
        db_persist=True,
        help_text="Whether every card has each line that is due: read without the report.",
    )
    calculated_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"result of {self.tournament_id}"
