"""Forms of the ranking: the order of tied entrants, and the number of qualifiers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django import forms

from scorecards.checking.items import Holder
from scorecards.ranking.selectors.ties import OpenTie
from tournaments.forms import SiteForm

SHORT = forms.Textarea({"rows": 2})
NUMBER = {"inputmode": "numeric", "autocomplete": "off", "pattern": "[0-9]*"}


class TieOrderForm(SiteForm):
    """A place for each of those who are tied, 1 for the best, and how the order was found."""

    wide_fields = ("reason",)

    reason = forms.CharField(
        label="How the order was found", widget=SHORT, error_messages={"required": "Enter how the order was found."}
    )

    def __init__(self, tie: OpenTie, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, auto_id=f"id_{tie.key}_%s")
        self.tie = tie
        last = len(tie.members)
        for member in tie.members:
            self.fields[_field_of(member)] = forms.IntegerField(
                min_value=1,
                max_value=last,
                label=f"{member.seat} {member.name}".strip(),
                widget=forms.TextInput(NUMBER),
                error_messages={
                    "required": f"Enter a place from 1 to {last}.",
                    "invalid": f"Enter a place from 1 to {last}.",
                    "min_value": f"Enter a place from 1 to {last}.",
                    "max_value": f"Enter a place from 1 to {last}.",
                },
            )
        self.short_fields = [_field_of(member) for member in tie.members]
        self.order_fields([*self.short_fields, "reason"])

    def clean(self) -> dict[str, Any]:
        super().clean()
        fields = [_field_of(member) for member in self.tie.members]
        given = Counter(self.cleaned_data[field] for field in fields if field in self.cleaned_data)
        for field in fields:
            place = self.cleaned_data.get(field)
            if given[place] > 1:
                self.add_error(field, f"Place {place} is entered {given[place]} times. Enter each place once.")
        return self.cleaned_data

    @property
    def places(self) -> list[forms.BoundField]:
        return [self[_field_of(member)] for member in self.tie.members]

    @property
    def order(self) -> list[int]:
        """The members' numbers, best first; of a form that is valid."""
        members = sorted(self.tie.members, key=lambda member: self.cleaned_data[_field_of(member)])
        return [member.number for member in members]


def _field_of(member: Holder) -> str:
    return f"place-{member.number}"


class ExemptionForm(SiteForm):
    """How many qualify in place of one in four, and why."""

    short_fields = ("qualifiers",)
    wide_fields = ("reason",)

    qualifiers = forms.IntegerField(
        label="Number of qualifiers",
        widget=forms.TextInput(NUMBER),
        error_messages={
            "required": "Enter the number of qualifiers.",
            "invalid": "Enter a whole number of qualifiers.",
        },
    )
    reason = forms.CharField(
        label="Reason",
        help_text="Shown on the public page.",
        widget=SHORT,
        error_messages={"required": "Enter a reason. The public page shows it."},
    )
