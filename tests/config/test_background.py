"""Work that nobody waits for is done in the background process, and without that by the worker itself."""

import pickle
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from brackets.event_files.store import import_event
from config.background.jobs import Left, do_job, keep_page
from config.background.process import Job, NotThere
from scorecards.records.recalculate import is_up_to_date
from tests.events import round_robin
from tournaments.models import Tournament
from tournaments.page_cache.cache import PAGE_CACHE, CachedPage, PageKey

HOST = {"HTTP_HOST": "localhost", "SERVER_NAME": "localhost", "SERVER_PORT": "80", "REQUEST_METHOD": "GET"}


@pytest.fixture
def event(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tournament]:
    # A request closes a connection that is not as it was opened: that of a test is in its transaction.
    monkeypatch.setattr(connection, "close_if_unusable_or_obsolete", lambda: None)
    yield import_event(event_file=round_robin())
    PAGE_CACHE.clear()


@pytest.fixture
def key(event: Tournament) -> PageKey:
    """Return the key of a public page that was made, and is outdated."""
    key = (f"{event.get_absolute_url()}standings/", "", "")
    Client().get(key[0])
    Tournament.objects.filter(pk=event.pk).update(posted_version=event.posted_version + 1)
    return key


def page_of(key: PageKey) -> CachedPage:
    page = PAGE_CACHE.peek(key)
    assert page is not None
    return page


def beside(job: Job) -> Any:
    """Do a job as another process does: what is asked and what is answered pass as bytes, pages are its own."""
    asked = pickle.loads(pickle.dumps(job))  # noqa: S301
    kept = page_of(job[1][0])
    answer = pickle.dumps(do_job(asked))
    PAGE_CACHE.put(job[1][0], kept)
    return pickle.loads(answer)  # noqa: S301


def test_worker_takes_over_the_page_that_was_made_beside_it_and_works_nothing_out(
    key: PageKey, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    environ = {**HOST, "PATH_INFO": key[0], "QUERY_STRING": ""}
    made = beside(("page", (key, environ)))
    before = page_of(key)

    with django_assert_num_queries(0):
        Left(lambda _: made).make(key, environ)

    assert page_of(key).page_version.is_current()
    assert not before.page_version.is_current()
    assert page_of(key).compressed == before.compressed


def test_worker_makes_the_page_where_nobody_is_beside_it(key: PageKey) -> None:
    Left(nobody).make(key, {**HOST, "PATH_INFO": key[0], "QUERY_STRING": ""})

    assert page_of(key).page_version.is_current()


def test_page_that_a_reader_had_made_meanwhile_is_kept(key: PageKey) -> None:
    latest = page_of(key)
    latest.current_at = time.monotonic()

    keep_page(key, replace(latest), asked_at=latest.current_at - 1)
    assert page_of(key) is latest
    keep_page(key, None, asked_at=latest.current_at + 1)
    assert PAGE_CACHE.peek(key) is None


def test_page_of_an_event_that_is_hidden_is_dropped(event: Tournament, key: PageKey) -> None:
    Tournament.objects.filter(pk=event.pk).update(is_hidden=True)

    assert do_job(("page", (key, {**HOST, "PATH_INFO": key[0], "QUERY_STRING": ""}))) is None


@pytest.mark.parametrize("asking", [do_job, lambda job: nobody(job)], ids=["beside", "here"])
def test_event_is_worked_out(event: Tournament, asking: Callable[[Job], Any]) -> None:
    Tournament.objects.filter(pk=event.pk).update(cards_version=event.version + 1, version=event.version + 1)
    assert not is_up_to_date(event)

    Left(asking).work_out(event.pk)

    assert is_up_to_date(event)


def nobody(job: Job) -> Any:
    raise NotThere
