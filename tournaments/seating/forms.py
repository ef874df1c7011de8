"""Forms of seats, movement and round robins."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict

from tournaments.forms import SiteForm
from tournaments.hooks import has_cards, highest_keyed_game
from tournaments.models import Entrant, Tournament
from tournaments.rules.movement.setup import MAX_LINES
from tournaments.rules.round_robin import pool_name
from tournaments.rules.seating import board_of, facing
from tournaments.seating.round_robin import robin_order, ways_of_dividing
from tournaments.seating.schedule_csv import MAX_BYTES
from tournaments.seating.selectors.seats import Seating

REASON = "Reason for the change"
REASON_NEEDED = "Scorecards are entered: say why this is changed, for the log."


def labelled(chair: Entrant) -> str:
    """Return an entrant as lists to choose from show them: seat and name."""
    return f"{chair.seat} {chair.shown_name}" if chair.seat else f"{chair.shown_name} (no seat)"


MOST_LISTED = 200
"""So many entrants, or tables and boards, are listed to choose from; in a larger event they are written down."""


class ListedOrWritten(forms.TypedChoiceField):
    """One of a list; where that is long, the seat or number is written instead."""

    def offer(self, choices: Sequence[tuple[int | str, str]], what: str, seats: Mapping[str, int | str]) -> None:
        """Take one of these; ``seats`` are what may be written for a choice beside the choice itself."""
        self.choices = choices
        self.written = {_bare(seat): str(choice) for seat, choice in seats.items()}
        if len(choices) > MOST_LISTED:
            attributes = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
            self.widget = forms.TextInput(attributes | {"placeholder": what})
            self.error_messages["invalid_choice"] = f"There is no “%(value)s” here: enter a {what.lower()}."

    def to_python(self, value: Any) -> str:
        """Return the choice for a seat that is written."""
        text = super().to_python(value).strip()
        return self.written.get(_bare(text), text)


def _bare(seat: str) -> str:
    """Return a seat as people write it: ``b7`` and ``B-7`` are one."""
    return "".join(seat.split()).replace("-", "").casefold()


def _offer(form: forms.BaseForm, name: str, chairs: Iterable[Entrant], empty: str) -> None:
    field = form.fields[name]
    assert isinstance(field, ListedOrWritten)
    offered = list(chairs)
    seats = {chair.seat: chair.number for chair in offered if chair.seat}
    choices: list[tuple[int | str, str]] = [("", empty), *((chair.number, labelled(chair)) for chair in offered)]
    field.offer(choices, "Seat or number", seats)


class DrawForm(SiteForm):
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
    only_here = forms.BooleanField(required=False)
    sure_of = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def ask_if_few(self, here: int, players: int) -> bool:
        """Ask once where fewer than half of the players would get seats, and tell whether that was asked now."""
        is_asked = self.cleaned_data["only_here"] and 2 * here < players and self.cleaned_data["sure_of"] != here
        if is_asked:
            them = "this 1" if here == 1 else f"these {here}"
            text = (
                f"Only {here} of {players} players {'is' if here == 1 else 'are'} here. Press again to draw for {them}."
            )
            self.add_error(None, text)
            self.data = {**self.data.dict(), "sure_of": here}  # type: ignore[attr-defined]
        return is_asked


class ChangeForm(SiteForm):
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

    one = ListedOrWritten(label="Swap", coerce=int)
    other = ListedOrWritten(label="With", coerce=int)
    seen = forms.CharField(max_length=20, widget=forms.HiddenInput)
    field_order = ("one", "other", "reason", "seen")

    def __init__(self, tournament: Tournament, seating: Seating, *args: Any, **kwargs: Any) -> None:
        super().__init__(tournament, *args, **kwargs)
        seated = seating.in_seat_order
        _offer(self, "one", seated, "choose an entrant")
        _offer(self, "other", seated, "choose an entrant")


class LatecomerForm(ChangeForm):
    """Those who come late, together: who is checked in is ticked, the game after the last one entered filled in."""

    short_fields = ("from_game",)

    numbers = forms.TypedMultipleChoiceField(
        label="Latecomers",
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Tick those who are here."},
    )
    from_game = forms.IntegerField(label="Play from game", min_value=1)
    house_player = forms.BooleanField(label="Add a house player if needed", required=False, initial=True)
    field_order = ("numbers", "from_game", "house_player", "reason")

    def __init__(self, tournament: Tournament, seating: Seating, *args: Any, **kwargs: Any) -> None:
        super().__init__(tournament, *args, auto_id="latecomer_%s", **kwargs)
        unpaired = sorted(seating.unpaired, key=lambda chair: not (chair.is_checked_in or chair.seat))
        field = self.fields["numbers"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(chair.number, _late(chair)) for chair in unpaired]
        here = [chair for chair in unpaired if chair.is_checked_in or chair.seat]
        if here := here or (unpaired if len(unpaired) == 1 else []):
            first = max(highest_keyed_game(tournament) + 1, *(chair.first_game for chair in here))
            first = min(first, tournament.games_each)
            self.initial = {"numbers": [chair.number for chair in here], "from_game": first, **self.initial}


def _late(chair: Entrant) -> str:
    seat = f" ({chair.seat})" if chair.seat else ""
    return f"{chair.shown_name}{seat}" if chair.is_checked_in or chair.seat else f"{chair.shown_name}, not checked in"


class ChairForm(ChangeForm):
    """Somebody in the place of somebody else, from a game on."""

    short_fields = ("from_game",)

    leaving = ListedOrWritten(label="Leaves", coerce=int)
    entering = ListedOrWritten(label="Takes over", coerce=int)
    from_game = forms.IntegerField(label="From game", min_value=1)
    field_order = ("leaving", "entering", "from_game", "reason")

    def __init__(self, tournament: Tournament, seating: Seating, *args: Any, **kwargs: Any) -> None:
        super().__init__(tournament, *args, auto_id="chair_%s", **kwargs)
        everybody = sorted(seating.chairs.values(), key=lambda chair: chair.shown_name.casefold())
        _offer(self, "leaving", seating.in_seat_order, "choose an entrant")
        _offer(self, "entering", everybody, "choose an entrant")


class TakeOutForm(ChangeForm):
    """Somebody who is out of the schedule from a game on, together with who would sit at the empty seat."""

    short_fields = ("from_game",)

    one = ListedOrWritten(label="Remove", coerce=int)
    other = ListedOrWritten(label="Together with", coerce=int, empty_value=None, required=False)
    from_game = forms.IntegerField(label="From game", min_value=1)
    field_order = ("one", "other", "from_game", "reason")

    def __init__(self, tournament: Tournament, seating: Seating, *args: Any, **kwargs: Any) -> None:
        super().__init__(tournament, *args, auto_id="out_%s", **kwargs)
        paired = seating.paired
        _offer(self, "one", paired, "choose an entrant")
        _offer(self, "other", paired, "nobody")


class TableForm(ChangeForm):
    """A table, or one board, that cannot be used."""

    table = ListedOrWritten(label="Table or board")
    field_order = ("table", "reason")

    def __init__(self, tournament: Tournament, seating: Seating, *args: Any, **kwargs: Any) -> None:
        super().__init__(tournament, *args, auto_id="table_%s", **kwargs)
        boards = dict.fromkeys(board_of(chair.seat) for chair in seating.in_seat_order if board_of(chair.seat))
        tables = dict.fromkeys(board.rpartition("-")[0] for board in boards)
        choices = [
            ("", "choose a table or board"),
            *((table, f"Table {table}") for table in tables),
            *((board, f"Board {board} and {facing(board)}") for board in boards),
        ]
        field = self.fields["table"]
        assert isinstance(field, ListedOrWritten)
        field.offer(choices, "Table or board", {place: place for place in (*boards, *tables)})


class ScheduleFileForm(SiteForm):
    """A schedule as CSV."""

    file = forms.FileField(label="Schedule as CSV")

    def data_of_file(self) -> bytes:
        """Return what was uploaded, no more of it than a schedule can be."""
        return bytes(self.cleaned_data["file"].read(MAX_BYTES + 1))


class ConfirmForm(ChangeForm):
    """The schedule that was looked at before it is stored, entrants by number."""

    schedule = forms.CharField(widget=forms.HiddenInput, strip=False)


MAX_TYPED_LENGTH = 40
SITS_OUT, FLOATER = "sits-out", "floater"
EMPTY_CHAIR = [
    (SITS_OUT, "One pair has a bye in each game"),
    (FLOATER, "A floater, a house pair, takes the empty seat: those games count for nobody"),
]


class RobinForm(SiteForm):
    """How a double round robin is made."""

    short_fields = ("games_a_day",)

    pools = forms.ChoiceField(label="Pools", widget=forms.RadioSelect)
    empty_chair = forms.ChoiceField(label="Where a pool is odd", choices=EMPTY_CHAIR, widget=forms.RadioSelect)
    games_a_day = forms.IntegerField(
        label="Games a day",
        min_value=1,
        max_value=MAX_LINES,
        required=False,
        help_text="Blank for one round robin a day: two days.",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(self, tournament: Tournament, seating: Seating, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "robin_%s", **kwargs})
        self.ways = ways_of_dividing(seating)
        playable = [way for way in self.ways if not way["why_not"]]
        self.fields["pools"].choices = [(way["key"], way["label"]) for way in playable]  # type: ignore[attr-defined]
        self.is_possible = bool(playable)
        self.refused = [way for way in self.ways if way["why_not"]]
        now = len({seating.chairs[number].pool for number in robin_order(seating)})
        keys = [way["key"] for way in playable]
        there = [key for key in (str(now), *keys[-1:]) if seating.pool_of and key in keys]
        house_pairs = [chair for chair in seating.chairs.values() if chair.house_player and chair.seat]
        self.initial = {
            "pools": there[-1] if there else next(iter(keys), ""),
            "games_a_day": tournament.games_a_day,
            "empty_chair": FLOATER if house_pairs else SITS_OUT,
            **self.initial,
        }

    def choices(self) -> list[forms.BoundField]:
        return [self["pools"], self["empty_chair"]]

    def wanted(self) -> dict[str, Any]:
        return {
            "pools": self.cleaned_data["pools"],
            "floater": self.cleaned_data["empty_chair"] == FLOATER,
            "games_a_day": self.cleaned_data["games_a_day"],
        }


class PoolsForm(ChangeForm):
    """Who is in which pool: ``shown`` has the entrants on the page, and what was sent names those it had."""

    def __init__(
        self, tournament: Tournament, seating: Seating, sent: QueryDict | None, shown: Sequence[Entrant]
    ) -> None:
        super().__init__(tournament, sent)
        self.before = seating.pool_of
        there = chairs_in_pools(seating)
        self.chairs = shown if sent is None else [chair for chair in there if _field_of(chair) in sent]
        for chair in self.chairs:
            self.fields[_field_of(chair)] = forms.CharField(
                label=chair.shown_name,
                required=False,
                initial=chair.pool,
                max_length=MAX_TYPED_LENGTH,
                widget=forms.TextInput(
                    attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
                ),
            )

    def clean(self) -> dict[str, Any]:
        """Take ``a`` and ``Pool A`` for ``A``."""
        cleaned = super().clean() or self.cleaned_data
        for chair in self.chairs:
            try:
                cleaned[_field_of(chair)] = pool_name(cleaned.get(_field_of(chair), ""))
            except ValueError as error:
                self.add_error(_field_of(chair), str(error))
        return cleaned

    def rows(self) -> list[tuple[Entrant, Any]]:
        return [(chair, self[_field_of(chair)]) for chair in self.chairs]

    def pool_of(self) -> dict[int, str]:
        """Return everybody's pool; who was not on the page stays where they are."""
        return self.before | {chair.number: self.cleaned_data[_field_of(chair)] for chair in self.chairs}


def chairs_in_pools(seating: Seating) -> list[Entrant]:
    """Return who may be in a pool."""
    return [chair for chair in seating.chairs.values() if not chair.house_player]


def _field_of(chair: Entrant) -> str:
    return f"pool-{chair.number}"
