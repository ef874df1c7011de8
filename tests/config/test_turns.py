"""Who waits for a page that many ask for: nobody for those of another address."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from threading import Event
from typing import Any

import pytest

from config import front as fronts
from config import turns
from config.turns import QueueIsFull, Shares
from tests.config.test_front import front_of, scope_of, send_to

MANY = 40


class Served:
    """Readers who hold a place until the next one is let on, in the order in which they were served."""

    def __init__(self, places: int, seconds: float = 5.0) -> None:
        self.shares = Shares(places, seconds)
        self.order: list[str] = []
        self.at_once: list[int] = []
        self._now = 0

    async def read(self, address: str, share: int) -> None:
        async with self.shares.of(address, share):
            self._now += 1
            self.order.append(address)
            self.at_once.append(self._now)
            await asyncio.sleep(0)
            self._now -= 1

    def is_forgotten(self) -> bool:
        return not self.shares._waiting and not self.shares._taken


def test_who_asks_for_much_is_served_in_turn_with_who_asks_for_little() -> None:
    served = Served(places=1)

    async def trial() -> None:
        async with served.shares.of("first", 1):
            readers = [served.read(address, 1) for address in ["flood"] * MANY + ["one", "two", "one"]]
            waiting = [asyncio.create_task(reader) for reader in readers]
            await asyncio.sleep(0)
        await asyncio.gather(*waiting)

    asyncio.run(trial())
    assert served.order[:6] == ["flood", "one", "two", "flood", "one", "flood"]
    assert (len(served.order), max(served.at_once), served.is_forgotten()) == (MANY + 3, 1, True)


def test_address_has_no_more_than_its_share_though_places_are_free() -> None:
    served = Served(places=8)

    async def trial() -> None:
        await asyncio.gather(*[served.read("flood", 2) for _ in range(MANY)])

    asyncio.run(trial())
    assert (len(served.order), max(served.at_once), served.is_forgotten()) == (MANY, 2, True)


def test_who_waits_too_long_or_leaves_takes_no_place() -> None:
    served = Served(places=1, seconds=0.02)

    async def trial() -> list[str]:
        ends = []
        async with served.shares.of("slow", 1):
            leaving = asyncio.create_task(served.read("leaves", 1))
            with pytest.raises(QueueIsFull):
                await served.read("waits", 1)
            ends.append("too long")
            leaving.cancel()
            with suppress(asyncio.CancelledError, QueueIsFull):
                await leaving
        await served.read("next", 1)
        return ends

    assert asyncio.run(trial()) == ["too long"]
    assert served.order == ["next"]
    assert served.is_forgotten()


def test_who_leaves_when_called_gives_the_place_to_the_next() -> None:
    served = Served(places=1)

    async def trial() -> None:
        async with served.shares.of("first", 1):
            leaving = asyncio.create_task(served.read("leaves", 1))
            staying = asyncio.create_task(served.read("stays", 1))
            await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.gather(staying, leaving, return_exceptions=True)

    asyncio.run(trial())
    assert served.order == ["stays"]
    assert served.is_forgotten()


def test_address_that_waits_for_too_much_is_refused_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MAX_IN_QUEUE", 3)
    served = Served(places=1)

    async def trial() -> list[object]:
        async with served.shares.of("first", 1):
            flood = [asyncio.create_task(served.read("flood", 1)) for _ in range(5)]
            other = asyncio.create_task(served.read("other", 1))
            await asyncio.sleep(0)
        return await asyncio.gather(*flood, other, return_exceptions=True)

    refused = asyncio.run(trial())
    assert [type(one) for one in refused] == [type(None)] * 3 + [QueueIsFull] * 2 + [type(None)]
    assert served.order.count("flood") == 3


def test_pages_of_strangers_leave_threads_to_staff_and_to_others() -> None:
    doors = Event()

    def site(environ: dict[str, Any], start: Any) -> list[bytes]:
        if environ["PATH_INFO"] == "/slow/":
            doors.wait(30)
        start("200 OK", [])
        return [b"done"]

    async def trial() -> int:
        front = front_of(site, seconds=30.0)
        flood = [asyncio.create_task(send_to(front, scope_of("GET", "/slow/"))) for _ in range(MANY)]
        await asyncio.sleep(0.01)
        async with asyncio.timeout(5):
            await send_to(front, {**scope_of("GET", "/"), "client": ("192.0.2.8", 4000)})
            await send_to(front, scope_of("GET", "/", cookie="sessionid=abc"))
        taken = front._reading._taken.total()
        doors.set()
        await asyncio.gather(*flood)
        return taken

    assert asyncio.run(trial()) == fronts.OF_STRANGERS
