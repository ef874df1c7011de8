"""The filters of the activity log."""

from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.http import urlencode

from tournaments.forms import SiteForm
from tournaments.log.selectors import Wanted
from tournaments.models import Tournament, words_of_action
from tournaments.staff.forms import LOCAL_TIME

NOT_A_TIME = "This is not a date and time. Enter, for example, 2026-07-04 09:30."


class TimeField(forms.DateTimeField):
    """A time on the clock of the hall, to the minute."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            required=False,
            input_formats=[LOCAL_TIME, "%Y-%m-%d %H:%M"],
            error_messages={"invalid": NOT_A_TIME},
            widget=forms.TextInput({"type": "datetime-local"}),
            **kwargs,
        )


class LogForm(SiteForm):
    """Who, what, which text and between which times; nothing asked for is everything."""

    who = forms.CharField(required=False)
    action = forms.CharField(required=False)
    text = forms.CharField(required=False)
    since = TimeField(label="From")
    until = TimeField(label="Until")

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = ZoneInfo(tournament.time_zone)

    def clean_action(self) -> str:
        """Return the action as it is called today: an old address may have its old name."""
        return words_of_action(self.cleaned_data["action"])

    def full_clean(self) -> None:
        """Read times as those of the hall."""
        with timezone.override(self.zone):
            super().full_clean()

    @property
    def wanted(self) -> Wanted:
        """What is looked for; a time that cannot be read narrows nothing down."""
        self.full_clean()
        return {name: value for name, value in self.cleaned_data.items() if value}

    @property
    def query(self) -> str:
        asked = {name: str(self.data.get(name, "")).strip() for name in self.fields}
        return urlencode({name: value for name, value in asked.items() if value})
