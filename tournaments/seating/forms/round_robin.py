"""Forms of a double round robin: how the field is divided, who has a bye, how many games a day."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict

from tournaments.forms import SiteForm
from tournaments.models import Entrant, Tournament
from tournaments.rules.movement.setup import MAX_LINES
from tournaments.rules.round_robin import pool_name
from tournaments.seating.forms.seats import ChangeForm
from tournaments.seating.selectors.round_robin import robin_order, ways_of_dividing
from tournaments.seating.selectors.seats import Seating

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
