"""Saves while the server is killed again and again: nothing lost, doubled or half done, and every result follows."""

import json
import os
import random
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from threading import Event
from urllib.parse import urlencode
from uuid import uuid4

from tests.load.pages import ROOT, free_port, wait_for
from tests.load.saving import CARDS, CHECKERS, COUNT, GAMES, Client, environment_on, on_each, prepare, run_program

SAVES = int(os.environ.get("SAVES", "2000"))
KILLS = int(os.environ.get("KILLS", "20"))
ALIVE_FOR = (0.0, 6.0)
"""Seconds from when the server answers to the next kill, at least and at most."""
KILLED_AS_IT_STARTS = 0.25
"""How many of the kills come at any moment of the start, whose first answer takes about ``START`` seconds."""
START = 4.0
GIVEN_UP_AFTER = 300.0
PAUSE = 1.0
PORT_FREE_AFTER = 60.0

# Runs after the last kill: what is stored of the last save of each card, and whether everything follows from it.
VERIFY = """
import json
import django
django.setup()
from brackets.event_files.verify import differences
from scorecards.models import Line
from scorecards.records.recalculate import is_up_to_date
from tournaments.models import Tournament
tournament = Tournament.objects.get()
was_worked_out = is_up_to_date(tournament)
rows = Line.objects.values_list("scorecard__entrant__number", "scorecard__version", "minus").order_by().distinct()
print(json.dumps([list(map(list, rows)), differences(tournament), was_worked_out]))
"""


def measure_killing() -> Iterator[str]:
    """Save cards on each database while the server is killed: ``SAVES`` at least, and through ``KILLS`` kills.

    2,000 and 20 unless set, on both unless one is named: ``SAVES=2000 KILLS=2000 ON=SQLite make bench ARGS=killing``.
    """
    yield from on_each("killing", lambda name, url, folder: [_try(name, url, folder)])


class _Server:
    """The site's server, which is killed and started again until the saves are done."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self.environment = environment
        self.kills = 0
        self.port = int(environment["PORT"])
        self.log = folder / "server.log"
        self._chance = random.Random(2026)

    def run(self, is_over: Event) -> None:
        """Start and kill until it is over.

        Raises:
            RuntimeError: a server did not start, or what it left holds the port; in its own words.
        """
        while not is_over.is_set():
            with self.log.open("w") as log:
                command = [sys.executable, "-m", "config.serve"]
                server = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)
            try:
                if self._chance.random() < KILLED_AS_IT_STARTS:
                    is_over.wait(self._chance.uniform(0.0, START))
                else:
                    wait_for(self.port, server, seconds=GIVEN_UP_AFTER)
                    is_over.wait(self._chance.uniform(*ALIVE_FOR))
            except RuntimeError:
                raise RuntimeError(f"after {self.kills} kills the server did not start: {self.said()}") from None
            finally:
                server.kill()
                server.wait()
            self.kills += 1
            self._wait_for_port()

    def said(self) -> str:
        return self.log.read_text()[-2_000:].strip() or "it said nothing"

    def _wait_for_port(self) -> None:
        until = time.monotonic() + PORT_FREE_AFTER
        while time.monotonic() < until:
            with socket.socket() as probe, suppress(OSError):
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(("127.0.0.1", self.port))
                return
            time.sleep(0.05)
        raise RuntimeError(f"after {self.kills} kills the port is held by what the server left: {self.said()}")


def _try(name: str, url: str, folder: Path) -> str:
    environment = environment_on(url, folder) | {"PORT": str(free_port())}
    slug, sessions = prepare(environment, CARDS, CHECKERS)
    server, is_over = _Server(environment, folder), Event()
    acknowledged: dict[int, tuple[int, int]] = {}

    def work(number: int) -> int:
        saver = _Saver(server.port, slug, sessions[number], is_over)
        own = [card for card in range(1, CARDS + 1) if card % CHECKERS == number]
        turn = 0
        while (turn < SAVES // CHECKERS or server.kills < KILLS) and not is_over.is_set():
            if turn >= SAVES // CHECKERS:
                time.sleep(PAUSE)  # no more than there have to be: the log is read at the end
            card = own[turn % len(own)]
            version, _ = acknowledged.get(card, (0, 0))
            spread = 1 + turn % 90
            acknowledged[card] = (saver.save(card, version, spread), spread)
            if turn % 7 == number % 7:
                saver.read()
            turn += 1
        return turn

    with ThreadPoolExecutor(CHECKERS + 1) as pool:
        killer = pool.submit(server.run, is_over)
        killer.add_done_callback(lambda _: is_over.set())
        savers = [pool.submit(work, number) for number in range(CHECKERS)]
        try:
            saves = sum(saver.result() for saver in savers)
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

    def __init__(self, port: int, slug: str, session: str, is_over: Event) -> None:
        self._port, self._slug, self._session, self._is_over = port, slug, session, is_over
        self._client = Client(port, session)

    def _send(self, method: str, path: str, fields: dict[str, str]) -> bytes:
        until, heard = time.monotonic() + GIVEN_UP_AFTER, Counter[str]()
        while time.monotonic() < until and not self._is_over.is_set():
            try:
                body = urlencode(fields | {"csrfmiddlewaretoken": self._client.token}) if fields else ""
                status, content = self._client.send(method, path, body, [])
            except (OSError, HTTPException):  # killed before or while it answered
                status, content = 0, b"no answer"
            heard[f"{status} {content[:60]!r}"] += 1
            if status == 200:
                return content
            if status and status < 500:
                raise RuntimeError(f"a save was answered {status}: {content[:500]!r}")
            time.sleep(0.2)
            self._client = Client(self._port, self._session)
        raise RuntimeError(f"{method} {path} was not answered well in time: {heard}")

    def save(self, card: int, version: int, spread: int) -> int:
        fields = {"key": str(uuid4()), "version": str(version)}
        for game in range(1, GAMES + 1):
            fields |= {f"opponent-{game}": "", f"points-{game}": "0", f"plus-{game}": "", f"minus-{game}": str(spread)}
        return int(json.loads(self._send("POST", f"/t/{self._slug}/cards/{card}/", fields))["version"])

    def read(self) -> None:
        self._send("GET", f"/t/{self._slug}/ranking/", {})
