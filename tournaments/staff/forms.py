"""Forms of joining and inviting."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone

from tournaments.forms import SiteForm
from tournaments.models import Entrant, Role, Tournament
from tournaments.rules.initials import MAX_INITIALS, initials_from
from tournaments.rules.names import in_order
from tournaments.rules.text import folded, tidy
from tournaments.sign_in.forms import name_field
from tournaments.staff.services import end_of_day

MAX_INVITATION = timedelta(days=31)
MAX_PEOPLE = 500
LOCAL_TIME = "%Y-%m-%dT%H:%M"
INVITED_ROLES = [(role.value, role.label.capitalize()) for role in (Role.CHECKER, Role.JUDGE, Role.DIRECTOR)]


def _entrant_named(tournament: Tournament, text: str) -> Entrant | None:
    """Return the entrant with this seat (``B-3`` or ``b3``), number or name; ``None`` for nobody, or for several."""
    wanted = folded(in_order(tidy(text)))
    people = Entrant.objects.filter(tournament=tournament, house_player=False)
    for found in (
        [one for one in people if wanted in (one.seat.casefold(), one.seat.casefold().replace("-", ""))],
        [one for one in people if wanted == str(one.number)],
        [one for one in people if wanted in (folded(one.name), folded(one.partner))],
    ):
        if wanted and found:
            return found[0] if len(found) == 1 else None
    return None


class JoinForm(SiteForm):
    """Under which name an invited person works, and whether they play in the event."""

    short_fields = ("initials", "plays_as")
    never_blank = ("plays_as",)

    name = name_field()
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
        if (entrant := _entrant_named(self.tournament, typed)) is None:
            raise forms.ValidationError(
                f'No one player matches "{typed}". Enter your seat or number.'
                if typed
                else "Enter your seat or number."
            )
        return entrant

    def joining(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("name", "initials", "plays_as")}


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
