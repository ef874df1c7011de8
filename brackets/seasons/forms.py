"""What a director enters for a club season."""

import re
from typing import Any

from django import forms

from brackets.models import ClubSeason
from brackets.seasons.services import SeasonSettings
from scorecards.rules.clubs.season import MAX_WEEKS
from tournaments.forms import SiteForm

NUMBER = {"inputmode": "numeric", "autocomplete": "off"}
MAX_POINTS = 999
MAX_PLACES = 100


class SeasonForm(SiteForm):
    """A season: club, days, how many weeks count, and the club's own points table."""

    club = forms.CharField(label="Club", max_length=200)
    name = forms.CharField(label="Season", max_length=200, help_text="Such as Spring 2026.")
    starts_on = forms.DateField(label="From", widget=forms.DateInput({"type": "date"}))
    ends_on = forms.DateField(label="To", widget=forms.DateInput({"type": "date"}))
    best_of = forms.IntegerField(
        label="Weeks that count",
        required=False,
        min_value=1,
        max_value=MAX_WEEKS,
        help_text="Each player’s best weeks. Leave blank to count all.",
        widget=forms.TextInput(NUMBER),
    )
    points = forms.CharField(
        label="Season points by place",
        required=False,
        max_length=500,
        help_text="First place first: 10 8 6 5. Leave blank to rank by game points.",
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    points_others = forms.IntegerField(
        label="Points for all other places",
        required=False,
        min_value=0,
        max_value=MAX_POINTS,
        widget=forms.TextInput(NUMBER),
    )
    points_source = forms.CharField(
        label="Source of the season points",
        required=False,
        max_length=200,
        help_text="Shown on the public page. Such as the club’s by-laws.",
    )

    def clean_points(self) -> tuple[int, ...]:
        """Read the points, place by place."""
        text = str(self.cleaned_data["points"])
        if not re.fullmatch(r"[0-9\s,;]*", text):
            raise forms.ValidationError("Enter whole numbers with spaces between: 10 8 6 5.")
        numbers = tuple(int(number) for number in re.findall(r"[0-9]+", text))
        if any(number > MAX_POINTS for number in numbers) or len(numbers) > MAX_PLACES:
            raise forms.ValidationError(f"Enter at most {MAX_PLACES} places of {MAX_POINTS} points each.")
        return numbers

    def clean(self) -> dict[str, Any]:
        """Refuse days the wrong way round, and a table without its source."""
        super().clean()
        found = self.cleaned_data
        starts_on, ends_on = found.get("starts_on"), found.get("ends_on")
        if starts_on and ends_on and ends_on < starts_on:
            self.add_error("ends_on", "The season ends before it starts.")
        if found.get("points") and not found.get("points_source"):
            self.add_error("points_source", "Enter the source of the season points. It is shown beside them.")
        if not found.get("points") and found.get("points_others"):
            self.add_error("points", "Enter the points of the first places too.")
        return found

    @property
    def settings(self) -> SeasonSettings:
        """What was entered; of a form that is valid."""
        return SeasonSettings(**{**self.cleaned_data, "points_others": self.cleaned_data["points_others"] or 0})


def initial_of(season: ClubSeason) -> dict[str, Any]:
    """Return a season as the form shows it."""
    values = {name: getattr(season, name) for name in SeasonForm.base_fields}
    return {**values, "points": " ".join(str(number) for number in season.points)}
