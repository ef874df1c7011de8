"""Entering the totals of cards before their lines: the page, saving, and two versions of one total."""

import pytest
from django.test import Client

from scorecards.models import Scorecard
from tests.pages import get_page, read_page
from tests.scorecards.cards.card_entry import checker, fields_of, form_of, paper, save, stored, written
from tournaments.models import StaffMember, Tournament
from tournaments.rules.types import CardRecord, FootTotals

pytestmark = pytest.mark.django_db

EVENT = written()
CARD = paper(EVENT)


def totals_address(tournament: Tournament) -> str:
    return f"/t/{tournament.slug}/cards/totals/"


def totals_form(number: int, **more: str) -> dict[str, str]:
    return form_of(CardRecord(number, (), FootTotals(9, 4, 88, 77)), **more) | {"card": str(number)}


def test_totals_are_saved_before_the_lines_and_the_next_card_is_opened(client: Client, tournament: Tournament) -> None:
    response = client.post(totals_address(tournament), totals_form(1))

    assert (response.status_code, response["Location"]) == (302, f"{totals_address(tournament)}?card=2")
    assert stored(tournament) == CardRecord(1, (), FootTotals(9, 4, 88, 77))
    assert fields_of(get_page(client, totals_address(tournament)))["card"] == "2"


def test_totals_go_on_with_the_next_card_that_has_none(
    client: Client, tournament: Tournament, member: StaffMember
) -> None:
    save(tournament, member, paper(EVENT, 2))

    response = client.post(totals_address(tournament), totals_form(1))

    assert response["Location"] == f"{totals_address(tournament)}?card=3"


def test_totals_left_blank_are_not_called_saved(client: Client, tournament: Tournament) -> None:
    client.post(totals_address(tournament), form_of(CardRecord(1, ())) | {"card": "1"})

    page = get_page(client, totals_address(tournament))
    assert page.by_id("messages").text == "No totals entered on A-1. Back to A-1 · next A-2"


def test_totals_that_are_in_say_so(client: Client, tournament: Tournament) -> None:
    save(tournament, checker(tournament, "Bo Crane"), CARD)

    page = get_page(client, f"{totals_address(tournament)}?card=1")

    at = f"{Scorecard.objects.get().saved_at:%-I:%M %p}"
    assert page.by_id("already").text == f"Totals already in, saved by Bo Crane at {at}."


def test_stale_totals_show_what_was_saved_beside_ones_own(client: Client, tournament: Tournament) -> None:
    save(tournament, checker(tournament, "Bo Crane"), CardRecord(1, (), FootTotals(12, 5, 90, 70)))

    response = client.post(totals_address(tournament), totals_form(1))

    assert response.status_code == 409
    page = read_page(response.content.decode())
    assert "Bo Crane saved this card while you had it open: 12/5, plus 90, minus 70." in page.text
    found = fields_of(page)
    assert (found["foot-game_points"], found["version"]) == ("9", "1")


def test_totals_that_cannot_be_read_are_named(client: Client, tournament: Tournament) -> None:
    response = client.post(totals_address(tournament), totals_form(1, **{"foot-plus": "x"}))

    page = read_page(response.content.decode())
    assert (response.status_code, page.by_id("card").texts("li")) == (422, ["Foot total, plus: x is not a number."])


def test_totals_of_nobody_are_not_there(client: Client, tournament: Tournament) -> None:
    assert client.post(totals_address(tournament), totals_form(99)).status_code == 404
    assert client.get(f"{totals_address(tournament)}?card=x").status_code == 404


def test_totals_after_a_mistake_still_rest_on_the_version_that_was_seen(client: Client, tournament: Tournament) -> None:
    save(tournament, checker(tournament, "Bo Crane"), CardRecord(1, (), FootTotals(12, 5, 90, 70)))

    refused = client.post(totals_address(tournament), totals_form(1, **{"foot-plus": "x"}))
    again = client.post(
        totals_address(tournament), fields_of(read_page(refused.content.decode())) | {"foot-plus": "88"}
    )

    assert (refused.status_code, again.status_code) == (422, 409)
    assert stored(tournament).recorded == FootTotals(12, 5, 90, 70)
