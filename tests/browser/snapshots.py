"""The database as a test wants it, put back within milliseconds.

The live server's threads do not see an open transaction, so nothing can be rolled back; and emptying 80
tables after each test takes longer than most tests. SQLite copies the whole file from memory instead.
"""

import sqlite3
from collections.abc import Callable, Hashable
from typing import Any, Protocol, TypeVar

from django.db.models import Model

T = TypeVar("T")


class Store(Protocol):
    """Store by a function, or put back what it stored when it was called with the same before."""

    def __call__(self, make: Callable[..., T], *args: Hashable, **kwargs: Hashable) -> T: ...


class Snapshots:
    """Copies of the test database: the empty one, and one for each thing that a test stored through here."""

    def __init__(self, path: str) -> None:
        self._database = sqlite3.connect(path, timeout=20)
        self._empty = self._copy()
        self._kept: dict[Hashable, tuple[sqlite3.Connection, Any]] = {}
        self._is_empty = True

    def put_back_the_empty_one(self) -> None:
        self._empty.backup(self._database)
        self._is_empty = True

    def store(self, make: Callable[..., T], *args: Hashable, **kwargs: Hashable) -> T:
        """Store, and return what was stored as it is in the database now; what comes second is made each time."""
        if not self._is_empty:
            return make(*args, **kwargs)
        self._is_empty = False
        key = (make, args, tuple(sorted(kwargs.items())))
        if key in self._kept:
            self._kept[key][0].backup(self._database)
        else:
            stored = make(*args, **kwargs)
            self._kept[key] = (self._copy(), stored)
        return _as_stored(self._kept[key][1])

    def close(self) -> None:
        for database in (self._database, self._empty, *(copy for copy, _ in self._kept.values())):
            database.close()

    def _copy(self) -> sqlite3.Connection:
        copy = sqlite3.connect(":memory:")
        self._database.backup(copy)
        return copy


def _as_stored(stored: Any) -> Any:
    """Read models anew, so that no test sees what another one did to its object."""
    return type(stored)._default_manager.get(pk=stored.pk) if isinstance(stored, Model) else stored
