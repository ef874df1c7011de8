"""A new event of pairs: a double round robin, points pegged, and what pairs are held to."""

import pytest
from django.test import Client

from brackets.event_files.store import import_event
from tests.pages import get_page, read_page
from tests.sheets import point_cards, sheet_event
from tests.tournaments.events.test_new_event import values_of
from tests.tournaments.staff.people import add_director, directed_event, make_user
from tournaments.models import Tournament

pytestmark = pytest.mark.slow


def posted(client: Client, **changes: str) -> tuple[int, str]:
    page = get_page(client, "/new/?start=pairs")
    response = client.post("/new/", {**values_of(page), "name": "Games", **changes})
    return response.status_code, read_page(response.content.decode()).text


def test_pairs_begin_with_their_usual_values(director: Client) -> None:
    posted(director)

    event = Tournament.objects.get()
    assert (event.scoring, event.format, event.table_length) == ("total-points", "double-round-robin", 2)
    assert (event.lowest_age, event.pairs_per_province, event.games) == (55, 5, 1)
    assert event.edition == "games-55plus"


def test_limits_of_pairs_are_settable_and_may_be_none(director: Client) -> None:
    posted(director, lowest_age="", pairs_per_province="7")

    event = Tournament.objects.get()
    assert (event.lowest_age, event.pairs_per_province) == (None, 7)


@pytest.mark.parametrize("scoring", ["total-points", "points-left"])
def test_points_added_up_have_no_playoffs(director: Client, scoring: str) -> None:
    status, text = posted(director, scoring=scoring, format="qualifying-playoff")

    assert status == 422
    assert "Events that add up points have no playoffs." in text
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("played", ["double-round-robin", "qualifying"])
def test_points_left_is_offered_with_either_format_without_playoffs(director: Client, played: str) -> None:
    posted(director, scoring="points-left", format=played)

    event = Tournament.objects.get()
    assert (event.scoring, event.format, event.is_of_pairs) == ("points-left", played, False)


def test_rules_of_the_games_are_not_for_game_points(director: Client) -> None:
    status, text = posted(director, scoring="acc", format="qualifying")

    assert status == 422
    assert "The 55+ Games have no game points." in text
    assert not Tournament.objects.exists()


def test_rulebook_of_sheets_can_change_although_they_are_keyed(db: None, client: Client) -> None:
    user = make_user()
    event_file = sheet_event(point_cards({(1, 1, 2): (121, 98)}))
    tournament = import_event(event_file=event_file)
    add_director(tournament, user)
    client.force_login(user)
    address = f"/t/{tournament.slug}/settings/"

    client.post(address, values_of(get_page(client, address)) | {"edition": "games-55plus"})

    tournament.refresh_from_db()
    assert tournament.edition == "games-55plus"


def test_event_that_is_not_of_pairs_keeps_the_usual_limits(director: Client) -> None:
    posted(director, edition="acc-2020", scoring="acc", format="qualifying", lowest_age="", pairs_per_province="9")

    event = Tournament.objects.get()
    assert (event.lowest_age, event.pairs_per_province) == (55, 5)


def test_settings_leave_the_number_of_games_to_the_schedule(db: None, client: Client) -> None:
    event = directed_event(client, scoring="total-points", format="double-round-robin", games=22)
    page = get_page(client, f"/t/{event.slug}/settings/")

    client.post(f"/t/{event.slug}/settings/", {**values_of(page), "games": "5", "pairs_per_province": ""})

    event.refresh_from_db()
    assert "Set by the schedule, from the number of pairs." in page.text
    assert (event.games, event.pairs_per_province) == (22, None)
