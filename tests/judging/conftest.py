"""What tests of calls start from."""

import pytest

from tests.judging.calls.calling import an_event, judge
from tournaments.models import StaffMember, Tournament


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return an_event()


@pytest.fixture
def ada(tournament: Tournament) -> StaffMember:
    return judge(tournament)


@pytest.fixture
def bo(tournament: Tournament) -> StaffMember:
    return judge(tournament, "Bo Cedar", "BC")
