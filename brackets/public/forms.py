"""The form of an announcement."""

from django import forms

from brackets.models import Announcement
from tournaments.forms import SiteModelForm

MAX_MINUTES = 180


class AnnouncementForm(SiteModelForm):
    """The text of an announcement, and for how long a timer beside it runs."""

    wide_fields = ("text",)
    short_fields = ("minutes",)

    minutes = forms.IntegerField(
        label="Round timer in minutes",
        required=False,
        min_value=1,
        max_value=MAX_MINUTES,
        help_text="Counts down on the event page and the hall screen from now.",
    )

    class Meta:
        model = Announcement
        fields = ("text",)
        widgets = {"text": forms.Textarea({"rows": 3})}
        labels = {"text": "Announcement"}
        help_texts = {"text": "Everybody sees it at once, with your name and the time."}
