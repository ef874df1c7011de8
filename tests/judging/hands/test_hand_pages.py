"""Counting hands by taps, and the register of high hands."""

import re

import pytest
from django.test import Client

from scorecards.models import HighHand
from tests.judging.calls.pages.asking import address, words
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

HAND = {"entrant": "1", "game": "1", "crib": "0", "starter": "5S", "witnesses": "Bo", "cards": "5C 5D 5H JS"}


def test_hand_is_counted_from_its_address(client: Client, tournament: Tournament) -> None:
    for cards, crib, points in [
        ("5C 5D 5H JS 5S", "0", 29),
        ("2H 4H 6H 8H 10C", "0", 4),
        ("2H 4H 6H 8H 10C", "1", 0),
        ("5C 5C 5D", "0", None),
    ]:
        response = client.get(address(tournament, "hand/"), {"cards": cards, "crib": crib})

        count = response.context["count"]
        assert (count.total if count else None) == points


@pytest.mark.parametrize(
    ("cards", "points"),
    [("5C 6D 7H 8S", 6), ("5C 5D 5H 5S", 20), ("5C 5D 5H", None), ("2H 4H 8H KH", 0), ("5C 6D 7H 8S KC", 6)],
)
def test_hand_of_three_is_counted_from_its_address(
    client: Client, tournament: Tournament, cards: str, points: int | None
) -> None:
    response = client.get(address(tournament, "hand/"), {"cards": cards, "crib": "0", "three": "1"})

    count = response.context["count"]
    assert (count.total if count else None) == points
    assert response.context["three"] is True


def test_hand_of_three_stays_one_until_another_is_chosen(client: Client, tournament: Tournament) -> None:
    page = client.get(address(tournament, "hand/"), {"cards": "5C 5D", "three": "1"}).content.decode()

    assert 'href="?cards=5C+5D+5H&amp;crib=0&amp;three=1" id="card-5H"' in page
    assert 'href="?cards=5C+5D&amp;crib=0"' in page
    assert "2 of 3" in page


@pytest.mark.parametrize(("cards", "said"), [("2H 4H 8H KH", True), ("2H 4H 8H KS", True), ("2H 4H 8S KH", False)])
def test_three_of_one_suit_say_that_they_are_no_flush(
    client: Client, tournament: Tournament, cards: str, said: bool
) -> None:
    page = client.get(address(tournament, "hand/"), {"cards": cards, "three": "1"})

    assert ("No flush" in words(page)) is said


def test_card_on_the_table_cannot_be_put_down_again(client: Client, tournament: Tournament) -> None:
    page = client.get(address(tournament, "hand/"), {"cards": "5C 5C nonsense QH"}).content.decode()

    assert ('id="card-5C"' in page, 'id="down-5C"' in page, page.count('id="down-')) == (False, True, 2)
    assert page.count('id="card-') == 50


def test_high_hand_needs_its_cards(client: Client, tournament: Tournament) -> None:
    entered = client.post(address(tournament, "high-hands/"), HAND)
    refused = client.post(address(tournament, "high-hands/"), HAND | {"cards": "5C 5D 6H JS"})

    assert (entered.status_code, refused.status_code) == (302, 422)
    assert "only 28 and 29 are entered here" in words(refused)
    assert [(row.points, row.entrant.number) for row in HighHand.objects.all()] == [(29, 1)]


def test_high_hand_is_struck_out_and_kept(client: Client, tournament: Tournament) -> None:
    client.post(address(tournament, "high-hands/"), HAND)

    client.post(address(tournament, f"high-hands/{HighHand.objects.get().pk}/removal/"))

    assert HighHand.objects.get().revoked_by == "Ada Birch"
    assert "No 28 or 29 yet." in words(client.get(address(tournament, "high-hands/")))


def test_hand_stays_a_hand_and_crib_a_crib_however_often_they_are_tapped(
    client: Client, tournament: Tournament
) -> None:
    for crib in ("0", "1"):
        page = client.get(address(tournament, "hand/"), {"cards": "5C 5D", "crib": crib}).content.decode()

        links = dict(reversed(pair) for pair in re.findall(r'href="(\?[^"]*)"[^>]* id="(as-\w+)"', page))
        assert links == {"as-hand": "?cards=5C+5D&amp;crib=0", "as-crib": "?cards=5C+5D&amp;crib=1"}


@pytest.mark.parametrize(("game", "status", "stored"), [("", 422, []), ("playoffs", 302, [None]), ("3", 302, [3])])
def test_game_of_a_high_hand_is_chosen_and_not_taken_for_granted(
    client: Client, tournament: Tournament, game: str, status: int, stored: list[int | None]
) -> None:
    response = client.post(address(tournament, "high-hands/"), HAND | {"game": game})

    assert response.status_code == status
    assert [row.game_number for row in HighHand.objects.all()] == stored


# The play


def test_play_is_scored_from_its_address(client: Client, tournament: Tournament) -> None:
    for cards, totals, count in [
        ("8 7 7 6", [4], 28),
        ("8S 7S 7D 6C", [4], 28),
        ("8 7 7 6 go", [5], 0),
        ("10 10 J A 5 5", [4, 2], 10),
        ("10 5 7 6 go 4 4", [6, 2], 8),
        ("", [], 0),
        # What cannot be played there is left out: past 31, a fifth of a rank, a go with nothing played, no card.
        ("K K K 5 A", [10], 0),
        ("A A A A A", [20], 4),
        ("go go 5 go go", [1], 0),
        ("nonsense 5 joker", [0], 5),
    ]:
        context = client.get(address(tournament, "play/"), {"cards": cards}).context

        assert ([one["total"] for one in context["series"]], context["count"]) == (totals, count)
        assert context["total"] == sum(totals)


def test_play_offers_the_ranks_that_fit_under_31(client: Client, tournament: Tournament) -> None:
    page = client.get(address(tournament, "play/"), {"cards": "K K 4"}).content.decode()

    assert re.findall(r'id="card-(\w+)"', page) == ["A", "2", "3", "4", "5", "6", "7"]
    assert "8, would make 32" in page
    assert 'href="?cards=K+K+4+go" id="no-more"' in page
    assert 'href="?cards=K+K" id="back"' in page


def test_play_offers_no_fifth_card_of_a_rank(client: Client, tournament: Tournament) -> None:
    page = client.get(address(tournament, "play/"), {"cards": "A A A A"}).content.decode()

    assert ('id="card-A"' in page, "ace, all four are played" in page) == (False, True)
