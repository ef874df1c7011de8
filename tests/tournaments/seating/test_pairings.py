"""Single pairings by hand, latecomers, and who takes whose place."""

from typing import Any

import pytest

from tests.factories.tournaments import EntrantFactory
from tests.tournaments.seating.conftest import DirectedEvent, said
from tournaments.rules.movement.boards import slips
from tournaments.seating.selectors.warnings import warnings_of
from tournaments.seating.services.schedule_changes import digest_of_game

GAME = {"HX-Request": "true", "HX-Target": "game"}


def swap(event: DirectedEvent, one: str, other: str, **more: Any) -> dict[str, Any]:
    """Return the form that swaps who sits in these seats in game 2."""
    seen = digest_of_game(event.now.game(2))
    return {"one": event.number_in(one), "other": event.number_in(other), "seen": seen, **more}


def seats_of_game(event: DirectedEvent, game: int) -> list[tuple[str, ...]]:
    now = event.now
    return [tuple(now.seat_of[number] for number in pair) for pair in now.game(game).pairs]


def test_two_swap_in_one_game(scheduled: DirectedEvent) -> None:
    response = scheduled.post("schedule/games/2/", swap(scheduled, "A-1", "A-3"))

    assert (response.status_code, response["Location"]) == (302, scheduled.address("schedule/games/2/"))
    assert seats_of_game(scheduled, 2) == [("A-3", "B-4"), ("A-1", "A-2"), ("B-1", "A-4"), ("B-3", "B-2")]


def test_bad_swap_shows_the_fault_in_the_fragment(scheduled: DirectedEvent) -> None:
    response = scheduled.post("schedule/games/2/", swap(scheduled, "A-1", "A-3"), **GAME)

    assert response.status_code == 200
    assert "meet more than once, in games 1 and 2" in said(response)


def test_swap_of_two_who_meet_or_of_nobody_is_refused(scheduled: DirectedEvent) -> None:
    response = scheduled.post("schedule/games/2/", swap(scheduled, "A-1", "B-4"), **GAME)
    nobody = scheduled.post("schedule/games/2/", {"one": "", "other": "77", "seen": "x"})

    assert (response.status_code, nobody.status_code) == (422, 422)
    assert "to swap them changes nothing" in said(response)


def test_stale_swap_is_answered_with_the_game_of_now(scheduled: DirectedEvent) -> None:
    stale = swap(scheduled, "B-1", "B-3")
    scheduled.post("schedule/games/2/", swap(scheduled, "A-1", "A-3"))

    response = scheduled.post("schedule/games/2/", stale)

    assert (response.status_code, seats_of_game(scheduled, 2)[2]) == (409, ("B-1", "A-4"))
    again = scheduled.post("schedule/games/2/", swap(scheduled, "B-1", "B-3"))
    assert again.status_code == 302


def test_swap_under_keyed_cards_needs_a_reason(scheduled: DirectedEvent) -> None:
    scheduled.key_a_card()

    without = scheduled.post("schedule/games/2/", swap(scheduled, "A-1", "A-3"))
    with_reason = scheduled.post("schedule/games/2/", swap(scheduled, "A-1", "A-3", reason="wrong table"))

    assert (without.status_code, with_reason.status_code) == (422, 302)


def test_latecomer_gets_a_seat_and_opponents_with_a_house_player_beside(scheduled: DirectedEvent) -> None:
    EntrantFactory(tournament=scheduled.tournament, number=9, name="Late Lee")

    response = scheduled.post("schedule/latecomer/", {"numbers": 9, "from_game": 2, "house_player": "on"})

    now = scheduled.now
    assert (response.status_code, now.chairs[9].seat, now.chairs[9].first_game) == (302, "C-1", 2)
    assert [any(9 in pair for pair in game.pairs) for game in now.schedule] == [False, True, True]
    assert warnings_of(scheduled.tournament, now) == []


