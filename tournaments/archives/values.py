"""Convert the value of a field to its form in an archive and back, strictly by the kind of the field."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import connection, models

from tournaments.archives.container import ArchiveRefused
from tournaments.models.money import CentsField

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
