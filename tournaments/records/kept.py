"""Rows of the events that this process read last, kept in parts. Only a part that has changed is read again."""

from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Mapping
from threading import Lock
from typing import Generic, TypeVar

from django.db import connection

from tournaments.models import Tournament

Part = TypeVar("Part")
Stamps = Mapping[int, Hashable]
FEW = 200
"""So many parts are read by their keys; where more have changed, everything is read."""


class KeptRows(Generic[Part]):
    """Parts of events by key, such as the lines of each card, with the stamps under which they were read.

    A stamp is never used again for other content. At most ``most`` rows are kept, of the events that were read last.
    """

    def __init__(self, most: int, rows_of: Callable[[Part], int]) -> None:
        self._most = most
        self._rows_of = rows_of
        self._guard = Lock()
        self._kept: OrderedDict[Hashable, tuple[Stamps, Mapping[int, Part]]] = OrderedDict()

    def read(
        self,
        tournament: Tournament,
        stamps_now: Callable[[], Stamps],
        fetch: Callable[[Collection[int] | None], Mapping[int, Part]],
        *,
        is_snapshot: bool = False,
    ) -> Mapping[int, Part]:
        """Return the parts of an event in the order of their stamps; ``fetch`` reads them by keys, or all of them.

        ``is_snapshot``: this is read in a transaction that sees one moment and writes nothing. In any other nothing is
        kept, because it may be rolled back; outside of one, only what nobody changed while it was read.
        """
        event = (tournament.pk, tournament.created_at)
        with self._guard:
            known, parts = self._kept.get(event, ({}, {}))
        stamps = stamps_now()
        if known == stamps:
            return parts
        changed = [key for key, stamp in stamps.items() if known.get(key) != stamp]
        fetched = fetch(changed if len(changed) <= FEW else None) if changed else {}
        parts = {**parts, **fetched}
        found = {key: parts[key] for key in stamps}
        if is_snapshot or (not connection.in_atomic_block and stamps_now() == stamps):
            self._keep(event, stamps, found)
        return found

    def _keep(self, event: Hashable, stamps: Stamps, parts: Mapping[int, Part]) -> None:
        with self._guard:
            self._kept[event] = (stamps, parts)
            self._kept.move_to_end(event)
            rows = {one: sum(map(self._rows_of, kept.values())) for one, (_, kept) in self._kept.items()}
            for one in list(self._kept)[:-1]:
                if sum(rows.values()) > self._most:
                    del self._kept[one], rows[one]
