"""An event before its first card is entered, and a checker who is signed in."""

import pytest
from django.test import Client

from tests.scorecards.cards.card_entry import checker, put_up, written
from tests.scorecards.checking.check_pages import client_of
from tournaments.models import StaffMember, Tournament


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return put_up(written())


@pytest.fixture
def member(tournament: Tournament) -> StaffMember:
    return checker(tournament)


@pytest.fixture
def client(member: StaffMember) -> Client:
    return client_of(member)
