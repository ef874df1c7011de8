"""Bodies that are too large, too slow, too many, or never end: read before a thread is taken, or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from config.bodies import MAX_BYTES, MAX_BYTES_OF_STRANGERS, Bodies, BodyRefused, Patience

QUICK = Patience(pause=0.2, whole=0.5, bytes_a_second=10**9, unfinished=2, young=0.05)


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


async def read(bodies: Bodies, sender: Sender, told: str | None = "5", *, is_known: bool = False, by: str = "a") -> int:
    """Return how many bytes were read, or the status of the refusal."""

    async def may_send_files() -> bool:
        return is_known

    try:
        return len(await bodies.read(sender.receive, told=told, address=by, may_send_files=may_send_files))
    except BodyRefused as refused:
        return -refused.status


@pytest.mark.parametrize(
    ("length", "is_known", "status"),
    [
        (str(MAX_BYTES_OF_STRANGERS), False, 5),
        (str(MAX_BYTES_OF_STRANGERS + 1), False, -413),
        (str(MAX_BYTES), True, 5),
        (str(MAX_BYTES + 1), True, -413),
        (str(512 * 1024**2), True, -413),
        ("9" * 5_000, True, -413),
        ("-1", True, -400),
        ("1e3", True, -400),
        ("\u00b2", True, -400),
    ],
)
def test_body_that_is_too_large_is_refused_before_it_is_read(length: str, is_known: bool, status: int) -> None:
    sender = Sender(b"12345")

    assert asyncio.run(read(Bodies(), sender, length, is_known=is_known)) == status
    assert sender.is_asked == (status > 0)


@pytest.mark.parametrize(("is_known", "status"), [(False, -413), (True, 3 * 60_000)])
def test_body_in_chunks_tells_no_length_and_is_counted(is_known: bool, status: int) -> None:
    assert asyncio.run(read(Bodies(), Sender(*[b"x" * 60_000] * 3), None, is_known=is_known)) == status


def test_body_in_chunks_ends_at_the_limit_of_files() -> None:
    sender = Sender(*[b"x" * 1024**2] * 20)

    assert asyncio.run(read(Bodies(), sender, None, is_known=True)) == -413
    assert len(sender.parts) == 11


@pytest.mark.parametrize("sender", [Sender(b"1", ends=False), Sender(*[b"1"] * 90, every=0.05), Sender(ends=False)])
def test_body_that_never_ends_is_let_go(sender: Sender) -> None:
    assert asyncio.run(read(Bodies(QUICK), sender, "90")) == -408


def test_sender_that_leaves_is_let_go() -> None:
    async def leaves() -> Mapping[str, Any]:
        return {"type": "http.disconnect"}

    sender = Sender()
    sender.receive = leaves  # type: ignore[method-assign]
    assert asyncio.run(read(Bodies(), sender)) == -400


def test_slow_phone_is_not_punished() -> None:
    assert asyncio.run(read(Bodies(QUICK), Sender(b"1", b"2", b"3", every=0.1))) == 3


def test_many_unfinished_bodies_push_out_their_own_oldest_and_nobody_elses() -> None:
    async def all_at_once() -> list[int]:
        bodies = Bodies(Patience(pause=5.0, unfinished=2, young=0.05))
        slow = asyncio.create_task(read(bodies, Sender(b"1", b"2", every=0.4), by="phone"))
        hanging = []
        for _ in range(4):
            hanging.append(asyncio.create_task(read(bodies, Sender(ends=False))))
            await asyncio.sleep(0.1)
        answers = [await task for task in hanging[:2]] + [await slow]
        assert not any(task.done() for task in hanging[2:])
        for task in hanging[2:]:
            task.cancel()
        return answers

    assert asyncio.run(all_at_once()) == [-408, -408, 2]


def test_hall_behind_one_address_sends_all_its_cards_at_once() -> None:
    async def all_at_once() -> list[int]:
        bodies = Bodies(Patience(unfinished=2, young=2.0))
        return await asyncio.gather(*(read(bodies, Sender(b"1", b"2", every=0.02)) for _ in range(60)))

    assert asyncio.run(all_at_once()) == [2] * 60
