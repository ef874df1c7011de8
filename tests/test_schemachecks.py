"""The checker of JSON by a schema finds what is wrong."""

from typing import Any

import pytest

from tests.schemachecks import faults

ROOT: dict[str, Any] = {"$defs": {"count": {"type": "integer", "minimum": 0}}}


@pytest.mark.parametrize(
    ("value", "schema", "found"),
    [
        (3, {"$ref": "#/$defs/count"}, []),
        (-1, {"$ref": "#/$defs/count"}, ["$: -1 is below 0"]),
        (True, {"$ref": "#/$defs/count"}, ["$: True is not integer"]),
        (None, {"type": ["string", "null"]}, []),
        (1, {"const": True}, ["$: 1 is not True"]),
        ("x", {"enum": ["a", "b"]}, ["$: 'x' is none of ['a', 'b']"]),
        ("2026", {"pattern": "^[0-9]+-"}, ["$: '2026' does not match ^[0-9]+-"]),
        ([1, "a"], {"items": {"type": "integer"}}, ["$[1]: 'a' is not integer"]),
        ({}, {"required": ["a"]}, ["$: a is missing"]),
        ({"b": 1}, {"properties": {}, "additionalProperties": False}, ["$: b is too much"]),
        ({"a": "1"}, {"properties": {"a": {"type": "integer"}}}, ["$.a: '1' is not integer"]),
        (1, {"oneOf": [{"type": "string"}, {"type": "null"}]}, ["$: fits 0 of 2 forms"]),
    ],
)
def test_checker_finds_what_is_wrong(value: Any, schema: dict[str, Any], found: list[str]) -> None:
    assert list(faults(value, schema, ROOT)) == found


@pytest.mark.parametrize("schema", [{"maxItems": 3}, {"$ref": "#/$defs/count", "minimum": 1}])
def test_checker_refuses_what_it_would_not_check(schema: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        list(faults([], schema, ROOT))
