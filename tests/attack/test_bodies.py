"""Bodies that are too large, too slow, or never end: read before a thread is taken, or not at all."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from config import bodies
from config.bodies import MAX_BYTES, MAX_BYTES_OF_PICTURES, MAX_BYTES_OF_STRANGERS, Body, BodyRefused


class Sender:
    """Sends these parts, one each ``every`` seconds; then it ends, or says nothing more."""

    def __init__(self, *parts: bytes, every: float = 0.0, ends: bool = True) -> None:
        self.parts = list(parts)
        self.every = every
        self.ends = ends
        self.is_asked = False

    async def receive(self) -> Mapping[str, Any]:
        self.is_asked = True
        await asyncio.sleep(self.every)
        if self.parts:
            part = self.parts.pop(0)
            return {"type": "http.request", "body": part, "more_body": bool(self.parts) or not self.ends}
        await asyncio.sleep(60)
        raise AssertionError("nobody waits that long")


async def read(sender: Sender, told: str | None = "5", limit: int = MAX_BYTES_OF_STRANGERS) -> int:
    """Return how many bytes were read, or the status of the refusal."""

    async def limit_of_sender() -> int:
        return limit

    headers = [] if told is None else [(b"content-length", told.encode())]
    size = 0
    try:
        body = Body({"headers": headers}, sender.receive, limit_of_sender)  # type: ignore[arg-type]
        while True:
            message = await body.receive()
            size += len(message["body"])
            if not message["more_body"]:
                return size
    except BodyRefused as refused:
        return -refused.status


@pytest.fixture
def is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("PAUSE", 0.2), ("WHOLE", 0.5), ("BYTES_A_SECOND", 10**9)):
        monkeypatch.setattr(bodies, name, value)


@pytest.mark.parametrize(
    ("length", "limit", "status"),
    [
        (str(MAX_BYTES_OF_STRANGERS), MAX_BYTES_OF_STRANGERS, 5),
        (str(MAX_BYTES_OF_STRANGERS + 1), MAX_BYTES_OF_STRANGERS, -413),
        (str(MAX_BYTES), MAX_BYTES, 5),
        (str(MAX_BYTES + 1), MAX_BYTES, -413),
        (str(MAX_BYTES_OF_PICTURES), MAX_BYTES_OF_PICTURES, 5),
        (str(MAX_BYTES_OF_PICTURES + 1), MAX_BYTES_OF_PICTURES, -413),
        (str(512 * 1024**2), MAX_BYTES, -413),
        ("9" * 5_000, MAX_BYTES, -413),
        ("-1", MAX_BYTES, -400),
        ("1e3", MAX_BYTES, -400),
        ("", MAX_BYTES, -400),
        ("\u00b2", MAX_BYTES, -400),
    ],
)
def test_body_that_is_too_large_is_refused_before_it_is_read(length: str, limit: int, status: int) -> None:
    sender = Sender(b"12345")

    assert asyncio.run(read(sender, length, limit)) == status
    assert sender.is_asked == (status > 0)


@pytest.mark.parametrize(("limit", "status"), [(MAX_BYTES_OF_STRANGERS, -413), (MAX_BYTES, 3 * 60_000)])
def test_body_in_chunks_tells_no_length_and_is_counted(limit: int, status: int) -> None:
    assert asyncio.run(read(Sender(*[b"x" * 60_000] * 3), None, limit)) == status


def test_body_in_chunks_ends_at_the_limit_of_files() -> None:
    sender = Sender(*[b"x" * 1024**2] * 20)

    assert asyncio.run(read(sender, None, MAX_BYTES)) == -413
    assert len(sender.parts) == 11


@pytest.mark.usefixtures("is_quick")
@pytest.mark.parametrize("sender", [Sender(b"1", ends=False), Sender(*[b"1"] * 90, every=0.05), Sender(ends=False)])
def test_body_that_never_ends_is_let_go(sender: Sender) -> None:
    assert asyncio.run(read(sender, "90")) == -408


def test_slow_phone_is_not_punished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "PAUSE", 2.5)  # less than all of it takes

    assert asyncio.run(read(Sender(b"1", b"2", b"3", b"4", b"5", every=0.6))) == 5


@pytest.mark.usefixtures("is_quick")
def test_sender_who_pauses_is_let_go_long_before_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "WHOLE", 50.0)

    assert asyncio.run(read(Sender(b"1", b"2", every=0.3))) == -408
