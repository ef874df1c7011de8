"""Forms about money, awards and side events. Amounts are written as people write them and read as whole cents."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms import BaseFormSet, formset_factory

from brackets.models import MoneyPlan
from brackets.payouts.services import LAST_PLACE
from brackets.rules.payout_examples import MOST_PLACES
from brackets.rules.payouts import Measure, PayoutRow, PoolSharing, Rounding
from tournaments.forms import MoneyField, SiteForm, SiteModelForm
from tournaments.rules.currency import money

BLANK_ROWS = 4
UNITS = [(unit, money(unit)) for unit in (1, 25, 100, 500, 1000, 2000)]
NO_COMPLETION = {"autocomplete": "off", "inputmode": "decimal"}


def _place(label: str, help_text: str = "", **attrs: int) -> forms.IntegerField:
    """Return a field for a place, which may be left blank."""
    widget = forms.TextInput({"inputmode": "numeric", "autocomplete": "off", **attrs})
    return forms.IntegerField(
        label=label, help_text=help_text, min_value=1, max_value=LAST_PLACE, required=False, widget=widget
    )


class FundForm(SiteModelForm):
    """Additions to the prize fund besides the fees, and deductions from it."""

    short_fields = ("added", "sanctioning", "kept")

    added = MoneyField(label="Money added", required=False, help_text="From the club or a sponsor.")
    sanctioning = MoneyField(
        label="Sanctioning fee for each player", required=False, help_text="Both players of a pair count."
    )
    kept = MoneyField(label="Kept for costs", required=False, help_text="Hall, cards, trophies.")

    class Meta:
        model = MoneyPlan
        fields = ("added", "sanctioning", "kept")


class PayoutForm(SiteModelForm):
    """How the payout table is read."""

    measure = forms.ChoiceField(label="Prizes are", choices=Measure.choices())
    unit = forms.TypedChoiceField(label="Round shares to", coerce=int, choices=UNITS)
    rounding = forms.ChoiceField(label="Round", choices=Rounding.choices())
    remainder_to = _place("Remainder goes to place", "Blank: it stays with the event.")

    class Meta:
        model = MoneyPlan
        fields = ("measure", "unit", "rounding", "remainder_to")

    def __init__(self, *args: Any, instance: MoneyPlan, **kwargs: Any) -> None:
        super().__init__(*args, instance=instance, **kwargs)
        field = self.fields["unit"]
        assert isinstance(field, forms.TypedChoiceField)
        if instance.unit not in dict(UNITS):  # the unit that is stored
            field.choices = [*UNITS, (instance.unit, money(instance.unit))]


class PayoutRowForm(SiteForm):
    """One row of the payout table; blank rows are ignored."""

    first, last = _place("From place", size=3), _place("To place", size=3)
    each = MoneyField(label="Each gets", required=False, widget=forms.TextInput(attrs={**NO_COMPLETION, "size": 8}))

    def clean(self) -> dict[str, Any]:
        """Read a row with only a first place as one place, and refuse half a row."""
        data = super().clean() or self.cleaned_data
        first, last, each = data.get("first"), data.get("last"), data.get("each")
        if self.errors or (first is None and last is None and not each):
            return data
        if first is None:
            self.add_error("first", "Enter the first place.")
        elif last is not None and last < first:
            self.add_error("last", f"Place {last} is before place {first}. Enter {first} or higher.")
        elif not each:
            self.add_error("each", "Enter the prize of each place.")
        return data

    @property
    def row(self) -> PayoutRow | None:
        """Return the row of a valid form, ``None`` where it was left blank."""
        first = self.cleaned_data.get("first")
        if first is None:
            return None
        return PayoutRow(first, self.cleaned_data.get("last") or first, self.cleaned_data["each"])


MAX_ROWS = MOST_PLACES + BLANK_ROWS
PayoutRows = formset_factory(PayoutRowForm, extra=BLANK_ROWS, max_num=MAX_ROWS, absolute_max=MAX_ROWS)


def rows_form_of(plan: MoneyPlan, qualifiers: int) -> BaseFormSet[PayoutRowForm]:
    """Return the payout table as it stands, with a few blank rows below: a row for each qualifier at least."""
    initial = [
        {"first": first, "last": last if last != first else None, "each": each} for first, last, each in plan.table
    ]
    rows: BaseFormSet[PayoutRowForm] = PayoutRows(initial=initial, prefix="rows")
    rows.extra = max(BLANK_ROWS, qualifiers - len(initial))
    return rows


class PoolForm(SiteForm):
    """A new side pool. The prefix keeps its fields apart from those of other forms on the page."""

    short_fields = ("stake", "unit")
    wide_fields = ("sharing",)

    prefix = "pool"

    name = forms.CharField(label="Name", max_length=80, initial="Q pool")
    stake = MoneyField(label="Stake of each player")
    sharing = forms.ChoiceField(
        label="Winners share it by", choices=PoolSharing.choices(), initial=PoolSharing.EQUAL.value
    )
    unit = forms.TypedChoiceField(label="Round to", coerce=int, choices=UNITS, initial=100)
