"""The log: a file a day that processes share, and an id that error pages show."""

import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.decorators import login_not_required
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from config.logs import DailyFile, SecretsHidden
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


def text_in(folder: Path) -> str:
    return "".join(file.read_text() for file in sorted(folder.glob("*.log")))


@pytest.fixture
def site_log(tmp_path: Path) -> Iterator[Path]:
    """Return a folder to which everything is logged."""
    handler = DailyFile(tmp_path)
    handler.setFormatter(SecretsHidden("{levelname} {name}: {message}", style="{"))
    logging.getLogger().addHandler(handler)
    yield tmp_path
    logging.getLogger().removeHandler(handler)


@pytest.mark.urls(__name__)
def test_error_page_shows_the_id_by_which_the_log_has_the_request_and_no_secret(site_log: Path) -> None:
    client = Client(raise_request_exception=False)

    response = client.get("/join/Zx9876543210abc/")

    number = response["X-Request-ID"]
    logged = text_in(site_log)
    assert (response.status_code, read_page(response.content.decode()).texts("code")) == (500, [number])
    assert "ERROR django.request: Internal Server Error: /join/…/" in logged
    assert f"RuntimeError: on purpose [request {number}]\n" in logged
    assert "Zx9876543210abc" not in logged


@pytest.mark.urls(__name__)
def test_page_that_is_busy_shows_the_id_too() -> None:
    response = Client(raise_request_exception=False).get("/hangs/")

    assert response.status_code == 503
    assert read_page(response.content.decode()).texts("code") == [response["X-Request-ID"]]


def test_each_day_has_a_file_and_old_ones_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handler = DailyFile(tmp_path, days=3)
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
        "import logging, sys; from config.logs import DailyFile\n"
        "handler = DailyFile(sys.argv[1], most=200_000, files_a_day=50)\n"
        "for number in range(300):\n"
        "    handler.emit(logging.makeLogRecord({'msg': f'{sys.argv[2]} {number} ' + 'x' * 3_000}))\n"
    )
    root = Path(__file__).resolve().parent.parent.parent
    writers = [
        subprocess.Popen([sys.executable, "-c", program, str(tmp_path), str(number)], cwd=root) for number in range(4)
    ]
    assert [writer.wait(timeout=120) for writer in writers] == [0] * 4

    said = sorted(tuple(map(int, line.split()[:2])) for line in text_in(tmp_path).splitlines())
    assert said == [(writer, number) for writer in range(4) for number in range(300)]
    assert len(list(tmp_path.iterdir())) > 5
