"""Which commands run on a machine where nothing is set up."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from manage import KEYLESS
from tests.conftest import ROOT


def test_every_command_of_the_apps_runs_without_a_secret_key() -> None:
    commands = {path.stem for path in ROOT.glob("*/management/commands/[a-z]*.py")}

    assert commands == KEYLESS - {"migrate"}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="has no such modes")
def test_database_that_a_command_makes_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "db.sqlite3"
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{file}", "LOG_DIR": str(tmp_path)}

    subprocess.run(
        [sys.executable, "manage.py", "migrate", "contenttypes", "0001", "--verbosity=0"],
        cwd=ROOT,
        env=environment,
        check=True,
        umask=0o022,
    )

    assert file.stat().st_mode & 0o777 == 0o600
