"""The form of an announcement."""

from django import forms

from brackets.models import MAX_ANNOUNCEMENT_LENGTH
from tournaments.forms import SiteForm

MAX_MINUTES = 180


class AnnouncementForm(SiteForm):
    """The text of an announcement."""

    wide_fields = ("text",)
    short_fields = ("minutes",)

    text = forms.CharField(
        label="Announcement",
        max_length=MAX_ANNOUNCEMENT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Everybody sees it at once, with your name and the time.",
    )
    minutes = forms.IntegerField(
        label="Round timer in minutes",
        required=False,
        min_value=1,
        max_value=MAX_MINUTES,
        help_text="Counts down on the event page and the hall screen from now.",
    )
