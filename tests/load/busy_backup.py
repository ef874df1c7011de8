"""2,000 saves through the site while it is backed up and an event is exported whole."""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from threading import Event

from tests.load.failover import VERIFY, kill, start
from tests.load.saving import CARDS, CHECKERS, Client, environment_on, prepare, run_program, server_on

SAVES = int(os.environ.get("SAVES", "2000"))
QUIET = SAVES // 5
"""Saves with nothing else going on, half of them before and half after."""
PLAYERS = 300
"""In the event that is exported."""

# Runs with the server's settings: a large event with all its cards, directed by the first checker.
LARGE = """
import json
import sys
import django
django.setup()
from django.contrib.auth.models import User
from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from tournaments.staff.services import add_director
tournament = import_event(event_file=make_event(players=int(sys.argv[1]), games=22, errors=False))
add_director(tournament=tournament, user=User.objects.get(username="checker-0"))
print(json.dumps(tournament.slug))
"""
BACKUPS = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from tournaments.backups.copies import back_up
while True:
    back_up(Path(sys.argv[1]), Path(sys.argv[2]), datetime.now(UTC))
"""


def measure_busy_backup() -> Iterator[str]:
    """Save ``SAVES`` cards, 2,000 unless set, while backups and exports never pause."""
    with tempfile.TemporaryDirectory() as folder:
        yield _measure(Path(folder))


def _measure(folder: Path) -> str:
    database = folder / "first" / "db.sqlite3"
    database.parent.mkdir()
    environment = environment_on(f"sqlite:///{database}", folder) | {"DATA_DIR": str(database.parent)}
    slug, sessions = prepare(environment, CARDS, CHECKERS)
    large = run_program(LARGE, environment, str(PLAYERS))
    versions, refused = dict.fromkeys(range(1, CARDS + 1), 0), list[int]()
    with server_on(environment) as port:
        quiet = _save(port, slug, sessions, versions, QUIET // 2, [])
        with _backing_up(database, folder, environment), _exporting(port, large, sessions[0]) as exports:
            busy = _save(port, slug, sessions, versions, SAVES, refused)
            copies, downloads = len(list((folder / "copies").glob("*.sqlite3"))), len(exports)
        quiet += _save(port, slug, sessions, versions, QUIET // 2, [])
    found = run_program(VERIFY, environment, slug)
    if {found["versions"], found["saves"], found["log"]} != {len(quiet) + len(busy)} or found["differences"]:
        raise RuntimeError(f"{len(quiet) + len(busy)} saves were answered; stored: {found}")
    if not (copies and downloads):
        raise RuntimeError(f"{copies} backups and {downloads} exports were made meanwhile")
    size = database.stat().st_size / 1024**2
    return (
        f"{len(busy)} saves by {CHECKERS} checkers while {size:.0f} MB were backed up again and again ({copies} kept),"
        f" an event of {PLAYERS} was exported {downloads} times: {sum(refused)} were"
        f" refused as the site was busy and sent again, none failed or was lost;"
        f" median {median(busy) * 1000:.0f} ms, {median(busy) / median(quiet):.1f} times as long as without"
        f" ({median(quiet) * 1000:.0f} ms); 99 of 100 within {quantiles(busy, n=100)[98] * 1000:.0f} ms,"
        f" {quantiles(busy, n=100)[98] / quantiles(quiet, n=100)[98]:.1f} times"
    )


def _save(
    port: int, slug: str, sessions: list[str], versions: dict[int, int], count: int, refused: list[int]
) -> list[float]:
    """Let each checker save its share of cards in turn; return how long each took.

    ``refused`` gets of each save how often the site was too busy for it, 0 but on a machine with far too much to do.
    """

    def work(number: int) -> list[float]:
        client, times = Client(port, sessions[number]), list[float]()
        own = [card for card in versions if card % CHECKERS == number]
        for turn in range(count // CHECKERS):
            card = own[turn % len(own)]
            answers = list[float]()
            spread = 1 + versions[card] % 90
            versions[card] = client.save_until_answered(slug, card, versions[card], spread, answers)
            times.append(sum(answers))
            refused.append(len(answers) - 1)
        return times

    with ThreadPoolExecutor(CHECKERS) as pool:
        return [took for times in pool.map(work, range(CHECKERS)) for took in times]


@contextmanager
def _backing_up(database: Path, folder: Path, environment: dict[str, str]) -> Iterator[None]:
    program = start([sys.executable, "-c", BACKUPS, str(database), str(folder / "copies")], environment)
    try:
        yield
        if program.poll() is not None:
            raise RuntimeError("a backup failed")
    finally:
        kill(program)


@contextmanager
def _exporting(port: int, slug: str, session: str) -> Iterator[list[float]]:
    """Download the archive of an event again and again; yield how long each took."""
    is_over, times = Event(), list[float]()

    def work() -> None:
        client = Client(port, session)
        while not is_over.is_set():
            status, content = client.send("GET", f"/t/{slug}/settings/archive/", "", times)
            if status != 200 or not content.startswith(b"PK"):
                raise RuntimeError(f"an export was answered {status}")
            time.sleep(0.05)

    with ThreadPoolExecutor(1) as pool:
        working = pool.submit(work)
        try:
            yield times
        finally:
            is_over.set()
        working.result()
