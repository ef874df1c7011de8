"""Who goes on at once, and who waits for a place: in turn, and not for ever."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

MAX_IN_QUEUE = 512
"""How many may stand in a queue; with shares, of one address."""


class QueueIsFull(Exception):
    """Nobody was done in time with what this request waits for."""


class Turn:
    """Some may go on at once; the others wait in the order in which they came, though not for ever."""

    def __init__(self, places: int, seconds: float) -> None:
        self._places = asyncio.Semaphore(places)
        self._seconds = seconds
        self.users = 0

    async def __aenter__(self) -> None:
        """Wait for a place.

        Raises:
            QueueIsFull: it took too long, or too many wait already.
        """
        if self.users >= MAX_IN_QUEUE:
            raise QueueIsFull
        self.users += 1
        try:
            if self._places.locked():
                async with asyncio.timeout(self._seconds):
                    await self._places.acquire()
            else:
                await self._places.acquire()
        except BaseException as error:
            self.users -= 1
            if isinstance(error, TimeoutError):
                raise QueueIsFull from None
            raise

    async def __aexit__(self, *_: object) -> None:
        self.users -= 1
        self._places.release()


class Shares:
    """Places for which readers of many addresses wait: one of each address in turn, and a few of one at a time.

    Those of one address stand in the order in which they came. A hall behind one address is served as by one queue.
    """

    def __init__(self, places: int, seconds: float) -> None:
        self._free = places
        self._seconds = seconds
        self._taken: Counter[str] = Counter()
        self._waiting: OrderedDict[str, tuple[int, deque[asyncio.Future[None]]]] = OrderedDict()

    @asynccontextmanager
    async def of(self, address: str, share: int) -> AsyncIterator[None]:
        """Wait for a place, and hold it. An address has no more than its share of places at a time.

        Raises:
            QueueIsFull: it took too long, or too many of the address wait already.
        """
        if self._may_go_on(address, share):
            self._take(address)
        else:
            await self._stand_in_line(address, share)
        try:
            yield
        finally:
            self._give_back(address)

    def _may_go_on(self, address: str, share: int) -> bool:
        # Where a place is free, nobody waits but those whose address has its share.
        return self._free > 0 and self._taken[address] < share

    def _take(self, address: str) -> None:
        self._free -= 1
        self._taken[address] += 1

    def _give_back(self, address: str) -> None:
        self._free += 1
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]
        self._call_next()

    async def _stand_in_line(self, address: str, share: int) -> None:
        _, line = self._waiting.setdefault(address, (share, deque()))
        if len(line) >= MAX_IN_QUEUE:
            raise QueueIsFull
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(called)
        try:
            async with asyncio.timeout(self._seconds):
                await called
        except BaseException as error:
            if called.done() and not called.cancelled():  # called at the same moment: the next one has the place
                self._give_back(address)
            else:
                with suppress(ValueError):
                    line.remove(called)
                if not line and self._waiting.get(address, (share, None))[1] is line:
                    del self._waiting[address]
            if isinstance(error, TimeoutError):
                raise QueueIsFull from None
            raise

    def _call_next(self) -> None:
        """Give each free place to the address whose turn it is; it then stands behind the others."""
        for address in list(self._waiting):
            if not self._free:
                return
            share, line = self._waiting[address]
            while line and line[0].done():  # gave up
                line.popleft()
            if not line:
                del self._waiting[address]
            elif self._may_go_on(address, share):
                line.popleft().set_result(None)
                self._take(address)
                if line:
                    self._waiting.move_to_end(address)
                else:
                    del self._waiting[address]
