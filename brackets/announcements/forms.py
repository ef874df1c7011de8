"""The form of an announcement."""

from __future__ import annotations

from django import forms

from brackets.models import MAX_ANNOUNCEMENT_LENGTH
from tournaments.forms import SiteForm


class AnnouncementForm(SiteForm):
    """The text of an announcement."""

    wide_fields = ("text",)

    text = forms.CharField(
        label="Announcement",
        max_length=MAX_ANNOUNCEMENT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Everybody sees it at once, with your name and the time.",
    )
