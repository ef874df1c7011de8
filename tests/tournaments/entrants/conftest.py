"""An event at the desk: its director signed in, its address, and a way to post to it."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.factories.tournaments import TournamentFactory, director_of
from tournaments.models import Tournament

HTMX = {"HX-Request": "true"}


@pytest.fixture
def tournament(db: None) -> Tournament:
    """Return an event of three games with an entry fee."""
    return TournamentFactory(slug="bay", entry_fee=Decimal(20))


@pytest.fixture
def director(tournament: Tournament, client: Client) -> Client:
    """Return the director's browser."""
    member = director_of(tournament, "Dee Rector")
    client.force_login(member.user)
    return client


@pytest.fixture
def post(director: Client) -> Callable[..., HttpResponse]:
    """Return how the director posts to an address below the entrants; ``target`` is the fragment asked for."""

    def post(where: str = "", target: str = "", page: str = "/t/bay/entrants/", **data: Any) -> HttpResponse:
        headers = {**HTMX, "HX-Target": target, "HX-Current-URL": f"http://testserver{page}"} if target else {}
        return director.post(f"/t/bay/entrants/{where}", data, headers=headers)

    return post
