"""The cache of public pages."""

import gzip
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import RequestFactory

from tournaments.page_cache.cache import CachedPage, Freshness, PageCache, PageVersion, make_cached_page, with_version


def page(text: str) -> CachedPage:
    return make_cached_page(with_version(HttpResponse(text), PageVersion("club-night", (1,))))


def test_full_cache_drops_the_least_recently_used_page() -> None:
    cache = PageCache(max_bytes=2 * page("first").size + 10)
    first = page("first")
    cache.put(("/1/",), first)
    cache.put(("/2/",), page("second"))
    cache.get(("/1/",))

    cache.put(("/3/",), page("third"))

    assert (cache.get(("/1/",)), cache.get(("/2/",))) == (first, None)


def test_cache_keeps_the_latest_page_of_one_address() -> None:
    cache = PageCache(max_bytes=2 * page("first").size + 10)
    latest = page("second")
    cache.put(("/1/",), page("first"))

    cache.put(("/1/",), latest)

    assert cache.get(("/1/",)) == latest


def test_cache_counts_bytes_and_not_pages() -> None:
    small, large = page("x"), page("".join(str(number**3) for number in range(2_000)))
    cache = PageCache(max_bytes=large.size + 2 * small.size)
    for number in range(1_000):
        cache.put((f"/{number}/",), small)
    kept = sum(cache.get((f"/{number}/",)) is not None for number in range(1_000))

    cache.put(("/large/",), large)

    left = sum(cache.get((f"/{number}/",)) is not None for number in range(1_000))
    assert (kept, left) == (large.size // small.size + 2, 2)


def test_page_that_is_larger_than_the_cache_is_not_kept() -> None:
    cache = PageCache(max_bytes=10)

    cache.put(("/1/",), page("first"))

    assert cache.get(("/1/",)) is None


def test_browser_that_reads_nothing_compressed_gets_the_page_plain(rf: RequestFactory) -> None:
    plain = page("words").answer(rf.get("/"))
    compressed = page("words").answer(rf.get("/", headers={"Accept-Encoding": "gzip"}))

    assert (plain.content, plain["Content-Length"]) == (b"words", "5")
    assert gzip.decompress(compressed.content) == b"words"


class Away:
    """A database that is away and comes back, as a page's version finds it."""

    slug = "club-night"

    def __init__(self, *answers: bool | None) -> None:
        self.answers = list(answers)

    def is_current(self) -> bool:
        answer = self.answers.pop(0)
        if answer is None:
            raise OperationalError
        return answer


@pytest.mark.django_db
def test_ready_page_stays_up_while_the_database_is_away() -> None:
    now = [100.0]
    freshness = Freshness(clock=lambda: now[0])
    asked = Away(None, None, None, False)

    shown = [freshness.allows(asked), freshness.allows(asked)]  # type: ignore[arg-type]
    left = len(asked.answers)
    for _ in range(2):
        now[0] += 1.5
        shown.append(freshness.allows(asked))  # type: ignore[arg-type]

    assert (shown, left) == ([True, True, True, False], 2)


@pytest.mark.django_db
def test_connection_that_broke_is_opened_again() -> None:
    freshness = Freshness()

    assert freshness.allows(Away(None, False)) is False  # type: ignore[arg-type]
    assert freshness.allows(Away(True)) is True  # type: ignore[arg-type]


def test_page_is_made_by_one_after_the_other() -> None:
    cache = PageCache()
    at_work: list[int] = []
    most: list[int] = []

    def make(number: int) -> None:
        with cache.being_made(("/1/",)):
            at_work.append(number)
            time.sleep(0.01)
            most.append(len(at_work))
            at_work.remove(number)

    with ThreadPoolExecutor(5) as pool:
        list(pool.map(make, range(5)))

    assert (most, cache._being_made) == ([1] * 5, {})


def test_nobody_waits_for_ever_for_a_page_that_another_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.page_cache.cache.SECONDS_TO_MAKE", 0.01)
    cache = PageCache()

    with cache.being_made(("/1/",)), cache.being_made(("/1/",)):
        made = True

    assert (made, cache._being_made) == (True, {})


def test_cached_pages_of_the_same_content_have_the_same_tag() -> None:
    assert page("same").etag == page("same").etag
    assert page("same").compressed == page("same").compressed
    assert page("same").etag != page("other").etag
