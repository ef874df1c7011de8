"""What ``make run`` does before it serves."""

import os
import socket
import sys
from pathlib import Path

import pytest

from config import serve


def test_secret_key_is_made_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret_key"

    key = serve.kept_secret_key(path)

    assert len(key) >= 50
    assert path.stat().st_mode & 0o777 == 0o600
    assert serve.kept_secret_key(path) == key


@pytest.mark.skipif(sys.platform == "win32", reason="has no such modes")
def test_what_an_earlier_version_wrote_for_all_to_read_is_closed_to_others(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    folder.mkdir(mode=0o755)

    serve.close_to_others(folder)
    serve.close_to_others(tmp_path / "new")

    assert [path.stat().st_mode & 0o777 for path in (folder, tmp_path / "new")] == [0o700, 0o700]


def test_taken_port_is_told_with_another_to_try() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        with pytest.raises(SystemExit) as stopped:
            serve.refuse_taken_port("127.0.0.1", port)

    assert str(stopped.value).endswith(f"Try make run PORT={port + 1}")


def test_taken_port_is_told_with_the_process_that_serves_this_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = tmp_path / "running"
    monkeypatch.setattr(serve, "RUNNING", running)
    told = [serve.what_runs()]
    for kept in (f"{os.getpid()} 8000", "no numbers", f"{2**22 + 1} 8000"):
        running.write_text(kept)
        told.append(serve.what_runs())

    assert told == ["", f"This site runs already on port 8000, as process {os.getpid()}.", "", ""]


def test_port_must_be_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "80 80")

    with pytest.raises(SystemExit, match="PORT is '80 80': write a number from 1 to 65535."):
        serve.number("PORT", 8000, 65535)
