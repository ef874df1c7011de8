"""A field of entrants takes three places, model, migration and list: form, log, imports, exports, archives follow."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.migrated import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.once, pytest.mark.thorough]
COPIED = ("tournaments", "scorecards", "brackets", "judging", "config", "cribbage_tournaments", "tests")
ALIKE = ("templates", "static", "docs", "node_modules")
NOT_NEEDED = shutil.ignore_patterns("cases", "browser", "load", "failover", "rulebook")


def test_invented_field_is_everywhere_after_three_places(tmp_path: Path) -> None:
    for folder in COPIED:
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=NOT_NEEDED)
    for folder in ALIKE:
        (tmp_path / folder).symlink_to(ROOT / folder)
    for file in ("manage.py", "pyproject.toml"):
        shutil.copy(ROOT / file, tmp_path)

    put(
        tmp_path / "tournaments/models/entrants.py",
        '    shirt = models.CharField(max_length=9, default="", blank=True)',
    )
    put(tmp_path / "tournaments/entrants/fields.py", '    EntrantField("shirt", "T-shirt", headings="tshirt shirt"),')
    run(tmp_path, "manage.py", "makemigrations", "tournaments", "--name", "shirt")

    told = run(tmp_path, "-m", "pytest", "-q", "-n0", "--nomigrations", "tests/tournaments/entrants/invented.py")
    assert "2 passed" in told


MARKS = {"entrants.py": "    email = models.CharField(", "fields.py": ")\nNAMES = "}


def put(file: Path, line: str) -> None:
    """Write a line into the list of fields, or of the model."""
    mark = MARKS[file.name]
    text = file.read_text()
    assert text.count(mark) == 1
    file.write_text(text.replace(mark, f"{line}\n{mark}"))


def run(folder: Path, *command: str) -> str:
    # What tells a process of the tests to measure coverage, or which of several it is, is not for this one.
    inherited = {name: it for name, it in os.environ.items() if not name.startswith(("PYTEST_", "SLIPCOVER_"))}
    environment = inherited | {"PYTHONPATH": "", "DATABASE_URL": "", "DATA_DIR": str(folder / "var"), "CI": ""}
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
