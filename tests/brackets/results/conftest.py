"""A finished event of 24 with rating points, its director signed in, and ways to ask and to post."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from tests.factories.tournaments import StaffMemberFactory
from tests.tournaments.staff.people import HTMX
from tournaments.models import StaffMember, Tournament
from tournaments.rules.types import EventFile


@cache
def finished(players: int = 24, games: int = 12, playoff_rounds: int = 3) -> EventFile:
    """Return an event with every match played, of a number of games that has a schedule of points."""
    return make_event(players=players, games=games, playoff_rounds=playoff_rounds, name="Cedar Point Classic")


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    """Return the event; each of the 24 has paid a fee of 20.00."""
    tournament = import_event(event_file=finished())
    tournament.entrants.update(fee_owed=20_00, fee_paid=20_00)
    return tournament


@pytest.fixture
def director(tournament: Tournament) -> StaffMember:
    member: StaffMember = StaffMemberFactory(tournament=tournament, name="Dee Rector", initials="DR")
    return member


@pytest.fixture
def desk(director: StaffMember, client: Client) -> Client:
    """Return the director's browser."""
    assert director.user is not None
    client.force_login(director.user)
    return client


@pytest.fixture
def post(desk: Client, tournament: Tournament) -> Callable[..., HttpResponse]:
    """Return how the director posts below the event's address; ``target`` is the fragment asked for."""

    def post(where: str, data: dict[str, Any] | None = None, target: str = "") -> HttpResponse:
        headers = {**HTMX, "HX-Target": target} if target else {}
        return desk.post(f"{tournament.get_absolute_url()}{where}", data or {}, headers=headers)

    return post
