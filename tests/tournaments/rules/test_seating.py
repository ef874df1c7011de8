"""Seats: names, the draw that can be shown to be fair, and seating by hand (domain.md 6)."""

import hashlib
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis.strategies import lists, text

from tournaments.rules.seating import (
    Room,
    SeatingError,
    assign_seat,
    draw_differences,
    draw_seats,
    facing,
    in_seat_order,
    is_anchor_seat,
    lots,
    read_rooms,
    room_by_table,
    seat_key,
    seat_order,
    seat_warnings,
    seats,
)

LABELS = seats(6, table_length=4)


def test_seats_are_named_table_by_table() -> None:
    assert seats(5, table_length=2) == ("A-1", "A-2", "B-1", "B-2", "C-1")


def test_seats_after_table_z_have_two_letters() -> None:
    assert seats(56, table_length=2)[-4:] == ("AA-1", "AA-2", "AB-1", "AB-2")


def test_seats_of_a_big_hall_are_unique() -> None:
    assert len(set(seats(2000))) == 2000


def test_seats_sort_as_the_stack_of_cards_lies() -> None:
    seats = ["AA-1", "A-10", "", "B-1", "A-2", "Z-3", "a-1", "3", "A-²"]

    assert sorted(seats, key=seat_key) == ["3", "a-1", "A-2", "A-10", "A-²", "B-1", "Z-3", "AA-1", ""]


@given(seats=lists(text(max_size=20), max_size=12))
def test_seats_sort_in_a_database_as_they_do_here(seats: list[str]) -> None:
    orders = {seat: seat_order(seat) for seat in seats}

    assert sorted(seats, key=seat_order) == sorted(seats, key=seat_key)
    assert all(set(order) <= set("0123456789abcdef") and len(order) <= 500 for order in orders.values())


def test_seat_order_goes_by_table_and_number_not_by_letter() -> None:
    seat_of = {1: "AA-1", 2: "B-10", 3: "B-2", 4: "", 5: "window", 6: "A-1"}

    assert in_seat_order(seat_of) == (6, 3, 2, 1, 5)


def test_odd_seats_face_the_next_even_one() -> None:
    assert [facing(seat) for seat in ("A-1", "A-2", "AB-11", "window")] == ["A-2", "A-1", "AB-12", ""]
    assert [is_anchor_seat(seat) for seat in ("A-1", "A-2", "window")] == [True, False, False]


# Rooms.

HALL = "Ballroom: 4, 6\nAnnex: 2 x 4"


def test_tables_of_rooms_have_their_own_length() -> None:
    rooms = read_rooms(HALL)

    assert rooms == (Room("Ballroom", (4, 6)), Room("Annex", (4, 4)))
    assert [seat for seat in seats(22, table_length=2, rooms=rooms) if seat.endswith("-1")] == [
        *("A-1", "B-1", "C-1", "D-1", "E-1", "F-1")
    ]
    assert seats(10, rooms=rooms)[3:5] == ("A-4", "B-1")
    assert seats(10, rooms=rooms)[-1] == "B-6"


def test_rooms_are_named_only_where_there_are_two() -> None:
    assert room_by_table(read_rooms(HALL)) == {"A": "Ballroom", "B": "Ballroom", "C": "Annex", "D": "Annex"}
    assert room_by_table(read_rooms("12, 8\n10")) == {"A": "Room 1", "B": "Room 1", "C": "Room 2"}
    assert room_by_table(read_rooms("12, 12, 8")) == {}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Annex: many", "“Annex: many” is not a room and the seats of its tables: Annex: 12, 12, 8 would be"),
        ("Annex:", "“Annex:” is not a room and the seats of its tables: Annex: 12, 12, 8 would be"),
        ("Annex: 12, 7", "a table of 7 seats would leave a board with one seat: 6 or 8 would work"),
        ("Annex: 0", "a table of 0 seats would leave a board with one seat: 2 or 4 would work"),
        ("999 x 2", "there can be 200 tables at most"),
    ],
)
def test_rooms_that_cannot_be_are_refused(text: str, why: str) -> None:
    with pytest.raises(SeatingError) as refusal:
        read_rooms(text)

    assert str(refusal.value) == why


# The draw.


def test_draw_gives_everybody_a_seat_of_their_own() -> None:
    drawn = draw_seats(range(1, 501), seats(500), "spring")

    assert list(drawn.values()) == list(seats(500))
    assert sorted(drawn) == list(range(1, 501))


def test_draw_is_the_order_of_sha256_of_seed_and_number() -> None:
    by_hand = sorted((10, 20, 30), key=lambda number: hashlib.sha256(b"spring:%d" % number).hexdigest())

    assert [lot.number for lot in lots((10, 20, 30), "spring")] == by_hand
    assert list(draw_seats((10, 20, 30), LABELS, "spring")) == by_hand


