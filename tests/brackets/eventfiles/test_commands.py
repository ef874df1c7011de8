"""The commands around the event file: what they print, what they refuse, and how they end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from brackets.demo.event import make_event
from brackets.eventfiles.store import import_event
from tests.brackets.demo.broken_event_files import MISTAKES, path_of, spoiled_event
from tests.builders import event
from tests.conftest import ROOT
from tests.events import CASE_NAMES, in_a_circle, round_robin, rows_stored, sample_case
from tests.reference import without_free_text
from tournaments.eventfile.strict_json import MAX_BYTES
from tournaments.eventfile.writing import write_event_file
from tournaments.models import StaffMember, Tournament
from tournaments.rules.types import EventFile


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


@pytest.mark.parametrize("name", CASE_NAMES)
def test_crosscheck_prints_the_expected_report(name: str, cases_dir: Path) -> None:
    expected = json.loads((cases_dir / f"{name}.report.json").read_text(encoding="utf-8"))

    ran = run("crosscheck", str(cases_dir / f"{name}.json"))

    report = json.loads(ran.out)
    assert (ran.code, ran.err) == (0, "")
    assert without_free_text(report) == without_free_text(expected)
    assert list(report) == list(expected)


@pytest.mark.django_db
def test_crosscheck_stores_nothing(tmp_path: Path) -> None:
    before = rows_stored()

    run("crosscheck", written(tmp_path, round_robin()))

    assert rows_stored() == before


def test_crosscheck_reads_standard_input_and_needs_no_database(tmp_path: Path) -> None:
    event_file = round_robin()
    path = written(tmp_path, event_file)

    ran = run_manage("crosscheck", "-", folder=tmp_path, stdin=Path(path).read_bytes())

    assert ran == Ran(0, run("crosscheck", path).out, "")
    assert not (tmp_path / "own.sqlite3").exists()


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

HOSTILE = {
    "empty": b"",
    "only spaces": b" \n\t ",
    "no JSON": b"Ada Birch;36/15",
    "truncated": spoiled_event(())[:5_000],
    "not UTF-8": write_event_file(round_robin()).replace("Lantern", "L\u00e4ntern").encode("latin-1"),
    "UTF-16": write_event_file(round_robin()).encode("utf-16"),
    "zero bytes": b"\x00" * 1_000,
    "lone surrogate": spoiled_event(()).replace(b"Harbor Lights", b"\\ud800"),
    "a list": b"[]",
    "a number": b"22",
    "NaN": b"NaN",
    "a huge number": b"9" * 100_000,
    "a huge exponent": spoiled_event(()).replace(b'"games": 9', b'"games": 1e999999999'),
    "many digits": spoiled_event(()).replace(b'"games": 9', b'"games": ' + b"9" * 100_000),
    "deep lists": b"[" * 1_000_000,
    "deep objects": b'{"event":' * 200_000,
    "deep and closed": b"[" * 5_000 + b"]" * 5_000,
    "key given twice": spoiled_event(()).replace(b'"games": 9', b'"games": 9, "games": 9'),
    "21 MB": write_event_file(round_robin()).encode() + b" " * (21 * 1024 * 1024),
    "21 MB of mistakes": b'{"entrants": [' + b"{}," * (6 * 1024 * 1024) + b"{}]}",
    "huge text": spoiled_event(()).replace(b"Harbor Lights", b"H" * 1_000_000),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_file_is_refused_with_messages(name: str, tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_bytes(HOSTILE[name])

    ran = run("crosscheck", str(path))

    messages = ran.err.splitlines()
    assert (ran.code, ran.out) == (2, "")
    assert 1 <= len(messages) <= 50
    assert all(": " in message and len(message) < 400 for message in messages)


@pytest.mark.slow
def test_file_of_20_megabytes_is_read(tmp_path: Path) -> None:
    text = write_event_file(round_robin()).encode()
    path = tmp_path / "event.json"
    path.write_bytes(text + b" " * (MAX_BYTES - len(text)))

    assert run("crosscheck", str(path)).code == 0


@pytest.mark.parametrize("command", ["crosscheck", "import_event"])
@pytest.mark.parametrize(("name", "reason"), [("missing.json", "No such file or directory"), ("", "Is a directory")])
@pytest.mark.django_db
def test_file_that_cannot_be_read_is_told(command: str, name: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / name

    assert run(command, str(path)) == Ran(2, "", f"CommandError: {path}: {reason}\n")


@pytest.mark.parametrize("command", ["crosscheck", "import_event"])
@pytest.mark.django_db
def test_fifty_different_mistakes_are_fifty_messages(command: str, tmp_path: Path) -> None:
    errors = MISTAKES[:49] + MISTAKES[-1:]
    path = tmp_path / "event.json"
    path.write_bytes(spoiled_event(errors))
    before = rows_stored()

    ran = run(command, str(path))

    assert (ran.code, ran.out) == (2, "")
    assert [line.partition(": ")[0] for line in ran.err.splitlines()] == [path_of(one) for one in errors]
    assert all(line.partition(": ")[2] for line in ran.err.splitlines())
    assert rows_stored() == before


@pytest.mark.parametrize("command", ["crosscheck", "import_event"])
@pytest.mark.django_db
def test_of_sixty_mistakes_fifty_are_told(command: str, tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_bytes(spoiled_event(MISTAKES))
    before = rows_stored()

    ran = run(command, str(path))

    assert ran.code == 2
    assert [line.partition(": ")[0] for line in ran.err.splitlines()] == [path_of(one) for one in MISTAKES[:50]]
    assert rows_stored() == before


@pytest.mark.parametrize("message", MISTAKES, ids=path_of)
def test_each_mistake_alone_is_one_message(message: tuple[tuple[str | int, ...], object], tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_bytes(spoiled_event((message,)))

    ran = run("crosscheck", str(path))

    assert ran.code == 2
    assert [line.partition(": ")[0] for line in ran.err.splitlines()] == [path_of(message)]


# Storing events


@pytest.mark.django_db
def test_import_event_prints_the_address(tmp_path: Path) -> None:
    ran = run("import_event", written(tmp_path, round_robin()))

    assert ran == Ran(0, "/t/lantern-bay-open/\n", "")
    assert Tournament.objects.get().get_absolute_url() == "/t/lantern-bay-open/"


@pytest.mark.django_db
def test_import_event_stores_the_file_again_as_another_tournament(tmp_path: Path) -> None:
    path = written(tmp_path, round_robin())
    run("import_event", path)

    assert run("import_event", path).out == "/t/lantern-bay-open-2/\n"


@pytest.mark.django_db
def test_import_event_makes_a_user_the_director(tmp_path: Path) -> None:
    User.objects.create_user("ada")

    ran = run("import_event", written(tmp_path, round_robin()), "--director", "ada")

    assert ran.code == 0
    assert list(StaffMember.objects.values_list("user__username", "role")) == [("ada", "director")]


@pytest.mark.django_db
def test_import_event_refuses_a_director_nobody_knows(tmp_path: Path) -> None:
    before = rows_stored()

    ran = run("import_event", written(tmp_path, round_robin()), "--director", "nobody")

    assert (ran.code, ran.out) == (1, "")
    assert ran.err == ("CommandError: There is no user named nobody. `manage.py createsuperuser` makes one.\n")
    assert rows_stored() == before


# Printing what is stored


@pytest.mark.django_db
def test_export_event_prints_the_file_that_was_imported(tmp_path: Path) -> None:
    path = written(tmp_path, make_event(players=24, games=9, playoff_rounds=1))
    run("import_event", path)

    ran = run("export_event", "harbor-lights-open")

    assert ran == Ran(0, Path(path).read_text(encoding="utf-8"), "")


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


@pytest.mark.slow
def test_commands_end_as_the_shell_sees_it(tmp_path: Path, cases_dir: Path) -> None:
    good = str(cases_dir / "club-night-ties-settled.json")
    bad = tmp_path / "bad.json"
    bad.write_bytes(spoiled_event(MISTAKES))

    assert run_manage("migrate", "-v0", folder=tmp_path) == Ran(0, "", "")
    imported = run_manage("import_event", good, folder=tmp_path)
    slug = imported.out.strip().strip("/").removeprefix("t/")
    refused = run_manage("import_event", str(bad), folder=tmp_path)
    exported = run_manage("export_event", slug, folder=tmp_path)

    assert (imported.code, imported.err) == (0, "")
    assert (refused.code, refused.out, len(refused.err.splitlines())) == (2, "", 50)
    expected = write_event_file(sample_case(cases_dir, "club-night-ties-settled"))
    assert exported == Ran(0, expected, "")


@pytest.mark.slow
def test_crosscheck_of_a_refused_file_has_no_traceback(tmp_path: Path) -> None:
    ran = run_manage("crosscheck", "-", folder=tmp_path, stdin=b"[" * 100_000)

    assert ran == Ran(2, "", "(file): nested more than 20 levels deep\n")


@pytest.mark.slow
def test_commands_write_utf8_whatever_the_terminal_speaks(tmp_path: Path) -> None:
    event_file = event((), games=3)
    path = written(tmp_path, event_file)
    text = Path(path).read_text(encoding="utf-8").replace("Lantern Bay Open", "Bø 牌 Open")
    Path(path).write_text(text, encoding="utf-8")

    ran = run_manage("crosscheck", path, folder=tmp_path, PYTHONIOENCODING="latin-1")

    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out)["event"] == "Bø 牌 Open"
