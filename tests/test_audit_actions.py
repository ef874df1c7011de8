"""The log is written in the words of AuditAction alone: no service hands it a string of its own."""

import ast
from collections.abc import Iterator
from functools import cache

import pytest

from tests.test_layers import MODULES, parsed

pytestmark = pytest.mark.slow

# Where rows of the log are made; what these store comes to them as an AuditAction.
WRITERS = {"tournaments.changes.audit"}


@cache
def functions_with_an_action() -> dict[str, tuple[int, str]]:
    """Return where each function that takes an action takes it, and as what, by the function's name."""
    found = {}
    for tree in map(parsed, MODULES.values()):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                names = [argument.arg for argument in node.args.args]
                for argument in (*node.args.args, *node.args.kwonlyargs):
                    if argument.arg == "action" and argument.annotation is not None:
                        place = names.index("action") if "action" in names else -1
                        found[node.name] = (place, ast.unparse(argument.annotation))
    return found


def actions_handed_over(tree: ast.AST, takers: dict[str, tuple[int, str]]) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (name := ast.unparse(node.func).rpartition(".")[2]) in takers:
            place, _ = takers[name]
            by_name = [keyword.value for keyword in node.keywords if keyword.arg == "action"]
            yield from by_name or (node.args[place : place + 1] if place >= 0 else ())


def strings_in(expression: ast.expr) -> list[str]:
    """Return the strings that an expression may come to; what it compares with is none."""
    if isinstance(expression, ast.IfExp):
        return [*strings_in(expression.body), *strings_in(expression.orelse)]
    is_string = isinstance(expression, ast.JoinedStr) or (
        isinstance(expression, ast.Constant) and isinstance(expression.value, str)
    )
    return [ast.unparse(expression)] if is_string else []


def test_whatever_takes_an_action_takes_one_of_the_log() -> None:
    takers = functions_with_an_action()

    assert {"record_change", "record_many", "record_seating", "record_on"} <= takers.keys()
    assert {name: kind for name, (_, kind) in takers.items() if kind != "AuditAction"} == {}


def test_no_service_hands_the_log_a_string() -> None:
    takers = functions_with_an_action()
    handed = {module: [*actions_handed_over(parsed(path), takers)] for module, path in MODULES.items()}

    assert sum(map(len, handed.values())) > 80
    assert {
        module: bare
        for module, expressions in handed.items()
        if (bare := [text for expression in expressions for text in strings_in(expression)])
    } == {}


def test_nobody_else_writes_rows_of_the_log() -> None:
    def writes(tree: ast.AST) -> bool:
        calls = [ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)]
        return bool({"AuditEntry", "AuditEntry.objects.create", "AuditEntry.objects.bulk_create"} & {*calls})

    assert {module for module, path in MODULES.items() if writes(parsed(path))} == WRITERS
