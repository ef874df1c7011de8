"""Browsers and phones that work on while their server dies and another goes on, and what must then be stored."""

from __future__ import annotations

import http.client
import json
import os
import signal
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from threading import Event
from urllib.parse import urlencode
from uuid import uuid4

from tests.load.pages import ROOT, children
from tests.load.phones import Phone, PhonesEvent, TooSlow, prepare_phones
from tests.load.saving import CARDS, CHECKERS, GAMES, Client, prepare, run_program

PHONES = 20
SAVES_AFTER = 3
"""Of each checker, at the server that goes on."""
GIVEN_UP_AFTER = 240.0
PASSING = {408, 429}
"""Answers besides those of the server's own trouble after which browsers send the same again."""


# Runs with the server's settings, at the end: what is stored of the checkers' event and of the phones', and whether
# everything in both follows from it, the log too, as `verify_tournament` does.
VERIFY = """
import json
import sys
import django
django.setup()
from brackets.event_files.verify import all_differences
from scorecards.models import CardSave, GameReport, Line, Scorecard
from scorecards.records.reports import reports_of
from scorecards.rules.table_reports import Stage
from tournaments.models import AuditEntry, Tournament
slug = sys.argv[1]
checkers, phones = Tournament.objects.get(slug=slug), Tournament.objects.exclude(slug=slug)
cards = Scorecard.objects.filter(entrant__tournament=checkers)
lines = Line.objects.filter(scorecard__entrant__tournament=checkers)
reported = [reports_of(event) for event in phones]
rows = lines.values_list("scorecard__entrant__number", "scorecard__version", "minus").order_by().distinct()
print(json.dumps({
    "versions": sum(cards.values_list("version", flat=True)),
    "saves": CardSave.objects.filter(scorecard__in=cards).count(),
    "log": AuditEntry.objects.filter(tournament=checkers, action__in=("card entered", "card re-entered")).count(),
    "rows": [list(row) for row in rows],
    "reports": [str(key) for key in GameReport.objects.values_list("key", flat=True)],
    "locked": sum(all.state(*key).stage is Stage.LOCKED for all in reported for key in all.current),
    "differences": [one for event in (checkers, *phones) for one in all_differences(event)],
}))
"""


@dataclass(frozen=True, slots=True)
class Prepared:
    """The events of a trial: the one that checkers enter, and the one that phones report."""

    slug: str
    sessions: Sequence[str]
    phones: PhonesEvent


def prepare_both(environment: dict[str, str], phones: int = PHONES) -> Prepared:
    """Store both events."""
    slug, sessions = prepare(environment, CARDS, CHECKERS)
    return Prepared(slug, sessions, prepare_phones(environment, phones))


@dataclass(slots=True)
class Hall:
    """Two servers, and which of them serves."""

    first: int
    second: int
    keeps: bool = True
    """Whether browsers send again what was answered before."""
    is_over: Event = field(default_factory=Event)
    has_taken_over: Event = field(default_factory=Event)

    @property
    def port(self) -> int:
        return self.second if self.has_taken_over.is_set() else self.first


def wait_until_open(phones: Iterable[Phone], working: Sequence[Future[None]]) -> None:
    """Return once every phone shows its card."""
    until = time.monotonic() + GIVEN_UP_AFTER
    while not all(phone.is_open for phone in phones):
        if time.monotonic() > until or any(work.done() for work in working):
            raise TooSlow("the phones do not come in")
        time.sleep(0.1)


def count_missing(database: Path, slug: str, checkers: Iterable[Checker], phones: Iterable[Phone]) -> int:
    """Return how much that was answered is not in a database."""
    versions = """
        SELECT entrant.number, card.version FROM scorecards_scorecard AS card
        JOIN tournaments_entrant AS entrant ON entrant.id = card.entrant_id
        JOIN tournaments_tournament AS event ON event.id = entrant.tournament_id WHERE event.slug = ?"""
    with closing(sqlite3.connect(database)) as connection:
        stored: dict[int, int] = dict(connection.execute(versions, [slug]).fetchall())
        keys = {key for (key,) in connection.execute("SELECT key FROM scorecards_gamereport")}
    saves = sum(
        max(0, version - stored.get(card, 0)) for checker in checkers for card, (version, _) in checker.answered.items()
    )
    return saves + sum(one.key.replace("-", "") not in keys for phone in phones for one in phone.answered)


