"""Standings by pool: entrants of different pools meet different opponents and may play more or fewer games.

A place says in ``pool`` to which of them it belongs: its name, blank for those who have none while others do, and
``None`` in an event whose field is not divided.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Generic, Protocol, TypeVar

from tournaments.rules.types import EntrantRecord


class InPool(Protocol):
    """A row that may belong to a pool."""

    @property
    def pool(self) -> str | None:
        """The pool's name, blank for those without one, ``None`` where there are no pools."""


Row = TypeVar("Row", bound=InPool)


@dataclass(frozen=True, slots=True)
class PoolOfRows(Generic[Row]):
    """The rows of one pool in the order given; ``heading`` is blank where there are no pools."""

    heading: str
    rows: Sequence[Row]


def pool_order(pool: str | None) -> tuple[bool, str]:
    """Return the sort key of a pool: by name, entrants without one last."""
    return (not pool, pool or "")


def pools_of_entrants(entrants: Iterable[EntrantRecord]) -> dict[str, tuple[int, ...]]:
    """Return the ranked entrants of each pool, pools by name; empty where there are no pools.

    Those without a pool, while others have one, are together under a blank name, which comes last. Entrants who do not
    count are in none.
    """
    found: dict[str, list[int]] = {}
    for entrant in entrants:
        if entrant.counts:
            found.setdefault(entrant.pool, []).append(entrant.number)
    if len(found) < 2:
        return {}
    return {pool: tuple(found[pool]) for pool in sorted(found, key=pool_order)}


def by_pool(rows: Iterable[Row]) -> list[PoolOfRows[Row]]:
    """Return rows pool by pool, those of one pool in the order given; all together where there are no pools."""
    in_order = sorted(rows, key=lambda row: pool_order(row.pool))
    return [PoolOfRows(pool_heading(pool), list(own)) for pool, own in groupby(in_order, lambda row: row.pool)]


def pool_heading(pool: str | None) -> str:
    """Return the heading of a pool: ``Pool A``; blank where there are no pools."""
    if pool is None:
        return ""
    return f"Pool {pool}" if pool else "Without a pool"


def pool_in_words(pool: str | None) -> str:
    """Return the words after a place: `` in pool A``, with the space before it; blank where there are no pools."""
    if pool is None:
        return ""
    return f" in pool {pool}" if pool else " among those without a pool"
