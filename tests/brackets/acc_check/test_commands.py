"""The two commands that check a report: they print the findings, and exit by them."""

import io
import json
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from config.command import run
from tests.brackets.acc_check.reports import sound_report


def written(tmp_path: Path, report: dict[str, Any]) -> str:
    path = tmp_path / "report.json"
    path.write_text(json.dumps(report))
    return str(path)


def both(path: str, capsys: pytest.CaptureFixture[str]) -> tuple[str, int]:
    """Return what both commands print, which is the same, and how they exit."""
    told = []
    for command in (lambda: call_command("check_report", path), lambda: run(["check-report", path], "0")):
        with pytest.raises(SystemExit) as end:
            command()
        told.append((capsys.readouterr().out.strip(), end.value.code))
    assert told[0] == told[1]
    words, code = told[0]
    assert isinstance(code, int)
    return words, code


def test_sound_report_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words, code = both(written(tmp_path, sound_report(1)), capsys)

    assert code == 0
    assert "sanction number 2026-117" in words
    assert "Nothing found: everything follows from the lines as written." in words
    assert "3FA9 12CD 77E0 91AB" in words


def test_faults_are_printed_one_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = deepcopy(sound_report(1))
    report["events"][0]["money"]["fund"] += 13
    report["sanction_number"] = ""

    words, code = both(written(tmp_path, report), capsys)

    assert code == 1
    assert "sanction number missing" in words
    assert "money: Harbor Lights Open. Fund:" in words
    assert "2 found." in words


def test_what_is_no_report_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words, code = both(written(tmp_path, {"format": "acc-report/2"}), capsys)

    assert code == 2
    assert words.startswith("Refused: this is no acc-report/1.\nformat: 'acc-report/2' is not 'acc-report/1'")


def test_file_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError, match="nowhere.json: No such file"):
        call_command("check_report", "nowhere.json")
    with pytest.raises(SystemExit) as end:
        run(["check-report", "nowhere.json"], "0")
    assert end.value.code == 2
    assert "nowhere.json: No such file" in capsys.readouterr().out


def test_report_comes_from_standard_input_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = io.BytesIO(json.dumps(sound_report(1)).encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(data))
    with pytest.raises(SystemExit) as end:
        call_command("check_report", "-")
    assert end.value.code == 0
    assert "Nothing found" in capsys.readouterr().out
