"""The navigation of staff pages: who sees which group and page, at which event."""

from typing import Any

import pytest
from django.conf import settings
from django.test import RequestFactory

from tournaments.models import StaffMember, Tournament
from tournaments.staff.access import may_open, roles_by_page
from tournaments.templatetags.staff_nav import page_here, staff_nav

EVERYWHERE = {
    "director": {
        "Dashboard": ["Dashboard"],
        "Door": ["Entrants", "Check-in", "Seating"],
        "Play": ["Schedule", "Hall screen"],
        "Cards": ["Scorecards", "Photographs"],
        "Check": ["Cross-check", "Standings", "Post"],
        "Playoffs": ["Results", "ACC report"],
        "Judges": ["Judge calls", "High hands", "Rules"],
        "More": [
            "Announcements",
            "Payouts",
            "Staff",
            "Hall check",
            "Backups",
            "Published site",
            "Activity log",
            "Settings",
        ],
    },
    "checker": {
        "Dashboard": ["Dashboard"],
        "Cards": ["Scorecards", "Photographs"],
        "Check": ["Cross-check", "Standings", "Post"],
        "Judges": ["Rules"],
    },
    "judge": {"Dashboard": ["Dashboard"], "Judges": ["Judge calls", "High hands", "Rules"]},
}


def groups(role: str, *, here: str = "/t/bay/desk/", **event: str) -> list[dict[str, Any]]:
    return staff_nav(
        {
            "tournament": Tournament(slug="bay", **event),
            "me": StaffMember(role=role),
            "request": RequestFactory().get(here),
        }
    )


@pytest.mark.parametrize("role", EVERYWHERE)
def test_groups_and_pages_are_those_of_the_role(role: str) -> None:
    shown = groups(role, kind="main", format="qualifying")

    assert {group["label"]: [page["label"] for page in group["pages"]] for group in shown} == EVERYWHERE[role]


@pytest.mark.parametrize(
    ("role", "event", "more"),
    [
        ("director", {"kind": "main", "format": "qualifying-playoff"}, {"Bracket"}),
        ("checker", {"kind": "main", "format": "qualifying-playoff"}, {"Bracket"}),
        ("judge", {"kind": "main", "format": "qualifying-playoff"}, set()),
        ("director", {"kind": "club", "format": "qualifying"}, {"Matches", "Season"}),
        ("checker", {"kind": "club", "format": "qualifying"}, {"Matches"}),
    ],
)
def test_some_pages_are_there_only_where_the_event_has_what_they_show(
    role: str, event: dict[str, str], more: set[str]
) -> None:
    labels = {page["label"] for group in groups(role, **event) for page in group["pages"]}

    assert labels - {label for pages in EVERYWHERE[role].values() for label in pages} == more


@pytest.mark.parametrize(
    ("here", "group", "page"),
    [
        ("/t/bay/log/csv/", "More", "Activity log"),
        ("/t/bay/hall/backups/", "More", "Backups"),
        ("/t/bay/seating/", "Door", "Seating"),
        ("/t/bay/seating/schedule/games/3/", "Play", "Schedule"),
    ],
)
def test_the_group_and_the_page_that_are_open_are_marked(here: str, group: str, page: str) -> None:
    shown = groups("director", here=here)

    assert [one["label"] for one in shown if one["is_here"]] == [group]
    assert [one["label"] for each in shown for one in each["pages"] if one["is_here"]] == [page]
    assert page_here(shown) == page


def test_a_page_that_is_in_no_group_has_no_label() -> None:
    assert page_here(groups("director", here="/t/bay/find/")) == ""


def test_every_page_states_its_roles_or_is_for_everybody() -> None:
    pages = [page for group in settings.STAFF_NAV.values() for _, page, _ in group]

    assert {page for page in pages if page not in roles_by_page()} == {"brackets:screen"}


def test_role_may_open_what_the_view_says() -> None:
    judge, checker = StaffMember(role="judge"), StaffMember(role="checker")

    assert roles_by_page()["judging:calls"] == ("director", "judge")
    assert (may_open(judge, "judging:calls"), may_open(checker, "judging:calls")) == (True, False)
    assert "brackets:event" not in roles_by_page()  # open to everybody


def test_page_with_an_address_elsewhere_is_found_under_the_one_it_belongs_to() -> None:
    shown = staff_nav(
        {
            "tournament": Tournament(slug="bay"),
            "me": StaffMember(role="director"),
            "request": RequestFactory().get("/t/bay/side-events/"),
            "belongs_to": "/t/bay/awards/",
        }
    )

    assert [page["label"] for group in shown for page in group["pages"] if page["is_here"]] == ["Results"]
