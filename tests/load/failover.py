"""The first laptop dies while twenty checkers save and 150 phones report; the second takes over: nothing is lost."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from statistics import median
from threading import Event
from urllib.parse import urlencode
from uuid import uuid4

from tests.load.pages import ROOT, children, free_port
from tests.load.phones import Phone, PhonesEvent, TooSlow, prepare_phones
from tests.load.saving import CARDS, CHECKERS, GAMES, Client, environment_on, prepare, run_program
from tests.migrated import sqlite_file

KILLS = int(os.environ.get("KILLS", "100"))
PHONES = 150
ALIVE_FOR = (1.0, 6.0)
"""Seconds between the first save and the kill, at least and at most."""
SAVES_AFTER = 3
"""Of each checker, at the second laptop."""
GIVEN_UP_AFTER = 240.0
PASSING = {408, 429}
"""Answers besides those of the server's own trouble after which browsers send the same again."""
TOKEN = re.compile(r'name="token" value="([0-9a-f]+)"')


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


@dataclass(slots=True)
class Trial:
    """What one death came to. ``seconds`` is the time from the death to the first answer of the second laptop."""

    seconds: float
    saves: int
    reports: int
    reports_after: int
    """Answered by the second laptop, those that it knew already among them."""
    missing: int
    """Answered by the first, not known to the second before the browsers sent it again."""
    is_power: bool

    @property
    def in_words(self) -> str:
        how = "as when the power goes" if self.is_power else "killed"
        return (
            f"{how}, the second answered after {self.seconds:.1f} s; {self.saves} saves and {self.reports} reports,"
            f" {self.missing} of them sent again"
        )


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


def measure_failover() -> Iterator[str]:
    """Kill the first laptop ``KILLS`` times (100 unless set), each time with events of its own.

    Every other time it goes as the power does: it is silent, with every connection open, and nothing of its disk is
    left.
    """
    chance = random.Random(2026)
    trials: list[Trial] = []
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder) / "template"
        template.mkdir()
        shutil.copy(sqlite_file(), template / "db.sqlite3")
        environment = environment_on(f"sqlite:///{template}/db.sqlite3", Path(folder))
        prepared = prepare_both(environment)
        for number in range(KILLS):
            own = Path(folder) / str(number)
            shutil.copytree(template, own)
            alive_for = chance.uniform(*ALIVE_FOR)
            try:
                trials.append(try_once(own, environment, prepared, alive_for=alive_for, is_power=bool(number % 2)))
            except TooSlow as error:
                yield f"death {number + 1}: not tried, {error}"
            else:
                yield f"death {number + 1}: {trials[-1].in_words}"
            shutil.rmtree(own)
    yield in_words(trials) if trials else "failover: no trial could be done"


