"""The contents of an archive: every table that leads to the event, and every field of it.

Tables and fields follow from the models, so that a new one is included by itself. Only what is not copied as it is
has a name: what may not travel (``NOT_IN_ARCHIVES``), what is the same person or phone, and what events share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from django.apps import apps
from django.conf import settings
from django.db import models

from tournaments.models import Tournament
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
