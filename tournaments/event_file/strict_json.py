"""Read JSON from strangers, strictly and within limits.

Python's own reader accepts what an event file must not contain: repeated keys, ``NaN``, ``16.0`` where a
whole number belongs, and nesting without end. :func:`load` refuses what spoils the whole file, and leaves a
marker where only one value is wrong, so that the person who reads the values can say where it stands.
"""

import json
from collections import Counter
from dataclasses import dataclass

MAX_BYTES = 20 * 1024 * 1024
MAX_DEPTH = 20
MAX_DIGITS = 18
"""Whole numbers with more are read as :class:`OddNumber`: ``int()`` itself gives up at 4301 digits."""


class StrictJsonError(Exception):
    """The file cannot be read at all; the text of the error says why, in one line."""


@dataclass(frozen=True, slots=True)
class OddNumber:
    """Stands for a number that is no whole one of at most 18 digits, with its text: ``16.0``, ``1e400``, ``NaN``."""

    text: str


class RepeatingObject(dict[str, object]):
    """A JSON object in which a key stands more than once. The last value of a key is the one kept."""

    repeated: dict[str, int]
    """How often each repeated key is given, 2 or more."""


def load(data: bytes) -> object:
    """Return the value of a JSON file: dict, list, str, int, bool, None, or one of the markers above.

    ``data`` is UTF-8, with or without a byte order mark, of at most 20 MiB, nested at most 20 deep.
    Raises :class:`StrictJsonError` for anything else, and no other exception.
    """
    if len(data) > MAX_BYTES:
        raise StrictJsonError(f"larger than {MAX_BYTES} bytes (20 MB), the most that is read")
    text = _decode(data)
    if not text.strip():
        raise StrictJsonError("empty, an event file is one JSON object")
    too_deep = StrictJsonError(f"nested more than {MAX_DEPTH} levels deep")
    try:
        value: object = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise StrictJsonError(_syntax_message(error)) from None
    except RecursionError:
        raise too_deep from None
    if _is_deeper_than(MAX_DEPTH, value):
        raise too_deep
    return value


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise StrictJsonError(f"not UTF-8 text (see line {line}), save the file as UTF-8") from None


def _syntax_message(error: json.JSONDecodeError) -> str:
    # An unclosed string is reported where it begins, every other break where it happens.
    is_cut_off = error.msg.startswith("Unterminated") or not error.doc[error.pos :].strip()
    reason = "the file ends too early" if is_cut_off else error.msg[0].lower() + error.msg[1:]
    return f"not JSON, line {error.lineno} column {error.colno}: {reason}"


def _is_deeper_than(limit: int, value: object) -> bool:
    """Look level by level, so that no depth of the file becomes a depth of the program."""
    level = [value]
    for _ in range(limit):
        level = [child for container in level for child in _children(container) if isinstance(child, dict | list)]
    return bool(level)


def _children(container: object) -> list[object]:
    if isinstance(container, dict):
        return list(container.values())
    return container if isinstance(container, list) else []


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) == len(pairs):
        return values
    repeating = RepeatingObject(values)
    counts = Counter(key for key, _ in pairs)
    repeating.repeated = {key: count for key, count in counts.items() if count > 1}
    return repeating


def _whole_number(text: str) -> int | OddNumber:
    return int(text) if len(text.lstrip("-")) <= MAX_DIGITS else OddNumber(text)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole_number, parse_float=OddNumber, parse_constant=OddNumber
)
