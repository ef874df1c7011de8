"""A slip of one's own game: the page tells it before and after, because nobody checks their own card."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.pages import Element, get_page
from tests.scorecards.keying.card_entry import checker, entrant, paper, put_up, written
from tests.scorecards.keying.test_slips import address, form
from tournaments.models import StaffMember, Tournament

pytestmark = pytest.mark.django_db

EVENT = written()
OPPONENT = paper(EVENT).lines[0].opponent or 0
OWN = "your own game"


@pytest.fixture
def tournament() -> Tournament:
    return put_up(EVENT, kind="club")


@pytest.fixture
def player(tournament: Tournament, client: Client) -> StaffMember:
    """Return a checker who plays as entrant 1."""
    member = checker(tournament, name="Zoe Linden")
    member.entrant = entrant(tournament, 1)
    member.save()
    client.force_login(member.user)
    return member


def slips_page(client: Client, tournament: Tournament, game: int = 1) -> Element:
    return get_page(client, f"{address(tournament)}?game={game}")


def pair(tournament: Tournament) -> str:
    return " – ".join(entrant(tournament, number).seat for number in sorted((1, OPPONENT)))


def test_page_tells_whose_slip_somebody_else_should_key(
    client: Client, tournament: Tournament, player: StaffMember
) -> None:
    page = slips_page(client, tournament)

    assert page.by_id("own").text == f"{pair(tournament)} is your own game: let somebody else key its slip."
    to_come = next(section for section in page.all("section") if section.attributes.get("aria-labelledby") == "to-come")
    assert [entry.endswith(OWN) for entry in to_come.texts("li")] == [
        entrant(tournament, 1).seat in entry.split() for entry in to_come.texts("li")
    ]
    assert sum(OWN in entry for entry in to_come.texts("li")) == 1


def test_slip_of_an_own_game_that_is_in_says_so(client: Client, tournament: Tournament, player: StaffMember) -> None:
    client.post(address(tournament), form())

    page = slips_page(client, tournament)

    said = page.by_id("messages").texts("p")
    assert said[1:] == ["That is your own game: have somebody else compare it with the slip."]
    [row] = [row for row in page.all("tr") if row.all("td")]
    assert row.texts("th")[0].endswith(OWN)
    assert [element for element in page.inner if element.attributes.get("id") == "own"] == []


def test_slip_against_another_than_scheduled_is_told_by_its_own_names(
    client: Client, tournament: Tournament, player: StaffMember
) -> None:
    other = next(number for number in range(2, 9) if number != OPPONENT)

    client.post(address(tournament), form(winner=str(other), loser="1"))

    assert slips_page(client, tournament).by_id("messages").texts("p")[1:] == [
        "That is your own game: have somebody else compare it with the slip."
    ]


def test_whoever_plays_in_none_of_the_games_is_told_nothing(client: Client, tournament: Tournament) -> None:
    client.force_login(checker(tournament, name="Zoe Linden").user)
    client.post(address(tournament), form())

    page = slips_page(client, tournament)

    assert (OWN in page.text, len(page.by_id("messages").texts("p"))) == (False, 1)
    assert OWN not in slips_page(client, tournament, 2).text
