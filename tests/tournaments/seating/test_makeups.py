"""Extra rounds for the games that an odd field sits out: made, shown, taken back."""

from collections import Counter

import pytest

from tests.factories.tournaments import EntrantFactory
from tests.tournaments.seating.conftest import HTMX, DirectedEvent, said
from tournaments.models import OddField
from tournaments.seating.schedule_csv import write_schedule
from tournaments.seating.selectors.warnings import warnings_of
from tournaments.seating.services.draw import clear_seats

pytestmark = pytest.mark.slow

MAKEUP = {"odd_field": "makeup"}


@pytest.fixture
def odd(event: DirectedEvent) -> DirectedEvent:
    """Return an event of 13 entrants, 8 games, everybody seated."""
    event.set_up(games=8)
    event.seat(13)
    return event


@pytest.fixture
def made_up(odd: DirectedEvent) -> DirectedEvent:
    """Return the same event with its games sat out made up in an extra round."""
    odd.post("schedule/make/", MAKEUP)
    return odd


def lines_of(event: DirectedEvent) -> tuple[int, int, int]:
    """Return lines on a card, extra rounds, and games that everybody plays."""
    event.tournament.refresh_from_db()
    return event.tournament.games, event.tournament.makeup_rounds, event.tournament.games_each


def games_of_each(event: DirectedEvent) -> set[int]:
    return set(Counter(n for game in event.now.schedule for pair in game.pairs for n in pair).values())


def test_director_chooses_between_a_house_player_and_extra_rounds(odd: DirectedEvent) -> None:
    page = odd.get()

    choices = {one.attributes["value"]: one for one in page.all("input") if one.attributes.get("type") == "radio"}
    assert list(choices) == ["house-player", "makeup"]
    assert "checked" in choices["house-player"].attributes
    assert "A house player takes the last seat: 8 games" in page.text
    assert "Make up byes in extra rounds: 8 games, 1 extra round" in page.text


def test_extra_round_is_made_and_everybody_plays_the_same(odd: DirectedEvent) -> None:
    response = odd.post("schedule/make/", MAKEUP, **HTMX)

    assert response.status_code == 200
    assert "8 games, 1 extra round are scheduled" in said(response)
    assert "Cards have 9 lines, of which everybody plays 8." in said(response)
    assert lines_of(odd) == (9, 1, 8)
    assert (len(odd.now.schedule), games_of_each(odd)) == (9, {8})
    assert warnings_of(odd.tournament, odd.now) == []


def test_event_set_to_make_up_does_so_without_being_asked(odd: DirectedEvent) -> None:
    odd.set_up(odd_field=OddField.MAKEUP)

    odd.post("schedule/make/")

    assert lines_of(odd) == (9, 1, 8)


def test_even_field_has_no_extra_rounds_whatever_is_chosen(odd: DirectedEvent) -> None:
    EntrantFactory(tournament=odd.tournament, number=14)
    odd.draw()

    odd.post("schedule/make/", MAKEUP)

    assert (lines_of(odd), games_of_each(odd)) == ((8, 0, 8), {8})


def test_house_player_takes_the_lines_of_the_extra_round_back(made_up: DirectedEvent) -> None:
    made_up.post("schedule/make/", {"odd_field": "house-player"})

    assert (lines_of(made_up), len(made_up.now.schedule)) == ((8, 0, 8), 8)
    assert warnings_of(made_up.tournament, made_up.now) == []


def test_extra_rounds_let_the_house_player_stand_up(odd: DirectedEvent) -> None:
    odd.post("schedule/make/", {"odd_field": "house-player"})

    odd.post("schedule/make/", MAKEUP)

    assert odd.now.house_players == set()
    assert (lines_of(odd), games_of_each(odd)) == ((9, 1, 8), {8})
    assert warnings_of(odd.tournament, odd.now) == []