def start(command: list[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and all that it has started, at once."""
    signal_all(process, signal.SIGKILL)
    process.wait(timeout=30)


def silence(process: subprocess.Popen[bytes]) -> None:
    """Stop a program and all that it has started where they are: connections stay open, nothing answers."""
    signal_all(process, signal.SIGSTOP)


def signal_all(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    for pid in [process.pid, *children(process.pid)]:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def ask(port: int, method: str, path: str, body: str = "") -> tuple[int, str]:
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        asked.request(method, path, body, {"Content-Type": "application/x-www-form-urlencoded"} if body else {})
        answer = asked.getresponse()
        return answer.status, answer.read().decode()
    finally:
        asked.close()


def wait_for_site(port: int) -> None:
    until = time.monotonic() + GIVEN_UP_AFTER
    while time.monotonic() < until:
        with suppress(OSError, HTTPException):
            if ask(port, "GET", "/healthz")[1].startswith("ok\n"):
                return
        time.sleep(0.1)
    raise TooSlow("a server does not serve")


def must_be_whole(
    at_last: dict[str, str], slug: str, checkers: list[Checker], saves: int, phones: Sequence[Phone] = ()
) -> None:
    """Fail unless the server that went on has each save and each report once, as it was last answered."""
    found = run_program(VERIFY, at_last, slug)
    if {found["versions"], found["saves"], found["log"]} != {saves}:
        stored = {name: found[name] for name in ("versions", "saves", "log")}
        raise RuntimeError(f"{saves} saves answered; stored: {stored}")
    answered = {card: last for checker in checkers for card, last in checker.answered.items()}
    rows = {card: (version, spread) for card, version, spread in found["rows"]}
    if rows != answered or len(found["rows"]) != len(answered):
        raise RuntimeError("a card is not as it was last answered")
    reports = [one.key for phone in phones for one in phone.answered]
    if sorted(found["reports"]) != sorted(reports):
        lost, more = set(reports) - set(found["reports"]), set(found["reports"]) - set(reports)
        raise RuntimeError(f"{len(reports)} reports answered; {len(lost)} of them lost, {len(more)} others stored")
    must_be_locked(found["locked"], phones)
    if found["differences"]:
        raise RuntimeError(f"what is stored does not follow from the cards: {found['differences']}")


def must_be_locked(locked: int, phones: Sequence[Phone]) -> None:
    """Fail unless what two have both reported is locked for both."""
    said = {(one.game, phone.number, int(one.fields["opponent"])) for phone in phones for one in phone.answered}
    boards = Counter((game, *sorted(two)) for game, *two in said)
    if locked != sum(2 for count in boards.values() if count == 2):
        raise RuntimeError(f"{locked} reports locked of {boards}")


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
    """A browser that keeps what it sent, and sends again what was answered lately once another server goes on."""

    def __init__(self, hall: Hall, slug: str, session: str, number: int) -> None:
        self.hall, self._slug, self._session = hall, slug, session
        self._own = [card for card in range(1, CARDS + 1) if card % CHECKERS == number]
        self._client: Client | None = None
        self._sent: list[Save] = []
        self._is_moved = False
        self.count = 0
        self.answered: dict[int, tuple[int, int]] = {}
        """Version and spread of each card, as it was last answered."""

    def work(self) -> int:
        """Save cards until another server has taken over, and a few more there; return how many were answered."""
        left = 0
        while left < SAVES_AFTER:
            left += self._is_moved
            card = self._own[self.count % len(self._own)]
            save = Save(card, self.answered.get(card, (0, 0))[0], 1 + self.count % 90)
            self.answered[card] = (self._send(save), save.spread)
            self._sent.append(save)
            self.count += 1
        return self.count

    def _move(self) -> None:
        """Send what was answered, in its order, before anything else: what is known there counts once."""
        self._is_moved, self._client = True, None
        sent, self._sent = self._sent, []
        for save in sent if self.hall.keeps else []:
            self._send(save, is_again=True)

    def _send(self, save: Save, *, is_again: bool = False) -> int:
        """Send it until it is answered; return the version that it made."""
        until = time.monotonic() + GIVEN_UP_AFTER
        while time.monotonic() < until and not self.hall.is_over.is_set():
            if self.hall.has_taken_over.is_set() and not self._is_moved:
                self._move()
            try:
                self._client = self._client or Client(self.hall.port, self._session)
                fields = save.fields | ({"again": "1"} if is_again else {})
                body = urlencode(fields | {"csrfmiddlewaretoken": self._client.token})
                status, content = self._client.send("POST", f"/t/{self._slug}/cards/{save.card}/", body, [])
            except (OSError, HTTPException):
                status, content = 0, b""
            if status == 200:
                return int(json.loads(content)["version"])
            if status and status < 500 and status not in PASSING:
                raise RuntimeError(f"a save was answered {status}: {content[:500]!r}")
            self._client = None
            time.sleep(0.1)
        raise TooSlow("no server answers")
