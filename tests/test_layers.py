"""The house rules: what may import what, engines without Django, and no drawers for odds and ends."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

# Each app may import itself and these.
APPS = {
    "tournaments": (),
    "scorecards": ("tournaments",),
    "brackets": ("tournaments", "scorecards"),
    "judging": ("tournaments", "scorecards"),
}
# Within and across apps, each layer may import itself and what stands before it. A module's layer follows from
# the first word of its name (``selectors_bracket`` is a selector); whatever is not named here is an engine.
LAYERS = (
    ("engines",),
    ("models", "pages"),
    ("selectors", "excelfile"),
    ("services", "verification", "access", "htmx"),
    ("forms",),
    ("views", "urls", "admin", "management", "templatetags", "apps", "posted", "following", "downloads"),
)
ENGINES_THAT_MUST_BE = {
    *(
        "tournaments.eventfile",
        "tournaments.eventfile_reading",
        "tournaments.strictjson",
        "tournaments.movement",
        "tournaments.entrantfile",
        "tournaments.entrantfile_compare",
        *("tournaments.seating", "tournaments.places", "tournaments.schedulecheck"),
        *("tournaments.schedulechanges", "tournaments.schedulefile", "tournaments.linesdue"),
        *("tournaments.roundrobin", "tournaments.roundrobincheck", "tournaments.pairs"),
        *("tournaments.entrantfile_pairs", "tournaments.text"),
    ),
    *("scorecards.scoring", "scorecards.discrepancies", "scorecards.crosscheck", "scorecards.ranking"),
    *("scorecards.counting", "scorecards.pegged", "scorecards.dropouts", "tournaments.cardcolumns"),
    *("scorecards.scoring_interface", "scorecards.line_cards", "scorecards.sheet_cards"),
    *("scorecards.qualifying", "scorecards.reckoning", "scorecards.checkitems", "scorecards.margins"),
    "scorecards.rulingnotes",
    *("scorecards.matchnights", "scorecards.matchpoints", "scorecards.season", "scorecards.standingpools"),
    *("brackets.seeding", "brackets.report", "brackets.demo", "brackets.checklist"),
    *("scorecards.ruled_cards", "brackets.card_snapshot", "tournaments.stored_json"),
    "scorecards.event_result",
    *("judging.hand", "judging.actions", "judging.remedy", "judging.dealing"),
    *("judging.penalties", "judging.muggins", "judging.twopoints"),
    *(
        "judging.callwork",
        "judging.callsituations",
        "judging.callsituations_deal",
        "judging.conflicts",
        "judging.callstate",
    ),
    *("brackets.forfeits", "brackets.awards", "brackets.payouts", "brackets.drawing"),
    *("judging.rulebook", "judging.rulesearch", "judging.comparison", "judging.situations"),
}
FORBIDDEN_NAMES = {"utils", "helpers", "common", "signals"}

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


def layer_of(module: str) -> int:
    """Return the number of a module's layer, 0 for an engine."""
    name = module.split(".")[1] if "." in module else ""
    for number, names in enumerate(LAYERS):
        if name in names or name.partition("_")[0] in names:
            return number
    return 0


ENGINES = sorted(module for module in MODULES if layer_of(module) == 0)


def imports_of(source: str, module: str) -> Iterator[str]:
    """Yield every module that a module's source imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(module.split(".")[: -node.level]) if node.level else ""
            origin = ".".join(filter(None, (base, node.module)))
            for alias in node.names:
                name = f"{origin}.{alias.name}"
                yield name if name in MODULES else origin


def why_forbidden(module: str, imported: str) -> str | None:
    """Return why one module may not import another, ``None`` where it may."""
    app, other = module.partition(".")[0], imported.partition(".")[0]
    if other in ("config", "tests"):
        return f"{module} imports {imported}: no app may import {other}"
    if other not in APPS:
        return None
    if other not in (app, *APPS[app]):
        return f"{module} imports {imported}: {app} may not import {other}"
    if layer_of(imported) > layer_of(module):
        upper, lower = LAYERS[layer_of(module)], LAYERS[layer_of(imported)]
        return f"{module} imports {imported}: {lower[0]} come after {upper[0]}"
    return None


def test_imports_go_one_way_only() -> None:
    forbidden = [
        why
        for module, path in MODULES.items()
        for imported in imports_of(path.read_text(), module)
        if (why := why_forbidden(module, imported))
    ]

    assert forbidden == []


def test_engines_are_all_there() -> None:
    assert sorted(ENGINES_THAT_MUST_BE - set(ENGINES)) == []


def test_engines_can_be_imported_where_there_is_nothing_but_the_standard_library() -> None:
    run = subprocess.run(
        [sys.executable, "-c", IMPORT_WITHOUT_DJANGO, ",".join(APPS), *ENGINES],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )

    assert (run.returncode, run.stdout, run.stderr) == (0, "False\n", "")


def test_no_file_is_a_drawer_for_odds_and_ends() -> None:
    drawers = [
        str(path.relative_to(ROOT))
        for top in (*APPS, "config", "tests")
        for path in sorted((ROOT / top).rglob("*"))
        if path.stem in FORBIDDEN_NAMES and (path.is_dir() or path.suffix == ".py")
    ]

    assert drawers == []


# The reading of imports and the rules themselves.


@pytest.mark.parametrize(
    ("source", "imported"),
    [
        ("import scorecards.ranking", ["scorecards.ranking"]),
        ("from scorecards import ranking", ["scorecards.ranking"]),
        ("from scorecards.ranking import rank", ["scorecards.ranking"]),
        ("from . import ranking, scoring", ["scorecards.ranking", "scorecards.scoring"]),
        ("from .ranking import rank", ["scorecards.ranking"]),
        ("def later():\n    from brackets import models", ["brackets.models"]),
        ("if TYPE_CHECKING:\n    import django.db", ["django.db"]),
    ],
)
def test_imports_are_read_wherever_they_stand(source: str, imported: list[str]) -> None:
    assert list(imports_of(source, "scorecards.crosscheck")) == imported


@pytest.mark.parametrize(
    ("module", "imported", "allowed"),
    [
        ("scorecards.crosscheck", "scorecards.scoring", True),
        ("scorecards.crosscheck", "tournaments.eventfile", True),
        ("scorecards.crosscheck", "tournaments.models", False),
        ("scorecards.crosscheck", "brackets.seeding", False),
        ("scorecards.models", "scorecards.scoring", True),
        ("scorecards.models", "scorecards.services", False),
        ("scorecards.selectors_slips", "scorecards.services_slips", False),
        ("brackets.selectors_bracket", "scorecards.models", True),
        ("brackets.services", "scorecards.services", True),
        ("brackets.services", "brackets.forms", False),
        ("brackets.views", "brackets.forms", True),
        ("brackets.management.commands.crosscheck", "brackets.services", True),
        ("brackets.views", "judging.actions", False),
        ("judging.models", "scorecards.models", True),
        ("judging.models", "brackets.models", False),
        ("tournaments.services", "scorecards.models", False),
        ("tournaments.models", "config.settings", False),
        ("tournaments.models", "django.db", True),
    ],
)
def test_rules_of_import(module: str, imported: str, allowed: bool) -> None:
    assert (why_forbidden(module, imported) is None) is allowed
