"""An event whose cards are photographed, and a checker who is signed in."""

import pytest
from django.test import Client

from scorecards.photographs.selectors import confirming
from tests.scorecards.cards.card_entry import checker, put_up, written
from tests.scorecards.checking.check_pages import client_of
from tournaments.models import StaffMember, Tournament


@pytest.fixture(autouse=True)
def nothing_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no chance choose what is shown."""
    monkeypatch.setattr(confirming, "SAMPLED_OF_EIGHT", 0)


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return put_up(written())


@pytest.fixture
def bo(tournament: Tournament) -> StaffMember:
    return checker(tournament, "Bo Cedar")


@pytest.fixture
def client(bo: StaffMember) -> Client:
    return client_of(bo)
