"""What is entered about seats and movement."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from tournaments.forms import SiteForm
from tournaments.models import Tournament
from tournaments.records.progress import has_cards
from tournaments.rules.seating import board_of, facing
from tournaments.seating.schedule_csv import MAX_BYTES
from tournaments.seating.selectors.seats import Chair, Seating
from tournaments.seating.services.storage import SeatingRefused

REASON = "Reason for the change"
REASON_NEEDED = "Scorecards are entered: say why this is changed, for the log."


def _choices(chairs: Iterable[Chair], empty: str) -> list[tuple[int | str, str]]:
    return [("", empty), *((chair.number, labelled(chair)) for chair in chairs)]


def labelled(chair: Chair) -> str:
    """Return an entrant as lists to choose from show them: seat and name."""
    return f"{chair.seat} {chair.name}" if chair.seat else f"{chair.name} (no seat)"


class SeatingForm(SiteForm):
    """A form whose change may be refused."""

    def refuse(self, refusal: SeatingRefused) -> None:
        """Tell why the change cannot be made, beside the field that it is about."""
        self.add_error(refusal.field if refusal.field in self.fields else None, str(refusal))


class DrawForm(SeatingForm):
    """How seats are drawn."""

    short_fields = ("table_length",)

    table_length = forms.IntegerField(
        label="Seats at a table",
        min_value=2,
        max_value=200,
        help_text="An even number: A-1 to A-12, then B-1.",
        widget=forms.NumberInput(attrs={"step": 2}),
    )
    keep = forms.BooleanField(label="Keep assigned seats", required=False)
    only_here = forms.ChoiceField(
        choices=[("", "Draw for everybody"), ("here", "Draw only for those who are here")], required=False
    )

    def clean_only_here(self) -> bool:
        """Return whether those are left out who are not checked in."""
        return bool(self.cleaned_data["only_here"])


class ChangeForm(SeatingForm):
    """A single change: once scorecards are entered it needs a reason."""

    reason = forms.CharField(label=REASON, max_length=200, error_messages={"required": REASON_NEEDED})

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_cards(tournament):
            del self.fields["reason"]


class SeatForm(ChangeForm):
    """One entrant's seat by hand."""

    short_fields = ("seat",)

    seat = forms.CharField(
        max_length=20,
        required=False,
        help_text="Example: B-7. Leave blank to remove the seat.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "characters"}),
    )
    swap = forms.BooleanField(label="If the seat is taken, trade seats and games", required=False)
    seen = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)
    field_order = ("seat", "swap", "reason", "seen")

    def clean_seat(self) -> str:
        """Take ``b-7`` and ``B7`` for ``B-7``."""
        seat = "".join(str(self.cleaned_data["seat"]).split()).upper()
        letters = seat.rstrip("0123456789")
        return f"{letters}-{seat[len(letters) :]}" if letters.isalpha() and letters != seat else seat


class SwapForm(ChangeForm):
    """Two entrants who take each other's place in one game."""

    one = forms.TypedChoiceField(label="Swap", coerce=int)
    other = forms.TypedChoiceField(label="With", coerce=int)
    seen = forms.CharField(max_length=20, widget=forms.HiddenInput)
    field_order = ("one", "other", "reason", "seen")

    def __init__(self, tournament: Tournament, seating: Seating, *args: Any, **kwargs: Any) -> None:
        super().__init__(tournament, *args, **kwargs)
        seated = seating.in_seat_order
        self.fields["one"].choices = _choices(seated, "choose an entrant")  # type: ignore[attr-defined]
        self.fields["other"].choices = _choices(seated, "choose an entrant")  # type: ignore[attr-defined]


class LatecomerForm(ChangeForm):
    """Somebody new in the schedule."""

    short_fields = ("from_game",)

    number = forms.TypedChoiceField(label="Latecomer", coerce=int)
    from_game = forms.IntegerField(label="Plays from game", min_value=1)
    house_player = forms.BooleanField(label="Add a house player if needed", required=False, initial=True)
    field_order = ("number", "from_game", "house_player", "reason")

    def __init__(self, tournament: Tournament, seating: Seating, *args: Any, **kwargs: Any) -> None:
        super().__init__(tournament, *args, auto_id="latecomer_%s", **kwargs)
        unpaired = seating.unpaired
        self.fields["number"].choices = _choices(unpaired, "choose an entrant")  # type: ignore[attr-defined]
        if len(unpaired) == 1:
            self.initial = {"number": unpaired[0].number, "from_game": unpaired[0].first_game, **self.initial}


class ChairForm(ChangeForm):
    """Somebody in the place of somebody else, from a game on."""

    short_fields = ("from_game",)

    leaving = forms.TypedChoiceField(label="Leaves", coerce=int)
    entering = forms.TypedChoiceField(label="Takes over", coerce=int)
    from_game = forms.IntegerField(label="From game", min_value=1)
    field_order = ("leaving", "entering", "from_game", "reason")

    def __init__(self, tournament: Tournament, seating: Seating, *args: Any, **kwargs: Any) -> None:
        super().__init__(tournament, *args, auto_id="chair_%s", **kwargs)
        everybody = sorted(seating.chairs.values(), key=lambda chair: chair.name.casefold())
        self.fields["leaving"].choices = _choices(seating.in_seat_order, "choose an entrant")  # type: ignore[attr-defined]
        self.fields["entering"].choices = _choices(everybody, "choose an entrant")  # type: ignore[attr-defined]


class TakeOutForm(ChangeForm):
    """Somebody who is out of the schedule from a game on, together with who would sit at the empty seat."""

    short_fields = ("from_game",)

    one = forms.TypedChoiceField(label="Remove", coerce=int)
    other = forms.TypedChoiceField(label="Together with", coerce=int, empty_value=None, required=False)
    from_game = forms.IntegerField(label="From game", min_value=1)
    field_order = ("one", "other", "from_game", "reason")

    def __init__(self, tournament: Tournament, seating: Seating, *args: Any, **kwargs: Any) -> None:
        super().__init__(tournament, *args, auto_id="out_%s", **kwargs)
        self.fields["one"].choices = _choices(seating.paired, "choose an entrant")  # type: ignore[attr-defined]
        self.fields["other"].choices = _choices(seating.paired, "nobody")  # type: ignore[attr-defined]


class TableForm(ChangeForm):
    """A table, or one board, that cannot be used."""

    table = forms.ChoiceField(label="Table or board")
    field_order = ("table", "reason")

    def __init__(self, tournament: Tournament, seating: Seating, *args: Any, **kwargs: Any) -> None:
        super().__init__(tournament, *args, auto_id="table_%s", **kwargs)
        boards = dict.fromkeys(board_of(chair.seat) for chair in seating.in_seat_order if board_of(chair.seat))
        tables = dict.fromkeys(board.rpartition("-")[0] for board in boards)
        self.fields["table"].choices = [  # type: ignore[attr-defined]
            ("", "choose a table or board"),
            *((table, f"Table {table}") for table in tables),
            *((board, f"Board {board} and {facing(board)}") for board in boards),
        ]


class ScheduleFileForm(SiteForm):
    """A schedule as CSV."""

    file = forms.FileField(label="Schedule as CSV")

    def data_of_file(self) -> bytes:
        """Return what was uploaded, no more of it than a schedule can be."""
        return bytes(self.cleaned_data["file"].read(MAX_BYTES + 1))


class ConfirmForm(ChangeForm):
    """The schedule that was looked at before it is stored, entrants by number."""

    schedule = forms.CharField(widget=forms.HiddenInput, strip=False)
