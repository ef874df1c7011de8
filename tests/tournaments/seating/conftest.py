"""An event with its director signed in, and what the tests of seats and movement ask of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories.scorecards import LineFactory
from tests.factories.tournaments import EntrantFactory
from tests.pages import Element, read_page
from tests.tournaments.staff.people import directed_event
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.seating.selectors.seats import Seating, seating_of
from tournaments.seating.services.draw import draw
from tournaments.seating.services.schedule import make_schedule

HTMX = {"HX-Request": "true", "HX-Target": "seating"}


@dataclass
class Desk:
    """An event as its director has it in front of them."""

    client: Client
    tournament: Tournament

    @property
    def me(self) -> StaffMember:
        return self.tournament.staff.get(role="director")

    @property
    def now(self) -> Seating:
        self.tournament.refresh_from_db()
        return seating_of(self.tournament)

    @property
    def seats(self) -> dict[int, str]:
        return self.now.seat_of

    def number_in(self, seat: str) -> int:
        return next(number for number, held in self.seats.items() if held == seat)

    def enter(self, count: int) -> None:
        for number in range(1, count + 1):
            EntrantFactory(tournament=self.tournament, number=number)

    def draw(self, **how: Any) -> None:
        draw(tournament=self.tournament, actor=self.me, **{"table_length": 4, "keep": False, **how})

    def schedule(self) -> None:
        make_schedule(tournament=self.tournament, actor=self.me)

    def key_a_card(self) -> None:
        entrant = Entrant.objects.filter(tournament=self.tournament).first()
        LineFactory(scorecard__entrant=entrant)

    def address(self, path: str = "") -> str:
        return f"/t/{self.tournament.slug}/seating/{path}"

    def get(self, path: str = "", **headers: str) -> Element:
        response = self.client.get(self.address(path), headers=headers)
        assert response.status_code == 200, response.content.decode()
        return read_page(response.content.decode())

    def post(self, path: str, data: dict[str, Any] | None = None, **headers: str) -> HttpResponse:
        response: HttpResponse = self.client.post(self.address(path), data or {}, headers=headers)
        return response

    def queries(self, ask: Callable[[], object]) -> int:
        with CaptureQueriesContext(connection) as captured:
            ask()
        return len(captured)


@pytest.fixture
def desk(db: None, client: Client) -> Desk:
    """Return an empty event of three games."""
    return Desk(client, directed_event(client, games=3, table_length=4))


@pytest.fixture
def seated(desk: Desk) -> Desk:
    """Return an event of eight entrants who have drawn their seats."""
    desk.enter(8)
    desk.draw()
    return desk


@pytest.fixture
def scheduled(seated: Desk) -> Desk:
    """Return an event of eight entrants with the schedule of its three games."""
    seated.schedule()
    return seated


def said(response: HttpResponse) -> str:
    """Return what a page says, with single spaces."""
    return read_page(response.content.decode()).text
