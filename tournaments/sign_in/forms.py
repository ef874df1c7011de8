"""Forms of signing in and of a user's own account."""

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.validators import MaxLengthValidator
from django.db import transaction
from django.http import HttpRequest

from tournaments.forms import NameField, SiteForm
from tournaments.models import StaffMember
from tournaments.rules.initials import MAX_INITIALS, initials_from, initials_of


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


def name_field() -> forms.CharField:
    return NameField(max_length=150, label="Your name", widget=forms.TextInput({"autocomplete": "name"}))


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


class NewDirectorForm(SiteForm):
    """The account of somebody who is invited to direct an event."""

    name = name_field()
    username = _username_field()
    password = _password_field("Password", "new-password")
    again = _password_field("Confirm password", "new-password")

    def clean_username(self) -> str:
        return _free_username(self)

    def clean_again(self) -> str:
        return _confirmed(self)

    def save(self) -> User:
        typed = self.cleaned_data
        return User.objects.create_user(typed["username"], password=typed["password"], first_name=typed["name"])

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
    name = name_field()
    initials = forms.CharField(
        max_length=MAX_INITIALS,
        required=False,
        label="Your initials",
        help_text="On rulings that you sign. Blank for those of your name.",
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
    short_fields = ("initials",)

    def clean_initials(self) -> str:
        typed = str(self.cleaned_data["initials"])
        if typed and not initials_from(typed):
            raise forms.ValidationError(f'"{typed}" has other characters. Enter letters, such as AB.')
        return initials_from(typed)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        staff = StaffMember.objects.filter(user=user).exclude(name=user.get_username()).order_by("-pk")
        initials = staff.values_list("initials", flat=True).first() or ""
        self.initial = {"username": user.get_username(), "name": user.get_full_name(), "initials": initials}

    def clean_username(self) -> str:
        return _free_username(self, self.user)

    def save(self) -> None:
        """Give the user these names, here and at every event that they direct; blank initials are those of the name."""
        user, name, initials = self.user, self.cleaned_data["name"], self.cleaned_data["initials"]
        user.username, user.first_name, user.last_name = self.cleaned_data["username"], name, ""
        with transaction.atomic():
            user.save(update_fields=["username", "first_name", "last_name"])
            StaffMember.objects.filter(user=user).update(name=name, initials=initials or initials_of(name))


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
        """Return the password if it is the user's own; wrong ones count as those at the sign-in page do."""
        typed = str(self.cleaned_data["current"])
        if authenticate(self.request, username=self.user.get_username(), password=typed) != self.user:
            raise forms.ValidationError("This is not your current password.")
        return typed


class SecondStepForm(ConfirmForm):
    """The password once more, and the first code that the app shows."""

    short_fields = ("code",)

    code = _code_field("6-digit code that the app shows")


class PasswordForm(ConfirmForm):
    """A new password, typed twice, after the current one where there is one."""

    password = _password_field("New password", "new-password")
    again = _password_field("Confirm new password", "new-password")

    def __init__(self, request: HttpRequest, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, user, *args, **kwargs)
        if not user.has_usable_password():
            del self.fields["current"]

    def clean_password(self) -> str:
        validate_password(self.cleaned_data["password"], self.user)
        return str(self.cleaned_data["password"])

    def clean_again(self) -> str:
        return _confirmed(self)
