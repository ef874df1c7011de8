"""Links between events: made again when both are here, and kept until then."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from tournaments.archives.container import ArchiveRefused
from tournaments.archives.decisions import BetweenEvents, Table, tables
from tournaments.archives.values import ValueRefused, from_json
from tournaments.models import Tournament


def make_links(*, tournament: Tournament, user: User | None, rows: Iterable[Mapping[str, Any]]) -> None:
    """Link a restored event to others that the user directs, and those of them to it that wait for it.

    What cannot be linked waits. Runs in the caller's transaction.

    Raises:
        ArchiveRefused: a link cannot be read.
    """
    others = Tournament.objects.present().exclude(pk=tournament.pk).order_by("pk")
    if user is not None:
        others = others.directed_by(user.pk)
    waiting = [link for link in rows if not _link(tournament, list(others), link)]
    if waiting:
        Tournament.objects.filter(pk=tournament.pk).update(awaited=waiting)
    for other in others.exclude(awaited=[]):
        left = [link for link in other.awaited if not _link(other, [tournament], link)]
        if left != other.awaited:
            Tournament.objects.filter(pk=other.pk).update(awaited=left)


def _link(event: Tournament, others: Sequence[Tournament], link: Mapping[str, Any]) -> bool:
    """Make a link to the first of these events that it names, and tell whether it is made."""
    table = next((one for one in tables() if one.name == link["table"]), None)
    if table is None or not isinstance(table.decision, BetweenEvents):
        return False
    ends, row = table.decision.ends, link["row"]
    try:
        this, made_at = row["this"], str(row["other"]["created_at"])
        values = {one.name: from_json(one, row[one.name]) for one in table.fields if one.name in row.keys() - {*ends}}
    except (KeyError, TypeError, ValueRefused):
        raise ArchiveRefused(f"A row of {table.name} cannot be read.") from None
    if this not in ends:
        raise ArchiveRefused(f"A row of {table.name} cannot be read.")
    [that] = [end for end in ends if end != this]
    other = next((one for one in others if _made_at(one) == made_at), None)
    return other is not None and _stored(table, {**values, this: event, that: other})


def _stored(table: Table, values: Mapping[str, Any]) -> bool:
    assert isinstance(table.decision, BetweenEvents)
    if table.model._base_manager.filter(**{end: values[end] for end in table.decision.ends}).exists():
        return True
    times = [one.name for one in table.fields if getattr(one, "auto_now_add", False)]
    try:
        with transaction.atomic():
            row = table.model._base_manager.create(**values)
    except IntegrityError:  # it is linked to another already
        return False
    table.model._base_manager.filter(pk=row.pk).update(**{name: values[name] for name in times if name in values})
    return True


def _made_at(event: Tournament) -> str:
    return event.created_at.isoformat(timespec="microseconds")
