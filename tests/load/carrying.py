"""Two real servers and a stick under checkers and phones: what was answered is in the event, or on the first's list."""

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Event

from tests.load.failover import (
    PHONES,
    VERIFY,
    Checker,
    Hall,
    Prepared,
    ask,
    count_missing,
    kill,
    must_be_locked,
    prepare_both,
    signal_all,
    start,
    wait_for_site,
    wait_until_open,
)
from tests.load.pages import free_port
from tests.load.phones import Phone, TooSlow
from tests.load.saving import CHECKERS, environment_on, run_program
from tournaments.backups.stick import FOLDER

TRIALS = int(os.environ.get("TRIALS", "40"))
FIRST = int(os.environ.get("FIRST", "0"))
"""How many of them were done by an earlier run: each has its own moments."""
MINUTE = float(os.environ.get("MINUTE", "60"))
"""For how long a first laptop that cannot be reached goes on."""
KINDS = ("killed", "slept", "shared folder", "out of reach")
LONERS = 4
"""Checkers who stay with a first laptop that cannot be reached."""
SECONDS_BEFORE = (2.0, 8.0)
# Goes on with the event while nobody asks the first laptop, as if it were out of reach.
CONTINUE = """
import sys
from pathlib import Path
from config.serve import Start, set_environment
set_environment(Start(data=Path(sys.argv[2])))
import django
django.setup()
from tournaments.backups import continuing
continuing.who_answers = lambda head: ""
print(f'"{continuing.continue_event(Path(sys.argv[1]), Path(sys.argv[2]), first_is_off=True).folder}"')
"""


def measure_carrying() -> Iterator[str]:
    """Let a second laptop go on with the stick ``TRIALS`` times (40), ``KINDS`` in turn; ``MINUTE`` in seconds (60)."""
    missing, listed = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        trials = Trials(Path(folder))
        for number in range(FIRST, TRIALS):
            lost, stands = trials.run(KINDS[number % len(KINDS)], number)
            missing, listed = missing + lost, listed + stands
            yield f"{number + 1}. {KINDS[number % len(KINDS)]}: {lost} missing, {stands} on the first's list"
    yield (
        f"{TRIALS - FIRST} laptops left with their stick under {CHECKERS} checkers and {PHONES} phones"
        f" ({', '.join(KINDS)}; the last went on for {MINUTE:.0f} s): of all that was answered {missing} missing and on"
        f" no list, {listed} on the list of the first laptop, none doubled, all follows from the cards"
    )


