"""Saves while the server is killed again and again: nothing lost, doubled or half done, and every result follows."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from threading import Event
from urllib.parse import urlencode
from uuid import uuid4

from tests.load.pages import ROOT, free_port, wait_for
from tests.load.saving import CARDS, CHECKERS, COUNT, GAMES, PREPARE, Client, environment_on, run_program
from tests.with_postgresql import find_programs, temporary_server

SAVES = int(os.environ.get("SAVES", "2000"))
ALIVE_FOR = (2.0, 12.0)
"""Seconds between a start and the next kill, at least and at most."""
GIVEN_UP_AFTER = 300.0

# Runs after the last kill: what is stored of the last save of each card, and whether everything follows from it.
VERIFY = """
import json
import django
django.setup()
from brackets.eventfiles.verify import differences
from scorecards.models import Line
from scorecards.records.working_out import is_up_to_date
from tournaments.models import Tournament
tournament = Tournament.objects.get()
was_worked_out = is_up_to_date(tournament)
rows = Line.objects.values_list("scorecard__entrant__number", "scorecard__version", "minus").order_by().distinct()
print(json.dumps([list(map(list, rows)), differences(tournament), was_worked_out]))
"""


def measure_killing() -> Iterator[str]:
    """Save ``SAVES`` cards (2,000 unless set) on each database while the server is killed every few seconds."""
    with tempfile.TemporaryDirectory() as folder:
        yield _try("SQLite", f"sqlite:///{folder}/killing.sqlite3", Path(folder))
    programs = find_programs()
    if programs is None:
        yield "killing on PostgreSQL: not tried, its programs are not installed"
        return
    with temporary_server(programs) as url, tempfile.TemporaryDirectory() as folder:
        yield _try("PostgreSQL", url, Path(folder))


class _Server:
    """The site's server, which is killed and started again until the saves are done."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self.kills = 0

    def run(self, is_over: Event) -> None:
        chance = random.Random(2026)
        while not is_over.is_set():
            server = subprocess.Popen(
                [sys.executable, "-m", "config.serve"],
                cwd=ROOT,
                env=self.environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            with suppress(RuntimeError):  # workers of the one before still held the port
                wait_for(int(self.environment["PORT"]), server)
                is_over.wait(chance.uniform(*ALIVE_FOR))
                self.kills += 1
            server.kill()
            server.wait()
            time.sleep(1.2)  # its workers notice within a second, and end


def _try(name: str, url: str, folder: Path) -> str:
    environment = environment_on(url, folder) | {"PORT": str(free_port())}
    slug, sessions = run_program(PREPARE, environment)
    server, is_over = _Server(environment), Event()
    acknowledged: dict[int, tuple[int, int]] = {}

    def work(number: int) -> int:
        saver = _Saver(int(environment["PORT"]), slug, sessions[number])
        own = [card for card in range(1, CARDS + 1) if card % CHECKERS == number]
        share = SAVES // CHECKERS
        for turn in range(share):
            card = own[turn % len(own)]
            version, _ = acknowledged.get(card, (0, 0))
            spread = 1 + turn % 90
            acknowledged[card] = (saver.save(card, version, spread), spread)
            if turn % 7 == number % 7:
                saver.read()
        return share

    with ThreadPoolExecutor(CHECKERS + 1) as pool:
        killer = pool.submit(server.run, is_over)
        try:
            saves = sum(pool.map(work, range(CHECKERS)))
        finally:
            is_over.set()
        killer.result()
    versions, stored, log, _ = run_program(COUNT, environment)
    rows, differences, was_worked_out = run_program(VERIFY, environment)
    if {versions, stored, log} != {saves}:
        raise RuntimeError(f"{saves} saves answered; {versions} versions, {stored} saves, {log} log entries stored")
    if {card: (version, spread) for card, version, spread in rows} != acknowledged or len(rows) != len(acknowledged):
        raise RuntimeError("a card is not as it was last answered")
    if differences:
        raise RuntimeError(f"what is stored does not follow from the cards: {differences}")
    found = "worked out" if was_worked_out else "not worked out yet"
    return (
        f"{saves} saves on {name}, the server killed {server.kills} times: none lost, none doubled, none half done;"
        f" all follows from the cards (after the last kill it was {found})"
    )


class _Saver:
    """A browser that sends each save again, under the same key, until it is answered."""

    def __init__(self, port: int, slug: str, session: str) -> None:
        self._port, self._slug, self._session = port, slug, session
        self._client = Client(port, session)

    def _send(self, method: str, path: str, fields: dict[str, str]) -> bytes:
        until = time.monotonic() + GIVEN_UP_AFTER
        while time.monotonic() < until:
            try:
                body = urlencode(fields | {"csrfmiddlewaretoken": self._client.token}) if fields else ""
                status, content = self._client.send(method, path, body, [])
            except (OSError, HTTPException):  # killed before or while it answered
                status, content = 0, b""
            if status == 200:
                return content
            if status and status < 500:
                raise RuntimeError(f"a save was answered {status}: {content[:500]!r}")
            time.sleep(0.2)
            self._client = Client(self._port, self._session)
        raise RuntimeError("the server did not come back")

    def save(self, card: int, version: int, spread: int) -> int:
        fields = {"key": str(uuid4()), "version": str(version)}
        for game in range(1, GAMES + 1):
            fields |= {f"opponent-{game}": "", f"points-{game}": "0", f"plus-{game}": "", f"minus-{game}": str(spread)}
        return int(json.loads(self._send("POST", f"/t/{self._slug}/cards/{card}/", fields))["version"])

    def read(self) -> None:
        self._send("GET", f"/t/{self._slug}/ranking/", {})
