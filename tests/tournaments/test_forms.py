"""How forms render their fields and what is wrong with them."""

from django import forms

from tournaments.forms import SiteForm


class MealForm(SiteForm):
    short_fields = ("plates",)
    wide_fields = ("wishes",)
    never_blank = ("drink",)

    plates = forms.IntegerField(help_text="A number.", error_messages={"required": "How many?"})
    wishes = forms.CharField(required=False)
    drink = forms.ChoiceField(choices=[("tea", "Tea"), ("milk", "Milk")], required=False)


def test_a_field_has_the_width_its_form_gives_it() -> None:
    form = MealForm()
    assert '<div class="field short">' in form["plates"].as_field_group()
    assert '<div class="field full-width">' in form["wishes"].as_field_group()
    assert '<div class="field ">' in form["drink"].as_field_group()


def test_a_label_says_what_may_be_blank() -> None:
    form = MealForm()
    assert "(optional)" not in form["plates"].as_field_group()
    assert "(optional)" in form["wishes"].as_field_group()
    assert "(optional)" not in form["drink"].as_field_group()


def test_a_hint_is_what_describes_the_control() -> None:
    html = MealForm()["plates"].as_field_group()
    assert '<p class="hint" id="id_plates_helptext">A number.</p>' in html
    assert 'aria-describedby="id_plates_helptext"' in html


def test_an_error_stands_at_its_field_and_in_the_summary_that_links_to_it() -> None:
    form = MealForm({})
    assert ">How many?<" in form["plates"].as_field_group()
    assert " ".join(form.error_summary().split()).count('<a href="#id_plates">Plates</a>: How many?') == 1


def test_an_error_of_the_whole_form_stands_in_the_summary() -> None:
    form = MealForm({"plates": "2"})
    form.add_error(None, "The kitchen is closed.")
    assert "<li>The kitchen is closed.</li>" in form.error_summary()


def test_a_form_without_errors_has_no_summary() -> None:
    assert not MealForm().error_summary().strip()
    assert not MealForm({"plates": "2"}).error_summary().strip()
