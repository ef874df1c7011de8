"""What is asked at registration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils import timezone

from tournaments.entrants.imports.cells import tidy_acc_number
from tournaments.entrants.known import People
from tournaments.entrants.search import is_name_like
from tournaments.entrants.services.registration import DETAILS, NOBODY_KNOWN, Details, PairDoubtful
from tournaments.forms import MoneyField, NameField, SiteForm
from tournaments.models import Entrant
from tournaments.rules.pairs import EARLIEST_BIRTH
from tournaments.rules.text import folded, tidy, whole_number

OF_PAIRS = (
    *("province", "birth_year", "partner_birth_year", "ages_confirmed", "accepted_doubts", "acceptance_reason"),
)


class AccNumberField(forms.CharField):
    """An ACC number, kept as it is printed."""

    def clean(self, value: Any) -> Any:
        return tidy_acc_number(super().clean(value))


class TidyField(forms.CharField):
    """Text on one line, with single spaces and nothing that nobody can see."""

    def to_python(self, value: Any) -> Any:
        return tidy(super().to_python(value) or "")


class BirthYearField(forms.IntegerField):
    """The year in which somebody was born, in four digits; may be left blank."""

    def __init__(self, label: str) -> None:
        super().__init__(
            label=label,
            required=False,
            min_value=EARLIEST_BIRTH,
            max_value=timezone.now().year,
            widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 4}),
            error_messages={
                "invalid": "Write the year in four digits, such as 1961.",
                "min_value": "Write the year in four digits, such as 1961.",
                "max_value": "This year is still to come.",
            },
        )


GAME_NUMBER = {"inputmode": "numeric", "autocomplete": "off"}


class PairFields(SiteForm):
    """What is asked of a pair; a reason holds only for ``accepted_doubts``, those that the page has shown.

    Of single players only ``of_everybody`` is asked.
    """

    of_everybody: Sequence[str] = ()

    province = TidyField(max_length=60, required=False, label="Province or territory")
    birth_year = BirthYearField("Born in (year)")
    partner_birth_year = BirthYearField("Partner born in (year)")
    ages_confirmed = forms.BooleanField(required=False, label="Both are old enough: I have seen it")
    accepted_doubts = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
    acceptance_reason = TidyField(
        max_length=200,
        required=False,
        label="Why this pair plays all the same",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, is_of_pairs: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_of_pairs = is_of_pairs
        if not is_of_pairs:
            for name in set(OF_PAIRS) - set(self.of_everybody):
                del self.fields[name]

    def of_pairs(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in OF_PAIRS if name in self.fields}

    def show_doubts(self, doubtful: PairDoubtful) -> None:
        """Say what speaks against the pair, and ask for a reason that holds for just that."""
        for one in doubtful.doubts:
            self.add_error(None, one.text)
        self.data = {**self.data.dict(), "accepted_doubts": doubtful.accepted_doubts, "acceptance_reason": ""}  # type: ignore[attr-defined]


NAME = {"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}
QUICK_FIELDS: dict[str, dict[str, str]] = {
    **dict.fromkeys(("partner", "club", "city"), NAME),
    "acc_number": NAME | {"autocapitalize": "characters"},
    "birth_year": {"placeholder": "year"},
    "partner_birth_year": {"placeholder": "year"},
    "province": NAME | {"list": "provinces"},
    "first_game": GAME_NUMBER | {"placeholder": "1"},
}


class QuickAddForm(PairFields):
    """An entrant at check-in; ``player`` is one of ``people`` known from other events, chosen below the name."""

    short_fields = ("birth_year", "partner_birth_year", "acc_number", "first_game")

    name = NameField(max_length=200, error_messages={"required": "Whose name? It cannot be blank."})
    partner = NameField(max_length=200, required=False)
    acc_number = AccNumberField(max_length=40, required=False, label="ACC number")
    club = TidyField(max_length=200, required=False)
    city = TidyField(max_length=200, required=False)
    first_game = forms.IntegerField(min_value=1, required=False, label="First game", widget=forms.TextInput)
    house_player = forms.BooleanField(required=False)
    player = forms.CharField(required=False)
    sure = forms.CharField(required=False)

    def __init__(self, *args: Any, people: People | None = None, **kwargs: Any) -> None:
        """Ask briefly: the row is one line high, and nothing corrects what is typed into it."""
        super().__init__(*args, **kwargs)
        self.people = people or People([])
        for name in QUICK_FIELDS.keys() & self.fields.keys():
            self.fields[name].widget.attrs |= QUICK_FIELDS[name]
        if self.is_of_pairs:
            self.fields["birth_year"].label, self.fields["partner_birth_year"].label = "Born in", "Partner born in"

    def clean(self) -> dict[str, Any]:
        """Take what is known of a player who was chosen, and was not typed otherwise; a whole name stays as typed."""
        cleaned = super().clean() or self.cleaned_data
        if self.answer:
            person = self.people.by_player.get(self.answer)
            if person is None:
                raise forms.ValidationError("This player is not known any more.")
            typed = cleaned.get("name") or ""
            if folded(typed) == folded(person.name) or not is_name_like(typed, person.name):
                cleaned["name"] = person.name
            for field in ("acc_number", "club", "city"):
                cleaned[field] = cleaned.get(field) or getattr(person, field)
        return cleaned

    @property
    def answer(self) -> int | None:
        """Who was chosen: a known player, ``NOBODY_KNOWN`` for somebody else, ``None`` where nothing was said."""
        said = str(self.cleaned_data.get("player") or "")
        return NOBODY_KNOWN if said == "new" else whole_number(said, digits=18)

    def details(self) -> Details:
        cleaned = self.cleaned_data
        texts = {field: cleaned[field] for field in ("name", "partner", "acc_number", "club", "city")}
        return Details(
            **texts, **self.of_pairs(), house_player=cleaned["house_player"], first_game=cleaned["first_game"] or 1
        )

    @property
    def is_sure(self) -> bool:
        """Whether the question has been seen, for this very name and ACC number."""
        return bool(self.cleaned_data["sure"] == self._person())

    def with_warning(self) -> QuickAddForm:
        """Return the form as it asks once more, a known player's details filled in."""
        form = QuickAddForm(
            {**self.cleaned_data, "sure": self._person()}, is_of_pairs=self.is_of_pairs, people=self.people
        )
        form.full_clean()
        return form

    def _person(self) -> str:
        return f"{self.cleaned_data['name']} {self.cleaned_data['acc_number']}".strip()


