"""What ``make run`` prints while nobody can sign in yet."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.load.pages import free_port
from tournaments.staff.selectors import digest_of

pytestmark = pytest.mark.slow


def printed_by_site(folder: Path, port: int) -> list[str]:
    """Start the site as ``make run`` does, on data of its own, and return what it prints until it serves."""
    own = {
        "DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}",
        "STATIC_ROOT": str(folder / "static"),
        "SECRET_KEY": "for-tests-only-" + "0123456789" * 5,
        "PORT": str(port),
        "WORKERS": "1",
    }
    inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    printed = []
    with subprocess.Popen(
        [sys.executable, "-m", "config.serve"], cwd=ROOT, env=inherited | own, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            printed.append(line.strip())
            if line.startswith("Ctrl-C stops."):
                break
        process.send_signal(signal.SIGINT)
    return printed


def test_make_run_prints_a_link_for_the_first_director(tmp_path: Path) -> None:
    port = free_port()

    [line] = [line for line in printed_by_site(tmp_path, port) if line.startswith("Sign in once, as director:")]

    before, _, secret = line.rstrip("/").rpartition("/")
    assert before == f"Sign in once, as director:  http://127.0.0.1:{port}/sign-in"
    with closing(sqlite3.connect(tmp_path / "db.sqlite3")) as database:
        kept = database.execute("SELECT digest, used_at FROM tournaments_signinlink").fetchall()
    assert kept == [(digest_of(secret), None)]
