"""The tabs of the staff pages: who sees which, at which event."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import RequestFactory

from tournaments.models import StaffMember, Tournament
from tournaments.staff.access import may_open, roles_by_page
from tournaments.templatetags.staff_nav import Tab, staff_tabs

EVERYWHERE = {
    "director": "Desk Entrants Seating Cards Check Ranking Post Awards Money Calls Staff Log Settings",
    "checker": "Desk Cards Check Ranking Post",
    "judge": "Desk Calls",
}


def tabs(role: str, *, here: str = "/t/bay/desk/", **event: str) -> list[Tab]:
    return staff_tabs(
        {
            "tournament": Tournament(slug="bay", **event),
            "me": StaffMember(role=role),
            "request": RequestFactory().get(here),
        }
    )


@pytest.mark.parametrize("role", EVERYWHERE)
def test_tabs_are_those_of_the_role(role: str) -> None:
    labels = [tab.label for tab in tabs(role, kind="main", format="qualifying")]

    assert labels == EVERYWHERE[role].split()


@pytest.mark.parametrize(
    ("role", "event", "more"),
    [
        ("director", {"kind": "main", "format": "qualifying-playoff"}, {"Playoffs"}),
        ("checker", {"kind": "main", "format": "qualifying-playoff"}, {"Playoffs"}),
        ("judge", {"kind": "main", "format": "qualifying-playoff"}, set()),
        ("director", {"kind": "club", "format": "qualifying"}, {"Matches", "Season"}),
        ("checker", {"kind": "club", "format": "qualifying"}, {"Matches"}),
    ],
)
def test_some_tabs_are_there_only_where_the_event_has_what_they_show(
    role: str, event: dict[str, str], more: set[str]
) -> None:
    labels = {tab.label for tab in tabs(role, **event)}

    assert labels - set(EVERYWHERE[role].split()) == more


def test_tab_of_the_page_that_is_open_is_marked() -> None:
    marked = [(tab.label, tab.href) for tab in tabs("director", here="/t/bay/log/csv/") if tab.is_here]

    assert marked == [("Log", "/t/bay/log/")]


def test_tabs_lead_to_pages_that_state_their_roles() -> None:
    assert [page for _, page, _ in settings.STAFF_TABS if page not in roles_by_page()] == []


def test_role_may_open_what_the_view_says() -> None:
    judge, checker = StaffMember(role="judge"), StaffMember(role="checker")

    assert roles_by_page()["judging:calls"] == ("director", "judge")
    assert (may_open(judge, "judging:calls"), may_open(checker, "judging:calls")) == (True, False)
    assert "brackets:event" not in roles_by_page()  # open to everybody
