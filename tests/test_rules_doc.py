"""docs/rules.md says which function and which test stand for each rule; here it is held to that."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from judging.rules.conflicts import CONFLICTS, HAND_FIRST, HEAD_JUDGE, PEGGING_WATCHED
from judging.rules.games_55plus import SOURCES as GAMES_SOURCES
from judging.rules.hand import SOURCES as HAND_SOURCES
from judging.rules.muggins import EXEMPT
from judging.rules.pegging_penalties import CLAIM_ACTS, FALSE_CLAIM_STEPS, OPPONENTS_PEG, RENEGE
from judging.rules.remedy import NOT_COVERED
from judging.rules.two_points import PENALTIES
from judging.rules.wrong_number import ACTIONS
from scorecards.rules.citations import ARITHMETIC_RULE, SUMMARIES
from scorecards.rules.clubs.match_points import SOURCES as MATCH_SOURCES
from scorecards.rules.discrepancies import RULES
from scorecards.rules.scoring_systems.total_points import SOURCES as SHEET_SOURCES
from tests.conftest import ROOT
from tests.judging.rules.books import borrowed_in
from tests.test_layers import ENGINES, MODULES, parsed
from tournaments.rules.pairs import SOURCES as PAIR_SOURCES
from tournaments.rules.round_robin import SOURCES as ROBIN_SOURCES

DOC = ROOT / "docs" / "rules.md"

ROW = re.compile(
    r"^\| (?P<new>[^|]*) ?\| (?P<old>[^|]*) ?\| (?P<summary>[^|]+) \| (?P<function>[^|]+) \| (?P<tests>[^|]+) \|$"
)
FUNCTION = re.compile(r"^\[`(?P<dotted>[\w.]+)`\]\(\.\./(?P<file>[\w/]+\.py)\)$")
TEST = re.compile(r"^`(?P<file>tests/[\w/]+\.py)::(?P<name>test_\w+)`$")

# How docstrings cite: "rule 13.2.b", "Rules 12.2.a to f and h", "appendix 4 to 6, 10", "App.7.e", "guideline 11.a",
# and without a word before them "12.2.g" and (of a guideline) "11.d".
SEPARATOR = r"(?:,\s+and|,|\s+and|\s+to|\s+or)\s+"
LIST = rf"\d+(?:\.\d+)?(?:\.[a-z])?(?:\.\(\d+\))?(?!\w)(?:{SEPARATOR}(?:\d+(?:\.\d+)?(?:\.[a-z])?|[a-z])(?!\w))*"
CITATION = re.compile(
    rf"(?:(?P<kind>\b(?:rules?|appendix|guidelines?)\s+|\bApp\.)|(?<![\w.]))(?P<list>{LIST})", re.IGNORECASE
)


@dataclass(frozen=True)
class Row:
    numbers: tuple[str, ...]
    summary: str
    function: str
    file: str
    tests: tuple[str, ...]


def read_rows() -> list[Row]:
    first_table, *_ = DOC.read_text().split("\n## ")
    lines = [line for line in first_table.splitlines() if line.startswith("|")][2:]
    rows = []
    for line in lines:
        row = ROW.match(line)
        assert row, f"not a row of the table: {line}"
        function = FUNCTION.match(row["function"].strip())
        assert function, f"not a function: {row['function']}"
        numbers = tuple(number for cell in (row["new"], row["old"]) if (number := cell.strip()))
        tests = tuple(row["tests"].strip().split("<br>"))
        rows.append(Row(numbers, row["summary"].strip(), function["dotted"], function["file"], tests))
    return rows


ROWS = read_rows()


def definitions_in(tree: ast.Module) -> Iterator[str]:
    """Yield names of functions, classes and methods: ``cross_check``, ``Scheme.points_for_win``."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        if isinstance(node, ast.ClassDef):
            yield from (f"{node.name}.{inner.name}" for inner in node.body if isinstance(inner, ast.FunctionDef))


@cache
def names_in(path: Path) -> set[str]:
    return set(definitions_in(parsed(path))) if path.is_file() else set()


def cited_in(text: str) -> Iterator[str]:
    """Yield every rule number that a text cites, ranges written out: ``12.2.a``, ``App.4``, ``guideline 11.d``."""
    for found in CITATION.finditer(" ".join(text.split())):
        kind = (found["kind"] or "").strip().lower()
        items = re.split(f"({SEPARATOR})", found["list"])
        if not kind and not re.fullmatch(r"\d+(\.\d+)?\.[a-z](\.\(\d+\))?", items[0]):
            continue
        a_guideline = kind.startswith("guideline") or (not kind and items[0].count(".") == 1)
        before = "guideline " if a_guideline else "App." if kind.startswith("app") else ""
        yield from (before + number for number in _written_out(items))


def _written_out(items: list[str]) -> Iterator[str]:
    last = items[0]
    yield last
    for separator, item in zip(items[1::2], items[2::2], strict=True):
        number = last[:-1] + item if item.isalpha() else item
        if separator.strip() == "to":
            yield from _between(last, number)
        yield number
        last = number


def _between(first: str, last: str) -> Iterator[str]:
    if first[-1].isalpha():
        yield from (first[:-1] + chr(letter) for letter in range(ord(first[-1]) + 1, ord(last[-1])))
    else:
        yield from (str(number) for number in range(int(first) + 1, int(last)))


def docstrings_of(path: Path) -> Iterator[str]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""


