"""What is asked of people on their way in, and of a director who lets them in."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.utils import timezone

from tournaments.forms import SiteForm
from tournaments.models import Role, Tournament
from tournaments.rules.initials import MAX_INITIALS, initials_from

MAX_INVITATION = timedelta(days=31)
LOCAL_TIME = "%Y-%m-%dT%H:%M"
INVITED_ROLES = [(Role.CHECKER.value, "Checker: keys cards"), (Role.JUDGE.value, "Judge: rules at the tables")]


class SignInForm(SiteForm, AuthenticationForm):
    """User name and password."""

    error_messages = {
        "invalid_login": "This name and password do not belong together. Capitals count in both.",
        "inactive": "This account has been closed.",
    }


SignInForm.base_fields["username"].label = "User name"


class JoinForm(SiteForm):
    """Under which name an invited person works."""

    short_fields = ("initials",)

    name = forms.CharField(max_length=150, label="Your name", widget=forms.TextInput({"autocomplete": "name"}))
    initials = forms.CharField(
        max_length=MAX_INITIALS,
        label="Your initials",
        help_text="They stand beside whatever you correct.",
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Only on the empty page: on one that was refused, what is wrong comes first.
        self.fields["name"].widget.attrs["autofocus"] = not self.is_bound

    def clean_initials(self) -> str:
        """Write initials in capitals, as they stand on cards."""
        initials = initials_from(str(self.cleaned_data["initials"]))
        if not initials:
            raise forms.ValidationError("Initials are letters: AB, or ABC.")
        return initials


class NameForm(SiteForm):
    """A user's own names."""

    username = forms.CharField(
        max_length=150,
        label="User name",
        help_text="What you sign in with.",
        widget=forms.TextInput({"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    name = forms.CharField(
        max_length=150,
        label="Your name",
        help_text="What others see, in the log for one.",
        widget=forms.TextInput({"autocomplete": "name"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_username(self) -> str:
        username = User.normalize_username(self.cleaned_data["username"])
        User.username_validator(username)
        if User.objects.filter(username__iexact=username).exclude(pk=self.user.pk).exists():
            raise forms.ValidationError("Somebody else has this user name.")
        return str(username)


def _password_field(label: str, autocomplete: str) -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, strip=False, widget=widget)


class PasswordForm(SiteForm):
    """A new password, typed twice; the one in use is asked for where there is one."""

    current = _password_field("Password until now", "current-password")
    password = _password_field("New password", "new-password")
    again = _password_field("New password, once more", "new-password")

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if not user.has_usable_password():
            del self.fields["current"]

    def clean_current(self) -> str:
        if not self.user.check_password(self.cleaned_data["current"]):
            raise forms.ValidationError("This is not your password until now.")
        return str(self.cleaned_data["current"])

    def clean_password(self) -> str:
        validate_password(self.cleaned_data["password"], self.user)
        return str(self.cleaned_data["password"])

    def clean_again(self) -> str:
        """Find a slip of the finger before it locks somebody out."""
        if "password" in self.cleaned_data and self.cleaned_data["again"] != self.cleaned_data["password"]:
            raise forms.ValidationError("The two new passwords differ.")
        return str(self.cleaned_data["again"])


def end_of_day(tournament: Tournament) -> datetime:
    """Return the last minute of the event's day in its time zone; of today when that day is over or unknown."""
    zone = ZoneInfo(tournament.time_zone)
    today = timezone.localdate(timezone=zone)
    day = max(tournament.starts_on or today, today)
    return datetime(day.year, day.month, day.day, 23, 59, tzinfo=zone)


class InvitationForm(SiteForm):
    """For what role, and until when: a time as the clock in the hall shows it."""

    role = forms.ChoiceField(choices=INVITED_ROLES, initial=Role.CHECKER.value)
    ends_at = forms.CharField(label="Ends", widget=forms.TextInput({"type": "datetime-local"}))

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = ZoneInfo(tournament.time_zone)
        self.initial.setdefault("ends_at", end_of_day(tournament).strftime(LOCAL_TIME))

    def clean_ends_at(self) -> datetime:
        try:
            ends_at = datetime.strptime(self.cleaned_data["ends_at"][:16], LOCAL_TIME).replace(tzinfo=self.zone)
        except ValueError:
            raise forms.ValidationError("Write day and time like 2026-11-21T23:59.") from None
        now = timezone.now()
        if ends_at <= now:
            raise forms.ValidationError("This time has passed already.")
        if ends_at > now + MAX_INVITATION:
            raise forms.ValidationError(f"An invitation lasts {MAX_INVITATION.days} days at the most.")
        return ends_at


class DirectorForm(SiteForm):
    """Who is to direct the event too."""

    username = forms.CharField(
        max_length=150,
        label="User name",
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
