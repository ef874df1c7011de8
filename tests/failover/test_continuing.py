"""Two laptops, which are two folders and two servers: the second goes on with what the stick has."""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.conftest import ROOT
from tests.load.failover import kill
from tests.load.pages import free_port
from tests.load.saving import Client, environment_on, prepare
from tests.migrated import sqlite_file
from tournaments.backups.stick import FOLDER

pytestmark = [pytest.mark.slow, pytest.mark.thorough, pytest.mark.alone]

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
SECONDS = 120
MODULE = [sys.executable, "-m", "cribbage_tournaments"]


@dataclass(frozen=True, slots=True)
class Hall:
    """Two laptops and a stick, which the first one copies to."""

    first: Path
    second: Path
    stick: Path
    port: int
    slug: str
    session: str
    environment: dict[str, str]

    @contextmanager
    def running(self, data: Path, *more: str, command: str = "run") -> Iterator[subprocess.Popen[bytes]]:
        """Run a laptop's program until the end."""
        told = [*MODULE, command, *more, "--data", str(data), "--no-browser"]
        process = subprocess.Popen(told, cwd=ROOT, env=self.environment, start_new_session=True)
        try:
            yield process
        finally:
            kill(process)

    def run(self, *told: str) -> subprocess.CompletedProcess[str]:
        """Run the command to its end."""
        return subprocess.run(
            [*MODULE, *told], cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False,
            timeout=SECONDS, stdin=subprocess.DEVNULL,
        )  # fmt: skip

    def ask(self, path: str, fields: dict[str, str] | None = None, port: int = 0) -> tuple[int, str]:
        """Ask a laptop at the laptop itself, with the token of the page where something is sent."""
        connection = HTTPConnection("127.0.0.1", port or self.port, timeout=30)
        headers = {}
        if fields is not None:
            connection.request("GET", path)
            answer = connection.getresponse()
            found, cookie = TOKEN.search(answer.read().decode()), answer.headers["Set-Cookie"].split(";")[0]
            assert found is not None
            fields = {**fields, "csrfmiddlewaretoken": found[1]}
            headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST" if fields else "GET", path, urlencode(fields) if fields else None, headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    def wait_until(self, words: str, path: str = "/healthz", port: int = 0) -> str:
        """Wait until a laptop says so."""
        until, last = time.monotonic() + SECONDS, ""
        while time.monotonic() < until:
            with suppress(OSError, HTTPException):
                last = self.ask(path, port=port)[1]
                if words in last:
                    return last
            time.sleep(0.1)
        raise AssertionError(f"{words!r} is not in {last!r}")

    def save(self, card: int, version: int, port: int = 0) -> tuple[int, int]:
        return Client(port or self.port, self.session).try_to_save(self.slug, card, version, 7 + card + 9 * version)


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    first, second, stick = (tmp_path / name for name in ("first", "second", "stick"))
    first.mkdir()
    (stick / FOLDER).mkdir(parents=True)
    (first / "backups").mkdir()
    (first / "backups" / "second-place").write_text(str(stick))
    shutil.copy(sqlite_file(), first / "db.sqlite3")
    environment = environment_on(f"sqlite:///{first}/db.sqlite3", tmp_path)
    slug, [session] = prepare(environment, 20, 1)
    (first / "secret_key").write_text(environment["SECRET_KEY"])
    left_out = {"DATABASE_URL", "SECRET_KEY", "PORT", "DJANGO_SETTINGS_MODULE"}
    environment = {name: value for name, value in environment.items() if name not in left_out} | {"WORKERS": "1"}
    return Hall(first, second, stick, free_port(), slug, session, environment)


def test_second_laptop_goes_on_with_what_the_stick_has_and_the_first_serves_no_more_when_it_comes_back(
    hall: Hall,
) -> None:
    with hall.running(hall.first, "--port", str(hall.port)) as first:
        hall.wait_until("All on the stick")
        saved = [hall.save(card, 0) for card in (1, 2, 3)]
        refused = hall.run("continue", str(hall.stick), "--data", str(hall.second), "--first-is-off")
        time.sleep(2.5)
        hall.wait_until("All on the stick")
        hall.stick.rename(hall.stick.with_name("pulled"))
        hall.wait_until("The stick is out")
        late = hall.save(4, 0)
        kill(first)
    hall.stick.with_name("pulled").rename(hall.stick)
    tried = hall.run("continue", str(hall.stick), "--data", str(hall.second), "--try")
    asked = hall.run("continue", str(hall.stick), "--data", str(hall.second))
    before = sorted(one.name for one in (hall.stick / FOLDER).iterdir())
    with hall.running(hall.second, str(hall.stick), "--first-is-off", command="continue"):
        health = hall.wait_until("All on the stick")
        card, log = hall.ask(f"/t/{hall.slug}/")[0], hall.save(1, 1)
        other = hall.save(4, 0)
        with hall.running(hall.first, "--port", str(port := free_port())):
            sentence = hall.wait_until("This event moved to", "/", port)
            page = hall.ask("/laptop/", port=port)[1]
            status = hall.save(5, 0, port)[0]

    assert saved == [(200, 1)] * 3
    assert (late, other, log, card) == ((200, 1), (200, 1), (200, 2), 200)
    assert (refused.returncode, "The first laptop answers at" in refused.stderr) == (1, True)
    assert (tried.returncode, "can be continued here" in tried.stdout) == (0, True), tried.stderr
    assert (asked.returncode, "Look at the first laptop" in asked.stderr) == (1, True)
    assert not any(name.startswith(("event-2", "term-2")) for name in before)
    assert "term: 2-" in health
    assert status == 503
    assert "Saved here, and not on the stick when it was continued" in page
    assert page.count("card entered") == 1
    assert "This one serves nothing more" in sentence


