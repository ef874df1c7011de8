"""The commands around the event file: what they print, what they refuse, and how they end."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from brackets.event_files.export import NOT_IN_AN_EVENT_FILE
from brackets.event_files.store import import_event
from tests.brackets.demo.broken_event_files import MISTAKES, Mistake, path_of, spoiled_event
from tests.builders import event
from tests.conftest import ROOT
from tests.events import in_a_circle, round_robin, rows_stored
from tests.migrated import sqlite_file
from tests.reference import without_free_text
from tournaments.event_file.writing import write_event_file
from tournaments.models import Audience, StaffMember, Tournament
from tournaments.rules.types import EventFile

pytestmark = pytest.mark.slow


@dataclass(frozen=True, slots=True)
class Ran:
    """What became of a command."""

    code: int
    out: str
    err: str


def run(*arguments: str) -> Ran:
    """Run a command within this process."""
    out, err, code = StringIO(), StringIO(), 0
    try:
        call_command(*arguments, stdout=out, stderr=err)
    except CommandError as error:
        code = error.returncode
        err.write(f"CommandError: {error}\n")
    except SystemExit as end:
        code = int(str(end.code))
    return Ran(code, out.getvalue(), err.getvalue())


def run_manage(*arguments: str, folder: Path, stdin: bytes = b"", **environment: str) -> Ran:
    """Run ``manage.py`` as a person does, on a database of its own."""
    ended = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *arguments],
        input=stdin,
        capture_output=True,
        cwd=folder,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": f"sqlite:///{folder / 'own.sqlite3'}",
            "SECRET_KEY": "",
            **environment,
        },
        check=False,
    )
    return Ran(ended.returncode, ended.stdout.decode(), ended.stderr.decode())


def written(folder: Path, event_file: EventFile) -> str:
    """Write an event file, and return its path."""
    path = folder / "event.json"
    path.write_text(write_event_file(event_file), encoding="utf-8")
    return str(path)


# Reports


@pytest.mark.django_db
def test_crosscheck_prints_the_expected_report_and_stores_nothing(cases_dir: Path) -> None:
    expected = json.loads((cases_dir / "small-field-8-players.report.json").read_text(encoding="utf-8"))
    before = rows_stored()

    ran = run("crosscheck", str(cases_dir / "small-field-8-players.json"))

    report = json.loads(ran.out)
    assert (ran.code, ran.err) == (0, "")
    assert without_free_text(report) == without_free_text(expected)
    assert list(report) == list(expected)
    assert rows_stored() == before


def test_crosscheck_as_text_tells_the_standings(tmp_path: Path) -> None:
    ran = run("crosscheck", "--text", written(tmp_path, round_robin()))

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        (
            "Lantern Bay Open (acc-2020): 4 entrants, 1 qualify, bracket of 2 with 1 bye, not an approved"
            " chart; every card is complete"
        ),
        "",
        "Standings",
        "     1 Q      7/3 +66  1 Entrant 1",
        "    -- the line --",
        "     2        4/2 +21  2 Entrant 2  game points",
        "     3        2/1 -25  3 Entrant 3  game points",
        "     4        0/0 -62  4 Entrant 4  game points",
    ]


def test_crosscheck_as_text_has_a_part_for_everything_found(cases_dir: Path) -> None:
    ran = run("crosscheck", "--text", str(cases_dir / "untidy-40-players.json"))

    assert ran.code == 0
    titles = [line for line in ran.out.splitlines()[1:] if line and not line.startswith(" ")]
    assert titles == [
        "Arithmetic",
        "Rulings",
        "For the director to decide",
        "Left as written, no apparent qualifier",
        "Standings",
    ]


def test_crosscheck_as_text_asks_for_what_settles_a_tie(tmp_path: Path) -> None:
    ran = run("crosscheck", "--text", written(tmp_path, in_a_circle()))

    assert ran.out.splitlines()[-2:] == [
        "Ties to settle",
        "  an order by the director for 1 Entrant 1 and 2 Entrant 2 and 3 Entrant 3",
    ]


def test_crosscheck_of_an_event_without_entrants_is_a_report(tmp_path: Path) -> None:
    ran = run("crosscheck", written(tmp_path, event((), games=3)))

    report = json.loads(ran.out)
    assert (ran.code, report["entrants"], report["standings"], report["bracket_size"]) == (0, 0, [], 0)


# Files that are refused


@pytest.mark.parametrize("command", ["crosscheck", "import_event"])
@pytest.mark.parametrize(("name", "reason"), [("missing.json", "No such file or directory"), ("", "Is a directory")])
@pytest.mark.django_db
def test_file_that_cannot_be_read_is_told(command: str, name: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / name

    assert run(command, str(path)) == Ran(2, "", f"CommandError: {path}: {reason}\n")


@pytest.mark.parametrize(("command", "errors"), [("crosscheck", MISTAKES), ("import_event", MISTAKES[10:])])
@pytest.mark.django_db
def test_at_most_fifty_mistakes_are_told_each_at_its_place(
    command: str, errors: tuple[Mistake, ...], tmp_path: Path
) -> None:
    path = tmp_path / "event.json"
    path.write_bytes(spoiled_event(errors))
    before = rows_stored()

    ran = run(command, str(path))

    assert (ran.code, ran.out) == (2, "")
    assert [line.partition(": ")[0] for line in ran.err.splitlines()] == [path_of(one) for one in errors[:50]]
    assert all(line.partition(": ")[2] for line in ran.err.splitlines())
    assert rows_stored() == before


# Storing events


@pytest.mark.django_db
def test_import_event_prints_the_address_and_stores_a_second_time_as_another(tmp_path: Path) -> None:
    path = written(tmp_path, round_robin())

    assert run("import_event", path) == Ran(0, "/t/lantern-bay-open/\n", f"{NOT_IN_AN_EVENT_FILE}\n")
    assert Tournament.objects.get().get_absolute_url() == "/t/lantern-bay-open/"
    assert Tournament.objects.get().standings_shown == Audience.NOBODY
    assert run("import_event", path).out == "/t/lantern-bay-open-2/\n"


@pytest.mark.django_db
def test_import_event_makes_a_user_the_director_and_refuses_one_nobody_knows(tmp_path: Path) -> None:
    User.objects.create_user("ada")
    path = written(tmp_path, round_robin())

    assert run("import_event", path, "--director", "ada").code == 0

    assert list(StaffMember.objects.values_list("user__username", "role")) == [("ada", "director")]
    before = rows_stored()
    ran = run("import_event", path, "--director", "nobody")
    assert (ran.code, ran.out) == (1, "")
    assert "no user named nobody" in ran.err
    assert rows_stored() == before


# Printing what is stored


@pytest.mark.django_db
def test_export_event_prints_the_file_that_was_imported(tmp_path: Path) -> None:
    path = written(tmp_path, round_robin())
    run("import_event", path)

    assert run("export_event", "lantern-bay-open") == Ran(0, Path(path).read_text(encoding="utf-8"), "")


@pytest.mark.django_db
@pytest.mark.parametrize("command", ["export_event", "verify_tournament"])
def test_unknown_tournament_is_told_with_those_there_are(command: str) -> None:
    assert run(command, "harbor-lights-open") == Ran(
        1, "", "CommandError: There is no tournament harbor-lights-open. Stored here: none.\n"
    )

    import_event(event_file=round_robin())

    assert run(command, "harbor-lights-open") == Ran(
        1, "", "CommandError: There is no tournament harbor-lights-open. Stored here: lantern-bay-open.\n"
    )


# As people run them


def test_crosscheck_reads_standard_input_needs_no_database_and_writes_utf8(tmp_path: Path) -> None:
    event_file = round_robin()
    path = written(tmp_path, replace(event_file, event=replace(event_file.event, name="Bø 牌 Open")))

    ran = run_manage("crosscheck", "-", folder=tmp_path, stdin=Path(path).read_bytes(), PYTHONIOENCODING="latin-1")

    assert ran == Ran(0, run("crosscheck", path).out, "")
    assert json.loads(ran.out)["event"] == "Bø 牌 Open"
    assert not (tmp_path / "own.sqlite3").exists()


@pytest.mark.thorough
def test_commands_end_as_the_shell_sees_it(tmp_path: Path) -> None:
    shutil.copy(sqlite_file(), tmp_path / "own.sqlite3")
    good = written(tmp_path, in_a_circle())

    imported = run_manage("import_event", good, folder=tmp_path)
    refused = run_manage("import_event", "-", folder=tmp_path, stdin=b"[" * 100_000)
    exported = run_manage("export_event", "lantern-bay-open", folder=tmp_path)

    assert imported == Ran(0, "/t/lantern-bay-open/\n", f"{NOT_IN_AN_EVENT_FILE}\n")
    assert refused == Ran(2, "", "(file): nested more than 20 levels deep\n")
    assert exported == Ran(0, Path(good).read_text(encoding="utf-8"), "")
