"""An event whose cards are photographed, and a checker who is signed in."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.scorecards.checking.check_pages import client_of
from tests.scorecards.keying.card_entry import checker, put_up, written
from tournaments.models import StaffMember, Tournament


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return put_up(written())


@pytest.fixture
def bo(tournament: Tournament) -> StaffMember:
    return checker(tournament, "Bo Cedar")


@pytest.fixture
def client(bo: StaffMember) -> Client:
    return client_of(bo)
