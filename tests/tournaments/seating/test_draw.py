"""Drawing seats: by lot, with kept seats, and never under cards that are keyed."""

from __future__ import annotations

import hashlib

import pytest

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


def test_draw_answers_htmx_with_the_fragment(event: DirectedEvent) -> None:
    event.enter(6)

    response = event.post("draw/", {"table_length": 4}, **HTMX)

    assert (response.status_code, said(response)[:16]) == (200, "Seats are drawn.")


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


def test_draw_asks_once_somebody_is_checked_in(event: DirectedEvent) -> None:
    event.enter(8)
    unasked = event.get()
    check_in(event, 1)

    asked = event.get()

    assert unasked.texts("legend") == []
    assert asked.texts("legend") == ["7 are not checked in"]
    assert asked.by_id("only-here").attributes["value"] == "here"
    assert "checked" in asked.by_id("only-here").attributes


def test_who_is_checked_in_without_a_seat_is_waited_for(event: DirectedEvent) -> None:
    event.enter(8)
    check_in(event, 1, 2, 3, 4)
    event.draw(only_here=True)
    check_in(event, 5)

    assert event.post("schedule/make/").status_code == 422


def test_draw_for_those_who_are_here_is_refused_where_nobody_is(event: DirectedEvent) -> None:
    event.enter(8)

    response = event.post("draw/", {"table_length": 4, "only_here": "here"})

    assert "Nobody is checked in: draw for everybody, or check people in first." in said(response)


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
