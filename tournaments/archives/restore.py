"""Restore an event from its archive, as an event of its own that only its director sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, Any

from django.contrib.auth.models import User
from django.db import DatabaseError, connection, models, transaction
from django.db.models.sql import InsertQuery

from tournaments.archives.container import MAX_CONTENT, ArchiveReader, ArchiveRefused, TableEntry
from tournaments.archives.decisions import (
    AsFlag,
    BetweenEvents,
    NotCarried,
    OnceOnASite,
    Pseudonym,
    Shared,
    Table,
    UpToRow,
    tables,
    target_of,
)
from tournaments.archives.links import make_links
from tournaments.archives.values import ValueRefused, from_json
from tournaments.changes.audit import Outsider, record_change
from tournaments.changes.write_queue import write_queue
from tournaments.events.creating import free_slug
from tournaments.models import AuditAction, Role, StaffMember, Tournament
from tournaments.staff.services.directors import add_director

ROWS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Restored:
    """A restored event, and what the person who restored it should know.

    ``beside`` are events here that began as the same event, as far as they may know of them.
    """

    tournament: Tournament
    beside: Sequence[Tournament]


@dataclass(slots=True)
class _Restore:
    """What is known while an archive is read: the primary key of each row by table and number."""

    user: User | None
    keys: dict[str, list[int]] = field(default_factory=dict)
    later: list[tuple[Table, models.Field[Any, Any], int, int]] = field(default_factory=list)
    pseudonyms: dict[str, str] = field(default_factory=dict)
    links: list[dict[str, Any]] = field(default_factory=list)


def restore_archive(*, file: IO[bytes], user: User | None, by: str, most: int = MAX_CONTENT) -> Restored:
    """Store the event of an archive beside all others, directed by ``user``, who is the director of that name in it.

    It is hidden until its director shows it. It has its address again, where no other event has it. Everything is
    looked through before anything is stored; while it is stored, other writers wait on SQLite.

    Raises:
        ArchiveRefused: the file cannot be restored. Nothing was stored.
    """
    reader = ArchiveReader(file, most=most)
    entries = _known_tables(reader)
    for table, entry in entries:
        for number, row in enumerate(reader.rows(entry), start=1):
            _checked(table, entry, number, row)
    restore = _Restore(user)
    try:
        with write_queue(), transaction.atomic():
            for table, entry in entries:
                _store(restore, table, entry, reader.rows(entry))
            _link_later(restore)
            tournament = Tournament.objects.get(pk=restore.keys[Tournament._meta.label][0])
            tournament.entrants.all().tell_apart()  # an archive of before namesakes were told apart has nothing of it
            actor = _director(restore, tournament, by)
            make_links(tournament=tournament, user=user, rows=restore.links)
            entry_of_it = record_change(
                tournament,
                actor,
                AuditAction.EVENT_RESTORED_FROM_ARCHIVE,
                tournament.name,
                after={"content": reader.content},
            )
            if isinstance(actor, StaffMember) and actor.pk not in restore.keys[StaffMember._meta.label]:
                # By this the archive of an event in which nothing has happened since knows them again.
                StaffMember.objects.filter(pk=actor.pk).update(joined_at=entry_of_it.at)
    except DatabaseError as error:
        if connection.vendor == "sqlite" and "full" in str(error):
            raise
        raise ArchiveRefused("The records of this archive contradict each other. Nothing was stored.") from error
    tournament.refresh_from_db()
    return Restored(tournament, _beside(tournament, user))


def _known_tables(reader: ArchiveReader) -> list[tuple[Table, TableEntry]]:
    """Match the archive's tables with ours; one from an earlier version of the site may lack some."""
    known = {table.name: table for table in tables()}
    names = [entry.name for entry in reader.tables]
    if unknown := [name for name in names if name not in known]:
        raise _of_a_newer_site(f"the table {unknown[0][:80]}")
    found = [(known[entry.name], entry) for entry in reader.tables]
    if len(set(names)) < len(names) or names != sorted(names, key=list(known).index):
        raise ArchiveRefused("The tables of this archive are not in order.")
    for table, entry in found:
        fields = [*_EXTRA, *(one.name for one in table.fields)]
        if unknown := [name for name in entry.fields if name not in fields]:
            raise _of_a_newer_site(f"{table.name}.{unknown[0][:80]}")
    if not found or found[0][0].model is not Tournament or found[0][1].rows != 1:
        raise ArchiveRefused("This archive is not of one event.")
    return found


_EXTRA = ("this", "other")


def _of_a_newer_site(what: str) -> ArchiveRefused:
    return ArchiveRefused(f"This archive has {what}, which this site does not know. Upgrade the site first.")


def _checked(table: Table, entry: TableEntry, number: int, row: Any) -> Mapping[str, Any]:
    """Return the row's values, as far as they can be told without the database."""
    if not isinstance(row, dict) or list(row) != list(entry.fields):
        raise ArchiveRefused(f"Row {number} of {table.name} is incomplete.")
    if isinstance(table.decision, BetweenEvents):
        return row
    values = {}
    for one in table.fields:
        if one.name not in row:
            continue
        try:
            values[one.name] = _read(table, one, row[one.name])
        except ValueRefused as error:
            raise ArchiveRefused(f"Row {number} of {table.name}: {one.name} {error}.") from None
    return values


