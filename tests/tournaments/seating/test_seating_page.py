"""The page of seats and movement: what is done, what comes, what is off."""

from __future__ import annotations

import pytest
from django.test import Client

from brackets.eventfiles.store import import_event
from tests.events import PHASES
from tests.factories.tournaments import StaffMemberFactory
from tests.tournaments.seating.conftest import DirectedEvent


def test_seating_page_of_an_empty_event_leads_to_the_entrants(event: DirectedEvent) -> None:
    part = event.get().by_id("seating")

    assert part.links == [f"/t/{event.tournament.slug}/entrants/"]


def test_seating_page_before_the_draw_says_why_no_schedule_can_be_made(event: DirectedEvent) -> None:
    event.enter(8)

    page = event.get()

    assert [part.text for part in page.all("p") if part.attributes.get("class") == "why"] == [
        "8 without a seat: the schedule is made from the seats.",
        "Seat list, scorecards and table signs can be printed once seats are given.",
    ]


def test_seating_page_lists_everybody_in_seat_order(seated: DirectedEvent) -> None:
    page = seated.get()

    assert [row.texts("td")[0] for row in page.by_id("seat-rows").all("tr")[1:]] == [
        *("A-1", "A-2", "A-3", "A-4", "B-1", "B-2", "B-3", "B-4")
    ]


def test_seating_page_sorts_by_name(seated: DirectedEvent) -> None:
    page = seated.get("?sort=name")

    assert page.by_id("seat-rows").texts("bdi") == [f"Entrant {number}" for number in range(1, 9)]


def test_seating_page_finds_by_name_and_seat(seated: DirectedEvent) -> None:
    seat = seated.seats[7]

    by_name = seated.get("?name=entrant+7", **{"HX-Request": "true", "HX-Target": "seat-rows"})
    by_seat = seated.get(f"?name={seat}")

    assert by_name.by_id("seat-rows").texts("bdi") == ["Entrant 7"]
    assert by_seat.by_id("seat-rows").texts("bdi") == ["Entrant 7"]


def test_seating_page_says_that_nobody_is_called_so(seated: DirectedEvent) -> None:
    page = seated.get("?name=zzz")

    assert page.by_id("seat-rows").text == "Nobody here is called “zzz”. Show all"


def test_seating_page_tells_every_fault_in_words(seated: DirectedEvent) -> None:
    chair = seated.now.chairs[seated.number_in("A-2")]
    seated.tournament.entrants.filter(number=chair.number).update(seat="")

    warnings = seated.get().by_id("seating").all("section")[0]

    assert (warnings.texts("h2"), warnings.texts("li")) == (
        ["2 things off"],
        [f"{chair.name} (no. {chair.number}) has no seat", "Seat A-2 is empty, and seats after it are taken"],
    )


def test_seating_page_shows_that_the_draw_can_be_repeated(seated: DirectedEvent) -> None:
    page = seated.get()

    assert [part.text for part in page.all("span") if part.attributes.get("class") == "state done"][-1] == (
        "Drawn again just now, every seat is the same."
    )


def test_seating_page_takes_the_same_queries_at_two_sizes(seated: DirectedEvent) -> None:
    seated.schedule()
    few = seated.queries(seated.get)
    for number in range(9, 60):
        seated.tournament.entrants.create(number=number, name=f"Entrant {number}")
    seated.draw()
    seated.schedule()

    assert seated.queries(seated.get) == few


@pytest.mark.django_db
@pytest.mark.parametrize("phase", PHASES)
def test_pages_of_an_imported_event_open_in_every_phase(phase: str, client: Client) -> None:
    tournament = import_event(event_file=PHASES[phase])
    client.force_login(StaffMemberFactory(tournament=tournament).user)
    here = f"/t/{tournament.slug}/seating/"
    pages = (here, f"{here}schedule/", f"{here}schedule/games/1/", f"{here}print/cards/", f"{here}print/seats/")

    assert [client.get(page).status_code for page in pages] == [200] * 5


def test_one_entrant_is_counted_as_one(event: DirectedEvent) -> None:
    event.enter(1)

    assert "1 entrant, 3 games, one game against each opponent." in event.get().texts("p")
