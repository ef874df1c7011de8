"""An event at the desk: its director signed in, its address, and a way to post to it."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.factories.tournaments import (
    EntrantFactory,
    PlayerFactory,
    StaffMemberFactory,
    TournamentFactory,
    director_of,
)
from tournaments.entrants.forms import EntrantForm
from tournaments.models import Entrant, Player, StaffMember, Tournament

HTMX = {"HX-Request": "true"}
Post = Callable[..., HttpResponse]


@pytest.fixture
def tournament(db: None) -> Tournament:
    """Return an event of three games with an entry fee."""
    return TournamentFactory(slug="bay", entry_fee=20_00)


@pytest.fixture
def ann(tournament: Tournament) -> Entrant:
    """Return entrant 1, who has paid 5 of 20."""
    return EntrantFactory(tournament=tournament, number=1, name="Ann Lee", fee_owed=20_00, fee_paid=5_00)


@pytest.fixture
def dee(tournament: Tournament) -> StaffMember:
    """Return the director."""
    return director_of(tournament, "Dee Rector")


@pytest.fixture
def director(dee: StaffMember, client: Client) -> Client:
    """Return the director's browser."""
    client.force_login(dee.user)
    return client


@pytest.fixture
def post(director: Client) -> Post:
    """Return how the director posts to an address below the entrants; ``target`` is the fragment asked for."""

    def post(where: str = "", target: str = "", page: str = "/t/bay/entrants/", **data: Any) -> HttpResponse:
        headers = {**HTMX, "HX-Target": target, "HX-Current-URL": f"http://testserver{page}"} if target else {}
        return director.post(f"/t/bay/entrants/{where}", data, headers=headers)

    return post


def played_before(actor: StaffMember, name: str, *, event: str = "Last Year", **facts: str) -> Player:
    """Enter somebody at another event, which the director of this one directs too."""
    known = TournamentFactory(name=event, starts_on=date(2025, 7, 4))
    StaffMemberFactory(tournament=known, user=actor.user)
    player = PlayerFactory(name=name, **facts)
    EntrantFactory(tournament=known, number=1, name=name, player=player, **facts)
    return player


def change(entrant: Entrant, me: StaffMember, **changed: Any) -> None:
    """Change what is written down of an entrant, as their page would be sent."""
    shown = EntrantForm(instance=entrant)
    typed = {bound.name: bound.value() for bound in shown} | changed
    form = EntrantForm({name: value for name, value in typed.items() if value not in (None, False)}, instance=entrant)
    assert form.is_valid(), form.errors
    form.save(me)
