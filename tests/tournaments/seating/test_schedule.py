"""The schedule: made from the seats, odd fields, refusals that say what works, its pages."""

import pytest

from tests.factories.tournaments import EntrantFactory
from tests.tournaments.seating.conftest import HTMX, DirectedEvent, said
from tournaments.rules.movement.setup import Setup
from tournaments.seating.selectors.seats import pairs_by_game
from tournaments.seating.selectors.warnings import meetings_in_words, warnings_of

pytestmark = pytest.mark.slow


def test_schedule_is_made_from_the_seats_without_a_fault(seated: DirectedEvent) -> None:
    response = seated.post("schedule/make/")

    now = seated.now
    first_game = [tuple(now.seat_of[number] for number in pair) for pair in now.schedule[0].pairs]
    assert (response.status_code, len(now.schedule)) == (302, 3)
    assert first_game == [("A-1", "A-2"), ("A-3", "A-4"), ("B-1", "B-2"), ("B-3", "B-4")]
    assert warnings_of(seated.tournament, now) == []


def test_schedule_needs_everybody_seated(seated: DirectedEvent) -> None:
    EntrantFactory(tournament=seated.tournament, number=9, name="Late Lee")

    response = seated.post("schedule/make/")

    assert (response.status_code, seated.now.schedule) == (422, ())
    assert "Without a seat: Late Lee. Draw seats first, or give them one." in said(response)


def test_schedule_of_too_few_players_says_what_would_work(event: DirectedEvent) -> None:
    event.seat(2)

    response = event.post("schedule/make/")

    assert response.status_code == 422
    assert "What would work: 2 games or a field of 4 players." in said(response)


def test_house_player_takes_the_last_chair_of_an_odd_field_and_stands_up_again(event: DirectedEvent) -> None:
    event.seat(7)
    event.post("schedule/make/")
    odd = event.now
    EntrantFactory(tournament=event.tournament, number=20)
    event.draw()

    event.schedule()

    assert [chair.seat for chair in odd.chairs.values() if chair.house_player] == ["B-4"]
    assert event.now.house_players == set()
    assert warnings_of(event.tournament, event.now) == []


def test_schedule_is_not_made_again_under_keyed_cards(scheduled: DirectedEvent) -> None:
    scheduled.key_a_card()

    assert scheduled.post("schedule/make/").status_code == 422


def test_field_too_small_for_different_opponents_is_told_before_and_after(event: DirectedEvent) -> None:
    event.set_up(games=6)
    event.seat(4)
    told = "verybody meets everybody twice: the field is too small for 6 games against different opponents."

    before, after = event.get().text, said(event.post("schedule/make/", **HTMX))

    assert (f"E{told}" in before, f"6 games are scheduled: everybody moves but one. E{told}" in after) == (True, True)


@pytest.mark.parametrize(
    ("players", "games", "per_opponent", "words"),
    [
        (12, 11, 1, ""),
        (12, 22, 2, ""),
        (
            12,
            14,
            1,
            (
                "everybody meets everybody, and 3 of them a second time: "
                "the field is too small for 14 games against different opponents"
            ),
        ),
    ],
)
def test_meetings_are_told_only_where_the_field_is_too_small(
    players: int, games: int, per_opponent: int, words: str
) -> None:
    assert meetings_in_words(Setup(players, games, per_opponent)) == words


def test_schedule_page_lists_games_and_forfeits(scheduled: DirectedEvent) -> None:
    scheduled.tournament.entrants.filter(number=3).update(withdrawn_after_game=1)

    page = scheduled.get("schedule/")

    assert [row.texts("td")[:2] for row in page.all("tbody")[0].all("tr")] == [["2", "Entrant 3"], ["3", "Entrant 3"]]


def test_game_page_shows_who_meets_whom_and_where(scheduled: DirectedEvent) -> None:
    page = scheduled.get("schedule/games/2/")

    assert [row.texts("td")[0] for row in page.all("tbody")[0].all("tr")] == [
        *("A-1 / A-2", "A-3 / A-4", "B-1 / B-2", "B-3 / B-4")
    ]
    assert scheduled.client.get(scheduled.address("schedule/games/4/")).status_code == 404


def test_large_field_is_drawn_stored_and_checked(event: DirectedEvent) -> None:
    event.set_up(games=22)
    for number in range(1, 501):
        event.tournament.entrants.create(number=number, name=f"Entrant {number}")

    event.draw(table_length=12)
    event.schedule()

    games = pairs_by_game(event.now.schedule)
    assert ([len(pairs) for pairs in games.values()], warnings_of(event.tournament, event.now)) == ([250] * 22, [])