def test_latecomer_without_an_opponent_is_refused_and_told_what_would_work(scheduled: DirectedEvent) -> None:
    EntrantFactory(tournament=scheduled.tournament, number=9, name="Late Lee")

    response = scheduled.post("schedule/latecomer/", {"numbers": 9, "from_game": 2})

    assert (response.status_code, 9 in scheduled.seats, scheduled.now.chairs[9].first_game) == (422, False, 1)
    assert "Late Lee finds no opponent in some game. What would work: a house player" in said(response)


def test_latecomer_takes_the_games_of_a_house_player(event: DirectedEvent) -> None:
    event.seat(7)
    event.schedule()
    house_player = event.number_in("B-4")
    EntrantFactory(tournament=event.tournament, number=9)

    event.post("schedule/latecomer/", {"numbers": 9, "from_game": 2})

    games = [[n for pair in game.pairs for n in pair] for game in event.now.schedule]
    assert [(9 in numbers, house_player in numbers) for numbers in games] == [
        *((False, True), (True, False), (True, False))
    ]
    assert event.seats[9] == "B-4B"


def entered(event: DirectedEvent, *numbers: int) -> None:
    for number in numbers:
        EntrantFactory(tournament=event.tournament, number=number)


def games_of(event: DirectedEvent, number: int) -> list[int]:
    return [game.game for game in event.now.schedule if any(number in pair for pair in game.pairs)]


def test_latecomers_together_get_every_game_and_who_never_came_none(scheduled: DirectedEvent) -> None:
    """The second got one game, against the first, and the absent third a seat and games."""
    entered(scheduled, 9, 10, 11)

    scheduled.post("schedule/latecomer/", {"numbers": [9, 10], "from_game": 1})

    assert [games_of(scheduled, number) for number in (9, 10, 11)] == [[1, 2, 3], [1, 2, 3], []]
    assert [scheduled.seats.get(number) for number in (9, 10, 11)] == ["C-1", "C-2", None]
    assert len(scheduled.now.chairs) == 11


def test_latecomers_one_by_one_get_every_game_too(scheduled: DirectedEvent) -> None:
    entered(scheduled, 9, 10, 11)

    for number in (9, 10):
        scheduled.post("schedule/latecomer/", {"numbers": number, "from_game": 1, "house_player": "on"})

    assert [games_of(scheduled, number) for number in (9, 10, 11)] == [[1, 2, 3], [1, 2, 3], []]
    # The house player who came with the first gives up the seat to the second.
    assert ([scheduled.seats.get(number) for number in (9, 10)], scheduled.now.house_players) == (["C-1", "C-2"], set())


@pytest.mark.parametrize("path", ["latecomer", "chair"])
def test_either_tool_gives_one_latecomer_the_house_players_seat(event: DirectedEvent, path: str) -> None:
    event.seat(7)
    event.schedule()
    data = {"leaving": event.number_in("B-4"), "entering": 9, "numbers": 9, "from_game": 1, "house_player": "on"}
    entered(event, 9)

    event.post(f"schedule/{path}/", data)

    assert (event.seats[9], games_of(event, 9), event.now.house_players) == ("B-4", [1, 2, 3], set())


def test_latecomer_takes_the_empty_half_of_the_last_board(event: DirectedEvent) -> None:
    event.set_up(games=4)
    event.seat(7)
    event.post("schedule/make/", {"odd_field": "makeup"})
    entered(event, 9)

    event.post("schedule/latecomer/", {"numbers": 9, "from_game": 1})

    assert (event.seats[9], games_of(event, 9)) == ("B-4", [1, 2, 3, 4])
    assert warnings_of(event.tournament, event.now) == []


def test_more_latecomers_than_there_were_players_find_a_place(event: DirectedEvent) -> None:
    late = [9, 10, 11, 12, 13]
    event.seat(4)
    event.schedule()
    entered(event, *late)

    event.post("schedule/latecomer/", {"numbers": late, "from_game": 1, "house_player": "on"})

    assert ([games_of(event, number) for number in late], warnings_of(event.tournament, event.now)) == (
        [[1, 2, 3]] * 5,
        [],
    )


