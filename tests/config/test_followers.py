"""Open pages that are told of new versions."""

import asyncio
import threading
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import Any

import pytest

from config import followers as module
from config.followers import Followers
from tests.factories.tournaments import TournamentFactory
from tournaments.page_cache.versions import VERSIONS, tags_of


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is so, however slow the machine is."""
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.005)


class Page:
    """An open page: what it was sent, and whether it is still there."""

    def __init__(self, *, is_stuck: bool = False) -> None:
        self.told: list[str] = []
        self.is_stuck = is_stuck
        self.takes = asyncio.Event()
        self.takes.set()
        self.is_waiting = False
        self.task: asyncio.Task[None] | None = None

    def leave(self) -> None:
        assert self.task is not None
        self.task.cancel()

    async def send(self, message: Mapping[str, Any]) -> None:
        if self.is_stuck:
            self.is_waiting = True
            await asyncio.sleep(60)
        await self.takes.wait()
        self.told.append(message["body"].decode())


class LeavingWhenTold(list[str]):
    """What a page is told; with the first word all of these leave."""

    def __init__(self, pages: list[Page]) -> None:
        super().__init__()
        self._pages = pages

    def append(self, told: str) -> None:
        super().append(told)
        for page in self._pages:
            page.leave()


class Hall:
    """A site with events of these versions."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **options: Any) -> None:
        monkeypatch.setattr(module, "LOOK_EVERY", 0.01)
        monkeypatch.setattr(module, "TOLD_AGAIN_AFTER", options.pop("told_again_after", 0.0))
        self.tags = {"gull": "1-1", "tern": "2-1"}
        self.asked: list[set[str]] = []
        self.is_away = False
        self.followers = Followers(self.tags_of)
        self.followers.is_ending = options.pop("is_ending", self.followers.is_ending)
        self.tasks: list[asyncio.Task[None]] = []

    def tags_of(self, slugs: Collection[str]) -> Mapping[str, str]:
        self.asked.append(set(slugs))
        if self.is_away:
            raise ConnectionError
        return {slug: tag for slug, tag in self.tags.items() if slug in slugs}

    async def open(self, slug: str = "gull", **options: Any) -> Page:
        page = Page(**options)
        page.task = asyncio.create_task(self.followers.tell(slug, self.tags[slug], page.send))
        self.tasks.append(page.task)
        await until(lambda: page.told or page.is_waiting)
        return page

    async def look(self, times: int) -> None:
        """Wait until the versions were read so many times from now on."""
        looks = len(self.asked) + times
        await until(lambda: len(self.asked) > looks)

    async def leave(self) -> None:
        for task in self.tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def test_page_is_told_the_version_and_each_new_one_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def trial() -> tuple[list[str], list[str], list[set[str]]]:
        hall = Hall(monkeypatch)
        gull, tern = await hall.open(), await hall.open("tern")
        hall.tags["gull"] = "1-2"
        await until(lambda: len(gull.told) > 1)
        await hall.look(3)
        asked = list(hall.asked)
        await hall.leave()  # one after the other: a look between them asks for fewer
        return gull.told, tern.told, asked

    gull, tern, asked = asyncio.run(trial())
    assert gull == ["data: 1-1 2\n\n", "data: 1-2 2\n\n"]
    assert tern == ["data: 2-1 2\n\n"]
    assert asked[0] == {"gull"}
    assert asked[-1] == {"gull", "tern"}


