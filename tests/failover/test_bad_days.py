"""A disk that fills up while people save, a data folder that is read-only: said in words, and nothing is lost.

They need a small disk in memory, which only root can make; without it the tests are skipped.
"""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.health import SECONDS_KEPT
from tests.conftest import ROOT
from tests.load.failover import VERIFY
from tests.load.saving import Client, environment_on, prepare, run_program, server_on
from tests.migrated import sqlite_file

pytestmark = [pytest.mark.slow, pytest.mark.thorough, pytest.mark.alone]

SIZE_IN_MB = 192
"""Room to start, and to be well: the site says so when less than 100 MB are free."""
BLOCK = 256 * 1024


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Return the folder of a disk of its own."""
    place = tmp_path / "disk"
    place.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE_IN_MB}m", "none", place], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip("a disk of its own cannot be mounted here: it takes root")
    yield place
    subprocess.run(["umount", "--lazy", place], check=True)


def data_on(disk: Path, tmp_path: Path) -> dict[str, str]:
    """Return the environment of a site whose data is on this disk, with an event before its first card."""
    shutil.copy(sqlite_file(), disk / "db.sqlite3")
    return environment_on(f"sqlite:///{disk}/db.sqlite3", tmp_path) | {"DATA_DIR": str(disk), "WORKERS": "1"}


def fill(disk: Path) -> Path:
    """Fill the disk to its last byte."""
    film = disk / "holiday.mp4"
    with film.open("wb", buffering=0) as file:
        for block in (BLOCK, 1):
            try:
                while file.write(b"x" * block):
                    pass
            except OSError:
                continue
    return film


def test_full_disk_saves_nothing_says_so_and_goes_on_once_there_is_room(disk: Path, tmp_path: Path) -> None:
    environment = data_on(disk, tmp_path)
    slug, [session] = prepare(environment, 20, 1)
    with server_on(environment) as port:
        client = Client(port, session)
        before = [client.try_to_save(slug, card, 0, 5) for card in (1, 2)]
        again = subprocess.run(
            [sys.executable, "-m", "config.serve"],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        film = fill(disk)
        typed = client.typed(0, 7)
        refused = [client.send("POST", f"/t/{slug}/cards/{card}/", typed, []) for card in (3, 3)]
        page, _ = client.send("GET", f"/t/{slug}/cards/1/", "", [])
        time.sleep(SECONDS_KEPT)  # what was well at the start is known for as long
        health, said = client.send("GET", "/healthz", "", [])
        film.unlink()
        status, saved = client.send("POST", f"/t/{slug}/cards/3/", typed, [])
        twice, _ = client.send("POST", f"/t/{slug}/cards/3/", typed, [])

    assert before == [(200, 1), (200, 1)]
    assert (again.returncode, again.stderr.partition(",")[0]) == (
        1, f"This site runs already at http://127.0.0.1:{port}/"
    )  # fmt: skip
    assert [answer for answer, _ in refused] == [503, 503]
    assert b"Nothing can be saved now" in refused[0][1]
    assert (page, health, said.splitlines()[0]) == (200, 503, b"database stores nothing")
    assert (status, json.loads(saved)["version"], twice) == (200, 1, 200)
    found = run_program(VERIFY, environment, slug)
    assert (found["versions"], found["saves"], found["log"], found["differences"]) == (3, 3, 3, [])


def test_read_only_folder_is_refused_at_the_start_and_nothing_is_changed(disk: Path, tmp_path: Path) -> None:
    environment = data_on(disk, tmp_path)
    before = (disk / "db.sqlite3").read_bytes()
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)

    done = subprocess.run(
        [sys.executable, "-m", "config.serve"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr.partition(". Nothing")[0]) == (
        1, f"Cannot write to the data folder {disk}: Read-only file system"
    )  # fmt: skip
    assert ((disk / "db.sqlite3").read_bytes(), [file.name for file in disk.iterdir()]) == (before, ["db.sqlite3"])
