"""An event whose players report on phones, and its director."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from tests.factories.tournaments import StaffMemberFactory
from tests.scorecards.reporting.phones import phones_event
from tournaments.models import StaffMember, Tournament


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return phones_event()


@pytest.fixture
def director(tournament: Tournament) -> StaffMember:
    return StaffMemberFactory(tournament=tournament, name="Ada Birch")


@pytest.fixture(autouse=True)
def nobody_tried_too_often() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()
