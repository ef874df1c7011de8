"""The shelf on which pages are kept ready."""

from __future__ import annotations

from django.http import HttpResponse

from tournaments.pagecache.cache import Posting, ReadyPage, Shelf, post, ready_page


def page(text: str) -> ReadyPage:
    return ready_page(post(HttpResponse(text), Posting("club-night", (1,))))


def test_shelf_gives_back_what_was_put_there() -> None:
    shelf = Shelf()
    first, second = page("first"), page("second")

    shelf.put(("/1/",), first)
    shelf.put(("/2/",), second)

    assert [shelf.get((address,)) for address in ("/1/", "/2/", "/3/")] == [first, second, None]


def test_shelf_throws_out_what_was_not_asked_for_longest() -> None:
    shelf = Shelf(most=2)
    first = page("first")
    shelf.put(("/1/",), first)
    shelf.put(("/2/",), page("second"))
    shelf.get(("/1/",))

    shelf.put(("/3/",), page("third"))

    assert (shelf.get(("/1/",)), shelf.get(("/2/",))) == (first, None)


def test_shelf_keeps_the_latest_of_one_address() -> None:
    shelf = Shelf(most=2)
    latest = page("second")
    shelf.put(("/1/",), page("first"))

    shelf.put(("/1/",), latest)

    assert shelf.get(("/1/",)) == latest


def test_shelf_that_is_cleared_is_empty() -> None:
    shelf = Shelf()
    shelf.put(("/1/",), page("first"))

    shelf.clear()

    assert shelf.get(("/1/",)) is None


def test_ready_pages_of_the_same_content_have_the_same_tag() -> None:
    assert page("same").etag == page("same").etag
    assert page("same").compressed == page("same").compressed
    assert page("same").etag != page("other").etag
