"""Whoever is not a director changes no seat and no pairing; tests/test_access.py asks to see every page."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories.tournaments import StaffMemberFactory
from tests.tournaments.seating.conftest import HTMX, Desk
from tests.tournaments.staff.people import invited_client
from tournaments.models import AuditEntry

FORMS = (
    *("draw/", "clear/", "undo/1/", "seats/1/", "schedule/make/", "schedule/games/1/"),
    *(
        "schedule/latecomer/",
        "schedule/chair/",
        "schedule/out/",
        "schedule/import/",
        "schedule/import/store/",
        "schedule/robin/",
        "pools/",
    ),
)
DATA = {"table_length": 4, "seat": "B-1", "swap": "on", "seen": "A-1", "one": 1, "other": 2}


def state(desk: Desk) -> tuple[object, ...]:
    return desk.seats, desk.now.schedule, AuditEntry.objects.count()


@pytest.mark.parametrize("where", FORMS)
def test_stranger_is_sent_to_sign_in(scheduled: Desk, where: str) -> None:
    before = state(scheduled)

    response = Client().post(scheduled.address(where), DATA)

    assert (response.status_code, response["Location"][:14], state(scheduled)) == (302, "/sign-in/?next", before)


@pytest.mark.parametrize("where", FORMS)
def test_stranger_with_htmx_is_told_to_load_the_sign_in_page(scheduled: Desk, where: str) -> None:
    response = Client().post(scheduled.address(where), DATA, headers=HTMX)

    assert (response.status_code, response["HX-Redirect"][:14]) == (200, "/sign-in/?next")


@pytest.mark.parametrize("where", FORMS)
@pytest.mark.parametrize("role", ["checker", "judge"])
def test_other_roles_are_refused(scheduled: Desk, where: str, role: str) -> None:
    before = state(scheduled)

    response = invited_client(scheduled.tournament, role).post(scheduled.address(where), DATA)

    assert (response.status_code, state(scheduled)) == (403, before)


@pytest.mark.parametrize("where", FORMS)
def test_director_of_another_event_finds_nothing(scheduled: Desk, where: str) -> None:
    before = state(scheduled)
    client = Client()
    client.force_login(StaffMemberFactory().user)

    response = client.post(scheduled.address(where), DATA)

    assert (response.status_code, state(scheduled)) == (404, before)
