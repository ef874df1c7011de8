"""The page of movements: each with its sentence, drawing, facts and proof; what is chosen is made."""

import pytest

from tests.tournaments.seating.conftest import DirectedEvent, said
from tournaments.rules.movement.boards import slips
from tournaments.seating.selectors.warnings import warnings_of
from tournaments.seating.services.schedule_changes import digest_of_game

pytestmark = pytest.mark.slow


def field_of(event: DirectedEvent, players: int, games: int, *, table_length: int = 6) -> DirectedEvent:
    event.set_up(games=games)
    event.seat(players, table_length=table_length)
    return event


def test_each_movement_is_said_drawn_and_proved(event: DirectedEvent) -> None:
    page = field_of(event, 24, 6).get("movements/")

    assert [title.split(" usual")[0].rstrip(" ●") for title in page.texts("h2")] == [
        *("One way round", "Everybody moves but one", "Sections", "By hand")
    ]
    assert len(page.all("svg")) == 3
    assert page.text.count("Passed:") == 12
    assert "2 sections: A-1 to B-6, C-1 to D-6. Odd seats stay." in page.text
    assert "style" not in {name for one in page.all("svg") for name in one.attributes}


def test_movement_that_cannot_be_played_says_what_would(event: DirectedEvent) -> None:
    page = field_of(event, 8, 6).get("movements/")

    assert "6 games need 6 boards, and there are 4: movers would come to a board a second time." in page.text
    assert "What would work: 4 games or everybody moves but one." in page.text
    assert "The room is too small for sections of enough tables." in page.text
    assert len(page.all("svg")) == 1


@pytest.mark.parametrize(
    ("odd_field", "facts"),
    [
        ("house-player", ["takes B-2, is not ranked", "8 games", "A-1 stays. After each game everybody else moves"]),
        ("makeup", ["8 games, 1 extra round", "the player across from the empty seat B-2 has a bye", "Nobody"]),
    ],
)
def test_odd_field_is_shown_both_ways(event: DirectedEvent, odd_field: str, facts: list[str]) -> None:
    text = field_of(event, 13, 8, table_length=12).get(f"movements/?odd_field={odd_field}").text

    assert [fact for fact in facts if fact.casefold() not in text.casefold()] == []


def test_ring_that_is_chosen_is_made_and_the_one_who_asked_stays(event: DirectedEvent) -> None:
    field_of(event, 24, 6)
    asked, other, first = (event.number_in(seat) for seat in ("B-4", "A-2", "A-1"))

    page = event.get(f"movements/?stay={asked}&stay={other}&stay=nobody")
    event.post("schedule/make/", {"kind": "ring", "stay": [asked, other]})

    now = event.now
    assert "this form has no seat left that stays" in page.text
    assert (now.seat_of[asked], now.seat_of[first]) == ("A-1", "B-4")
    assert {row.seat for row in slips(now.schedule, now.seat_of)[asked]} == {"A-1"}
    assert warnings_of(event.tournament, now) == []


def test_undo_of_a_movement_undoes_the_seats_traded_for_it(event: DirectedEvent) -> None:
    field_of(event, 13, 6)
    before = event.now
    event.post("schedule/make/", {"kind": "one-way", "stay": [event.number_in("A-2"), event.number_in("B-4")]})
    made = event.now

    event.undo()

    assert len({number for number in before.seat_of if before.seat_of[number] != made.seat_of[number]}) == 4
    assert (event.now.digest, event.now.house_players) == (before.digest, set())


def test_sections_are_made_as_shown(event: DirectedEvent) -> None:
    field_of(event, 24, 6)

    event.post("schedule/make/", {"kind": "sections", "sections": "6-6"})

    now = event.now
    tables = {row.seat[0] for row in slips(now.schedule, now.seat_of)[event.number_in("A-2")]}
    assert (tables, warnings_of(event.tournament, now)) == ({"A", "B"}, [])


def test_sections_that_do_not_fit_are_refused(event: DirectedEvent) -> None:
    field_of(event, 24, 6)

    response = event.post("schedule/make/", {"kind": "sections", "sections": "6-x"})

    assert (response.status_code, event.now.schedule) == (422, ())
    assert "sections of no boards do not make 12" in said(response).lower()


def test_nobody_trades_seats_under_entered_cards(event: DirectedEvent) -> None:
    field_of(event, 8, 3)
    event.key_a_card()

    response = event.post("schedule/make/", {"stay": [event.number_in("A-2")]})

    assert (response.status_code, event.now.schedule) == (422, ())


def test_movements_wait_for_seats(event: DirectedEvent) -> None:
    event.enter(8)

    assert "Everybody needs a seat first." in event.get("movements/").text


def test_double_round_robin_has_no_other_movement(event: DirectedEvent) -> None:
    event.set_up(format="double-round-robin")
    event.seat(4)

    assert "A double round robin has no other movement." in event.get("movements/").text


def test_schedule_page_proves_the_schedule_and_counts_what_fails(scheduled: DirectedEvent) -> None:
    one, other = scheduled.number_in("A-1"), scheduled.number_in("A-3")
    before = scheduled.get("schedule/").text
    seen = digest_of_game(scheduled.now.game(2))
    scheduled.post("schedule/games/2/", {"one": one, "other": other, "seen": seen})

    after = scheduled.get("schedule/").text

    assert before.count("Passed: nobody meets the same opponent more than once.") == 1
    assert "Failed 2 times: nobody meets the same opponent more than once." in after