def test_seat_taken_over_before_its_first_game_is_the_same_seat(event: DirectedEvent) -> None:
    event.seat(7)
    event.schedule()
    house_player = event.number_in("B-4")
    EntrantFactory(tournament=event.tournament, number=9)

    event.post("schedule/chair/", {"leaving": house_player, "entering": 9, "from_game": 1})
    taken_over = event.now
    event.undo()

    assert (taken_over.chairs[9].seat, taken_over.house_players) == ("B-4", set())
    assert warnings_of(event.tournament, taken_over) == []
    assert (event.number_in("B-4"), event.now.chairs[9].seat) == (house_player, "")


def test_seat_taken_over_during_play_has_a_second_card(scheduled: DirectedEvent) -> None:
    for number in (9, 10):
        EntrantFactory(tournament=scheduled.tournament, number=number)
    leaving = scheduled.number_in("A-3")

    scheduled.post("schedule/chair/", {"leaving": leaving, "entering": 9, "from_game": 2})
    scheduled.post("schedule/chair/", {"leaving": 9, "entering": 10, "from_game": 3})

    now = scheduled.now
    assert [now.chairs[number].seat for number in (leaving, 9, 10)] == ["A-3", "A-3B", "C-1"]
    assert [row.seat for row in slips(now.schedule, now.seat_of)[9]] == ["", "A-3", ""]


def test_new_schedule_has_no_second_cards(scheduled: DirectedEvent) -> None:
    for number in (9, 10):
        EntrantFactory(tournament=scheduled.tournament, number=number)
    gone, leaving = scheduled.number_in("A-2"), scheduled.number_in("A-3")
    scheduled.post("schedule/chair/", {"leaving": gone, "entering": 9, "from_game": 2})
    scheduled.post("schedule/chair/", {"leaving": leaving, "entering": 10, "from_game": 2})
    scheduled.tournament.entrants.filter(number=gone).update(withdrawn_after_game=0, seat="")

    scheduled.schedule()

    now = scheduled.now
    assert (now.seat_of[9], now.seat_of[10]) == ("A-2", "C-1")
    assert {seat for seat in now.seat_of.values() if seat.endswith("B")} == set()


def test_somebody_takes_the_place_of_who_leaves(scheduled: DirectedEvent) -> None:
    EntrantFactory(tournament=scheduled.tournament, number=9)
    leaving = scheduled.number_in("A-3")

    response = scheduled.post("schedule/chair/", {"leaving": leaving, "entering": 9, "from_game": 3})

    games = [[n for pair in game.pairs for n in pair] for game in scheduled.now.schedule]
    assert response.status_code == 302
    assert [(leaving in numbers, 9 in numbers) for numbers in games] == [*((True, False), (True, False), (False, True))]


@pytest.mark.parametrize("confirmed", ["", "yes"], ids=["preview", "confirmed"])
def test_chair_is_not_taken_by_somebody_who_plays(scheduled: DirectedEvent, confirmed: str) -> None:
    data = {"leaving": scheduled.number_in("A-3"), "entering": scheduled.number_in("A-1"), "from_game": 2}

    response = scheduled.post("schedule/chair/", {**data, "confirmed": confirmed})

    assert response.status_code == 422
    assert "plays in game 2 already" in said(response)


def test_chair_beyond_the_last_game_is_refused(scheduled: DirectedEvent) -> None:
    data = {"leaving": scheduled.number_in("A-3"), "entering": 9, "from_game": 4}
    EntrantFactory(tournament=scheduled.tournament, number=9)

    response = scheduled.post("schedule/chair/", data)

    assert (response.status_code, "The event has games 1 to 3." in said(response)) == (422, True)


def test_only_latecomer_is_chosen_already(scheduled: DirectedEvent) -> None:
    EntrantFactory(tournament=scheduled.tournament, number=9, first_game=2)

    page = scheduled.get("schedule/")

    boxes = [box for box in page.all("input") if box.attributes.get("name") == "numbers"]
    assert [(box.attributes["value"], "checked" in box.attributes) for box in boxes] == [("9", True)]
    assert page.by_id("latecomer_from_game").attributes["value"] == "2"
