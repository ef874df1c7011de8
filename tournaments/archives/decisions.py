"""What of each table goes into the archive of an event: every app says it of its own tables (``ARCHIVED_TABLES``).

The columns follow from the models. Only what is not carried over as it is has a rule of its own here: secrets, what
is unique on a whole site, and what names rows by their number.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.utils.module_loading import import_string


@dataclass(frozen=True, slots=True)
class NotCarried:
    """A field that stays behind, with the reason; a restored row gets what ``value`` makes for it.

    ``value`` is called with the new row, whose other fields are filled in.
    """

    why: str
    value: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Pseudonym:
    """A field of which only matters where it is the same: the archive numbers its values, a restored event has others.

    ``fresh`` makes another value, by which nobody passes for the one who had the first.
    """

    fresh: Callable[[], str] = field(default=lambda: secrets.token_hex(32))


@dataclass(frozen=True, slots=True)
class OnceOnASite:
    """A field that is unique on the whole site: carried over, and made again only where it is taken there."""

    fresh: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class UpToRow:
    """A number that means all rows of ``table`` of this event up to this primary key: carried over as their number."""

    table: str


@dataclass(frozen=True, slots=True)
class AsFlag:
    """A link to an account, of which the archive only has whether there is one; ``kept`` is the field that tells it."""

    kept: str


Rule = NotCarried | Pseudonym | OnceOnASite | UpToRow | AsFlag


@dataclass(frozen=True, slots=True)
class OfEvent:
    """A table whose rows belong to one event, by the first of its required links that leads there."""

    label: str
    rules: Mapping[str, Rule] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shared:
    """A table whose rows several events share: those to which ``by`` (a table and its field) links go along.

    ``same`` are the fields by which a row that is here already is taken instead of another one like it, if the person
    who restores the event may: ``may_take`` is called with its primary key and the user, ``None`` for a command.
    """

    label: str
    by: tuple[str, str]
    same: Sequence[str]
    rules: Mapping[str, Rule] = field(default_factory=dict)
    may_take: Callable[[int, User | None], bool] = lambda key, user: True


@dataclass(frozen=True, slots=True)
class BetweenEvents:
    """A table that links two events, by the fields ``ends``: made again where both are here."""

    label: str
    ends: tuple[str, str]
    rules: Mapping[str, Rule] = field(default_factory=dict)


Decision = OfEvent | Shared | BetweenEvents


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the archive: ``path`` leads from its rows to the event, ``fields`` are those that it carries.

    ``later`` are links to rows that are restored after this one.
    """

    decision: Decision
    model: type[models.Model]
    path: str
    fields: Sequence[models.Field[Any, Any]]
    later: frozenset[str]

    @property
    def name(self) -> str:
        return self.decision.label

    def rule(self, name: str) -> Rule | None:
        return self.decision.rules.get(name)


def decisions() -> Sequence[Decision]:
    """Return what every app says of its tables, in the order of the archive."""
    return [decision for path in settings.ARCHIVED_TABLES for decision in import_string(path)]


@cache
def tables() -> Sequence[Table]:
    """Return the tables of an archive, in order."""
    found: dict[str, Table] = {}
    for decision in decisions():
        model = apps.get_model(decision.label)
        kept = {rule.kept for rule in decision.rules.values() if isinstance(rule, AsFlag)}
        fields = [
            one
            for one in model._meta.local_concrete_fields
            if not (one.primary_key or one.name in kept or isinstance(decision.rules.get(one.name), NotCarried))
        ]
        links = [one for one in fields if isinstance(one, models.ForeignKey) and _is_link(decision, one)]
        later = frozenset(one.name for one in links if _target(one) not in found)
        path = ""
        if isinstance(decision, OfEvent) and found:
            path = next(
                _path(found[_target(one)], one)
                for one in links
                if not one.null and _target(one) in found and isinstance(found[_target(one)].decision, OfEvent)
            )
        found[decision.label] = Table(decision, model, path, fields, later)
    return list(found.values())


def _is_link(decision: Decision, one: models.ForeignKey[Any, Any]) -> bool:
    return not isinstance(decision.rules.get(one.name), AsFlag) and not isinstance(decision, BetweenEvents)


def _path(owner: Table, one: models.ForeignKey[Any, Any]) -> str:
    return f"{one.name}__{owner.path}" if owner.path else one.name


def _target(one: models.ForeignKey[Any, Any]) -> str:
    related = one.related_model
    assert isinstance(related, type), "of a model that is not loaded"
    return related._meta.label


def target_of(one: models.Field[Any, Any]) -> str | None:
    """Return the table to which a field links; ``None`` for one that holds a value."""
    return _target(one) if isinstance(one, models.ForeignKey) else None