def test_two_games_with_each_opponent_take_more_extra_rounds(odd: DirectedEvent) -> None:
    odd.set_up(games_per_opponent=2)

    odd.post("schedule/make/", MAKEUP)

    assert (lines_of(odd), games_of_each(odd)) == ((10, 2, 8), {8})
    assert warnings_of(odd.tournament, odd.now) == []


def test_extra_rounds_that_cannot_be_say_what_would_work(odd: DirectedEvent) -> None:
    odd.set_up(games=7)

    page = odd.get()
    response = odd.post("schedule/make/", MAKEUP)

    [makeup] = [one for one in page.all("input") if one.attributes.get("value") == "makeup"]
    why = "13 players cannot play 7 games each, because 13 times 7 is odd and a game takes two. What would work: "
    assert "disabled" in makeup.attributes
    assert why in page.text
    assert (response.status_code, lines_of(odd)) == (422, (7, 0, 7))
    assert why in said(response)


def test_another_draw_or_clearing_takes_the_lines_of_the_extra_round_back(made_up: DirectedEvent) -> None:
    made_up.draw()
    drawn = (lines_of(made_up), made_up.now.schedule)
    made_up.post("schedule/make/", MAKEUP)

    clear_seats(tournament=made_up.tournament, actor=made_up.me)

    assert (drawn, lines_of(made_up)) == (((8, 0, 8), ()), (8, 0, 8))


def test_undo_takes_the_extra_round_back_and_brings_it_again(made_up: DirectedEvent) -> None:
    made_up.undo()
    undone = (lines_of(made_up), made_up.now.schedule)
    made_up.redo()

    assert undone == ((8, 0, 8), ())
    assert (lines_of(made_up), games_of_each(made_up)) == ((9, 1, 8), {8})


def test_imported_schedule_brings_its_extra_round_where_the_event_makes_games_up(made_up: DirectedEvent) -> None:
    data = write_schedule(made_up.now.schedule, dict.fromkeys(made_up.now.chairs, "")).encode()
    made_up.tournament.refresh_from_db()
    made_up.set_up(odd_field=OddField.MAKEUP)
    made_up.draw(keep=True)
    clear_seats(tournament=made_up.tournament, actor=made_up.me)
    cleared = lines_of(made_up)

    made_up.post("schedule/import/store/", {"schedule": data.decode()})

    assert (cleared, lines_of(made_up)) == ((8, 0, 8), (9, 1, 8))


def test_imported_schedule_without_an_extra_round_takes_its_lines_back(made_up: DirectedEvent) -> None:
    regular = made_up.now.schedule[:8]
    data = write_schedule(regular, dict.fromkeys(made_up.now.chairs, ""))

    made_up.post("schedule/import/store/", {"schedule": data})

    assert (lines_of(made_up), len(made_up.now.schedule)) == ((8, 0, 8), 8)


def test_import_is_refused_where_cards_have_lines_of_the_extra_round(made_up: DirectedEvent) -> None:
    made_up.key_a_card()
    made_up.tournament.entrants.first().scorecard.lines.update(game=9)
    data = write_schedule(made_up.now.schedule[:8], dict.fromkeys(made_up.now.chairs, ""))

    response = made_up.post("schedule/import/store/", {"schedule": data, "reason": "a new plan"})

    assert (response.status_code, lines_of(made_up)) == (422, (9, 1, 8))
    assert "Cards have lines up to game 9: there cannot be fewer games than that." in said(response)


def test_pages_tell_the_extra_round_and_which_game_is_sat_out(made_up: DirectedEvent) -> None:
    page, cards = made_up.get(), made_up.get("print/cards/")

    assert "9 of 9 games · 8 games, 1 extra round" in page.text
    assert "everybody plays 8 games, and nobody meets an opponent too often" in page.text
    sat_out = [row.texts("td")[1] for row in cards.all("tr") if "is-off" in row.attributes.get("class", "")]
    assert sat_out == ["bye"] * 13
    assert cards.text.count("8 games, 1 extra round.") == 13
