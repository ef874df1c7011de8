"""What the first laptop answers the second, and whom it believes."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from config.standby.first import First, new_state, time_with_sleep
from config.standby.follower import Follower
from config.standby.links import LinksFile
from config.standby.messages import Kind, Message, read_message
from config.standby.sealing import Sealer, is_proof, proof
from config.standby.starting import look

NONCE = "n" * 32


class Answers:
    """Takes what the first laptop sends."""

    def __init__(self) -> None:
        self.status = 0
        self.body = bytearray()

    async def __call__(self, message: dict[str, Any]) -> None:
        self.status = message.get("status", self.status)
        self.body += message.get("body", b"")

    @property
    def values(self) -> Any:
        return json.loads(bytes(self.body))

    def messages(self, code: str) -> list[Message]:
        """Open what came over a feed so far."""
        data = BytesIO(bytes(self.body))
        sealer = Sealer(code, NONCE + data.read(32).decode())
        found = []
        while data.tell() < len(self.body):
            found.append(read_message(data.read, sealer))
        return found


@pytest.fixture
def first(tmp_path: Path) -> First:
    path = tmp_path / "db.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE slip (id INTEGER PRIMARY KEY)")
    pictures = tmp_path / "pictures"
    return First(new_state(), path, secret_key="kept", pictures=pictures, patience=0.05, patience_with_pictures=0.1)


def environ(method: str, name: str, query: dict[str, str] | None = None) -> dict[str, Any]:
    return {
        "REQUEST_METHOD": method,
        "PATH_INFO": f"/standby/{name}",
        "QUERY_STRING": urlencode(query or {}),
        "REMOTE_ADDR": "192.0.2.7",
    }


def ask(first: First, method: str, name: str, query: dict[str, str] | None = None, body: bytes = b"") -> Answers:
    answers = Answers()
    asyncio.run(first.answer(environ(method, name, query), body, answers))
    return answers


def told(code: str, name: str, **values: object) -> bytes:
    said = {key: str(value) for key, value in values.items()}
    return json.dumps(said | {"proof": proof(code, name, *(f"{key}={said[key]}" for key in sorted(said)))}).encode()


def feed_query(code: str) -> dict[str, str]:
    return {"nonce": NONCE, "port": "8000", "place": "", "proof": proof(code, "feed", NONCE, "8000", "")}


def while_it_feeds(first: First, act: Callable[[Answers], Awaitable[None]]) -> Answers:
    """Do something while a second laptop is told everything."""

    async def run() -> Answers:
        answers = Answers()
        query = feed_query(first.links.read().code)
        feeding = asyncio.create_task(first.answer(environ("GET", "feed", query), b"", answers))
        while not first.state.stored and len(answers.body) < 500:
            await asyncio.sleep(0.01)
        await act(answers)
        first.state.connection = 0
        await feeding
        return answers

    return asyncio.run(run())


async def says(first: First, name: str, **values: object) -> int:
    answers = Answers()
    await first.answer(environ("POST", name), told(first.links.read().code, name, **values), answers)
    return answers.status


@pytest.mark.parametrize("field", ["nonce", "port", "place", "proof"])
def test_nobody_is_told_anything_without_the_code(first: First, field: str) -> None:
    query = feed_query(first.links.read().code) | {field: "9"}

    assert ask(first, "GET", "feed", query).status == 403


def test_second_laptop_is_told_the_whole_database_and_the_key(first: First) -> None:
    async def wait(_: Answers) -> None:
        await asyncio.sleep(0)

    messages = while_it_feeds(first, wait).messages(first.links.read().code)

    assert messages[0].values["secret_key"] == "kept"
    assert messages[1].kind is Kind.COPY
    assert messages[1].content.startswith(b"SQLite format 3")
    assert first.links.read().second == "http://192.0.2.7:8000"


def test_change_waits_until_the_second_has_it(first: First) -> None:
    waited = []

    async def act(_: Answers) -> None:
        number = first.state.connection
        assert await says(first, "stored", connection=number, read_at=time.monotonic(), pictures=0.0) == 200
        first._patience = 5.0
        waiting = asyncio.create_task(first.settled())
        await asyncio.sleep(0.05)
        waited.append(waiting.done())
        assert await says(first, "stored", connection=number, read_at=time.monotonic(), pictures=0.0) == 200
        await waiting
        waited.append(bool(first.state.is_late))

    while_it_feeds(first, act)

    assert waited == [False, False]


def test_nobody_waits_for_a_second_laptop_that_does_not_keep_up(first: First) -> None:
    async def act(_: Answers) -> None:
        number = first.state.connection
        await says(first, "stored", connection=number, read_at=time.monotonic(), pictures=0.0)
        await first.settled()
        assert first.state.is_late
        before = time.monotonic()
        await first.settled()
        assert time.monotonic() - before < first._patience
        await says(first, "stored", connection=number, read_at=time.monotonic(), pictures=0.0)
        assert not first.state.is_late

    while_it_feeds(first, act)


def test_what_sends_pictures_waits_for_them_and_nothing_else_does(first: First) -> None:
    first._patience = first._patience_with_pictures = 5.0
    waited = []

    async def act(_: Answers) -> None:
        number, now = first.state.connection, time.monotonic()
        await says(first, "stored", connection=number, read_at=now, pictures=now)
        sending = asyncio.create_task(first.settled(has_pictures=True))
        await asyncio.sleep(0.01)
        await says(first, "stored", connection=number, read_at=time.monotonic(), pictures=now)
        await asyncio.sleep(0.02)
        waited.append(sending.done())
        await says(first, "stored", connection=number, read_at=0.0, pictures=time.monotonic())
        await sending
        waited.append(bool(first.state.pictures_late))

    while_it_feeds(first, act)

    assert waited == [False, False]


def test_nobody_waits_for_pictures_that_do_not_arrive_and_saves_still_wait(first: First) -> None:
    async def act(_: Answers) -> None:
        number, now = first.state.connection, time.monotonic()
        await says(first, "stored", connection=number, read_at=now + 9, pictures=now)
        await first.settled(has_pictures=True)

    while_it_feeds(first, act)

    assert (bool(first.state.pictures_late), bool(first.state.is_late)) == (True, False)


def test_change_waits_for_nobody_where_nobody_follows(first: First) -> None:
    asyncio.run(asyncio.wait_for(first.settled(), 1))


@pytest.mark.parametrize(
    ("body", "status"), [(b"", 400), (b"[]", 400), (b"{}", 400), (b'{"proof": "x"}', 403), (b"\xff", 400)]
)
def test_what_is_no_message_of_the_second_laptop_changes_nothing(first: First, body: bytes, status: int) -> None:
    assert ask(first, "POST", "stored", body=body).status == status
    assert ask(first, "POST", "replaced", body=body).status == status
    assert not first.state.is_replaced


def test_word_of_an_earlier_connection_is_not_taken(first: First) -> None:
    assert (
        ask(
            first, "POST", "stored", body=told(first.links.read().code, "stored", connection=5, read_at=1, pictures=1)
        ).status
        == 409
    )


@pytest.mark.parametrize(("epoch", "is_replaced"), [(1, False), (2, True)])
def test_laptop_is_replaced_by_one_that_took_over_later(first: First, epoch: int, is_replaced: bool) -> None:
    code = first.links.read().code
    body = told(code, "replaced", epoch=epoch, port=8000)

    assert ask(first, "POST", "replaced", body=body).status == 200
    assert first.refuses(environ("GET", "")) == is_replaced
    assert first.refuses(environ("POST", "")) == is_replaced
    assert first.links.read().replaced_by == ("http://192.0.2.7:8000" if is_replaced else "")


def test_static_files_are_there_for_the_page_that_leads_on(first: First) -> None:
    first.replace("http://192.0.2.7:8000")

    assert not first.refuses({"PATH_INFO": "/static/css/base.css", "REQUEST_METHOD": "GET"})


def test_second_laptop_that_leaves_is_not_offered_any_more(first: First) -> None:
    first.links.change(second="http://192.0.2.7:8000")
    first.state.connection = 7

    assert ask(first, "GET", "second").values == {"second": "http://192.0.2.7:8000", "is_replaced": False}
    ask(first, "POST", "leave", body=told(first.links.read().code, "leave", connection=7))
    assert ask(first, "GET", "second").values == {"second": "", "is_replaced": False}


def test_state_is_proved_to_who_has_the_code(first: First) -> None:
    values = ask(first, "GET", "state", {"nonce": "5"}).values

    assert is_proof(values["proof"], first.links.read().code, "state", "5", "1")


def test_other_addresses_are_not_there(first: First) -> None:
    assert ask(first, "GET", "code").status == 404
    assert ask(first, "POST", "feed").status == 404


class Shared:
    """Stands for what processes share."""

    is_replaced = False
    must_be_asked = True
    looked_at = 0.0


@pytest.mark.parametrize(
    ("answer", "is_replaced", "must_be_asked"),
    [(None, False, True), (1, False, False), (2, True, False)],
    ids=["nobody answers", "still follows", "has taken over"],
)
def test_laptop_that_comes_back_asks_the_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: int | None, is_replaced: bool, must_be_asked: bool
) -> None:
    file = LinksFile(tmp_path)
    file.change(second="http://192.0.2.7:8000")
    monkeypatch.setattr("config.standby.starting.ask_state", lambda *_: answer)
    shared = Shared()

    look(shared, file)

    assert (shared.is_replaced, shared.must_be_asked) == (is_replaced, must_be_asked)
    assert bool(file.read().replaced_by) == is_replaced


@pytest.mark.parametrize("answer", [None, 1, 2], ids=["nobody answers", "still follows", "has taken over"])
def test_laptop_that_slept_changes_nothing_before_it_has_asked_the_second(
    first: First, monkeypatch: pytest.MonkeyPatch, answer: int | None
) -> None:
    save = {"PATH_INFO": "/t/bay/cards/1/", "REQUEST_METHOD": "POST"}
    first.links.change(second="http://192.0.2.7:8000")
    monkeypatch.setattr("config.standby.starting.ask_state", lambda *_: 1)
    look(first.state, first.links)
    awake = first.refuses(save)
    now = time_with_sleep()
    for module in ("first", "starting"):
        monkeypatch.setattr(f"config.standby.{module}.time_with_sleep", lambda: now + 3_600)

    woken = first.refuses(save), first.refuses(save | {"REQUEST_METHOD": "GET"})
    monkeypatch.setattr("config.standby.starting.ask_state", lambda *_: answer)
    look(first.state, first.links)

    assert (awake, woken) == (False, (True, False))
    assert first.refuses(save) == (answer != 1)
    assert bool(first.state.is_replaced) == (answer == 2)


def test_follower_keeps_the_code_and_the_key_to_itself(tmp_path: Path) -> None:
    follower = Follower("http://192.0.2.5:8000/t/x/", "code", tmp_path, 8000)

    follower._greet({"epoch": 4, "secret_key": "kept", "goes_on": True})

    assert follower.first == "http://192.0.2.5:8000"
    assert follower.links.read().epoch == 4
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}
