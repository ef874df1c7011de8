"""Forms of registration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db import models
from django.utils import timezone

from tournaments.changes.transaction import tournament_change
from tournaments.entrants.fields import OF_PAIRS, TITLES, TYPED, in_words
from tournaments.entrants.imports.cells import tidy_acc_number
from tournaments.entrants.known import People
from tournaments.entrants.search import is_name_like
from tournaments.entrants.services.history import PARTS, entrant_to_dict
from tournaments.entrants.services.players import forget_players, relink_players
from tournaments.entrants.services.registration import (
    NOBODY_KNOWN,
    AddingDoubtful,
    Done,
    PairDoubtful,
    add_entrant,
    check_details,
    digest_of,
    save_change,
)
from tournaments.forms import MoneyField, NameField, SiteForm, SiteModelForm
from tournaments.models import AuditAction, Entrant, StaffMember
from tournaments.rules.pairs import EARLIEST_BIRTH
from tournaments.rules.text import folded, tidy, whole_number

ASKED_OF_PAIRS = ("province", *(name for name in TYPED if name in OF_PAIRS))


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


class ChangedMeanwhile(Exception):
    """Somebody else has changed the entrant since the page was opened; the argument is the entrant as stored."""


class EntrantFields(SiteModelForm):
    """What a form asks about an entrant; a reason holds only for ``accepted_doubts``, those that the page has shown."""

    of_everybody: Sequence[str] = ()
    """Those of :data:`ASKED_OF_PAIRS` that are also asked about single players."""

    class Meta:
        model = Entrant
        fields = TYPED
        labels = TITLES | {"province": "Province or territory", "ages_confirmed": "Both are old enough: I have seen it"}
        help_texts = dict.fromkeys(TYPED, "")  # the model's own labels are for developers
        field_classes = {
            field.name: TidyField for field in Entrant._meta.concrete_fields if type(field) is models.CharField
        } | {"name": NameField, "partner": NameField, "acc_number": AccNumberField}

    birth_year = BirthYearField("Born in (year)")
    partner_birth_year = BirthYearField("Partner born in (year)")
    first_game = forms.IntegerField(min_value=1, label="First game", widget=forms.TextInput)
    accepted_doubts = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
    acceptance_reason = TidyField(
        max_length=200,
        required=False,
        label="Why this pair plays all the same",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_of_pairs = self.instance.tournament.is_of_pairs
        if not self.is_of_pairs:
            for name in set(ASKED_OF_PAIRS) - set(self.of_everybody):
                del self.fields[name]

    def ask_about(self, doubtful: PairDoubtful) -> None:
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


class QuickAddForm(EntrantFields):
    """An entrant at check-in; ``player`` is one of ``people`` known from other events, chosen below the name."""

    short_fields = ("birth_year", "partner_birth_year", "acc_number", "first_game")

    class Meta(EntrantFields.Meta):
        fields = ("name", "partner", "acc_number", "club", "city", "first_game", "house_player", *ASKED_OF_PAIRS)

    player = forms.CharField(required=False)
    sure = forms.CharField(required=False)

    def __init__(self, *args: Any, people: People | None = None, **kwargs: Any) -> None:
        """Ask briefly: the row is one line high, and nothing corrects what is typed into it."""
        super().__init__(*args, **kwargs)
        self.initial.clear()
        self.people = people or People([])
        self.doubt: AddingDoubtful | None = None
        self.fields["first_game"].required = False
        self.fields["name"].error_messages["required"] = "Whose name? It cannot be blank."
        for name in QUICK_FIELDS.keys() & self.fields.keys():
            self.fields[name].widget.attrs |= QUICK_FIELDS[name]
        if self.is_of_pairs:
            self.fields["birth_year"].label, self.fields["partner_birth_year"].label = "Born in", "Partner born in"

    def clean_first_game(self) -> int:
        return self.cleaned_data["first_game"] or 1

    def clean(self) -> dict[str, Any]:
        """Fill in what is known about a chosen player where nothing else was typed; a whole name stays as typed."""
        cleaned = super().clean()
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

    def save(self, me: StaffMember) -> Done | None:  # type: ignore[override]
        """Add the entrant; where something is in doubt nobody is added, and the form asks."""
        with self.refusals():
            try:
                is_sure = self.cleaned_data["sure"] == self._person()
                return add_entrant(self.instance.tournament, me, self.instance, is_sure=is_sure, player=self.answer)
            except AddingDoubtful as doubtful:
                # Asked once more with a known player's details filled in; the question holds for this very person.
                self.doubt, self.data = doubtful, {**self.cleaned_data, "sure": self._person()}
            except PairDoubtful as doubts:
                self.ask_about(doubts)
        return None

    def _person(self) -> str:
        return f"{self.cleaned_data['name']} {self.cleaned_data['acc_number']}".strip()


class EntrantForm(EntrantFields):
    """All that is written down of an entrant. ``seen`` says which state the page showed."""

    short_fields = ("birth_year", "partner_birth_year", "first_game", "fee_owed", "fee_paid", "suffix")
    wide_fields = ("note", "ages_confirmed", "house_player", "is_unnamed")
    of_everybody = ("province",)
    field_order = (
        *("name", "last_name", "first_name", "suffix", "birth_year", "partner", "partner_birth_year", "province"),
        *("ages_confirmed", "acceptance_reason", "acc_number", "club", "city", "email", "phone", "first_game"),
        *("fee_owed", "fee_paid", "house_player", "stays_seated", "seating_note", "is_unnamed", "note"),
    )

    email = forms.EmailField(max_length=200, required=False, label="E-mail")
    fee_owed = MoneyField(label="Fee owed")
    fee_paid = MoneyField(label="Fee paid")
    note = forms.CharField(max_length=2000, required=False, strip=True, widget=forms.Textarea(attrs={"rows": 3}))
    seen = forms.CharField(widget=forms.HiddenInput)

    class Meta(EntrantFields.Meta):
        labels = EntrantFields.Meta.labels | {"last_name": "Last name, for sorted lists"}
        widgets = {"phone": forms.TextInput(attrs={"inputmode": "tel"})}
        help_texts = EntrantFields.Meta.help_texts | {
            "seating_note": "Example: wheelchair.",
            "is_unnamed": "The published site says “Player” and the number. Pages in the hall keep the name.",
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["seen"] = digest_of(self.instance)
        self.fields["name"].error_messages["required"] = "The name cannot be blank."
        if not self.is_of_pairs:
            self.fields["province"].label = "State or province"
            order = [name for name in self.field_order if name != "province"]
            self.order_fields([*order[: order.index("city") + 1], "province", *order[order.index("city") + 1 :]])

    def save(self, me: StaffMember) -> Done | None:  # type: ignore[override]
        """Change what is written down of the entrant; the player known across events follows.

        Returns nothing where nothing was changed.

        Raises:
            ChangedMeanwhile: the entrant is not any more as the page showed.
            PairDoubtful, Refused: as :func:`check_details`.
        """
        with tournament_change(self.instance.tournament, public=False) as locked:
            entrant = Entrant.objects.get(tournament=locked, number=self.instance.number)
            if digest_of(entrant) != self.cleaned_data["seen"]:
                raise ChangedMeanwhile(entrant)
            before = entrant_to_dict(entrant)
            for name in self._typed:
                setattr(entrant, name, getattr(self.instance, name))
            check_details(entrant)
            are_parts_new = any(getattr(entrant, field) != before[field] for field in PARTS)
            if not entrant.last_name or (entrant.name != before["name"] and not are_parts_new):
                entrant.split_name()
            elif are_parts_new:
                entrant.is_name_doubtful = False
            if entrant_to_dict(entrant) == before:
                return None
            old_player = entrant.player_id
            relink_players(locked, me, changed=[(entrant, before)])
            done = save_change(locked, me, entrant, before, AuditAction.ENTRANT_CHANGED)
            forget_players([old_player])
        return done

    @property
    def _typed(self) -> list[str]:
        return [name for name in TYPED if name in self.fields]

    def differences(self, now: Entrant) -> list[tuple[str, str, str]]:
        """Return what differs from the entrant as stored: label, stored value, typed value."""
        typed = self.instance
        return [
            (str(self.fields[name].label), in_words(name, theirs) or "blank", in_words(name, mine) or "blank")
            for name in self._typed
            if (theirs := getattr(now, name)) != (mine := getattr(typed, name))
            # Without a last name the name is split by rule, which is no difference.
            if typed.last_name or name not in PARTS
        ]

    def overpaid(self) -> int:
        """Return what is paid beyond what is owed; below 0 where something is still owed."""
        return int(self.cleaned_data["fee_paid"] - self.cleaned_data["fee_owed"])


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
