"""Restore an event from its archive, as a new event that only its director sees."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from secrets import token_urlsafe
from typing import IO, Any, NamedTuple
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import DatabaseError, IntegrityError, connection, models, transaction

from tournaments.archives.container import MAX_CONTENT, ArchiveReader, ArchiveRefused, TableEntry
from tournaments.archives.tables import FRESH, HAD_ACCOUNT, STAND_INS, Field, Table, from_json, tables, target_of
from tournaments.changes.audit import Outsider, record_change
from tournaments.changes.write_queue import write_queue
from tournaments.events.creating import free_slug
from tournaments.models import AuditAction, Role, StaffMember, Tournament
from tournaments.staff.services import add_director

ROWS_AT_ONCE = 500


class Restored(NamedTuple):
    """A restored event, and what the person who restored it should know.

    ``beside`` are events here that began as the same event, as far as they may know of them.
    """

    tournament: Tournament
    beside: Sequence[Tournament]


def restore_archive(file: IO[bytes], *, user: User | None, by: str, most: int = MAX_CONTENT) -> Restored:
    """Store the event of an archive beside all others, directed by ``user``, who is the director of that name in it.

    It is hidden until its director shows it. It has its address again, where no other event has it. Everything is
    looked through before anything is stored; while it is stored, other writers wait on SQLite.

    Raises:
        ArchiveRefused: the file cannot be restored. Nothing was stored.
    """
    reader = ArchiveReader(file, most=most)
    entries = _known_tables(reader)
    for table, entry in entries:
        for _ in _rows(table, entry, reader):
            pass
    restore = _Restore(user)
    try:
        with write_queue(), transaction.atomic():
            for table, entry in entries:
                restore.store(table, _rows(table, entry, reader))
            tournament = restore.finish()
            actor = restore.director(tournament, by)
            _link_events(tournament, user)
            restored = AuditAction.EVENT_RESTORED_FROM_ARCHIVE
            log = record_change(tournament, actor, restored, tournament.name, after={"content": reader.content})
            if isinstance(actor, StaffMember) and actor.pk not in restore.keys[StaffMember._meta.label]:
                # By this the archive of an event in which nothing has happened since knows them again.
                StaffMember.objects.filter(pk=actor.pk).update(joined_at=log.at)
    except DatabaseError as error:
        if connection.vendor == "sqlite" and "full" in str(error):
            raise
        raise ArchiveRefused("The records of this archive contradict each other. Nothing was stored.") from error
    tournament.refresh_from_db()
    return Restored(tournament, _beside(tournament, user))


def _known_tables(reader: ArchiveReader) -> list[tuple[Table, TableEntry]]:
    """Match the archive's tables with ours, in our order; one from an earlier version of the site may lack some."""
    entries = {entry.name: entry for entry in reader.tables}
    for name, entry in entries.items():
        known = tables()[name].columns if name in tables() else None
        unknown = [f"the table {name[:80]}"] if known is None else []
        unknown += [f"{name}.{field[:80]}" for field in entry.fields if known is not None and field not in known]
        if unknown:
            raise ArchiveRefused(
                f"This archive has {unknown[0]}, which this site does not know. Upgrade the site first."
            )
    if len(entries) < len(reader.tables):
        raise ArchiveRefused("The tables of this archive are not in order.")
    event = entries.get(Tournament._meta.label)
    if event is None or event.rows != 1:
        raise ArchiveRefused("This archive is not of one event.")
    return [(table, entries[name]) for name, table in tables().items() if name in entries]


def _rows(table: Table, entry: TableEntry, reader: ArchiveReader) -> Iterator[dict[str, Any]]:
    """Yield the values of each row, checked as far as they can be told without the database."""
    for number, row in enumerate(reader.rows(entry), start=1):
        if not isinstance(row, dict) or list(row) != entry.fields:
            raise ArchiveRefused(f"Row {number} of {table.name} is incomplete.")
        if table.is_between:
            _link_of(table, row)
            yield row
        else:
            where = f"Row {number} of {table.name}: "
            yield {one.name: _read(table, one, row[one.name], where) for one in table.fields if one.name in row}


