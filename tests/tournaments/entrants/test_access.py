"""Whoever is not a director changes nothing, by whatever address; tests/test_access.py asks to see them all."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories.tournaments import EntrantFactory, StaffMemberFactory, SubstitutionFactory
from tournaments.models import AuditEntry, Entrant, Role, Substitution, Tournament

FORMS = (
    *("", "import/", "import/store/", "undo/1/", "1/", "1/check-in/", "1/fee/", "1/withdrawal/"),
    *("1/reinstatement/", "1/substitutes/", "1/substitutes/1/removal/", "1/removal/"),
)
DATA = {"name": "Eve", "from_game": 1, "after_game": 1, "is_here": 1, "pasted": "Name\nEve"}


@pytest.fixture
def ann(tournament: Tournament) -> Entrant:
    ann = EntrantFactory(tournament=tournament, number=1, name="Ann Lee", fee_owed=20)
    SubstitutionFactory(pk=1, entrant=ann)
    return ann


def state() -> tuple[object, ...]:
    return (*Entrant.objects.values_list(), *Substitution.objects.values_list(), AuditEntry.objects.count())


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize("where", FORMS)
def test_stranger_is_sent_to_sign_in_and_changes_nothing(client: Client, where: str) -> None:
    before = state()

    response = client.post(f"/t/bay/entrants/{where}", DATA)

    assert (response.status_code, response["Location"][:14], state()) == (302, "/sign-in/?next", before)


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize("where", FORMS)
@pytest.mark.parametrize("role", [Role.CHECKER, Role.JUDGE])
def test_other_roles_are_refused_and_change_nothing(
    tournament: Tournament, client: Client, where: str, role: Role
) -> None:
    client.force_login(StaffMemberFactory(tournament=tournament, role=role).user)
    before = state()

    response = client.post(f"/t/bay/entrants/{where}", DATA)

    assert (response.status_code, state()) == (403, before)


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize("where", FORMS)
def test_director_of_another_event_finds_nothing_and_changes_nothing(client: Client, where: str) -> None:
    client.force_login(StaffMemberFactory().user)
    before = state()

    response = client.post(f"/t/bay/entrants/{where}", DATA)

    assert (response.status_code, state()) == (404, before)
