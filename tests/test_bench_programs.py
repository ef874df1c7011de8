"""Programs that `make bench` runs in processes of their own stand in strings: what they import has to be there."""

import ast
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

LOAD = Path(__file__).parent / "load"


def _programs() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(LOAD.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Assign) and (text := _text(node.value)) and "\nimport django\n" in text:
                yield f"{path.name}:{node.lineno}", ast.parse(text)


def _text(node: ast.expr) -> str:
    """Return a string's text, with 0 for what is put in when it runs; empty for what is no string."""
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) or "0" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


PROGRAMS = dict(_programs())


@pytest.mark.parametrize("place", PROGRAMS)
def test_program_of_a_measurement_imports_what_is_there(place: str) -> None:
    for node in ast.walk(PROGRAMS[place]):
        if isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                found = hasattr(import_module(node.module), name.name) or find_spec(f"{node.module}.{name.name}")
                assert found, f"{node.module} has no {name.name}"
