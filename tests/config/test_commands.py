"""Which commands run on a machine where nothing is set up."""

from __future__ import annotations

from manage import KEYLESS
from tests.conftest import ROOT


def test_every_command_of_the_apps_runs_without_a_secret_key() -> None:
    commands = {path.stem for path in ROOT.glob("*/management/commands/[a-z]*.py")}

    assert commands == KEYLESS - {"migrate"}
