"""``make run``: what it prints while nobody can sign in yet, and what it leaves behind when killed."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from config.starting.folder import who_runs
from config.starting.port import why_port_is_taken
from tests.conftest import ROOT
from tests.load.pages import free_port
from tests.migrated import sqlite_file
from tournaments.sign_in.links import digest_of

pytestmark = pytest.mark.slow


def starting(folder: Path, port: int) -> subprocess.Popen[str]:
    """Start the site as ``make run`` does, on data of its own, which lack what sessions need: all else is quick."""
    file = folder / "db.sqlite3"
    shutil.copy(sqlite_file(), file)
    with closing(sqlite3.connect(file)) as database:
        database.execute("DROP TABLE django_session")
        database.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
        database.commit()
    own = {
        "DATABASE_URL": f"sqlite:///{file}",
        "DATA_DIR": str(folder),
        "STATIC_ROOT": str(folder / "static"),
        "SECRET_KEY": "for-tests-only-" + "0123456789" * 5,
        "PORT": str(port),
        "WORKERS": "1",
    }
    inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    command = [sys.executable, "-m", "config.serve"]
    return subprocess.Popen(command, cwd=ROOT, env=inherited | own, stdout=subprocess.PIPE, text=True)


def lines_until_it_serves(process: subprocess.Popen[str]) -> list[str]:
    """Return what the site prints until it serves."""
    assert process.stdout is not None
    printed = []
    for line in process.stdout:
        printed.append(line.strip())
        if line.startswith("Ctrl-C stops."):
            break
    return printed


@pytest.mark.thorough
def test_make_run_prints_a_link_for_the_first_director(tmp_path: Path) -> None:
    port = free_port()

    with starting(tmp_path, port) as process:
        printed = lines_until_it_serves(process)
        process.send_signal(signal.SIGINT)

    [line] = [line for line in printed if line.startswith("Sign in once, as director:")]

    before, _, secret = line.rstrip("/").rpartition("/")
    assert before == f"Sign in once, as director:  http://127.0.0.1:{port}/sign-in"
    with closing(sqlite3.connect(tmp_path / "db.sqlite3")) as database:
        kept = database.execute("SELECT digest, used_at FROM tournaments_signinlink").fetchall()
        sessions = database.execute("SELECT count(*) FROM django_session").fetchone()
        [demo] = database.execute("SELECT count(*) FROM tournaments_tournament").fetchone()
    assert kept == [(digest_of(secret), None)]
    # It has migrated, and a new database has the two demo events.
    assert sessions == (0,)
    assert demo == 2


@pytest.mark.thorough
def test_what_a_server_started_ends_with_it_even_where_it_was_killed(tmp_path: Path) -> None:
    port = free_port()
    with starting(tmp_path, port) as process:
        lines_until_it_serves(process)
        # At least a worker and the process in the background, which hold the port and the data as long as they live.
        started = psutil.Process(process.pid).children(recursive=True)
        process.kill()

    assert len(started) >= 2
    # One that has ended stays in the list until this machine's first process takes note, which may take a while.
    _, listed = psutil.wait_procs(started, timeout=60)
    assert [one for one in listed if one.is_running() and one.status() != psutil.STATUS_ZOMBIE] == []
    assert why_port_is_taken("127.0.0.1", port) == ""
    assert who_runs(tmp_path / "db.sqlite3") is None
