"""The value of a field as an archive has it, and back: by the kind of the field, strictly."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from typing import Any, TypeVar
from uuid import UUID

from django.db import connection, models

from tournaments.models.money import CentsField
from tournaments.rules.currency import cents_of

T = TypeVar("T")
# So earlier versions of the site wrote fees.
_AMOUNT = re.compile(r"(?:0|[1-9]\d{0,5})\.\d\d", re.ASCII)
_CONTROL = re.compile("[\x00\ud800-\udfff]")


class ValueRefused(ValueError):
    """A value that the field cannot have."""


def to_json(field: models.Field[Any, Any], value: Any) -> Any:
    """Return the value as JSON: times in UTC to the microsecond, keys as text, JSON as it is."""
    if value is None or isinstance(field, models.JSONField):
        return value
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    return value


def from_json(field: models.Field[Any, Any], value: Any) -> Any:
    """Return the value for the field.

    Raises:
        ValueRefused: it is of another kind, out of range, too long, none of the choices, or missing.
    """
    if value is None:
        if not field.null:
            raise ValueRefused("is missing")
        return None
    if isinstance(field, models.JSONField):
        return value
    read = next((reader for kind, reader in _READERS if isinstance(field, kind)), None)
    assert read is not None, f"no reader for {field}"
    found = read(field, value)
    if field.choices and found not in ("", *(choice for choice, _ in field.flatchoices)):
        raise ValueRefused("is none of the choices")
    return found


def _truth(field: models.Field[Any, Any], value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueRefused("is neither true nor false")
    return value


def _number(field: models.Field[Any, Any], value: Any) -> int:
    if isinstance(field, CentsField) and isinstance(value, str) and _AMOUNT.fullmatch(value):
        value = cents_of(value)
    if type(value) is not int:
        raise ValueRefused("is no whole number")
    # The ranges of every database: SQLite itself takes any 64 bits.
    least, most = connection.ops.integer_field_ranges[field.get_internal_type()]
    if not least <= value <= most:
        raise ValueRefused("is out of range")
    return value


def _text(field: models.Field[Any, Any], value: Any) -> str:
    if not isinstance(value, str):
        raise ValueRefused("is no text")
    if _CONTROL.search(value):
        raise ValueRefused("has characters that cannot be stored")
    if field.max_length is not None and len(value) > field.max_length:
        raise ValueRefused(f"is longer than {field.max_length} characters")
    return value


def _moment(field: models.Field[Any, Any], value: Any) -> datetime:
    return _same(field, value, lambda text: datetime.fromisoformat(text).astimezone(UTC))


def _day(field: models.Field[Any, Any], value: Any) -> date:
    return _same(field, value, date.fromisoformat)


def _clock(field: models.Field[Any, Any], value: Any) -> time:
    return _same(field, value, time.fromisoformat)


def _key(field: models.Field[Any, Any], value: Any) -> UUID:
    return _same(field, value, UUID)


def _same(field: models.Field[Any, Any], value: Any, read: Callable[[str], T]) -> T:
    """Read a text that must be written just as :func:`to_json` writes it."""
    if not isinstance(value, str):
        raise ValueRefused("is no text")
    try:
        found = read(value)
    except (ValueError, OverflowError):
        raise ValueRefused("cannot be read") from None
    if to_json(field, found) != value:
        raise ValueRefused("is written in another way")
    return found


_READERS: tuple[tuple[type[models.Field[Any, Any]], Callable[[models.Field[Any, Any], Any], Any]], ...] = (
    (models.BooleanField, _truth),
    (models.DateTimeField, _moment),
    (models.DateField, _day),
    (models.TimeField, _clock),
    (models.UUIDField, _key),
    (models.IntegerField, _number),
    (models.CharField, _text),
    (models.TextField, _text),
)
