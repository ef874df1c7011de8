"""The contents of an archive: every table that leads to the event, and every field of it.

Tables and fields follow from the models, so that a new one is included by itself. Only what is not copied as it is
has a name: what may not travel (``NOT_IN_ARCHIVES``), what is the same person or phone, and what events share.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, time
from functools import cache
from typing import Any, TypeAlias
from uuid import UUID

from django.apps import apps
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import connection, models

from tournaments.archives.container import ArchiveRefused
from tournaments.models import Tournament
from tournaments.models.money import CentsField
from tournaments.sign_in.links import digest_of, new_secret

FRESH: Mapping[str, Callable[[Any], Any]] = {
    "is_hidden": lambda row: True,  # its director shows it
    "digest": lambda row: getattr(row, "own_digest", lambda: digest_of(new_secret()))(),
    "last_seen_at": lambda row: row.joined_at,
}
"""What a restored row has in fields that stayed behind and have no default: from the row, whose others are set."""
ALL = "all"
STAND_INS = ("person", "device")
"""Names of fields of which only matters where they are the same: the archive numbers their values."""
ACCOUNT, HAD_ACCOUNT = "tournaments.StaffMember.user", "had_account"
"""The one account of which the archive tells, in the account's place, that there was one."""

Field: TypeAlias = "models.Field[Any, Any]"
Paths: TypeAlias = "Mapping[type[models.Model], str]"


class Table:
    """A table of the archive. ``path`` leads from its rows to the event, ``fields`` are those that it carries.

    ``stays`` are others. ``same`` are fields by which a row that events share is known where it is already; ``owner``
    is the table that names such rows, and by which field. A table ``is_between`` two events, its ``ends``.
    """

    def __init__(self, model: type[models.Model], paths: Paths) -> None:
        self.model, self.path, self.name = model, paths[model], model._meta.label
        self.stays: Sequence[str] = settings.NOT_IN_ARCHIVES.get(self.name, ())
        self.same: Sequence[str] = settings.SHARED_BY_EVENTS.get(self.name, ())
        self.fields: list[Field] = [
            one
            for one in model._meta.local_concrete_fields
            if not (one.primary_key or one.generated or one.name in self.stays or one.name == HAD_ACCOUNT)
            and (target_of(one) is None or _model_of(one) in paths or self.is_account(one))
        ]
        self.ends = [one.name for one in _links(model) if _model_of(one) is Tournament]
        self.is_between = len(self.ends) == 2
        owners = ((owner._meta.label, one.name) for owner in paths for one in _links(owner) if _model_of(one) is model)
        self.owner = next(owners, ("", ""))
        names = [one.name for one in self.fields if not self.is_between or one.name not in self.ends]
        self.columns = ["this", "other", *names] if self.is_between else names

    def is_account(self, one: Field) -> bool:
        return f"{self.name}.{one.name}" == ACCOUNT

    def counted(self, one: Field) -> str | None:
        """The table up to one of whose rows a number means all: carried as how many."""
        found: str | None = settings.COUNTED_IN_ARCHIVES.get(f"{self.name}.{one.name}")
        return found


@cache
def tables() -> Mapping[str, Table]:
    """Return the tables of an archive by name, those first to which a row of another must lead."""
    paths: dict[type[models.Model], str] = {}
    for model in apps.get_models(include_auto_created=True):
        _find(paths, model)
    return {model._meta.label: Table(model, paths) for model in paths}


def _find(paths: dict[type[models.Model], str], model: type[models.Model]) -> None:
    """Add a model if it leads to an event by required links, after those to which they lead."""
    if model in paths or settings.NOT_IN_ARCHIVES.get(model._meta.label) == ALL:
        return
    links = [one for one in _links(model) if not one.null]
    for link in links:
        _find(paths, _model_of(link))
    if model is Tournament or model._meta.label in settings.SHARED_BY_EVENTS:
        paths[model] = ""
    for link in links:
        owner = _model_of(link)
        if owner in paths and owner._meta.label not in settings.SHARED_BY_EVENTS:
            paths.setdefault(model, f"{link.name}__{paths[owner]}".removesuffix("__"))


def _links(model: type[models.Model]) -> list[models.ForeignKey[Any, Any]]:
    return [one for one in model._meta.local_concrete_fields if isinstance(one, models.ForeignKey)]


def _model_of(one: Any) -> type[models.Model]:
    related = one.related_model
    assert isinstance(related, type), "of a model that is not loaded"
    return related


def target_of(one: Field) -> str | None:
    """Return the table to which a field links; ``None`` for one that holds a value."""
    return _model_of(one)._meta.label if isinstance(one, models.ForeignKey) else None


# Earlier versions of the site wrote fees in this way.
_AMOUNT = re.compile(r"(?:0|[1-9]\d{0,5})\.\d\d", re.ASCII)
_CONTROL = re.compile("[\x00\ud800-\udfff]")


def to_json(value: Any) -> Any:
    """Return the value as JSON: times in UTC to the microsecond, keys as text, the rest as it is."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value


def from_json(field: models.Field[Any, Any], value: Any, where: str = "") -> Any:
    """Return the value for the field, which is somewhere in the archive.

    Raises:
        ArchiveRefused: it is of another kind, out of range, too long, none of the choices, or missing.
    """
    if isinstance(field, CentsField) and isinstance(value, str) and _AMOUNT.fullmatch(value):
        value = field.to_python(value)
    problem = _problem_of_kind(field, value)
    if not problem and value is not None and not isinstance(field, models.JSONField):
        try:
            found = field.to_python(value)
            if to_json(found) != value:
                problem = "is written in another way"
            elif field.choices and found not in ("", *(choice for choice, _ in field.flatchoices)):
                problem = "is none of the choices"
            value = found
        except (ValidationError, ValueError, OverflowError):
            problem = "cannot be read"
    if problem:
        raise ArchiveRefused(f"{where}{field.name} {problem}.")
    return value


def _problem_of_kind(field: models.Field[Any, Any], value: Any) -> str:
    if value is None or isinstance(field, models.JSONField):
        return "" if value is not None or field.null else "is missing"
    if isinstance(field, models.BooleanField):
        return "" if isinstance(value, bool) else "is neither true nor false"
    if isinstance(field, models.IntegerField):
        if type(value) is not int:
            return "is no whole number"
        # The ranges of every database: SQLite itself takes any 64 bits.
        least, most = connection.ops.integer_field_ranges[field.get_internal_type()]
        return "" if least <= value <= most else "is out of range"
    if not isinstance(value, str):
        return "is no text"
    if _CONTROL.search(value):
        return "has characters that cannot be stored"
    too_long = isinstance(field, models.CharField) and field.max_length is not None and len(value) > field.max_length
    return f"is longer than {field.max_length} characters" if too_long else ""
