"""Starting on data that is not as it should be: a clear message, and nothing is lost."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from config.starting import folder
from config.starting.database import copy_database, refuse_damaged
from tests.conftest import ROOT


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return a database with one row."""
    file = tmp_path / "db.sqlite3"
    with closing(sqlite3.connect(file)) as made:
        made.executescript("PRAGMA journal_mode=WAL; CREATE TABLE card (line TEXT); INSERT INTO card VALUES ('2 17')")
        made.executemany("INSERT INTO card VALUES (?)", [["x" * 900] for _ in range(60)])
        made.commit()
    return file


def test_whole_database_is_accepted_as_is_none_at_all(kept: Path, tmp_path: Path) -> None:
    refuse_damaged(kept, tmp_path / "copies")
    refuse_damaged(tmp_path / "none.sqlite3", tmp_path / "copies")


@pytest.mark.parametrize("damage", ["no database", "torn page", "cut short"])
def test_damaged_database_is_refused_and_left_as_it_is(kept: Path, tmp_path: Path, damage: str) -> None:
    copies = tmp_path / "copies"
    copy_database(kept, copies / "2026-05-16-090000.sqlite3")
    whole = kept.read_bytes()
    damaged = {"no database": b"x" * 9000, "torn page": whole[:9000] + b"\xff" * 4096, "cut short": whole[:9000]}[
        damage
    ]
    kept.write_bytes(damaged)

    with pytest.raises(SystemExit) as stopped:
        refuse_damaged(kept, copies)

    said = str(stopped.value)
    assert said.startswith(f"The database {kept} is damaged (")
    assert f"The newest copy in {copies} is 2026-05-16-090000.sqlite3." in said
    assert kept.read_bytes() == damaged


def test_copy_that_fails_leaves_no_half_of_it(tmp_path: Path) -> None:
    broken = tmp_path / "db.sqlite3"
    broken.write_bytes(b"x" * 9000)

    with pytest.raises(sqlite3.DatabaseError):
        copy_database(broken, tmp_path / "copies" / "one.sqlite3")

    assert list((tmp_path / "copies").iterdir()) == []


# Root may write everywhere: the message is looked for in a file where a folder must be.
def test_data_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(SystemExit, match="Cannot write to the data folder .*file/data: .*Nothing was changed."):
        folder.open_folder(tmp_path / "file" / "data")


@pytest.mark.skipif(sys.platform == "win32" or not shutil.which("setpriv"), reason="needs setpriv")
@pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() != 0, reason="only root can become somebody else")
def test_folder_of_somebody_else_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    for above in tmp_path.parents[:3]:
        above.chmod(above.stat().st_mode | 0o055)
    program = "import sys; from pathlib import Path; from config.starting.folder import open_folder"
    program += "; open_folder(Path(sys.argv[1]))"

    done = subprocess.run(
        ["setpriv", "--reuid=65534", "--clear-groups", sys.executable, "-c", program, tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr.partition(". Nothing")[0]) == (
        1,
        f"Cannot write to the data folder {tmp_path}: Permission denied",
    )


def test_full_disk_is_told_before_anything_is_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "LEAST_FREE", 2**62)

    with pytest.raises(SystemExit, match="is full: .* MB are free, and .* Nothing was changed."):
        folder.open_folder(tmp_path)
