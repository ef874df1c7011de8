"""What every form of the site has in common: how a field looks, and the summary of what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.forms.renderers import TemplatesSetting
from django.utils.safestring import SafeString


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


class SiteForm(forms.Form):
    """A form that says how wide its fields are; ``never_blank`` are fields of whose choices one always holds."""

    bound_field_class = FormField
    short_fields: Sequence[str] = ()
    wide_fields: Sequence[str] = ()
    never_blank: Sequence[str] = ()

    def error_summary(self) -> SafeString:
        """Return what is wrong, with a link to each field; nothing where nothing is."""
        return self.render("django/forms/error_summary.html")
