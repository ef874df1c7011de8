"""PostgreSQL's primary dies under load, and the runbook of docs/deploying.md is followed: nothing is lost."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from textwrap import dedent
from urllib.parse import quote

from tests.load.failover import Checker, Hall, must_be_whole
from tests.load.pages import ROOT, children, free_port
from tests.load.saving import CARDS, CHECKERS, environment_on, prepare, server_on
from tests.with_postgresql import DURABLE, SETTINGS, USER, find_programs, lower_rights, make_cluster

KILLS = int(os.environ.get("KILLS", "10"))
SECONDS_BEFORE = 3.0
"""Of saves before each death, at two machines."""
GIVEN_UP_AFTER = 120.0
SUDO = """#!/bin/sh
shift 2
exec {rights} "$@"
"""
# What systemd does with the unit of Debian. Both machines are this one: each listens at a socket of its own.
SYSTEMCTL = """#!/bin/sh -e
server() {{ sudo -u postgres "{programs}/pg_ctl" -D "{data}" -l "{place}/log" -m fast -o "{options}" "$@"; }}
if [ "$1" != start ]; then server stop || true; fi
if [ "$1" != stop ]; then sh -e "{place}/fence"; server start; fi
"""
FENCE = "ExecStartPre="
ADDRESS = "DATABASE_URL="


def in_the_runbook() -> dict[str, str]:
    """Return the commands of the document by the machine and the occasion that stand above them."""
    section = (ROOT / "docs" / "deploying.md").read_text().partition("### With a standby\n")[2].partition("\n### ")[0]
    blocks = [dedent(block) for block in re.findall(r"(?:^    .+\n)+", section, re.MULTILINE)]
    return {first.removeprefix("# "): rest for first, _, rest in (block.partition("\n") for block in blocks)} | {
        name: line.removeprefix(name)
        for name in (FENCE, ADDRESS)
        for line in "".join(blocks).splitlines()
        if line.startswith(name)
    }


@dataclass(slots=True)
class Machine:
    """A computer with a PostgreSQL server, at which the commands are typed."""

    programs: Path
    place: Path

    @property
    def data(self) -> Path:
        return self.place / "data"

    def set_up(self) -> None:
        """Put the commands there that the runbook has of the system."""
        folder = self.place / "bin"
        folder.mkdir()
        settings = {**SETTINGS, **DURABLE, "unix_socket_directories": str(self.place)}
        options = " ".join(f"--{name}={value or chr(39) * 2}" for name, value in settings.items())
        told = {"programs": self.programs, "data": self.data, "place": self.place, "options": options}
        for name, text in (("sudo", SUDO), ("systemctl", SYSTEMCTL)):
            (folder / name).write_text(text.format(rights=shlex.join(lower_rights()), **told))
            (folder / name).chmod(0o755)
        (self.place / "fence").write_text("")

    def run(self, commands: str, **named: str | Path) -> str:
        """Run commands as they stand, with what the document writes in capital letters put in; return what they print.

        Raises:
            RuntimeError: one of them failed, in its own words.
        """
        named = {"DATA": self.data, "CONF": self.data / "postgresql.conf", "BIN": self.programs, **named}
        typed = re.sub(rf"\b({'|'.join(named)})\b", lambda word: str(named[word[1]]), commands)
        own = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        path = os.pathsep.join([str(self.place / "bin"), str(self.programs), os.environ["PATH"]])
        done = subprocess.run(
            ["bash", "-e", "-c", typed],
            cwd=self.place,
            env=own | {"PATH": path, "PGHOST": str(self.place)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode:
            log = (self.place / "log").read_text()[-2_000:] if (self.place / "log").exists() else ""
            raise RuntimeError(f"{typed}\n{done.stdout}\n{log}")
        return done.stdout

    def kill(self) -> None:
        """Kill the server and all its processes at once, as if its computer were switched off."""
        number = self.data / "postmaster.pid"
        if not number.exists():
            return
        pid = int(number.read_text().split()[0])
        for process in [pid, *children(pid)]:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        # Where nobody waits for a process whose parent has ended, its number is taken for a while.
        for lock in (number, *self.place.glob(".s.PGSQL.*.lock")):
            lock.unlink(missing_ok=True)


@dataclass(slots=True)
class Pair:
    """A primary and its standby."""

    primary: Machine
    standby: Machine
    book: dict[str, str] = field(default_factory=in_the_runbook)

    @property
    def url(self) -> str:
        """The address of both, as the document writes it."""
        first, second = (quote(str(machine.place), safe="") for machine in (self.primary, self.standby))
        return self.book[ADDRESS].replace("FIRST", first).replace("SECOND", second)

    def do(self, machine: Machine, occasion: str) -> str:
        """Follow the runbook at a machine."""
        return machine.run(self.book[occasion], PRIMARY=self.primary.place)

    def set_up(self) -> None:
        """Set both servers up, with an empty database for the site."""
        for machine in (self.primary, self.standby):
            machine.set_up()
        make_cluster(self.primary.programs, self.primary.place)
        self.primary.run("systemctl start postgresql@15-main")
        self.primary.run("sudo -u postgres createuser cribbage; sudo -u postgres createdb --owner=cribbage cribbage")
        self.do(self.primary, "At FIRST")
        for machine in (self.primary, self.standby):
            (machine.place / "fence").write_text(self.book[FENCE].replace("DATA", str(machine.data)))
        self.do(self.standby, "At the standby, to copy everything")
        self.follow()

    def follow(self) -> None:
        """Wait until the standby follows; from then on saves wait for it."""
        occasion = "At the primary, once its standby follows"
        asked = self.book[occasion].partition("\n")[0]
        wait_until(lambda: "streaming" in self.primary.run(asked), "the standby does not follow")
        self.do(self.primary, occasion)

    def promote(self) -> None:
        """Make the standby the primary."""
        self.do(self.standby, "At the standby, when the primary has died")
        self.primary, self.standby = self.standby, self.primary


def wait_until(is_so: Callable[[], bool], why: str) -> None:
    until = time.monotonic() + GIVEN_UP_AFTER
    while not is_so():
        if time.monotonic() > until:
            raise RuntimeError(why)
        time.sleep(0.05)


@contextmanager
def pair_of(programs: Path) -> Iterator[Pair]:
    """Set up a primary and its standby as the document says, for as long as they are needed."""
    with ExitStack() as stack:
        machines = []
        for _ in range(2):
            place = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))
            stack.callback(shutil.rmtree, place, ignore_errors=True)
            if lower_rights():
                shutil.chown(place, USER, USER)
            machines.append(Machine(programs, place))
            stack.callback(machines[-1].kill)
        pair = Pair(*machines)
        pair.set_up()
        yield pair


@dataclass(slots=True)
class Work:
    """Twenty checkers who save cards."""

    port: int
    checkers: list[Checker]

    @property
    def saves(self) -> int:
        return sum(checker.count for checker in self.checkers)

    def must_go_on(self) -> None:
        """Wait until one more save is answered."""
        answered = self.saves
        wait_until(lambda: self.saves > answered, "no save is answered")


@contextmanager
def under_load(pair: Pair, folder: Path) -> Iterator[Work]:
    """Let checkers save on both machines, and verify at the end that what was answered is there once."""
    environment = environment_on(pair.url, folder) | {"PORT": str(free_port()), "DATA_DIR": str(folder)}
    slug, sessions = prepare(environment, CARDS, CHECKERS)
    hall = Hall(int(environment["PORT"]), int(environment["PORT"]), keeps=False)
    work = Work(hall.port, [Checker(hall, slug, session, number) for number, session in enumerate(sessions)])
    with server_on(environment), ThreadPoolExecutor(CHECKERS) as pool:
        try:
            working = [pool.submit(checker.work) for checker in work.checkers]
            work.must_go_on()
            yield work
            hall.has_taken_over.set()
            saves = sum(done.result() for done in working)
        finally:
            hall.is_over.set()
    must_be_whole(environment, slug, work.checkers, saves)


def kill_primary(pair: Pair, work: Work, *, starts_by_itself: bool) -> float:
    """Kill the primary, promote the standby, and make it the other's standby.

    Return the seconds from the promotion, which begins as soon as the primary is dead, to the next save.
    """
    time.sleep(SECONDS_BEFORE)
    old = pair.primary
    old.kill()
    died_at = time.monotonic()
    pair.promote()
    work.must_go_on()
    seconds = time.monotonic() - died_at
    if starts_by_itself:  # its computer was only switched off and on
        old.run("systemctl start postgresql@15-main")
        must_be_fenced(old)
        work.must_go_on()
    pair.do(old, "At the old primary")
    pair.follow()
    work.must_go_on()
    return seconds


def must_be_fenced(machine: Machine) -> None:
    """Fail if a server takes what is written."""
    try:
        machine.run('sudo -u postgres psql -c "CREATE TABLE alone ()"')
    except RuntimeError as error:
        if "read-only transaction" not in str(error):
            raise
    else:
        raise RuntimeError("the old primary, started again, takes what is written")


def measure_promoting() -> Iterator[str]:
    """Kill the primary ``KILLS`` times (10 unless set) under twenty checkers; each time follow the runbook."""
    programs = find_programs()
    if programs is None:
        yield "promoting a standby: not tried, PostgreSQL's programs are not installed"
        return
    with tempfile.TemporaryDirectory() as folder, pair_of(programs) as pair:
        with under_load(pair, Path(folder)) as work:
            times = [kill_primary(pair, work, starts_by_itself=bool(number % 2)) for number in range(KILLS)]
        yield (
            f"PostgreSQL's primary killed {KILLS} times under {CHECKERS} checkers, its standby promoted at once, the"
            f" old primary made its standby, as the runbook says: the next save was answered {median(times):.1f} s"
            f" after the death (median), {max(times):.1f} s (worst), by the same server of the site; {work.saves}"
            " saves answered, none lost, none doubled, all follows from the cards"
        )
