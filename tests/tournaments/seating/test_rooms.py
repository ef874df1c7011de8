"""A hall of two rooms with tables of different length, on every page where that matters."""

import pytest
from django.test import Client

from tests.pages import get_page
from tests.tournaments.seating.conftest import DirectedEvent
from tournaments.seating.selectors.movements import movement_choices
from tournaments.seating.selectors.seats import proof_of
from tournaments.seating.selectors.warnings import usual_odd_field, warnings_of

HALL = "Ballroom: 4, 6\nAnnex: 6"


@pytest.fixture
def hall(event: DirectedEvent) -> DirectedEvent:
    """Return an event of 16 in two rooms: tables A of 4, B of 6, and C of 6 in the annex."""
    event.set_up(rooms=HALL, games=4)
    event.enter(16)
    event.draw()
    event.schedule()
    return event


def test_seats_are_those_of_the_rooms(hall: DirectedEvent) -> None:
    assert sorted(hall.seats.values()) == [
        *(f"A-{seat}" for seat in range(1, 5)),
        *(f"B-{seat}" for seat in range(1, 7)),
        *(f"C-{seat}" for seat in range(1, 7)),
    ]
    assert warnings_of(hall.tournament, hall.now) == []
    proof = proof_of(hall.tournament, hall.now)
    assert proof is not None
    assert proof["differences"] == ()


def test_seat_lists_and_table_signs_name_the_room(hall: DirectedEvent, client: Client) -> None:
    public = get_page(client, f"/t/{hall.tournament.slug}/seats/?sort=seat")
    signs = [part.text for part in hall.get("print/tables/").all("section")]

    assert [row.texts("td")[0] for row in public.all("tr")[1:]][9:11] == ["B-6 Ballroom", "C-1 Annex"]
    assert [text.split(" Gull")[0] for text in signs] == [
        "A A-1 to A-4 Ballroom",
        "B B-1 to B-6 Ballroom",
        "C C-1 to C-6 Annex",
    ]
    assert "C-1 Annex" in hall.get("print/seats/?sort=seat").text
    assert "C-1 Annex" in hall.get().text


def test_caller_and_movement_cards_say_who_goes_to_another_room(hall: DirectedEvent) -> None:
    assert "To Annex: B-6. To Ballroom: C-6." in hall.get("print/caller/").text.replace("\n", " ")
    assert "B-6 go to C-2 (Annex)" in hall.get("print/movement/").text


def test_movements_draw_tables_as_they_are_and_say_who_changes_rooms(hall: DirectedEvent) -> None:
    hall.set_up(games=3)

    choices = movement_choices(hall.tournament, hall.now, usual_odd_field(hall.tournament))

    one_way, _, sections = choices
    assert one_way["drawing"] is not None
    assert [(table.name, table.room, table.width) for table in one_way["drawing"].tables] == [
        ("A", "Ballroom", 24),
        ("B", "Ballroom", 36),
        ("C", "Annex", 36),
    ]
    assert dict(one_way["facts"])["Rooms"] == "players change rooms, from B-6 to C-2"
    assert (sections["sections"], dict(sections["facts"])["Rooms"]) == ((5, 3), "nobody changes rooms")


def test_seat_that_a_shorter_table_has_not_is_refused(hall: DirectedEvent) -> None:
    response = hall.post("seats/1/", {"seat": "A-5", "seen": hall.seats[1]})

    assert response.status_code == 422
