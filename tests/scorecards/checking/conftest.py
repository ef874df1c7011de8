"""An event with errors of every kind, a checker who is signed in, and a game that a rule settles."""

import pytest
from django.test import Client

from scorecards.checking.items import CheckItem, CheckItemKind
from tests.scorecards.checking.check_pages import client_of, first_of, staff, untidy_event
from tournaments.models import StaffMember, Tournament


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return untidy_event()


@pytest.fixture
def member(tournament: Tournament) -> StaffMember:
    return staff(tournament)


@pytest.fixture
def client(member: StaffMember) -> Client:
    return client_of(member)


@pytest.fixture
def ruling(tournament: Tournament) -> CheckItem:
    return first_of(tournament, CheckItemKind.RULING)
