"""Facts of an event that only the report to the ACC needs."""

from django.db import models

from brackets.rules.acc_report import FORMS
from tournaments.models import CentsField, Tournament


class AccFacts(models.Model):
    """What a director typed for the report of one event: a copy of the event has none of it.

    ``director`` is blank where it is the directors of the Staff page. ``other_income``, in cents, is beside the prize
    fund: raffles, meals.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="acc_facts")
    sanction_number = models.CharField(max_length=40, blank=True)
    director = models.CharField(max_length=200, blank=True)
    ends_on = models.DateField(null=True, blank=True)
    city = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=60, blank=True)
    form = models.CharField(max_length=20, choices=[("", "Not said yet"), *FORMS.items()], blank=True)
    other_income = CentsField(default=0)
    notes = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"report of {self.tournament_id}"
