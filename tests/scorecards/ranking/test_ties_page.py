"""Ties on the page of the ranking: games and orders entered, refused, taken back."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.test import Client

from brackets.event_files.store import import_event
from scorecards.models import TieGame, TieOrder
from scorecards.ranking.actions import record_tie_game, revoke_tie_game, save_tie_order
from tests.events import in_a_circle
from tests.pages import Element, get_page, read_page
from tests.scorecards.cards.card_entry import checker, entrant
from tests.scorecards.ranking.rankings import both_lost_their_game, two_level
from tests.scorecards.ranking.test_ranking_page import address, put_up, rows
from tournaments.models import Entrant, StaffMember
from tournaments.refused import Refused

pytestmark = pytest.mark.django_db

# Tie games.


def winners(page: Element) -> list[str]:
    return [text for text in page.texts("button") if text.endswith(" won")]


@pytest.mark.parametrize("role", ["checker", "director"])
def test_tie_game_is_noted_with_one_tap(client: Client, role: str) -> None:
    tournament, _ = put_up(two_level(), client, role)
    assert winners(get_page(client, address(tournament))) == ["1 Entrant 1 won", "2 Entrant 2 won"]

    response = client.post(address(tournament, "tie-games/"), {"winner": "2", "loser": "1"})

    assert (response.status_code, response["Location"]) == (302, address(tournament))
    played = TieGame.objects.get()
    assert (played.winner.number, played.loser.number, played.made_by) == (2, 1, "Dee Rector")
    page = get_page(client, address(tournament))
    assert "Tie game: 2 Entrant 2 beat 1 Entrant 1." in page.text
    assert winners(page) == []
    assert rows(page)[0][1] == "Entrant 2"


def test_tie_game_that_nobody_has_to_play_is_refused_in_words(client: Client) -> None:
    tournament, _ = put_up(two_level(), client)

    for winner, loser in [("1", "3"), ("", ""), ("x", "1"), ("9", "8")]:
        response = client.post(address(tournament, "tie-games/"), {"winner": winner, "loser": loser})

        assert response.status_code == 409
        assert "These two have no tie game to play" in read_page(response.content.decode()).text
        assert TieGame.objects.count() == 0


def test_nobody_notes_a_tie_game_of_their_own(client: Client) -> None:
    tournament, member = put_up(two_level(), client, "checker")
    StaffMember.objects.filter(pk=member.pk).update(entrant=entrant(tournament, 2))

    response = client.post(address(tournament, "tie-games/"), {"winner": "2", "loser": "1"})

    assert response.status_code == 422
    assert "This is your own game." in read_page(response.content.decode()).text
    assert TieGame.objects.count() == 0


def test_nobody_undoes_a_tie_game_of_their_own_or_orders_a_tie_they_are_in(client: Client) -> None:
    tournament, member = put_up(two_level(), client, "director")
    record_tie_game(tournament=tournament, actor=member, winner=2, loser=1)
    owner = checker(tournament, "Entrant 1", "director")
    circle = import_event(event_file=in_a_circle())
    in_the_circle = checker(circle, "Entrant 3", "director")

    with pytest.raises(Refused, match="your own game"):
        revoke_tie_game(tournament=tournament, actor=owner, tie_game=TieGame.objects.get().pk)
    with pytest.raises(Refused, match="your own game"):
        save_tie_order(tournament=circle, actor=in_the_circle, order=[3, 1, 2], reason="cut for it")


@pytest.mark.parametrize("field", ["name", "partner"])
def test_own_tie_game_is_known_by_the_name_too(client: Client, field: str) -> None:
    tournament, _ = put_up(two_level(), client, "checker")
    Entrant.objects.filter(tournament=tournament, number=1).update(**{field: "dee  RECTOR"})

    response = client.post(address(tournament, "tie-games/"), {"winner": "2", "loser": "1"})

    assert response.status_code == 422


def test_tie_game_is_taken_back_and_only_once(client: Client) -> None:
    tournament, member = put_up(two_level(), client, "checker")
    record_tie_game(tournament=tournament, actor=member, winner=1, loser=2)
    end = address(tournament, f"tie-games/{TieGame.objects.get().pk}/end/")

    first, second = (client.post(end, {"why": "written down wrongly"}) for _ in range(2))

    assert (first.status_code, second.status_code) == (302, 409)
    assert TieGame.objects.get().revoked_reason == "written down wrongly"
    assert winners(get_page(client, address(tournament))) == ["1 Entrant 1 won", "2 Entrant 2 won"]


def test_games_of_those_who_are_level_are_shown_with_both_lines(client: Client) -> None:
    tournament, _ = put_up(both_lost_their_game(), client)

    page = get_page(client, address(tournament)).by_id("ties")

    assert [row.texts("th", "td") for row in page.all("table")[1].all("tr")][1:] == [
        ["1", "1 Entrant 1: 0 points, minus 10", "2 Entrant 2: 0 points, minus 10", "nobody"]
    ]
    assert "Head-to-head does not apply. No decided game" in page.text


# Orders.

CUT = {"tie": "1-2-3", "place-1": "2", "place-2": "3", "place-3": "1", "reason": "cut for it"}


def test_order_is_entered_with_its_reason(client: Client) -> None:
    tournament, _ = put_up(in_a_circle(), client)

    response = client.post(address(tournament, "tie-orders/"), CUT)

    assert (response.status_code, response["Location"]) == (302, address(tournament))
    page = get_page(client, address(tournament))
    assert "Order: 1. 3 Entrant 3, 2. 1 Entrant 1, 3. 2 Entrant 2. Reason: cut for it." in page.text
    assert [row[1] for row in rows(page) if len(row) > 1][:2] == ["Entrant 3", "Entrant 1"]


def test_order_that_is_none_is_refused_with_all_that_was_typed(client: Client) -> None:
    tournament, _ = put_up(in_a_circle(), client)

    for wrong, told in [
        ({"reason": " "}, ["Enter how the order was found."]),
        ({"place-1": ""}, ["Enter a place from 1 to 3."]),
        ({"place-1": "4"}, ["Enter a place from 1 to 3."]),
        ({"place-1": "first"}, ["Enter a place from 1 to 3."]),
        ({"place-1": "3"}, ["Place 3 is entered 2 times. Enter each place once."] * 2),
        ({"reason": "x" * 2001}, ["The reason: 2001 characters long, at most 2000 fit."]),
    ]:
        response = client.post(address(tournament, "tie-orders/"), CUT | wrong)

        page = read_page(response.content.decode())
        assert response.status_code == 422
        errors = [found for found in page.all("ul") if found.attributes.get("class") == "errorlist"]
        assert [text for found in errors for text in found.texts("li")] == told
        typed = {field.attributes.get("name"): field.attributes.get("value") for field in page.all("input")}
        assert typed["place-2"] == "3"
        assert TieOrder.objects.count() == 0


def test_order_for_a_tie_that_is_gone_is_refused_and_the_reason_is_kept(client: Client) -> None:
    tournament, _ = put_up(in_a_circle(), client)

    for key in ["1-2", "", "nonsense"]:
        response = client.post(address(tournament, "tie-orders/"), CUT | {"tie": key})

        text = read_page(response.content.decode()).text
        assert response.status_code == 409
        assert "This tie is settled" in text
        assert "Your reason: cut for it" in text
        assert TieOrder.objects.count() == 0


def test_checker_is_told_that_a_director_enters_the_order(client: Client) -> None:
    tournament, _ = put_up(in_a_circle(), client, "checker")

    page = get_page(client, address(tournament))

    assert "The director enters the order of 1 Entrant 1, 2 Entrant 2, 3 Entrant 3" in page.text
    assert [text for text in page.texts("button") if "order" in text] == []


def test_order_is_taken_back_and_only_once(client: Client) -> None:
    tournament, member = put_up(in_a_circle(), client)
    save_tie_order(tournament=tournament, actor=member, order=[3, 1, 2], reason="cut for it")
    end = address(tournament, f"tie-orders/{TieOrder.objects.get().pk}/end/")

    first, second = (client.post(end) for _ in range(2))

    assert (first.status_code, second.status_code) == (302, 409)
    assert "Enter this order" in get_page(client, address(tournament)).texts("button")


def test_order_in_place_of_a_tie_game_is_possible_for_a_director(client: Client) -> None:
    tournament, _ = put_up(two_level(), client)
    order = {"tie": "1-2", "place-1": "2", "place-2": "1", "reason": "one of them is ill"}

    response = client.post(address(tournament, "tie-orders/"), order)

    assert response.status_code == 302
    assert rows(get_page(client, address(tournament)))[0][1] == "Entrant 2"


def test_players_without_a_card_make_no_ties(client: Client) -> None:
    file = in_a_circle()
    tournament, _ = put_up(replace(file, scorecards=file.scorecards[:1]), client)

    page = get_page(client, address(tournament))

    assert page.by_id("ties").all("article") == []
    assert "tie" not in page.by_id("line-heading").text


def test_what_was_entered_for_ties_has_the_time_of_the_event(client: Client) -> None:
    tournament, member = put_up(two_level(), client)
    record_tie_game(tournament=tournament, actor=member, winner=2, loser=1)
    TieGame.objects.update(made_at=datetime(2026, 7, 4, 20, 15, tzinfo=UTC))
    type(tournament).objects.update(time_zone="America/Chicago")

    assert "Dee Rector, Sat 3:15 PM" in get_page(client, address(tournament)).by_id("ties").text