def test_laptop_without_its_stick_asks_one_question_and_serves_nothing_before(hall: Hall) -> None:
    with hall.running(hall.first, "--port", str(hall.port)):
        hall.wait_until("All on the stick")
    hall.stick.rename(hall.stick.with_name("pulled"))
    without = hall.run("run", "--data", str(hall.first), "--no-browser", "--port", str(hall.port))
    told = hall.environment | {"BROWSER": "true"}
    start = [*MODULE, "run", "--data", str(hall.first), "--port", str(hall.port)]
    asks = subprocess.Popen(start, cwd=ROOT, env=told, start_new_session=True)
    try:
        hall.wait_until("The director must answer one question", "/")
        refused = hall.save(1, 0)[0]
        question = hall.ask("/laptop/")[1]
        answered = hall.ask("/laptop/", {"action": "not-continued"})[0]
        saved = hall.save(1, 0)
    finally:
        kill(asks)
    with hall.running(hall.first, "--port", str(hall.port), "--not-continued"):
        hall.wait_until("term: 3-")

    assert (without.returncode, "--not-continued" in without.stderr) == (1, True)
    assert (refused, answered, saved) == (503, 302, (200, 1))
    assert "Was this event continued on another laptop?" in question


def test_stick_that_comes_back_answers_the_question(hall: Hall) -> None:
    with hall.running(hall.first, "--port", str(hall.port)):
        hall.wait_until("All on the stick")
    away = hall.stick.with_name("pulled")
    hall.stick.rename(away)
    start = [*MODULE, "run", "--data", str(hall.first), "--port", str(hall.port)]
    told = hall.environment | {"BROWSER": "true"}
    asks = subprocess.Popen(start, cwd=ROOT, env=told, start_new_session=True)
    try:
        hall.wait_until("The director must answer one question", "/")
        away.rename(hall.stick)
        hall.wait_until("All on the stick")
        assert "term: 1-" in hall.ask("/healthz")[1]
    finally:
        kill(asks)


def test_second_that_failed_after_it_wrote_its_term_leaves_the_event_to_the_first(hall: Hall) -> None:
    with hall.running(hall.first, "--port", str(hall.port)) as first:
        hall.wait_until("All on the stick")
        hall.save(1, 0)
        time.sleep(2.5)
        hall.wait_until("All on the stick")
        kill(first)
    hall.second.mkdir()
    (hall.second / "continued").write_text("no folder can be made here")
    failed = hall.run("continue", str(hall.stick), "--data", str(hall.second), "--first-is-off")
    with hall.running(hall.first, "--port", str(hall.port)):
        hall.wait_until("This event moved to", "/")
        page = hall.ask("/laptop/")[1]
        hall.ask("/laptop/", {"action": "here"})
        health = hall.wait_until("All on the stick")

    assert (failed.returncode, "It could not be continued" in failed.stderr) == (1, True)
    assert "began to continue this event, and did not finish" in page
    assert "term: 3-" in health


def test_page_at_the_second_laptop_does_the_same_and_its_own_events_come_back(hall: Hall) -> None:
    with hall.running(hall.first, "--port", str(hall.port)) as first:
        hall.wait_until("All on the stick")
        kill(first)
    own = free_port()
    hall.second.mkdir()
    shutil.copy(sqlite_file(), hall.second / "db.sqlite3")  # the migrations of a new one take their time
    with hall.running(hall.second, "--port", str(own)):
        hall.wait_until("ok", port=own)
        page = hall.ask(f"/laptop/continue/?{urlencode({'folder': str(hall.stick)})}", port=own)[1]
        path = f"/laptop/continue/?{urlencode({'folder': str(hall.stick)})}"
        without = hall.ask(path, {"folder": str(hall.stick)}, port=own)
        done = hall.ask(path, {"folder": str(hall.stick), "is_off": "on"}, port=own)
        health = hall.wait_until("term: 2-")
        saved = hall.save(1, 0)
    with hall.running(hall.second, "--port", str(own), "--own"):
        back = hall.wait_until("term: 1-", port=own)

    assert "Checked: the copy is whole" in page
    assert (without[0], "Look at the first laptop" in without[1]) == (422, True)
    assert (done[0], "This laptop continues the event" in done[1]) == (200, True)
    assert (saved, "term: 2-" in health, "stick" in back) == ((200, 1), True, False)