class EntrantForm(PairFields):
    """All that is written down of an entrant. ``seen`` says which state the page showed."""

    short_fields = ("birth_year", "partner_birth_year", "first_game", "fee_owed", "fee_paid", "suffix")
    wide_fields = ("note",)
    of_everybody = ("province",)

    name = NameField(max_length=200, error_messages={"required": "The name cannot be blank."})
    last_name = TidyField(max_length=200, required=False, label="Last name, for sorted lists")
    first_name = TidyField(max_length=200, required=False, label="First name")
    suffix = TidyField(max_length=20, required=False)
    partner = NameField(max_length=200, required=False)
    acc_number = AccNumberField(max_length=40, required=False, label="ACC number")
    club = TidyField(max_length=200, required=False)
    city = TidyField(max_length=200, required=False)
    email = forms.EmailField(max_length=200, required=False, label="E-mail")
    phone = TidyField(max_length=60, required=False, widget=forms.TextInput(attrs={"inputmode": "tel"}))
    first_game = forms.IntegerField(min_value=1, label="First game", widget=forms.TextInput)
    house_player = forms.BooleanField(required=False, label="House player")
    fee_owed = MoneyField(label="Fee owed")
    fee_paid = MoneyField(label="Fee paid")
    stays_seated = forms.BooleanField(required=False, label="Must stay seated")
    seating_note = TidyField(max_length=200, required=False, label="Seating note", help_text="Example: wheelchair.")
    note = forms.CharField(max_length=2000, required=False, strip=True, widget=forms.Textarea(attrs={"rows": 3}))
    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.is_of_pairs:
            self.fields["province"].label = "State or province"

    def details(self) -> Details:
        return Details(**{field: self.cleaned_data[field] for field in DETAILS if field in self.fields})

    def overpaid(self) -> int:
        """Return what is paid beyond what is owed; below 0 where something is still owed."""
        return int(self.cleaned_data["fee_paid"] - self.cleaned_data["fee_owed"])


def details_shown(entrant: Entrant) -> dict[str, Any]:
    """Return an entrant's details as the form shows them at first."""
    return {field: getattr(entrant, field) for field in DETAILS}


class WithdrawalForm(SiteForm):
    """After which game an entrant leaves; the ids are its own, because it stands on a page with other forms."""

    short_fields = ("after_game",)

    after_game = forms.IntegerField(
        min_value=0,
        widget=forms.TextInput(attrs=GAME_NUMBER),
        label="After game",
        error_messages={"required": "After which game? 0 for before the first."},
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="withdrawal_%s")


class SubstituteForm(SiteForm):
    """Who takes over a seat, and from which game on; with ids of its own, like :class:`WithdrawalForm`."""

    short_fields = ("from_game",)

    name = NameField(
        max_length=200,
        label="Name",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Who takes over?"},
    )
    from_game = forms.IntegerField(
        min_value=1,
        widget=forms.TextInput(attrs=GAME_NUMBER),
        label="From game",
        error_messages={"required": "From which game?"},
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="substitute_%s")


class UploadForm(SiteForm):
    """A list of entrants: a file, or text that was copied from somewhere."""

    file = forms.FileField(required=False, allow_empty_file=True)
    pasted = forms.CharField(required=False, strip=False, widget=forms.Textarea(attrs={"rows": 8}))
