"""The settings of an event, for a new one and for one that has begun."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import time
from typing import Any, cast

from django import forms
from django.utils import timezone

from tournaments.entrants.forms import TidyField
from tournaments.events.copying import CopySettings
from tournaments.events.services import (
    MAX_ROUNDS,
    EventSettings,
    best_of_each_round,
    digest_of_settings,
    settings_that_differ,
)
from tournaments.events.time_zones import UnknownZone, find_zone, label_of
from tournaments.forms import MoneyField, SiteForm
from tournaments.models import SCORING_OF_PAIRS, Audience, Deal, DropOuts, OddField, Reporting, Tournament
from tournaments.rules.constants import BEST_OF_CHOICES, DOUBLE_ROUND_ROBIN, GAMES_55PLUS, QUALIFYING_PLAYOFF
from tournaments.rules.currency import CURRENCIES, DEFAULT_CURRENCY
from tournaments.rules.due_lines import SCORINGS_WITH_FLOATERS
from tournaments.rules.labels import EDITIONS, FORMATS, KINDS, SCORINGS, rounds_in_words
from tournaments.rules.pairs import MIN_AGE, PAIRS_PER_PROVINCE
from tournaments.rules.seating import SeatingError, read_rooms, seats

# The schemes and formats that the ranking knows.
OFFERED_SCORINGS = ("acc", "double-skunk", "free-play", *SCORINGS_WITH_FLOATERS)
OFFERED_FORMATS = tuple(FORMATS)
# What a new event of the 55+ Games begins with; a board is a table of its own.
OF_GAMES_55_PLUS = {
    "scoring": SCORING_OF_PAIRS,
    "format": DOUBLE_ROUND_ROBIN,
    "table_length": 2,
    "kind": "main",
    "edition": GAMES_55PLUS,
}
AUDIENCES = {
    Audience.NOBODY.value: "Nobody, until you post them",
    Audience.EVERYBODY.value: "Everybody, as scorecards are entered",
}
ODD_FIELDS = {
    OddField.HOUSE_PLAYER.value: "A house player fills the empty seat",
    OddField.MAKEUP.value: "Make up byes in extra rounds",
}
REPORTING = {Reporting.PAPER.value: "Paper only", Reporting.PHONES.value: "Phones, and paper for anyone who prefers it"}
DROP_OUTS = {
    DropOuts.STAND.value: "Stand: games played count",
    DropOuts.DROPPED.value: "Dropped: their games count for nobody",
    DropOuts.FORFEITS.value: "Forfeits: all their games are lost 121 to 0",
}
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
OF_DEAL = ("deal", "deal_procedure")
OF_CARDS = MORE_FIELDS["Scorecards"]
OF_PAIRS = MORE_FIELDS["Pairs"]
START_TIMES = ("%H:%M", "%I:%M %p", "%I:%M%p", "%I %p", "%I%p")


def _choices(words: dict[str, str], offered: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    return [(value, text) for value, text in words.items() if not offered or value in offered]


@dataclass(frozen=True, slots=True)
class Topic:
    """Fields that are folded together; open where one of them has an error."""

    label: str
    fields: Sequence[forms.BoundField]

    @property
    def is_open(self) -> bool:
        return any(field.errors for field in self.fields)


class EventForm(SiteForm):
    """The settings of an event; ``seen`` is the state of the settings that the page showed."""

    short_fields = ("games", "table_length", "lowest_age", "pairs_per_province", "entry_fee")
    wide_fields = (
        "scoring",
        "odd_field",
        "edition",
        "drop_outs",
        "reporting",
        "standings_shown",
        "deal_procedure",
        "rooms",
    )
    never_blank = ("drop_outs", "reporting", "currency")

    name = forms.CharField(max_length=200, label="Name")
    starts_on = forms.DateField(
        label="Date", initial=timezone.localdate, widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    start_time = forms.TimeField(
        label="Start time",
        required=False,
        input_formats=START_TIMES,
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        error_messages={"invalid": "Enter a time such as 9:00 AM."},
    )
    venue = TidyField(max_length=200, required=False, label="Venue")
    time_zone = forms.CharField(
        label="Time zone",
        max_length=60,
        widget=forms.TextInput(
            attrs={
                "list": "time-zones",
                "autocomplete": "off",
                "spellcheck": "false",
                "placeholder": "City or Central Time",
            }
        ),
    )
    kind = forms.ChoiceField(label="Kind", choices=_choices(KINDS), initial="main")
    edition = forms.ChoiceField(label="Rulebook", choices=_choices(EDITIONS), initial="acc-2020")
    games = forms.IntegerField(label="Games", min_value=1, max_value=60, initial=22)
    games_per_opponent = forms.TypedChoiceField(
        label="Games against each opponent", coerce=int, choices=[(1, "One"), (2, "Two in a row")], initial=1
    )
    odd_field = forms.ChoiceField(
        label="Odd number of players", choices=list(ODD_FIELDS.items()), initial=OddField.HOUSE_PLAYER.value
    )
    table_length = forms.IntegerField(
        label="Seats at a table",
        min_value=2,
        max_value=200,
        initial=12,
        help_text="An even number. Used when seats are drawn.",
        widget=forms.NumberInput(attrs={"step": 2}),
    )
    rooms = forms.CharField(
        label="Rooms and tables",
        required=False,
        max_length=1000,
        help_text="Only for two rooms, or tables of different length. A line for each room: Annex: 12, 12, 8.",
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
    )
    format = forms.ChoiceField(label="Format", choices=_choices(FORMATS, OFFERED_FORMATS), initial=OFFERED_FORMATS[0])
    best_of = forms.CharField(
        label="Playoff matches: best of",
        initial="5",
        required=False,
        max_length=40,
        help_text="One number, or one for each round: 3 5 5 7.",
    )
    scoring = forms.ChoiceField(
        label="Game points", choices=_choices(SCORINGS, OFFERED_SCORINGS), initial=OFFERED_SCORINGS[0]
    )
    drop_outs = forms.ChoiceField(
        label="Results of players who drop out",
        choices=list(DROP_OUTS.items()),
        initial=DropOuts.STAND.value,
        required=False,
    )
    reporting = forms.ChoiceField(
        label="How players report games",
        choices=list(REPORTING.items()),
        initial=Reporting.PAPER.value,
        required=False,
        help_text="With phones, each scorecard has a code to scan. Print scorecards again after you switch phones on.",
    )
    lowest_age = forms.IntegerField(
        label="Minimum age of both partners",
        min_value=1,
        max_value=120,
        initial=MIN_AGE,
        required=False,
        help_text="On December 31 of the year of the event.",
    )
    pairs_per_province = forms.IntegerField(
        label="Maximum pairs from each province or territory",
        min_value=1,
        max_value=999,
        initial=PAIRS_PER_PROVINCE,
        required=False,
    )
    muggins = forms.BooleanField(label="Play muggins", required=False)
    deal = forms.ChoiceField(
        label="First deal of a game (rule 1.5.a)",
        choices=[("", "Not decided yet"), (Deal.CUT.value, "Cut for deal"), (Deal.ALTERNATE.value, "Alternate deal")],
        required=False,
    )
    deal_procedure = TidyField(
        max_length=200,
        required=False,
        label="Alternate deal: who deals first, and after that",
        help_text="Example: odd seats deal first in odd games, even seats in even games.",
    )
    standings_shown = forms.ChoiceField(
        label="Who sees standings before you post them", choices=_choices(AUDIENCES), initial=Audience.NOBODY.value
    )
    contact = TidyField(
        max_length=200, required=False, label="Contact", help_text="Shown to everybody: a name, phone or email."
    )
    currency = forms.ChoiceField(
        label="Currency", choices=list(CURRENCIES.items()), initial=DEFAULT_CURRENCY, required=False
    )
    entry_fee = MoneyField(
        label="Entry fee", initial=0, required=False, help_text="A change also applies to existing entrants."
    )
    seen = forms.CharField(required=False, max_length=32, widget=forms.HiddenInput)

    def __init__(self, *args: Any, tournament: Tournament | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.drop_outs_before = DropOuts.STAND.value if tournament is None else tournament.drop_outs
        self.tournament = tournament
        if tournament is None:
            self.fields["entry_fee"].help_text = ""
            self.fields["entry_fee"].initial = None  # blank, so that what is typed at once is the fee
            # Only on the empty page: on one that was refused, what is wrong comes first.
            self.fields["name"].widget.attrs["autofocus"] = not self.is_bound
        else:
            self._keep_choice_of(tournament)
            if tournament.makeup_rounds:
                self.fields["games"].label = "Games each player plays"
                self.fields["games"].help_text = (
                    f"The schedule has {rounds_in_words(tournament.games_each, tournament.makeup_rounds)}; cards have "
                    f"{tournament.games} lines. A change removes the extra rounds until you make a new schedule."
                )
            if tournament.is_double_round_robin:
                self.fields["games"].help_text = "Set by the schedule, from the number of pairs."
            self.initial = {**initial_of(tournament), **self.initial}

    def _keep_choice_of(self, tournament: Tournament) -> None:
        """Offer what an imported event has besides what is offered for a new one."""
        for name, words, offered in (("scoring", SCORINGS, OFFERED_SCORINGS), ("format", FORMATS, OFFERED_FORMATS)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = _choices(words, (*offered, getattr(tournament, name)))
        self.fields["starts_on"].required = tournament.starts_on is not None

    def clean_name(self) -> str:
        return " ".join(str(self.cleaned_data["name"]).split())

    def clean_drop_outs(self) -> str:
        """Keep the stored value if nothing is chosen."""
        return self.cleaned_data["drop_outs"] or self.drop_outs_before

    def clean_reporting(self) -> str:
        """Keep the stored value if nothing is chosen."""
        stored = self.tournament.reporting if self.tournament is not None else Reporting.PAPER.value
        return str(self.cleaned_data["reporting"] or stored)

    def clean_currency(self) -> str:
        """Keep the stored value if nothing is chosen."""
        stored = self.tournament.currency if self.tournament is not None else DEFAULT_CURRENCY
        return str(self.cleaned_data["currency"] or stored)

    def clean_time_zone(self) -> str:
        try:
            return find_zone(str(self.cleaned_data["time_zone"]))
        except UnknownZone as unknown:
            raise forms.ValidationError(str(unknown)) from unknown

    def clean_table_length(self) -> int:
        """Refuse an odd number in the words of the draw, which would refuse it too."""
        length = int(self.cleaned_data["table_length"])
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

    def clean_best_of(self) -> tuple[int, ...]:
        """Read one number for all rounds, or one for each from the first round on."""
        text = str(self.cleaned_data["best_of"])
        numbers = re.findall(r"\d+", text)
        if not re.fullmatch(r"[\d\s,;]*", text) or any(int(n) not in BEST_OF_CHOICES for n in numbers):
            raise forms.ValidationError(f'"{text}" is not a list of 1, 3, 5 or 7. Enter 5, or 3 5 5 7 round by round.')
        if len(numbers) > MAX_ROUNDS:
            raise forms.ValidationError(f"These are {len(numbers)} rounds. Enter {MAX_ROUNDS} or fewer.")
        return tuple(int(number) for number in numbers)

    def clean(self) -> dict[str, Any]:
        """Refuse playoffs where points are added up; keep what the page did not show."""
        cleaned = super().clean() or self.cleaned_data
        scoring, played = cleaned.get("scoring"), cleaned.get("format")
        if scoring in SCORINGS_WITH_FLOATERS and played == QUALIFYING_PLAYOFF:
            self.add_error(
                "format",
                "Events that add up points have no playoffs. Choose double round robin or qualifying round only.",
            )
        if cleaned.get("edition") == GAMES_55PLUS and scoring and scoring not in SCORINGS_WITH_FLOATERS:
            self.add_error(
                "edition", "The 55+ Games have no game points. Choose points pegged, points left, or another rulebook."
            )
        if cleaned.get("deal") == Deal.ALTERNATE and not cleaned.get("deal_procedure"):
            self.add_error("deal_procedure", "With an alternate deal, enter who deals first: players are told.")
        if played == DOUBLE_ROUND_ROBIN:
            # The schedule sets the number of games; until there is one, one line stands for all.
            cleaned["games"] = self.tournament.games_each if self.tournament else 1
        for name in OF_PAIRS:
            # Blank is no limit, but a field that the page did not show is not blank.
            if scoring != SCORING_OF_PAIRS or self.add_prefix(name) not in self.data:
                cleaned[name] = getattr(self.tournament or Tournament(), name)
        return cleaned

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """The fields that every new event needs."""
        return [self[name] for name in FIRST_FIELDS]

    @property
    def topics(self) -> list[Topic]:
        """The other fields, without those that mean nothing for this way of scoring."""
        scoring = self["scoring"].value()
        left_out = set() if scoring == SCORING_OF_PAIRS else set(OF_PAIRS)
        left_out |= set(OF_CARDS) if scoring in SCORINGS_WITH_FLOATERS else {"drop_outs"}
        left_out |= set(OF_DEAL) if scoring in SCORINGS_WITH_FLOATERS else set()
        shown = {label: [name for name in names if name not in left_out] for label, names in MORE_FIELDS.items()}
        return [Topic(label, [self[name] for name in names]) for label, names in shown.items() if names]

    def settings(self) -> EventSettings:
        return EventSettings(
            **{name: value for name, value in self.cleaned_data.items() if name in EventSettings.__dataclass_fields__}
        )

    def differences(self, tournament: Tournament) -> list[tuple[str, str, str]]:
        """Return what differs from the event as stored: label, stored value, entered value."""
        stands, names = initial_of(tournament), settings_that_differ(tournament, self.settings())
        return [
            (
                str(self[name].label),
                _in_words(self.fields[name], stands[name]),
                _in_words(self.fields[name], self[name].value()),
            )
            for name in self.fields
            if name in names
        ]


class CopyForm(SiteForm):
    """What is not the same in a copy of an event."""

    name = TidyField(max_length=200, label="Name")
    starts_on = EventForm.base_fields["starts_on"]
    start_time = EventForm.base_fields["start_time"]
    venue = EventForm.base_fields["venue"]
    entrants = forms.BooleanField(label="Copy entrants", required=False)

    def settings(self) -> CopySettings:
        return CopySettings(**self.cleaned_data)


class DeleteForm(SiteForm):
    """The name of the event, typed to confirm that it is meant."""

    name = forms.CharField(
        max_length=200,
        label="Name of the event",
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )


def _in_words(field: forms.Field, value: Any) -> str:
    if isinstance(field, forms.BooleanField):
        return "yes" if value else "no"
    if isinstance(field, forms.ChoiceField):
        choices = cast("list[tuple[object, str]]", field.choices)
        return {str(key): text for key, text in choices}.get(str(value), str(value))
    if isinstance(value, time):
        return f"{value:%H:%M}"
    return "blank" if value in (None, "") else str(value)


def initial_of(tournament: Tournament) -> dict[str, Any]:
    """Return an event's settings as the form shows them."""
    names = [name for name in EventForm.base_fields if name not in ("best_of", "seen")]
    return {
        **{name: getattr(tournament, name) for name in names},
        "time_zone": label_of(tournament.time_zone),
        "games": tournament.games_each,
        "best_of": _in_short(best_of_each_round(tuple(tournament.best_of or ()))),
        "seen": digest_of_settings(tournament),
    }


def _in_short(best_of: tuple[int, ...]) -> str:
    """Write the numbers round by round, up to the one that holds for all rounds after it."""
    numbers = list(best_of)
    while len(numbers) > 1 and numbers[-1] == numbers[-2]:
        numbers.pop()
    return " ".join(str(number) for number in numbers)
