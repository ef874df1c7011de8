"""PostgreSQL's primary dies under load and its standby is promoted: the site goes on by itself, and nothing is lost."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg

from tests.load.failover import Checker, Hall, must_be_whole
from tests.load.pages import children, free_port
from tests.load.saving import CARDS, CHECKERS, environment_on, prepare, server_on
from tests.with_postgresql import (
    DURABLE,
    SETTINGS,
    USER,
    find_programs,
    lower_rights,
    start_server,
    stop,
    temporary_server,
    wait_until_ready,
)

SECONDS_BEFORE = 10.0
SECONDS_UNTIL_PROMOTED = 2.0
"""Between the death of the primary and the word to the standby: somebody has to notice."""


def measure_promoting() -> Iterator[str]:
    """Kill the primary once under twenty checkers, and promote its synchronous standby."""
    programs = find_programs()
    if programs is None:
        yield "promoting a standby: not tried, PostgreSQL's programs are not installed"
        return
    more = {"synchronous_standby_names": "*", "wal_level": "replica"}
    with (
        temporary_server(programs, is_durable=True, more=more) as primary,
        standby_of(primary, programs) as standby,
        tempfile.TemporaryDirectory() as folder,
    ):
        yield _measure(primary, standby, Path(folder))


def place_of(url: str) -> Path:
    """Return the folder of a server's socket."""
    return Path(parse_qs(urlsplit(url).query)["host"][0])


@contextmanager
def standby_of(primary: str, programs: Path) -> Iterator[str]:
    """Start a server that follows ``primary`` and yield its DATABASE_URL."""
    place = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))
    rights = lower_rights()
    if rights:
        shutil.chown(place, USER, USER)
    copy: list[str | Path] = [
        *rights,
        programs / "pg_basebackup",
        *("-h", place_of(primary), "-U", USER, "-D", place / "data", "-R", "--checkpoint=fast"),
    ]
    server: subprocess.Popen[bytes] | None = None
    try:
        subprocess.run(copy, cwd=place, capture_output=True, check=True)
        server = start_server(programs, place, {**SETTINGS, **DURABLE, "unix_socket_directories": str(place)})
        url = f"postgresql://{USER}@/postgres?host={place}"
        wait_until_ready(server, url, place / "log")
        yield url
    finally:
        if server is not None:
            stop(server)
        shutil.rmtree(place, ignore_errors=True)


def _measure(primary: str, standby: str, folder: Path) -> str:
    both = f"postgresql://{USER}@/postgres?host={place_of(primary)},{place_of(standby)}&target_session_attrs=read-write"
    environment = environment_on(both, folder) | {"PORT": str(free_port())}
    slug, sessions = prepare(environment, CARDS, CHECKERS)
    hall = Hall(int(environment["PORT"]), int(environment["PORT"]), keeps=False)
    checkers = [Checker(hall, slug, session, number) for number, session in enumerate(sessions)]
    with server_on(environment) as port, ThreadPoolExecutor(CHECKERS) as pool:
        work = [pool.submit(checker.work) for checker in checkers]
        time.sleep(SECONDS_BEFORE)
        before = sum(checker.count for checker in checkers)
        kill_server(place_of(primary))
        died_at = time.monotonic()
        time.sleep(SECONDS_UNTIL_PROMOTED)
        with psycopg.connect(standby, autocommit=True) as connection:
            connection.execute("SELECT pg_promote()")
        answered = sum(checker.count for checker in checkers)
        while sum(checker.count for checker in checkers) == answered:
            time.sleep(0.02)
        seconds = time.monotonic() - died_at
        hall.has_taken_over.set()
        saves = sum(done.result() for done in work)
        del port
    must_be_whole(environment | {"DATABASE_URL": standby}, slug, checkers, saves)
    return (
        f"PostgreSQL's primary killed under {CHECKERS} checkers after {before} saves, its standby promoted"
        f" {SECONDS_UNTIL_PROMOTED:.0f} s later: the next save was answered {seconds:.1f} s after the death, by the"
        f" same server of the site; {saves} saves answered, none lost, none doubled, all follows from the cards"
    )


def kill_server(place: Path) -> None:
    """Kill a server and all its processes at once."""
    pid = int((place / "data" / "postmaster.pid").read_text().split()[0])
    for process in [pid, *children(pid)]:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
