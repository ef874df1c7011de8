"""A strict reader of report files from strangers, by the JSON Schema that stands in the documents.

Of JSON Schema it knows what stands there.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

MAX_BYTES = 20 * 1024 * 1024
MAX_DIGITS = 15
MAX_MESSAGES = 50
Data = dict[str, Any]
WORDS = {
    "object": "an object",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
}
TYPES: dict[str, type] = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


class Refused(Exception):
    """The file cannot be read as a report; ``messages`` say why, one a line."""

    def __init__(self, *messages: str) -> None:
        super().__init__("\n".join(messages))
        self.messages = messages


DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
"""The one pattern of the schema."""


@cache
def schema() -> Data:
    """Return the JSON Schema of a report, as everybody can read it in the documents."""
    file = Path(__file__).resolve().parents[2] / "docs" / "acc-report.schema.json"
    found: Data = json.loads(file.read_text(encoding="utf-8"))
    return found


def read_report(data: bytes) -> Data:
    """Return the report of a file.

    Raises:
        Refused: it is no JSON, or not of this form; an error names the path of what is wrong.
    """
    if len(data) > MAX_BYTES:
        raise Refused("The file is larger than 20 MB, which no report is.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused("The file is not UTF-8 text.") from error
    try:
        report = json.loads(text, object_pairs_hook=_no_key_twice, parse_int=_number, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise Refused(f"Not JSON: {error.msg} in line {error.lineno}, column {error.colno}.") from error
    except RecursionError as error:
        raise Refused("Nested deeper than any report.") from error
    messages = []
    for message in _faults(report, schema(), ""):
        messages.append(message)
        if len(messages) == MAX_MESSAGES:
            break
    if messages:
        raise Refused(*messages)
    found: Data = report
    return found


def _no_key_twice(pairs: list[tuple[str, Any]]) -> Data:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise Refused(f"The key {twice[:40]!r} appears twice in one object.")
    return found


def _number(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise Refused(f"The number {text[:MAX_DIGITS]}... has too many digits.")
    return int(text)


def _no_number(text: str) -> Any:
    raise Refused(f"{text} is no number.")


def _faults(value: Any, schema: Data, at: str) -> Iterator[str]:
    kinds = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    if not any(_is(value, kind) for kind in kinds):
        yield f"{at or 'the file'}: {_shown(value)} is not {' or '.join(WORDS[kind] for kind in kinds)}"
    elif "const" in schema and value != schema["const"]:
        yield f"{at}: {_shown(value)} is not {schema['const']!r}"
    elif isinstance(value, dict):
        yield from _faults_within(value, schema["properties"], at)
    elif isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema["maxItems"]:
            yield f"{at}: {len(value)} entries; {schema.get('minItems', 0)} to {schema['maxItems']} are possible"
        for index, item in enumerate(value[: schema["maxItems"]]):
            yield from _faults(item, schema["items"], f"{at}[{index}]")
    elif isinstance(value, str):
        if len(value) > schema.get("maxLength", len(value)):
            yield f"{at}: longer than {schema['maxLength']} letters"
        elif "pattern" in schema and not DATE.fullmatch(value):
            yield f"{at}: {_shown(value)} is not a date such as 2026-05-16"
    elif _is(value, "integer") and not schema["minimum"] <= value <= schema["maximum"]:
        yield f"{at}: {value} is not from {schema['minimum']} to {schema['maximum']}"


def _faults_within(value: Data, known: Data, at: str) -> Iterator[str]:
    yield from (f"{_path(at, name[:40])}: nothing of this name belongs here" for name in value if name not in known)
    for name, inner in known.items():
        if name in value:
            yield from _faults(value[name], inner, _path(at, name))
        else:
            yield f"{_path(at, name)}: is missing"


def _is(value: Any, kind: str) -> bool:
    if kind == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, TYPES[kind])


def _path(at: str, name: str) -> str:
    return f"{at}.{name}" if at else name


def _shown(value: Any) -> str:
    return repr(value)[:60]
