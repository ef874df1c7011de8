"""What is not cross-checked, and why a card of the dead zone is checked, on the page of the queue."""

import pytest

from brackets.event_files.store import import_event
from scorecards.checking.check_queue import CheckQueue
from scorecards.checking.selectors.reading_list import games_not_checked
from tests.builders import Entry, card, event, loss, win
from tests.pages import get_page
from tests.scorecards.checking.check_pages import client_of, staff
from tests.scorecards.checking.cross_checks import four_cards, seated, with_line
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def stored(*changes: tuple[int, int, Entry]) -> Tournament:
    cards = four_cards()
    for number, game, entry in changes:
        cards = with_line(cards, number, game, entry)
    return import_event(event_file=seated(event(cards, games=3)))


def test_each_reading_says_how_far_the_card_is_from_the_line() -> None:
    """1 has 7 game points. 3 has 4 by the win over 4 and by its own card 0 of the game against 2."""
    tournament = stored((4, 3, loss(12)))

    [found] = games_not_checked(tournament, CheckQueue(tournament))

    assert (found["key"], [card["holder"].place for card in found["cards"]]) == ("3-3-4", ["A-2", "B-2"])
    assert [[(one["words"], one["distance"]) for one in card["readings"]] for card in found["cards"]] == [
        [
            ("won by 10", "5 game points behind the line, net spread 91 behind"),
            ("by the other card: won by 12", "5 game points behind the line, net spread 89 behind"),
        ],
        [
            ("lost by 12", "7 game points behind the line, net spread 130 behind"),
            ("by the other card: lost by 10", "7 game points behind the line, net spread 128 behind"),
        ],
    ]


def test_page_has_a_heading_for_what_is_not_checked() -> None:
    tournament = stored((4, 3, loss(12)))

    page = get_page(client_of(staff(tournament)), f"/t/{tournament.slug}/check/")

    assert page.by_id("not-checked").texts("h2") == ["Not cross-checked (1)"]
    assert page.by_id("not-checked").texts("th")[3:] == ["Game 3", "Game 3"]


def test_card_of_the_dead_zone_says_which_line_would_make_it_qualify() -> None:
    cards = [card(1, (3, win(40))), card(2, (4, Entry(0, 50, None))), card(3, (1, loss(40))), card(4, (2, win(30)))]
    tournament = import_event(event_file=seated(event(cards, games=1)))

    page = get_page(client_of(staff(tournament)), f"/t/{tournament.slug}/check/")
    game = get_page(client_of(staff(tournament, name="Cy Dune", initials="CD")), f"/t/{tournament.slug}/check/1-2-4/")

    assert "would qualify if game 1 were a win" in page.text
    assert "Entrant 2 would qualify if game 1 were a win." in game.text
