"""The second laptop has every picture that the first has, and no other."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from config.standby.feed import Feed
from config.standby.first import First
from config.standby.messages import BrokenMessage, Kind, Message
from config.standby.pictures import NO_ROOM, PART_OF_PICTURE, PictureCopies, messages_of, names_in
from config.standby.sealing import proof
from scorecards.photographs import files
from tests.config.standby.test_first import NONCE, ask, first  # noqa: F401 - a fixture

SECONDS = 10.0


def picture(folder: Path, number: int, size: int = 100) -> str:
    """Write a picture and return its name."""
    folder.mkdir(exist_ok=True)
    name = f"{number:032x}.jpg"
    (folder / name).write_bytes(random.Random(number).randbytes(size))
    return name


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


class Hall:
    """Two folders, and what fetches from one into the other in a thread of its own."""

    def __init__(self, there: Path, here: Path) -> None:
        self.there, self.here = there, here
        self.asked: list[str] = []
        self.trouble: list[Callable[[str], Iterator[Message]]] = []
        self.copies = PictureCopies(self.fetch, lambda: None)
        self.stopped = Event()

    def fetch(self, name: str) -> Iterator[Message]:
        self.asked.append(name)
        if self.trouble:
            yield from self.trouble.pop(0)(name)
        yield from messages_of(self.there, name)

    def run(self) -> None:
        Thread(target=self.copies.run, args=[self.stopped], daemon=True).start()

    def says_what_it_has(self, read_at: float) -> None:
        self.copies.listed(names_in(self.there) or ())
        self.copies.heard(read_at)

    def wait(self, is_so: Callable[[], bool]) -> None:
        until = time.monotonic() + SECONDS
        while not is_so():
            assert time.monotonic() < until
            time.sleep(0.005)


@pytest.fixture
def hall(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    settings.PICTURES_DIR = tmp_path / "second"
    monkeypatch.setattr("config.standby.pictures.AGAIN", 0.01)
    hall = Hall(tmp_path / "first", tmp_path / "second")
    yield hall
    hall.stopped.set()


def test_pictures_come_in_parts_and_those_deleted_go(hall: Hall) -> None:
    names = [picture(hall.there, number, size) for number, size in enumerate((1, PART_OF_PICTURE, 2_500_000), start=1)]
    kept = picture(hall.here, 1, 1)
    stray = picture(hall.here, 9)
    (hall.here / f"{8:032x}.part").write_bytes(b"half")
    hall.says_what_it_has(5.0)
    hall.run()
    hall.wait(lambda: hall.copies.stored_until == 5.0)
    copied = contents(hall.here)
    (hall.there / names[1]).unlink()
    hall.says_what_it_has(6.0)
    hall.wait(lambda: not (hall.here / names[1]).exists())

    assert (names[0], stray in copied, hall.asked) == (kept, False, names[1:])
    assert copied.keys() == set(names)
    assert contents(hall.here) == contents(hall.there)
    assert hall.copies.counts == (2, 2)


def test_it_has_what_was_there_before_the_oldest_that_is_missing(hall: Hall) -> None:
    picture(hall.there, 1)
    hall.copies.heard(4.0)
    hall.says_what_it_has(5.0)
    picture(hall.there, 2)
    hall.says_what_it_has(6.0)

    assert (hall.copies.stored_until, hall.copies.counts) == (4.0, (0, 2))


def test_picture_that_was_deleted_meanwhile_is_not_waited_for(hall: Hall) -> None:
    name = picture(hall.there, 1)
    hall.says_what_it_has(5.0)
    (hall.there / name).unlink()
    hall.run()
    hall.wait(lambda: hall.copies.stored_until == 5.0)

    assert list(hall.here.iterdir()) == []


def cut_off(name: str) -> Iterator[Message]:
    yield Message(Kind.PICTURE, {"is_last": False, "is_gone": False}, b"half")
    raise BrokenMessage


def endless(name: str) -> Iterator[Message]:
    while True:
        yield Message(Kind.PICTURE, {"is_last": False, "is_gone": False}, bytes(PART_OF_PICTURE))


@pytest.mark.parametrize("trouble", [cut_off, endless])
def test_half_a_picture_and_too_long_a_one_leave_nothing_and_it_is_fetched_again(
    hall: Hall, trouble: Callable[[str], Iterator[Message]]
) -> None:
    picture(hall.there, 1)
    hall.trouble = [trouble]
    hall.says_what_it_has(5.0)
    hall.run()
    hall.wait(lambda: hall.copies.stored_until == 5.0)

    assert contents(hall.here) == contents(hall.there)
    assert len(hall.asked) == 2


def test_full_disk_is_said_and_tried_again(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    picture(hall.there, 1)
    hall.says_what_it_has(5.0)
    with monkeypatch.context() as full:
        full.setattr(files, "RESERVE", 2**62)
        hall.run()
        hall.wait(lambda: hall.copies.problem == NO_ROOM)
        before = list(hall.here.iterdir())
    hall.wait(lambda: hall.copies.stored_until == 5.0)

    assert (before, hall.copies.problem) == ([], "")


def test_folder_that_cannot_be_read_deletes_nothing(tmp_path: Path) -> None:
    assert names_in(tmp_path / "not there") is None


def test_pictures_are_told_before_the_rows_that_name_them(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    with closing(sqlite3.connect(tmp_path / "db.sqlite3", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE slip (id INTEGER PRIMARY KEY)")
        feed = Feed(
            tmp_path / "db.sqlite3", {}, is_wanted_since=lambda: float("inf"), is_ending=lambda: False, pictures=folder
        )
        messages = feed.messages(None)
        before = [next(messages) for _ in range(4)]
        name = picture(folder, 1)
        database.execute("INSERT INTO slip DEFAULT VALUES")
        after = [next(messages) for _ in range(3)]
        messages.close()

    assert [message.kind for message in before] == [Kind.HELLO, Kind.COPY, Kind.PICTURES, Kind.LOG]
    assert [message.kind for message in after] == [Kind.PICTURES, Kind.LOG, Kind.BEAT]
    assert after[0].content.decode() == f'["{name}"]'


def asked_for(first: First, name: str) -> dict[str, str]:  # noqa: F811
    return {"nonce": NONCE, "name": name, "proof": proof(first.links.read().code, "picture", NONCE, name)}


@pytest.mark.parametrize("field", ["nonce", "name", "proof"])
def test_nobody_gets_a_picture_without_the_code(first: First, field: str) -> None:  # noqa: F811
    name = picture(first._pictures, 1)

    assert ask(first, "GET", "picture", asked_for(first, name) | {field: "9"}).status == 403


def test_picture_goes_out_sealed_and_nothing_else_does(first: First) -> None:  # noqa: F811
    name = picture(first._pictures, 1)
    (first._pictures / f"{2:032x}.part").write_bytes(b"half")
    data = (first._pictures / name).read_bytes()
    code = first.links.read().code

    answer = ask(first, "GET", "picture", asked_for(first, name))
    others = [
        ask(first, "GET", "picture", asked_for(first, other)).messages(code)
        for other in ("../db.sqlite3", f"{2:032x}.part", f"{3:032x}.jpg", "")
    ]

    assert (answer.status, data in answer.body) == (200, False)
    assert [message.content for message in answer.messages(code)] == [data]
    assert [[message.values["is_gone"] for message in other] for other in others] == [[True]] * 4
