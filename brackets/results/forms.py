"""Forms for points, high hands and side events."""

import re
from typing import Any

from django import forms

from brackets.results.services import SIDE_KINDS
from tournaments.forms import MoneyField, SiteForm
from tournaments.models import Tournament, in_all_rounds
from tournaments.rules.constants import BEST_OF_CHOICES
from tournaments.rules.labels import KINDS

MAX_POINTS = 99_999
HIGH_HANDS = (28, 29)


class RatingPointsForm(SiteForm):
    """Rating points in place of those worked out."""

    short_fields = ("points",)
    wide_fields = ("reason",)

    points = forms.IntegerField(
        min_value=0, max_value=MAX_POINTS, widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    )
    reason = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 2}), max_length=1000, help_text="Everybody can read it beside the points."
    )


MOST_LISTED = 200
"""So many entrants are listed to choose from; of more the number is written."""


class HighHandForm(SiteForm):
    """A hand of 28 or 29 as it is reported."""

    number = forms.IntegerField(
        label="Held by", widget=forms.Select(), error_messages={"required": "Choose who held it."}
    )
    points = forms.TypedChoiceField(
        label="Points", coerce=int, choices=[(points, str(points)) for points in HIGH_HANDS]
    )
    game = forms.CharField(max_length=40, help_text="Such as game 7, or semi-final, second game.")
    hand = forms.CharField(label="The cards", max_length=60, help_text="With the card cut: 5H 5S 5C JD, cut 5D.")
    witnesses = forms.CharField(max_length=200, help_text="Their names.")

    def __init__(self, *args: Any, names: dict[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(names) > MOST_LISTED:
            self.fields["number"].widget = forms.TextInput({"inputmode": "numeric", "placeholder": "Entrant’s number"})
            return
        choices = [("", "Choose a name"), *sorted(names.items(), key=lambda one: (one[1].casefold(), one[0]))]
        self.fields["number"].widget = forms.Select(choices=choices)


class SideEventForm(SiteForm):
    """Settings of a consolation or satellite."""

    short_fields = ("games", "best_of", "entry_fee")
    wide_fields = ("name",)

    name = forms.CharField(max_length=200, label="Name of the event")
    kind = forms.ChoiceField(choices=[(kind, KINDS[kind]) for kind in SIDE_KINDS], initial=SIDE_KINDS[0])
    starts_on = forms.DateField(label="Date", widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
    games = forms.IntegerField(label="Games on a card", min_value=1, max_value=60)
    best_of = forms.TypedChoiceField(
        label="Playoff matches are best of",
        coerce=int,
        choices=[(number, str(number)) for number in BEST_OF_CHOICES],
        initial=3,
    )
    entry_fee = MoneyField(label="Entry fee", required=False, initial=0)
    chosen = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(self, *args: Any, offered: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["chosen"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(number, str(number)) for number in offered]
        field.error_messages["invalid_choice"] = (
            "A player you chose now qualifies or is still playing: check the list again."
        )

    @staticmethod
    def initial_for(tournament: Tournament) -> dict[str, Any]:
        return {"name": f"{tournament.name} Consolation"[:200], "starts_on": tournament.starts_on, "games": 9}

    def clean_name(self) -> str:
        return re.sub(r"\s+", " ", str(self.cleaned_data["name"])).strip()

    @property
    def settings(self) -> dict[str, Any]:
        """What is not as in the main event."""
        kept = {name: value for name, value in self.cleaned_data.items() if name != "chosen"}
        return kept | {"best_of": in_all_rounds([kept["best_of"]])}
