"""What the site does before it serves."""

import os
import re
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import psutil
import pytest

from config import serve
from config.starting import folder, port
from config.starting.folder import AlreadyRunning, note_running, the_only_one, who_runs


def test_secret_key_is_made_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret_key"

    key = folder.kept_secret_key(path)

    assert len(key) >= 50
    assert path.stat().st_mode & 0o777 == 0o600
    assert folder.kept_secret_key(path) == key


@pytest.mark.skipif(sys.platform == "win32", reason="has no such modes")
def test_what_an_earlier_version_wrote_for_all_to_read_is_closed_to_others(tmp_path: Path) -> None:
    old = tmp_path / "var"
    old.mkdir(mode=0o755)

    folder.close_to_others(old)
    folder.close_to_others(tmp_path / "new")

    assert [path.stat().st_mode & 0o777 for path in (old, tmp_path / "new")] == [0o700, 0o700]


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Return a port at which something listens."""
    monkeypatch.setattr(port, "SECONDS_TO_LET_GO", 0.2)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_taken_port_is_told_with_another_to_try(taken: int) -> None:
    with pytest.raises(SystemExit) as stopped:
        port.free_port("127.0.0.1", taken, "make run PORT=")

    assert re.fullmatch(
        rf"Cannot listen on 127.0.0.1:{taken}: .+ \(by .+, process {os.getpid()}\). Try make run PORT={taken + 1}",
        str(stopped.value),
    )


def test_port_that_a_killed_server_lets_go_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(port, "SECONDS_TO_LET_GO", 60.0)
    left = socket.create_server(("127.0.0.1", 0))
    wanted = left.getsockname()[1]
    ending = Timer(0.3, left.close)
    ending.start()

    assert port.free_port("127.0.0.1", wanted, "--port ") == wanted
    ending.join()


def test_process_that_the_system_does_not_name_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: str) -> None:
        raise psutil.AccessDenied  # as macOS does where it is not one's own

    monkeypatch.setattr(psutil, "net_connections", refuse)

    assert port.holder(8000) == ""


def test_port_that_nobody_asked_for_is_the_next_free_one(
    taken: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(port, "FIRST_PORT", taken)

    found = port.free_port("127.0.0.1", None, "--port ")

    assert taken < found < taken + port.MOST_PORTS
    assert capsys.readouterr().out == f"Another program uses port {taken}: this site has port {found}.\n"


def test_data_that_is_served_already_is_told_with_address_and_process(tmp_path: Path) -> None:
    database = tmp_path / "db.sqlite3"
    assert who_runs(database) is None

    with the_only_one(database):
        note_running(database, "::", 8000, "cribbage.local")
        with pytest.raises(AlreadyRunning) as refused, the_only_one(database):
            pass
        told = who_runs(database)

    assert str(refused.value).startswith(f"This site runs already at http://127.0.0.1:8000/, as process {os.getpid()}.")
    assert told == folder.Running(os.getpid(), "::", 8000, "cribbage.local")
    assert who_runs(database) is None
    with the_only_one(database):
        pass


def test_what_a_killed_server_wrote_down_is_not_where_the_next_one_is_found_before_it_serves(tmp_path: Path) -> None:
    database = tmp_path / "db.sqlite3"
    note_running(database, "127.0.0.1", 8001, "")

    with the_only_one(database):
        assert str(AlreadyRunning(who_runs(database))).startswith("Another process uses this data.")


def test_address_of_the_newer_protocol_has_brackets() -> None:
    assert folder.Running(1, "fd00::7", 8000).address == "http://[fd00::7]:8000/"


def test_port_must_be_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "80 80")

    with pytest.raises(SystemExit, match="PORT is '80 80': write a number from 1 to 65535."):
        serve.number("PORT", 8000, 65535)
