"""A judge who is signed in, and a call of hers."""

from __future__ import annotations

import pytest
from django.test import Client

from judging.models import Call
from tests.judging.calls.calling import a_call, judge
from tournaments.models import StaffMember, Tournament


@pytest.fixture
def ada(tournament: Tournament, client: Client) -> StaffMember:
    member = judge(tournament)
    assert member.user is not None
    client.force_login(member.user)
    return member


@pytest.fixture
def call(tournament: Tournament, ada: StaffMember) -> Call:
    return a_call(tournament, ada)