def _read(table: Table, one: Field, value: Any, where: str) -> Any:
    if table.is_account(one):
        return from_json(models.BooleanField(name=one.name), value, where)
    if target_of(one) is None or value is None:
        return from_json(one, value, where)
    if type(value) is not int or value < 1:
        raise ArchiveRefused(f"{where}{one.name} names no row.")
    return value


class _Restore:
    """What is known while an archive is stored: the primary key of each row by table and number."""

    def __init__(self, user: User | None) -> None:
        self.user = user
        self.keys: dict[str, list[int]] = {}
        self._later: list[tuple[Table, Field, int, int]] = []
        self._stand_ins: dict[str, str] = {}
        self._links: list[dict[str, Any]] = []

    def store(self, table: Table, rows: Iterator[dict[str, Any]]) -> None:
        """Store the rows of a table, after those to which they link."""
        keys = self.keys.setdefault(table.name, [])
        if table.is_between:
            self._links += [{"table": table.name, "row": row} for row in rows]
            return
        numbered, at_once = enumerate(rows, start=1), 1 if table.same else ROWS_AT_ONCE
        while some := list(islice(numbered, at_once)):
            here = self._here(table, some[0][1]) if table.same else None
            keys += [here] if here else _insert(table, [self._made(table, *one) for one in some])

    def finish(self) -> Tournament:
        """Set the links to rows that came later, and return the event."""
        for table, one, number, target in self._later:
            row = table.model._base_manager.filter(pk=self._key(table.name, number))
            row.update(**{one.attname: self._key(target_of(one), target)})
        tournament = Tournament.objects.get(pk=self.keys[Tournament._meta.label][0])
        if self._links:
            tournament.awaited = self._links
            tournament.save(update_fields=["awaited"])
        tournament.entrants.all().tell_apart()  # an archive from before namesakes were told apart does not have it
        return tournament

    def director(self, tournament: Tournament, by: str) -> StaffMember | Outsider:
        """Let the user direct it: as the director of their name in the archive, else as another one."""
        if self.user is None:
            return Outsider(by)
        name = self.user.get_full_name() or self.user.get_username()
        known = {"role": Role.DIRECTOR, "had_account": True, "user": None, "name": name, "ended_at": None}
        mine = tournament.staff.filter(**known).first()
        if mine is None:
            return add_director(tournament=tournament, user=self.user)
        mine.user = self.user
        mine.save(update_fields=["user"])
        return mine

    def _made(self, table: Table, number: int, values: Mapping[str, Any]) -> models.Model:
        row = table.model()
        for one in table.fields:
            if one.name not in values:
                continue  # of an archive from before the field: its default
            value, target = values[one.name], target_of(one)
            if table.is_account(one):
                setattr(row, HAD_ACCOUNT, value)
            elif one.name in STAND_INS:
                # By another value than the first nobody passes for the one who had it.
                setattr(row, one.name, self._stand_ins.setdefault(value, token_urlsafe(24)) if value else "")
            elif counted := table.counted(one):
                keys = self.keys.get(counted, [])
                setattr(row, one.name, keys[min(value, len(keys)) - 1] if value and keys else 0)
            elif target is None or value is None:
                setattr(row, one.attname, value)
            elif target in self.keys and target != table.name:
                setattr(row, one.attname, self._key(target, value))
            else:
                self._later.append((table, one, number, value))
        for name in table.stays:
            if name in FRESH:
                setattr(row, name, FRESH[name](row))
        if isinstance(row, Tournament) and Tournament.objects.filter(slug=row.slug).exists():
            row.slug = free_slug(row.name)
        return row

    def _key(self, target: str | None, number: int) -> int:
        keys = self.keys.get(target or "", [])
        if number > len(keys):
            raise ArchiveRefused(f"A record names row {number} of {target}, which is not there.")
        return keys[number - 1]

    def _here(self, table: Table, values: Mapping[str, Any]) -> int | None:
        """Return the row that is here already and is the same, each only once; of events that the user directs."""
        same = table.model._base_manager.filter(**{one: values[one] for one in table.same})
        if self.user is not None:
            owner, name = tables()[table.owner[0]], table.owner[1]
            current = {"revoked_at": None} if any(one.name == "revoked_at" for one in owner.fields) else {}
            mine = {f"{owner.path}__in": Tournament.objects.directed_by(self.user.pk)}
            same = same.filter(pk__in=owner.model._base_manager.filter(**mine, **current).values(name))
        return same.exclude(pk__in=self.keys[table.name]).order_by("pk").values_list("pk", flat=True).first()


