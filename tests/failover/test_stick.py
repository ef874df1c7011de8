"""The copier is killed, a stick is pulled, at any moment: there is always a whole copy, never older than was said."""

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from django.db import connection

from tests.conftest import ROOT
from tournaments.backups.places import use_second_place
from tournaments.backups.state import choose_second_place
from tournaments.backups.stick import FOLDER, KEPT, NotWhole, copies_on, unpack
from tournaments.term import begin_term

pytestmark = [
    pytest.mark.slow,
    pytest.mark.thorough,
    pytest.mark.alone,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no stick"),
]

TIMES = 50
ROWS_AT_FIRST = 300
SAVED: dict[int, float] = {}
"""By row, when it had been saved: taken before, on a busy machine, it would say so of what is not there yet."""
# The copier as the site runs it, in a process that can be killed; it looks more often, so that more can go wrong.
COPIER = """
import sys
import time
from pathlib import Path
import django
django.setup()
from django.conf import settings
from tournaments.backups import copying
settings.BACKUP_DIR, settings.PICTURES_DIR = Path(sys.argv[2]), Path(sys.argv[2]) / "pictures"
copying.LOOK_EVERY = copying.BUSY = 0.01
copying.keep_copying(Path(sys.argv[1]), lambda seconds: bool(time.sleep(seconds)))
"""


@pytest.fixture
def database(tmp_path: Path, settings: Any) -> Iterator[Path]:
    """Return a database into which somebody saves all the time, and keep when each row was saved for certain."""
    settings.BACKUP_DIR, settings.PICTURES_DIR = tmp_path / "backups", tmp_path / "pictures"
    file = tmp_path / "db.sqlite3"
    is_over = Event()

    def save() -> None:
        with closing(sqlite3.connect(file, isolation_level=None)) as saving:
            while not is_over.wait(0.005):
                done = saving.execute("INSERT INTO tournaments_auditentry (text) VALUES (?)", ["x" * 900])
                SAVED[done.lastrowid or 0] = time.monotonic()

    with closing(sqlite3.connect(file, isolation_level=None)) as made:
        made.executescript(
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
            "CREATE TABLE tournaments_auditentry (id INTEGER PRIMARY KEY, text TEXT);"
            "CREATE TABLE tournaments_tournament (id INTEGER, slug TEXT)"
        )
        made.executemany(
            "INSERT INTO tournaments_auditentry (text) VALUES (?)",
            [[random.Random(number).randbytes(400).hex()] for number in range(ROWS_AT_FIRST)],
        )
    begin_term()
    SAVED.clear()
    saving = Thread(target=save)
    saving.start()
    yield file
    is_over.set()
    saving.join()


@contextmanager
def copier_of(database: Path) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-c", COPIER, str(database), str(database.parent / "backups")], cwd=ROOT
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def said(database: Path) -> float:
    """Return until when everything is on the stick, by what pages say."""
    with suppress(OSError, ValueError):
        state = json.loads((database.parent / "backups" / "stick.json").read_text())
        if state["copied_at"]:
            return float(state["waiting_since"] or state["alive_at"])
    return 0.0


def must_be_whole(folder: Path, database: Path, until: float) -> None:
    """Fail unless the newest whole copy has all that was saved until then."""
    copies = copies_on(folder)
    for copy in copies:
        target = database.with_name("found.sqlite3")
        target.unlink(missing_ok=True)
        try:
            unpack(copy, target)
        except (NotWhole, OSError):  # FAT may have lost the way to the blocks of the last one: continuing.py
            continue
        with closing(sqlite3.connect(target)) as found:
            assert found.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            rows = {row for (row,) in found.execute("SELECT id FROM tournaments_auditentry")}
        saved = {*range(1, ROWS_AT_FIRST + 1), *(row for row, at in list(SAVED.items()) if at < until)}
        assert saved <= rows, f"{len(saved - rows)} rows missing of {len(saved)}"
        return
    raise AssertionError(f"no whole copy among {[copy.path.name for copy in copies]}")


def test_fifty_kills_of_the_copier_leave_a_whole_copy_that_is_never_older_than_said(
    database: Path, tmp_path: Path
) -> None:
    place = tmp_path / "stick"
    place.mkdir()
    use_second_place(database, place)
    chance, broken, generations = random.Random(2026), 0, []
    for _ in range(TIMES):
        with copier_of(database) as process:
            last = max(generations, default=0)
            while (
                process.poll() is None and max((one.generation for one in copies_on(place / FOLDER)), default=0) <= last
            ):
                time.sleep(0.005)
            time.sleep(chance.uniform(0, 0.3))
        copies = copies_on(place / FOLDER)
        generations.append(copies[0].generation)
        if len(generations) > 1 or len(copies) > 1:  # of the very first copy nothing was said yet
            must_be_whole(place / FOLDER, database, said(database))
        broken += len(copies) > KEPT
    assert generations == sorted(set(generations))
    assert broken, "no kill came while a copy was being made"


def mount(kind: str, image: Path, folder: Path, *, is_written: bool = False) -> str:
    """Mount an image by the kernel, or FAT by a program where the kernel knows none; return why that failed."""
    ways = [["mount", "-o", "loop" if is_written else "loop,ro", "-t", kind, image, folder]]
    if kind == "vfat" and shutil.which("fusefat"):
        ways.append(["fusefat", "-o", "rw+" if is_written else "ro", image, folder])
    said = ""
    for way in ways:
        done = subprocess.run(way, check=False, capture_output=True)
        if not done.returncode and os.path.ismount(folder):
            return ""
        said = f"this kernel or user cannot mount {kind}: {done.stderr.decode().strip()}"
    return said


@pytest.fixture(params=["vfat", "ext2"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Path, Path]]:
    """Return of what kind the image of a small stick is, the image, and where it is mounted."""
    image, mounted = tmp_path / "image", tmp_path / "mounted"
    mounted.mkdir()
    with image.open("wb") as file:
        file.truncate(64 * 1024**2)
    maker = shutil.which(f"mkfs.{request.param}", path=f"{os.environ['PATH']}:/sbin:/usr/sbin")
    if maker is None:
        pytest.skip(f"mkfs.{request.param} is not installed: no image of a stick can be made")
    flags = ["-F", "32"] if request.param == "vfat" else ["-q"]
    subprocess.run([maker, *flags, image], check=True, capture_output=True)
    if why := mount(request.param, image, mounted, is_written=True):
        pytest.skip(why)
    yield request.param, image, mounted
    subprocess.run(["umount", "--lazy", mounted], check=True)


def test_fifty_snapshots_of_a_stick_have_a_whole_copy_that_is_never_older_than_said(
    database: Path, disk: tuple[str, Path, Path], tmp_path: Path
) -> None:
    """What is on the stick at one moment is what is on it when it is pulled at that moment."""
    kind, image, mounted = disk
    (mounted / FOLDER).mkdir()  # too small for backups of the hour
    choose_second_place(mounted)
    pulled, there = tmp_path / "pulled", tmp_path / "there"
    there.mkdir()
    chance = random.Random(2026)
    with copier_of(database):
        while said(database) == 0.0:
            time.sleep(0.01)
        for _ in range(TIMES):
            time.sleep(chance.uniform(0, 0.1))
            until = said(database)
            subprocess.run(["cp", "--sparse=always", image, pulled], check=True)
            assert not mount(kind, pulled, there)
            try:
                must_be_whole(there / FOLDER, database, until)
            finally:
                subprocess.run(["umount", there], check=True)
