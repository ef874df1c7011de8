"""Refusals of the database itself, the same in SQLite and PostgreSQL."""

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, models, transaction

from tests.factories.rows import row

Make = Callable[[], object]


def rules_of(app: str) -> dict[str, type[models.Model]]:
    """Return the model for each rule of an app: its named constraints, and what is unique by itself."""
    rules: dict[str, type[models.Model]] = {}
    for model in apps.get_app_config(app).get_models():
        rules |= {constraint.name: model for constraint in model._meta.constraints}
        rules |= {
            f"{model._meta.model_name}.{field.name}": model
            for field in model._meta.local_fields
            if field.unique and not field.primary_key
        }
    return rules


def assert_refused(app: str, rule: str, make: Make) -> None:
    """Assert that the database refuses to store what ``make`` stores, and names this rule."""
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        make()

    named = getattr(getattr(refusal.value.__cause__, "diag", None), "constraint_name", None)
    text = str(refusal.value)
    if "." in rule:  # a unique column, whose rule has no name of ours
        model, field = rules_of(app)[rule], rule.partition(".")[2]
        assert model._meta.get_field(field).column in text
    elif named is not None:
        assert named == rule
    elif text.startswith("UNIQUE"):  # SQLite tells the columns only
        assert text == f"UNIQUE constraint failed: {', '.join(_columns(rules_of(app)[rule], rule))}"
    else:
        assert text == f"CHECK constraint failed: {rule}"


def _columns(model: type[models.Model], rule: str) -> list[str]:
    [constraint] = [found for found in model._meta.constraints if found.name == rule]
    assert isinstance(constraint, models.UniqueConstraint)
    return [f"{model._meta.db_table}.{model._meta.get_field(name).column}" for name in constraint.fields]


def twice(model: type[models.Model], *same: str, second: dict[str, Any] | None = None, **values: Any) -> Make:
    """Return what stores two rows with these values, the second with the same in these columns, and with its own."""

    def make() -> None:
        first = row(model, **values)
        row(model, **{name: getattr(first, name) for name in same}, **values, **(second or {}))

    return make