def _insert(table: Table, rows: list[models.Model]) -> list[int]:
    """Store rows as they are, including when they were made, and return their primary keys in order.

    A key that is unique on the whole site is made again where it is taken here.
    """
    key = table.model._meta.pk
    fields = [one for one in table.model._meta.local_concrete_fields if not (one.primary_key or one.generated)]
    manager: Any = table.model._base_manager
    for name in (one.name for one in fields if isinstance(one, models.UUIDField) and one.unique):
        taken = manager.filter(**{f"{name}__in": [getattr(row, name) for row in rows]})
        keys = set(taken.values_list(name, flat=True))
        for row in rows:
            if getattr(row, name) in keys:
                setattr(row, name, uuid4())
    size = connection.ops.bulk_batch_size(fields, rows) or 1
    return [
        row[0]
        for start in range(0, len(rows), size)
        for row in manager._insert(rows[start : start + size], fields=fields, returning_fields=[key], raw=True)
    ]


def _link_events(tournament: Tournament, user: User | None) -> None:
    """Link the event to others that the user directs, and those of them to it that wait for it; the rest waits."""
    others = Tournament.objects.present().exclude(pk=tournament.pk).order_by("pk")
    if user is not None:
        others = others.directed_by(user.pk)
    for event in (tournament, *others.exclude(awaited=[])):
        among = others if event == tournament else Tournament.objects.filter(pk=tournament.pk)
        left = [link for link in event.awaited if not _linked(event, among, link)]
        if left != event.awaited:
            Tournament.objects.filter(pk=event.pk).update(awaited=left)


def _linked(event: Tournament, among: models.QuerySet[Tournament], link: Mapping[str, Any]) -> bool:
    """Link an event to the first of others that the link names; whether both are linked then."""
    table = tables().get(link["table"])
    if table is None or not table.is_between:
        return False
    this, made_at, values = _link_of(table, link["row"])
    other = among.filter(created_at=made_at).first()
    if other is None:
        return False
    ends = {this: event, next(end for end in table.ends if end != this): other}
    if table.model._base_manager.filter(**ends).exists():
        return True
    try:
        with transaction.atomic():
            _insert(table, [table.model(**values, **ends)])
    except IntegrityError:  # it is linked to another already
        return False
    return True


def _link_of(table: Table, row: Mapping[str, Any]) -> tuple[str, datetime, dict[str, Any]]:
    """Return which end this event is, when the other one was made, and what else the link has."""
    try:
        made_at = from_json(Tournament._meta.get_field("created_at"), row["other"]["created_at"])
        values = {one.name: from_json(one, row[one.name]) for one in table.fields if one.name in {*row} - {*table.ends}}
        return table.ends[table.ends.index(row["this"])], made_at, values
    except (LookupError, TypeError, ValueError, ArchiveRefused):
        raise ArchiveRefused(f"A row of {table.name} cannot be read.") from None


def _beside(tournament: Tournament, user: User | None) -> list[Tournament]:
    """Return the events that began as this one, as far as the user may know of them."""
    same = Tournament.objects.present().filter(created_at=tournament.created_at).exclude(pk=tournament.pk)
    if user is not None:
        mine = StaffMember.objects.filter(user=user, ended_at=None).values("tournament")
        same = same.filter(models.Q(is_hidden=False) | models.Q(pk__in=mine))
    return list(same.order_by("pk"))
