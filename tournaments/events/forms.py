"""The settings of an event, for a new one and for one that is under way."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.utils import timezone

from tournaments.entrants.forms import MoneyField
from tournaments.events.services import (
    MAX_ROUNDS,
    EventSettings,
    best_of_each_round,
    digest_of_settings,
    settings_that_differ,
)
from tournaments.forms import SiteForm
from tournaments.models import SCORING_OF_PAIRS, Audience, DropOuts, OddField, Tournament
from tournaments.rules.constants import BEST_OF_CHOICES, DOUBLE_ROUND_ROBIN, GAMES_55PLUS, QUALIFYING_PLAYOFF
from tournaments.rules.due_lines import SCORINGS_WITH_FLOATERS
from tournaments.rules.labels import EDITIONS, FORMATS, KINDS, SCORINGS, rounds_in_words
from tournaments.rules.pairs import MIN_AGE, PAIRS_PER_PROVINCE
from tournaments.rules.seating import SeatingError, seats

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
    Audience.NOBODY.value: "Nobody: they are posted when the director says so",
    Audience.EVERYBODY.value: "Everybody, as cards come in",
}


def _choices(words: dict[str, str], offered: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    return [(value, text) for value, text in words.items() if not offered or value in offered]


class EventForm(SiteForm):
    """Everything that a director settles about an event; ``seen`` is the state of the settings that the page showed."""

    short_fields = ("games", "table_length", "lowest_age", "pairs_per_province", "entry_fee")
    wide_fields = ("name", "odd_field", "edition", "drop_outs", "standings_shown")
    never_blank = ("drop_outs",)

    name = forms.CharField(max_length=200, label="Name of the event", help_text="As it is to stand on every page.")
    starts_on = forms.DateField(
        label="Date", initial=timezone.localdate, widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    time_zone = forms.CharField(
        label="Time zone",
        max_length=60,
        help_text="The clock in the hall. Type the name of a large town in it.",
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off", "spellcheck": "false"}),
    )
    kind = forms.ChoiceField(choices=_choices(KINDS), initial="main")
    edition = forms.ChoiceField(label="Rulebook", choices=_choices(EDITIONS), initial="acc-2020")
    games = forms.IntegerField(label="Games on a card", min_value=1, max_value=60, initial=22)
    games_per_opponent = forms.TypedChoiceField(
        label="Games against each opponent",
        coerce=int,
        choices=[(1, "One"), (2, "Two, one after the other")],
        initial=1,
    )
    odd_field = forms.ChoiceField(
        label="Odd number of players", choices=OddField.choices, initial=OddField.HOUSE_PLAYER.value
    )
    table_length = forms.IntegerField(
        label="Seats at a table",
        min_value=2,
        max_value=200,
        initial=12,
        help_text="An even number: A-1 to A-12, then B-1. The next draw of seats goes by it.",
        widget=forms.NumberInput(attrs={"step": 2}),
    )
    format = forms.ChoiceField(
        label="What is played", choices=_choices(FORMATS, OFFERED_FORMATS), initial=OFFERED_FORMATS[0]
    )
    best_of = forms.CharField(
        label="Playoff matches are best of",
        initial="5",
        required=False,
        max_length=40,
        help_text="One number for all rounds, or one for each: 3 5 5 7. The last holds for the rounds after it.",
    )
    scoring = forms.ChoiceField(
        label="Game points", choices=_choices(SCORINGS, OFFERED_SCORINGS), initial=OFFERED_SCORINGS[0]
    )
    drop_outs = forms.ChoiceField(
        label="If somebody drops out, their results",
        choices=DropOuts.choices,
        initial=DropOuts.STAND.value,
        required=False,
        help_text="Only where points pegged or left are added up; elsewhere opponents win what is left by ten.",
    )
    lowest_age = forms.IntegerField(
        label="Lowest age of both partners",
        min_value=1,
        max_value=120,
        initial=MIN_AGE,
        required=False,
        help_text="In years, reached by 31 December of the year of the event. Blank for no limit.",
    )
    pairs_per_province = forms.IntegerField(
        label="Pairs from each province or territory",
        min_value=1,
        max_value=999,
        initial=PAIRS_PER_PROVINCE,
        required=False,
        help_text="At most so many. Blank for no limit.",
    )
    muggins = forms.BooleanField(label="Muggins is played", required=False)
    standings_shown = forms.ChoiceField(
        label="Who sees standings before they are posted", choices=_choices(AUDIENCES), initial=Audience.NOBODY.value
    )
    entry_fee = MoneyField(
        label="Entry fee",
        initial=0,
        required=False,
        help_text="What each entrant owes, in your own money. A change holds for whoever is entered already, too.",
    )
    seen = forms.CharField(required=False, max_length=32, widget=forms.HiddenInput)

    def __init__(self, *args: Any, tournament: Tournament | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.drop_outs_before = DropOuts.STAND.value if tournament is None else tournament.drop_outs
        self.tournament = tournament
        if tournament is None:
            # Only on the empty page: on one that was refused, what is wrong comes first.
            self.fields["name"].widget.attrs["autofocus"] = not self.is_bound
        else:
            self._keep_choice_of(tournament)
            if tournament.makeup_rounds:
                self.fields["games"].label = "Games that everybody plays"
                self.fields["games"].help_text = (
                    f"The schedule has {rounds_in_words(tournament.games_each, tournament.makeup_rounds)}: "
                    f"cards have {tournament.games} lines. Another number takes the extra rounds away until the "
                    "schedule is made again."
                )
            if tournament.is_double_round_robin:
                self.fields[
                    "games"
                ].help_text = "It follows from the number of pairs, and is set when the schedule is made under Seating."
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
        """Leave it as it was where nothing was chosen."""
        return self.cleaned_data["drop_outs"] or self.drop_outs_before

    def clean_time_zone(self) -> str:
        """Take the name of a time zone, or its last part alone: ``new york`` is America/New_York."""
        wanted = _letters(str(self.cleaned_data["time_zone"]))
        zones = sorted(available_timezones(), key=lambda zone: (zone.count("/"), zone))
        whole = [zone for zone in zones if _letters(zone) == wanted]
        found = whole or [zone for zone in zones if _letters(zone.rpartition("/")[2]) == wanted]
        if not found:
            raise forms.ValidationError(
                "There is no time zone of this name. Names are those of large towns, such as New York, Chicago, "
                "Denver or Los Angeles."
            )
        if len({_offsets(zone) for zone in found}) > 1:
            raise forms.ValidationError(f"Several time zones are called so: write {' or '.join(found)}.")
        return found[0]

    def clean_table_length(self) -> int:
        """Refuse a board with one chair, in the words of the draw, which would refuse it too."""
        length = int(self.cleaned_data["table_length"])
        try:
            seats(0, table_length=length)
        except SeatingError as error:
            raise forms.ValidationError(f"{str(error).capitalize()}.") from error
        return length

    def clean_entry_fee(self) -> Any:
        """Take no fee for 0."""
        return self.cleaned_data["entry_fee"] or 0

    def clean_best_of(self) -> tuple[int, ...]:
        """Read one number for all rounds, or one for each from the first round on."""
        text = str(self.cleaned_data["best_of"])
        numbers = re.findall(r"\d+", text)
        if not re.fullmatch(r"[\d\s,;]*", text) or any(int(n) not in BEST_OF_CHOICES for n in numbers):
            raise forms.ValidationError("Matches are best of 1, 3, 5 or 7: write 5, or 3 5 5 7 round by round.")
        if len(numbers) > MAX_ROUNDS:
            raise forms.ValidationError(f"There are {MAX_ROUNDS} rounds at the most.")
        return tuple(int(number) for number in numbers)

    def clean(self) -> dict[str, Any]:
        """Refuse playoffs where points are added up; leave out what does not apply, whatever stands there."""
        cleaned = super().clean() or self.cleaned_data
        scoring, played = cleaned.get("scoring"), cleaned.get("format")
        if scoring in SCORINGS_WITH_FLOATERS and played == QUALIFYING_PLAYOFF:
            self.add_error(
                "format",
                "Points added up over all games decide the whole event, without playoffs: choose the double round "
                "robin, or the qualifying round only.",
            )
        if cleaned.get("edition") == GAMES_55PLUS and scoring and scoring not in SCORINGS_WITH_FLOATERS:
            self.add_error(
                "edition",
                "The 55+ Games have no game points. Choose points pegged or points left, or another rulebook.",
            )
        if played == DOUBLE_ROUND_ROBIN:
            # The schedule sets the number of games; until there is one, one line stands for all.
            cleaned["games"] = self.tournament.games_each if self.tournament else 1
        if scoring != SCORING_OF_PAIRS:
            held_to = self.tournament or Tournament()
            for name in ("lowest_age", "pairs_per_province"):
                cleaned[name] = getattr(held_to, name)
        return cleaned

    def settings(self) -> EventSettings:
        return EventSettings(
            **{name: value for name, value in self.cleaned_data.items() if name in EventSettings.__dataclass_fields__}
        )

    def differences(self, tournament: Tournament) -> list[tuple[str, str, str]]:
        """Return what the event has otherwise than was entered: what it is, as it stands there, and as entered."""
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


def _in_words(field: forms.Field, value: Any) -> str:
    if isinstance(field, forms.BooleanField):
        return "yes" if value else "no"
    if isinstance(field, forms.ChoiceField):
        choices = cast("list[tuple[object, str]]", field.choices)
        return {str(key): text for key, text in choices}.get(str(value), str(value))
    return "blank" if value in (None, "") else str(value)


def _letters(zone: str) -> str:
    """Return a name for comparing: capitals, spaces and dots make no difference."""
    return "".join(char for char in zone.casefold() if char.isalnum() or char in "/+-")


def _offsets(zone: str) -> tuple[timedelta | None, ...]:
    """Return what the clock of a zone shows in winter and in summer, which is the same for two names of one zone."""
    year = timezone.now().year
    return tuple(datetime(year, month, 1, tzinfo=ZoneInfo(zone)).utcoffset() for month in (1, 7))


def initial_of(tournament: Tournament) -> dict[str, Any]:
    """Return an event's settings as the form shows them."""
    names = [name for name in EventForm.base_fields if name not in ("best_of", "seen")]
    return {
        **{name: getattr(tournament, name) for name in names},
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
