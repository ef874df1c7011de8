"""The doctor reads the clock as whoever stands at this computer does."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from config import doctor


def test_times_are_those_of_this_computer(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MACHINE_TIME_ZONE = "America/New_York"
    for name in ("open_folder", "set_environment", "refuse_damaged", "who_runs"):
        monkeypatch.setattr(doctor, name, lambda *_: None)
    monkeypatch.setattr("tournaments.hall_check.machine.this_machine", lambda **_: SimpleNamespace())
    zones: list[str] = []
    monkeypatch.setattr("tournaments.hall_check.checks.find", lambda _, zone: zones.append(str(zone)) or [])

    assert doctor.doctor(tmp_path) == 0

    assert zones == ["America/New_York"]
