"""The cache of public pages."""

from __future__ import annotations

from django.http import HttpResponse

from tournaments.pagecache.cache import CachedPage, PageCache, PageVersion, make_cached_page, with_version


def page(text: str) -> CachedPage:
    return make_cached_page(with_version(HttpResponse(text), PageVersion("club-night", (1,))))


def test_cache_returns_what_was_put_there() -> None:
    cache = PageCache()
    first, second = page("first"), page("second")

    cache.put(("/1/",), first)
    cache.put(("/2/",), second)

    assert [cache.get((address,)) for address in ("/1/", "/2/", "/3/")] == [first, second, None]


def test_full_cache_drops_the_least_recently_used_page() -> None:
    cache = PageCache(max_pages=2)
    first = page("first")
    cache.put(("/1/",), first)
    cache.put(("/2/",), page("second"))
    cache.get(("/1/",))

    cache.put(("/3/",), page("third"))

    assert (cache.get(("/1/",)), cache.get(("/2/",))) == (first, None)


def test_cache_keeps_the_latest_page_of_one_address() -> None:
    cache = PageCache(max_pages=2)
    latest = page("second")
    cache.put(("/1/",), page("first"))

    cache.put(("/1/",), latest)

    assert cache.get(("/1/",)) == latest


def test_cleared_cache_is_empty() -> None:
    cache = PageCache()
    cache.put(("/1/",), page("first"))

    cache.clear()

    assert cache.get(("/1/",)) is None


def test_cached_pages_of_the_same_content_have_the_same_tag() -> None:
    assert page("same").etag == page("same").etag
    assert page("same").compressed == page("same").compressed
    assert page("same").etag != page("other").etag
