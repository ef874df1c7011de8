"""The base of every form: how a field looks, and the summary of errors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Any

from django import forms
from django.db import models
from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest, QueryDict
from django.utils.safestring import SafeString

from tournaments.refused import Refused
from tournaments.rules.currency import cents_of, money
from tournaments.rules.names import in_order
from tournaments.rules.text import tidy


class FormRenderer(TemplatesSetting):
    """Render fields by the project's own templates (settings.FORM_RENDERER)."""

    field_template_name = "django/forms/field.html"


class FormField(forms.BoundField):
    """A field as ``{{ form.name.as_field_group }}`` shows it: label, hint, control and what is wrong with it."""

    form: SiteForm

    @property
    def width(self) -> str:
        """Return the class that makes the field narrow or as wide as the form."""
        if self.name in self.form.short_fields:
            return "short"
        return "full-width" if self.name in self.form.wide_fields else ""

    @property
    def may_be_blank(self) -> bool:
        return not self.field.required and self.name not in self.form.never_blank


class NameField(forms.CharField):
    """Somebody's name on one line, the first name first: ``Quigley, Nora`` is Nora Quigley."""

    def to_python(self, value: Any) -> Any:
        return in_order(tidy(super().to_python(value) or ""))


class MoneyField(forms.CharField):
    """An amount in whole cents, typed and shown as people write it: ``20``, ``$20``, ``1,000``. Blank is 0."""

    default_error_messages = {"invalid": "Enter an amount such as 20 or 20.50."}

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "decimal", "autocomplete": "off"}
        super().__init__(**{"widget": forms.TextInput(attrs=attrs), "empty_value": None, **kwargs})

    def clean(self, value: Any) -> Any:
        return super().clean(value) or 0

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if text is None:
            return None
        try:
            return cents_of(text)
        except ValueError as error:
            raise forms.ValidationError(f"“{text}” {error}. {self.error_messages['invalid']}", code="invalid") from None

    def prepare_value(self, value: Any) -> Any:
        """Write cents as people do; what was typed stays as it was."""
        return money(value) if isinstance(value, int) else value


class SiteForm(forms.Form):
    """A form that says how wide its fields are; ``never_blank`` are fields of whose choices one always holds."""

    bound_field_class = FormField
    short_fields: Sequence[str] = ()
    wide_fields: Sequence[str] = ()
    never_blank: Sequence[str] = ()
    refused_with = 422

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            _say_what_would_be_right(field)

    @property
    def status(self) -> int:
        """The status of the page that shows it: 422 where it was sent, or what refused it says another."""
        return self.refused_with if self.is_bound else 200

    @contextmanager
    def refusals(self, field: str = "") -> Iterator[None]:
        """Say what is refused in here beside the field that it is about, or above the form."""
        try:
            yield
        except Refused as refused:
            self.refuse(refused, field)

    def refuse(self, refused: Refused, field: str = "") -> None:
        where, self.refused_with = field or refused.field, refused.status
        self.add_error(where if where in self.fields else None, str(refused))

    def error_summary(self) -> SafeString:
        """Return what is wrong, with a link to each field; nothing where nothing is."""
        return self.render("django/forms/error_summary.html")


class SiteModelForm(SiteForm, forms.ModelForm):
    """A form of a record; what the page did not send stays as it is stored.

    While it validates it writes into a copy of the record: the page still shows what is stored.
    """

    def __init__(self, *args: Any, instance: models.Model | None = None, **kwargs: Any) -> None:
        super().__init__(*args, instance=copy(instance), **kwargs)
        for name in self.never_blank:
            self.fields[name].required = False

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for name in self.never_blank:
            if not cleaned.get(name):
                cleaned.pop(name, None)
        return cleaned


def posted(request: HttpRequest) -> QueryDict | None:
    """Return what a form was sent with, be it nothing; ``None`` where its page is only opened."""
    return request.POST if request.method == "POST" else None


def _say_what_would_be_right(field: forms.Field) -> None:
    """Replace the errors that Django has for every field, unless the field has its own."""
    told = field.error_messages
    if told.get("required") == forms.Field.default_error_messages["required"]:
        told["required"] = "Choose one." if isinstance(field, forms.ChoiceField) else "Enter a value."
    if isinstance(field, forms.IntegerField):
        least, most = field.min_value, field.max_value
        right = f"{least} or more" if most is None else f"{most} or less" if least is None else f"{least} to {most}"
        told.setdefault("min_value", f"%(show_value)s is too small. Enter {right}.")
        told.setdefault("max_value", f"%(show_value)s is too large. Enter {right}.")
    if isinstance(field, forms.CharField):
        told.setdefault("max_length", "%(show_value)s characters are too many. Enter up to %(limit_value)s.")
