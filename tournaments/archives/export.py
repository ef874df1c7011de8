"""Write the archive of an event: every record of it, as it is stored, as of one moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.archives.container import ArchiveWriter, line_of
from tournaments.archives.decisions import AsFlag, BetweenEvents, Pseudonym, Shared, Table, UpToRow, tables, target_of
from tournaments.archives.values import to_json
from tournaments.changes.one_moment import one_moment
from tournaments.models import AuditAction, AuditEntry, StaffMember, Tournament

ROWS_AT_ONCE = 500
IDENTITY = ("name", "starts_on", "created_at")


@dataclass(slots=True)
class _Export:
    """What is known while an event is written: the number of each row by table and primary key, and what is left out.

    ``restored`` is the log entry of the restoring that nothing has followed yet.
    """

    event: Tournament
    numbers: dict[str, dict[int, int]] = field(default_factory=dict)
    pseudonyms: dict[str, str] = field(default_factory=dict)
    restored: AuditEntry | None = None


def write_archive(*, tournament: Tournament, file: IO[bytes]) -> None:
    """Write the archive of an event into an empty file that can be read and sought.

    Memory grows by a few bytes for each row. Nobody who saves meanwhile waits. An event that was restored and in
    which nothing has happened since gives the archive from which it was restored.

    Raises:
        Tournament.DoesNotExist: somebody deleted it meanwhile.
    """
    with one_moment():
        event = Tournament.objects.present().get(pk=tournament.pk)
        last = AuditEntry.objects.filter(tournament=event).order_by("-number").first()
        is_fresh = last is not None and last.action == AuditAction.EVENT_RESTORED_FROM_ARCHIVE
        export = _Export(event, restored=last if is_fresh else None)
        writer = ArchiveWriter(file)
        for table in tables():
            names = [*table.decision.ends] if isinstance(table.decision, BetweenEvents) else []
            fields = ["this", "other", *(one.name for one in table.fields if one.name not in names)] if names else None
            rows = _links(export, table) if names else _rows(export, table)
            writer.table(table.name, fields or [one.name for one in table.fields], rows)
        writer.finish(identity_of(event), settings.VERSION)


def identity_of(event: Tournament) -> dict[str, Any]:
    """Return by what an event is known again elsewhere: when it was made, exact to the microsecond; and its name."""
    made = to_json(Tournament._meta.get_field("created_at"), event.created_at)
    return {"name": event.name, "starts_on": event.starts_on and event.starts_on.isoformat(), "created_at": made}


def _rows(export: _Export, table: Table) -> Iterator[dict[str, Any]]:
    numbers = export.numbers.setdefault(table.name, {})
    if table.later:
        # Links within a table, or to one further on, lead to rows that are not written yet.
        for name in {table.name, *(target_of(one) for one in table.fields if one.name in table.later)}:
            other = next(one for one in tables() if one.name == name)
            keys = _of_event(export, other).values_list("pk", flat=True).iterator(chunk_size=ROWS_AT_ONCE)
            export.numbers[other.name] = {pk: number for number, pk in enumerate(keys, start=1)}
        numbers = export.numbers[table.name]
    for number, row in enumerate(_stored(export, table), start=1):
        numbers[row["pk"]] = number
        yield {one.name: _value(export, table, one, row) for one in table.fields}


def _of_event(export: _Export, table: Table) -> models.QuerySet[Any]:
    rows = table.model._base_manager.filter(**{table.path or "pk": export.event.pk}).order_by("pk")
    if export.restored is not None and table.model is AuditEntry:
        return rows.exclude(pk=export.restored.pk)
    if export.restored is not None and table.model is StaffMember:
        return rows.exclude(joined_at=export.restored.at)
    return rows


def _stored(export: _Export, table: Table) -> Iterator[Mapping[str, Any]]:
    kept = [rule.kept for rule in table.decision.rules.values() if isinstance(rule, AsFlag)]
    columns = ["pk", *(one.attname for one in table.fields), *kept]
    if not isinstance(table.decision, Shared):
        yield from _of_event(export, table).values(*columns).iterator(chunk_size=ROWS_AT_ONCE)
        return
    # In the order in which the event names them, which is the same wherever the event is.
    owner, name = table.decision.by
    named = _of_event(export, next(one for one in tables() if one.name == owner)).exclude(**{name: None})
    keys = list(dict.fromkeys(named.values_list(name, flat=True)))
    for start in range(0, len(keys), ROWS_AT_ONCE):
        some = keys[start : start + ROWS_AT_ONCE]
        found = {row["pk"]: row for row in table.model._base_manager.filter(pk__in=some).values(*columns)}
        yield from (found[key] for key in some)


def _value(export: _Export, table: Table, one: models.Field[Any, Any], row: Mapping[str, Any]) -> Any:
    value, rule = row[one.attname], table.rule(one.name)
    if isinstance(rule, AsFlag):
        return value is not None or row[rule.kept]
    if isinstance(rule, Pseudonym):
        return export.pseudonyms.setdefault(value, f"{len(export.pseudonyms) + 1}") if value else ""
    if isinstance(rule, UpToRow):
        return sum(key <= value for key in export.numbers[rule.table])
    target = target_of(one)
    if target is not None:
        return None if value is None else export.numbers[target][value]
    return to_json(one, value)


def _links(export: _Export, table: Table) -> Iterator[dict[str, Any]]:
    """Yield the links between this event and others, also those that wait for an event that is not here."""
    assert isinstance(table.decision, BetweenEvents)
    ends = table.decision.ends
    names = [one.name for one in table.fields if one.name not in ends]
    # The order of keys is ours: a database may have stored them in its own.
    rows: list[dict[str, Any]] = [
        {
            "this": link["row"]["this"],
            "other": {name: link["row"]["other"].get(name) for name in IDENTITY},
            **{name: link["row"].get(name) for name in names},
        }
        for link in export.event.awaited
        if link["table"] == table.name
    ]
    found = table.model._base_manager.filter(Q(**{ends[0]: export.event}) | Q(**{ends[1]: export.event}))
    for link in found.select_related(*ends).order_by("pk"):
        this = next(end for end in ends if getattr(link, f"{end}_id") == export.event.pk)
        [other] = [getattr(link, end) for end in ends if end != this]
        rest = {one.name: to_json(one, getattr(link, one.attname)) for one in table.fields if one.name in names}
        rows.append({"this": this, "other": identity_of(other), **rest})
    yield from sorted(rows, key=line_of)
