"""The documents are held to the code: each path, name, make target and link in them exists."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.test_layers import parsed

DOCS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted(ROOT.glob("docs/**/*.md"))]
MADE_BY_RUNNING = {".venv", "var", "staticfiles", "node_modules", "dist", ".pytest_cache"}
APPS = ("tournaments", "scorecards", "brackets", "judging")

CODE_SPAN = re.compile(r"`([^`\n]+)`")
BLOCK = re.compile(r"^    (.+)$", re.MULTILINE)
PATH = re.compile(r"(?P<path>[\w.-]+(?:/[\w.-]+)*/?)(?:::(?P<name>\w+(?:\.\w+)*))?")
LINK = re.compile(r"\]\((?!https?:)(?P<path>[^)#\s]*)(?:#(?P<anchor>[^)\s]*))?\)")
TARGET = re.compile(r"\bmake ([a-z][a-z-]*)")
HELP = re.compile(r"^([a-z-]+):.*## ", re.MULTILINE)
PHONY = re.compile(r"^\.PHONY: ((?:.*\\\n)*.*)$", re.MULTILINE)
COMMAND = re.compile(r"^\| `(?!make )([a-z_]+)(?: [^`]*)?` \|", re.MULTILINE)
CHAPTER = re.compile(r"^\| `(\w+)/(\w+)/` \|", re.MULTILINE)


def paths_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield each path that a text names as code, with the name in that file or nothing."""
    for span in CODE_SPAN.findall(text):
        found = PATH.fullmatch(span)
        is_path = found and ("/" in found["path"] or found["path"].endswith((".py", ".toml")))
        if found and is_path and found["path"].partition("/")[0] not in MADE_BY_RUNNING:
            yield found["path"], found["name"] or ""


@cache
def names_in(path: Path) -> frozenset[str]:
    """Return what a module defines: functions, classes, methods (``Class.method``) and constants."""
    names = set()
    for node in parsed(path).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{inner.name}" for inner in node.body if isinstance(inner, ast.FunctionDef)}
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return frozenset(names)


def missing_in(text: str) -> list[str]:
    """Return the paths and names in a text that do not exist."""
    return [
        f"{path}::{name}" if name else path
        for path, name in paths_in(text)
        if not (ROOT / path).exists() or (name and name not in names_in(ROOT / path))
    ]


def anchors_of(path: Path) -> set[str]:
    """Return the anchors of a document's headings, as the usual viewers make them."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links_in(path: Path) -> list[str]:
    """Return the links of a document that lead nowhere."""
    broken = []
    for link in LINK.finditer(path.read_text()):
        to = (path.parent / link["path"]).resolve() if link["path"] else path
        if not to.exists() or (link["anchor"] and to.suffix == ".md" and link["anchor"] not in anchors_of(to)):
            broken.append(link[0])
    return broken


def targets_in(text: str) -> set[str]:
    """Return the targets of make that a text names as code."""
    return {target for code in (*CODE_SPAN.findall(text), *BLOCK.findall(text)) for target in TARGET.findall(code)}


def ids(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", DOCS, ids=ids)
def test_every_path_and_name_exists(path: Path) -> None:
    assert missing_in(path.read_text()) == []


@pytest.mark.parametrize("path", DOCS, ids=ids)
def test_every_link_leads_somewhere(path: Path) -> None:
    assert broken_links_in(path) == []


@pytest.mark.parametrize("path", DOCS, ids=ids)
def test_every_target_of_make_exists(path: Path) -> None:
    assert targets_in(path.read_text()) - set(HELP.findall((ROOT / "Makefile").read_text())) == set()


def test_help_and_readme_name_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text()
    phony = PHONY.search(makefile)
    assert phony is not None
    targets = set(phony[1].replace("\\", "").split())

    assert set(HELP.findall(makefile)) == targets
    assert targets - targets_in((ROOT / "README.md").read_text()) == set()


def test_readme_names_every_command() -> None:
    commands = {path.stem for app in APPS for path in (ROOT / app).glob("management/commands/[a-z]*.py")}

    assert set(COMMAND.findall((ROOT / "README.md").read_text())) == commands


def test_readme_leads_to_every_document() -> None:
    named = {link["path"] for link in LINK.finditer((ROOT / "README.md").read_text())}
    documents = {str(path.relative_to(ROOT)) for path in DOCS if path.parent != ROOT / "docs" / "decisions"}

    assert documents - named == {"README.md"}
    assert "docs/decisions/README.md" in named


def test_every_decision_is_in_the_list_under_its_title() -> None:
    folder = ROOT / "docs" / "decisions"
    titles = {path.name: path.read_text().partition("\n")[0][len("# 0000 ") :] for path in folder.glob("0*.md")}

    rows = re.findall(r"^\| \[\d{4}\]\((.+)\) \| (.+) \|$", (folder / "README.md").read_text(), re.MULTILINE)

    assert dict(rows) == titles


@pytest.mark.parametrize("app", APPS)
def test_chapters_are_all_told_from_the_lowest_to_the_highest(app: str) -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract.get("containers") == [app])
    heights = {chapter: height for height, layer in enumerate(reversed(layers)) for chapter in layer.split(" | ")}
    folders = {path.parent.name for path in (ROOT / app).glob("*/__init__.py")}

    told = [chapter for of, chapter in CHAPTER.findall((ROOT / "docs" / "architecture.md").read_text()) if of == app]

    assert set(told) == folders - {"migrations", "management", "templatetags"}
    assert told == sorted(told, key=lambda chapter: heights[chapter])


def test_every_folder_of_code_is_in_the_house() -> None:
    layers = {"selectors", "services", "forms", "views", "migrations", "management", "commands", "templatetags"}
    folders = {
        f"{path.parent.relative_to(ROOT)}/"
        for app in (*APPS, "config")
        for path in (ROOT / app).glob("*/**/__init__.py")
        if not layers & {*path.relative_to(ROOT).parts}
    }
    house = (ROOT / "docs" / "architecture.md").read_text().partition("## Where is")[0]

    assert folders - {path for path, _ in paths_in(house)} == set()


# The finding itself.


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("`tests/conftest.py` and `tests/`", []),
        ("`tests/conftest.py::ROOT`", []),
        ("`tests/nothing.py`", ["tests/nothing.py"]),
        ("`tests/conftest.py::nothing`", ["tests/conftest.py::nothing"]),
        ("`tests/pages.py::Element.texts`", []),
        ("`tests/pages.py::Element.nothing`", ["tests/pages.py::Element.nothing"]),
        ("`nothing.py`", ["nothing.py"]),
        ("`tests/<app>/`, `var/secret_key`, `make run` and `selectors`", []),
    ],
)
def test_missing_paths_are_found(text: str, missing: list[str]) -> None:
    assert missing_in(text) == missing


@pytest.mark.parametrize(
    ("link", "broken"),
    [
        ("[a](README.md)", []),
        ("[a](README.md#settings)", []),
        ("[a](https://example.org/nothing.md)", []),
        ("[a](nothing.md)", ["](nothing.md)"]),
        ("[a](README.md#nothing)", ["](README.md#nothing)"]),
        ("## Here\n\n[a](#here) [b](#there)", ["](#there)"]),
    ],
)
def test_broken_links_are_found(link: str, broken: list[str], tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# Settings\n")
    (tmp_path / "page.md").write_text(link)

    assert broken_links_in(tmp_path / "page.md") == broken


def test_targets_are_found_in_code_alone() -> None:
    text = "make sense of `make run HOST=0.0.0.0`:\n\n    make no-such-thing\n"

    assert targets_in(text) == {"run", "no-such-thing"}