class Trials:
    """The same two events again and again, each time at two laptops of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        data = folder / "prepared"
        (data / "backups").mkdir(parents=True)
        told = environment_on(f"sqlite:///{data}/db.sqlite3", folder) | {"DATA_DIR": str(data)}
        self.events: Prepared = prepare_both(told)
        (data / "secret_key").write_text(told["SECRET_KEY"])
        with closing(sqlite3.connect(data / "db.sqlite3")) as whole:
            whole.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        kept = {name: value for name, value in told.items() if name not in {"DATABASE_URL", "SECRET_KEY", "DATA_DIR"}}
        self.environment = kept | {"WORKERS": "1"}

    def run(self, kind: str, number: int) -> tuple[int, int]:
        """Try one; return how much is missing, and how much only stands on the list of the first laptop."""
        place = self.folder / str(number)
        try:
            return Trial(self, place, kind, random.Random(number)).run()
        except (TooSlow, RuntimeError, AssertionError) as error:
            raise RuntimeError(f"trial {number} ({kind}): {error}") from error
        finally:
            shutil.rmtree(place, ignore_errors=True)


class Trial:
    """A first laptop with a stick, and a second one that goes on with it."""

    def __init__(self, trials: Trials, place: Path, kind: str, chance: random.Random) -> None:
        self.trials, self.kind, self.chance = trials, kind, chance
        self.first, self.second, self.stick, self.there = (place / n for n in ("first", "second", "stick", "there"))
        shutil.copytree(trials.folder / "prepared", self.first)
        self.second.mkdir()
        (self.stick / FOLDER).mkdir(parents=True)
        (self.first / "backups" / "second-place").write_text(str(self.stick))
        own = free_port()
        self.hall = Hall(own, own if kind == "killed" else free_port())
        self.alone = Hall(own, own, keeps=False)

    @contextmanager
    def running(self, data: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
        command = [sys.executable, "-m", "cribbage_tournaments", "run", "--data", str(data), "--no-browser"]
        process = start([*command, "--port", str(port)], self.trials.environment)
        try:
            yield process
        finally:
            kill(process)

    def run(self) -> tuple[int, int]:
        events, is_out_of_reach, done = self.trials.events, self.kind == "out of reach", Event()
        halls = [self.alone if is_out_of_reach and one < LONERS else self.hall for one in range(CHECKERS)]
        checkers = [Checker(halls[one], events.slug, session, one) for one, session in enumerate(events.sessions)]
        phones = [Phone(self.hall, events.phones, one) for one in events.phones.addresses]
        with ExitStack() as stack:
            pool = stack.enter_context(ThreadPoolExecutor(CHECKERS + len(phones)))
            stack.callback(self.hall.is_over.set)  # before the pool waits for all of them
            stack.callback(self.alone.is_over.set)
            first = stack.enter_context(self.running(self.first, self.hall.first))
            wait_for_site(self.hall.first)
            wait_for("All on the stick", self.hall.first, "/healthz")
            working = [pool.submit(checker.work) for checker in checkers]
            calling = [pool.submit(phone.work, done) for phone in phones]
            wait_until_open(phones, [*working, *calling])
            time.sleep(self.chance.uniform(*SECONDS_BEFORE))
            if self.chance.random() < 0.5:  # pulled, and put in again
                self.stick.rename(self.there)
                time.sleep(self.chance.uniform(0, 5))
                self.there.rename(self.stick)
                time.sleep(self.chance.uniform(0, 5))
            place = self.leave(first)
            run_program(CONTINUE, self.trials.environment, str(place / FOLDER), str(self.second))
            stack.enter_context(self.running(self.second, self.hall.second))
            wait_for_site(self.hall.second)
            self.hall.has_taken_over.set()
            if self.kind == "slept":
                signal_all(first, signal.SIGCONT)
            if is_out_of_reach:
                time.sleep(MINUTE)
            for one, hall in zip(working, halls, strict=True):
                if hall is self.hall:
                    one.result()
            done.set()
            for call in calling:
                call.result()
            self.alone.is_over.set()
            if self.kind == "killed":
                first = stack.enter_context(self.running(self.first, port := free_port()))
            else:
                port = self.hall.first
            if not self.stick.exists():
                self.stick.symlink_to(self.there)  # the first sees the stick again
            wait_for("This event moved to", port, "/")
            page = ask(port, "GET", "/laptop/")[1]
            wait_for("All on the stick", self.hall.second, "/healthz")
        return self.judge(checkers, phones, page)

    def leave(self, first: subprocess.Popen[bytes]) -> Path:
        """Let the first laptop be lost; return where its stick is then."""
        if self.kind == "shared folder":
            return self.stick
        if self.kind == "killed":
            kill(first)
        if self.kind == "slept":
            signal_all(first, signal.SIGSTOP)
            term = self.first / "backups" / "term.json"
            stored = json.loads(term.read_text())
            term.write_text(json.dumps({**stored, "slept": stored["slept"] - 3600.0}))  # as its clock of sleep will say
        self.stick.rename(self.there)
        return self.there

    def judge(self, checkers: list[Checker], phones: list[Phone], page: str) -> tuple[int, int]:
        """Compare what was answered with what is stored; return what is missing, and what stands on the list alone."""
        [own] = (self.second / "continued").iterdir()
        told = self.trials.environment | {"DATA_DIR": str(own), "SECRET_KEY": (own / "secret_key").read_text()}
        found = run_program(VERIFY, told, self.trials.events.slug)
        rows = {card: (version, spread) for card, version, spread in found["rows"]}
        if len({found["versions"], found["saves"], found["log"]}) > 1 or len(rows) != len(found["rows"]):
            raise RuntimeError("a save is doubled or half done")
        if found["differences"]:
            raise RuntimeError(f"what is stored does not follow from the cards: {found['differences']}")
        must_be_locked(found["locked"], phones)
        loners = [checker for checker in checkers if checker.hall is self.alone]
        alone = count_missing(own / "db.sqlite3", self.trials.events.slug, loners, [])
        missing = count_missing(self.first / "db.sqlite3", self.trials.events.slug, loners, [])
        missing += sum(
            rows.get(card) != answered
            for checker in checkers
            if checker not in loners
            for card, answered in checker.answered.items()
        )
        stored = set(found["reports"])
        for phone in phones:  # what it reported anew before it heard who goes on is stored once, under the later key
            there = {one.says for one in phone.answered if one.key in stored}
            missing += sum(one.says not in there for one in phone.answered)
        last = json.loads((own / "backups" / "term.json").read_text())["continued"]["entry"]
        after = (
            "SELECT COUNT(*) FROM tournaments_auditentry WHERE id > ? AND action IN ('card entered', 'card re-entered')"
        )
        with closing(sqlite3.connect(self.first / "db.sqlite3")) as first:
            to_list = first.execute(after, [last]).fetchone()[0]
        if (listed := page.count("card entered") + page.count("card re-entered")) != to_list:
            raise RuntimeError(f"the first laptop lists {listed} saves of {to_list}")
        return missing, alone


def wait_for(words: str, port: int, path: str) -> None:
    """Wait until a laptop says so."""
    until, last = time.monotonic() + 120, ""
    while words not in last:
        if time.monotonic() > until:
            raise TooSlow(f"{words!r} is not in {last[:2000]!r}")
        time.sleep(0.2)
        try:
            last = ask(port, "GET", path)[1]
        except OSError as error:
            last = str(error)
