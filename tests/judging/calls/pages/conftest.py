"""A judge who is signed in, and a call of hers."""

import pytest
from django.test import Client

from judging.models import Call
from tests.judging.calls.calling import a_call
from tests.scorecards.checking.check_pages import client_of
from tournaments.models import StaffMember, Tournament


@pytest.fixture
def client(ada: StaffMember) -> Client:
    return client_of(ada)


@pytest.fixture
def call(tournament: Tournament, ada: StaffMember) -> Call:
    return a_call(tournament, ada)
