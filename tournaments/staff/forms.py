"""Forms of signing in, joining and inviting."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest
from django.utils import timezone

from tournaments.forms import SiteForm
from tournaments.models import Entrant, Role, Tournament
from tournaments.rules.initials import MAX_INITIALS, initials_from
from tournaments.staff.selectors import end_of_day, entrant_named

MAX_INVITATION = timedelta(days=31)
MAX_PEOPLE = 500
LOCAL_TIME = "%Y-%m-%dT%H:%M"
INVITED_ROLES = [(role.value, role.label.capitalize()) for role in (Role.CHECKER, Role.JUDGE, Role.DIRECTOR)]


class SignInForm(SiteForm, AuthenticationForm):
    """User name and password."""

    error_messages = {
        "invalid_login": "This user name and password do not match. Check capital letters.",
        "inactive": "This account is closed.",
    }


SignInForm.base_fields["username"].label = "User name"
# Django cuts neither of them, nor does a database that counts.
SignInForm.base_fields["username"].validators.append(MaxLengthValidator(150))
SignInForm.base_fields["password"].validators.append(MaxLengthValidator(1_000))


def _name_field() -> forms.CharField:
    return forms.CharField(max_length=150, label="Your name", widget=forms.TextInput({"autocomplete": "name"}))


def _username_field() -> forms.CharField:
    return forms.CharField(
        max_length=150,
        label="User name",
        help_text="You sign in with it.",
        widget=forms.TextInput({"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )


STRENGTH_HELP = "At least 8 characters. Cribbage words alone are too easy to guess."


def _password_field(label: str, autocomplete: str) -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    help_text = STRENGTH_HELP if label in ("Password", "New password") and autocomplete == "new-password" else ""
    return forms.CharField(label=label, strip=False, widget=widget, help_text=help_text)


def _confirmed(form: forms.Form) -> str:
    """Find a typing error before it locks somebody out."""
    if "password" in form.cleaned_data and form.cleaned_data["again"] != form.cleaned_data["password"]:
        raise forms.ValidationError("The two passwords differ. Enter the same one twice.")
    return str(form.cleaned_data["again"])


def _free_username(form: forms.Form, user: User | None = None) -> str:
    """Return the user name that was entered; refused where somebody else has it."""
    username = str(User.normalize_username(form.cleaned_data["username"]))
    User.username_validator(username)
    others = User.objects.filter(username__iexact=username)
    if user is not None:
        others = others.exclude(pk=user.pk)
    if others.exists():
        raise forms.ValidationError(f'Somebody else has the user name "{username}". Enter another one.')
    return username


class JoinForm(SiteForm):
    """Under which name an invited person works, and whether they play in the event."""

    short_fields = ("initials", "plays_as")
    never_blank = ("plays_as",)

    name = _name_field()
    initials = forms.CharField(
        max_length=MAX_INITIALS,
        label="Your initials",
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
    plays = forms.ChoiceField(
        label="Do you play here?",
        choices=[("no", "No"), ("yes", "Yes")],
        widget=forms.RadioSelect,
        error_messages={"required": "Choose Yes or No. Nobody checks their own scorecard."},
    )
    plays_as = forms.CharField(
        max_length=200,
        required=False,
        label="If yes: your seat, number or name",
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        # Only on the empty page: on one that was refused, what is wrong comes first.
        self.fields["name"].widget.attrs["autofocus"] = not self.is_bound

    def clean_initials(self) -> str:
        """Write initials in capitals, as they stand on cards."""
        typed = str(self.cleaned_data["initials"])
        if not (initials := initials_from(typed)):
            raise forms.ValidationError(f'"{typed}" has other characters. Enter letters, such as AB.')
        return initials

    def clean_plays_as(self) -> Entrant | None:
        """Return the entrant who is meant; nobody where this person does not play."""
        typed = str(self.cleaned_data["plays_as"])
        if self.cleaned_data.get("plays") != "yes":
            return None
        if (entrant := entrant_named(self.tournament, typed)) is None:
            raise forms.ValidationError(
                f'No one player matches "{typed}". Enter your seat or number.'
                if typed
                else "Enter your seat or number."
            )
        return entrant

    def joining(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("name", "initials", "plays_as")}


class NewDirectorForm(SiteForm):
    """The account of somebody who is invited to direct an event."""

    name = _name_field()
    username = _username_field()
    password = _password_field("Password", "new-password")
    again = _password_field("Confirm password", "new-password")

    def clean_username(self) -> str:
        return _free_username(self)

    def clean_again(self) -> str:
        return _confirmed(self)

    def clean(self) -> dict[str, Any]:
        """Hold the password against the names as well."""
        cleaned = super().clean() or self.cleaned_data
        user = User(username=cleaned.get("username", ""), first_name=cleaned.get("name", ""))
        try:
            validate_password(cleaned.get("password", ""), user)
        except forms.ValidationError as weak:
            if "password" in cleaned:
                self.add_error("password", weak)
        return cleaned


class NameForm(SiteForm):
    """A user's own names."""

    username = _username_field()
    name = _name_field()

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_username(self) -> str:
        return _free_username(self, self.user)


