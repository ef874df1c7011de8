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

from scorecards.models import Line, Scorecard
from tests.factories.rows import row
from tests.factories.tournaments import EntrantFactory
from tests.pages import Element, read_page
from tests.tournaments.staff.people import add_director, make_event, make_user
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.seating.selectors.seats import Seating, last_changes, seating_of
from tournaments.seating.services.draw import draw
from tournaments.seating.services.schedule import make_schedule

REPAIRS = [f"schedule/{what}/" for what in ("latecomer", "chair", "out", "table")]
"""What is shown before it is stored: tests post it confirmed unless they ask for the preview."""
HTMX = {"HX-Request": "true", "HX-Target": "seating"}


@dataclass
class DirectedEvent:
    """An event, and the browser of its director."""

    client: Client
    tournament: Tournament

    def anew(self) -> DirectedEvent:
        """Return the event as it is in the database, with a browser that is signed in."""
        client = Client()
        client.cookies.load({name: morsel.value for name, morsel in self.client.cookies.items()})
        return DirectedEvent(client, Tournament.objects.get(pk=self.tournament.pk))

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

    @property
    def last(self) -> Any:
        """Return the log entry of the last change that can be undone."""
        return last_changes(self.tournament, self.now)[0]

    def number_in(self, seat: str) -> int:
        return next(number for number, held in self.seats.items() if held == seat)

    def enter(self, count: int) -> None:
        for number in range(1, count + 1):
            EntrantFactory(tournament=self.tournament, number=number)

    def set_up(self, **facts: Any) -> None:
        """Give the event other settings."""
        for name, value in facts.items():
            setattr(self.tournament, name, value)
        self.tournament.save()

    def seat(self, count: int, **how: Any) -> None:
        """Enter so many, and draw their seats."""
        self.enter(count)
        self.draw(**how)

    def draw(self, **how: Any) -> None:
        draw(tournament=self.tournament, actor=self.me, **{"table_length": 4, "keep": False, **how})

    def schedule(self) -> None:
        make_schedule(tournament=self.tournament, actor=self.me)

    def undo(self) -> int:
        """Undo the last change as the page does, and return the status."""
        return self.post(f"undo/{self.last.pk}/").status_code

    def redo(self, **headers: str) -> HttpResponse:
        """Do what was undone last again."""
        return self.post(f"undo/{last_changes(self.tournament, self.now)[1].pk}/", **headers)

    def key_a_card(self) -> None:
        entrant = Entrant.objects.filter(tournament=self.tournament).first()
        row(Line, scorecard=row(Scorecard, entrant=entrant))

    def address(self, path: str = "") -> str:
        return f"/t/{self.tournament.slug}/seating/{path}"

    def get(self, path: str = "", **headers: str) -> Element:
        response = self.client.get(self.address(path), headers=headers)
        assert response.status_code == 200, response.content.decode()
        return read_page(response.content.decode())

    def post(self, path: str, data: dict[str, Any] | None = None, **headers: str) -> HttpResponse:
        confirmed = {"confirmed": "yes"} if path in REPAIRS else {}
        response: HttpResponse = self.client.post(self.address(path), {**confirmed, **(data or {})}, headers=headers)
        return response

    def queries(self, ask: Callable[[], object]) -> int:
        with CaptureQueriesContext(connection) as captured:
            ask()
        return len(captured)


def stored(username: str, steps: int) -> DirectedEvent:
    """Store an event of three games; with one step eight entrants have seats, with two a schedule."""
    client = Client()
    user, tournament = make_user(username), make_event(slug=f"gull-harbor-{steps}", games=3, table_length=4)
    add_director(tournament, user)
    client.force_login(user)
    event = DirectedEvent(client, tournament)
    if steps:
        event.seat(8)
    if steps > 1:
        event.schedule()
    return event


@pytest.fixture(scope="module")
def stored_empty(module_db: None) -> DirectedEvent:
    return stored("ada", 0)


@pytest.fixture(scope="module")
def stored_seated(module_db: None) -> DirectedEvent:
    return stored("bea", 1)


@pytest.fixture(scope="module")
def stored_scheduled(module_db: None) -> DirectedEvent:
    return stored("cleo", 2)


@pytest.fixture
def event(db: None, stored_empty: DirectedEvent) -> DirectedEvent:
    """Return an event of three games that nobody has entered."""
    return stored_empty.anew()


@pytest.fixture
def seated(db: None, stored_seated: DirectedEvent) -> DirectedEvent:
    """Return an event of eight entrants who have drawn their seats."""
    return stored_seated.anew()


@pytest.fixture
def scheduled(db: None, stored_scheduled: DirectedEvent) -> DirectedEvent:
    """Return an event of eight entrants with the schedule of its three games."""
    return stored_scheduled.anew()


def said(response: HttpResponse) -> str:
    """Return what a page says, with single spaces."""
    return read_page(response.content.decode()).text
