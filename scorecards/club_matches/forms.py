"""Forms of club matches: a new match, and the points pegged in a game."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from scorecards.club_matches.selectors import FORM_WORDS, SCHEME_WORDS
from scorecards.rules.clubs.match_points import PlayedGame
from scorecards.rules.clubs.match_terms import MAX_TARGET, SCHEMES, SIDES, MatchFormat, MatchTerms
from scorecards.rules.entry.typed_cards import SeatPlan
from tournaments.forms import SiteForm
from tournaments.rules.text import whole_number

MAX_SIDES = max(SIDES.values())
SIDE_HINT = "Seats or numbers. Partners with a space: 3 8. Two against one: the pair is side 1."
NUMBER = {"inputmode": "numeric", "autocomplete": "off", "maxlength": 3}


class MatchForm(SiteForm):
    """A new match: its form, its match points, and the sides by seats or numbers."""

    short_fields = ("target",)

    form = forms.ChoiceField(
        label="Who plays", choices=[(form.value, FORM_WORDS[form].capitalize()) for form in MatchFormat]
    )
    scheme = forms.ChoiceField(
        label="Match points for a win, a skunk, a double skunk",
        choices=[(scheme, SCHEME_WORDS[scheme].capitalize()) for scheme in SCHEMES],
        help_text="For two sides only. With 1, 2 and 4 a triple skunk wins the match. A lurched loser is not halfway.",
        required=False,
    )
    target = forms.IntegerField(
        label="Played to",
        min_value=1,
        max_value=MAX_TARGET,
        initial=5,
        help_text="Match points that win the match.",
        widget=forms.TextInput(NUMBER),
    )

    def __init__(self, *args: Any, plan: SeatPlan, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.plan = plan
        for side in range(MAX_SIDES):
            self.fields[f"side-{side}"] = forms.CharField(
                label=f"Side {side + 1}",
                max_length=40,
                required=side < 2,
                help_text=SIDE_HINT if side == 0 else "",
                error_messages={"required": "Enter a seat or number."},
                widget=forms.TextInput({"autocomplete": "off"}),
            )

    @property
    def sides(self) -> list[forms.BoundField]:
        """The fields of the sides."""
        return [self[f"side-{side}"] for side in range(MAX_SIDES)]

    def clean(self) -> dict[str, Any]:
        """Find the players of each side, and refuse sides too many or too few for the form of the match."""
        super().clean()
        wanted = SIDES[MatchFormat(self.cleaned_data["form"])] if "form" in self.cleaned_data else MAX_SIDES
        found: list[list[int]] = []
        for side in range(MAX_SIDES):
            name = f"side-{side}"
            typed = str(self.cleaned_data.get(name, "")).replace("+", " ").split()
            if typed and side >= wanted:
                self.add_error(name, f"This match has {wanted} sides: leave this one blank.")
            elif not typed and side < wanted and name not in self.errors:
                self.add_error(name, "Enter a seat or number.")
            numbers = [self._find(name, text) for text in typed]
            found.append([number for number in numbers if number is not None])
        self.cleaned_data["sides"] = found[:wanted]
        return self.cleaned_data

    def _find(self, name: str, text: str) -> int | None:
        number = self.plan.find(text)
        if number is None:
            self.add_error(name, f"No player has seat or number {text}.")
        return number

    @property
    def terms(self) -> MatchTerms:
        """The terms of the match, from a valid form."""
        form = MatchFormat(self.cleaned_data["form"])
        scheme = (self.cleaned_data["scheme"] or SCHEMES[0]) if form is MatchFormat.TWO else ""
        return MatchTerms(form, scheme, self.cleaned_data["target"])


class GameForm(SiteForm):
    """One game: points pegged by each side, and who went out second and third where play continues.

    A side left blank has won: where one is, it has 121, or the 61 that it needs.
    """

    def __init__(self, terms: MatchTerms, names: Sequence[str], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.terms = terms
        for side, name in enumerate(names):
            self.fields[f"pegged-{side}"] = forms.CharField(
                label=name, required=False, max_length=3, widget=forms.TextInput(NUMBER)
            )
        for at in range(terms.others_out):
            word = ("second", "third")[at]
            self.fields[f"out-{at}"] = forms.CharField(
                label=f"Went out {word}",
                required=False,
                max_length=1,
                help_text=f"Side 1 to {terms.sides}." if at == 0 else "",
                widget=forms.TextInput({**NUMBER, "maxlength": 1}),
            )

    @property
    def pegged(self) -> list[forms.BoundField]:
        """The fields of what was pegged, by side."""
        return [self[f"pegged-{side}"] for side in range(self.terms.sides)]

    @property
    def hint(self) -> str:
        """What may be written for each side."""
        first, *others = dict.fromkeys(self.terms.holes)
        if others:
            return f"Points pegged: 0 to {first} for the pair, 0 to {others[0]} for the one alone."
        return f"Points pegged, 0 to {first}."

    @property
    def out(self) -> list[forms.BoundField]:
        """The fields of who went out next."""
        return [self[f"out-{at}"] for at in range(self.terms.others_out)]

    def clean(self) -> dict[str, Any]:
        """Read the numbers; the one side left blank has won."""
        super().clean()
        holes = {f"pegged-{side}": hole for side, hole in enumerate(self.terms.holes)}
        blank = [name for name in holes if not self.cleaned_data.get(name)]
        pegged = []
        for name, hole in holes.items():
            if blank == [name]:
                pegged.append(hole)
            else:
                pegged.append(self._number(name, f"Points pegged, 0 to {hole}; only the winner may be blank."))
        out = [self._number(f"out-{at}", f"A side, 1 to {self.terms.sides}.") for at in range(self.terms.others_out)]
        self.cleaned_data["played"] = PlayedGame(tuple(pegged), tuple(side - 1 for side in out))
        return self.cleaned_data

    def _number(self, name: str, what: str) -> int:
        text = str(self.cleaned_data.get(name, ""))
        if (number := whole_number(text)) is not None:
            return number
        self.add_error(name, what)
        return 0

    def add_game_errors(self, errors: Mapping[int | None, str]) -> None:
        """Show what is wrong with the game beside the fields that it is about."""
        for side, text in errors.items():
            self.add_error(None if side is None else f"pegged-{side}", text)
