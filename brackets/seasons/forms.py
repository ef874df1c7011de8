"""What a director enters for a club season."""

import re
from typing import Any

from django import forms

from brackets.models import ClubSeason
from brackets.seasons.services import SETTINGS
from scorecards.rules.clubs.season import MAX_WEEKS
from tournaments.forms import SiteModelForm

NUMBER = {"inputmode": "numeric", "autocomplete": "off"}
MAX_POINTS = 999
MAX_PLACES = 100


class SeasonForm(SiteModelForm):
    """A season: club, days, how many weeks count, and the club's own points table."""

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

    class Meta:
        model = ClubSeason
        fields = SETTINGS
        labels = {"name": "Season", "starts_on": "From", "ends_on": "To", "points_source": "Source of points"}
        help_texts = {
            "name": "Such as Spring 2026.",
            "points_source": "Shown on the public page. Such as the club’s by-laws.",
        }
        widgets = dict.fromkeys(("starts_on", "ends_on"), forms.DateInput({"type": "date"}))

    def __init__(self, *args: Any, instance: ClubSeason | None = None, **kwargs: Any) -> None:
        super().__init__(*args, instance=instance, **kwargs)
        if instance is not None:
            self.initial["points"] = " ".join(str(number) for number in instance.points)

    def clean_points_others(self) -> int:
        return self.cleaned_data["points_others"] or 0

    def clean_points(self) -> list[int]:
        """Read the points, place by place."""
        text = str(self.cleaned_data["points"])
        if not re.fullmatch(r"[0-9\s,;]*", text):
            raise forms.ValidationError("Enter whole numbers with spaces between: 10 8 6 5.")
        numbers = [int(number) for number in re.findall(r"[0-9]+", text)]
        if any(number > MAX_POINTS for number in numbers) or len(numbers) > MAX_PLACES:
            raise forms.ValidationError(f"Enter at most {MAX_PLACES} places of {MAX_POINTS} points each.")
        return numbers

    def clean(self) -> dict[str, Any]:
        """Refuse days the wrong way round, and a table without its source."""
        found = super().clean()
        starts_on, ends_on = found.get("starts_on"), found.get("ends_on")
        if starts_on and ends_on and ends_on < starts_on:
            self.add_error("ends_on", "The season ends before it starts.")
        if found.get("points") and not found.get("points_source"):
            self.add_error("points_source", "Enter the source of the season points. It is shown beside them.")
        if not found.get("points") and found.get("points_others"):
            self.add_error("points", "Enter the points of the first places too.")
        return found