@cache
def all_citations() -> set[str]:
    """Return what engines cite in rulings and docstrings. The demo only imitates rules, so it is left out."""
    by_rulings = {rule for rules in RULES.values() for rule in rules.values()}
    by_docstrings = {
        number
        for module in ENGINES
        if not module.startswith("brackets.demo.event")
        for text in docstrings_of(MODULES[module])
        for number in cited_in(text)
    }
    cited = by_rulings | by_docstrings | rules_of_workings() | set(ARITHMETIC_RULE.values())
    sources = {*SHEET_SOURCES, *GAMES_SOURCES, *HAND_SOURCES, *MATCH_SOURCES, *PAIR_SOURCES, *ROBIN_SOURCES}
    # Only the 55+ Games cite by line in a ruling.
    return {re.sub(r"^line ", "games-55plus ", rule) for rule in cited} | {*SUMMARIES, *sources}


def rules_of_workings() -> set[str]:
    """Return what remedies cite out of tables; what they cite by themselves stands in docstrings."""
    by_edition: list[dict[str, dict[object, str]]] = [RENEGE, CLAIM_ACTS, EXEMPT]
    return {
        *(rule for table in by_edition for rules in table.values() for rule in rules.values()),
        *(f"4.4.d.({number})" for actions in ACTIONS.values() for number in actions if number),
        *("4.4.a.(1)", "4.4.a.(2)", "4.4.a.(3)"),
        *("4.4.b.(1)", "4.4.b.(2)", "8.4.c.(1)", "8.4.c.(2)"),
        *FALSE_CLAIM_STEPS,
        *OPPONENTS_PEG.values(),
        *NOT_COVERED.values(),
        *(number for numbers in CONFLICTS.values() for number in numbers if number),
        *(
            number
            for by_edition in (HAND_FIRST, PEGGING_WATCHED, HEAD_JUDGE)
            for number in by_edition.values()
            if number
        ),
        *(penalty.rule for penalties in PENALTIES.values() for penalty in penalties.values()),
    }


def is_under(number: str, other: str) -> bool:
    """Tell whether a number is that of another rule or of a part of it."""
    return number == other or number.startswith(other + ".")


def test_every_function_exists_in_the_file_that_is_linked() -> None:
    missing = [
        row.function
        for row in ROWS
        if (module := row.file.removesuffix(".py").replace("/", ".")) not in MODULES
        or row.function.removeprefix(module + ".") not in names_in(ROOT / row.file)
    ]

    assert missing == []


def test_every_test_exists() -> None:
    missing = [
        named
        for row in ROWS
        for named in row.tests
        if not (test := TEST.match(named)) or test["name"] not in names_in(ROOT / test["file"])
    ]

    assert missing == []


def test_every_file_of_cases_by_rule_is_used() -> None:
    named = {named.strip("`").partition("::")[0] for row in ROWS for named in row.tests}
    files = {str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "rulebook").glob("test_*.py")}

    assert files - named == set()


def test_every_rule_that_an_engine_cites_is_in_the_table() -> None:
    numbers = {number for row in ROWS for number in row.numbers}

    missing = [cited for cited in all_citations() if not any(is_under(number, cited) for number in numbers)]

    assert sorted(missing) == []


def test_every_row_is_cited_by_an_engine() -> None:
    citations = all_citations()

    unused = [
        row.numbers for row in ROWS if not any(is_under(number, cited) for number in row.numbers for cited in citations)
    ]

    assert unused == []


def test_no_summary_is_the_rulebooks_own_sentence() -> None:
    borrowed = [
        run
        for summary in (*(row.summary for row in ROWS), *SUMMARIES.values(), *texts_for_judges())
        for run in borrowed_in(summary, longest=7)
    ]

    assert borrowed == []


def texts_for_judges() -> list[str]:
    """Return every text in the engines of judging, docstrings included."""
    return [
        node.value
        for module in ENGINES
        if module.startswith("judging.")
        for node in ast.walk(parsed(MODULES[module]))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("one in four (rule 13.2.b).", ["13.2.b"]),
        ("a full bracket (rule 13.2.d.(2)); 0 where", ["13.2.d.(2)"]),
        ("Rules 12.2.a to d and h (``acc-2020``)", ["12.2.a", "12.2.b", "12.2.c", "12.2.d", "12.2.h"]),
        ("(rules 13.2.c and d).", ["13.2.c", "13.2.d"]),
        ("appendix 4 to 6, 10 and 13 in 22 games", ["App.4", "App.5", "App.6", "App.10", "App.13"]),
        ("(rule 1.6, skunk; appendix 5)", ["1.6", "App.5"]),
        ("(appendix 7; 2010: guideline 7, which", ["App.7", "guideline 7"]),
        ("lines in force (App.7.e).", ["App.7.e"]),
        ("guidelines 11.a to c and g", ["guideline 11.a", "guideline 11.b", "guideline 11.c", "guideline 11.g"]),
        ("(12.2.g, guideline 11.f)", ["12.2.g", "guideline 11.f"]),
        ("by the lower spread (11.d); two", ["guideline 11.d"]),
        ("(12.2.a, b, c, h)", ["12.2.a", "12.2.b", "12.2.c", "12.2.h"]),
        ("1 to 121, sizes of 4 to 64, 0.5 of it, in a 2020 edition", []),
    ],
)
def test_citations_are_read_from_prose(text: str, cited: list[str]) -> None:
    assert list(cited_in(text)) == cited
