"""The settings of an event, for a new one and for one that has begun."""

import hashlib
import re
from collections.abc import Iterator
from datetime import time
from typing import Any, cast

from django import forms

from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.entrants.forms import TidyField
from tournaments.entrants.services.registration import follow_entry_fee
from tournaments.events.creating import as_logged
from tournaments.events.time_zones import UnknownZone, find_zone, label_of
from tournaments.forms import MoneyField, SiteForm, SiteModelForm
from tournaments.hooks import has_cards, highest_keyed_game, last_played_round
from tournaments.models import (
    MAX_ROUNDS,
    SETTINGS,
    USUAL_BEST_OF,
    AuditAction,
    Deal,
    StaffMember,
    Tournament,
    in_all_rounds,
)
from tournaments.rules.constants import BEST_OF_CHOICES, GAMES_55PLUS
from tournaments.rules.formats import FORMATS
from tournaments.rules.labels import rounds_in_words
from tournaments.rules.scorings import ACC, SCORINGS
from tournaments.rules.seating import SeatingError, read_rooms, seats

FIRST_FIELDS = ("name", "starts_on", "start_time", "venue", "time_zone", "kind", "games", "entry_fee")
# The rest by topic. Some fields are only for events that add up points, some only for pairs.
MORE_FIELDS = {
    "Scoring and rules": ("scoring", "edition", "muggins", "deal", "deal_procedure", "drop_outs"),
    "Format and playoffs": ("format", "best_of"),
    "Scorecards": ("reporting",),
    "Seating": ("games_per_opponent", "odd_field", "table_length", "rooms"),
    "Pairs": ("lowest_age", "pairs_per_province"),
    "Money": ("currency",),
    "Public pages": ("standings_shown", "contact"),
}
OF_CARDS = {"deal", "deal_procedure", "reporting"}
OF_PAIRS = MORE_FIELDS["Pairs"]
START_TIMES = ("%H:%M", "%I:%M %p", "%I:%M%p", "%I %p", "%I%p")


class EditConflict(Exception):
    """Somebody else changed the settings since the page was opened; the argument is the event as stored."""


class BestOfField(forms.CharField):
    """One number for all rounds, or one for each from the first on, the last of which holds for the others."""

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        while len(value) > 1 and value[-1] == value[-2]:
            value = value[:-1]
        return " ".join(map(str, value))

    def clean(self, value: Any) -> list[int] | None:
        text = str(super().clean(value))
        numbers = [int(number) for number in re.findall(r"\d+", text)]
        if not re.fullmatch(r"[\d\s,;]*", text) or not set(numbers) <= set(BEST_OF_CHOICES):
            raise forms.ValidationError(f'"{text}" is not a list of 1, 3, 5 or 7. Enter 5, or 3 5 5 7 round by round.')
        if len(numbers) > MAX_ROUNDS:
            raise forms.ValidationError(f"These are {len(numbers)} rounds. Enter {MAX_ROUNDS} or fewer.")
        return in_all_rounds(numbers) or None


class TimeZoneField(forms.CharField):
    widget = forms.TextInput(
        {"list": "time-zones", "autocomplete": "off", "spellcheck": "false", "placeholder": "City or Central Time"}
    )

    def clean(self, value: Any) -> str:
        try:
            return find_zone(str(super().clean(value)))
        except UnknownZone as unknown:
            raise forms.ValidationError(str(unknown)) from unknown


