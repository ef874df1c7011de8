"""Processes beside the server end with it, also when one of them is killed."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.slow

SERVER = """
import os, signal, sys, time
from functools import partial
from pathlib import Path
from config.beside import back_up, running_beside

def fail(is_ending):
    raise OSError("this work has ended, and the other goes on")

if __name__ == "__main__":
    with running_beside("backups", fail, partial(back_up, Path(sys.argv[1]))):
        print("running", flush=True)
        sys.stdin.readline()
    print("ended", flush=True)
"""


def made(folder: Path) -> list[Path]:
    return sorted(folder.glob("backups/*.sqlite3"))


def test_process_backs_up_beside_a_work_that_failed_and_the_server_ends_also_where_it_was_killed(
    tmp_path: Path,
) -> None:
    database, script = tmp_path / "db.sqlite3", tmp_path / "serving.py"
    script.write_text(SERVER, encoding="utf-8")
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(
            "PRAGMA journal_mode=WAL;"
            "CREATE TABLE tournaments_tournament (id INTEGER, slug TEXT, latest_posting INTEGER);"
            "CREATE TABLE tournaments_auditentry (id INTEGER PRIMARY KEY, action TEXT);"
        )
    settings = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": "for-tests-only-" + "0123456789" * 5,
        "DATA_DIR": str(tmp_path),
        "PYTHONPATH": str(ROOT),
    }
    server = subprocess.Popen(
        [sys.executable, script, database],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **settings},
        cwd=ROOT,
    )
    assert server.stdin is not None
    end = time.monotonic() + 300
    while not made(tmp_path) and time.monotonic() < end:
        time.sleep(0.1)
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
    if children.exists():
        for child in children.read_text().split():
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                os.kill(int(child), signal.SIGTERM)  # of the server's group: it does not end by it
                os.kill(int(child), signal.SIGKILL)

    out, _ = server.communicate("\n", timeout=120)

    assert out.split() == ["running", "ended"]
    assert len(made(tmp_path)) == 1