def _read(table: Table, one: models.Field[Any, Any], value: Any) -> Any:
    rule = table.rule(one.name)
    if isinstance(rule, AsFlag):
        if not isinstance(value, bool):
            raise ValueRefused("is neither true nor false")
        return value
    if target_of(one) is None or value is None:
        return from_json(one, value)
    if type(value) is not int or value < 1:
        raise ValueRefused("names no row")
    return value


def _store(restore: _Restore, table: Table, entry: TableEntry, rows: Iterator[Any]) -> None:
    keys = restore.keys.setdefault(table.name, [])
    if isinstance(table.decision, BetweenEvents):
        restore.links += [{"table": table.name, "row": row} for row in rows]
        return
    batch: list[models.Model] = []
    for number, row in enumerate(rows, start=1):
        values = _checked(table, entry, number, row)
        if isinstance(table.decision, Shared):
            keys.append(_shared(restore, table, values))
            continue
        batch.append(_made(restore, table, number, values))
        if len(batch) == ROWS_AT_ONCE:
            keys += _insert(table, batch)
            batch = []
    if batch:
        keys += _insert(table, batch)


def _made(restore: _Restore, table: Table, number: int, values: Mapping[str, Any]) -> models.Model:
    row = table.model()
    for one in table.fields:
        if one.name not in values:
            continue  # of an archive from before the field: its default
        value, rule = values[one.name], table.rule(one.name)
        if isinstance(rule, AsFlag):
            setattr(row, rule.kept, value)
        elif isinstance(rule, Pseudonym):
            setattr(row, one.name, restore.pseudonyms.setdefault(value, rule.fresh()) if value else "")
        elif isinstance(rule, UpToRow):
            keys = restore.keys[rule.table]
            setattr(row, one.name, keys[min(value, len(keys)) - 1] if value and keys else 0)
        elif target_of(one) is None or value is None:
            setattr(row, one.attname, value)
        elif one.name in table.later:
            restore.later.append((table, one, number, value))
        else:
            setattr(row, one.attname, _key(restore, target_of(one), value))
    for name, rule in table.decision.rules.items():
        if isinstance(rule, NotCarried):
            setattr(row, name, rule.value(row))
    if isinstance(row, Tournament) and Tournament.objects.filter(slug=row.slug).exists():
        row.slug = free_slug(row.name)
    return row


def _key(restore: _Restore, target: str | None, number: int) -> int:
    keys = restore.keys.get(target or "", [])
    if number > len(keys):
        raise ArchiveRefused(f"A record names row {number} of {target}, which is not there.")
    return keys[number - 1]


def _insert(table: Table, rows: list[models.Model]) -> list[int]:
    """Store rows as they are, times of making too, and return their primary keys in order."""
    for name, rule in table.decision.rules.items():
        if isinstance(rule, OnceOnASite):
            taken = set(
                table.model._base_manager.filter(
                    **{f"{name}__in": [getattr(row, name) for row in rows]}
                ).values_list(name, flat=True)
            )  # fmt: skip
            for row in rows:
                if getattr(row, name) in taken:
                    setattr(row, name, rule.fresh())
    fields = [one for one in table.model._meta.local_concrete_fields if not one.primary_key]
    key = table.model._meta.pk
    size = connection.ops.bulk_batch_size(fields, rows)
    found: list[int] = []
    for start in range(0, len(rows), size):
        some = rows[start : start + size]
        query = InsertQuery(table.model)
        query.insert_values(fields, some, raw=True)
        returned = query.get_compiler(connection=connection).execute_sql([key])
        found += [row[0] for row in returned]
    return found


def _link_later(restore: _Restore) -> None:
    for table, one, number, target in restore.later:
        row = _key(restore, table.name, number)
        key = _key(restore, target_of(one), target)
        table.model._base_manager.filter(pk=row).update(**{one.attname: key})


def _shared(restore: _Restore, table: Table, values: Mapping[str, Any]) -> int:
    """Return the row that is here already and is the same, each only once; else store another."""
    assert isinstance(table.decision, Shared)
    same = table.model._base_manager.filter(**{name: values[name] for name in table.decision.same})
    keys = restore.keys[table.name]
    for key in same.order_by("pk").values_list("pk", flat=True):
        if key not in keys and table.decision.may_take(key, restore.user):
            return int(key)
    return _insert(table, [_made(restore, table, 0, values)])[0]


def _director(restore: _Restore, tournament: Tournament, by: str) -> StaffMember | Outsider:
    """Let the user direct it: as the director of their name in the archive, else as another one."""
    user = restore.user
    if user is None:
        return Outsider(by)
    name = user.get_full_name() or user.get_username()
    mine = StaffMember.objects.filter(
        tournament=tournament, role=Role.DIRECTOR, had_account=True, user=None, name=name, ended_at=None
    ).first()
    if mine is None:
        return add_director(tournament=tournament, user=user)
    mine.user = user
    mine.save(update_fields=["user"])
    return mine


def _beside(tournament: Tournament, user: User | None) -> list[Tournament]:
    """Return the events that began as this one, as far as the user may know of them."""
    same = Tournament.objects.present().filter(created_at=tournament.created_at).exclude(pk=tournament.pk)
    if user is not None:
        mine = StaffMember.objects.filter(user=user, ended_at=None).values("tournament")
        same = same.filter(models.Q(is_hidden=False) | models.Q(pk__in=mine))
    return list(same.order_by("pk"))
