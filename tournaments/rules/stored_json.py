"""Read JSON that this program stored itself, strictly: exactly the keys of the schema, each value of its type.

An event file comes from people and gets a list of mistakes (:mod:`tournaments.event_file.json_fields`). This program
wrote what is stored: what does not fit the schema is a fault, and the error says where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import TypeVar

T = TypeVar("T")

NO_KEYS: Set[str] = frozenset()


class StoredJsonError(ValueError):
    """Stored JSON does not fit its schema; the text says where, and what is wrong there."""


class StoredObject:
    """One object of the JSON. It has every key of ``keys``, and besides these only such as are ``optional``."""

    __slots__ = ("_place", "_values")

    def __init__(self, value: object, place: str, keys: Set[str], optional: Set[str] = NO_KEYS) -> None:
        if not isinstance(value, dict):
            raise StoredJsonError(f"{place}: {value!r} is not an object")
        if value.keys() != keys:
            if missing := sorted(keys - value.keys()):
                raise StoredJsonError(f"{place}: {', '.join(missing)} missing")
            if unknown := sorted(value.keys() - keys - optional):
                raise StoredJsonError(f"{place}: unknown key {', '.join(unknown)}")
        self._values: dict[str, object] = value
        self._place = place

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def value(self, key: str, kind: type[T]) -> T:
        """Return the value, which is of exactly this type: true is no number."""
        value = self._values[key]
        # type() and not isinstance(): true is an int to Python.
        if type(value) is kind:
            return value
        raise StoredJsonError(f"{self._place}.{key}: {value!r} is not of type {kind.__name__}")

    def value_or_none(self, key: str, kind: type[T]) -> T | None:
        """Return the value, which may also be null."""
        value = self._values[key]
        return None if value is None else value if type(value) is kind else self.value(key, kind)

    def values(self, key: str, kind: type[T]) -> tuple[T, ...]:
        """Return a list whose values are all of this type."""
        return _all_of(self.value(key, list), kind, f"{self._place}.{key}")

    def lists(self, key: str, kind: type[T]) -> Iterator[tuple[T, ...]]:
        """Yield each list of a list, whose values are all of this type."""
        for index, values in enumerate(self.values(key, list)):
            yield _all_of(values, kind, f"{self._place}.{key}[{index}]")

    def object(self, key: str, keys: Set[str]) -> StoredObject:
        """Return an object within this one."""
        return StoredObject(self._values[key], f"{self._place}.{key}", keys)

    def object_or_none(self, key: str, keys: Set[str]) -> StoredObject | None:
        """Return an object within this one, which may also be null."""
        return None if self._values[key] is None else self.object(key, keys)

    def objects(self, key: str, keys: Set[str]) -> Iterator[StoredObject]:
        """Yield each object of a list."""
        for index, value in enumerate(self.value(key, list)):
            yield StoredObject(value, f"{self._place}.{key}[{index}]", keys)


def _all_of(values: list[object], kind: type[T], place: str) -> tuple[T, ...]:
    found: list[T] = []
    for index, value in enumerate(values):
        if type(value) is not kind:
            raise StoredJsonError(f"{place}[{index}]: {value!r} is not of type {kind.__name__}")
        found.append(value)
    return tuple(found)
