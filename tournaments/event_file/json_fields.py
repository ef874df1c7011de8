"""Read the values of a JSON file one by one, and note every error with its path.

A :class:`FieldKind` says what a value may be and turns it into what the program works with. A :class:`JsonObject`
is one object of the file; its methods read a key by a kind. What cannot be read is noted in :class:`ErrorList`
and reads as ``None`` or as the default, so that reading goes on to the next error.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final, Generic, Protocol, TypeVar

from tournaments.event_file.strict_json import OddNumber, RepeatingObject

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
D = TypeVar("D")
H = TypeVar("H", bound=Hashable)
MAX_QUOTED = 40
MAX_COLLECTED = 300
"""More errors than anybody is shown, few enough that a hostile file of 20 MB cannot fill the memory."""
_MISSING: Final = object()
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,39}")
_CONTROL_OR_SURROGATE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_SAME_BUT_LINE_BREAKS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class TooManyErrors(Exception):
    """So many errors are noted already that reading on helps nobody."""


class WrongValueError(Exception):
    """A value is not of the kind asked for; the text of the error says what is wrong with it."""


class JsonPath:
    """The path of a value: ``scorecards[3].lines[7].plus``. Built by ``path / "lines" / 7``."""

    __slots__ = ("_key", "_parent")

    def __init__(self, parent: JsonPath | None = None, key: str | int = "") -> None:
        # A link to the parent instead of a whole path: thousands of paths are made, few are ever printed.
        self._parent = parent
        self._key = key

    def __truediv__(self, key: str | int) -> JsonPath:
        return JsonPath(self, key)

    def __str__(self) -> str:
        return "".join(map(_path_step, self.keys)).lstrip(".") or "(file)"

    @property
    def keys(self) -> tuple[str | int, ...]:
        """Keys and indexes from the top of the file to this value."""
        return () if self._parent is None else (*self._parent.keys, self._key)


def _path_step(key: str | int) -> str:
    if isinstance(key, int):
        return f"[{key}]"
    return f".{key}" if _PLAIN_KEY.fullmatch(key) else f".{quote(key)}"


class FieldKind(Protocol[T_co]):
    """What a value may be. ``phrase`` completes "is not ..."; ``read`` raises :class:`WrongValueError`."""

    @property
    def phrase(self) -> str: ...

    def read(self, value: object) -> T_co: ...


class ErrorList:
    """The errors of one file as they were met: of each path the first only, from which others mostly follow."""

    def __init__(self) -> None:
        self._messages: dict[tuple[str | int, ...], str] = {}

    def __len__(self) -> int:
        return len(self._messages)

    def add(self, path: JsonPath, what: str) -> None:
        """Note an error. Raises :class:`TooManyErrors` once 300 are noted."""
        self._messages.setdefault(path.keys, f"{path}: {what}")
        if len(self._messages) >= MAX_COLLECTED:
            raise TooManyErrors

    def messages(self) -> tuple[str, ...]:
        """Return ``path: what is wrong`` for each error."""
        return tuple(self._messages.values())

    def read(self, kind: FieldKind[T], value: object, parent: JsonPath, key: str | int) -> T | None:
        """Return the value as the kind reads it, or note what is wrong with it and return ``None``."""
        try:
            return kind.read(value)
        except WrongValueError as wrong:
            self.add(parent / key, str(wrong))
            return None

    def two(self, kind: FieldKind[T], value: object, path: JsonPath) -> tuple[T, T] | None:
        """Return both values of a list of two, or note what is wrong and return ``None``."""
        if not isinstance(value, list):
            self.add(path, f"{quote(value)} is not a list of two numbers")
            return None
        if len(value) != 2:
            self.add(path, f"a list of {len(value)}, exactly two numbers are needed")
            return None
        first = self.read(kind, value[0], path, 0)
        second = self.read(kind, value[1], path, 1)
        return None if first is None or second is None else (first, second)


class UniqueValues(Generic[H]):
    """Values that may each stand at one path only."""

    def __init__(self) -> None:
        self._paths: dict[H, JsonPath] = {}

    def claim(self, value: H, path: JsonPath) -> JsonPath | None:
        """Give the value to this path; return the path that has it already, or ``None``."""
        first = self._paths.setdefault(value, path)
        return None if first is path else first


class JsonObject:
    """One object of the file. Keys that it may not have, or has twice, are noted when it is opened."""

    __slots__ = ("_values", "errors", "path")

    def __init__(self, values: dict[str, object], path: JsonPath, errors: ErrorList) -> None:
        self._values = values
        self.path = path
        self.errors = errors

    @classmethod
    def open(cls, value: object, path: JsonPath, errors: ErrorList, keys: tuple[str, ...]) -> JsonObject | None:
        """Return the object to read from, or ``None`` after noting that the value is no object."""
        if not isinstance(value, dict):
            errors.add(path, f"{quote(value)} is not an object")
            return None
        for key in value:
            if key not in keys:
                errors.add(path / key, f"unknown key, known here are {', '.join(keys)}")
        if isinstance(value, RepeatingObject):
            for key, count in value.repeated.items():
                errors.add(path / key, "given twice" if count == 2 else f"given {count} times")
        return cls(value, path, errors)

    def unread(self, key: str) -> object:
        """Return the value as it stands, ``None`` where it is missing: what other keys may be can rest on it."""
        return self._values.get(key)

    def wrong(self, key: str, what: str) -> None:
        """Note an error at one key of this object."""
        self.errors.add(self.path / key, what)

    def required(self, key: str, kind: FieldKind[T]) -> T | None:
        """Return the value, or ``None`` after noting that it is missing or wrong."""
        value = self._values.get(key, _MISSING)
        if value is _MISSING:
            self.wrong(key, f"missing, it must be {kind.phrase}")
            return None
        return self.errors.read(kind, value, self.path, key)

    def optional(self, key: str, kind: FieldKind[T], default: T) -> T:
        """Return the value, or the default where the key is missing or, after a note, where it is wrong."""
        value = self._values.get(key, _MISSING)
        if value is _MISSING:
            return default
        read = self.errors.read(kind, value, self.path, key)
        return default if read is None else read

    def nullable(self, key: str, kind: FieldKind[T], default: D) -> T | D:
        """Like :meth:`optional`, for a key whose value may also be null, which means the default."""
        value = self._values.get(key)
        if value is None:
            return default
        read = self.errors.read(kind, value, self.path, key)
        return default if read is None else read

    def two(self, key: str, kind: FieldKind[T]) -> tuple[T, T] | None:
        """Return both values of a required list of two, or ``None`` after noting what is wrong."""
        if key not in self._values:
            self.wrong(key, "missing, it must be a list of two numbers")
            return None
        return self.errors.two(kind, self._values[key], self.path / key)

    def item(self, key: str, keys: tuple[str, ...]) -> JsonObject | None:
        """Return the object under the key, or ``None`` where it is missing, null or (noted) no object."""
        value = self._values.get(key)
        return None if value is None else JsonObject.open(value, self.path / key, self.errors, keys)

    def required_item(self, key: str, keys: tuple[str, ...]) -> JsonObject | None:
        """Return the object under the key, or ``None`` after noting that it is missing or no object."""
        if key not in self._values:
            self.wrong(key, "missing, it must be an object")
            return None
        return JsonObject.open(self._values[key], self.path / key, self.errors, keys)

    def elements(self, key: str) -> list[object]:
        """Return the list under the key; empty where it is missing, null or, after a note, no list."""
        if self._values.get(key) is None:
            return []
        return self.required_elements(key) or []

    def required_elements(self, key: str) -> list[object] | None:
        """Return the list under the key, or ``None`` after noting that it is missing or no list."""
        value = self._values.get(key, _MISSING)
        if isinstance(value, list):
            return value
        what = "missing, it must be a list" if value is _MISSING else f"{quote(value)} is not a list"
        self.wrong(key, what)
        return None

    def items(self, key: str, keys: tuple[str, ...]) -> Iterator[JsonObject]:
        """Yield each object of the list under the key, noting what in the list is no object."""
        path = self.path / key
        for index, value in enumerate(self.elements(key)):
            item = JsonObject.open(value, path / index, self.errors, keys)
            if item is not None:
                yield item


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """A whole number from ``low`` to ``high``, called by what it counts: ``a spread``."""

    name: str
    low: int
    high: int

    @property
    def phrase(self) -> str:
        return f"{self.name} ({self.low} to {self.high})"

    def read(self, value: object) -> int:
        # type() and not isinstance(): true is an int to Python, and never a number in an event file.
        if type(value) is int and self.low <= value <= self.high:
            return value
        raise refusal(value, self.phrase)


@dataclass(frozen=True, slots=True)
class OneNumberOf:
    """One of a few whole numbers."""

    name: str
    choices: tuple[int, ...]

    @property
    def phrase(self) -> str:
        *first, last = (str(choice) for choice in self.choices)
        return f"{self.name} ({', '.join(first)} or {last})"

    def read(self, value: object) -> int:
        if type(value) is int and value in self.choices:
            return value
        raise refusal(value, self.phrase)


@dataclass(frozen=True, slots=True)
class OneWordOf:
    """One of a few words."""

    choices: tuple[str, ...]

    @property
    def phrase(self) -> str:
        return f"one of {', '.join(self.choices)}"

    def read(self, value: object) -> str:
        if isinstance(value, str) and value in self.choices:
            return value
        raise refusal(value, self.phrase)


class Flag:
    """True or false."""

    phrase = "true or false"

    def read(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        raise refusal(value, self.phrase)


class IsoDate:
    """A date of the calendar written YYYY-MM-DD."""

    phrase = "a date (YYYY-MM-DD)"

    def read(self, value: object) -> date:
        # fromisoformat() alone would also take 20260516 and 2026-W20-6.
        if isinstance(value, str) and _ISO_DATE.fullmatch(value):
            try:
                return date.fromisoformat(value)
            except ValueError:
                pass
        raise refusal(value, self.phrase)


@dataclass(frozen=True, slots=True)
class Text:
    """Text of at most ``longest`` characters, all of which a database can store.

    Line breaks and tabs are refused in what is shown on one line.
    """

    longest: int
    may_be_blank: bool = True
    may_break_lines: bool = False

    @property
    def phrase(self) -> str:
        return f"text (at most {self.longest} characters)"

    def read(self, value: object) -> str:
        if not isinstance(value, str):
            raise refusal(value, self.phrase)
        if len(value) > self.longest:
            raise WrongValueError(f"{len(value)} characters long, at most {self.longest} fit")
        unstorable = (_SAME_BUT_LINE_BREAKS if self.may_break_lines else _CONTROL_OR_SURROGATE).search(value)
        if unstorable:
            code = f"U+{ord(unstorable.group()):04X}"
            raise WrongValueError(f"character {unstorable.start() + 1} is {code}, which cannot be stored, remove it")
        if not self.may_be_blank and not value.strip():
            raise WrongValueError(f"blank, it must be {self.phrase}")
        return value


def refusal(value: object, phrase: str) -> WrongValueError:
    """Return the error that says the value is not what the phrase calls for."""
    if isinstance(value, OddNumber) and not value.text.lstrip("-").isdigit():
        # "16.0 is not a number of games" alone would leave the reader wondering why.
        return WrongValueError(f"{quote(value)} is not a whole number, it must be {phrase}")
    return WrongValueError(f"{quote(value)} is not {phrase}")


def quote(value: object) -> str:
    """Return a value as a message shows it: on one line, printable, and cut to about 40 characters."""
    if isinstance(value, str):
        return f'"{_printable(_shortened(value))}"'
    if isinstance(value, OddNumber):
        return _shortened(value.text)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    return "null" if value is None else str(value)


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 3] + "..."


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in text)


MAX_ERRORS = 50
