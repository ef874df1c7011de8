"""Forms of the ranking: the order of tied entrants, and the number of qualifiers."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django import forms

from scorecards.ranking.ranking import OpenTie
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
        self.tie, last = tie, len(tie.members)
        told = dict.fromkeys(("required", "invalid", "min_value", "max_value"), f"Enter a place from 1 to {last}.")
        self.place_of = {f"place-{member.number}": member for member in tie.members}
        for name, member in self.place_of.items():
            self.fields[name] = forms.IntegerField(
                min_value=1,
                max_value=last,
                label=f"{member.seat} {member.name}".strip(),
                widget=forms.TextInput(NUMBER),
                error_messages=told,
            )
        self.short_fields = list(self.place_of)
        self.order_fields([*self.place_of, "reason"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        given = Counter(cleaned.get(name) for name in self.place_of)
        for name in self.place_of:
            place = cleaned.get(name)
            if place and given[place] > 1:
                self.add_error(name, f"Place {place} is entered {given[place]} times. Enter each place once.")
        return cleaned

    @property
    def places(self) -> list[forms.BoundField]:
        return [self[name] for name in self.place_of]

    @property
    def order(self) -> list[int]:
        """The members' numbers, best first; of a form that is valid."""
        return [self.place_of[name].number for name in sorted(self.place_of, key=self.cleaned_data.__getitem__)]


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