def test_draw_stays_as_it_was_first_published() -> None:
    assert draw_seats(range(1, 7), LABELS, "2026-05-16") == {4: "A-1", 1: "A-2", 3: "A-3", 5: "A-4", 2: "B-1", 6: "B-2"}


def test_draw_does_not_depend_on_the_order_of_entry() -> None:
    assert draw_seats((3, 1, 2), LABELS, "x") == draw_seats((1, 2, 3), LABELS, "x")


def test_draw_favours_nobody() -> None:
    first = Counter(lots(range(1, 5), str(seed))[0].number for seed in range(4000))

    assert all(850 < first[number] < 1150 for number in range(1, 5))


def test_draw_leaves_kept_seats_alone() -> None:
    drawn = draw_seats(range(1, 7), LABELS, "x", kept={4: "A-3"})

    assert drawn[4] == "A-3"
    assert list(drawn.values()) == list(LABELS)


def test_draw_is_proved_by_its_seed() -> None:
    drawn = draw_seats(range(1, 7), LABELS, "x", kept={4: "A-3"})

    assert draw_differences(drawn, LABELS, "x", kept={4: "A-3"}) == ()


def test_who_must_stay_seated_draws_among_the_seats_that_stay() -> None:
    how = {"kept": {4: "A-3"}, "stay": (1, 2, 3), "stationary": ("A-1", "A-3", "B-1")}

    drawn = draw_seats(range(1, 7), LABELS, "x", **how)  # type: ignore[arg-type]

    # Two such seats are free for three: the highest lot of these draws with the others.
    assert sum(drawn[number] in ("A-1", "B-1") for number in (1, 2, 3)) == 2
    assert list(drawn.values()) == list(LABELS)
    assert draw_differences(drawn, LABELS, "x", **how) == ()


def test_draw_that_somebody_changed_is_not_proved() -> None:
    drawn = draw_seats(range(1, 7), LABELS, "2026-05-16")
    changed = drawn | {4: drawn[1], 1: ""}

    assert draw_differences(changed, LABELS, "2026-05-16") == (
        "entrant 4 drew seat A-1 and sits in A-2",
        "entrant 1 drew seat A-2 and sits in none",
    )


# By hand.


def test_seating_without_fault_has_none() -> None:
    assert seat_warnings({1: "A-1", 2: "A-2", 3: "A-3"}, [1, 2, 3], LABELS) == ()


def test_every_fault_of_a_seating_is_told() -> None:
    seat_of = {1: "A-1", 2: "A-1", 3: "", 5: "Q-7", 6: "A-4", 7: "A-2"}

    assert [warning.text for warning in seat_warnings(seat_of, [1, 2, 3, 4, 5, 6], LABELS)] == [
        "entrant 3 has no seat",
        "entrant 4 has no seat",
        "seat A-1 is given to entrants 1 and 2",
        "seat A-2 is held by entrant 7, who is not in the field",
        "there is no seat Q-7, which entrant 5 has",
        "seat A-3 is empty, and seats after it are taken",
    ]


def test_free_seat_can_be_given() -> None:
    assert assign_seat({1: "A-1", 2: ""}, 2, "A-2", LABELS) == {1: "A-1", 2: "A-2"}


def test_taken_seat_can_be_swapped() -> None:
    assert assign_seat({1: "A-1", 2: "A-2"}, 2, "A-1", LABELS, swap=True) == {1: "A-2", 2: "A-1"}


# What is refused.


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: seats(4, table_length=7), "a table of 7 seats would leave a board with one seat: 6 or 8 would work"),
        (lambda: seats(4, table_length=0), "a table of 0 seats would leave a board with one seat: 2 or 4 would work"),
        (lambda: seats(-1), "-1 is not a number of seats"),
        (lambda: draw_seats(range(8), LABELS, "x"), "8 entrants cannot sit on 6 seats: 2 more are needed"),
        (lambda: draw_seats((1, 2), LABELS, "x", kept={9: "A-1"}), "entrant 9 keeps seat A-1, but is not in the draw"),
        (
            lambda: draw_seats((1, 2), LABELS, "x", kept={1: "Z-1"}),
            "entrant 1 keeps seat Z-1, and there is no such seat",
        ),
        (lambda: draw_seats((1, 2), LABELS, "x", kept={1: "A-1", 2: "A-1"}), "entrants 1 and 2 both keep seat A-1"),
        (lambda: assign_seat({1: "A-1", 2: "A-2"}, 2, "Q-1", LABELS), "there is no seat Q-1: seats go from A-1 to B-2"),
        (
            lambda: assign_seat({1: "A-1", 2: "A-2"}, 2, "A-1", LABELS),
            "seat A-1 is taken by entrant 1: swap the two, or choose a free seat",
        ),
    ],
)
def test_what_cannot_be_is_refused(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(SeatingError) as refusal:
        ask()

    assert str(refusal.value) == message
