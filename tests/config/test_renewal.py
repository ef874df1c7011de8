"""Public pages of an event that changes again and again: a moment old, and never for those who know of more."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from brackets.event_files.store import import_event
from config import middleware
from config.background.renewal import SECONDS_OLD, WROTE, Renewal
from tests.events import round_robin
from tournaments.models import Tournament
from tournaments.page_cache.cache import PAGE_CACHE

PAGE = "standings/"


class Clock:
    """A clock that stands still until it is moved."""

    now = 1_000_000_000.0

    def __call__(self) -> float:
        return self.now


class Site:
    """An event whose public page is ready, one version behind, on a site that renews pages when it is told to."""

    def __init__(self, renewal: Renewal, clock: Clock) -> None:
        self.renewal, self.clock = renewal, clock
        self.event = import_event(event_file=round_robin())
        self.path = f"{self.event.get_absolute_url()}{PAGE}"
        self.client = Client()
        self.get()
        self.older = self.page.page_version.tag
        self.change()

    @property
    def page(self) -> Any:
        page = PAGE_CACHE.peek((self.path, "", ""))
        assert page is not None
        return page

    def change(self, **facts: Any) -> None:
        stored = Tournament.objects.get(pk=self.event.pk)
        facts = facts or {"posted_version": stored.posted_version + 1}
        Tournament.objects.filter(pk=self.event.pk).update(**facts)

    def get(self, **headers: str) -> str:
        """Return the version that the page has, or the status where there is none."""
        response = self.client.get(self.path, headers=headers)
        return response.headers.get("Posted-Version", str(response.status_code))


@pytest.fixture
def site(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    clock = Clock()
    renewal = Renewal(clock)
    monkeypatch.setattr(middleware, "RENEWAL", renewal)
    monkeypatch.setattr(middleware.time, "monotonic", clock)
    site = Site(renewal, clock)

    def make(_: object, environ: dict[str, Any]) -> None:
        asked = {name: value for name, value in environ.items() if name.startswith("HTTP_")}
        Client().get(environ["PATH_INFO"], **asked)

    monkeypatch.setattr(renewal, "_make", make)
    yield site
    PAGE_CACHE.clear()


def test_page_of_a_moment_ago_is_answered_and_made_anew_behind(site: Site) -> None:
    assert site.get() == site.older

    site.renewal.renew_next()

    assert site.get() == site.page.page_version.tag != site.older


def test_page_that_is_too_old_is_made_while_its_reader_waits(site: Site) -> None:
    site.clock.now += SECONDS_OLD + 1

    assert site.get() != site.older


@pytest.mark.parametrize("told", ["1-999", "newest"])
def test_who_was_told_of_a_version_gets_none_from_before(site: Site, told: str) -> None:
    assert site.get(**{"Posted-Version": told}) != site.older


def test_who_has_just_changed_something_gets_the_page_of_now(site: Site) -> None:
    # Refused for another reason than that it was sent, or answered: either way the browser is known to have written.
    answer = site.client.post("/sign-out/")

    assert (answer.status_code < 400) == (WROTE in answer.cookies)
    site.client.cookies[WROTE] = "1"
    assert site.get() != site.older


def test_event_that_is_hidden_is_gone_at_once(site: Site) -> None:
    site.change(is_hidden=True)

    assert site.get() == "404"


def test_renewals_of_a_page_rest_in_between(site: Site) -> None:
    site.get()
    site.renewal.renew_next()
    site.change()
    older = site.page.page_version.tag
    assert site.get() == older

    assert site.renewal._made_at
    site.clock.now += 3
    site.renewal.renew_next()

    assert site.page.page_version.tag != older
