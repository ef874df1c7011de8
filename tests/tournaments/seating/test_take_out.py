"""Taking somebody out of the schedule from a game on, and bringing them back."""

import pytest

from tests.factories.tournaments import EntrantFactory
from tests.tournaments.seating.conftest import DirectedEvent, said
from tournaments.models import AuditEntry
from tournaments.seating.selectors.warnings import warnings_of

pytestmark = pytest.mark.slow


def games_of(event: DirectedEvent, number: int) -> list[int]:
    return [game.game for game in event.now.schedule if any(number in pair for pair in game.pairs)]


def test_entrant_is_out_from_a_game_on(scheduled: DirectedEvent) -> None:
    gone = scheduled.number_in("A-3")

    response = scheduled.post("schedule/out/", {"one": gone, "other": "", "from_game": 2})

    assert (response.status_code, response["Location"]) == (302, scheduled.address("schedule/"))
    assert (games_of(scheduled, gone), scheduled.now.chairs[gone].seat) == ([1], "A-3")
    assert scheduled.get("schedule/").texts("p").count("Taken out. Changed: games 2 and 3.") == 1


def test_house_player_and_who_was_entered_by_mistake_go_together(event: DirectedEvent) -> None:
    event.seat(5)
    event.schedule()
    house_player, mistake = event.number_in("B-2"), event.number_in("A-4")
    event.tournament.entrants.filter(number=mistake).update(withdrawn_after_game=1)

    response = event.post("schedule/out/", {"one": mistake, "other": house_player, "from_game": 2})

    assert response.status_code == 302
    assert (games_of(event, mistake), games_of(event, house_player)) == ([1], [1])
    assert warnings_of(event.tournament, event.now) == []


def test_games_that_stay_as_they_are_are_told(scheduled: DirectedEvent) -> None:
    one, other = scheduled.number_in("B-3"), scheduled.number_in("B-4")

    scheduled.post("schedule/out/", {"one": one, "other": other, "from_game": 1})

    told = (
        "Taken out. Changed: game 1. Still paired in games 2 and 3: "
        "the opponents left behind have met too often, or one does not play."
    )
    assert games_of(scheduled, one) == [2, 3]
    assert scheduled.get("schedule/").texts("p").count(told) == 1


def test_who_plays_in_none_of_the_games_is_not_taken_out(scheduled: DirectedEvent) -> None:
    gone = scheduled.number_in("A-3")
    scheduled.post("schedule/out/", {"one": gone, "from_game": 2})

    response = scheduled.post("schedule/out/", {"one": gone, "from_game": 2})

    assert response.status_code == 422
    assert f"Entrant {gone} (no. {gone}) plays in no game from game 2 on." in said(response)


def test_two_of_the_same_and_somebody_who_is_not_in_the_schedule_are_refused(scheduled: DirectedEvent) -> None:
    EntrantFactory(tournament=scheduled.tournament, number=9)

    same = scheduled.post("schedule/out/", {"one": 1, "other": 1, "from_game": 2})
    outside = scheduled.post("schedule/out/", {"one": 9, "from_game": 1})

    assert (same.status_code, outside.status_code) == (422, 422)
    assert "Two different entrants are needed." in said(same)


def test_two_whose_opponents_may_not_meet_stay_and_the_page_says_what_works(event: DirectedEvent) -> None:
    event.seat(4)
    event.schedule()
    before = event.now.schedule
    one, other = before[0].pairs[0]

    response = event.post("schedule/out/", {"one": one, "other": other, "from_game": 2})

    assert (response.status_code, event.now.schedule) == (422, before)
    assert "What would work: take out one alone, or swap single pairings" in said(response)


def test_taking_out_under_keyed_cards_needs_a_reason(scheduled: DirectedEvent) -> None:
    scheduled.key_a_card()

    without = scheduled.post("schedule/out/", {"one": 1, "from_game": 3})
    with_reason = scheduled.post("schedule/out/", {"one": 1, "from_game": 3, "reason": "entered twice"})

    assert (without.status_code, with_reason.status_code) == (422, 302)
    entry = AuditEntry.objects.filter(action="taken out of the schedule").get()
    assert (entry.subject, entry.after["reason"]) == ("Entrant 1 from game 3", "entered twice")


def test_taking_out_of_many_games_is_undone_under_keyed_cards(event: DirectedEvent) -> None:
    event.set_up(games=7)
    event.seat(8)
    event.schedule()
    before = event.now.schedule
    event.key_a_card()
    event.post("schedule/out/", {"one": 1, "from_game": 2, "reason": "a slip"})

    assert (event.undo(), event.now.schedule) == (302, before)
