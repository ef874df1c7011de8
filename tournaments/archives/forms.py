"""The file from which an event is restored."""

from django import forms
from django.conf import settings

from tournaments.forms import SiteForm


class RestoreForm(SiteForm):
    """The archive of an event."""

    wide_fields = ("file",)

    file = forms.FileField(
        label="File of the event",
        help_text=f"A file that ends in .cribbage.zip, up to 8 MB. Larger ones: {settings.MANAGE} restore_archive.",
        error_messages={"required": "Choose a file.", "empty": "This file is empty. Choose another one."},
        widget=forms.FileInput({"accept": ".zip"}),
    )
