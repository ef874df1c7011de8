"""The first laptop dies while twenty checkers save; the second takes over: nothing that was answered is lost."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from statistics import median
from threading import Event
from urllib.parse import urlencode
from uuid import uuid4

from tests.load.killing import VERIFY
from tests.load.pages import ROOT, free_port, wait_for
from tests.load.saving import CARDS, CHECKERS, COUNT, GAMES, Client, environment_on, prepare, run_program

KILLS = int(os.environ.get("KILLS", "100"))
ALIVE_FOR = (1.0, 6.0)
"""Seconds between the first save and the kill, at least and at most."""
SAVES_AFTER = 3
"""Of each checker, at the second laptop."""
GIVEN_UP_AFTER = 120.0
TOKEN = re.compile(r'name="token" value="([0-9a-f]+)"')


@dataclass(slots=True)
class Trial:
    """What one death came to. ``seconds`` is the time from the kill to the first answer of the second laptop."""

    seconds: float
    saves: int
    missing: int
    """Answered by the first, not known to the second before the browsers sent it again."""


def measure_failover() -> Iterator[str]:
    """Kill the first laptop ``KILLS`` times (100 unless set), each time on an event of its own."""
    chance = random.Random(2026)
    trials = []
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder) / "template"
        template.mkdir()
        url = f"sqlite:///{template}/db.sqlite3"
        environment = environment_on(url, Path(folder))
        slug, sessions = prepare(environment, CARDS, CHECKERS)
        for number in range(KILLS):
            own = Path(folder) / str(number)
            shutil.copytree(template, own)
            trials.append(try_once(own, environment, slug, sessions, alive_for=chance.uniform(*ALIVE_FOR)))
            shutil.rmtree(own)
    times = [trial.seconds for trial in trials]
    yield (
        f"{KILLS} deaths of the first laptop under {CHECKERS} checkers: {sum(trial.saves for trial in trials)} saves"
        f" answered, none lost, none doubled, all follows from the cards; {sum(trial.missing for trial in trials)} were"
        f" not on the second before the browsers sent them again; it answered after {median(times):.1f} s (median),"
        f" {max(times):.1f} s (worst; goal 60)"
    )


@dataclass(slots=True)
class Hall:
    """Two laptops, and which of them serves."""

    first: int
    second: int
    keeps: bool = True
    """Whether browsers send again what was answered before."""
    is_over: Event = field(default_factory=Event)
    has_taken_over: Event = field(default_factory=Event)

    @property
    def port(self) -> int:
        return self.second if self.has_taken_over.is_set() else self.first


def try_once(folder: Path, environment: dict[str, str], slug: str, sessions: list[str], alive_for: float) -> Trial:
    """Let the first laptop die once, and verify what the second has."""
    hall = Hall(free_port(), free_port())
    first_folder, second_folder = folder, folder / "second"
    own = environment | {"DATABASE_URL": f"sqlite:///{first_folder}/db.sqlite3", "PORT": str(hall.first)}
    first = start([sys.executable, "-m", "config.serve"], own)
    second: subprocess.Popen[bytes] | None = None
    checkers = [Checker(hall, slug, session, number) for number, session in enumerate(sessions)]
    try:
        wait_for(hall.first, first)
        code = json.loads((first_folder / "second-laptop.json").read_text())["code"]
        address = f"http://127.0.0.1:{hall.first}"
        command = ["-m", "cribbage_tournaments", "standby", address, "--code", code, "--data", str(second_folder)]
        own = {name: value for name, value in environment.items() if name not in {"DATABASE_URL", "SECRET_KEY"}}
        second = start([sys.executable, *command, "--host", "127.0.0.1", "--port", str(hall.second)], own)
        token = wait_for_copy(hall.second)
        with ThreadPoolExecutor(CHECKERS) as pool:
            work = [pool.submit(checker.work) for checker in checkers]
            time.sleep(alive_for)
            kill(first)
            died_at = time.monotonic()
            take_over(hall.second, token)
            wait_for_site(hall.second)
            seconds = time.monotonic() - died_at
            stored = {card: version for card, version, _ in run_verify(second_folder / "second-laptop", environment)[0]}
            missing = sum(
                max(0, version - stored.get(card, 0))
                for checker in checkers
                for card, (version, _) in checker.answered.items()
            )
            hall.has_taken_over.set()
            saves = sum(done.result() for done in work)
    finally:
        hall.is_over.set()
        kill(first)
        if second is not None:
            kill(second)
    must_be_whole(
        environment | {"DATABASE_URL": f"sqlite:///{second_folder}/second-laptop/db.sqlite3"}, checkers, saves
    )
    return Trial(seconds, saves, missing)


def start(command: list[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a laptop's program and all that it has started, at once."""
    for pid in [process.pid, *children(process.pid)]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    process.wait(timeout=30)


def children(pid: int) -> list[int]:
    own: list[int] = []
    with suppress(FileNotFoundError, ProcessLookupError):
        own = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return [below for child in own for below in (child, *children(child))]


