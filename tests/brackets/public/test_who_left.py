"""A player who left is shown as gone wherever a player reads who sits where and whom to meet."""

import pytest
from django.test import Client

from brackets.event_files.store import import_event
from tests.factories.tournaments import director_of
from tests.pages import get_page
from tournaments.changes.transaction import tournament_change
from tournaments.models import Audience, Entrant, Tournament
from tournaments.rules.types import EntrantRecord, EventFacts, EventFile
from tournaments.seating.services.schedule import make_schedule

pytestmark = pytest.mark.slow


@pytest.fixture
def tournament(db: None) -> Tournament:
    """Return an event of 8 who play 3 games, of whom the last at the first table leaves after game 1."""
    seats = [f"{table}-{number}" for table in "AB" for number in range(1, 5)]
    people = tuple(EntrantRecord(n, f"Player {n}", seat=seat) for n, seat in enumerate(seats, start=1))
    made = import_event(event_file=EventFile(EventFacts("Lantern Bay Open", 3), people))
    make_schedule(tournament=made, actor=director_of(made, "Dee Rector"))
    with tournament_change(made) as locked:
        Entrant.objects.filter(tournament=locked, number=4).update(withdrawn_after_game=1)
    Tournament.objects.filter(pk=made.pk).update(standings_shown=Audience.NOBODY)
    made.refresh_from_db()
    return made


def opponents(tournament: Tournament) -> dict[int, int]:
    """Return whom number 4 was to meet, by game."""
    found = {}
    for game in tournament.scheduled_games.all():
        for first, second in game.pairings.values_list("first__number", "second__number"):
            if 4 in (first, second):
                found[game.game] = first + second - 4
    return found


def test_page_of_the_player_who_left_ends_with_their_last_game(client: Client, tournament: Tournament) -> None:
    page = get_page(client, f"{tournament.get_absolute_url()}p/4/")

    assert page.by_id("gone").text == "Left after game 1"
    assert [row.text for row in page.all("tbody")[0].all("th")] == ["1"]


def test_opponent_has_a_win_by_ten_and_no_chair_to_go_to(client: Client, tournament: Tournament) -> None:
    number = opponents(tournament)[2]

    page = get_page(client, f"{tournament.get_absolute_url()}p/{number}/")

    rows = [[cell.text for cell in row.all("td")] for row in page.all("tbody")[0].all("tr")]
    assert rows[1] == ["", "Player 4 left: win by 10"]
    assert "A win by 10 against a player who left is custom, from the ACC director’s manual. No rule says so." in (
        page.texts("p")
    )


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("seats/", "left after game 1"),
        ("screen/", "left"),
        ("seating/", "left after game 1"),
        ("seating/print/seats/", "left"),
        ("seating/print/caller/", "opponent left: win by 10"),
        ("seating/print/movement/", "A-4 left after game 1"),
        ("seating/print/cards/", "left: win by 10"),
        ("seating/print/photo-cards/", "left: win by 10"),
        ("seating/schedule/whole/", "A-4 (left)"),
        ("seating/schedule/whole/?name=Player+4", "has left"),
        ("seating/schedule/games/2/", "Player 4 left: win by 10"),
        ("?name=Player+4", "Left after game 1"),
    ],
)
def test_every_list_of_seats_and_games_says_so(client: Client, tournament: Tournament, address: str, said: str) -> None:
    client.force_login(director_of(tournament, "Anna Director").user)

    page = get_page(client, f"{tournament.get_absolute_url()}{address}")

    assert said in page.text
