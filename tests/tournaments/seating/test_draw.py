"""Drawing seats: by lot, with kept seats, and never under cards that are keyed."""

import hashlib

import pytest

from tests.pages import read_page
from tests.tournaments.seating.conftest import HTMX, DirectedEvent, said
from tests.tournaments.staff.people import log_entries
from tournaments.models import Entrant
from tournaments.seating.selectors.warnings import warnings_of


def test_draw_gives_everybody_a_seat(event: DirectedEvent) -> None:
    event.enter(6)

    response = event.post("draw/", {"table_length": 4})

    assert (response.status_code, response["Location"]) == (302, event.address())
    assert sorted(event.seats.values()) == ["A-1", "A-2", "A-3", "A-4", "B-1", "B-2"]


def test_draw_is_logged_with_its_seed_and_can_be_proved_by_anybody(seated: DirectedEvent) -> None:
    seed = seated.now.seed

    lots = sorted(range(1, 9), key=lambda number: hashlib.sha256(f"{seed}:{number}".encode()).hexdigest())

    assert [chair.number for chair in seated.now.in_seat_order] == lots
    assert log_entries(seated.tournament) == [("Ada Birch", "seats drawn", f"seed {seed}")]


def test_draw_of_nobody_or_at_no_table_is_refused_with_htmx_in_place(event: DirectedEvent) -> None:
    nobody = event.post("draw/", {"table_length": 4})
    event.enter(6)

    odd, none = event.post("draw/", {"table_length": 5}), event.post("draw/", {"table_length": ""}, **HTMX)

    assert [response.status_code for response in (nobody, odd, none)] == [422] * 3
    assert event.seats == {}
    assert "a table of 5 seats would leave a board with one seat" in said(odd).lower()
    assert none.content.decode().count("<html") == 0


def test_draw_keeps_seats_that_are_given(event: DirectedEvent) -> None:
    event.enter(6)
    event.post("seats/4/", {"seat": "A-1", "seen": ""})

    event.post("draw/", {"table_length": 4, "keep": "on"})

    assert (event.seats[4], len(set(event.seats.values()))) == ("A-1", 6)


def test_draw_refuses_to_keep_a_seat_beyond_those_needed(event: DirectedEvent) -> None:
    event.enter(6)
    event.tournament.entrants.filter(number=4).update(name="Pat One")
    event.post("seats/4/", {"seat": "B-3", "seen": ""})

    response = event.post("draw/", {"table_length": 4, "keep": "on"})

    assert (response.status_code, event.seats) == (422, {4: "B-3"})
    assert (
        "Pat One sits at B-3, beyond the 6 seats needed: give that entrant one of A-1 to B-2, "
        "or draw without keeping seats." in said(response)
    )


def check_in(event: DirectedEvent, *numbers: int) -> None:
    event.tournament.entrants.filter(number__in=numbers).update(checked_in_at=event.tournament.created_at)


def test_draw_for_those_who_are_here_leaves_the_others_out_of_the_schedule_too(event: DirectedEvent) -> None:
    event.enter(8)
    check_in(event, 1, 2, 3, 4, 5, 6)

    event.post("draw/", {"table_length": 4, "only_here": "here"})
    response = event.post("schedule/make/")

    now = event.now
    assert (response.status_code, sorted(event.seats), now.players) == (302, [1, 2, 3, 4, 5, 6], 6)
    assert {n for game in now.schedule for pair in game.pairs for n in pair} == {1, 2, 3, 4, 5, 6}
    assert warnings_of(event.tournament, now) == []


def test_draw_for_all_seats_also_who_is_not_checked_in(event: DirectedEvent) -> None:
    event.enter(8)
    check_in(event, 1, 2)

    event.post("draw/", {"table_length": 4, "only_here": ""})

    assert len(event.seats) == 8


def test_button_says_for_how_many_and_asks_where_few_are_here(event: DirectedEvent) -> None:
    """2 of 61 were checked in at the door, and *Draw seats* drew two seats."""
    event.enter(9)
    unasked = event.get()
    check_in(event, 1, 2)

    buttons = event.get().texts("button")
    asked = event.post("draw/", {"table_length": 4, "keep": "on", "only_here": "1"}, **HTMX)
    seated = len(event.seats)
    page = read_page(asked.content.decode())
    [sure] = [box.attributes["value"] for box in page.all("input") if box.attributes.get("name") == "sure_of"]
    drawn = event.post("draw/", {"table_length": 4, "keep": "on", "only_here": "1", "sure_of": sure}, **HTMX)

    assert "Draw seats" in unasked.texts("button")
    assert [text for text in buttons if text.startswith("Draw")] == ["Draw seats for 2 of 9", "Draw for all 9"]
    assert (asked.status_code, seated) == (422, 0)
    assert "Only 2 of 9 players are here. Press again to draw for these 2." in page.text
    assert (drawn.status_code, sorted(event.seats)) == (200, [1, 2])
    assert "Seats are drawn for 2 of 9 players." in said(drawn)


def test_nobody_asks_where_most_are_here(event: DirectedEvent) -> None:
    event.enter(9)
    check_in(event, 1, 2, 3, 4, 5)

    event.post("draw/", {"table_length": 4, "keep": "on", "only_here": "1"})

    assert sorted(event.seats) == [1, 2, 3, 4, 5]


def test_who_has_a_seat_is_here_though_others_are_checked_in_later(seated: DirectedEvent) -> None:
    check_in(seated, 1, 2)

    response = seated.post("draw/", {"table_length": 4, "keep": "on", "only_here": "1"}, **HTMX)

    assert len(seated.seats) == 8
    assert "Everybody keeps their seat. To draw all seats again, untick Keep assigned seats." in said(response)


def test_who_is_checked_in_without_a_seat_is_waited_for(event: DirectedEvent) -> None:
    event.enter(8)
    check_in(event, 1, 2, 3, 4)
    event.draw(only_here=True)
    check_in(event, 5)

    assert event.post("schedule/make/").status_code == 422


def test_draw_leaves_out_who_has_left_before_the_first_game(event: DirectedEvent) -> None:
    event.enter(6)
    Entrant.objects.filter(number=2).update(withdrawn_after_game=0)

    event.draw()

    assert sorted(event.seats) == [1, 3, 4, 5, 6]


@pytest.mark.parametrize(("where", "seats"), [("draw/", 8), ("clear/", 0)])
def test_seats_drawn_again_or_cleared_take_the_schedule_along(scheduled: DirectedEvent, where: str, seats: int) -> None:
    response = scheduled.post(where, {"table_length": 4})

    assert (response.status_code, len(scheduled.seats), scheduled.now.schedule) == (302, seats, ())


def test_seats_are_not_drawn_or_cleared_once_a_card_is_keyed(scheduled: DirectedEvent) -> None:
    before = scheduled.seats
    scheduled.key_a_card()

    drawn, cleared = scheduled.post("draw/", {"table_length": 4}), scheduled.post("clear/", **HTMX)

    assert (drawn.status_code, cleared.status_code, scheduled.seats) == (422, 422, before)
    assert "Scorecards are entered, and a seat identifies its card all day." in said(drawn)


def test_draw_takes_the_same_queries_at_two_sizes(event: DirectedEvent) -> None:
    event.seat(12)  # the first entry of the log looks for one before it
    few = event.queries(lambda: event.draw())
    for number in range(13, 100):
        event.tournament.entrants.create(number=number, name=f"Entrant {number}")

    assert event.queries(lambda: event.draw()) == few