def ask(port: int, method: str, path: str, body: str = "") -> tuple[int, str]:
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        asked.request(method, path, body, {"Content-Type": "application/x-www-form-urlencoded"} if body else {})
        answer = asked.getresponse()
        return answer.status, answer.read().decode()
    finally:
        asked.close()


def wait_for_copy(port: int) -> str:
    """Return what the button of the second laptop's page sends, once it is there: the copy is complete."""
    until = time.monotonic() + GIVEN_UP_AFTER
    while time.monotonic() < until:
        with suppress(OSError, HTTPException):
            if found := TOKEN.search(ask(port, "GET", "/")[1]):
                return found[1]
        time.sleep(0.2)
    raise RuntimeError("the second laptop has no copy")


def take_over(port: int, token: str) -> None:
    if ask(port, "POST", "/", urlencode({"token": token}))[0] != 303:
        raise RuntimeError("the second laptop does not take over")


def wait_for_site(port: int) -> None:
    until = time.monotonic() + GIVEN_UP_AFTER
    while time.monotonic() < until:
        with suppress(OSError, HTTPException):
            # Before, the page of the laptop that follows answers there.
            if ask(port, "GET", "/healthz")[1].startswith("ok\n"):
                return
        time.sleep(0.1)
    raise RuntimeError("the second laptop does not serve")


def run_verify(folder: Path, environment: dict[str, str]) -> list[list[list[int]]]:
    found: list[list[list[int]]] = run_program(VERIFY, environment | {"DATABASE_URL": f"sqlite:///{folder}/db.sqlite3"})
    return found


def must_be_whole(on_second: dict[str, str], checkers: list[Checker], saves: int) -> None:
    """Fail unless the second has each save once, as it was last answered."""
    versions, stored, log, _ = run_program(COUNT, on_second)
    rows, differences, _ = run_program(VERIFY, on_second)
    if {versions, stored, log} != {saves}:
        raise RuntimeError(f"{saves} saves answered; {versions} versions, {stored} saves, {log} log entries stored")
    answered = {card: last for checker in checkers for card, last in checker.answered.items()}
    if {card: (version, spread) for card, version, spread in rows} != answered or len(rows) != len(answered):
        raise RuntimeError("a card is not as it was last answered")
    if differences:
        raise RuntimeError(f"what is stored does not follow from the cards: {differences}")


@dataclass(slots=True)
class Save:
    """A card as it was sent, under its key."""

    card: int
    version: int
    spread: int
    key: str = field(default_factory=lambda: str(uuid4()))

    @property
    def fields(self) -> dict[str, str]:
        fields = {"key": self.key, "version": str(self.version)}
        for game in range(1, GAMES + 1):
            own = {"opponent": "", "points": "0", "plus": "", "minus": str(self.spread)}
            fields |= {f"{name}-{game}": value for name, value in own.items()}
        return fields


class Checker:
    """A browser that keeps what it sent: it goes on at the second laptop, and sends there what was answered lately."""

    def __init__(self, hall: Hall, slug: str, session: str, number: int) -> None:
        self._hall, self._slug, self._session = hall, slug, session
        self._own = [card for card in range(1, CARDS + 1) if card % CHECKERS == number]
        self._client: Client | None = None
        self._sent: list[Save] = []
        self.count = 0
        self.answered: dict[int, tuple[int, int]] = {}
        """Version and spread of each card, as it was last answered."""

    def work(self) -> int:
        """Save cards until the second laptop has taken over, and a few more there; return how many were answered."""
        left = 0
        while left < SAVES_AFTER:
            is_second = self._hall.has_taken_over.is_set()
            if is_second and not left:
                self._send_again()
            left += is_second
            card = self._own[self.count % len(self._own)]
            save = Save(card, self.answered.get(card, (0, 0))[0], 1 + self.count % 90)
            self.answered[card] = (self._send(save), save.spread)
            self._sent.append(save)
            self.count += 1
        return self.count

    def _send_again(self) -> None:
        """Send what was answered, in its order: what the second laptop knows counts once."""
        sent, self._sent = self._sent, []
        for save in sent if self._hall.keeps else []:
            self._send(save, is_again=True)

    def _send(self, save: Save, *, is_again: bool = False) -> int:
        """Send it until it is answered; return the version that it made."""
        until = time.monotonic() + GIVEN_UP_AFTER
        while time.monotonic() < until and not self._hall.is_over.is_set():
            was_second = self._hall.has_taken_over.is_set()
            try:
                self._client = self._client or Client(self._hall.port, self._session)
                fields = save.fields | ({"again": "1"} if is_again else {})
                body = urlencode(fields | {"csrfmiddlewaretoken": self._client.token})
                status, content = self._client.send("POST", f"/t/{self._slug}/cards/{save.card}/", body, [])
            except (OSError, HTTPException):
                status, content = 0, b""
            if status == 200:
                return int(json.loads(content)["version"])
            if status and status < 500:
                raise RuntimeError(f"a save was answered {status}: {content[:500]!r}")
            self._client = None
            if self._hall.has_taken_over.is_set() and not was_second:
                self._send_again()
            time.sleep(0.1)
        raise RuntimeError("no laptop answers")