def _own_password(request: HttpRequest, user: User, typed: str) -> str:
    """Return the password if it is the user's own; wrong ones count as those at the sign-in page do."""
    if authenticate(request, username=user.get_username(), password=typed) != user:
        raise forms.ValidationError("This is not your current password.")
    return typed


def _code_field(label: str) -> forms.CharField:
    return forms.CharField(
        max_length=40,
        label=label,
        widget=forms.TextInput({"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}),
    )


class CodeForm(SiteForm):
    """A code of the app, or a recovery code."""

    code = _code_field("Code from your app, or a recovery code")


class ConfirmForm(SiteForm):
    """The password once more."""

    current = _password_field("Current password", "current-password")

    def __init__(self, request: HttpRequest, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request, self.user = request, user

    def clean_current(self) -> str:
        return _own_password(self.request, self.user, self.cleaned_data["current"])


class SecondStepForm(ConfirmForm):
    """The password once more, and the first code that the app shows."""

    short_fields = ("code",)

    code = _code_field("6-digit code that the app shows")


class PasswordForm(SiteForm):
    """A new password, typed twice, after the current one where there is one."""

    current = _password_field("Current password", "current-password")
    password = _password_field("New password", "new-password")
    again = _password_field("Confirm new password", "new-password")

    def __init__(self, request: HttpRequest, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request, self.user = request, user
        if not user.has_usable_password():
            del self.fields["current"]

    def clean_current(self) -> str:
        return _own_password(self.request, self.user, self.cleaned_data["current"])

    def clean_password(self) -> str:
        validate_password(self.cleaned_data["password"], self.user)
        return str(self.cleaned_data["password"])

    def clean_again(self) -> str:
        return _confirmed(self)


class InvitationForm(SiteForm):
    """The role, until when, by the clock of the event, and for how many people."""

    short_fields = ("most_people",)

    role = forms.ChoiceField(choices=INVITED_ROLES, initial=Role.CHECKER.value)
    ends_at = forms.CharField(label="Ends", widget=forms.TextInput({"type": "datetime-local"}))
    most_people = forms.IntegerField(
        label="Limit of people",
        required=False,
        min_value=1,
        max_value=MAX_PEOPLE,
        widget=forms.NumberInput({"autocomplete": "off"}),
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = ZoneInfo(tournament.time_zone)
        self.initial.setdefault("ends_at", end_of_day(tournament).strftime(LOCAL_TIME))

    def clean_ends_at(self) -> datetime:
        try:
            ends_at = datetime.strptime(self.cleaned_data["ends_at"][:16], LOCAL_TIME).replace(tzinfo=self.zone)
        except ValueError:
            raise forms.ValidationError(
                f'"{self.cleaned_data["ends_at"]}" is not a date and time. Enter one such as 2026-11-21T23:59.'
            ) from None
        now = timezone.now()
        if ends_at <= now:
            raise forms.ValidationError("This time is over. Enter a later one.")
        if ends_at > now + MAX_INVITATION:
            raise forms.ValidationError(f"This is too late. Enter a time within {MAX_INVITATION.days} days.")
        return ends_at


class DirectorForm(SiteForm):
    """The account that directs the event too."""

    username = forms.CharField(
        max_length=150,
        label="User name",
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