def in_words(trials: Sequence[Trial]) -> str:
    """Return what the deaths came to."""
    times = [trial.seconds for trial in trials]
    as_power = sum(trial.is_power for trial in trials)
    saves, reports = sum(trial.saves for trial in trials), sum(trial.reports for trial in trials)
    return (
        f"{len(trials)} deaths of the first laptop ({as_power} as when the power goes) under {CHECKERS} checkers and"
        f" {PHONES} phones: {saves} saves and {reports} reports answered, none lost, none doubled, all follows from the"
        f" cards; {sum(trial.missing for trial in trials)} were not on the second before the browsers sent them again;"
        f" it answered after {median(times):.1f} s (median), {max(times):.1f} s (worst; goal 60)"
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


def try_once(
    folder: Path, environment: dict[str, str], prepared: Prepared, *, alive_for: float, is_power: bool
) -> Trial:
    """Let the first laptop die once, and verify what the second has."""
    hall = Hall(free_port(), free_port())
    first_folder, second_folder = folder / "first", folder / "second"
    first_folder.mkdir()
    (folder / "db.sqlite3").rename(first_folder / "db.sqlite3")
    environment = environment | {"LOG_DIR": str(folder / "log")}
    own = environment | {
        "DATABASE_URL": f"sqlite:///{first_folder}/db.sqlite3",
        "DATA_DIR": str(first_folder),
        "PORT": str(hall.first),
    }
    first = start([sys.executable, "-m", "config.serve"], own)
    second: subprocess.Popen[bytes] | None = None
    checkers = [Checker(hall, prepared.slug, session, number) for number, session in enumerate(prepared.sessions)]
    phones = [Phone(hall, prepared.phones, number) for number in prepared.phones.addresses]
    checkers_are_done = Event()
    try:
        wait_for_site(hall.first)
        code = json.loads((first_folder / "second-laptop.json").read_text())["code"]
        address = f"http://127.0.0.1:{hall.first}"
        command = ["-m", "cribbage_tournaments", "standby", address, "--code", code, "--data", str(second_folder)]
        own = {name: value for name, value in environment.items() if name not in {"DATABASE_URL", "SECRET_KEY"}}
        second = start([sys.executable, *command, "--host", "127.0.0.1", "--port", str(hall.second)], own)
        token = wait_for_copy(hall.second)
        with ThreadPoolExecutor(CHECKERS + len(phones)) as pool:
            try:
                reporting = [pool.submit(phone.work, checkers_are_done) for phone in phones]
                wait_until_open(phones, reporting)
                work = [pool.submit(checker.work) for checker in checkers]
                time.sleep(alive_for)
                if is_power:
                    silence(first)
                    shutil.rmtree(first_folder)
                else:
                    kill(first)
                died_at = time.monotonic()
                take_over(hall.second, token)
                wait_for_site(hall.second)
                seconds = time.monotonic() - died_at
                missing = count_missing(second_folder / "second-laptop" / "db.sqlite3", prepared.slug, checkers, phones)
                hall.has_taken_over.set()
                kill(first)  # who goes on at the second waits no more for an answer
                saves = sum(done.result() for done in work)
                checkers_are_done.set()
                for done in reporting:
                    done.result()
            except BaseException:
                hall.is_over.set()
                raise
    finally:
        hall.is_over.set()
        kill(first)
        if second is not None:
            kill(second)
    on_second = environment | {"DATABASE_URL": f"sqlite:///{second_folder}/second-laptop/db.sqlite3"}
    must_be_whole(on_second, prepared.slug, checkers, saves, phones)
    return Trial(
        seconds,
        saves,
        sum(len(phone.answered) for phone in phones),
        sum(phone.answered_by_second for phone in phones),
        missing,
        is_power,
    )


def wait_until_open(phones: Iterable[Phone], working: Sequence[Future[None]]) -> None:
    """Return once every phone shows its card."""
    until = time.monotonic() + GIVEN_UP_AFTER
    while not all(phone.is_open for phone in phones):
        if time.monotonic() > until or any(work.done() for work in working):
            raise TooSlow("the phones do not come in")
        time.sleep(0.1)


def count_missing(database: Path, slug: str, checkers: Iterable[Checker], phones: Iterable[Phone]) -> int:
    """Return how much that the first laptop answered is not on the second."""
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
    """Kill a laptop's program and all that it has started, at once."""
    signal_all(process, signal.SIGKILL)
    process.wait(timeout=30)


def silence(process: subprocess.Popen[bytes]) -> None:
    """Stop a laptop's program and all that it has started where they are: connections stay open, nothing answers."""
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


def wait_for_copy(port: int) -> str:
    """Return what the button of the second laptop's page sends, once it is there: the copy is complete."""
    until = time.monotonic() + GIVEN_UP_AFTER
    while time.monotonic() < until:
        with suppress(OSError, HTTPException):
            if found := TOKEN.search(ask(port, "GET", "/")[1]):
                return found[1]
        time.sleep(0.2)
    raise TooSlow("the second laptop has no copy")


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
    raise TooSlow("a laptop does not serve")


def must_be_whole(
    on_second: dict[str, str], slug: str, checkers: list[Checker], saves: int, phones: Sequence[Phone] = ()
) -> None:
    """Fail unless the second has each save and each report once, as it was last answered."""
    found = run_program(VERIFY, on_second, slug)
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
    # What two have both reported is locked for both.
    boards = Counter(
        (one.game, *sorted((phone.number, int(one.fields["opponent"])))) for phone in phones for one in phone.answered
    )
    if found["locked"] != sum(2 for count in boards.values() if count == 2):
        raise RuntimeError(f"{found['locked']} reports locked of {boards}")
    if found["differences"]:
        raise RuntimeError(f"what is stored does not follow from the cards: {found['differences']}")


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
        self._is_moved = False
        self.count = 0
        self.answered: dict[int, tuple[int, int]] = {}
        """Version and spread of each card, as it was last answered."""

    def work(self) -> int:
        """Save cards until the second laptop has taken over, and a few more there; return how many were answered."""
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
        """Send what was answered, in its order, before anything else: what the second laptop knows counts once."""
        self._is_moved, self._client = True, None
        sent, self._sent = self._sent, []
        for save in sent if self._hall.keeps else []:
            self._send(save, is_again=True)

    def _send(self, save: Save, *, is_again: bool = False) -> int:
        """Send it until it is answered; return the version that it made."""
        until = time.monotonic() + GIVEN_UP_AFTER
        while time.monotonic() < until and not self._hall.is_over.is_set():
            if self._hall.has_taken_over.is_set() and not self._is_moved:
                self._move()
            try:
                self._client = self._client or Client(self._hall.port, self._session)
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
        raise TooSlow("no laptop answers")
