"""The value of a field as an archive has it, and back: by the kind of the field, strictly."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import connection, models

from tournaments.models.money import CentsField

# So earlier versions of the site wrote fees.
_AMOUNT = re.compile(r"(?:0|[1-9]\d{0,5})\.\d\d", re.ASCII)
_CONTROL = re.compile("[\x00\ud800-\udfff]")


class ValueRefused(ValueError):
    """A value that the field cannot have; the text follows the field's name."""


def to_json(value: Any) -> Any:
    """Return the value as JSON: times in UTC to the microsecond, keys as text, the rest as it is."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value


def from_json(field: models.Field[Any, Any], value: Any) -> Any:
    """Return the value for the field.

    Raises:
        ValueRefused: it is of another kind, out of range, too long, none of the choices, or missing.
    """
    if value is None and not field.null:
        raise ValueRefused("is missing")
    if value is None or isinstance(field, models.JSONField):
        return value
    if isinstance(field, CentsField) and isinstance(value, str) and _AMOUNT.fullmatch(value):
        value = field.to_python(value)
    _check_kind(field, value)
    try:
        found = field.to_python(value)
        is_as_written = to_json(found) == value
    except (ValidationError, ValueError, OverflowError):
        raise ValueRefused("cannot be read") from None
    if not is_as_written:
        raise ValueRefused("is written in another way")
    if field.choices and found not in ("", *(choice for choice, _ in field.flatchoices)):
        raise ValueRefused("is none of the choices")
    return found


def _check_kind(field: models.Field[Any, Any], value: Any) -> None:
    if isinstance(field, models.BooleanField):
        if not isinstance(value, bool):
            raise ValueRefused("is neither true nor false")
    elif isinstance(field, models.IntegerField):
        if type(value) is not int:
            raise ValueRefused("is no whole number")
        # The ranges of every database: SQLite itself takes any 64 bits.
        least, most = connection.ops.integer_field_ranges[field.get_internal_type()]
        if not least <= value <= most:
            raise ValueRefused("is out of range")
    elif not isinstance(value, str):
        raise ValueRefused("is no text")
    elif _CONTROL.search(value):
        raise ValueRefused("has characters that cannot be stored")
    elif isinstance(field, models.CharField) and field.max_length is not None and len(value) > field.max_length:
        raise ValueRefused(f"is longer than {field.max_length} characters")
