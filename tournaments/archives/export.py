"""Write the archive of an event: every record of it, as it is stored, as of one moment."""

import zipfile
from collections.abc import Iterable, Iterator, Mapping
from tempfile import TemporaryFile
from typing import IO, Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models

from tournaments.archives.container import FIRST_DAY, ArchiveWriter, line_of
from tournaments.archives.tables import HAD_ACCOUNT, STAND_INS, Field, Table, tables, target_of, to_json
from tournaments.changes.one_moment import one_moment
from tournaments.models import AuditAction, AuditEntry, StaffMember, Tournament

ROWS_AT_ONCE = 500
IDENTITY = ("name", "starts_on", "created_at")
"""What identifies an event on another site: when it was made, exact to the microsecond; and its name."""


def name_of_archive(tournament: Tournament) -> str:
    """Return the name under which the archive of an event is saved."""
    return f"{tournament.slug}.cribbage.zip"


def write_everything(user: User, file: IO[bytes]) -> None:
    """Write a zip of the archives of all events that a user directs; an event that is deleted meanwhile is left out."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as everything:
        for tournament in Tournament.objects.present().directed_by(user.pk).order_by("pk"):
            with TemporaryFile() as one:
                try:
                    write_archive(tournament, one)
                except Tournament.DoesNotExist:
                    continue
                one.seek(0)
                with everything.open(zipfile.ZipInfo(name_of_archive(tournament), FIRST_DAY), "w") as out:
                    while part := one.read(1024**2):
                        out.write(part)


def write_archive(tournament: Tournament, file: IO[bytes]) -> None:
    """Write the archive of an event into an empty file that can be read and sought.

    Memory grows by a few bytes for each row. Nobody who saves meanwhile waits. An event that was restored and in
    which nothing has happened since gives the archive from which it was restored.

    Raises:
        Tournament.DoesNotExist: somebody deleted it meanwhile.
    """
    with one_moment():
        export = _Export(Tournament.objects.present().get(pk=tournament.pk))
        with ArchiveWriter(file) as writer:
            for table in tables().values():
                writer.table(table.name, table.columns, export.links(table) if table.is_between else export.rows(table))
            writer.finish(_identity_of(export.event), settings.VERSION)


def _identity_of(event: Tournament) -> dict[str, Any]:
    return {name: to_json(getattr(event, name)) for name in IDENTITY}


class _Export:
    """An event while it is written: the keys of each table's rows in order, and the number of each person and phone."""

    def __init__(self, event: Tournament) -> None:
        self.event = event
        self._numbers: dict[str, dict[int, int]] = {}
        self._stand_ins: dict[str, str] = {}
        last = AuditEntry.objects.filter(tournament=event).order_by("-number").first()
        is_restored = last is not None and last.action == AuditAction.EVENT_RESTORED_FROM_ARCHIVE
        self._restoring = last if is_restored else None

    def rows(self, table: Table) -> Iterator[dict[str, Any]]:
        columns = ["pk", *(one.attname for one in table.fields)]
        columns += [HAD_ACCOUNT] if any(table.is_account(one) for one in table.fields) else []
        stored: Iterable[Mapping[str, Any]]
        if table.same:
            found = {row["pk"]: row for row in self._of_event(table).values(*columns)}
            stored = (found[key] for key in self._numbers_of(table.name))
        else:
            stored = self._of_event(table).values(*columns).iterator(chunk_size=ROWS_AT_ONCE)
        for row in stored:
            yield {one.name: self._value(table, one, row) for one in table.fields}

    def _value(self, table: Table, one: Field, row: Mapping[str, Any]) -> Any:
        value = row[one.attname]
        if table.is_account(one):
            return value is not None or row[HAD_ACCOUNT]
        if one.name in STAND_INS:
            return self._stand_ins.setdefault(value, f"{len(self._stand_ins) + 1}") if value else ""
        if counted := table.counted(one):
            return sum(key <= value for key in self._numbers_of(counted))
        target = target_of(one)
        return to_json(value) if target is None or value is None else self._numbers_of(target)[value]

    def _numbers_of(self, name: str) -> Mapping[int, int]:
        """Return the number of each row of a table; shared ones as the event names them, the same everywhere."""
        if name not in self._numbers:
            owner, link = tables()[name].owner if tables()[name].same else (name, "pk")
            keys = self._of_event(tables()[owner]).exclude(**{link: None}).values_list(link, flat=True)
            self._numbers[name] = {key: number for number, key in enumerate(dict.fromkeys(keys), start=1)}
        return self._numbers[name]

    def _of_event(self, table: Table) -> models.QuerySet[Any]:
        """Return the rows of the event, without what restoring it added if nothing has followed yet."""
        rows = table.model._base_manager.order_by("pk")
        if table.same:
            return rows.filter(pk__in=[*self._numbers_of(table.name)])
        rows = rows.filter(**{table.path or "pk": self.event.pk})
        if self._restoring is not None and table.model is AuditEntry:
            return rows.exclude(pk=self._restoring.pk)
        if self._restoring is not None and table.model is StaffMember:
            return rows.exclude(joined_at=self._restoring.at)
        return rows

    def links(self, table: Table) -> Iterator[dict[str, Any]]:
        """Yield the links between this event and others, also those that wait for an event that is not here."""
        # The order of keys is ours: a database may have stored them in its own.
        rows = [
            {name: link["row"].get(name) for name in table.columns}
            | {"other": {name: link["row"]["other"].get(name) for name in IDENTITY}}
            for link in self.event.awaited
            if link["table"] == table.name
        ]
        for this, that in (table.ends, table.ends[::-1]):
            for link in table.model._base_manager.filter(**{this: self.event}).select_related(that):
                rest = {name: to_json(getattr(link, name)) for name in table.columns[2:]}
                rows.append({"this": this, "other": _identity_of(getattr(link, that)), **rest})
        yield from sorted(rows, key=line_of)