class EventForm(SiteModelForm):
    """The settings of an event; ``seen`` is the state of the settings that the page showed."""

    short_fields = ("games", "table_length", "lowest_age", "pairs_per_province", "entry_fee")
    wide_fields = (
        *("scoring", "odd_field", "edition", "drop_outs", "reporting", "standings_shown", "deal_procedure", "rooms"),
    )
    never_blank = ("drop_outs", "reporting", "currency")

    starts_on = forms.DateField(label="Date", widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))
    start_time = forms.TimeField(
        label="Start time",
        required=False,
        input_formats=START_TIMES,
        widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
        error_messages={"invalid": "Enter a time such as 9:00 AM."},
    )
    time_zone = TimeZoneField(label="Time zone", max_length=60)
    games = forms.IntegerField(label="Games", min_value=1, max_value=60)
    table_length = forms.IntegerField(
        label="Seats at a table",
        min_value=2,
        max_value=200,
        help_text="An even number. Used when seats are drawn.",
        widget=forms.NumberInput({"step": 2}),
    )
    rooms = forms.CharField(
        label="Rooms and tables",
        required=False,
        max_length=1000,
        help_text="Only for two rooms, or tables of different length. A line for each room: Annex: 12, 12, 8.",
        widget=forms.Textarea({"rows": 3, "spellcheck": "false"}),
    )
    best_of = BestOfField(
        label="Playoff matches: best of",
        required=False,
        max_length=40,
        help_text="One number, or one for each round: 3 5 5 7.",
    )
    lowest_age = forms.IntegerField(
        label="Minimum age of both partners",
        min_value=1,
        max_value=120,
        required=False,
        help_text="On December 31 of the year of the event.",
    )
    pairs_per_province = forms.IntegerField(
        label="Maximum pairs from each province or territory", min_value=1, max_value=999, required=False
    )
    entry_fee = MoneyField(label="Entry fee", required=False, help_text="A change also applies to existing entrants.")
    seen = forms.CharField(required=False, max_length=32, widget=forms.HiddenInput)

    class Meta:
        model = Tournament
        fields = SETTINGS
        field_classes = dict.fromkeys(("name", "venue", "contact", "deal_procedure"), TidyField)
        labels = {
            "scoring": "Game points",
            "edition": "Rulebook",
            "odd_field": "Odd number of players",
            "drop_outs": "Results of players who drop out",
            "reporting": "How players report games",
            "muggins": "Play muggins",
            "deal": "First deal of a game (rule 1.5.a)",
            "deal_procedure": "Alternate deal: who deals first, and after that",
            "standings_shown": "Who sees standings before you post them",
        }
        help_texts = {
            "contact": "Shown to everybody: a name, phone or email.",
            "deal_procedure": "Example: odd seats deal first in odd games, even seats in even games.",
            "reporting": "With phones, each scorecard has a code to scan. Print scorecards again after you switch "
            "phones on.",
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        event, games = self.instance, self.fields["games"]
        for name, known in (("scoring", SCORINGS), ("format", FORMATS)):
            offered = [one for one in known.values() if one.is_offered or one.name == getattr(event, name)]
            cast("forms.ChoiceField", self.fields[name]).choices = [(one.name, one.label) for one in offered]
        self.initial |= event.settings() | {"time_zone": label_of(event.time_zone)}
        if event.pk is None:
            self.initial["entry_fee"] = None  # blank, so that what is typed at once is the fee
            self.fields["entry_fee"].help_text = ""
            # Only on the empty page: on one that was refused, what is wrong comes first.
            self.fields["name"].widget.attrs["autofocus"] = not self.is_bound
            return
        self.initial["seen"] = digest(event)
        self.fields["starts_on"].required = event.starts_on is not None
        if event.makeup_rounds:
            games.label = "Games each player plays"
            games.help_text = (
                f"The schedule has {rounds_in_words(event.games_each, event.makeup_rounds)}; cards have "
                f"{event.games} lines. A change removes the extra rounds until you make a new schedule."
            )
        if event.is_double_round_robin:
            games.help_text = "Set by the schedule, from the number of pairs."
        event.games, event.makeup_rounds = event.games_each, 0  # the typed number is the games that everybody plays

    def clean_table_length(self) -> int:
        """Refuse an odd number in the words of the draw, which would refuse it too."""
        length: int = self.cleaned_data["table_length"]
        try:
            seats(0, table_length=length)
        except SeatingError as error:
            raise forms.ValidationError(f"{str(error).capitalize()}.") from error
        return length

    def clean_rooms(self) -> str:
        """Take the lines as they are written, where each can be read."""
        text = "\n".join(filter(None, map(str.strip, str(self.cleaned_data["rooms"]).splitlines())))
        try:
            read_rooms(text)
        except SeatingError as error:
            raise forms.ValidationError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
        return text

    def clean(self) -> dict[str, Any]:
        """Refuse playoffs where points are added up; keep what the page did not show."""
        cleaned = super().clean()
        scored, played = SCORINGS.get(cleaned.get("scoring", "")), FORMATS.get(cleaned.get("format", ""))
        if scored and scored.is_of_sheets and played and played.has_playoffs:
            self.add_error(
                "format",
                "Events that add up points have no playoffs. Choose double round robin or qualifying round only.",
            )
        if cleaned.get("edition") == GAMES_55PLUS and scored and not scored.is_of_sheets:
            self.add_error(
                "edition", "The 55+ Games have no game points. Choose points pegged, points left, or another rulebook."
            )
        if cleaned.get("deal") == Deal.ALTERNATE and not cleaned.get("deal_procedure"):
            self.add_error("deal_procedure", "With an alternate deal, enter who deals first: players are told.")
        if played and played.is_double_round_robin:
            # The schedule sets the number of games; until there is one, one line stands for all.
            cleaned["games"] = self.instance.games if self.instance.pk else 1
        for name in OF_PAIRS:
            # Blank is no limit, but a field that the page did not show is not blank.
            if not (scored and scored.is_of_pairs) or self.add_prefix(name) not in self.data:
                cleaned.pop(name, None)
        return cleaned

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """The fields that every new event needs."""
        return [self[name] for name in FIRST_FIELDS]

    @property
    def topics(self) -> Iterator[tuple[str, list[forms.BoundField], bool]]:
        """The other fields, without those that mean nothing for this way of scoring; open where one is wrong."""
        scored = SCORINGS.get(self["scoring"].value(), ACC)
        left_out = set() if scored.is_of_pairs else set(OF_PAIRS)
        left_out |= OF_CARDS if scored.is_of_sheets else {"drop_outs"}
        for label, names in MORE_FIELDS.items():
            if fields := [self[name] for name in names if name not in left_out]:
                yield label, fields, any(field.errors for field in fields)

    def save(self, me: StaffMember) -> dict[str, Any]:  # type: ignore[override]
        """Change the settings of an event that has begun, and return what changed.

        Raises:
            EditConflict: somebody else saved other settings since the page was opened.
            ValidationError: cards or results are entered that the change would invalidate.
        """
        with tournament_change(self.instance) as stored:
            before, after = stored.settings() | {"makeup_rounds": stored.makeup_rounds}, self.changes_of(stored)
            if not after:
                return {}
            if digest(stored) != self.cleaned_data["seen"]:
                raise EditConflict(stored)
            if "games" in after and stored.makeup_rounds:
                # The schedule with its extra rounds was made for another number of games.
                after["makeup_rounds"] = 0
            if reasons := _invalidated(stored, before, after):
                raise forms.ValidationError(reasons)
            for name, value in after.items():
                setattr(stored, name, value)
            stored.save(update_fields=list(after))
            told = [as_logged({name: values[name] for name in after}) for values in (before, after)]
            record_change(stored, me, AuditAction.SETTINGS_CHANGED, stored.name, before=told[0], after=told[1])
            if "entry_fee" in after:
                follow_entry_fee(tournament=stored, actor=me, before=before["entry_fee"])
        return after

    def changes_of(self, stored: Tournament) -> dict[str, Any]:
        """Return those of the settings entered that the event has otherwise, by field."""
        before = stored.settings()
        return {name: value for name, value in self.instance.settings().items() if value != before[name]}

    def differences(self, stored: Tournament) -> list[tuple[str, str, str]]:
        """Return what differs from the event as stored: label, stored value, entered value."""
        theirs, names = EventForm(instance=stored), self.changes_of(stored)
        return [
            (str(field.label), _in_words(theirs[field.name]), _in_words(field)) for field in self if field.name in names
        ]


class CopyForm(SiteForm):
    """What is not the same in a copy of an event."""

    name = TidyField(max_length=200, label="Name")
    starts_on = EventForm.base_fields["starts_on"]
    start_time = EventForm.base_fields["start_time"]
    venue = EventForm.base_fields["venue"]
    entrants = forms.BooleanField(label="Copy entrants", required=False)


class DeleteForm(SiteForm):
    """The name of the event, typed to confirm that it is meant."""

    name = forms.CharField(
        max_length=200,
        label="Name of the event",
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )


def digest(event: Tournament) -> str:
    """Tell one state of an event's settings from another."""
    values = event.settings() | {"makeup_rounds": event.makeup_rounds}
    return hashlib.sha256(repr(sorted(values.items())).encode()).hexdigest()[:32]


def _in_words(bound: forms.BoundField) -> str:
    value = bound.value()
    if isinstance(bound.field, forms.BooleanField):
        return "yes" if value else "no"
    if isinstance(bound.field, forms.ChoiceField):
        choices = cast("list[tuple[object, str]]", bound.field.choices)
        return {str(key): text for key, text in choices}.get(str(value), str(value))
    if isinstance(value, time):
        return f"{value:%H:%M}"
    return "blank" if value in (None, "") else str(value)


def _invalidated(event: Tournament, before: dict[str, Any], after: dict[str, Any]) -> dict[str, str]:
    """Return why settings cannot be changed any more, by field."""
    reasons: dict[str, str] = {}
    if keyed := highest_keyed_game(event):
        if event.makeup_rounds and "games" in after:
            reasons["games"] = (
                "Scorecards are entered, and their last lines are extra rounds for byes. The number of games is fixed."
            )
        if after.get("games", keyed) < keyed:
            reasons["games"] = f"Scorecards have lines up to game {keyed}. Enter {keyed} or more."
        for name, what in (("edition", "the rulebook"), ("scoring", "the game points")):
            # Game sheets are read alike under every rulebook.
            if name in after and not (name == "edition" and event.is_of_sheets):
                reasons[name] = f"Scorecards are entered. You cannot change {what} any more."
    if after.keys() & {"table_length", "rooms"} and _would_unseat(event, after):
        length = event.table_length
        reasons["rooms" if "rooms" in after else "table_length"] = (
            f"Scorecards are entered with seats at tables of {length}: A-1 to A-{length}, then B-1. Keep {length}."
            if not event.rooms and "table_length" in after
            else "Scorecards are entered with the seats of the tables as they were. Keep the rooms and tables."
        )
    if played := last_played_round(event):
        usual = in_all_rounds([USUAL_BEST_OF])
        if "best_of" in after and (after["best_of"] or usual)[:played] != (before["best_of"] or usual)[:played]:
            reasons["best_of"] = f"Matches are played up to round {played}. You cannot change their best-of."
        if "format" in after:
            reasons["format"] = "Playoff matches are played. You cannot change the format any more."
    return reasons


def _would_unseat(event: Tournament, after: dict[str, Any]) -> bool:
    """Whether fewer of the seats that identify entered scorecards would exist with these tables."""
    if not has_cards(event):
        return False
    held = set(event.entrants.exclude(seat="").values_list("seat", flat=True))

    def there(length: int, rooms: str) -> int:
        return len(held.intersection(seats(len(held), table_length=length, rooms=read_rooms(rooms))))

    before = (event.table_length, event.rooms)
    return there(after.get("table_length", before[0]), after.get("rooms", before[1])) < there(*before)
