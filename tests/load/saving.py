"""What saving a card costs while twenty checkers save at once, against a request that does nothing."""

import http.client
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from threading import Barrier
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from tests.load.pages import ROOT, free_port, wait_for
from tests.with_postgresql import find_programs, temporary_server

CHECKERS = 20
CARDS = 60
GAMES = 22

# Runs with the server's settings: an event whose cards are not in, and a session for each checker.
PREPARE = """
import json
import os
import django
django.setup()
from django.contrib.auth.models import User
from django.core.management import call_command
from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from tests.events import without_cards
from tests.load.sessions import new_session
from tournaments.staff.services import add_director
call_command("migrate", verbosity=0)
tournament = import_event(event_file=without_cards(make_event(players=int(os.environ["PLAYERS"]), games=22)))
sessions = []
for number in range(int(os.environ["CHECKERS"])):
    user = User.objects.create_user(f"checker-{number}")
    add_director(tournament=tournament, user=user)
    sessions.append(new_session(user))
print(json.dumps([tournament.slug, sessions]))
"""
COUNT = """
import json
import django
django.setup()
from scorecards.models import CardSave, Line, Scorecard
from tournaments.models import AuditEntry
print(json.dumps([
    sum(Scorecard.objects.values_list("version", flat=True)),
    CardSave.objects.count(),
    AuditEntry.objects.filter(action__in=("card entered", "card re-entered")).count(),
    Line.objects.count(),
]))
"""


def measure_saving(seconds: float = 60.0) -> Iterator[str]:
    """Let twenty checkers save cards at once, on SQLite and, where it is installed, on PostgreSQL."""
    yield from on_each("saving cards", partial(_measure, seconds=seconds))


Measure = Callable[[str, str, Path], Iterable[str]]


def on_each(what: str, measure: Measure, *, is_durable: bool = True, within: Path | None = None) -> Iterator[str]:
    """Measure on SQLite and, where it is installed, on PostgreSQL; on one of them where ``ON`` names it.

    ``measure`` gets the name of the database, its URL and a folder, which is made ``within`` another one.
    """
    if is_asked("SQLite"):
        with tempfile.TemporaryDirectory(dir=within) as folder:
            yield from measure("SQLite", f"sqlite:///{folder}/bench.sqlite3", Path(folder))
    if not is_asked("PostgreSQL"):
        return
    programs = find_programs()
    if programs is None:
        yield f"{what} on PostgreSQL: not measured, its programs are not installed"
        return
    with temporary_server(programs, is_durable=is_durable) as url, tempfile.TemporaryDirectory(dir=within) as folder:
        yield from measure("PostgreSQL", url, Path(folder))


def _measure(name: str, url: str, folder: Path, seconds: float) -> Iterator[str]:
    environment = environment_on(url, folder)
    slug, sessions = prepare(environment, CARDS, CHECKERS)
    with server_on(environment) as port:
        nothing = _nothing_at_once(port, sessions, seconds / 4)
        saves = _save_at_once(port, slug, sessions, seconds)
    versions, stored, log, lines = run_program(COUNT, environment)
    if {versions, stored, log} != {len(saves)}:
        raise RuntimeError(
            f"{len(saves)} saves answered; {versions} versions, {stored} saves, {log} log entries stored"
        )
    idle, middle, slow = median(nothing), median(saves), _last_percentile(saves)
    yield (
        f"saving cards on {name}, {CHECKERS} at once for {seconds:.0f} s: {len(saves)} saves, none lost, none doubled"
        f" ({lines} lines); median {middle * 1000:.0f} ms, 99th percentile {slow * 1000:.0f} ms:"
        f" {middle / idle:.1f} and {slow / idle:.1f} times a request that does nothing ({idle * 1000:.1f} ms,"
        f" {CHECKERS} at once)"
    )


def prepare(environment: dict[str, str], players: int, checkers: int) -> tuple[str, list[str]]:
    """Store an event without cards; return its slug, and the session of each checker."""
    more = {"PLAYERS": str(players), "CHECKERS": str(checkers)}
    slug, sessions = run_program(PREPARE, environment | more)
    return slug, sessions


def _last_percentile(times: list[float]) -> float:
    return quantiles(times, n=100)[98]


def is_asked(database: str) -> bool:
    """Tell whether to measure on this database: on both, unless ``ON`` names one."""
    return os.environ.get("ON", database).lower() == database.lower()


def environment_on(url: str, folder: Path) -> dict[str, str]:
    """Return the environment of a production server on a database, its static files in ``folder``."""
    kept = {name: value for name, value in os.environ.items() if name not in {"DEBUG", "HOST", "ALLOWED_HOSTS"}}
    return kept | {
        "PORT": str(free_port()),
        "DATABASE_URL": url,
        "STATIC_ROOT": str(folder / "static"),
        "SECRET_KEY": secrets.token_urlsafe(64),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }


def run_program(program: str, environment: dict[str, str], *told: str) -> Any:
    run = subprocess.run(
        [sys.executable, "-c", program, *told], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(run.stdout)


@contextmanager
def server_on(environment: dict[str, str]) -> Iterator[int]:
    """Run the production server; yield its port."""
    with process_on(environment):
        yield int(environment["PORT"])


@contextmanager
def process_on(environment: dict[str, str]) -> Iterator[int]:
    """Run the production server; yield the number of its process, whose children are the workers."""
    server = subprocess.Popen(
        [sys.executable, "-m", "config.serve"], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL
    )
    try:
        wait_for(int(environment["PORT"]), server)
        yield server.pid
    finally:
        server.terminate()
        server.wait(timeout=30)


def _all_at_once(work: Callable[[int], None]) -> None:
    """Run the work of every checker at the same time, and raise what went wrong in any of it."""
    barrier = Barrier(CHECKERS)

    def begin(number: int) -> None:
        barrier.wait()
        work(number)

    with ThreadPoolExecutor(CHECKERS) as pool:
        for done in [pool.submit(begin, number) for number in range(CHECKERS)]:
            done.result()


def _nothing_at_once(port: int, sessions: list[str], seconds: float) -> list[float]:
    """Let each checker ask for what does nothing, one request after the other."""
    times: list[float] = []

    def work(number: int) -> None:
        client = Client(port, sessions[number])
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            client.ask_nothing(times)

    _all_at_once(work)
    return times


def _save_at_once(port: int, slug: str, sessions: list[str], seconds: float) -> list[float]:
    """Let each checker save cards of their own in turn, one request after the other."""
    times: list[float] = []

    def work(number: int) -> None:
        own = dict.fromkeys((card for card in range(1, CARDS + 1) if card % CHECKERS == number), 0)
        client = Client(port, sessions[number])
        until = time.monotonic() + seconds
        spread = 0
        while time.monotonic() < until:
            spread += 1
            for card, version in own.items():
                own[card] = client.save(slug, card, version, 1 + spread % 90, times)

    _all_at_once(work)
    return times


class Client:
    """One browser of the staff: a connection that stays open, and a session."""

    def __init__(self, port: int, session: str, games: int = GAMES) -> None:
        self._games = games
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.token = secrets.token_hex(16)
        self._headers = {
            "Cookie": f"sessionid={session}; csrftoken={self.token}",
            "Content-Type": "application/x-www-form-urlencoded",
            "Accept": "application/json",
        }

    def save(self, slug: str, card: int, version: int, spread: int, times: list[float]) -> int:
        """Save a card as another one than before, and return its new version."""
        status, saved = self.try_to_save(slug, card, version, spread, times)
        if status != 200:
            raise RuntimeError(f"a save was answered {status}")
        return saved

    def try_to_save(
        self, slug: str, card: int, version: int, spread: int, times: list[float] | None = None
    ) -> tuple[int, int]:
        """Save a card; return the status of the answer, and the version that the card has then."""
        times = [] if times is None else times
        status, body = self.send("POST", f"/t/{slug}/cards/{card}/", self.typed(version, spread), times)
        return status, int(json.loads(body)["version"]) if status == 200 else version

    def save_until_answered(self, slug: str, card: int, version: int, spread: int, times: list[float]) -> int:
        """Save a card as browsers do: where the site is busy, the same again under the same key.

        Returns the new version. ``times`` has one time more for each answer that the site was busy.
        """
        typed = self.typed(version, spread)
        while True:
            try:
                status, body = self.send("POST", f"/t/{slug}/cards/{card}/", typed, times)
            except (OSError, http.client.HTTPException):  # who says nothing for 30 seconds is let go
                self._connection.close()
                continue
            if status == 200:
                return int(json.loads(body)["version"])
            if status != 503:
                raise RuntimeError(f"a save was answered {status}")
            time.sleep(0.2)

    def typed(self, version: int, spread: int) -> str:
        """Return the form of a whole card as a browser sends it: every game lost by the same spread."""
        fields = {"csrfmiddlewaretoken": self.token, "key": str(uuid4()), "version": str(version)}
        for game in range(1, self._games + 1):
            fields |= {f"opponent-{game}": "", f"points-{game}": "0", f"plus-{game}": "", f"minus-{game}": str(spread)}
        return urlencode(fields)

    def ask_nothing(self, times: list[float]) -> None:
        """Ask for an address of the same server that has next to nothing to do."""
        status, _ = self.send("GET", "/healthz", "", times)
        if status != 200:
            raise RuntimeError(f"nothing was answered {status}")

    def send(
        self, method: str, path: str, body: str, times: list[float], more: Mapping[str, str] | None = None
    ) -> tuple[int, bytes]:
        """Send a request with ``more`` headers, add its time in seconds, and return status and content."""
        start = time.perf_counter()
        self._connection.request(method, path, body or None, {**self._headers, **(more or {})})
        response = self._connection.getresponse()
        content = response.read()
        times.append(time.perf_counter() - start)
        return response.status, content
