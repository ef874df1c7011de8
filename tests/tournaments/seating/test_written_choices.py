"""In a large event who is chosen is written by seat or number instead of picked from a list of everybody."""

from typing import Any

import pytest
from django import forms

from tournaments.forms import SiteForm
from tournaments.seating.forms import MOST_LISTED, ListedOrWritten


class ChoiceForm(SiteForm):
    one = ListedOrWritten(coerce=int)


def form_of(entrants: int, **data: Any) -> ChoiceForm:
    form = ChoiceForm(data or None)
    field = form.fields["one"]
    assert isinstance(field, ListedOrWritten)
    choices = [("", "choose"), *((number, f"A-{number} Entrant {number}") for number in range(1, entrants + 1))]
    field.offer(choices, "Seat or number", {f"A-{number}": number for number in range(1, entrants + 1)})
    return form


@pytest.mark.parametrize(("entrants", "widget"), [(12, forms.Select), (MOST_LISTED + 1, forms.TextInput)])
def test_few_are_listed_and_many_are_written(entrants: int, widget: type[forms.Widget]) -> None:
    assert type(form_of(entrants).fields["one"].widget) is widget


@pytest.mark.parametrize("typed", ["17", "A-17", "a17", " a - 17 "])
def test_seat_and_number_mean_the_same(typed: str) -> None:
    form = form_of(300, one=typed)

    assert (form.is_valid(), form.cleaned_data["one"]) == (True, 17)


@pytest.mark.parametrize("typed", ["B-17", "301", "x"])
def test_who_is_not_there_is_said(typed: str) -> None:
    form = form_of(300, one=typed)

    assert form.errors["one"] == [f"There is no “{typed}” here: enter a seat or number."]
