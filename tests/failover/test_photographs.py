"""The first laptop dies as soon as it has answered that photographs are saved: the second has them, and reads them."""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from uuid import uuid4

import pytest

pytest.importorskip("cv2", reason="The extra photo is not installed.")
pytest.importorskip("pypdfium2", reason="The extra photo is not installed.")

from brackets.demo.event import make_event
from tests.load.failover import GIVEN_UP_AFTER, kill, silence, start, take_over, wait_for_copy, wait_for_site
from tests.load.pages import free_port
from tests.load.saving import GAMES, Client, environment_on, prepare
from tests.migrated import sqlite_file
from tests.scorecards.photo.event_pictures import photograph_of

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

PLAYERS = 12
BOUNDARY = "a-boundary-of-this-test"


def send(client: Client, slug: str, picture: bytes) -> int:
    """Send a photograph as the script of the page does; return the status of the answer."""
    fields = {"csrfmiddlewaretoken": client.token, "key": str(uuid4())}
    parts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}' for name, value in fields.items()]
    file = 'Content-Disposition: form-data; name="picture"; filename="card.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
    parts.append(file + picture.decode("latin-1"))
    body = "".join(f"--{BOUNDARY}\r\n{part}\r\n" for part in parts) + f"--{BOUNDARY}--\r\n"
    how = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
    return client.send("POST", f"/t/{slug}/cards/photographs/send/", body, [], how)[0]


def wait_until_read(database: Path) -> list[tuple[int, str]]:
    """Return whose cards were found, and where their pictures are, once no file waits to be read."""
    until = time.monotonic() + GIVEN_UP_AFTER
    with closing(sqlite3.connect(database, isolation_level=None, timeout=10)) as connection:
        while time.monotonic() < until:
            with suppress(sqlite3.OperationalError):
                # The claim of the reader that died ends after a minute, which is not waited for here.
                connection.execute("UPDATE scorecards_picturefile SET claimed_at = NULL WHERE tries < 2")
                states = connection.execute("SELECT DISTINCT state FROM scorecards_picturefile").fetchall()
                if states == [("read",)]:
                    break
            time.sleep(0.5)
        return connection.execute(
            """SELECT entrant.number, card.stored FROM scorecards_cardpicture AS card
            JOIN tournaments_entrant AS entrant ON entrant.id = card.entrant_id ORDER BY 1"""
        ).fetchall()


def test_photographs_answered_saved_are_on_the_second_laptop_and_are_read_there(tmp_path: Path) -> None:
    first_folder, second_folder = tmp_path / "first", tmp_path / "second"
    first_folder.mkdir()
    shutil.copy(sqlite_file(), first_folder / "db.sqlite3")
    database = f"sqlite:///{first_folder}/db.sqlite3"
    environment = environment_on(database, tmp_path) | {"WORKERS": "1", "LOG_DIR": str(tmp_path / "log")}
    slug, [session] = prepare(environment, PLAYERS, 1)
    cards = make_event(players=PLAYERS, games=GAMES).scorecards
    pictures = [photograph_of(slug, card, GAMES) for card in cards]
    ports = free_port(), free_port()
    first = start(
        [sys.executable, "-m", "config.serve"], environment | {"DATA_DIR": str(first_folder), "PORT": str(ports[0])}
    )
    second = None
    try:
        wait_for_site(ports[0])
        code = json.loads((first_folder / "second-laptop.json").read_text())["code"]
        own = {name: value for name, value in environment.items() if name not in {"DATABASE_URL", "SECRET_KEY"}}
        command = ["standby", f"http://127.0.0.1:{ports[0]}", "--code", code, "--data", str(second_folder)]
        command += ["--host", "127.0.0.1", "--port", str(ports[1])]
        second = start([sys.executable, "-m", "cribbage_tournaments", *command], own)
        token = wait_for_copy(ports[1])
        client = Client(ports[0], session)
        statuses = [send(client, slug, picture) for picture in pictures]
        silence(first)
        sent = {path.read_bytes() for path in (first_folder / "pictures").glob("*.jpg")} & set(pictures)
        kill(first)
        shutil.rmtree(first_folder)
        take_over(ports[1], token)
        wait_for_site(ports[1])
        folder = second_folder / "second-laptop"
        found = wait_until_read(folder / "db.sqlite3")
    finally:
        kill(first)
        if second is not None:
            kill(second)

    assert (statuses, len(sent)) == ([200] * PLAYERS, PLAYERS)
    assert set(pictures) <= {path.read_bytes() for path in (folder / "pictures").glob("*.jpg")}
    assert [number for number, _ in found] == sorted(card.entrant for card in cards)
    assert all((folder / "pictures" / stored).is_file() for _, stored in found)
