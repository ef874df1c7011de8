"""Single rows of any table, for tests that ask the database itself; whole events are imported (tests/events.py)."""

from collections.abc import Callable
from itertools import count
from typing import Any, TypeVar
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import models
from django.utils import timezone

from tests.factories.tournaments import EntrantFactory, StaffMemberFactory, TournamentFactory, UserFactory
from tournaments.models import Entrant, StaffMember, Tournament

Row = TypeVar("Row", bound=models.Model)

_NUMBERS = count(1)
_MADE: dict[Any, Callable[..., Any]] = {
    Tournament: TournamentFactory,
    Entrant: EntrantFactory,
    StaffMember: StaffMemberFactory,
    User: UserFactory,
}
_LEAST: dict[Any, Callable[[], Any]] = {
    models.UUIDField: uuid4,
    models.BooleanField: bool,
    models.DateTimeField: timezone.now,
    models.DateField: timezone.localdate,
    models.JSONField: dict,
    models.IntegerField: lambda: 1,
    # A fingerprint is unique. So that it fits the shortest field, it stays short.
    models.CharField: lambda: f"n{next(_NUMBERS)}",
    models.TextField: lambda: "as the office wrote",
}
_OWN: dict[str, dict[str, Any]] = {
    "Bracket": {"size": 4},
    "ClubGame": {"pegged": [121, 98]},
    "ClubMatch": {"form": "two", "scheme": "free-play", "target": 5},
    "ClubMatchPlayer": {"side": 0},
    "ClubMatchPosting": {"shown": {"matches": [], "standings": []}},
    "Confirmation": {"game": 1, "seen": [2, 2, 12, None]},
    "Correction": {"after_points": 2, "after_plus": 12},
    "DecidedLine": {"points": 2, "plus": 12},
    "GameReport": {"how": "entered", "won": True},
    "HighHand": {"points": 29},
    "PayoutTemplate": {"name": "Top four", "measure": "percent", "rounding": "down", "table": [[1, 1, 5000]]},
    "SidePool": {"name": "Q pool"},
    "Waiver": {"item": "entrants"},
}
"""What the database or a page asks of a table beyond its kinds of columns, or where two rows are to be alike."""


def row(model: type[Row], **given: Any) -> Row:
    """Store a row: what it must have and is not given is the least of its kind, rows that it points to included."""
    if model in _MADE:
        stored: Row = _MADE[model](**given)
        return stored
    values = _OWN.get(model.__name__, {}) | given
    for field in model._meta.concrete_fields:
        if field.name not in values and not (field.null or field.blank or field.has_default() or field.primary_key):
            values[field.name] = _least(field)
    return model._default_manager.create(**values)


def _least(field: Any) -> Any:
    if related := field.related_model:
        return row(related)
    return next(made() for kind, made in _LEAST.items() if isinstance(field, kind))