def test_few_who_follow_are_told_again_sooner_than_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call to the board that comes right after another change has two seconds in all."""
    monkeypatch.setattr(module, "TOLD_AGAIN_SOONEST", 0.0)

    async def trial(pages_a_second: float) -> list[str]:
        monkeypatch.setattr(module, "PAGES_A_SECOND", pages_a_second)
        hall = Hall(monkeypatch, told_again_after=60.0)
        page = await hall.open()
        await hall.look(1)  # that was the first version
        for version in ("1-2", "1-3"):
            hall.tags["gull"] = version
            await hall.look(20)
        await hall.leave()
        return [told.split()[1] for told in page.told]

    assert asyncio.run(trial(1_000_000)) == ["1-1", "1-2", "1-3"]
    assert asyncio.run(trial(1 / 30)) == ["1-1"]  # again after a minute


def test_hall_has_room_until_it_is_full_and_again_when_somebody_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_FOLLOWERS", 2)

    async def trial() -> list[bool]:
        hall = Hall(monkeypatch)
        found = []
        for slug in ("gull", "tern"):
            found.append(hall.followers.has_room)
            page = await hall.open(slug)
        found.append(hall.followers.has_room)
        page.leave()
        await until(hall.tasks[1].done)
        found.append(hall.followers.has_room)
        await hall.leave()
        return found

    assert asyncio.run(trial()) == [True, True, False, True]


def test_all_pages_of_an_event_may_leave_while_they_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 1)

    async def trial() -> list[str]:
        hall = Hall(monkeypatch)
        stays = await hall.open("tern")
        pages = [await hall.open() for _ in range(12)]
        for page in pages:
            page.told = LeavingWhenTold(pages)
        hall.tags["gull"] = "1-2"
        await until(lambda: all(task.done() for task in hall.tasks[1:]))
        hall.tags["tern"] = "2-2"
        await until(lambda: len(stays.told) > 1)
        await hall.leave()
        return stays.told

    assert asyncio.run(trial()) == ["data: 2-1 2\n\n", "data: 2-2 2\n\n"]


def test_page_that_takes_nothing_is_let_go_and_delays_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.05)

    async def trial() -> tuple[bool, list[str]]:
        hall = Hall(monkeypatch)
        await hall.open(is_stuck=True)
        page = await hall.open()
        hall.tags["gull"] = "1-2"
        await until(lambda: len(page.told) > 1)
        await until(hall.tasks[0].done)
        is_gone = hall.tasks[0].done()
        await hall.leave()
        return is_gone, page.told

    is_gone, told = asyncio.run(trial())
    assert is_gone
    assert [one.split()[1] for one in told] == ["1-1", "1-2"]


def test_page_that_takes_its_time_stays_and_is_told_the_last_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEAT_EVERY", 0.05)  # a beat falls due while a version is on its way
    monkeypatch.setattr(module, "PATIENCE", 60.0)

    async def trial() -> tuple[list[str], bool]:
        hall = Hall(monkeypatch)
        page = await hall.open()
        page.takes.clear()
        page.told = []
        for number in range(2, 9):
            hall.tags["gull"] = f"1-{number}"
            await hall.look(3)
        page.takes.set()
        await until(lambda: "data: 1-8 2\n\n" in page.told)
        is_there = not hall.tasks[0].done()
        await hall.leave()
        return page.told, is_there

    told, is_there = asyncio.run(trial())
    assert is_there
    assert len(told) < 7


def test_event_that_is_hidden_ends_its_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    async def trial() -> list[bool]:
        hall = Hall(monkeypatch)
        for slug in ("gull", "tern"):
            await hall.open(slug)
        del hall.tags["gull"]
        await until(hall.tasks[0].done)
        done = [task.done() for task in hall.tasks]
        await hall.leave()
        return done

    assert asyncio.run(trial()) == [True, False]


def test_event_that_is_shown_again_is_followed_again_though_others_are_followed_all_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def trial() -> list[str]:
        hall = Hall(monkeypatch)
        for slug in ("gull", "tern"):
            await hall.open(slug)
        del hall.tags["gull"]
        await until(hall.tasks[0].done)
        hall.tags["gull"] = "1-2"
        page = await hall.open()
        hall.tags["gull"] = "1-3"
        await until(lambda: len(page.told) > 1)
        await hall.leave()
        return page.told

    assert asyncio.run(trial()) == ["data: 1-2 2\n\n", "data: 1-3 2\n\n"]


def test_page_that_is_opened_while_versions_are_read_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was read says nothing of its event."""
    is_read, is_open = threading.Event(), threading.Event()

    async def trial() -> list[bool]:
        hall = Hall(monkeypatch)

        def tags_of(slugs: Collection[str]) -> Mapping[str, str]:
            found = hall.tags_of(slugs)
            is_read.set()
            is_open.wait(20)
            return found

        hall.followers = Followers(tags_of)
        await hall.open("gull")
        await until(is_read.is_set)
        await hall.open("tern")
        is_open.set()
        await until(lambda: len(hall.asked) > 3)
        done = [task.done() for task in hall.tasks]
        await hall.leave()
        return done

    assert asyncio.run(trial()) == [False, False]


def test_pages_stay_while_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    async def trial() -> list[str]:
        hall = Hall(monkeypatch)
        page = await hall.open()
        hall.is_away, looks = True, len(hall.asked)
        await until(lambda: len(hall.asked) > looks + 2)
        hall.is_away, hall.tags["gull"] = False, "1-2"
        await until(lambda: len(page.told) > 1)
        await hall.leave()
        return page.told

    assert asyncio.run(trial()) == ["data: 1-1 2\n\n", "data: 1-2 2\n\n"]


def test_page_stays_where_the_first_look_takes_longer_than_it_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEAT_EVERY", 0.05)
    is_back = threading.Event()

    async def trial() -> list[str]:
        hall = Hall(monkeypatch)

        def tags_of(slugs: Collection[str]) -> Mapping[str, str]:
            is_back.wait(60)
            return hall.tags_of(slugs)

        hall.followers = Followers(tags_of)
        page = await hall.open()
        await until(lambda: len(page.told) > 2)
        is_back.set()
        hall.tags["gull"] = "1-2"
        await until(lambda: "data: 1-2 2\n\n" in page.told)
        await hall.leave()
        return page.told

    assert asyncio.run(trial())[:2] == ["data: 1-1 2\n\n", "event: beat\ndata:\n\n"]


def test_silent_page_hears_a_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEAT_EVERY", 0.05)

    async def trial() -> list[str]:
        hall = Hall(monkeypatch)
        page = await hall.open()
        await until(lambda: len(page.told) > 2)
        await hall.leave()
        return page.told

    told = asyncio.run(trial())
    assert told[:3] == ["data: 1-1 2\n\n", "event: beat\ndata:\n\n", "event: beat\ndata:\n\n"]


def test_server_that_stops_ends_every_page(monkeypatch: pytest.MonkeyPatch) -> None:
    ending: list[bool] = []

    async def trial() -> list[bool]:
        hall = Hall(monkeypatch, is_ending=lambda: bool(ending))
        for slug in ("gull", "tern"):
            await hall.open(slug)
        ending.append(True)
        await until(lambda: all(task.done() for task in hall.tasks))
        return [task.done() for task in hall.tasks]

    assert asyncio.run(trial()) == [True, True]


def test_nobody_looks_for_versions_while_nobody_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    async def trial() -> int:
        hall = Hall(monkeypatch)
        page = await hall.open()
        page.leave()
        looking = hall.followers._task
        assert looking is not None
        await until(looking.done)
        before = len(hall.asked)
        await asyncio.sleep(0.1)
        return len(hall.asked) - before

    assert asyncio.run(trial()) == 0


@pytest.mark.django_db
def test_pages_are_told_what_polling_tells() -> None:
    TournamentFactory.create(slug="gull")
    TournamentFactory.create(slug="tern", is_hidden=True)

    assert tags_of({"gull", "tern", "none"}) == {"gull": VERSIONS.tag("gull")}
