"""The house rules that no linter holds: engines without Django, small folders, names that say something.

Which app, chapter and layer may import which is held by import-linter (``make check``, contracts in pyproject.toml).
"""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.slow

# Each app may import itself and these.
APPS = {
    "tournaments": (),
    "scorecards": ("tournaments",),
    "brackets": ("tournaments", "scorecards"),
    "judging": ("tournaments", "scorecards"),
}
# Folders whose modules are engines, wherever they stand.
ENGINE_FOLDERS = {"rules", "event_file", "acc_check"}
DRAWERS = re.compile(r"(utils?|helpers?|common|signals|misc|base_views|\w+_more|more_\w+)")

IMPORT_WITHOUT_DJANGO = """
import importlib
import sys


class OnlyTheStandardLibrary:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in OWN and top not in sys.stdlib_module_names:
            raise ModuleNotFoundError(f"{name} is out of reach here", name=name)


OWN = sys.argv[1].split(",")
sys.meta_path.insert(0, OnlyTheStandardLibrary())
for module in sys.argv[2:]:
    importlib.import_module(module)
print("django" in sys.modules)
"""


def module_files() -> dict[str, Path]:
    """Return the files of the four apps by module name, migrations and empty packages left out."""
    files = {}
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            if "migrations" not in parts and path.read_text():
                files[".".join(parts).removesuffix(".__init__")] = path
    return files


MODULES = module_files()
ENGINES = sorted(module for module, path in MODULES.items() if ENGINE_FOLDERS & set(path.relative_to(ROOT).parts[:-1]))


@cache
def parsed(path: Path) -> ast.Module:
    """Return the syntax tree of a module; several checks look at each."""
    return ast.parse(path.read_text())


def test_every_app_has_its_engines() -> None:
    assert {module.partition(".")[0] for module in ENGINES} == set(APPS)


def test_engines_can_be_imported_where_there_is_nothing_but_the_standard_library() -> None:
    run = subprocess.run(
        [sys.executable, "-c", IMPORT_WITHOUT_DJANGO, ",".join(APPS), *ENGINES],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )

    assert (run.returncode, run.stdout, run.stderr) == (0, "False\n", "")


# Of the modules that are no engines these know no database either.
ALSO_PURE = {"brackets.event_files.report_text"}


def test_tests_of_engines_need_no_database() -> None:
    needed = {
        f"{path.relative_to(ROOT)}: {name}"
        for app in APPS
        for path in (ROOT / "tests" / app / "rules").rglob("*.py")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names])
        if name.partition(".")[0] in {"django", *APPS} and not ENGINE_FOLDERS & {*name.split(".")}
    }

    assert {one for one in needed if one.rpartition(" ")[2] not in ALSO_PURE} == set()


def test_no_file_is_a_drawer_for_odds_and_ends() -> None:
    drawers = [
        str(path.relative_to(ROOT))
        for top in (*APPS, "config", "tests")
        for path in sorted((ROOT / top).rglob("*"))
        if DRAWERS.fullmatch(path.stem) and (path.is_dir() or path.suffix == ".py")
    ]

    assert drawers == []
