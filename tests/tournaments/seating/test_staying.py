"""Players who must stay seated: drawn, seated, warned about, and kept over the next draw."""

import pytest

from tests.tournaments.seating.conftest import DirectedEvent, said
from tournaments.rules.movement.boards import slips
from tournaments.rules.seating import is_anchor_seat
from tournaments.seating.selectors.seats import proof_of
from tournaments.seating.selectors.warnings import warnings_of


def mark(event: DirectedEvent, *numbers: int) -> None:
    event.tournament.entrants.filter(number__in=numbers).update(stays_seated=True, seating_note="wheelchair")


def test_who_must_stay_seated_draws_a_seat_that_does_not_move(event: DirectedEvent) -> None:
    event.enter(12)
    mark(event, 3, 7, 11)

    event.draw()
    event.schedule()

    now = event.now
    assert all(is_anchor_seat(now.seat_of[number]) for number in (3, 7, 11))
    assert all(len({row.seat for row in slips(now.schedule, now.seat_of)[number]}) == 1 for number in (3, 7, 11))
    proof = proof_of(event.tournament, now)
    assert proof is not None
    assert (proof["staying"], proof["differences"]) == (3, ())
    assert "3 who must stay seated drew first" in event.get().text


def test_only_one_stays_where_everybody_else_moves(event: DirectedEvent) -> None:
    event.set_up(games=7)
    event.enter(8)
    mark(event, 3, 7)

    event.draw()
    event.schedule()

    [staying] = [number for number in (3, 7) if event.seats[number] == "A-1"]
    other = 10 - staying
    assert [row["text"] for row in warnings_of(event.tournament, event.now)] == [
        (
            f"Entrant {other} ({event.seats[other]}) must stay seated, but this seat moves: trade seats with somebody "
            "in a seat that stays"
        )
    ]


def test_who_is_marked_after_the_draw_trades_seats_when_the_schedule_is_made(seated: DirectedEvent) -> None:
    mover = seated.number_in("A-4")
    mark(seated, mover)

    page = seated.get("movements/")
    seated.schedule()

    assert "Must stay seated: " in page.text
    assert "wheelchair" in page.text
    assert seated.seats[mover] == "A-3"


def test_another_draw_keeps_seats_unless_that_is_unticked(seated: DirectedEvent) -> None:
    before, box = seated.seats, next(box for box in seated.get().all("input") if box.attributes.get("name") == "keep")

    seated.post("draw/", {"table_length": 4, "keep": "on"})

    assert "checked" in box.attributes
    assert seated.seats == before


@pytest.mark.parametrize("gone", ["A-1", "B-4"])
def test_seats_beyond_those_needed_are_drawn_again(seated: DirectedEvent, gone: str) -> None:
    """Somebody did not come: the last at the table moves up, and everybody else keeps the seat."""
    before = seated.seats
    left = seated.number_in(gone)
    seated.tournament.entrants.filter(number=left).update(withdrawn_after_game=0, seat="")

    response = seated.post("draw/", {"table_length": 4, "keep": "on"}, **{"HX-Request": "true", "HX-Target": "seating"})

    assert response.status_code == 200, said(response)
    moved = {number for number, seat in seated.seats.items() if before[number] != seat}
    assert len(moved) == (1 if gone == "A-1" else 0)
