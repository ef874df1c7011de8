"""A checker for the part of JSON Schema that docs/json.schema.json uses; a word that it does not know is a failure."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}
KNOWN = {
    *("$ref", "$defs", "$schema", "title", "oneOf", "type", "const", "enum"),
    *("required", "properties", "additionalProperties", "items", "minimum", "pattern"),
}


def faults(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any], at: str = "$") -> Iterator[str]:
    """Yield what is wrong with a value by a schema, each with its place."""
    unknown = schema.keys() - KNOWN
    assert not unknown, f"the checker does not know {sorted(unknown)}"
    if "$ref" in schema:
        assert schema.keys() == {"$ref"}, "what stands beside a reference would not be checked"
        yield from faults(value, _definition(schema["$ref"], root), root, at)
        return
    if "oneOf" in schema:
        fitting = [one for one in schema["oneOf"] if not list(faults(value, one, root, at))]
        if len(fitting) != 1:
            yield f"{at}: fits {len(fitting)} of {len(schema['oneOf'])} forms"
    if "type" in schema and not _is_of(value, schema["type"]):
        yield f"{at}: {value!r} is not {schema['type']}"
        return
    if "const" in schema and not _same(value, schema["const"]):
        yield f"{at}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and not any(_same(value, one) for one in schema["enum"]):
        yield f"{at}: {value!r} is none of {schema['enum']}"
    if "minimum" in schema and isinstance(value, int) and value < schema["minimum"]:
        yield f"{at}: {value} is below {schema['minimum']}"
    if "pattern" in schema and isinstance(value, str) and not re.search(schema["pattern"], value):
        yield f"{at}: {value!r} does not match {schema['pattern']}"
    if isinstance(value, dict):
        yield from _faults_within(value, schema, root, at)
    if isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            yield from faults(item, schema["items"], root, f"{at}[{index}]")


def _faults_within(
    value: Mapping[str, Any], schema: Mapping[str, Any], root: Mapping[str, Any], at: str
) -> Iterator[str]:
    properties = schema.get("properties", {})
    yield from (f"{at}: {name} is missing" for name in schema.get("required", ()) if name not in value)
    for name, inner in value.items():
        if name in properties:
            yield from faults(inner, properties[name], root, f"{at}.{name}")
        elif schema.get("additionalProperties") is False:
            yield f"{at}: {name} is too much"


def _definition(reference: str, root: Mapping[str, Any]) -> Mapping[str, Any]:
    assert reference.startswith("#/$defs/"), reference
    found: Mapping[str, Any] = root["$defs"][reference.removeprefix("#/$defs/")]
    return found


def _is_of(value: Any, wanted: str | list[str]) -> bool:
    """Tell whether a value is of one of the types. To Python true is a number, to JSON it is not."""
    names = [wanted] if isinstance(wanted, str) else wanted
    return any(isinstance(value, TYPES[name]) and (name != "integer" or not isinstance(value, bool)) for name in names)


def _same(value: Any, other: Any) -> bool:
    return type(value) is type(other) and bool(value == other)
