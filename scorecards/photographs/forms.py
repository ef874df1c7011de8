"""Forms of photographs: what the director sets."""

from django import forms

from scorecards.models.pictures import MAX_PICTURE_DAYS
from tournaments.forms import SiteForm

_DAYS = f"Enter a number of days from 1 to {MAX_PICTURE_DAYS}."


class PictureSettingsForm(SiteForm):
    """How long pictures are kept, and whether boxes of them may be exported."""

    short_fields = ("days",)

    days = forms.IntegerField(
        min_value=1,
        max_value=MAX_PICTURE_DAYS,
        label="Days to keep photographs",
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "pattern": "[0-9]*"}),
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), _DAYS),
    )
    keeps_boxes = forms.BooleanField(
        required=False,
        label="Allow export of boxes",
        help_text="Small pictures of confirmed digits, without names, to train the reader.",
    )
