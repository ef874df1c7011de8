"""No page for staff costs more than in proportion to its event: work is counted at three sizes, not time."""

import sys

import pytest

from tests.conftest import keep_rows
from tests.load.growth import (
    EXPONENT,
    KILOBYTES,
    OF_PHOTOGRAPHS,
    QUERIES,
    Work,
    exponent,
    is_document,
    make,
    work_of_pages,
)

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.once, pytest.mark.thorough]

SIZES = (60, 120, 240)
COUNTED = ("rows", "content", "calls")
MOST_CALLS = 600_000 if "slipcover" in sys.modules else 400_000
"""How many functions a page may call in an event of the largest of :data:`SIZES`."""
OF_ALL_EVENTS = ("t/<slug:slug>/season/edit/",)
"""Pages that read every event of the site, of which there are three here."""
OF_THE_WHOLE_EVENT = "t/<slug:slug>/acc-report/"
"""The report to the ACC and its check read every card, prize and posting, as a document does, and are counted apart."""
MORE_OF_THE_WHOLE_EVENT = {"queries": 30, "calls": 150_000}
OF_PLAYOFFS = ("desk", "post", "playoffs", "awards", "acc-report", "side-events", "money", "announcements")
"""What is looked at again in the playoffs; other pages show the same as before."""


@pytest.fixture(scope="module", params=["open", "playoffs"])
def pages(request: pytest.FixtureRequest, module_db: None) -> list[dict[str, Work]]:
    """Return what every page costs, by size."""

    def is_wanted(pattern: str) -> bool:
        part = pattern.removeprefix("t/<slug:slug>/").partition("/")[0]
        return not is_document(pattern) and (request.param == "open" or part in OF_PLAYOFFS)

    with pytest.MonkeyPatch.context() as monkeypatch:
        keep_rows(monkeypatch)
        return [work_of_pages(make(players, request.param), is_wanted=is_wanted) for players in SIZES]


def test_work_grows_no_faster_than_the_event(pages: list[dict[str, Work]]) -> None:
    grows = {
        (pattern, what): round(exponent([getattr(measured[pattern], what) for measured in pages]), 2)
        for pattern in pages[0].keys() - set(OF_ALL_EVENTS)
        for what in COUNTED
        if all(pattern in measured for measured in pages)
    }

    assert len(grows) > 20
    assert {page: found for page, found in grows.items() if found > EXPONENT} == {}


@pytest.mark.parametrize(
    ("what", "most"), [("queries", QUERIES - 1), ("compressed", KILOBYTES * 1000), ("calls", MOST_CALLS)]
)
def test_no_page_costs_more_than_it_may(pages: list[dict[str, Work]], what: str, most: float) -> None:
    found = {
        pattern: max(getattr(measured[pattern], what) for measured in pages if pattern in measured)
        for pattern in pages[0]
    }

    more = {**(OF_PHOTOGRAPHS if what == "queries" else {}), OF_THE_WHOLE_EVENT: MORE_OF_THE_WHOLE_EVENT.get(what, 0)}
    assert {page: count for page, count in found.items() if count > most + more.get(page, 0)} == {}


@pytest.mark.parametrize(
    ("counts", "found"),
    [
        ((1000, 1000, 1000), 0.0),
        ((1000, 1040, 1080), 0.0),
        ((160, 220, 340), 1.0),
        ((100_000 + 60**2, 100_000 + 120**2, 100_000 + 240**2), 2.0),
        # One page of a list is full at the second size.
        ((60, 120, 120), 0.0),
    ],
)
def test_exponent_is_not_hidden_by_what_stays_the_same(counts: tuple[int, int, int], found: float) -> None:
    assert exponent(counts) == pytest.approx(found)
