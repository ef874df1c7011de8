"""The Seating page: what is done, what comes next, what is wrong."""

from datetime import timedelta

import pytest
from django.test import Client

from brackets.event_files.store import import_event
from tests.events import PHASES
from tests.factories.tournaments import StaffMemberFactory
from tests.pages import read_page
from tests.tournaments.seating.conftest import DirectedEvent
from tournaments.staff import access


def test_seating_page_of_an_empty_event_leads_to_the_entrants(event: DirectedEvent) -> None:
    part = event.get().by_id("seating")

    assert part.links == [f"/t/{event.tournament.slug}/entrants/"]


def test_seating_page_before_the_draw_says_why_no_schedule_can_be_made(event: DirectedEvent) -> None:
    event.enter(8)

    page = event.get()

    assert [part.text for part in page.all("p") if part.attributes.get("class") == "why"] == [
        "8 players need seats first.",
        "Seat list, scorecards and table signs can be printed once seats are assigned.",
    ]


def test_schedule_is_made_on_its_own_page_once_seats_are_drawn(seated: DirectedEvent) -> None:
    address = f"/t/{seated.tournament.slug}/seating/schedule/"
    page = read_page(seated.client.get(address).content.decode())
    boxes = {box.attributes.get("name"): box.attributes.get("value") for box in page.all("input")}
    made = seated.client.post(f"{address}make/", {name: boxes[name] for name in ("seen", "to")})
    after = read_page(seated.client.get(address).content.decode())

    assert "Make schedule" in page.texts("button")
    assert made["Location"] == address
    assert seated.tournament.scheduled_games.count() == seated.tournament.games
    assert "Make schedule" not in after.texts("button")


def test_page_of_the_schedule_leads_to_the_seats_first(event: DirectedEvent) -> None:
    event.enter(8)

    page = read_page(event.client.get(f"/t/{event.tournament.slug}/seating/schedule/").content.decode())

    assert "There is no schedule yet. Draw the seats first, or import a CSV file." in page.texts("p")
    assert "Make schedule" not in page.texts("button")


def test_seating_page_lists_everybody_sorted_and_found(seated: DirectedEvent) -> None:
    page, by_name, by_seat = seated.get(), seated.get("?sort=name"), seated.get(f"?name={seated.seats[7]}")
    part = seated.get("?name=entrant+7", **{"HX-Request": "true", "HX-Target": "seat-rows"})

    seats = ["A-1", "A-2", "A-3", "A-4", "B-1", "B-2", "B-3", "B-4"]
    assert [row.texts("td")[0] for row in page.by_id("seat-rows").all("tr")[1:]] == seats
    assert by_name.by_id("seat-rows").texts("bdi") == [f"Entrant {number}" for number in range(1, 9)]
    assert by_seat.by_id("seat-rows").texts("bdi") == part.by_id("seat-rows").texts("bdi") == ["Entrant 7"]
    assert seated.get("?name=zzz").by_id("seat-rows").text == "No matches for “zzz”. Show all"
    # Drawn again from its seed, every seat is the same.
    assert [span.text for span in page.all("span") if span.attributes.get("class") == "state done"][-1][:16] == (
        "Drawn again just"
    )


def test_one_seat_by_hand_asks_calmly_for_the_others(event: DirectedEvent) -> None:
    event.enter(8)
    event.tournament.entrants.filter(number=1).update(seat="A-3")

    page = event.get().by_id("seating")

    assert page.texts("h2")[:1] == ["1. Seats"]
    assert page.text.count("7 players need seats first.") == 1
    assert "has no seat" not in page.text


def test_seating_page_tells_every_fault_in_words(scheduled: DirectedEvent) -> None:
    seated = scheduled
    chair = seated.now.chairs[seated.number_in("A-2")]
    seated.tournament.entrants.filter(number=chair.number).update(seat="")

    warnings = seated.get().by_id("seating").all("section")[0]

    assert (warnings.texts("h2"), warnings.texts("li")) == (
        ["2 problems"],
        [f"{chair.name} (no. {chair.number}) has no seat", "Seat A-2 is empty, and seats after it are taken"],
    )


def test_those_without_seat_and_games_are_one_line(scheduled: DirectedEvent) -> None:
    """14 entrants who had not come were 28 problems."""
    for number in range(9, 23):
        scheduled.tournament.entrants.create(number=number, name=f"Entrant {number}")

    section = scheduled.get().by_id("seating").all("section")[0]

    [line] = section.texts("li")
    assert line == (
        "14 players have neither seat nor games: Entrant 10, Entrant 11, Entrant 12, Entrant 13, Entrant 14 and 9 "
        "more. Add them as latecomers"
    )


def test_absent_players_are_no_problem_and_one_line(event: DirectedEvent) -> None:
    event.enter(22)
    event.tournament.entrants.filter(number__lte=8).update(checked_in_at=event.tournament.created_at)
    event.draw(only_here=True)
    event.schedule()
    event.tournament.entrants.filter(number=9).update(checked_in_at=event.tournament.created_at)

    page = event.get()

    assert page.by_id("seating").all("section")[0].texts("li") == [
        "1 player has neither seat nor games: Entrant 9. Add them as latecomers"
    ]
    assert "13 players are not checked in and have no seat. Add them later as latecomers." in page.text


PAGES = ("", "schedule/", "schedule/games/1/", "schedule/whole/", "print/cards/", "print/seats/", "print/tables/")


def test_every_page_takes_the_same_queries_at_two_sizes(
    scheduled: DirectedEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "SEEN_EVERY", timedelta(days=1))  # a slow machine takes longer than that
    few = {page: scheduled.queries(lambda page=page: scheduled.get(page)) for page in PAGES}  # type: ignore[misc]
    for number in range(9, 60):
        scheduled.tournament.entrants.create(number=number, name=f"Entrant {number}")
    scheduled.draw()
    scheduled.schedule()

    assert {page: scheduled.queries(lambda page=page: scheduled.get(page)) for page in PAGES} == few  # type: ignore[misc]


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("phase", PHASES)
def test_pages_of_an_imported_event_open_in_every_phase(phase: str, client: Client) -> None:
    tournament = import_event(event_file=PHASES[phase])
    client.force_login(StaffMemberFactory(tournament=tournament).user)
    here = f"/t/{tournament.slug}/seating/"
    pages = (here, f"{here}schedule/", f"{here}schedule/games/1/", f"{here}print/cards/", f"{here}print/seats/")

    assert [client.get(page).status_code for page in pages] == [200] * 5
