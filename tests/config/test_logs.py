"""The log: a line of JSON each, a file a day that processes share, an id that error pages show, repeats as a count."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.decorators import login_not_required
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from config.logs import DailyFile, JsonLine, Repeats
from config.urls import handler400, handler500  # noqa: F401 - the addresses below are a site
from config.urls import urlpatterns as addresses
from tests.pages import read_page

NOON = 1_779_019_200.0
DAY = 86_400.0


@login_not_required
def fail(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("on purpose")


@login_not_required
def hang(request: HttpRequest) -> HttpResponse:
    raise OperationalError("the database does not answer")


urlpatterns = [path("join/Zx9876543210abc/", fail), path("fails/", fail), path("hangs/", hang), *addresses]


def record(message: str = "It fails", at: float = NOON, level: int = logging.ERROR, **more: Any) -> logging.LogRecord:
    said = {"name": "site", "msg": message, "levelno": level, "levelname": logging.getLevelName(level), "created": at}
    return logging.makeLogRecord(said | more)


def lines_in(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for file in sorted(folder.glob("*.log")) for line in file.read_text().splitlines()]


@pytest.fixture
def site_log(tmp_path: Path) -> Any:
    """Return a folder to which everything is logged, by a logger of its own filter."""
    handler, repeats = DailyFile(tmp_path), Repeats(3_600)
    handler.setFormatter(JsonLine())
    handler.addFilter(repeats)
    logging.getLogger().addHandler(handler)
    yield tmp_path, repeats
    logging.getLogger().removeHandler(handler)


@pytest.mark.urls(__name__)
def test_error_page_shows_the_id_by_which_the_log_has_the_request_and_no_secret(site_log: Any) -> None:
    folder, _ = site_log
    client = Client(raise_request_exception=False)

    response = client.get("/join/Zx9876543210abc/")

    shown = read_page(response.content.decode()).texts("code")
    (line,) = [line for line in lines_in(folder) if line["logger"] == "django.request"]
    assert (response.status_code, shown) == (500, [line["request"]])
    assert response["X-Request-ID"] == line["request"]
    assert (line["level"], line["message"]) == ("ERROR", "Internal Server Error: /join/…/")
    assert line["error"].endswith("RuntimeError: on purpose")
    assert "Zx9876543210abc" not in next(folder.glob("*.log")).read_text()


@pytest.mark.urls(__name__)
def test_page_that_is_busy_shows_the_id_too() -> None:
    response = Client(raise_request_exception=False).get("/hangs/")

    assert response.status_code == 503
    assert read_page(response.content.decode()).texts("code") == [response["X-Request-ID"]]


@pytest.mark.urls(__name__)
def test_repeated_failure_is_one_line_with_a_count_and_the_requests(site_log: Any) -> None:
    folder, repeats = site_log
    client = Client(raise_request_exception=False)

    shown = [client.get("/fails/")["X-Request-ID"] for _ in range(5)]
    repeats.flush()

    first, again = [line for line in lines_in(folder) if line["logger"] == "django.request"]
    assert (first["request"], "repeated" in first) == (shown[0], False)
    assert (again["repeated"], again["requests"], "error" in again) == (4, shown[1:], False)
    assert again["message"].startswith("4 more times in requests ")


def test_failures_of_other_kinds_are_written_each() -> None:
    repeats = Repeats(3_600)

    assert [repeats.filter(record(text)) for text in ("a", "b", "a", "b")] == [True, True, False, False]
    assert [repeats.filter(record("a", level=logging.INFO)) for _ in range(2)] == [True, True]
    assert repeats.filter(record("b", level=logging.WARNING))


def test_failure_that_comes_again_later_is_written_again() -> None:
    repeats = Repeats(60)

    assert [repeats.filter(record(at=NOON + seconds)) for seconds in (0, 61, 122)] == [True, True, True]


def test_every_handler_gets_the_same_answer() -> None:
    repeats, one, again = Repeats(3_600), record(), record()

    assert [repeats.filter(one), repeats.filter(one), repeats.filter(again), repeats.filter(again)] == [
        *(True, True),
        *(False, False),
    ]


def test_kinds_that_vary_without_end_fill_no_memory() -> None:
    repeats = Repeats(3_600)

    assert all(repeats.filter(record(str(number))) for number in range(1_000))
    assert len(repeats._kinds) <= 200

    passed = sum(repeats.filter(record(f"again {number}")) for number in range(1_000) for _ in range(2))
    assert len(repeats._kinds) <= 201
    assert passed < 250


def test_strangers_who_vary_hosts_and_paths_fill_no_log(client: Client, site_log: Any) -> None:
    folder, repeats = site_log

    for number in range(20):
        assert client.get(f"/{number}/", headers={"Host": f"evil-{number}.example"}).status_code == 400
    repeats.flush()

    lines = [line for line in lines_in(folder) if line["logger"] == "django.security.DisallowedHost"]
    assert [line.get("repeated", 0) for line in lines] == [0, 19]


def test_each_day_has_a_file_and_old_ones_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handler = DailyFile(tmp_path, days=3)
    handler.setFormatter(JsonLine())
    other = tmp_path / "notes.log"
    other.write_text("{}")

    for day in range(6):
        monkeypatch.setattr("config.logs.time.time", lambda day=day: NOON + day * DAY)
        handler.emit(record(f"day {day}", at=NOON + day * DAY))

    assert sorted(file.name for file in tmp_path.iterdir()) == [
        *("2026-05-19.log", "2026-05-20.log", "2026-05-21.log", "2026-05-22.log"),
        "notes.log",
    ]


def test_full_file_is_followed_by_another_and_a_day_has_an_end(tmp_path: Path) -> None:
    handler = DailyFile(tmp_path, files_a_day=3, most=1_000, days=100_000)
    handler.setFormatter(JsonLine())

    for _ in range(100):
        handler.emit(record("x" * 300))

    sizes = [file.stat().st_size for file in tmp_path.iterdir()]
    assert len(sizes) == 3
    assert max(sizes) < 1_500


@pytest.mark.skipif(sys.platform == "win32", reason="has no such modes")
def test_log_is_for_the_owner_alone(tmp_path: Path) -> None:
    handler = DailyFile(tmp_path, days=100_000)
    handler.emit(record())

    assert [file.stat().st_mode & 0o777 for file in tmp_path.iterdir()] == [0o600]


def test_disk_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    DailyFile(tmp_path / "file").emit(record())

    assert (tmp_path / "file").read_text() == ""


@pytest.mark.slow
def test_lines_of_several_processes_are_all_there_and_whole(tmp_path: Path) -> None:
    program = (
        "import logging, sys; from config.logs import DailyFile, JsonLine\n"
        "handler = DailyFile(sys.argv[1], most=200_000, files_a_day=50); handler.setFormatter(JsonLine())\n"
        "for number in range(300):\n"
        "    handler.emit(logging.makeLogRecord({'msg': f'{sys.argv[2]} {number} ' + 'x' * 3_000}))\n"
    )
    root = Path(__file__).resolve().parent.parent.parent
    writers = [
        subprocess.Popen([sys.executable, "-c", program, str(tmp_path), str(number)], cwd=root) for number in range(4)
    ]
    assert [writer.wait(timeout=120) for writer in writers] == [0] * 4

    said = sorted(tuple(map(int, line["message"].split()[:2])) for line in lines_in(tmp_path))
    assert said == [(writer, number) for writer in range(4) for number in range(300)]
    assert len(list(tmp_path.iterdir())) > 5
