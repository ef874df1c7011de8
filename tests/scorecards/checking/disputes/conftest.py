"""An event with one disagreement to check, and two checkers."""

import pytest

from tests.scorecards.cards.card_entry import checker
from tests.scorecards.checking.cross_checks import disputed, put_up_to_check
from tournaments.models import StaffMember, Tournament


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return put_up_to_check(disputed())


@pytest.fixture
def ada(tournament: Tournament) -> StaffMember:
    return checker(tournament)


@pytest.fixture
def bo(tournament: Tournament) -> StaffMember:
    return checker(tournament, "Bo Cedar")
